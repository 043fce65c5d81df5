"""The six laws of a game, written once for every game: each raises `Broken`, in words, where a law is broken.

The laws are those of section 3 of docs/architecture.md. They know a game by its contract alone
(`carteado.games.game`), so a new game of the catalogue is held to them without a line of its own.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from carteado import cards
from carteado.games.game import (
    TABLE_MOVES,
    Choice,
    Event,
    Game,
    Match,
    Move,
    OptionValue,
    Refusal,
    Refused,
    Seat,
    moves_of,
)

CODE = re.compile(r"[a-z]+(_[a-z]+)*")


class Broken(AssertionError):
    """A law is broken; the text says which, where and how."""


def need(right: bool, wrong: str) -> None:
    """Break off unless all is right."""
    if not right:
        raise Broken(wrong)


# ----------------------------------------------------------------------------------------- comparing, telling


def encoded(data: object) -> bytes:
    """Plain data byte for byte, in its own key order."""
    return msgspec.json.encode(data)


def need_equal(
    one: object, other: object, what: str, *, names: tuple[str, str] = ("one", "the other")
) -> None:
    """Plain data must be equal byte for byte; says where it first differs."""
    if encoded(one) != encoded(other):
        where, first, second = _difference(one, other, "")
        raise Broken(f"{what} differ at {where or 'the top'}: {names[0]} {first!r}, {names[1]} {second!r}")


def _difference(one: object, other: object, where: str) -> tuple[str, object, object]:
    if isinstance(one, dict) and isinstance(other, dict):
        if list(one) != list(other):
            return f"{where} keys", list(one), list(other)
        for key in one:
            if encoded(one[key]) != encoded(other[key]):
                return _difference(one[key], other[key], f"{where}.{key}")
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        if len(one) != len(other):
            return f"{where} length", one, other
        for at, (first, second) in enumerate(zip(one, other, strict=True)):
            if encoded(first) != encoded(second):
                return _difference(first, second, f"{where}[{at}]")
    return where, one, other


def need_plain(data: object, what: str) -> None:
    """Only dict with text keys, list, str, int, bool and None: what JSON holds and gives back."""
    if data is None or type(data) in (str, int, bool):
        return
    if type(data) is list:
        for at, item in enumerate(data):
            need_plain(item, f"{what}[{at}]")
    elif type(data) is dict:
        for key, item in data.items():
            need(type(key) is str, f"{what}: the key {key!r} is no text")
            need_plain(item, f"{what}.{key}")
    else:
        raise Broken(f"{what} is no plain data but a {type(data).__name__}")


class Table:
    """What the laws must know of a match besides itself: its game, its options, who sits there."""

    def __init__(self, game: Game, options: dict[str, OptionValue], seats: int) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.pack = Counter(game.pack(options, seats))
        self.viewers: list[Seat] = [*range(seats), None]

    def alphabet(self, rng: random.Random) -> list[Move]:
        """The moves that the laws try: all of them, or a sample."""
        return list(self.game.alphabet(self.options, rng))


def refusal_plain(refusal: Refusal | None) -> object:
    """A refusal, or None, as plain data."""
    return None if refusal is None else refusal.plain()


def legal_plain(match: Match, seat: int) -> list[object]:
    """A seat's legal moves as plain data."""
    return [
        each.text if isinstance(each, Move) else [each.kind, list(each.cards), each.least, each.most]
        for each in match.legal(seat)
    ]


def seen_by(events: Sequence[Event], seat: Seat) -> list[dict[str, object]]:
    """What a seat learns of events."""
    return [seen for event in events if (seen := event.seen_by(seat)) is not None]


# ------------------------------------------------------------------------------------------------------ law 1


def law_1(table: Table, match: Match) -> None:
    """Every card of the pack is in exactly one place."""
    everywhere = Counter([card for place in match.places().values() for card in place])
    if everywhere != table.pack:
        lost = cards.texts((table.pack - everywhere).elements())
        more = cards.texts((everywhere - table.pack).elements())
        raise Broken(f"law 1: in no place {lost}, in a place too many {more}")


