"""Truco on paper and in the head: whole positions, cases, and matches imagined from a view.

`TrucoGame` is the game of the catalogue; its two instances stand in `truco_paulista` and `truco_mineiro`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from carteado.cards import BadCard, card, is_permutation, texts
from carteado.games import game as contract
from carteado.games import truco_cards
from carteado.games.game import (
    BadData,
    BadOptions,
    Match,
    Move,
    Option,
    Options,
    OptionValue,
    Plain,
    Random,
    Seat,
    View,
)
from carteado.games.shapes import read
from carteado.games.truco import Line, Settings, TrucoMatch
from carteado.games.truco_cards import (
    CARDS_EACH,
    DEAL,
    DECIDE,
    GAME_OVER,
    GOAL,
    IRON,
    MATCH_OVER,
    NO_PAIR,
    PACK,
    PACK_TEXT,
    PAIRS,
    PHASES,
    PLAY,
    RESPOND,
    SPECIAL_NAMES,
    TIE,
    hand_winner,
    strengths_for,
)
from carteado.games.truco_shapes import TrucoMemory, TrucoPosition, TrucoTable, TrucoView

MOST_SETTINGS: Final = 1000
"""So many combinations of options are kept; a server sees few, whoever asks for more."""


def table_of(view: View) -> TrucoTable:
    """The table of a view of truco, typed."""
    return cast(TrucoTable, view.table)


def memory_of(view: View) -> TrucoMemory:
    """The memory of a view of truco, typed."""
    return cast(TrucoMemory, view.memory)


class TrucoGame:
    """One of the two games of truco; see `carteado.games.game.Game` for its members."""

    def __init__(
        self,
        id: str,
        name: str,
        vira: bool,
        options: tuple[Option, ...],
        presets: dict[str, dict[str, OptionValue]],
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.vira: Final = vira
        self.options: Final = options
        self.presets: Final = presets
        self.seats: Final = (4, 2)
        self.asides: Final = truco_cards.ASIDES
        self.watchful: Final[frozenset[str]] = frozenset()  # partners propose, robots only answer
        self.pairs: Final = True
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
    ) -> TrucoMatch:
        """See `carteado.games.game.Game.start`."""
        self._check_seats(seats)
        dealer = -1
        if before is not None:
            given = before.get("dealer")
            if type(given) is not int or not 0 <= given < seats:
                raise BadOptions("the match before names no dealer of this table")
            dealer = given
        full = self.full_options(options)
        return TrucoMatch(self.id, full, self.settings(full), seats, dealer, decision)

    def settings(self, options: Options) -> Settings:
        """The options as the rules use them; the same object for equal options."""
        key = tuple([options[option.name] for option in self.options])
        found = self._settings.get(key)
        if found is None:
            if len(self._settings) >= MOST_SETTINGS:
                self._settings.clear()
            found = self._settings[key] = Settings(options, self.vira)
        return found

    def _check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise BadOptions(f"{self.name} is played by {' or '.join(map(str, self.seats))}, not by {seats}")

    def hand_bound(self, options: Options, seats: int) -> int:
        """See `carteado.games.game.Game.hand_bound`: cards, raises with two answers, the special hand."""
        raises = len(self.settings(options).scale.values) - 1
        return seats * CARDS_EACH + 3 * raises + 2

    def parse(self, text: str) -> Move:
        """See `carteado.games.game.Game.parse`."""
        return truco_cards.parse(text)

    def seen(self, move: Move, mover: int, viewer: Seat) -> str:
        """See `carteado.games.game.Game.seen`."""
        return truco_cards.seen(move, mover, viewer)

    def alphabet(self, options: Options, rng: Random) -> Iterator[Move]:
        """See `carteado.games.game.Game.alphabet`: truco's moves are finite."""
        return iter(truco_cards.ALPHABET)

    # ---------------------------------------------------------------------------------------------- cases

    def complete(self, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]) -> dict[str, Plain]:
        """See `carteado.games.game.Game.complete`.

        ``given`` may hold ``options``, ``seats`` (4), ``dealer`` (the last seat, so that seat 0 leads),
        ``score``, ``games``, ``hand`` (1), ``decision`` (1), ``vira`` and ``hands``: {seat: cards in deal
        order}. The match stands at the start of that hand.
        """
        for key in given:
            if key not in (
                "options",
                "seats",
                "dealer",
                "score",
                "games",
                "hand",
                "decision",
                "vira",
                "hands",
            ):
                raise BadData(f"given: unknown field {key!r}")
        seats = read(int, given.get("seats", 4), "seats")
        self._check_seats(seats)
        options = self.full_options(read(dict[str, object], given.get("options", {}), "options"))
        dealer = read(int, given.get("dealer", seats - 1), "dealer")
        if not 0 <= dealer < seats:
            raise BadData(f"dealer: no seat {dealer}")
        settings = self.settings(options)
        match = TrucoMatch(
            self.id, options, settings, seats, dealer, read(int, given.get("decision", 1), "decision") - 1
        )
        match.score = list(read(list[int], given.get("score", [0, 0]), "score"))
        match.games = list(read(list[int], given.get("games", [0, 0]), "games"))
        match.hand = read(int, given.get("hand", 1), "hand") - 1
        match.begin_hand(self._order(dealer, seats, given, plays))
        position = match.position()
        self.from_position(position)  # a score that cannot be is refused
        return position

    def arrange(
        self, match: Match, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]
    ) -> list[int]:
        """See `carteado.games.game.Game.arrange`: given ``dealer``, or ``vira`` and ``hands``."""
        chance = match.chance()
        if chance is None:
            raise BadData("nothing is to be dealt now")
        position = match.position()
        seats = read(int, position["seats"], "seats")
        if chance.kind == "first_dealer":
            dealer = read(int, given.get("dealer", seats - 1), "dealer")
            if not 0 <= dealer < seats:
                raise BadData(f"dealer: no seat {dealer}")
            return [dealer, *[seat for seat in range(seats) if seat != dealer]]
        dealer = table_of(match.view(None))["next_dealer"] or 0
        return self._order(dealer, seats, given, plays)

    def _order(
        self, dealer: int, seats: int, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]
    ) -> list[int]:
        """An order that deals what is given, then what the seats play, then the pack's next cards."""
        used: set[int] = set()
        vira = -1
        if self.vira and given.get("vira") is not None:
            vira = _card(read(str, given["vira"], "vira"))
            used.add(vira)
        hands: list[list[int]] = [[] for _ in range(seats)]
        for seat, hand in _given_hands(given.get("hands", {}), seats):
            hands[seat] = hand
            if used.intersection(hand) or len(set(hand)) != len(hand):
                raise BadData(f"hands: a card of seat {seat} is given twice")
            used.update(hand)
        for seat, move in plays:
            named = move.kind == "play" and move.card in PACK and 0 <= seat < seats
            if named and move.card not in used and len(hands[seat]) < CARDS_EACH:
                hands[seat].append(move.card)
                used.add(move.card)
        rest = [each for each in PACK if each not in used]
        order: list[int] = []
        for turn in range(1, seats + 1):
            hand = hands[(dealer + turn) % seats]
            while len(hand) < CARDS_EACH:
                hand.append(rest.pop(0))
            order += hand
        if self.vira:
            order.append(vira if vira >= 0 else rest.pop(0))
        return order + rest

    # ------------------------------------------------------------------------------------------ positions

    def from_position(self, data: Mapping[str, object]) -> TrucoMatch:
        """See `carteado.games.game.Game.from_position`."""
        whole = cast(TrucoPosition, read(TrucoPosition, data, "position"))
        _need(whole["game"] == self.id, f"game: {self.id} expected")
        seats = whole["seats"]
        _need(seats in self.seats, f"seats: {self.seats} expected")
        try:
            options = self.full_options(whole["options"])
        except BadOptions as error:
            raise BadData(f"options: {error}") from error
        settings = self.settings(options)
        dealer = whole["dealer"]
        _need(dealer is None or 0 <= dealer < seats, "dealer: no such seat")
        match = TrucoMatch(
            self.id, options, settings, seats, -1 if dealer is None else dealer, whole["decision"]
        )
        match.hand_since = whole["since"]
        match.phase = PHASES.index(whole["phase"])
        match.hand = whole["hand"]
        match.score = whole["score"]
        match.games = whole["games"]
        match.sheet = [
            Line(
                NO_PAIR if line["pair"] is None else PAIRS.index(line["pair"]), line["points"], line["reason"]
            )
            for line in whole["sheet"]
        ]
        match.ended = whole["ended"] or ""
        _need(0 <= match.hand_since <= match.number, "since: after the decision, or negative")
        if match.hand == 0:
            _read_before_first_hand(match, whole)
        else:
            _read_cards(match, whole)
            _read_calls(match, whole)
            _read_secrets(match, whole)
        _check_score(match, whole["ended"])
        return match

    # ----------------------------------------------------------------------------------------------- views

    def hints(self, view: View, ask: Mapping[str, object]) -> dict[str, Plain]:
        """See `carteado.games.game.Game.hints`: truco has none."""
        return {}

    def read_view(self, data: Mapping[str, object]) -> View:
        """See `carteado.games.game.Game.read_view`: a view that no match shows is refused."""
        whole = cast(TrucoView, read(TrucoView, data, "view"))
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

    def imagine(self, view: View, rng: Random) -> TrucoMatch:
        """See `carteado.games.game.Game.imagine`.

        Every deal that fits what the seat knows is as likely as any other; of the other pair's secrets a vote
        or a proposal is drawn now and then.
        """
        table = table_of(view)
        memory = memory_of(view)
        seats = view.seats
        _need(view.seat is None or 0 <= view.seat < seats, "seat: no such seat")
        _need(len(table["held"]) == seats, "held: one number for each seat")
        dealt, plays, stock = (
            _imagine_cards(view, table, memory, rng) if table["hand"] else ([[]] * seats, [], PACK_TEXT)
        )
        position: TrucoPosition = {
            "game": self.id,
            "options": dict(view.options),
            "seats": seats,
            "decision": view.decision,
            "since": memory["since"],
            "phase": table["phase"],
            "hand": table["hand"],
            "score": table["score"],
            "games": table["games"],
            "dealer": table["dealer"],
            "vira": table["vira"],
            "dealt": dealt,
            "plays": plays,
            "stock": stock,
            "value": table["value"],
            "pending": table["pending"]["to"] if table["pending"] else 0,
            "caller": table["pending"]["seat"] if table["pending"] else None,
            "raiser": table["raiser"],
            "special": table["special"],
            "votes": _imagine_votes(view, table, rng),
            "proposals": [None, None],
            "refused": memory["refused"],
            "calls": memory["calls"],
            "sheet": table["sheet"],
            "ended": None if table["result"] is None else read(str, table["result"].get("reason"), "reason"),
        }
        _imagine_proposals(view, table, position, rng)
        return self.from_position(position)


