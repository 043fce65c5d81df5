"""Sueca on paper and in the head: whole positions, cases, and matches imagined from a view.

`GAME` is the game of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from carteado.cards import CARD_TEXT, SUITS, BadCard, card, is_permutation
from carteado.games import game as contract
from carteado.games import sueca_cards
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
from carteado.games.sueca import Line, Settings, SuecaMatch
from carteado.games.sueca_cards import (
    ALL_POINTS,
    CARDS_EACH,
    HALF,
    HAND_OVER,
    HEIGHT,
    LAID_DOWN,
    MANY,
    MATCH_OVER,
    NO_PAIR,
    PACK,
    PAIRS,
    PHASES,
    PLAYS,
    SEATS,
    TRICKS,
    points_of,
)
from carteado.games.sueca_shapes import (
    DealSeen,
    Phase,
    SuecaMemory,
    SuecaPosition,
    SuecaTable,
    SuecaView,
)

MOST_SETTINGS: Final = 1000
"""So many combinations of options are kept; a server sees few, whoever asks for more."""

LAY_DOWN: Final = Option("lay_down", True, (True, False), "Q3")
LAY_DOWN_MAX: Final = Option("lay_down_max", 10, tuple(range(16)), "Q3")
DRAW_CARRY: Final = Option("draw_carry", "accumulate", ("accumulate", "none"), "Q6")
SHOW_RUNNING_POINTS: Final = Option("show_running_points", False, (False, True), "Q11")
SWEEP_RULE: Final = Option("sweep_rule", "all_tricks", ("all_tricks", "all_points"), "Q19")
TARGET: Final = Option("target", 4, (4, 5, 6, 7, 8, 9, 10), "Q21")
MAX_HANDS: Final = Option("max_hands", 0, (0, 1, 2, 4, 6, 12, 24), "")
"""After so many deals the score decides the match; 0 plays to the end."""


def table_of(view: View) -> SuecaTable:
    """The table of a view of Sueca, typed."""
    return cast(SuecaTable, view.table)


def memory_of(view: View) -> SuecaMemory:
    """The memory of a view of Sueca, typed."""
    return cast(SuecaMemory, view.memory)


class SuecaGame:
    """Sueca; see `carteado.games.game.Game` for its members."""

    def __init__(self) -> None:
        self.id: Final = "sueca"
        self.name: Final = "Sueca"
        self.options: Final[tuple[Option, ...]] = (
            LAY_DOWN,
            LAY_DOWN_MAX,
            DRAW_CARRY,
            SHOW_RUNNING_POINTS,
            SWEEP_RULE,
            TARGET,
            MAX_HANDS,
        )
        self.presets: Final[dict[str, dict[str, OptionValue]]] = {"seed": {}}
        self.seats: Final[tuple[int, ...]] = (SEATS,)  # R2
        self.asides: Final[frozenset[str]] = frozenset()
        self.watchful: Final[frozenset[str]] = frozenset()
        self.pairs: Final = True  # R1
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
    ) -> SuecaMatch:
        """See `carteado.games.game.Game.start`."""
        if type(seats) is not int or seats != SEATS:
            raise BadOptions(f"Sueca is played by {SEATS}, not by {seats}")
        dealer = -1
        if before is not None:
            given = before.get("dealer")
            if type(given) is not int or not 0 <= given < SEATS:
                raise BadOptions("the match before names no dealer of this table")
            dealer = given
        full = self.full_options(options)
        return SuecaMatch(full, self.settings(full), dealer, decision)

    def settings(self, options: Options) -> Settings:
        """The options as the rules use them; the same object for equal options."""
        key = tuple([options[option.name] for option in self.options])
        found = self._settings.get(key)
        if found is None:
            if len(self._settings) >= MOST_SETTINGS:
                self._settings.clear()
            found = self._settings[key] = Settings(options)
        return found

    def hand_bound(self, options: Options, seats: int) -> int:
        """See `carteado.games.game.Game.hand_bound`: every card once (a hand laid down is dealt again)."""
        return SEATS * CARDS_EACH

    def parse(self, text: str) -> Move:
        """See `carteado.games.game.Game.parse`."""
        return sueca_cards.parse(text)

    def seen(self, move: Move, mover: int, viewer: Seat) -> str:
        """See `carteado.games.game.Game.seen`: cards are played openly."""
        return move.text

    def alphabet(self, options: Options, rng: Random) -> Iterator[Move]:
        """See `carteado.games.game.Game.alphabet`: Sueca's moves are finite."""
        return iter(sueca_cards.ALPHABET)

    def hints(self, view: View, ask: Mapping[str, object]) -> dict[str, Plain]:
        """Hints on demand: Sueca has none."""
        return {}

    # ---------------------------------------------------------------------------------------------- cases

    def complete(self, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]) -> dict[str, Plain]:
        """See `carteado.games.game.Game.complete`.

        ``given`` may hold ``options``, ``dealer`` (3, so that seat 0 leads), ``score``, ``carry``, ``hand``
        (1), ``decision`` (1), ``hands``: {seat: cards in deal order}, ``trump`` (a suit) or ``trump_card``,
        which is the last card of a dealer who is given ten. ``played`` is what has been played, a text for
        each trick ("As 5s 4s 6s", from its leader on); it wants a trump.
        """
        for key in given:
            if key not in _GIVEN:
                raise BadData(f"given: unknown field {key!r}")
        seats = read(int, given.get("seats", SEATS), "seats")
        options = self.full_options(read(dict[str, object], given.get("options", {}), "options"))
        dealer = _seat(given.get("dealer", 3), "dealer")
        match = self.start(
            options, seats, {"dealer": dealer}, read(int, given.get("decision", 1), "decision")
        )
        match.score = list(read(list[int], given.get("score", [0, 0]), "score"))
        match.carry = read(int, given.get("carry", 0), "carry")
        match.hand = read(int, given.get("hand", 1), "hand")
        match.begin(_order(dealer, given, plays))
        match.number -= 1  # the decision that was given is the deal's
        for each in _played(given, dealer, match.trump):
            _put(match, each)
        position = match.position()
        self.from_position(position)  # a score that cannot be is refused
        return position

    def arrange(
        self, match: Match, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]
    ) -> list[int]:
        """See `carteado.games.game.Game.arrange`: given ``dealer``, or hands and trump."""
        chance = match.chance()
        if chance is None:
            raise BadData("nothing is to be dealt now")
        if chance.kind == "first_dealer":
            dealer = _seat(given.get("dealer", 3), "dealer")
            return [dealer, *[seat for seat in range(SEATS) if seat != dealer]]
        _need("played" not in given, "played: nothing is played before the deal")
        return _order(table_of(match.view(None))["next_dealer"] or 0, given, plays)

    # ------------------------------------------------------------------------------------------ positions

    def from_position(self, data: Mapping[str, object]) -> SuecaMatch:
        """See `carteado.games.game.Game.from_position`."""
        whole = cast(SuecaPosition, read(SuecaPosition, data, "position"))
        _need(whole["game"] == self.id, f"game: {self.id} expected")
        _need(whole["seats"] == SEATS, f"seats: {SEATS} expected")
        try:
            options = self.full_options(whole["options"])
        except BadOptions as error:
            raise BadData(f"options: {error}") from error
        dealer = -1 if whole["dealer"] is None else _seat(whole["dealer"], "dealer")
        _need(whole["decision"] >= 0, "decision: negative")
        match = SuecaMatch(options, self.settings(options), dealer, whole["decision"])
        match.hand = whole["hand"]
        match.score = whole["score"]
        match.carry = whole["carry"]
        match.sheet = [_read_line(line) for line in whole["sheet"]]
        match.ended = whole["ended"] or ""
        if match.hand == 0:
            _need(
                whole["phase"] == ("first_dealer" if dealer < 0 else "deal"),
                "phase: nothing has been dealt yet",
            )
            empty = whole["dealt"] == [[]] * SEATS and not whole["plays"] and not whole["sheet"]
            _need(empty, "dealt: no deal has begun")
        else:
            _read_cards(match, whole)
        _check_score(match, whole["ended"])
        return match

    # ----------------------------------------------------------------------------------------------- views

    def read_view(self, data: Mapping[str, object]) -> View:
        """See `carteado.games.game.Game.read_view`: a view that no match shows is refused."""
        whole = cast(SuecaView, read(SuecaView, data, "view"))
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

    def imagine(self, view: View, rng: Random) -> SuecaMatch:
        """See `carteado.games.game.Game.imagine`.

        Every deal that fits what the seat knows (the trump card, who could not follow) is as likely as any
        other.
        """
        table = table_of(view)
        memory = memory_of(view)
        _need(view.seat is None or 0 <= view.seat < SEATS, "seat: no such seat")
        _need(table["hand"] == 0 or table["dealer"] is not None, "dealer: who dealt is missing")
        dealt = _imagine_cards(view, table, memory, rng) if table["hand"] else [[], [], [], []]
        phase: Phase = table["phase"]
        if phase in ("opening", "tricks"):
            phase = "tricks"
            if not memory["plays"] and view.options.get("lay_down") is True:
                most = read(int, view.options.get("lay_down_max"), "lay_down_max")
                first = dealt[((table["dealer"] or 0) + 1) & 3]
                if points_of(first) <= most:
                    phase = "opening"
        position: SuecaPosition = {
            "game": self.id,
            "options": dict(view.options),
            "seats": view.seats,
            "decision": view.decision,
            "phase": phase,
            "hand": table["hand"],
            "score": table["score"][:],
            "carry": table["carry"],
            "dealer": table["dealer"],
            "dealt": [[CARD_TEXT[each] for each in hand] for hand in dealt],
            "plays": memory["plays"],
            "sheet": table["sheet"],
            "ended": None if table["result"] is None else read(str, table["result"].get("reason"), "reason"),
        }
        return self.from_position(position)


