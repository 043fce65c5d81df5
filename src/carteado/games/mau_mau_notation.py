"""Mau-Mau on paper and in the head: whole positions, cases, and matches imagined from a view.

A position is how the hand began, the shuffles, and the log; what it says of the present is made again by the
rules and must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from carteado.cards import CARD_TEXT, SUITS
from carteado.games import game as contract
from carteado.games import mau_mau_cards
from carteado.games.game import (
    BadData,
    BadDeal,
    BadOptions,
    Match,
    Move,
    Option,
    Options,
    OptionValue,
    Plain,
    Random,
    Refused,
    Seat,
    View,
)
from carteado.games.mau_mau import TURNS_EACH, Base, Line, MauMauMatch, Settings
from carteado.games.mau_mau_cards import (
    CARDS_EACH,
    CHOOSE_SUIT,
    EFFECTS,
    FITS_SEVENS,
    FITS_SUIT,
    JACK,
    NO_SUIT,
    PACK,
    PACK_SORTED,
    PHASES,
    SEVEN,
    TURN,
    TURNING,
)
from carteado.games.mau_mau_imagine import Puzzle, Start, numbers, read_line, suit_of
from carteado.games.mau_mau_shapes import (
    BaseSeen,
    HandSeen,
    MauMauBase,
    MauMauMemory,
    MauMauPosition,
    MauMauTable,
    MauMauView,
    Phase,
)
from carteado.games.shapes import read

MOST_SETTINGS: Final = 1000
"""So many combinations of options are kept; a server sees few, whoever asks for more."""
TRIES: Final = 60
"""So often a hand is drawn anew that does not fit what has been seen."""
FREE_TRIES: Final = 12
"""So often it is left to chance whether who has announced holds a card that fits."""

OPTIONS: Final = (
    Option("jack_on_seven", "suit_only", ("suit_only", "forbidden", "free_when_paid"), "A1"),
    Option("first_card_effect", True, (True, False), "A2"),
    Option("queen_with_two", "nothing", ("nothing", "skip"), "A3"),
    Option("play_after_draw", "any", ("any", "drawn_only"), "A7"),
    Option("mau_mau_out_of_turn", "penalty", ("penalty", "refuse"), "A8"),
    Option("late_mau_mau", False, (False, True), "A8"),
    Option("last_card_effect", False, (False, True), "A9"),
    Option("final_jack_doubles", False, (False, True), "A9"),
    Option("ace_value", 1, (1, 11), "A10"),
    Option("nine_target", "seat", ("seat", "last_actor"), "A13"),
    Option("match", "single", ("single", "hands", "target"), "A11"),
    Option("hands_to_play", 5, (2, 3, 4, 5, 6, 8, 10, 20), "A11"),
    Option("points_limit", 200, (50, 100, 150, 200, 300, 500, 1000), "A11"),
    Option("max_hands", 0, (0, 1, 2, 4, 6, 12, 24), ""),
)


def table_of(view: View) -> MauMauTable:
    """The table of a view of Mau-Mau, typed."""
    return cast(MauMauTable, view.table)


def memory_of(view: View) -> MauMauMemory:
    """The memory of a view of Mau-Mau, typed."""
    return cast(MauMauMemory, view.memory)


class MauMauGame:
    """Mau-Mau; see `carteado.games.game.Game` for its members."""

    def __init__(self) -> None:
        self.id: Final = "mau_mau"
        self.name: Final = "Mau-Mau"
        self.options: Final[tuple[Option, ...]] = OPTIONS
        self.presets: Final[dict[str, dict[str, OptionValue]]] = {"seed": {}}
        self.seats: Final = (4, 5, 6, 7, 8)  # R1 A19
        self.asides: Final = mau_mau_cards.ASIDES
        self.watchful: Final = mau_mau_cards.ASIDES
        self.pairs: Final = False
        self._settings: dict[tuple[OptionValue, ...], Settings] = {}

    def full_options(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """See `carteado.games.game.Game.full_options`."""
        return contract.full_options(self.options, given)

    def pack(self, options: Options, seats: int) -> tuple[int, ...]:
        """See `carteado.games.game.Game.pack`."""
        return PACK

    def start(
        self,
        options: Mapping[str, object],
        seats: int,
        before: Mapping[str, object] | None = None,
        decision: int = 0,
    ) -> MauMauMatch:
        """See `carteado.games.game.Game.start`."""
        self._check_seats(seats)
        dealer = -1
        if before is not None:
            given = before.get("dealer")
            if type(given) is not int or not 0 <= given < seats:
                raise BadOptions("the match before names no dealer of this table")
            dealer = given
        full = self.full_options(options)
        return MauMauMatch(full, self.settings(full), seats, dealer, decision)

    def settings(self, options: Options) -> Settings:
        """The options as the rules use them; the same object for equal options."""
        key = tuple([options[option.name] for option in self.options])
        found = self._settings.get(key)
        if found is None:
            if len(self._settings) >= MOST_SETTINGS:
                self._settings.clear()
            found = self._settings[key] = Settings(options)
        return found

    def _check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise BadOptions(f"{self.name} is played by 4 to 8, not by {seats}")  # R1 A19

    def hand_bound(self, options: Options, seats: int) -> int:
        """See `carteado.games.game.Game.hand_bound`: two moves a turn, up to the last one (A20)."""
        return 2 * TURNS_EACH * seats + 1

    def parse(self, text: str) -> Move:
        """See `carteado.games.game.Game.parse`."""
        return mau_mau_cards.parse(text)

    def seen(self, move: Move, mover: int, viewer: Seat) -> str:
        """See `carteado.games.game.Game.seen`: a move names no card that is not shown."""
        return move.text

    def alphabet(self, options: Options, rng: Random) -> Iterator[Move]:
        """See `carteado.games.game.Game.alphabet`: the moves are finite."""
        return iter(mau_mau_cards.ALPHABET)

    def hints(self, view: View, ask: Mapping[str, object]) -> dict[str, Plain]:
        """The viewer's own cards that would fit on what lies there now, in turn or not (section 7)."""
        table = table_of(view)
        if table["top"] is None or table["phase"] not in ("turn", "choose_suit"):
            return {"playable": []}
        fits = fits_of(self.settings(view.options), table)
        cards = [card for card in table["cards"] if fits[CARD_TEXT.index(card)]]
        if self.settings(view.options).drawn_only and table["drawn"] is not None:
            cards = [card for card in cards if card == table["drawn"]]
        return {"playable": list(cards)}

    # ---------------------------------------------------------------------------------------------- cases

    def complete(self, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]) -> dict[str, Plain]:
        """See `carteado.games.game.Game.complete`.

        ``given`` may hold ``options``, ``seats`` (4), ``dealer`` (the last seat, so that seat 0 is first),
        ``hand`` (1), ``decision`` (1), ``score``, ``out``, and ``hands``: {seat: cards}. With ``turned`` the
        hand is dealt as by the rules, ``stock`` being the top of the stock. Otherwise a place in its middle
        is set up: ``top`` or the whole ``pile``, ``stock``, ``turn`` (0), ``dir`` (1), ``suit``, ``pending``;
        the rest of the pack lies below the stock, or with ``rest: aside`` nowhere.
        """
        for key in given:
            if key not in _GIVEN:
                raise BadData(f"given: unknown field {key!r}")
        seats = read(int, given.get("seats", 4), "seats")
        self._check_seats(seats)
        options = self.full_options(read(dict[str, object], given.get("options", {}), "options"))
        dealer = _seat(given.get("dealer", seats - 1), seats, "dealer")
        settings = self.settings(options)
        match = MauMauMatch(options, settings, seats, dealer, 0)
        hand = read(int, given.get("hand", 1), "hand")
        _need(hand >= 1, "hand: 1 at least")
        score = list(read(list[int], given.get("score", [0] * seats), "score"))
        left = list(read(list[int], given.get("out", []), "out"))
        _need(all(0 <= seat < seats for seat in left) and len(left) < seats - 1, "out: no such seats")
        decision = read(int, given.get("decision", 1), "decision")
        _need(len(score) == seats, "score: a number for each seat")
        sheet = [Line(score if number == 0 else [0] * seats, [], "too_long") for number in range(hand - 1)]
        if "turned" in given:
            match.number = decision - 1
            match.score, match.sheet, match.left = score, sheet, left
            for seat in left:
                match.out |= 1 << seat
            match.hand = hand - 1
            if match.hand:
                # the deal moves on to the dealer that is given
                match.dealer = match.next_of(dealer, -1)
            match.deal(self._order(match, given, plays))
        else:
            base = self._set_up(given, plays, seats, decision, score, sheet, left)
            _check_base(base, hand, seats, dealer, settings)
            match.stand(base, hand)
        position = match.position()
        self.from_position(position)  # a score that cannot be is refused
        return position

    def _set_up(
        self,
        given: Mapping[str, object],
        plays: Sequence[tuple[int, Move]],
        seats: int,
        decision: int,
        score: list[int],
        sheet: list[Line],
        left: list[int],
    ) -> Base:
        """A place in the middle of a hand."""
        pile = _cards(given.get("pile", given.get("top", "Kc")), "pile")
        stock = _cards(given.get("stock", ""), "stock")
        hands: list[list[int]] = [[] for _ in range(seats)]
        rest = PACK_SORTED[:]
        for each in (*pile, *stock):
            _take(rest, each)
        named = given_hands(given.get("hands", {}), seats)
        for seat, cards in named.items():
            hands[seat] = sorted(cards)
            for each in cards:
                _take(rest, each)
        for seat, move in plays:
            fresh = move.kind == "discard" and 0 <= seat < seats and seat not in named
            if fresh and move.card in rest and len(hands[seat]) < CARDS_EACH:
                hands[seat].append(move.card)
                _take(rest, move.card)
        for seat in range(seats):
            while seat not in named and seat not in left and len(hands[seat]) < CARDS_EACH:
                _need(bool(rest), "hands: no cards are left for them")
                hands[seat].append(rest.pop(0))
            hands[seat].sort()
        where = read(str, given.get("rest", "stock"), "rest")
        _need(where in ("stock", "aside"), "rest: stock or aside")
        way = read(int, given.get("dir", 1), "dir")
        _need(way in (1, -1), "dir: 1 or -1")
        suit = given.get("suit")
        _need(suit is None or suit in list(SUITS), "suit: c, d, h or s")
        return Base(
            decision,
            score,
            sheet,
            TURN,
            _seat(given.get("turn", 0), seats, "turn"),
            way,
            read(int, given.get("pending", 0), "pending"),
            NO_SUIT if suit is None else SUITS.index(str(suit)),
            left,
            hands,
            stock + (rest if where == "stock" else []),
            rest if where == "aside" else [],
            pile,
            [],
        )

    def arrange(
        self, match: Match, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]
    ) -> list[int]:
        """See `carteado.games.game.Game.arrange`: given ``dealer``, ``hands``, ``turned``, ``stock``."""
        chance = match.chance()
        if chance is None:
            raise BadData("nothing is to be dealt now")
        assert isinstance(match, MauMauMatch)
        seats = match.seats
        if chance.kind == "first_dealer":
            dealer = _seat(given.get("dealer", seats - 1), seats, "dealer")
            return [dealer, *[seat for seat in range(seats) if seat != dealer]]
        if chance.kind == "reshuffle":
            rest = list(chance.items)
            top = _cards(given.get("stock", ""), "stock")
            for each in top:
                _take(rest, each)
            return top + rest
        return self._order(match, given, plays)

    def _order(
        self, match: MauMauMatch, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]
    ) -> list[int]:
        """An order of both packs that deals what is given, then what the seats play, then the next cards."""
        seats = match.seats
        dealer = match.next_of(match.dealer, 1) if match.hand else match.dealer
        rest = PACK_SORTED[:]
        top = _cards(given.get("turned", ""), "turned") + _cards(given.get("stock", ""), "stock")
        hands: list[list[int]] = [[] for _ in range(seats)]
        for seat, cards in given_hands(given.get("hands", {}), seats).items():
            _need(len(cards) <= CARDS_EACH, f"hands.{seat}: {CARDS_EACH} cards at most")
            hands[seat] = cards
        for each in [*top, *[card for cards in hands for card in cards]]:
            _take(rest, each)
        for seat, move in plays:
            named = move.kind == "discard" and 0 <= seat < seats and move.card in rest
            if named and move.card not in hands[seat] and len(hands[seat]) < CARDS_EACH:
                hands[seat].append(move.card)
                _take(rest, move.card)
        order: list[int] = []
        playing: list[int] = []
        seat = match.next_of(dealer, 1)
        for _ in range(match.players()):
            playing.append(seat)
            seat = match.next_of(seat, 1)
        for seat in playing:
            while len(hands[seat]) < CARDS_EACH:
                hands[seat].append(rest.pop(0))
        for at in range(CARDS_EACH):
            order += [hands[seat][at] for seat in playing]
        return order + top + rest

    # ------------------------------------------------------------------------------------------ positions

    def from_position(self, data: Mapping[str, object]) -> MauMauMatch:
        """See `carteado.games.game.Game.from_position`."""
        whole = cast(MauMauPosition, read(MauMauPosition, data, "position"))
        _need(whole["game"] == self.id, f"game: {self.id} expected")
        seats = whole["seats"]
        _need(seats in self.seats, "seats: 4 to 8 expected")
        try:
            options = self.full_options(whole["options"])
        except BadOptions as error:
            raise BadData(f"options: {error}") from error
        settings = self.settings(options)
        dealer = whole["dealer"]
        _need(dealer is None or 0 <= dealer < seats, "dealer: no such seat")
        _need(whole["decision"] >= 0, "decision: negative")
        match = MauMauMatch(options, settings, seats, -1 if dealer is None else dealer, whole["decision"])
        base = whole["base"]
        if base is not None:
            _need(dealer is not None, "dealer: missing")
            shuffles = [numbers(order) for order in whole["shuffles"]]
            began = _read_base(base, whole["hand"], seats, match.dealer, settings)
            replay(match, began, whole["hand"], whole["log"], shuffles)
        wanted = dict(whole)
        wanted["options"] = options
        found = match.position()
        for key in found:
            _need(found[key] == wanted[key], f"{key}: not what the hand made it")
        return match

    # ----------------------------------------------------------------------------------------------- views

    def read_view(self, data: Mapping[str, object]) -> View:
        """See `carteado.games.game.Game.read_view`: a view that no match shows is refused."""
        whole = cast(MauMauView, read(MauMauView, data, "view"))
        _need(whole["game"] == self.id, f"game: {self.id} expected")
        view = View(
            self.id,
            whole["options"],
            whole["seats"],
            whole["seat"],
            whole["decision"],
            whole["waiting"],
            whole["table"],
            list(whole["legal"]),
            whole["actions"],
            whole["memory"],
        )
        if self.imagine(view, _Fixed()).view(view.seat).plain() != view.plain():
            raise BadData("view: no match looks like this")
        return view

    def imagine(self, view: View, rng: Random) -> MauMauMatch:
        """See `carteado.games.game.Game.imagine`."""
        table = table_of(view)
        memory = memory_of(view)
        seats = view.seats
        _need(seats in self.seats, "seats: 4 to 8 expected")
        _need(view.seat is None or 0 <= view.seat < seats, "seat: no such seat")
        try:
            options = self.full_options(view.options)
        except BadOptions as error:
            raise BadData(f"options: {error}") from error
        settings = self.settings(options)
        dealer = table["dealer"]
        _need(dealer is None or 0 <= dealer < seats, "dealer: no such seat")
        _need(view.decision >= 0, "decision: negative")
        match = MauMauMatch(options, settings, seats, -1 if dealer is None else dealer, view.decision)
        base = memory["base"]
        if base is None:
            return match
        _need(dealer is not None, "dealer: missing")
        puzzle = Puzzle(_start_of(view, base, table, memory, settings))
        for attempt in range(TRIES):
            if puzzle.steps <= 0:
                break
            if not puzzle.solve(rng, attempt >= FREE_TRIES):
                continue
            stocks = puzzle.stocks()
            began = _base_from(base, puzzle.hands(), stocks[0], puzzle.aside(), seats)
            if attempt == 0:
                _check_base(began, table["hand"], seats, match.dealer, settings)
            found = MauMauMatch(options, settings, seats, match.dealer, view.decision)
            try:
                replay(found, began, table["hand"], memory["log"], stocks[1:])
            except _Unlucky:
                continue
            return found
        raise BadData("view: no match looks like this")