class _Fixed:
    """Draws nothing: for checking that a view can be at all."""

    def random(self) -> float:
        return 0.999

    def randrange(self, stop: int, /) -> int:
        return 0

    def shuffle(self, x: list[int], /) -> None:
        pass


def _need(right: bool, wrong: str) -> None:
    if not right:
        raise BadData(wrong)


def _card(written: str) -> int:
    """A card of the pack."""
    try:
        found = card(written)
    except BadCard as error:
        raise BadData(str(error)) from error
    _need(found in PACK, f"{written} is not in the pack")
    return found


def _given_hands(given: object, seats: int) -> list[tuple[int, list[int]]]:
    if not isinstance(given, Mapping):
        raise BadData("hands: {seat: cards} expected")
    hands: list[tuple[int, list[int]]] = []
    for seat, held in given.items():
        at = int(seat) if isinstance(seat, str) and seat.isdecimal() else seat
        if type(at) is not int or not 0 <= at < seats:
            raise BadData(f"hands: no seat {seat!r}")
        words = held.split() if isinstance(held, str) else read(list[str], held, f"hands.{at}")
        _need(len(words) <= CARDS_EACH, f"hands.{at}: {CARDS_EACH} cards at most")
        hands.append((at, [_card(word) for word in words]))
    return hands