class _Fixed:
    """Draws nothing: for checking that a view can be at all, and for cases."""

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
    _need(found >= 0 and HEIGHT[found] > 0, f"{written} is not in the pack")
    return found


def _cards(written: object, where: str) -> list[int]:
    """Cards of the pack, as a text or a list of texts."""
    words = written.split() if isinstance(written, str) else read(list[str], written, where)
    return [_card(word) for word in words]


def _seat(given: object, where: str) -> int:
    seat = read(int, given, where)
    if not 0 <= seat < SEATS:
        raise BadData(f"{where}: no seat {given!r}")
    return int(seat)


# ------------------------------------------------------------------------------------------------ positions


def _put(match: SuecaMatch, play: tuple[int, int]) -> None:
    """Play a card of a position's history; the end of the deal is not counted."""
    seat, played = play
    _need(0 <= seat < SEATS and match.check(seat, PLAYS[played]) is None, "plays: this may not be played")
    if match.put(seat, played) and len(match.plays) == TRICKS * SEATS:
        match.turn = -1


def _read_cards(match: SuecaMatch, whole: SuecaPosition) -> None:
    """Hands, and what was played of them in the order that the rules allow."""
    phase = PHASES.index(whole["phase"])
    _need(match.hand > 0 and match.dealer >= 0, "phase: a deal has begun")
    dealt = [[_card(each) for each in hand] for hand in whole["dealt"]]
    right = len(dealt) == SEATS and all(len(hand) == CARDS_EACH for hand in dealt)
    _need(right, "dealt: ten cards for each seat")
    _need(
        is_permutation([each for hand in dealt for each in hand], PACK), "dealt: each card of the pack once"
    )
    match.lay_out(dealt)
    for play in whole["plays"]:
        _put(match, (play["seat"], _card(play["card"])))
    if phase == LAID_DOWN:
        _need(not match.plays and match.may_lay_down(), "phase: no hand can have been laid down")
        match.turn = -1
    elif phase in (HAND_OVER, MATCH_OVER):
        _need(match.turn < 0, "phase: the deal is not played out")
    else:
        _need(match.turn >= 0 and phase == match.phase, "phase: another one")
    match.phase = phase