# ------------------------------------------------------------------------------------------------------ law 2


def law_2_imagine(table: Table, match: Match, rng: random.Random) -> None:
    """What a seat sees of a match that is imagined from its view is that view, and that match can be."""
    closely = rng.sample(table.viewers, 2)
    for seat in table.viewers:
        view = match.view(seat)
        who = _who(seat)
        try:
            imagined = table.game.imagine(view, rng)
        except ValueError as error:
            raise Broken(f"law 2: {who} cannot imagine a match: {error}") from error
        seen = imagined.view(seat)
        need_equal(view.plain(), seen.plain(), f"law 2: views of {who}", names=("real", "imagined"))
        if seat in closely:
            sight = Sight(table, match, seat, rng)
            sight.need_same(Sight(table, imagined, seat, rng), f"law 2: {who}", ("real", "imagined"))
        try:
            law_1(table, imagined)
            law_5(table, imagined)
            position = imagined.position()
            again = table.game.from_position(position).position()
        except ValueError as error:
            raise Broken(f"law 2: what {who} imagines cannot be: {error}") from error
        except Broken as error:
            raise Broken(f"law 2: what {who} imagines breaks {error}") from error
        need_equal(position, again, f"law 2: what {who} imagines and its position read back")


def law_2_silence(table: Table, match: Match, rng: random.Random, most: int = 5) -> None:
    """A move changes what a seat sees just when the seat is told of it; and like moves read alike."""
    seats = table.seats
    moves = [(seat, move) for seat in range(seats) for move in moves_of(match, seat)]
    rng.shuffle(moves)
    # asides are few and secret, so they all come first
    moves.sort(key=lambda each: each[1].kind not in table.game.asides)
    before: dict[Seat, Sight] = {}
    now = {seat: encoded(match.view(seat).plain()) for seat in table.viewers}
    told: dict[tuple[int, Seat, str, bytes], tuple[Move, str]] = {}
    kinds = Counter((mover, move.kind) for mover, move in moves[:most])
    for mover, move in moves[:most]:
        after = match.copy()
        events = after.apply(mover, move)
        for seat in table.viewers:
            if seat == mover:
                continue
            seen = seen_by(events, seat)
            if not seen:
                if seat not in before:
                    before[seat] = Sight(table, match, seat, rng)
                what = f"law 2: {_who(seat)} before and after {mover} {move} of which it is told nothing"
                before[seat].need_same(Sight(table, after, seat, rng), what, ("before", "after"))
            shown = encoded(after.view(seat).plain())
            if seen:
                need(
                    shown != now[seat],
                    f"law 2: {_who(seat)} is told of {mover} {move} what its view does not know: {seen}",
                )
            if kinds[mover, move.kind] == 1:
                continue
            read = table.game.seen(move, mover, seat)
            sight = shown + encoded(seen)
            like = told.setdefault((mover, seat, move.kind, sight), (move, read))
            need(
                like[1] == read,
                f"law 2: {_who(seat)} cannot tell {mover} {move} from {like[0]}, "
                f"but reads {read!r} of one and {like[1]!r} of the other",
            )


def law_2_deal(table: Table, match: Match, rng: random.Random, tries: int = 12) -> None:
    """Deals after which a seat sees the same have told it the same."""
    chance = match.chance()
    if chance is None or len(chance.items) < 2:
        return  # one card has one order
    order = list(chance.items)
    rng.shuffle(order)
    one = match.copy()
    events = one.deal(order)
    for _ in range(tries):
        at, to = rng.sample(range(len(order)), 2)
        swapped = order[:]
        swapped[at], swapped[to] = order[to], order[at]
        other = match.copy()
        twins = other.deal(swapped)
        for seat in table.viewers:
            if encoded(one.view(seat).plain()) == encoded(other.view(seat).plain()):
                what = f"law 2: events of deals that look alike to {_who(seat)}"
                need_equal(seen_by(events, seat), seen_by(twins, seat), what)