def _read_before_first_hand(match: TrucoMatch, whole: TrucoPosition) -> None:
    _need(
        whole["phase"] == ("first_dealer" if match.dealer < 0 else "deal"),
        "phase: nothing has been dealt yet",
    )
    _need(
        all(not dealt for dealt in whole["dealt"]) and len(whole["dealt"]) == match.seats,
        "dealt: no hand has begun",
    )
    _need(
        whole["stock"] == PACK_TEXT and whole["vira"] is None, "stock: the whole pack, before the first hand"
    )
    _need(
        whole["value"] == match.value and whole["special"] is None and whole["raiser"] is None,
        "value: no hand has begun",
    )
    nothing = not (
        whole["plays"]
        or whole["pending"]
        or whole["votes"]
        or whole["refused"]
        or whole["calls"]
        or whole["sheet"]
    )
    _need(nothing and whole["caller"] is None and whole["proposals"] == [None, None], "no hand has begun")


def _read_cards(match: TrucoMatch, whole: TrucoPosition) -> None:
    """Hands, vira, stock, and the cards on the table in the order that the rules allow."""
    seats = match.seats
    _need(match.dealer >= 0 and match.phase > DEAL, "phase: a hand has begun")
    _need((whole["vira"] is not None) == match.set.vira, "vira: one where the game has it")
    dealt = [[_card(each) for each in hand] for hand in whole["dealt"]]
    _need(
        len(dealt) == seats and all(len(hand) == CARDS_EACH for hand in dealt),
        "dealt: three cards for each seat",
    )
    stock = [_card(each) for each in whole["stock"]]
    everywhere = [each for hand in dealt for each in hand] + stock
    if whole["vira"] is not None:
        match.vira = _card(whole["vira"])
        everywhere.append(match.vira)
    _need(is_permutation(everywhere, PACK), "cards: each of the pack once")
    match.strengths = strengths_for(match.vira)
    match.dealt = dealt
    match.held = [7] * seats
    match.stock = stock
    match.leader = match.turn = match.first_leader()
    match.special = NO_PAIR if whole["special"] is None else SPECIAL_NAMES.index(whole["special"])
    for entry in whole["plays"]:
        _need(len(entry) == 3 and hand_winner(match.results) is None, "plays: the hand was over, or no play")
        seat, place, covered = entry
        fits = type(seat) is int and type(place) is int and type(covered) is bool
        _need(
            fits and seat == match.turn and 0 <= place < CARDS_EACH,
            "plays: not this seat's turn, or no such place",
        )
        _need(bool(match.held[seat] >> place & 1), "plays: a card is played twice")
        _need(not covered or match.check_cover(seat) is None, "plays: this card may not be covered")
        match.put(seat, place, bool(covered))
    if match.in_hand():
        _need(hand_winner(match.results) is None, "phase: the hand is over")
        _need(match.phase != DECIDE or not match.plays, "phase: cards were played before the decision")
    else:
        match.turn = -1