def _read_line(seen: DealSeen) -> Line:
    """A line of the score sheet, as a deal can be counted under some options."""
    points, tricks = seen["card_points"], seen["tricks"]
    right = (
        len(points) == len(tricks) == 2
        and min(points + tricks) >= 0
        and sum(points) == ALL_POINTS
        and sum(tricks) == TRICKS
    )
    _need(right and seen["points"] >= 0 and seen["carry"] >= 0, "sheet: no deal is counted so")
    pair = NO_PAIR if seen["pair"] is None else PAIRS.index(seen["pair"])
    if seen["reason"] == "draw":
        _need(pair == NO_PAIR and points[0] == HALF and seen["points"] == 0, "sheet: that is no draw")
    else:
        _need(pair != NO_PAIR and points[pair] > HALF and seen["carry"] == 0, "sheet: that is a draw")
        base = 2 if points[pair] >= MANY else 1
        _need(seen["reason"] == "sweep" or seen["points"] >= base, "sheet: that is worth more")
    return Line(
        pair, seen["points"], seen["reason"], (points[0], points[1]), (tricks[0], tricks[1]), seen["carry"]
    )


_ENDS: Final = ("points", "sweep", "max_hands")


def _check_score(match: SuecaMatch, ended: str | None) -> None:
    score, sheet, target = match.score, match.sheet, match.set.target
    over = match.phase == MATCH_OVER
    counted = over or match.phase == HAND_OVER
    _need(len(score) == 2 and min(score) >= 0, "score: a number for each pair")
    _need(match.carry >= 0 and (match.carry == 0 or match.set.accumulate), "carry: nothing is carried")
    _need((ended in _ENDS) if over else ended is None, "ended: a reason just when the match is over")
    _need(all(line.carry == 0 or match.set.accumulate for line in sheet), "sheet: nothing is carried")
    for pair in (0, 1):
        won = sum(line.points for line in sheet if line.pair == pair)
        _need(won <= score[pair], "score: less than the sheet says")
    _need(len(sheet) <= (match.hand if counted else max(0, match.hand - 1)), "sheet: more lines than deals")
    _need(not sheet or sheet[-1].carry == match.carry, "carry: not what the sheet says")
    sweeps = [line for line in sheet if line.reason == "sweep"]
    _need(len(sweeps) == (1 if ended == "sweep" else 0), "sheet: a sweep ends the match")
    reached = [pair for pair in (0, 1) if score[pair] >= target]
    if ended in ("points", "sweep"):
        _need(len(reached) == 1 and bool(sheet) and reached[0] == sheet[-1].pair, "ended: not by this deal")
        _need(score[reached[0]] - sheet[-1].points < target, "ended: it was over before")
    else:
        _need(not reached, "score: the match is over")
    most = match.set.max_hands
    _need(ended != "max_hands" or match.hand == most, "ended: before the last deal")
    if most:
        _need(match.hand <= most, "hand: more than the table plays")
        _need(match.hand < most or match.phase != HAND_OVER, "hand: that was the last")
    if counted:
        _need(bool(sheet), "sheet: how the deal was counted is missing")
        _check_last_line(match, sheet[-1])