class _Unlucky(BadData):
    """A hand did not go as it was told, and with other cards that nobody has seen it might have."""


class _Fixed:
    """Draws always the same: for checking that a view can be at all."""

    def __init__(self) -> None:
        self._state = 1

    def random(self) -> float:
        return self.randrange(1 << 16) / (1 << 16)

    def randrange(self, stop: int, /) -> int:
        # a plain congruential generator: what it draws need not be good, but not always lead the same way
        self._state = (self._state * 1103515245 + 12345) % (1 << 31)
        return (self._state >> 8) % stop

    def shuffle(self, x: list[int], /) -> None:
        for last in range(len(x) - 1, 0, -1):
            other = self.randrange(last + 1)
            x[last], x[other] = x[other], x[last]


_GIVEN: Final = frozenset(
    (
        *("options", "seats", "dealer", "hand", "decision", "score", "out", "hands", "turned", "stock"),
        *("top", "pile", "turn", "dir", "suit", "pending", "rest"),
    )
)


def _need(right: bool, wrong: str) -> None:
    if not right:
        raise BadData(wrong)


def _seat(given: object, seats: int, what: str) -> int:
    seat: int = read(int, given, what)
    _need(0 <= seat < seats, f"{what}: no seat {seat}")
    return seat


def _cards(given: object, what: str) -> list[int]:
    """Cards written as one text or as a list."""
    return numbers(given.split() if isinstance(given, str) else read(list[str], given, what))