def _read_calls(match: TrucoMatch, whole: TrucoPosition) -> None:
    """The hand's value and the open request, as its calls made them."""
    ladder = match.set.scale.values
    special = match.special != NO_PAIR
    step = 1 if special else 0
    pending = 0
    raiser = NO_PAIR
    caller = -1
    opener = -1  # who called on his turn: the answers go on from there
    for call in whole["calls"]:
        _need(len(call) == 2 and not special, "calls: [seat, value], and none in a special hand")
        seat, to = call
        _need(0 <= seat < match.seats and (seat & 1) != raiser, "calls: not this pair's to say")
        if pending and to == ladder[pending]:
            step, pending = pending, 0
            continue
        above = (pending or step) + 1
        _need(above < len(ladder) and to == ladder[above], "calls: not the next step")
        _need(not pending or match.set.reraise, "calls: no raise as an answer at this table")
        opener = opener if pending else seat
        step, pending, raiser, caller = (pending or step), above, seat & 1, seat
    if not match.in_hand():
        pending = 0
    responding = match.phase == RESPOND
    _need(responding == (pending > 0), "phase: a request waits just in respond")
    _need(not responding or opener == match.turn, "calls: the open request began out of turn")
    match.step = step
    match.pending = pending
    match.raiser = raiser
    match.caller = caller if responding else -1
    if match.phase in (DECIDE, RESPOND):
        match.ask()
    match.calls = whole["calls"]
    _need(whole["value"] == match.value, "value: not what the calls made it")
    _need(whole["pending"] == (ladder[pending] if pending else 0), "pending: not what the calls made it")
    _need(
        whole["raiser"] == (None if raiser == NO_PAIR else PAIRS[raiser]),
        "raiser: not what the calls made it",
    )
    _need(whole["caller"] == (match.caller if responding else None), "caller: not who called")