def _check_last_line(match: SuecaMatch, line: Line) -> None:
    """The line of the deal that lies played on the table: as it is counted, whatever was carried before."""
    again = match.counted()
    same = (line.pair, line.reason, line.card_points, line.tricks) == (
        again.pair,
        again.reason,
        again.card_points,
        again.tricks,
    )
    _need(same, "sheet: the deal was not counted so")
    if line.reason == "sweep":
        _need(
            match.score[line.pair] == match.set.target and line.points > 0, "sheet: a sweep gives the match"
        )
    elif line.reason == "draw":
        _need(line.carry > 0 or not match.set.accumulate, "sheet: a draw is carried")
    elif not match.set.accumulate:
        _need(line.points == again.points, "sheet: nothing is carried")


# ---------------------------------------------------------------------------------------------------- cases

_GIVEN: Final = (
    *("options", "seats", "dealer", "score", "carry", "hand", "decision"),
    *("hands", "trump", "trump_card", "played"),
)


def _trump_given(dealer: int, given: Mapping[str, object]) -> tuple[int, int]:
    """Suit and card of the trump that a case gives, -1 where it does not."""
    if given.get("trump_card") is not None:
        trump_card = _card(read(str, given["trump_card"], "trump_card"))
        return trump_card & 3, trump_card
    if given.get("trump") is not None:
        named = read(str, given["trump"], "trump")
        _need(len(named) == 1 and named in SUITS, f"trump: no suit {named!r}")
        return SUITS.index(named), -1
    for seat, hand in _given_hands(given):
        if seat == dealer and len(hand) == CARDS_EACH:
            return hand[-1] & 3, hand[-1]
    return -1, -1


def _given_hands(given: Mapping[str, object]) -> list[tuple[int, list[int]]]:
    hands = given.get("hands", {})
    if not isinstance(hands, Mapping):
        raise BadData("hands: {seat: cards} expected")
    found: list[tuple[int, list[int]]] = []
    for name, held in hands.items():
        at = int(name) if isinstance(name, str) and name.isdecimal() else name
        seat = _seat(at, "hands")
        cards = _cards(held, f"hands.{seat}")
        _need(len(cards) <= CARDS_EACH, f"hands.{seat}: {CARDS_EACH} cards at most")
        found.append((seat, cards))
    return found