def _take(rest: list[int], card: int) -> None:
    _need(card in rest, f"{CARD_TEXT[card]} is given more than twice")
    rest.remove(card)


def given_hands(given: object, seats: int) -> dict[int, list[int]]:
    """Hands by seat, as cases write them."""
    if not isinstance(given, Mapping):
        raise BadData("hands: {seat: cards} expected")
    hands: dict[int, list[int]] = {}
    for seat, held in given.items():
        at = int(seat) if isinstance(seat, str) and seat.isdecimal() else seat
        if type(at) is not int or not 0 <= at < seats:
            raise BadData(f"hands: no seat {seat!r}")
        hands[at] = _cards(held, f"hands.{at}")
    return hands


def fits_of(settings: Settings, table: MauMauTable) -> list[bool]:
    """By card: whether it would fit on what lies on a table that has a top card."""
    assert table["top"] is not None
    top = CARD_TEXT.index(table["top"])
    if table["pending"]:
        return FITS_SEVENS
    if top >> 2 != JACK:
        return settings.fits[top]
    return FITS_SUIT[suit_of(table["suit"])] if table["suit"] is not None else mau_mau_cards.FITS_JACK


def replay(
    match: MauMauMatch, base: Base, hand: int, log: Sequence[str], shuffles: Sequence[list[int]]
) -> None:
    """Play a hand again from its beginning, by its log.

    Raises:
        BadData: it did not go so.
    """
    match.stand(base, hand)
    at = 0
    for written in log:
        line = read_line(written, match.seats)
        if line.kind == "reshuffle":
            chance = match.chance()
            _need(chance is not None and chance.kind == "reshuffle", "log: nothing was to be shuffled")
            _need(at < len(shuffles), "shuffles: one is missing")
            try:
                match.deal(shuffles[at])
            except BadDeal as error:
                raise BadData("shuffles: not the cards that were to be shuffled") from error
            at += 1
        elif line.move is not None:
            number = len(match.log)
            try:
                match.apply(line.seat, line.move)
            except Refused as refused:
                # whether somebody had to play is all that unseen cards decide
                kind = _Unlucky if refused.refusal is mau_mau_cards.MUST_PLAY else BadData
                raise kind(f"log: {written} was refused: {refused.refusal.code}") from refused
            if match.log[number] != written:
                # whether an announcement was right depends on cards that others have not seen
                other = _Unlucky if line.kind == "announce" else BadData
                raise other(f"log: {written} became {match.log[number]}")
    _need(at == len(shuffles), "shuffles: too many")
    _need(match.log == list(log), "log: it went another way")