def _read_secrets(match: TrucoMatch, whole: TrucoPosition) -> None:
    """Votes and proposals."""
    votes = whole["votes"]
    if match.phase in (DECIDE, RESPOND):
        asked = match.asked()
        open_still = all(seat in asked for seat in votes) and len(votes) < len(asked)
        _need(
            open_still and votes == sorted(set(votes)),
            "votes: not of seats that are asked, or decided already",
        )
        _need(not votes or not match.set.first_answer, "votes: the first answer binds at this table")
    else:
        _need(not votes, "votes: nothing is asked")
    match.votes = sum(1 << seat for seat in votes)
    refused = whole["refused"]
    _need(
        all(0 <= seat < match.seats for seat in refused) and refused == sorted(set(refused)),
        "refused: no such seat",
    )
    possible = match.set.forfeit and match.seats == 4
    _need(not refused or possible, "refused: nobody gives up at this table")
    match.refused = sum(1 << seat for seat in refused)
    _need(len(whole["proposals"]) == 2, "proposals: one or none for each pair")
    for pair, proposal in enumerate(whole["proposals"]):
        if proposal is None:
            continue
        seat = proposal["seat"]
        _need(possible and match.phase == PLAY, "proposals: not now")
        _need(seat in match.seats_of(pair) and seat not in refused, "proposals: not this seat's to make")
        _need(match.hand_since <= proposal["since"] <= match.number, "proposals: since is not of this hand")
        match.proposer[pair] = seat
        match.proposed_since[pair] = proposal["since"]


_ENDS: Final = ("points", "truco_in_special", "max_hands")


def _check_score(match: TrucoMatch, ended: str | None) -> None:
    score, games, wanted = match.score, match.games, match.set.games_to_win
    base = match.set.scale.values[0]
    _need(len(score) == 2 and len(games) == 2, "score: a number for each pair")
    _need(all(0 <= each <= GOAL and each % base == 0 for each in score), "score: no hand makes it")
    won = [pair for pair in (0, 1) if score[pair] == GOAL]
    over = match.phase == MATCH_OVER
    game_over = match.phase == GAME_OVER or (over and bool(won))
    _need(len(won) == (1 if game_over else 0), "score: twelve ends a game, and one pair has it then")
    _need(all(0 <= each <= wanted for each in games) and sum(games) < 2 * wanted, "games: too many")
    _need(not won or games[won[0]] > 0, "games: the game that was won is missing")
    finished = [pair for pair in (0, 1) if games[pair] == wanted]
    _need(not finished or (over and finished == won), "games: the match was over before")
    _need((ended in _ENDS) if over else ended is None, "ended: a reason just when the match is over")
    if over:
        _need((match.ended == "max_hands") == (not finished), "ended: not by this reason")
    most = match.set.max_hands
    if most:
        last = match.hand == most and (over or match.in_hand())
        _need(match.hand < most or last, "hand: more than the table plays")
    _need(match.ended != "max_hands" or match.hand == most, "ended: before the last hand")
    _need(match.hand >= len(match.sheet), "sheet: more lines than hands")
    _need(all(0 <= line.points <= GOAL for line in match.sheet), "sheet: no hand is worth that")
    _need(all(line.reason in _REASONS for line in match.sheet), "sheet: no such reason")
    if match.in_hand():
        near = [each >= match.set.special_score for each in score]
        special = IRON if all(near) else near.index(True) if any(near) else NO_PAIR
        _need(match.special == special, "special: not by this score")
        decides = special in (0, 1) and match.set.special_decision
        _need(match.phase != DECIDE or decides, "phase: no pair decides this hand")
    elif match.hand:
        _need(bool(match.sheet), "sheet: how the hand ended is missing")
        last_line, winner = match.sheet[-1], hand_winner(match.results)
        by_tricks = last_line.reason in ("tricks", "three_ties")
        _need(by_tricks == (winner is not None), "sheet: the hand did not end so")
        _need(
            not by_tricks or (NO_PAIR if winner == TIE else winner) == last_line.pair,
            "sheet: another pair won",
        )


_REASONS: Final = ("tricks", "three_ties", "run", "declined", "forfeit", "truco_in_special")


