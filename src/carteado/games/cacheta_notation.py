"""Cacheta on paper and in the head: whole positions, cases, imagined matches, hints; the game of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from carteado.cards import BadCard, card, is_permutation, texts
from carteado.games import cacheta_moves as moves
from carteado.games import game as contract
from carteado.games.cacheta import NEVER, CachetaMatch, Claim, Line, Out, Settings
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
"""A stock lasts so many times its cards in turns, where the pile is drawn from as often as it is by chance."""


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

    def _check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise BadOptions(f"{self.name} is played by {min(self.seats)} to {max(self.seats)}, not by {seats}")

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
        ``decision`` (1), ``vira``, ``hands``: {seat: cards}, ``phase`` (``draw``, or ``discard`` where the last
        card of the hand is the one just drawn, or ``bought``), ``turn`` (the seat after the dealer), ``pile``
        from the bottom up, ``stock`` from the top down, ``stock_count`` (then what is over lies at the bottom
        of the pile), ``announced``: seats, or {seat: after how many discards}, ``burned`` and ``reshuffles``.
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
            _need(len(cast(list[object], numbers)) == seats, "points, held, known, announced: one for each seat")
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
        answers: list[AnswerName | None] = list(window["settled"])
        for seat in window["seats"][len(answers) :]:
            if seat not in window["answered"]:
                answers.append(None)
            elif seat == view.seat:
                answers.append(window["own"])
            else:
                able = seat in table["na_boa"] or (seat == table["turn"] and view.options["turn_priority"])
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
        melds = self.settings(self.full_options(view.options)).melds(vira)
        rng.shuffle(pool)
        for _ in range(TRIES):
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
                held = _held_then(claim, filled[seat], hands[seat] if seat != own else [])
                if melds.goes_out(held, _cards([claim["card"]], "claims")[0]):
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
            # another deal: also for a source that draws nothing
            rng.shuffle(pool)
            pool = pool[5:] + pool[:5]
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
        settings = self.settings(self.full_options(view.options))
        melds = settings.melds(vira)
        groups: list[list[int]] = []
        if "groups" in ask:
            rest = hand[:]
            for number, group in enumerate(read(list[object], ask["groups"], "groups")):
                groups.append(_take_from(rest, _cards(group, f"groups[{number}]"), f"groups[{number}]"))
        else:
            groups = melds.grouped(hand)
        kept = -1 if settings.return_bought or table["bought"] is None else _cards([table["bought"]], "bought")[0]
        ten = len(hand) > CARDS_EACH and view.seat == table["turn"]
        discards = melds.discards(hand, kept) if ten else []
        going_out = 0
        if ten and melds.complete(hand):
            going_out = 10 if melds.complete(hand, 10) else 9 if discards else 0
        outs = melds.outs(hand, (vira,)) if len(hand) == CARDS_EACH else {}
        hints: CachetaHints = {
            "missing": melds.missing(hand),
            "going_out": going_out,
            "discards": texts(discards),
            "outs": {texts([out])[0]: number for out, number in outs.items()},
            "groups": [_group_hint(melds.meld_of(group), melds.takes(group), group) for group in groups],
            "melds": [meld_seen(meld) for meld in melds.layout(hand) or []] if going_out == 10 else [],
        }
        return dict(hints)