def _played(given: Mapping[str, object], dealer: int, trump: int) -> list[tuple[int, int]]:
    """Seat and card of everything that a case says was played: the winner of a trick leads the next."""
    tricks = read(list[str], given.get("played", []), "played")
    plays: list[tuple[int, int]] = []
    leader = (dealer + 1) & 3
    for at, trick in enumerate(tricks):
        cards = _cards(trick, f"played[{at}]")
        last = at == len(tricks) - 1
        _need(0 < len(cards) <= SEATS and (last or len(cards) == SEATS), f"played[{at}]: four cards expected")
        _need(trump >= 0, "played: wants a trump, or all cards of the dealer")
        plays += [((leader + place) & 3, each) for place, each in enumerate(cards)]
        power = sueca_cards.POWER[trump * 4 + (cards[0] & 3)]
        powers = [power[each] for each in cards]
        leader = (leader + powers.index(max(powers))) & 3
    return plays


def _order(dealer: int, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]) -> list[int]:
    """An order that deals what is given, then what the seats play, then the pack's next cards.

    Who is not given his hand and plays another suit than was led has no card of that suit.
    """
    suit, trump_card = _trump_given(dealer, given)
    hands: list[list[int]] = [[], [], [], []]
    used: set[int] = set()
    whole: list[int] = []
    for seat, hand in _given_hands(given):
        _need(not used.intersection(hand) and len(set(hand)) == len(hand), "hands: a card is given twice")
        hands[seat] = hand
        used.update(hand)
        if len(hand) == CARDS_EACH:
            whole.append(seat)
    history = _played(given, dealer, suit)
    said = [(seat, move.card) for seat, move in plays if move.kind == "play" and 0 <= seat < SEATS]
    void = _voids(history + [each for each in said if HEIGHT[each[1]] > 0])
    for seat, each in history + said:
        if HEIGHT[each] > 0 and each not in used and len(hands[seat]) < CARDS_EACH:
            hands[seat].append(each)
            used.add(each)
    own = hands[dealer]
    if trump_card < 0 and suit >= 0:
        trumps = [each for each in own if each & 3 == suit]
        low = sorted([each for each in PACK if each & 3 == suit and each not in used], key=_height)
        _need(bool(trumps or low), "trump: the dealer has no card of it")
        trump_card = trumps[-1] if trumps else low[0]
    if trump_card >= 0 and trump_card not in own:
        _need(trump_card not in used and len(own) < CARDS_EACH, "trump_card: the dealer's hand has no room")
        own.append(trump_card)
        used.add(trump_card)
    needs = [CARDS_EACH - len(hand) for hand in hands]
    for seat, cards in enumerate(
        _deal_out([each for each in PACK if each not in used], needs, void, _Fixed())
    ):
        hands[seat] += cards
    if trump_card >= 0:
        own.remove(trump_card)
        own.append(trump_card)
    order: list[int] = []
    for turn in range(SEATS):
        order += hands[(dealer + 1 + turn) & 3]
    return order


def _height(each: int) -> int:
    return HEIGHT[each]


# ---------------------------------------------------------------------------------------------- imagination


def _voids(plays: Sequence[tuple[int, int]]) -> list[int]:
    """By seat a bit for each suit that it has shown to lack: it did not follow (R19)."""
    void = [0, 0, 0, 0]
    for at, (seat, played) in enumerate(plays):
        led = plays[at & ~3][1] & 3
        if played & 3 != led:
            void[seat] |= 1 << led
    return void


def _imagine_cards(view: View, table: SuecaTable, memory: SuecaMemory, rng: Random) -> list[list[int]]:
    """Hands as dealt, by seat, drawn from what the seat has not seen; the trump card is the dealer's last."""
    plays = [(_seat(play["seat"], "plays"), _card(play["card"])) for play in memory["plays"]]
    dealer = _seat(table["dealer"], "dealer")
    trump_card = _card(memory["trump_card"] or "")
    hands: list[list[int]] = [[], [], [], []]
    known = [False] * SEATS
    for seat, each in plays:
        hands[seat].append(each)
    if view.seat is not None:
        hands[view.seat] = [_card(each) for each in memory["dealt"]]
        known[view.seat] = True
    shown = table["shown"]
    if shown is not None:
        hands[_seat(shown["seat"], "shown")] = [_card(each) for each in shown["cards"]]
        known[shown["seat"]] = True
    if not known[dealer] and trump_card not in hands[dealer]:
        hands[dealer].append(trump_card)
    used = {each for hand in hands for each in hand}
    pool = [each for each in PACK if each not in used]
    needs = [0 if known[seat] else CARDS_EACH - len(hands[seat]) for seat in range(SEATS)]
    for seat, cards in enumerate(_deal_out(pool, needs, _voids(plays), rng)):
        if not known[seat]:
            hand = hands[seat] + cards
            rng.shuffle(hand)
            if seat == dealer:
                hand.remove(trump_card)
                hand.append(trump_card)
            hands[seat] = hand
    return hands