def law_2_twins(table: Table, match: Match, seat: Seat, rng: random.Random, steps: int = 12) -> int:
    """A match and a twin that differ only in what a seat may not see, driven alike, show it the same.

    Both are driven by moves that the seat reads alike (`Game.seen`) and that turn up the same cards
    (`Match.reveals`); where no such pair of moves is left the twins are given up.

    Returns:
        How many steps were compared in which they differed.
    """
    one = match.copy()
    other = table.game.imagine(match.view(seat), rng)
    _need_twins(table, one, other, seat, rng, "at first")
    for step in range(steps):
        if encoded(one.position()) == encoded(other.position()):
            return step  # nothing is hidden any more
        told = _drive_twins(table, one, other, seat, rng)
        if told is None:
            return step
        _need_twins(table, one, other, seat, rng, f"after {told}")
    return steps


def _need_twins(table: Table, one: Match, other: Match, seat: Seat, rng: random.Random, when: str) -> None:
    sight = Sight(table, one, seat, rng)
    sight.need_same(Sight(table, other, seat, rng), f"law 2: {_who(seat)} {when}", ("this match", "its twin"))


def _drive_twins(table: Table, one: Match, other: Match, seat: Seat, rng: random.Random) -> str | None:
    """One step in both; what it was, or None when the twins are given up."""
    chance = one.chance()
    hidden = other.chance()
    if chance is not None and hidden is not None:
        need(chance.kind == hidden.kind, f"law 2: {chance.kind} is due, in a twin {hidden.kind}")
        if sorted(chance.items) != sorted(hidden.items):
            return None
        order = list(chance.items)
        rng.shuffle(order)
        _need_told(one.deal(order), other.deal(order), seat, "the deal")
        return "the deal"
    need((chance is None) == (hidden is None), f"law 2: chance is due for one twin only, {_who(seat)}")
    if one.actors() != other.actors():
        return _catch_up(table, one, other, seat, rng)
    pairs = list(_like_moves(table, one, other, seat))
    if not pairs:
        return None
    turns = [pair for pair in pairs if pair[1].kind not in table.game.asides]
    asides = [pair for pair in pairs if pair[1].kind in table.game.asides]
    mover, move, twin = rng.choice(turns if turns and (not asides or rng.random() < 0.8) else asides)
    told = f"{mover} {move}" if move is twin else f"{mover} {move} (the twin: {twin})"
    _need_told(one.apply(mover, move), other.apply(mover, twin), seat, told)
    return told


def _like_moves(table: Table, one: Match, other: Match, seat: Seat) -> Iterator[tuple[int, Move, Move]]:
    """Pairs of moves of one seat, one for each twin, that a viewer cannot tell apart."""
    for mover in range(table.seats):
        moves, twins = moves_of(one, mover), moves_of(other, mover)
        # what a secret answer or proposal means is not the same where another stands open
        alike = _asides(table, moves) == _asides(table, twins)
        for move in moves:
            if move.kind in table.game.asides and not alike:
                continue
            for twin in twins:
                if (
                    twin.kind == move.kind
                    and table.game.seen(move, mover, seat) == table.game.seen(twin, mover, seat)
                    and one.reveals(mover, move) == other.reveals(mover, twin)
                ):
                    yield mover, move, twin


def _asides(table: Table, moves: Sequence[Move]) -> list[str]:
    return [move.text for move in moves if move.kind in table.game.asides]


