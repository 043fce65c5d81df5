"""Cacheta on paper and in the head: positions, cases, imagined matches, hints; the class of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from carteado.cards import BadCard, card, is_permutation, texts
from carteado.games import cacheta_moves as moves
from carteado.games import game as contract
from carteado.games.cacheta import NEVER, CachetaMatch, Claim, Line, Out, Settings
from carteado.games.cacheta_melds import Meld
from carteado.games.cacheta_moves import (
    ANSWERS,
    CARDS_EACH,
    CLAIM,
    DEAL,
    DISCARD,
    DRAW,
    FIRST_DEALER,
    HAND_END,
    MATCH_END,
    NOT_YET,
    PACK,
    PACK_TEXT,
    PHASES,
    RESHUFFLE,
    WINDOW,
)
from carteado.games.cacheta_shapes import (
    AnswerName,
    CachetaHints,
    CachetaMemory,
    CachetaPosition,
    CachetaTable,
    CachetaView,
    ClaimSeen,
    GroupHint,
)
from carteado.games.cacheta_views import meld_seen
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

MOST_SETTINGS: Final = 1000
"""So many combinations of options are kept; a server sees few, whoever asks for more."""
TRIES: Final = 200
"""So many deals are tried until no hand goes out that is known not to."""
SLACK: Final = 4
"""A stock lasts at most so many turns for each of its cards, where players draw by chance."""


def table_of(view: View) -> CachetaTable:
    """The table of a view of Cacheta, typed."""
    return cast(CachetaTable, view.table)


def memory_of(view: View) -> CachetaMemory:
    """The memory of a view of Cacheta, typed."""
    return cast(CachetaMemory, view.memory)


class CachetaGame:
    """The game of the catalogue; see `carteado.games.game.Game` for its members."""

    def __init__(self, options: tuple[Option, ...], presets: dict[str, dict[str, OptionValue]]) -> None:
        self.id: Final = "cacheta"
        self.name: Final = "Cacheta"
        self.options: Final = options
        self.presets: Final = presets
        self.seats: Final = (4, 2, 3, 5, 6, 7, 8)  # R2 A26
        self.asides: Final = moves.ASIDES
        self.watchful: Final[frozenset[str]] = (
            frozenset()
        )  # a hand changes on its own turn, and so its distance
        self.pairs: Final = False  # R1
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
    ) -> CachetaMatch:
        """See `carteado.games.game.Game.start`."""
        self._check_seats(seats)
        dealer = -1
        if before is not None:
            given = before.get("dealer")
            if type(given) is not int or not 0 <= given < seats:
                raise BadOptions("the match before names no dealer of this table")
            dealer = given
        full = self.full_options(options)
        return CachetaMatch(full, self.settings(full), seats, dealer, decision)

    def settings(self, options: Options) -> Settings:
        """The options as the rules use them; the same object for equal options."""
        key = tuple([options[option.name] for option in self.options])
        found = self._settings.get(key)
        if found is None:
            if len(self._settings) >= MOST_SETTINGS:
                self._settings.clear()
            found = self._settings[key] = Settings(options)
        return found

    def _settings_of(self, view: View) -> Settings:
        try:
            return self.settings(self.full_options(view.options))
        except BadOptions as error:
            raise BadData(f"options: {error}") from error

    def _check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise BadOptions(
                f"{self.name} is played by {min(self.seats)} to {max(self.seats)}, not by {seats}"
            )

    def hand_bound(self, options: Options, seats: int) -> int:
        """See `carteado.games.game.Game.hand_bound`.

        A hand of players who always took the discard would have no end; nobody who plays by the clock or by
        chance takes it more than a few times as often as the stock.
        """
        stock = len(PACK) - 2 * CARDS_EACH - 1  # two players have the most left
        turns = SLACK * stock * (int(options["max_reshuffles"]) + 1)
        return turns * (2 + seats)

    def parse(self, text: str) -> Move:
        """See `carteado.games.game.Game.parse`."""
        return moves.parse(text)

    def seen(self, move: Move, mover: int, viewer: Seat) -> str:
        """See `carteado.games.game.Game.seen`."""
        return moves.seen(move, mover, viewer)

    def alphabet(self, options: Options, rng: Random) -> Iterator[Move]:
        """See `carteado.games.game.Game.alphabet`: the moves are finite."""
        return iter(moves.ALPHABET)

    # ---------------------------------------------------------------------------------------------- cases

    def complete(self, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]) -> dict[str, Plain]:
        """See `carteado.games.game.Game.complete`.

        ``given`` may hold ``options``, ``seats`` (4), ``dealer`` (the last seat), ``points``, ``hand`` (1),
        ``decision`` (1), ``vira``, ``hands``: {seat: cards}, ``phase`` (``draw``, or ``discard``, where the
        last card of the hand is the one just drawn, or ``bought``), ``turn`` (the seat after the dealer),
        ``pile`` from the bottom up, ``stock`` from the top down, ``stock_count`` (what is over then lies at
        the bottom of the pile), ``announced``: seats, or {seat: after how many discards}, ``burned`` and
        ``reshuffles``.
        """
        for key in given:
            if key not in _GIVEN:
                raise BadData(f"given: unknown field {key!r}")
        seats = read(int, given.get("seats", 4), "seats")
        self._check_seats(seats)
        options = self.full_options(read(dict[str, object], given.get("options", {}), "options"))
        dealer = _seat(given.get("dealer", seats - 1), seats, "dealer")
        match = CachetaMatch(
            options, self.settings(options), seats, dealer, read(int, given.get("decision", 1), "decision")
        )
        match.hand_since = match.number
        match.hand = read(int, given.get("hand", 1), "hand")
        match.points = list(read(list[int], given.get("points", match.points), "points"))
        _need(len(match.points) == seats, "points: a number for each seat")
        _need(sum(1 for points in match.points if points > 0) > 1, "points: two seats at least play")
        for seat, points in enumerate(match.points):
            if points == 0:
                match.fallen[seat] = (1, 1)
        match.hand = max(match.hand, 2) if 0 in match.points else match.hand
        match.phase = PHASES.index(read(str, given.get("phase", "draw"), "phase"))
        _need(match.phase in (DRAW, DISCARD), "phase: draw or discard")
        match.turn = _seat(given.get("turn", match.next_seat(dealer)), seats, "turn")
        match.reshuffles = read(int, given.get("reshuffles", 0), "reshuffles")
        _place_cards(match, given, plays)
        match.discards = len(match.pile)
        while match.turn != _on_turn(match, match.discards):
            match.discards += 1
            _need(match.discards < len(match.pile) + seats, "turn: of nobody who plays")
        _place_words(match, given)
        position = match.position()
        self.from_position(position)
        return position

    def arrange(
        self, match: Match, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]
    ) -> list[int]:
        """See `carteado.games.game.Game.arrange`.

        Given ``dealer``; or ``vira``, ``hands`` and the top of the ``stock``; or that alone of a reshuffle.
        """
        chance = match.chance()
        if chance is None:
            raise BadData("nothing is to be dealt now")
        view = match.view(None)
        if chance.kind == "first_dealer":
            dealer = _seat(given.get("dealer", view.seats - 1), view.seats, "dealer")
            return [dealer, *[seat for seat in range(view.seats) if seat != dealer]]
        rest = list(chance.items)
        top = _take_from(rest, _cards(given.get("stock", []), "stock"), "stock")
        if chance.kind == "reshuffle":
            return [*top, *rest]
        table = table_of(view)
        taking = _from_seat_after(table["next_dealer"] or 0, table["points"])
        hands = {seat: list(hand) for seat, hand in _given_hands(given.get("hands", {}), view.seats)}
        for hand in hands.values():
            _take_from(rest, hand, "hands")
        vira = _take_from(rest, _cards([given["vira"]] if "vira" in given else [], "vira"), "vira")
        for seat, move in plays:
            _give_played(hands.setdefault(seat, []), move, rest)
        for seat in taking:
            hand = hands.setdefault(seat, [])
            while len(hand) < CARDS_EACH:
                hand.append(rest.pop(0))
        dealt = [hands[seat][number] for number in range(CARDS_EACH) for seat in taking]
        return [*dealt, *(vira or [rest.pop(0)]), *top, *rest]

    # ------------------------------------------------------------------------------------------ positions

    def from_position(self, data: Mapping[str, object]) -> CachetaMatch:
        """See `carteado.games.game.Game.from_position`."""
        whole = cast(CachetaPosition, read(CachetaPosition, data, "position"))
        _need(whole["game"] == self.id, f"game: {self.id} expected")
        seats = whole["seats"]
        _need(seats in self.seats, f"seats: one of {self.seats} expected")
        try:
            options = self.full_options(whole["options"])
        except BadOptions as error:
            raise BadData(f"options: {error}") from error
        dealer = -1 if whole["dealer"] is None else _seat(whole["dealer"], seats, "dealer")
        match = CachetaMatch(options, self.settings(options), seats, dealer, whole["decision"])
        match.hand_since = whole["since"]
        _need(0 <= match.hand_since <= match.number, "since: after the decision, or negative")
        match.phase = PHASES.index(whole["phase"])
        match.hand = whole["hand"]
        match.ended = whole["ended"] or ""
        _need(whole["ended"] != "", "ended: a reason, or nothing")
        if match.hand == 0:
            _need(match.position() == {**whole, "options": options}, "hand: none has begun")
            _need(match.phase == (FIRST_DEALER if dealer < 0 else DEAL), "phase: nothing has been dealt yet")
            return match
        _need(match.hand > 0 and dealer >= 0 and match.phase > DEAL, "phase: a hand has begun")
        _read_points(match, whole)
        _read_cards(match, whole)
        _read_turn(match, whole)
        _read_claims(match, whole)
        _read_window(match, whole)
        _read_end(match, whole)
        return match

    # ----------------------------------------------------------------------------------------------- views

    def read_view(self, data: Mapping[str, object]) -> View:
        """See `carteado.games.game.Game.read_view`: a view that no match shows is refused."""
        whole = cast(CachetaView, read(CachetaView, data, "view"))
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

    def imagine(self, view: View, rng: Random) -> CachetaMatch:
        """See `carteado.games.game.Game.imagine`.

        Cards that a seat took from the pile stay with it, a stock that was a pile holds cards of that pile,
        and a hand whose claim has failed could not go out. Of answers that wait any is as likely.
        """
        table = table_of(view)
        memory = memory_of(view)
        seats = view.seats
        _need(view.seat is None or 0 <= view.seat < seats, "seat: no such seat")
        for numbers in (table["points"], table["held"], memory["known"], memory["announced"]):
            _need(
                len(cast(list[object], numbers)) == seats, "points, held, known, announced: one for each seat"
            )
        whole: CachetaPosition = {
            "game": self.id,
            "options": dict(view.options),
            "seats": seats,
            "decision": view.decision,
            "since": memory["since"],
            "phase": table["phase"],
            "hand": table["hand"],
            "points": table["points"],
            "fallen": memory["fallen"],
            "dealer": table["dealer"],
            "vira": table["vira"],
            "hands": [[] for _ in range(seats)],
            "known": memory["known"],
            "stock": PACK_TEXT,
            "pile": memory["pile"],
            "recycled": memory["recycled"],
            "reshuffles": table["reshuffles"],
            "turn": table["turn"],
            "discards": table["discards"],
            "drawn": table["drawn"],
            "bought": table["bought"],
            "announced": memory["announced"],
            "burned": table["burned"],
            "window": None,
            "claims": [],
            "passed": memory["passed"],
            "out": None,
            "sheet": table["sheet"],
            "ended": None if table["result"] is None else read(str, table["result"].get("reason"), "reason"),
        }
        shown = table["shown"]
        if shown is not None:
            whole["out"] = {
                "seat": shown["seat"],
                "going_out": shown["going_out"],
                "claimed": shown["claimed"],
            }
        self._imagine_answers(view, whole, rng)
        if table["hand"]:
            self._imagine_cards(view, whole, rng)
        return self.from_position(cast(Mapping[str, object], whole))

    def _imagine_answers(self, view: View, whole: CachetaPosition, rng: Random) -> None:
        """The settled answers, the own one, and for others who have answered any that they may have given."""
        table = table_of(view)
        window = table["window"]
        if window is None:
            return
        settings = self._settings_of(view)
        answers: list[AnswerName | None] = list(window["settled"])
        for seat in window["seats"][len(answers) :]:
            if seat not in window["answered"]:
                answers.append(None)
            elif seat == view.seat:
                answers.append(window["own"])
            else:
                able = seat in table["na_boa"] or (seat == table["turn"] and settings.turn_priority)
                answers.append("furar" if able and rng.random() < 0.5 else "let_pass")
        whole["window"] = {"seats": window["seats"], "answers": answers}

    def _imagine_cards(self, view: View, whole: CachetaPosition, rng: Random) -> None:
        """Hands and stock from what the seat has not seen, so that no claim fails that could not."""
        table = table_of(view)
        memory = memory_of(view)
        own = -1 if view.seat is None else view.seat
        pool = list(PACK)
        _take_from(pool, _cards([whole["vira"] or ""], "vira"), "vira")
        _take_from(pool, _cards(memory["pile"], "pile"), "pile")
        hands: list[list[int]] = []
        for seat in range(view.seats):
            seen = table["cards"] if seat == own else memory["known"][seat]
            hands.append(_take_from(pool, _cards(seen, "cards"), "cards"))
        recycled = _cards(memory["recycled"], "recycled")
        vira = _cards([whole["vira"] or ""], "vira")[0]
        settings = self._settings_of(view)
        melds = settings.melds(vira)
        for attempt in range(TRIES):
            rng.shuffle(pool)
            # another deal each time also where nothing is drawn, and none of neighbours, which are melds
            pool = [each for first in range(7) for each in pool[first::7]]
            rest = pool[:]
            stock = _stock_from(rest, table["stock"], recycled)
            fits = True
            filled: list[list[int]] = []
            for seat, hand in enumerate(hands):
                number = 0 if seat == own else table["held"][seat] - len(hand)
                _need(0 <= number <= len(rest), "held: there are not so many cards")
                filled.append(hand + rest[:number])
                del rest[:number]
            claims: list[ClaimSeen] = []
            for claim in memory["claims"]:
                seat = _seat(claim["seat"], view.seats, "claims")
                held = _held_then(claim, filled[seat], hands[seat] if seat != own else [], attempt)
                if melds.goes_out(held, _cards([claim["card"]], "claims")[0], settings.card_in_meld):
                    fits = False
                    break
                claims.append({**claim, "held": texts(held)})
            if fits:
                _need(not rest, "held: there are more cards")
                whole["hands"] = [texts(hand) for hand in filled]
                whole["stock"] = texts(stock)
                whole["claims"] = claims
                if table["phase"] == "discard" and table["bought"] is None and table["turn"] != own:
                    whole["drawn"] = _drawn_by(filled[_seat(table["turn"], view.seats, "turn")], recycled)
                return
        raise BadData("claims: no deal lets all of them fail")

    # ----------------------------------------------------------------------------------------------- hints

    def hints(self, view: View, ask: Mapping[str, object]) -> dict[str, Plain]:
        """See `carteado.games.game.Game.hints`; their shape is `cacheta_shapes.CachetaHints`.

        ``ask`` may hold ``groups``: lists of cards of the hand that the player has put together. Without it
        the hand is grouped here. Of each group: which meld it is, if one, and the cards it could take. Of the
        hand: how many cards are missing of nine, with how many it goes out now and by which discards, and the
        cards that would let it go out.
        """
        if view.seat is None or table_of(view)["vira"] is None or not table_of(view)["cards"]:
            return {}
        table = table_of(view)
        hand = _cards(table["cards"], "cards")
        vira = _cards([table["vira"] or ""], "vira")[0]
        settings = self._settings_of(view)
        melds = settings.melds(vira)
        groups: list[list[int]] = []
        if "groups" in ask:
            rest = hand[:]
            for number, group in enumerate(read(list[object], ask["groups"], "groups")):
                groups.append(_take_from(rest, _cards(group, f"groups[{number}]"), f"groups[{number}]"))
        else:
            groups = melds.grouped(hand)
        kept = (
            -1
            if settings.return_bought or table["bought"] is None
            else _cards([table["bought"]], "bought")[0]
        )
        ten = len(hand) > CARDS_EACH and view.seat == table["turn"]
        discards = melds.discards(hand, kept) if ten else []
        going_out = 0
        if ten and melds.complete(hand):
            going_out = 10 if melds.complete(hand, 10) else 9 if discards else 0
        laid = hand[:]
        if going_out == 9:
            laid.remove(discards[0])
        outs = melds.outs(hand, (vira,)) if len(hand) == CARDS_EACH else {}
        hints: CachetaHints = {
            "missing": melds.missing(hand),
            "going_out": going_out,
            "discards": texts(discards),
            "outs": {texts([out])[0]: number for out, number in outs.items()},
            "groups": [_group_hint(melds.meld_of(group), melds.takes(group), group) for group in groups],
            "melds": [meld_seen(meld) for meld in melds.layout(laid) or []],
        }
        return dict(hints)


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


def _seat(given: object, seats: int, where: str) -> int:
    if type(given) is not int or not 0 <= given < seats:
        raise BadData(f"{where}: no seat {str(given)[:20]}")
    return given


def _seat_key(key: object, seats: int, where: str) -> int:
    """A seat that is the key of a mapping, which JSON makes a text."""
    return _seat(int(key) if isinstance(key, str) and key.isdecimal() else key, seats, where)


def _cards(written: object, where: str) -> list[int]:
    """Cards of the pack, from a text with blanks or a list of texts."""
    words = written.split() if isinstance(written, str) else read(list[str], written, where)
    try:
        found = [card(word) for word in words]
    except BadCard as error:
        raise BadData(f"{where}: {error}") from error
    _need(all([0 <= each < 52 for each in found]), f"{where}: a card that is not in the pack")
    return found


def _take_from(pool: list[int], wanted: list[int], where: str) -> list[int]:
    """Take cards out of a pool, and give them back."""
    for each in wanted:
        _need(each in pool, f"{where}: a card more than the packs hold")
        pool.remove(each)
    return wanted[:]


# ---------------------------------------------------------------------------------------------------- cases

_GIVEN: Final = frozenset(
    (
        "options",
        "seats",
        "dealer",
        "points",
        "hand",
        "decision",
        "vira",
        "hands",
        "phase",
        "turn",
        "pile",
        "stock",
        "stock_count",
        "bought",
        "announced",
        "burned",
        "reshuffles",
    )
)


def _given_hands(given: object, seats: int) -> list[tuple[int, list[int]]]:
    if not isinstance(given, Mapping):
        raise BadData("hands: {seat: cards} expected")
    hands: list[tuple[int, list[int]]] = []
    for seat, held in given.items():
        at = _seat_key(seat, seats, "hands")
        hands.append((at, _cards(held, f"hands.{at}")))
    return hands


def _give_played(hand: list[int], move: Move, rest: list[int]) -> None:
    """A card that a seat is going to discard is in its hand, if there is room."""
    if move.kind == "discard" and len(hand) < CARDS_EACH and move.card not in hand and move.card in rest:
        hand.append(move.card)
        rest.remove(move.card)


def _from_seat_after(dealer: int, points: Sequence[int]) -> list[int]:
    """The seats that play, in the order in which they are dealt to."""
    seats = len(points)
    around = [(dealer + 1 + step) % seats for step in range(seats)]
    return [seat for seat in around if points[seat] > 0]


def _on_turn(match: CachetaMatch, discards: int) -> int:
    """Whose turn it is after so many discards (R27 R28)."""
    order = _from_seat_after(match.dealer, match.points)
    return order[discards % len(order)]


def _place_cards(match: CachetaMatch, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]) -> None:
    """Every card of a position: what is given, what will be discarded, the rest in pack order."""
    rest = list(PACK)
    ten = match.phase == DISCARD
    pile = _take_from(rest, _cards(given.get("pile", []), "pile"), "pile")
    top = _take_from(rest, _cards(given.get("stock", []), "stock"), "stock")
    vira = _take_from(rest, _cards([given["vira"]] if "vira" in given else [], "vira"), "vira")
    hands: dict[int, list[int]] = {seat: [] for seat in range(match.seats)}
    for seat, hand in _given_hands(given.get("hands", {}), match.seats):
        _need(not hand or match.points[seat] > 0, f"hands.{seat}: it does not play")
        hands[seat] = _take_from(rest, hand, f"hands.{seat}")
    for seat, move in plays:
        if 0 <= seat < match.seats and match.points[seat]:
            _give_played(hands[seat], move, rest)
    match.vira = (vira or [rest.pop(0)])[0]
    match.melds = match.set.melds(match.vira)
    for seat in match.active():
        wanted = CARDS_EACH + (1 if ten and seat == match.turn else 0)
        _need(len(hands[seat]) <= wanted, f"hands.{seat}: {wanted} cards at most")
        if ten and seat == match.turn and len(hands[seat]) < wanted:
            # the cards that come with the rest are older than the one just drawn
            hands[seat][:0] = [rest.pop(0) for _ in range(wanted - len(hands[seat]))]
        while len(hands[seat]) < wanted:
            hands[seat].append(rest.pop(0))
        match.hands[seat] = hands[seat]
    stock = [*top, *rest]
    if "stock_count" in given:
        count = read(int, given["stock_count"], "stock_count")
        _need(len(top) <= count <= len(stock), "stock_count: not so many cards are left")
        pile = [*stock[count:], *pile]
        stock = stock[:count]
    match.stock = stock
    match.pile = pile
    match.recycled = sorted(stock) if match.reshuffles else []
    if ten:
        bought = _cards([given["bought"]] if "bought" in given else [], "bought")
        if bought:
            match.bought = bought[0]
            match.known[match.turn] = bought
        else:
            match.drawn = match.hands[match.turn][-1]


def _place_words(match: CachetaMatch, given: Mapping[str, object]) -> None:
    """Who has announced, and who is burned."""
    announced = given.get("announced", [])
    if isinstance(announced, Mapping):
        for seat, when in announced.items():
            at = _seat_key(seat, match.seats, "announced")
            match.announced[at] = read(int, when, "announced")
    else:
        for seat in read(list[int], announced, "announced"):
            match.announced[_seat(seat, match.seats, "announced")] = 0
    for seat in read(list[int], given.get("burned", []), "burned"):
        match.burned |= 1 << _seat(seat, match.seats, "burned")


# ------------------------------------------------------------------------------------------------- positions


def _read_points(match: CachetaMatch, whole: CachetaPosition) -> None:
    """Points, who fell when, and the score sheet."""
    points, most = whole["points"], match.set.points
    _need(len(points) == match.seats and all([0 <= each <= most for each in points]), "points: out of range")
    match.points = points
    _need(len(whole["fallen"]) == match.seats, "fallen: a hand and points for each seat")
    for seat, fallen in enumerate(whole["fallen"]):
        _need(len(fallen) == 2, "fallen: a hand, and the points before")
        when, before = fallen
        if points[seat]:
            _need(when == before == 0, "fallen: it plays on")
        else:
            last = match.hand if match.phase in (HAND_END, MATCH_END) else match.hand - 1
            _need(1 <= when <= last and before in (1, 2), "fallen: not in a hand that is over, or too high")
        match.fallen[seat] = (when, before)
    for number, line in enumerate(whole["sheet"]):
        seat = -1 if line["seat"] is None else _seat(line["seat"], match.seats, "sheet")
        right = line["going_out"] in ((0,) if seat < 0 else (9, 10)) and len(line["points"]) == match.seats
        _need(right and all([0 <= each <= most for each in line["points"]]), "sheet: no hand ends so")
        _need(1 <= line["hand"] <= match.hand, "sheet: no such hand")
        _need(number == 0 or match.sheet[-1].hand < line["hand"], "sheet: not in order")
        match.sheet.append(Line(line["hand"], seat, line["going_out"], line["points"]))
    over = match.phase in (HAND_END, MATCH_END)
    here = bool(match.sheet) and match.sheet[-1].hand == match.hand
    _need(here == over, "sheet: a line for the hand just when it is over")
    _need(not over or match.sheet[-1].points == points, "sheet: not the points of now")
    playing = len(match.active())
    limit = match.set.max_hands
    _need(playing >= 1 and (match.phase == MATCH_END or playing >= 2), "points: too few play on")
    _need(not limit or match.hand <= limit, "hand: more than the table plays")
    match_over = playing == 1 or (over and 0 < limit == match.hand)
    _need(match_over == (match.phase == MATCH_END), "phase: the match is over, or it is not")
    reason = ("last_standing" if playing == 1 else "max_hands") if match_over else ""
    _need(match.ended == reason, "ended: not by this reason")


def _read_cards(match: CachetaMatch, whole: CachetaPosition) -> None:
    """Every card of the packs in one place; what is known of hands and stock fits them."""
    _need(len(whole["hands"]) == len(whole["known"]) == match.seats, "hands, known: one for each seat")
    match.hands = [_cards(hand, "hands") for hand in whole["hands"]]
    match.known = [_cards(known, "known") for known in whole["known"]]
    match.stock = _cards(whole["stock"], "stock")
    match.pile = _cards(whole["pile"], "pile")
    match.recycled = _cards(whole["recycled"], "recycled")
    match.vira = _cards([whole["vira"] or ""], "vira")[0]
    match.melds = match.set.melds(match.vira)
    everywhere = [match.vira, *match.stock, *match.pile]
    for hand in match.hands:
        everywhere += hand
    _need(is_permutation(everywhere, PACK), "cards: each of the packs once")
    for hand, known in zip(match.hands, match.known, strict=True):
        _take_from(hand[:], known, "known")
    match.reshuffles = whole["reshuffles"]
    _need(0 <= match.reshuffles <= match.set.max_reshuffles, "reshuffles: too many")
    if match.reshuffles:
        _need(match.recycled == sorted(match.recycled), "recycled: not in order")
        _take_from(list(PACK), match.recycled, "recycled")
        _take_from(match.recycled[:], match.stock, "stock")
    else:
        _need(not match.recycled, "recycled: nothing was")


def _read_turn(match: CachetaMatch, whole: CachetaPosition) -> None:
    """Whose turn it is, how many cards each holds, who has said what."""
    running = match.in_hand()
    over = match.hand if not running else 0
    playing = [seat for seat in range(match.seats) if match.points[seat] or match.fallen[seat][0] == over]
    match.discards = whole["discards"]
    _need(
        match.discards >= len(match.pile) if not match.reshuffles else match.discards > 0, "discards: too few"
    )
    if running:
        match.turn = _seat(whole["turn"], match.seats, "turn")
        _need(match.turn == _on_turn(match, match.discards), "turn: another seat's, after so many discards")
        _need(bool(match.pile) or match.phase == DISCARD or match.discards == 0, "pile: empty")
    else:
        _need(whole["turn"] is None, "turn: the hand is over")
    for name, written in (("drawn", whole["drawn"]), ("bought", whole["bought"])):
        if written is not None:
            _need(match.phase == DISCARD, f"{name}: nobody has to discard")
            found = _cards([written], name)[0]
            _need(found in match.hands[match.turn], f"{name}: not in the hand")
            if name == "drawn":
                match.drawn = found
            else:
                match.bought = found
                _need(found in match.known[match.turn], "bought: everybody saw that")
    _need(match.phase != DISCARD or (match.drawn >= 0) != (match.bought >= 0), "drawn, bought: one of them")
    _need(match.phase != RESHUFFLE or (not match.stock and len(match.pile) > 1), "stock: not empty yet")
    _need(match.phase != RESHUFFLE or match.reshuffles < match.set.max_reshuffles, "reshuffles: too many")
    for seat, hand in enumerate(match.hands):
        ten = match.phase == DISCARD and seat == match.turn
        out = whole["out"]
        if out is not None and not running and seat == out["seat"]:
            ten = out["going_out"] == 10
        _need(len(hand) == (CARDS_EACH + ten if seat in playing else 0), f"hands.{seat}: not so many cards")
    _need(len(whole["announced"]) == match.seats, "announced: one for each seat")
    for seat, when in enumerate(whole["announced"]):
        if when is not None:
            _need(seat in playing and 0 <= when <= match.discards, "announced: not by this seat, not then")
            match.announced[seat] = when
    _need(whole["burned"] == sorted(set(whole["burned"])), "burned: not in order")
    for seat in whole["burned"]:
        match.burned |= 1 << _seat(seat, match.seats, "burned")
        _need(match.announced[seat] != NEVER, "burned: it could not claim")
    for entry in whole["passed"]:
        _need(len(entry) == 2, "passed: a seat and a card")
        match.passed.append((_seat(entry[0], match.seats, "passed"), _cards([entry[1]], "passed")[0]))


def _read_claims(match: CachetaMatch, whole: CachetaPosition) -> None:
    """The claims that failed: with those hands they must have."""
    for entry in whole["claims"]:
        seat = _seat(entry["seat"], match.seats, "claims")
        _need(all([claim.seat != seat for claim in match.claims]), "claims: two of one seat")
        claim = Claim(
            seat,
            _cards([entry["card"]], "claims")[0],
            _cards(entry["held"] or [], "claims"),
            _cards(entry["discarded"], "claims"),
            _cards(entry["taken"], "claims"),
            entry["drawn"],
        )
        _need(len(claim.held) == CARDS_EACH, "claims: nine cards were held")
        now = [*match.hands[seat], *claim.discarded]
        _take_from(now, [*claim.held, *claim.taken], "claims")
        _need(len(now) == claim.drawn, "claims: not so many cards were drawn")
        _take_from([*match.known[seat], *claim.discarded], claim.taken, "known")  # or thrown away since
        could = match.melds.goes_out(claim.held, claim.card, match.set.card_in_meld)
        _need(not could, "claims: this one would have gone out")
        match.claims.append(claim)


def _read_window(match: CachetaMatch, whole: CachetaPosition) -> None:
    """Who is asked is who must be; what is settled has been as it should."""
    window = whole["window"]
    _need((window is not None) == (match.phase == WINDOW), "window: just in its phase")
    if window is None:
        return
    _need(not match.set.race, "window: none at this table")
    seats = window["seats"]
    _need(len(seats) == len(window["answers"]), "window: an answer, or none, for each seat")
    match.answers = [ANSWERS.index(each) for each in window["answers"]]
    _need(NOT_YET in match.answers, "window: all have answered")
    match.settled = match.answers.index(NOT_YET)
    burned = match.burned
    for at in range(match.settled):
        seat = seats[at]
        if match.answers[at] == CLAIM:
            _need(0 <= seat < match.seats and bool(match.hands[seat]), "window: no such seat")
            _need(not match.claimed_by(seat), "window: this claim would have gone out")
            if seat != match.turn:
                _need(bool(match.burned >> seat & 1), "window: a claim failed, and nobody is burned")
                match.burned &= ~(1 << seat)
    _need(seats == match.asked(), "window: others are asked")
    match.window = seats
    for at, seat in enumerate(seats):
        if match.answers[at] == CLAIM and not (seat == match.turn and match.set.turn_priority):
            _need(match.announced[seat] != NEVER, "window: a claim without an announcement")
    match.burned = burned


def _read_end(match: CachetaMatch, whole: CachetaPosition) -> None:
    """How the hand ended."""
    out = whole["out"]
    if match.in_hand():
        _need(out is None, "out: the hand goes on")
        return
    line = match.sheet[-1]
    _need((out is not None) == (line.seat >= 0), "out: somebody, or nobody")
    _need(line.seat >= 0 or len(match.active()) > 1, "out: nobody")
    if out is None:
        _need(not match.stock, "stock: the hand was not void")
        _need(all([when != match.hand for when, _before in match.fallen]), "fallen: nobody lost a point")
        return
    right = (out["seat"], out["going_out"]) == (line.seat, line.going_out)
    _need(right and match.points[line.seat] > 0, "out: another, or otherwise")
    hand = match.hands[line.seat]
    _need(match.melds.layout(hand) is not None, "out: these are no melds")
    _need(line.going_out == 10 or bool(match.pile), "pile: a card was discarded")
    _need(sorted(match.known[line.seat]) == sorted(hand), "known: everybody saw that hand")
    match.known[line.seat] = hand[:]
    match.out = Out(line.seat, line.going_out, out["claimed"])


# -------------------------------------------------------------------------------------------------- imagining


def _stock_from(rest: list[int], number: int, recycled: list[int]) -> list[int]:
    """Take so many cards for the stock; those of a stock that was a pile are of that pile."""
    if not recycled:
        _need(0 <= number <= len(rest), "stock: there are not so many cards")
        stock = rest[:number]
        del rest[:number]
        return stock
    left = recycled[:]
    stock = []
    for each in rest[:]:
        if len(stock) < number and each in left:
            left.remove(each)
            rest.remove(each)
            stock.append(each)
    _need(len(stock) == number, "stock: there are not so many cards of that pile")
    return stock


def _held_then(claim: ClaimSeen, hand: list[int], known: list[int], attempt: int) -> list[int]:
    """Nine cards that a seat may have held when its claim failed; those that it drew since are not known."""
    if claim["held"] is not None:
        return _cards(claim["held"], "claims")
    discarded = _cards(claim["discarded"], "claims")
    held = [*hand, *discarded]
    _take_from(held, _cards(claim["taken"], "claims"), "claims")
    # it has drawn those in the hand that nobody has seen, or what it discarded last; then any others
    unseen = hand[:]
    _take_from(unseen, known, "known")
    drawn = [*unseen, *reversed(discarded), *known]
    turned = attempt % max(1, len(drawn))
    for each in drawn[turned:] + drawn[:turned]:
        if len(held) > CARDS_EACH and each in held:
            held.remove(each)
    _need(len(held) == CARDS_EACH, "claims: nine cards were held")
    return held


def _drawn_by(hand: list[int], recycled: list[int]) -> str:
    """The card that a seat may have drawn last: of those that came last into its imagined hand."""
    for each in reversed(hand):
        if not recycled or each in recycled:
            return texts([each])[0]
    return texts(hand[-1:])[0] if hand else ""


# ------------------------------------------------------------------------------------------------------ hints


def _group_hint(meld: Meld | None, takes: list[int], group: list[int]) -> GroupHint:
    kind = None if meld is None else meld_seen(meld)["kind"]
    return {"cards": texts(group), "meld": kind, "takes": texts(takes)}