def _lines_of(sheet: Sequence[HandSeen]) -> list[Line]:
    return [Line(line["points"], line["winners"], line["reason"]) for line in sheet]


def _phase_of(phase: Phase) -> int:
    return PHASES.index(phase)


def _read_base(base: MauMauBase, hand: int, seats: int, dealer: int, settings: Settings) -> Base:
    began = Base(
        base["decision"],
        base["score"],
        _lines_of(base["sheet"]),
        _phase_of(base["phase"]),
        -1 if base["turn"] is None else base["turn"],
        base["dir"],
        base["pending"],
        suit_of(base["suit"]),
        base["out"],
        [numbers(held) for held in base["hands"]],
        numbers(base["stock"]),
        numbers(base["aside"]),
        numbers(base["pile"]),
        numbers(base["returned"]),
    )
    _check_base(began, hand, seats, dealer, settings)
    return began


def _base_from(
    base: BaseSeen, hands: list[list[int]], stock: list[int], aside: list[int], seats: int
) -> Base:
    """How a hand began, as all saw it, with what nobody saw."""
    return Base(
        base["decision"],
        base["score"],
        _lines_of(base["sheet"]),
        _phase_of(base["phase"]),
        -1 if base["turn"] is None else base["turn"],
        base["dir"],
        base["pending"],
        suit_of(base["suit"]),
        base["out"],
        hands,
        stock,
        aside,
        numbers(base["pile"]),
        numbers(base["returned"]),
    )