def _catch_up(table: Table, one: Match, other: Match, seat: Seat, rng: random.Random) -> str | None:
    """Let a seat give in one twin the secret answer that it has given in the other already."""
    for match, behind in ((one, other), (other, one)):
        for late in match.actors():
            if late in behind.actors() or late == seat:
                continue
            moves = moves_of(match, late)
            rng.shuffle(moves)
            for move in moves:
                if move.kind not in table.game.asides and not seen_by(match.copy().apply(late, move), seat):
                    match.apply(late, move)
                    return f"{late} {move} in one twin only, of which it is told nothing"
    return None


def _need_told(one: Sequence[Event], other: Sequence[Event], seat: Seat, what: str) -> None:
    need_equal(
        seen_by(one, seat),
        seen_by(other, seat),
        f"law 2: events of {what} for {_who(seat)}",
        names=("this match", "its twin"),
    )


class Sight:
    """All that a seat can learn without a move: view, legal moves, refusals, numbers, the clock's move."""

    def __init__(self, table: Table, match: Match, seat: Seat, rng: random.Random) -> None:
        self.view = match.view(seat).plain()
        self.view_bytes = encoded(self.view)
        result = match.result()
        self.rest: list[object] = [
            match.decision,
            match.hand_number(),
            None if result is None else result.plain(),
        ]
        self.moves: list[Move] = []
        self.refusals: list[object] = []
        if seat is not None:
            legal = match.legal(seat)
            self.rest.append(legal_plain(match, seat))
            self.rest.append(match.default(seat).text if seat in match.actors() else None)
            for move in legal:
                if isinstance(move, Move):
                    self.rest.append([move.text, match.since(seat, move), match.grave(seat, move)])
            # the same sample for both sides of a comparison
            self.moves = table.alphabet(random.Random(0))
            self.refusals = [refusal_plain(match.check(seat, move)) for move in self.moves]

    def need_same(self, other: Sight, what: str, names: tuple[str, str]) -> None:
        """Both must be equal byte for byte."""
        if self.view_bytes != other.view_bytes:
            need_equal(self.view, other.view, f"{what}: views", names=names)
        need_equal(self.rest, other.rest, f"{what}: numbers and legal moves", names=names)
        if encoded(self.refusals) != encoded(other.refusals):
            for move, one, two in zip(self.moves, self.refusals, other.refusals, strict=True):
                need_equal(one, two, f"{what}: refusals of {move}", names=names)


def _who(seat: Seat) -> str:
    return "the spectator" if seat is None else f"seat {seat}"


# ------------------------------------------------------------------------------------------------------ law 3


def law_3(table: Table, match: Match, rng: random.Random) -> None:
    """Just the legal moves are accepted, by `check` and `apply` alike; a refusal changes nothing at all."""
    before = match.position()
    moves = table.alphabet(rng)
    known = {move.text for move in moves}
    refused: list[tuple[int, Move]] = []
    codes: set[str] = set()
    for seat in range(-1, table.seats + 1):
        seated = 0 <= seat < table.seats
        legal = list(match.legal(seat)) if seated else []
        listed = [move for move in legal if isinstance(move, Move)]
        choices = [choice for choice in legal if isinstance(choice, Choice)]
        texts = {move.text for move in listed}
        need(len(texts) == len(listed), f"law 3: a legal move of seat {seat} is listed twice")
        # who has no seat is refused whatever he says
        tried = moves if seated else rng.sample(moves, min(len(moves), 10))
        for move in [*tried, *[each for each in listed if each.text not in known]]:
            refusal = match.check(seat, move)
            if refusal is None:
                offered = move.text in texts or any(_within(move, choice) for choice in choices)
                need(offered, f"law 3: {seat} {move} passes the check but is not listed as legal")
                _need_accepted(table, match, seat, move)
                continue
            need(
                move.text not in texts, f"law 3: {seat} {move} is listed as legal but refused {refusal.code}"
            )
            refused.append((seat, move))
            if refusal.code not in codes:
                codes.add(refusal.code)
                snake = CODE.fullmatch(refusal.code) is not None
                need(snake, f"law 3: the code {refusal.code!r} is not in lower_snake_case")
                need_plain(refusal.plain(), f"law 3: the refusal of {seat} {move}")
    for seat, move in refused:
        _need_refused(match, seat, move)
    if encoded(match.position()) != encoded(before):
        _blame(table, before, refused)