TRIES: Final = 6
"""So often a plain deal is tried before the ways to deal are counted."""


def _deal_out(pool: list[int], needs: list[int], void: list[int], rng: Random) -> list[list[int]]:
    """Deal all cards of a pool, so many to each seat and none of a suit it lacks; each such deal as likely.

    Raises:
        BadData: there is none.
    """
    _need(min(needs) >= 0 and sum(needs) == len(pool), "cards: too many or too few")
    for _ in range(TRIES):
        rng.shuffle(pool)
        dealt = _cut(pool, needs)
        if _fits(dealt, void):
            return dealt
    suits = [[each for each in pool if each & 3 == suit] for suit in range(4)]
    counting = _Counting([len(suit) for suit in suits], void)
    dealt = [[], [], [], []]
    left = tuple(needs)
    for suit in range(4):
        left, split = counting.draw(suit, left, rng)
        rng.shuffle(suits[suit])
        for seat, cards in enumerate(_cut(suits[suit], split)):
            dealt[seat] += cards
    return dealt


def _cut(cards: list[int], numbers: Sequence[int]) -> list[list[int]]:
    parts: list[list[int]] = []
    at = 0
    for number in numbers:
        parts.append(cards[at : at + number])
        at += number
    return parts


def _fits(dealt: list[list[int]], void: list[int]) -> bool:
    for seat, cards in enumerate(dealt):
        lacking = void[seat]
        if lacking:
            for each in cards:
                if lacking >> (each & 3) & 1:
                    return False
    return True


Left = tuple[int, ...]


class _Counting:
    """In how many ways suits can be dealt to seats with so much room, where some seats lack some suits."""

    def __init__(self, numbers: list[int], void: list[int]) -> None:
        self.numbers: Final = numbers  # cards of each suit
        self.void: Final = void
        self.known: dict[tuple[int, Left], int] = {}

    def ways(self, suit: int, left: Left) -> int:
        """Ways to deal this suit and those after it."""
        if suit == 4:
            return 1
        key = (suit, left)
        found = self.known.get(key)
        if found is None:
            found = 0
            for split, ways in self.splits(suit, left):
                found += ways * self.ways(suit + 1, _less(left, split))
            self.known[key] = found
        return found

    def splits(self, suit: int, left: Left) -> list[tuple[Left, int]]:
        """How many cards of a suit each seat may get, and how many ways there are to choose them."""
        splits: list[tuple[Left, int]] = [((), 1)]
        for seat in range(SEATS):
            longer: list[tuple[Left, int]] = []
            room = 0 if self.void[seat] >> suit & 1 else left[seat]
            for split, ways in splits:
                rest = self.numbers[suit] - sum(split)
                if seat == SEATS - 1:
                    if rest <= room:
                        longer.append(((*split, rest), ways))
                    continue
                choices = 1  # rest over number
                for number in range(min(rest, room) + 1):
                    longer.append(((*split, number), ways * choices))
                    choices = choices * (rest - number) // (number + 1)
            splits = longer
        return splits

    def draw(self, suit: int, left: Left, rng: Random) -> tuple[Left, Left]:
        """One of the splits, each as likely as there are ways to go on from it; what room is left then."""
        total = self.ways(suit, left)
        _need(total > 0, "cards: nobody can hold them")
        drawn = rng.randrange(total)
        for split, ways in self.splits(suit, left):
            after = _less(left, split)
            drawn -= ways * self.ways(suit + 1, after)
            if drawn < 0:
                return after, split
        raise AssertionError("more drawn than there is")


def _less(left: Left, split: Left) -> Left:
    return tuple([room - number for room, number in zip(left, split, strict=True)])


GAME: Final = SuecaGame()