def _check_base(base: Base, hand: int, seats: int, dealer: int, settings: Settings) -> None:
    """A hand can begin so, or be set up so."""
    _need(base.decision >= 0, "base: a negative decision")
    _check_sheet(base, hand, seats, settings)
    left = base.left
    _need(len(set(left)) == len(left) and all(0 <= seat < seats for seat in left), "out: no such seats")
    _need(len(left) < seats - 1, "out: nobody is left to play")
    _need(len(base.hands) == seats, "hands: one for each seat")
    for seat, held in enumerate(base.hands):
        _need((len(held) == 0) == (seat in left), "hands: none for who left, and one for everybody else")
        _need(held == sorted(held), "hands: not sorted")
    cards = [*[card for held in base.hands for card in held], *base.stock, *base.aside, *base.pile]
    _need(sorted(cards) == PACK_SORTED, "base: not the cards of two packs")
    _need(0 <= base.pending <= len(PACK) and base.pending % 2 == 0, "pending: no sevens make it")
    if base.phase == TURNING:
        _need(
            not settings.first_effect and not base.pile and not base.aside, "base: nothing is turned up again"
        )
        _need(base.turn < 0 and base.direction == 1 and base.suit < 0, "base: nobody has the turn yet")
        _need(base.returned == base.stock[-1:], "returned: it lies at the bottom of the stock")
        _need(bool(base.stock) and base.stock[-1] >> 2 in EFFECTS, "returned: a plain card stays")
        _need(any(card >> 2 not in EFFECTS for card in base.stock), "base: no plain card could come up")
        return
    _need(base.phase in (TURN, CHOOSE_SUIT), "base: no hand begins in this phase")
    _need(bool(base.pile) and not base.returned, "base: a card lies on the table")
    _need(0 <= base.turn < seats and base.turn not in left, "turn: not of a seat that plays")
    top = base.pile[-1]
    _need(base.pending == 0 or top >> 2 == SEVEN, "pending: no seven lies on top")
    named = top >> 2 == JACK and base.phase == TURN
    _need((base.suit >= 0) == named, "suit: named for a jack on top, and for nothing else")
    if base.phase == CHOOSE_SUIT:
        first = (dealer + 1) % seats
        while first in left:
            first = (first + 1) % seats
        _need(top >> 2 == JACK and base.turn == first, "base: nobody has a suit to name")