def _within(move: Move, choice: Choice) -> bool:
    """Whether a choice offers a move, if `check` accepts it."""
    if move.kind != choice.kind:
        return False
    named = [card for card in (move.card, *move.cards) if card >= 0]
    if not Counter(named) <= Counter(choice.cards):
        return False
    number = len(named) if named else move.amount
    return choice.least <= number <= choice.most


def _need_accepted(table: Table, match: Match, seat: int, move: Move) -> None:
    copy = match.copy()
    try:
        events = copy.apply(seat, move)
    except Refused as error:
        raise Broken(f"law 3: {seat} {move} passes the check but is refused {error.refusal.code}") from error
    for event in events:
        for viewer in table.viewers:
            need_plain(event.seen_by(viewer), f"law 3: the event {event.kind}")


def _need_refused(match: Match, seat: int, move: Move) -> None:
    refusal = match.check(seat, move)
    need(refusal is not None, f"law 3: {seat} {move} was refused and is not any more")
    assert refusal is not None
    try:
        match.apply(seat, move)
    except Refused as error:
        need_equal(error.refusal.plain(), refusal.plain(), f"law 3: refusals of {seat} {move}")
    else:
        raise Broken(f"law 3: {seat} {move} is refused {refusal.code} by the check but accepted")


def _blame(table: Table, before: dict[str, object], refused: list[tuple[int, Move]]) -> None:
    """Say which of many refused moves changed the match."""
    for seat, move in refused:
        match = table.game.from_position(before)
        try:
            match.apply(seat, move)
        except Refused:
            need_equal(
                before, match.position(), f"law 3: positions before and after the refusal of {seat} {move}"
            )
    raise Broken("law 3: refusals changed the position, though none did alone")


# ------------------------------------------------------------------------------------------------------ law 4


def law_4(table: Table, match: Match, rng: random.Random) -> None:
    """Position, views and moves give back what went in; the match read back goes on in the same way."""
    position = match.position()
    need_plain(position, "law 4: the position")
    sent = msgspec.json.decode(encoded(position))
    try:
        again = table.game.from_position(sent)
    except ValueError as error:
        raise Broken(f"law 4: the position cannot be read: {error}") from error
    need_equal(position, again.position(), "law 4: the position and what is read from it")
    for seat in table.viewers:
        view = match.view(seat).plain()
        need_plain(view, f"law 4: the view of {_who(seat)}")
        need_equal(view, again.view(seat).plain(), f"law 4: views of {_who(seat)} after reading the position")
    for seat in rng.sample(table.viewers, 2):
        view = match.view(seat).plain()
        try:
            read = table.game.read_view(msgspec.json.decode(encoded(view)))
        except ValueError as error:
            raise Broken(f"law 4: the view of {_who(seat)} cannot be read: {error}") from error
        need_equal(view, read.plain(), f"law 4: the view of {_who(seat)} and what is read from it")
        hints = table.game.hints(read, {})
        need_plain(hints, f"law 4: the hints of {_who(seat)}")
        need_equal(
            hints, table.game.hints(match.view(seat), {}), f"law 4: hints of {_who(seat)} for one view"
        )
        need_equal(view, read.plain(), f"law 4: the view of {_who(seat)} before and after its hints")
        need(read == match.view(seat), f"law 4: the view of {_who(seat)} read back is not equal to it")
    for move in table.alphabet(rng):
        need(table.game.parse(move.text) is move, f"law 4: {move} is not the object that its text means")
        need(CODE.fullmatch(move.late.code) is not None, f"law 4: {move} late is no code: {move.late.code!r}")
        need(move.kind not in TABLE_MOVES, f"law 4: {move} is the table's to make, and in the alphabet")
    for seat in range(table.seats):
        for move in moves_of(match, seat):
            need(table.game.parse(move.text) is move, f"law 4: {move} is not the object that its text means")
    _go_on_alike(table, match.copy(), again, rng)