def _imagine_cards(
    view: View, table: TrucoTable, memory: TrucoMemory, rng: Random
) -> tuple[list[list[str]], list[list[int | bool]], list[str]]:
    """Hands in deal order, plays with their places, and stock, drawn from what the seat has not seen."""
    seats = view.seats
    shown: list[list[str | None]] = [
        [] for _ in range(seats)
    ]  # by seat, each play's card, None for one not seen
    for trick in table["tricks"]:
        for play in trick["plays"]:
            _need(0 <= play["seat"] < seats, "tricks: no such seat")
            shown[play["seat"]].append(None if play["card"] == "X" else play["card"])
    whole: list[list[str] | None] = [None] * seats  # hands that the seat knows as dealt
    if view.seat is not None and not table["blind"]:
        whole[view.seat] = memory["dealt"]
    if view.seat is not None and table["partner"] is not None:
        _need(seats == 4, "partner: none with two seats")
        whole[(view.seat + 2) & 3] = [each["card"] for each in table["partner"]]
    seen = [each for hand in shown for each in hand if each is not None]
    known = {each for hand in whole if hand is not None for each in hand} | set(seen)
    if table["vira"] is not None:
        known.add(table["vira"])
    pool = [each for each in PACK if texts([each])[0] not in known]
    rng.shuffle(pool)
    drawn = texts(pool)
    dealt: list[list[str]] = []
    places: list[list[int]] = []
    for seat in range(seats):
        hand = whole[seat]
        if hand is not None:
            dealt.append(list(hand))
            places.append(_places_in(hand, shown[seat], rng))
            continue
        free = _free_places(table, memory, seat == view.seat, shown[seat], rng)
        _need(len(free) == len(shown[seat]) <= CARDS_EACH, "tricks: too many cards of one seat")
        filled: list[str | None] = [None] * CARDS_EACH
        for place, each in zip(free, shown[seat], strict=True):
            filled[place] = each
        dealt.append([drawn.pop() if each is None and drawn else each or "" for each in filled])
        places.append(free)
    plays: list[list[int | bool]] = []
    at = [0] * seats
    for trick in table["tricks"]:
        for play in trick["plays"]:
            seat = play["seat"]
            plays.append([seat, places[seat][at[seat]], play["covered"]])
            at[seat] += 1
    return dealt, plays, drawn


def _places_in(hand: list[str], shown: list[str | None], rng: Random) -> list[int]:
    """From which places of a known hand its plays came; for a covered one any that is not shown."""
    hidden = [place for place, each in enumerate(hand) if each not in shown]
    _shuffle(hidden, rng)
    places: list[int] = []
    for each in shown:
        _need(
            each in hand if each is not None else bool(hidden), "tricks: a card that this seat was not dealt"
        )
        places.append(hidden.pop() if each is None else hand.index(each))
    return places


def _free_places(
    table: TrucoTable, memory: TrucoMemory, own: bool, shown: list[str | None], rng: Random
) -> list[int]:
    """From which places an unknown hand's plays came: known in part to its owner in the blind hand."""
    if not own:
        places = list(range(CARDS_EACH))
        _shuffle(places, rng)
        return places[: len(shown)]
    held = [each["place"] for each in table["cards"]]
    covered = list(memory["covered"])
    opened = [place for place in range(CARDS_EACH) if place not in held and place not in covered]
    _shuffle(opened, rng)
    right = len(covered) == shown.count(None) and len(opened) == len(shown) - len(covered)
    _need(
        right and len(set(held + covered)) == len(held) + len(covered), "cards: places do not fit the tricks"
    )
    _need(all(0 <= place < CARDS_EACH for place in covered), "covered: no such place")
    return [covered.pop(0) if each is None else opened.pop() for each in shown]


def _shuffle(places: list[int], rng: Random) -> None:
    rng.shuffle(places)


def _imagine_votes(view: View, table: TrucoTable, rng: Random) -> list[int]:
    """The votes that the seat sees, or for another pair's decision none or one that it may hide."""
    if table["phase"] == "decide":
        pair = 0 if table["special"] == "A" else 1
    elif table["phase"] == "respond" and table["pending"] is not None:
        pair = 1 - PAIRS.index(table["pending"]["pair"])
    else:
        return table["votes"]
    if view.seat is not None and view.seat & 1 == pair:
        return table["votes"]
    secret = len(view.waiting) == 2 and view.options.get("answer_policy") == "accept_binds"
    if secret and rng.random() < 0.5:
        return [view.waiting[rng.randrange(2)]]
    return []


def _imagine_proposals(view: View, table: TrucoTable, position: TrucoPosition, rng: Random) -> None:
    """The own pair's proposal, and now and then one that another pair hides."""
    for pair in (0, 1):
        if view.seat is not None and view.seat & 1 == pair:
            position["proposals"][pair] = table["proposal"]
        elif (
            table["phase"] == "play"
            and view.options.get("forfeit") is True
            and view.seats == 4
            and rng.random() < 0.1
        ):
            seat = pair + 2 * rng.randrange(2)
            position["proposals"][pair] = {"seat": seat, "since": view.decision}