def _check_sheet(base: Base, hand: int, seats: int, settings: Settings) -> None:
    """The hands before, and that the match went on after them (A11)."""
    _need(hand >= 1 and len(base.sheet) == hand - 1, "sheet: a line for each hand before")
    _need(len(base.score) == seats, "score: a number for each seat")
    total = [0] * seats
    for line in base.sheet:
        _need(len(line.points) == seats and all(each >= 0 for each in line.points), "sheet: points by seat")
        _need(all(0 <= seat < seats for seat in line.winners), "sheet: no such winners")
        for seat in range(seats):
            total[seat] += line.points[seat]
    _need(total == base.score, "score: not the sum of the sheet")
    inside = [base.score[seat] for seat in range(seats) if seat not in base.left]
    match settings.match:
        case "single":
            _need(hand == 1, "hand: the match has only one")
        case "hands":
            _need(hand <= settings.hands, "hand: more than the match has")
        case _:
            _need(not inside or max(inside) < settings.target, "score: the match was over")
    if settings.match != "single":
        _need(settings.max_hands == 0 or hand <= settings.max_hands, "hand: more than the table plays")


def _start_of(
    view: View, base: BaseSeen, table: MauMauTable, memory: MauMauMemory, settings: Settings
) -> Start:
    """What the viewer knows of how the hand began and of what was seen since."""
    seats = view.seats
    sizes = base["sizes"]
    _need(len(sizes) == seats and all(0 <= size <= len(PACK) for size in sizes), "sizes: one for each seat")
    _need(base["stock"] >= 0 and base["aside"] >= 0, "base: a negative number of cards")
    cards = sum(sizes) + base["stock"] + base["aside"] + len(base["pile"])
    _need(cards == len(PACK), "base: not the cards of two packs")
    _need(len(memory["dealt"]) == (0 if view.seat is None else sizes[view.seat]), "dealt: not so many")
    hands = table["hands"]
    _need(hands is None or len(hands) == seats, "hands: one for each seat")
    turning = base["phase"] == "turning"
    _need(turning or bool(base["pile"]), "pile: nothing lies on the table")
    _need(len(base["returned"]) == (1 if turning else 0), "returned: not in this phase")
    return Start(
        seats,
        -1 if view.seat is None else view.seat,
        sizes[:],
        base["stock"],
        base["aside"],
        numbers(base["pile"]),
        numbers(base["returned"]),
        base["pending"],
        suit_of(base["suit"]),
        turning,
        numbers(memory["dealt"]),
        numbers(memory["received"]),
        [read_line(written, seats) for written in memory["log"]],
        None if hands is None else [numbers(held) for held in hands],
        settings.fits,
        settings.drawn_only,
    )


GAME: Final = MauMauGame()