def _go_on_alike(table: Table, one: Match, other: Match, rng: random.Random, steps: int = 8) -> None:
    for _ in range(steps):
        step = random_step(table, one, rng)
        if step is None:
            break
        events = take(one, step)
        twins = take(other, step)
        for seat in table.viewers:
            what = f"law 4: events of {told(step)} for {_who(seat)} before and after reading the position"
            need_equal(seen_by(events, seat), seen_by(twins, seat), what)
        need_equal(one.position(), other.position(), f"law 4: positions after {told(step)}")


# ------------------------------------------------------------------------------------------------------ law 5


def law_5(table: Table, match: Match) -> None:
    """Somebody has something to do; the clock's move is legal and not grave wherever a seat is waited for."""
    result, chance, actors = match.result(), match.chance(), match.actors()
    states = [result is not None, chance is not None, bool(actors)]
    if sum(states) != 1:
        said = ("it is over", "chance is due", f"it waits for {actors}")
        now = " and ".join(words for words, so in zip(said, states, strict=True) if so)
        raise Broken(f"law 5: stuck: {now or 'nobody has a move, and it is not over'}")
    need(len(set(actors)) == len(actors), f"law 5: it waits twice for one of {actors}")
    for seat in actors:
        legal = match.legal(seat)
        need(
            any(each.kind not in table.game.asides for each in legal),
            f"law 5: seat {seat} is asked and has no move",
        )
        default = match.default(seat)
        refusal = match.check(seat, default)
        need(refusal is None, f"law 5: the clock's {seat} {default} is refused {refusal and refusal.code}")
        need(match.grave(seat, default) is None, f"law 5: the clock's {seat} {default} is grave")
        need(default.kind not in table.game.asides, f"law 5: the clock's {seat} {default} answers nothing")
        for other in match.shared(seat):
            need(
                other != seat and seat in match.shared(other),
                f"law 5: {seat} and {other} do not share a question",
            )


class Bounds:
    """Law 5 over a whole match: hands end within the game's bound, numbers never fall, `max_hands` holds."""

    def __init__(self, table: Table, match: Match) -> None:
        self.asides = table.game.asides
        self.bound = table.game.hand_bound(table.options, table.seats)
        self.most = int(table.options.get("max_hands", 0))
        self.turns = 0
        self.hand = match.hand_number()
        self.decision = match.decision

    def after(self, match: Match, move: Move | None, dealt: bool = False) -> None:
        """To be asked after each move, and with None after each chance: ``dealt`` when it was a whole deal.

        A hand may be dealt again without being another (a hand laid down in Sueca): its moves are counted
        from the last deal.
        """
        hand = match.hand_number()
        need(hand >= self.hand, f"law 5: the number of hands fell from {self.hand} to {hand}")
        need(
            match.decision >= self.decision,
            f"law 5: the decision fell from {self.decision} to {match.decision}",
        )
        if hand > self.hand:
            need(hand == self.hand + 1 and move is None, "law 5: a hand begins with a deal, one at a time")
            self.turns = 0
        elif dealt:
            self.turns = 0
        elif move is not None and move.kind not in self.asides:
            self.turns += 1
            need(self.turns <= self.bound, f"law 5: hand {hand} takes more than {self.bound} moves")
        need(not self.most or hand <= self.most, f"law 5: hand {hand} of at most {self.most} has begun")
        self.hand = hand
        self.decision = match.decision


# ------------------------------------------------------------------------------------------------------ law 6


def law_6(table: Table, match: Match, rng: random.Random, steps: int = 12) -> None:
    """A copy is equal and shares nothing that changes; nor does anything that a match gave away."""
    before = match.position()
    for name in ("copy", "match"):
        source = match.copy()
        child = source.copy()
        driven, kept = (child, source) if name == "copy" else (source, child)
        need_equal(before, kept.position(), "law 6: positions of a match and of its copy")
        views = [kept.view(seat) for seat in table.viewers]
        shown = [encoded(view.plain()) for view in views]
        for data, then in _drive(table, driven, rng, steps):
            need(encoded(data) == then, "law 6: what a match gave away changed afterwards")
        other = "match" if name == "copy" else "copy"
        need_equal(
            before, kept.position(), f"law 6: positions of the {other} before and after moves of the {name}"
        )
        together = kept.views(table.viewers)
        for seat, view, then, one in zip(table.viewers, views, shown, together, strict=True):
            need_equal(view.plain(), one.plain(), f"law 6: the view of {_who(seat)} alone and among others")
            need(encoded(view.plain()) == then, f"law 6: a view of {_who(seat)} changed after it was given")
            need_equal(view.plain(), kept.view(seat).plain(), f"law 6: views of the {other} for {_who(seat)}")
    _scribble(match.position())
    need_equal(before, match.position(), "law 6: positions before and after writing into one")


def _drive(table: Table, match: Match, rng: random.Random, steps: int) -> list[tuple[object, bytes]]:
    """Some random steps; what the match gave away on the way, with its bytes at that time."""
    given: list[tuple[object, bytes]] = []
    for view in match.views(table.viewers):
        given.append((view.plain(), encoded(view.plain())))
    for _ in range(steps):
        step = random_step(table, match, rng)
        if step is None:
            break
        events = take(match, step)
        for data in (seen_by(events, None), match.position()):
            given.append((data, encoded(data)))
    return given


def _scribble(data: object) -> None:
    """Write into every list and dict of plain data."""
    if isinstance(data, dict):
        for item in data.values():
            _scribble(item)
        data["scribbled"] = True
    elif isinstance(data, list):
        for item in data:
            _scribble(item)
        data.append("scribbled")


# --------------------------------------------------------------------------------------------------- stepping

Step = tuple[int, Move] | list[int]
"""A seat and its move, or an order that is dealt."""


def told(step: Step) -> str:
    """A step in words."""
    return f"deal {step}" if isinstance(step, list) else f"{step[0]} {step[1]}"


def take(match: Match, step: Step) -> list[Event]:
    """Take a step that was offered."""
    if isinstance(step, list):
        return match.deal(step)
    try:
        return match.apply(*step)
    except Refused as error:
        raise Broken(f"law 3: {told(step)} is listed as legal but refused {error.refusal}") from error


def random_step(table: Table, match: Match, rng: random.Random, asides: float = 0.02) -> Step | None:
    """Any legal step: of anybody who may say something now; None when the match is over.

    A grave move is taken once where it could be ten times, for it ends what would be seen otherwise. Once in
    five times each kind of move is as likely, so that what is said seldom among many cards is said at times.
    """
    chance = match.chance()
    if chance is not None:
        order = list(chance.items)
        rng.shuffle(order)
        return order
    secret: list[tuple[int, Move]] = []
    moves: list[tuple[int, Move]] = []
    for seat in range(table.seats):
        for move in moves_of(match, seat):
            (secret if move.kind in table.game.asides else moves).append((seat, move))
    if secret and rng.random() < asides:
        return rng.choice(secret)
    if not moves:
        return None
    if rng.random() < 0.2:
        kind = rng.choice(sorted({move.kind for _seat, move in moves}))
        moves = [each for each in moves if each[1].kind == kind]
    step = rng.choice(moves)
    if match.grave(*step) is not None and rng.random() < 0.9:
        return rng.choice([each for each in moves if match.grave(*each) is None] or moves)
    return step
