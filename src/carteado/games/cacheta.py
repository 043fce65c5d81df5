"""Cacheta: the deal, drawing and discarding, going out, *na boa*, the claim window, points.

Clauses are those of the rulebook ``cacheta``: ``R24`` is a fact, ``A7`` a point that is settled there,
``3.4`` a section. What a meld is stands in `carteado.games.cacheta_melds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from carteado.cards import CARD_TEXT, is_permutation
from carteado.games import cacheta_moves as moves
from carteado.games.cacheta_melds import Melds
from carteado.games.cacheta_moves import (
    ANNOUNCE,
    BATER,
    BATER_WITH,
    CARDS_EACH,
    CLAIM,
    DEAL,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAW_DISCARD,
    DRAW_STOCK,
    FIRST_DEALER,
    FURAR,
    HAND_END,
    LET_PASS,
    MATCH_END,
    NOT_YET,
    PACK,
    PASS,
    PHASES,
    RESHUFFLE,
    WINDOW,
    wild_cards,
)
from carteado.games.cacheta_views import meld_seen, position_of, views_of
from carteado.games.game import (
    BadDeal,
    Chance,
    Event,
    Move,
    OptionValue,
    Plain,
    Refusal,
    Refused,
    Result,
    Seat,
    View,
)

NEVER: Final = -1
"""`CachetaMatch.announced` of a seat that has not announced *na boa* in this hand."""


class Settings:
    """A table's options as the rules use them."""

    __slots__ = (
        "_melds",
        "boa_before",
        "card_in_meld",
        "espelho",
        "four_suits",
        "max_hands",
        "max_reshuffles",
        "points",
        "race",
        "return_bought",
        "show_hands",
        "turn_priority",
        "validate_boa",
        "wild_rule",
        "wilds_per_meld",
    )

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        self.points: int = int(options["starting_points"])  # R38 A27
        self.wild_rule: str = str(options["wild_rule"])
        self.wilds_per_meld: int = int(options["wilds_per_meld"])
        self.espelho: bool = bool(options["espelho"])
        self.four_suits: bool = bool(options["four_suit_set"])
        self.return_bought: bool = bool(options["return_bought_card"])
        self.race: bool = options["furo_mode"] == "race"
        self.turn_priority: bool = bool(options["turn_priority"])
        self.boa_before: bool = bool(options["boa_before_discard"])
        self.validate_boa: bool = bool(options["validate_boa"])
        self.card_in_meld: bool = bool(options["furo_card_in_meld"])
        self.max_reshuffles: int = int(options["max_reshuffles"])
        self.show_hands: bool = bool(options["show_hands_at_end"])
        self.max_hands: int = int(options["max_hands"])
        self._melds: dict[int, Melds] = {}

    def melds(self, vira: int) -> Melds:
        """What melds are under a *vira*; the same object for the same *vira*."""
        found = self._melds.get(vira)
        if found is None:
            wild = wild_cards(vira, self.wild_rule, self.espelho)
            found = self._melds[vira] = Melds(wild, self.wilds_per_meld, self.four_suits)
        return found


class Claim:
    """A seat's last claim that failed: the card, the nine cards that it held, what came and went since.

    ``discarded`` and ``taken`` are cards that all have seen, ``drawn`` the number of those from the stock.
    """

    __slots__ = ("card", "discarded", "drawn", "held", "seat", "taken")

    def __init__(
        self, seat: int, card: int, held: list[int], discarded: list[int], taken: list[int], drawn: int
    ) -> None:
        self.seat: Final = seat
        self.card: Final = card
        self.held: Final = held
        self.discarded: Final = discarded
        self.taken: Final = taken
        self.drawn: int = drawn

    def copy(self) -> Claim:
        """An equal claim that shares nothing which changes."""
        return Claim(self.seat, self.card, self.held, self.discarded[:], self.taken[:], self.drawn)


class Line:
    """A line of the score sheet: a seat went out with 9 or 10 cards, or nobody (-1) with 0."""

    __slots__ = ("going_out", "hand", "points", "seat")

    def __init__(self, hand: int, seat: int, going_out: int, points: list[int]) -> None:
        self.hand: Final = hand
        self.seat: Final = seat
        self.going_out: Final = going_out
        self.points: Final = points


class Out:
    """How somebody went out, with 9 or 10 cards, by a claim or on his turn."""

    __slots__ = ("claimed", "going_out", "seat")

    def __init__(self, seat: int, going_out: int, claimed: bool) -> None:
        self.seat: Final = seat
        self.going_out: Final = going_out
        self.claimed: Final = claimed


DREW: Final = [
    [Event("drew", {"seat": seat, "card": "X"}, own={seat: {"card": name}}) for name in CARD_TEXT[:52]]
    for seat in range(moves.MOST_SEATS)
]
DISCARDED: Final = [
    [Event("discarded", {"seat": seat, "card": name}) for name in CARD_TEXT[:52]]
    for seat in range(moves.MOST_SEATS)
]
TOOK: Final = [
    [Event("took", {"seat": seat, "card": name}) for name in CARD_TEXT[:52]]
    for seat in range(moves.MOST_SEATS)
]
"""Events by seat and card: events do not change."""


class CachetaMatch:
    """The whole truth about one match of Cacheta.

    Public fields may be read; only `deal` and `apply` change them.
    """

    def __init__(
        self,
        options: Mapping[str, OptionValue],
        settings: Settings,
        seats: int,
        dealer: int,
        decision: int,
    ) -> None:
        self.options: Mapping[str, OptionValue] = options
        self.set: Settings = settings
        self.seats: int = seats
        self.number: int = decision  # `decision`
        self.hand_since: int = decision
        self.phase: int = FIRST_DEALER if dealer < 0 else DEAL
        self.hand: int = 0
        self.points: list[int] = [settings.points] * seats  # R38
        self.fallen: list[tuple[int, int]] = [(0, 0)] * seats  # in which hand, with how many points before
        self.dealer: int = dealer
        self.turn: int = -1
        self.vira: int = -1
        self.melds: Melds = settings.melds(-1)
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.known: list[list[int]] = [[] for _ in range(seats)]  # taken from the pile and still held
        self.stock: list[int] = list(PACK)
        self.at: int = 0  # the top of the stock is here
        self.pile: list[int] = []  # its top is the last
        self.recycled: list[int] = []  # what the stock was made of, when it was a pile
        self.reshuffles: int = 0
        self.discards: int = 0  # of this hand
        self.drawn: int = -1  # the card that the seat on turn has just drawn from the stock
        self.bought: int = -1  # or taken from the pile
        self.announced: list[int] = [NEVER] * seats  # after how many discards
        self.burned: int = 0  # a bit for each seat
        self.window: list[int] = []  # the seats that are asked, in the order in which they are resolved
        self.answers: list[int] = []  # of each of them
        self.settled: int = 0  # how many are resolved
        self.claims: list[Claim] = []  # the last that failed of each seat
        self.passed: list[tuple[int, int]] = []  # who let which card pass
        self.out: Out | None = None
        self.sheet: list[Line] = []
        self.ended: str = ""  # the reason, when the match is over
        self.ways: list[Move] | None = None  # how the seat on turn may go out, once somebody has asked

    def copy(self) -> CachetaMatch:
        """An equal match that shares nothing which changes."""
        new = CachetaMatch(self.options, self.set, self.seats, self.dealer, self.number)
        new.hand_since = self.hand_since
        new.phase = self.phase
        new.hand = self.hand
        new.points = self.points[:]
        new.fallen = self.fallen[:]
        new.turn = self.turn
        new.vira = self.vira
        new.melds = self.melds
        new.hands = [hand[:] for hand in self.hands]
        new.known = [known[:] for known in self.known]
        new.stock = self.stock  # never changed in place
        new.at = self.at
        new.pile = self.pile[:]
        new.recycled = self.recycled  # never changed in place
        new.reshuffles = self.reshuffles
        new.discards = self.discards
        new.drawn = self.drawn
        new.bought = self.bought
        new.announced = self.announced[:]
        new.burned = self.burned
        new.window = self.window  # never changed in place
        new.answers = self.answers[:]
        new.settled = self.settled
        new.claims = [claim.copy() for claim in self.claims]
        new.passed = self.passed[:]
        new.out = self.out
        new.sheet = self.sheet[:]
        new.ended = self.ended
        new.ways = self.ways  # never changed in place
        return new

    # ------------------------------------------------------------------------------------- small questions

    @property
    def decision(self) -> int:
        """See `carteado.games.game.Match.decision`."""
        return self.number

    def in_hand(self) -> bool:
        """Whether a hand is being played."""
        return self.phase in (DRAW, DISCARD, WINDOW, RESHUFFLE)

    def next_seat(self, seat: int) -> int:
        """The next seat clockwise that has not fallen (R28 A25)."""
        while True:
            seat = (seat + 1) % self.seats
            if self.points[seat]:
                return seat

    def seat_before(self, seat: int) -> int:
        """The seat that discarded before this one's turn."""
        while True:
            seat = (seat - 1) % self.seats
            if self.points[seat]:
                return seat

    def active(self) -> list[int]:
        """The seats that have not fallen."""
        return [seat for seat in range(self.seats) if self.points[seat]]

    def actors(self) -> list[int]:
        """See `carteado.games.game.Match.actors`."""
        if self.phase in (DRAW, DISCARD):
            return [self.turn]
        if self.phase == WINDOW:
            return [seat for at, seat in enumerate(self.window) if self.answers[at] == NOT_YET]
        return []

    def shared(self, seat: int) -> list[int]:
        """See `carteado.games.game.Match.shared`: each plays for himself (R1)."""
        return []

    def hand_number(self) -> int:
        """See `carteado.games.game.Match.hand_number`."""
        return self.hand

    # ------------------------------------------------------------------------------------------- the deal

    def chance(self) -> Chance | None:
        """See `carteado.games.game.Match.chance`."""
        match self.phase:
            case moves.FIRST_DEALER:
                return Chance("first_dealer", tuple(range(self.seats)))  # A11
            case moves.DEAL | moves.HAND_END:
                return Chance("deal", PACK)
            case moves.RESHUFFLE:
                return Chance("reshuffle", tuple(self.pile[:-1]))  # A23: all but its top card
        return None

    def deal(self, order: Sequence[int]) -> list[Event]:
        """See `carteado.games.game.Match.deal`."""
        chance = self.chance()
        if chance is None:
            raise BadDeal("nothing is to be dealt now")
        if not is_permutation(order, chance.items):
            raise BadDeal(f"a permutation of what is due, {chance.kind}, is wanted")
        events: list[Event] = []
        match self.phase:
            case moves.FIRST_DEALER:
                self.dealer = order[0]
                self.phase = DEAL
                events.append(Event("first_dealer", {"dealer": self.dealer}))
            case moves.RESHUFFLE:
                self._reshuffle(order, events)
            case _:
                if self.phase == HAND_END:
                    self.dealer = self.next_seat(self.dealer)  # A11
                self.begin_hand(order)
                events.append(self._dealt_event())
        return events

    def begin_hand(self, order: Sequence[int]) -> None:
        """Deal the next hand from an order of the pack; dealer and points are those of the new hand."""
        cards = list(order)
        self.hand += 1
        self.turn = self.next_seat(self.dealer)  # A11
        taking: list[int] = [self.turn]
        while len(taking) < len(self.active()):
            taking.append(self.next_seat(taking[-1]))
        number = len(taking)
        self.hands = [[] for _ in range(self.seats)]
        for at, seat in enumerate(taking):  # R4 A25: nine each, one at a time clockwise
            self.hands[seat] = cards[at : CARDS_EACH * number : number]
        self.vira = cards[CARDS_EACH * number]  # R7 R23
        self.melds = self.set.melds(self.vira)
        self.stock = cards[CARDS_EACH * number + 1 :]  # R18
        self.at = 0
        self.known = [[] for _ in range(self.seats)]
        self.pile = []
        self.recycled = []
        self.reshuffles = 0
        self.discards = 0
        self.drawn = self.bought = -1
        self.announced = [NEVER] * self.seats
        self.burned = 0
        self._close_window()
        self.claims = []
        self.passed = []
        self.out = None
        self.ways = None
        self.phase = DRAW
        self.number += 1
        self.hand_since = self.number

    def _dealt_event(self) -> Event:
        facts: dict[str, Plain] = {
            "hand": self.hand,
            "dealer": self.dealer,
            "leader": self.turn,
            "vira": CARD_TEXT[self.vira],
            "wild": [CARD_TEXT[card] for card in self.melds.wild],
            "stock": len(self.stock),
        }
        return Event("dealt", facts, hands=self.hands_now())

    def hands_now(self) -> list[list[int]]:
        """All hands, in lists that do not change."""
        return [hand[:] for hand in self.hands]

    def _reshuffle(self, order: Sequence[int], events: list[Event]) -> None:
        """The pile but its top card becomes the stock, and what was begun is done (A23)."""
        self.recycled = sorted(order)
        self.stock = list(order)
        self.at = 0
        self.pile = self.pile[-1:]
        self.reshuffles += 1
        events.append(Event("reshuffled", {"stock": len(self.stock)}))
        self._draw_top(self.turn, events)

    # ---------------------------------------------------------------------------------- the claim window

    def may_claim(self, seat: int) -> bool:
        """Whether a seat may claim the top of the pile out of turn (3.4: E).

        By default who announced before it was discarded (A13). Where one may also announce on seeing the
        card, everybody who is not burned is given the time to.
        """
        if self.burned >> seat & 1 or not self.points[seat]:
            return False
        return not self.set.boa_before or 0 <= self.announced[seat] < self.discards

    def asked(self) -> list[int]:
        """Who is to be asked whether he claims the card that was just discarded, in table order (3.4)."""
        others: list[int] = []
        discarder = self.seat_before(self.turn)
        seat = self.next_seat(self.turn)
        while seat not in (discarder, self.turn):
            if self.may_claim(seat):
                others.append(seat)
            seat = self.next_seat(seat)
        if not others:
            return []  # R31: also where only the next player is na boa
        asks_next = self.set.turn_priority or self.may_claim(self.turn)  # A16
        return [self.turn, *others] if asks_next else others

    def _close_window(self) -> None:
        self.window = []
        self.answers = []
        self.settled = 0

    def claimed_by(self, seat: int) -> int:
        """With how many cards a seat would go out by the top of the pile, 9 or 10, else 0 (A18)."""
        return self.melds.goes_out(self.hands[seat], self.pile[-1], self.set.card_in_meld)

    # --------------------------------------------------------------------------------------------- checks

    def check(self, seat: int, move: Move) -> Refusal | None:
        """See `carteado.games.game.Match.check`; the order is that of section 10."""
        if not 0 <= seat < self.seats:
            return moves.NOT_SEATED
        if self.phase == MATCH_END:
            return moves.MATCH_OVER
        if not self.points[seat]:
            return moves.ELIMINATED  # R41
        if self.phase in (FIRST_DEALER, DEAL, HAND_END):
            return moves.HAND_OVER  # R33
        if self.phase == RESHUFFLE:
            return Refusal("wrong_phase", {"phase": PHASES[RESHUFFLE]})
        match move.kind:
            case "draw_stock" | "draw_discard":
                return self._check_draw(seat, move)
            case "discard":
                return self._check_discard(seat, move.card)
            case "bater":
                return self._check_bater(seat, move.card)
            case "furar":
                return self._check_claim(seat)
            case "let_pass":
                return self._check_answer(seat)
            case "announce_boa":
                return self._check_announce(seat)
        return moves.BAD_MOVE

    def _check_turn(self, seat: int, phase: int) -> Refusal | None:
        if seat != self.turn:
            return moves.NOT_YOUR_TURN[self.turn]
        return None if self.phase == phase else moves.WRONG_PHASE[PHASES[self.phase]]

    def _check_draw(self, seat: int, move: Move) -> Refusal | None:
        wrong = self._check_turn(seat, DRAW)
        if wrong is None and move is DRAW_DISCARD and not self.pile:
            return moves.DISCARD_PILE_EMPTY  # R24
        return wrong

    def _check_discard(self, seat: int, card: int) -> Refusal | None:
        wrong = self._check_turn(seat, DISCARD)
        if wrong is not None:
            return wrong
        if card not in self.hands[seat]:
            return moves.CARD_NOT_HELD[card]
        if card == self.kept():
            return moves.BOUGHT_CARD_BACK[card]
        return None

    def kept(self) -> int:
        """The face that may not be discarded now since it was just taken from the pile, or -1 (A12)."""
        return -1 if self.set.return_bought else self.bought

    def _check_bater(self, seat: int, card: int) -> Refusal | None:
        wrong = self._check_turn(seat, DISCARD) if card < 0 else self._check_discard(seat, card)
        if wrong is not None:
            return wrong
        ways = self.ways_out()
        if not ways:
            return moves.CANNOT_BATER  # A20
        if card >= 0 and BATER_WITH[card] not in ways:
            return Refusal(
                "bad_discard", {"discards": [CARD_TEXT[way.card] for way in ways if way.card >= 0]}
            )
        return None

    def ways_out(self) -> list[Move]:
        """How the seat on turn may go out with the ten cards that it holds (3.7)."""
        if self.ways is None:
            hand = self.hands[self.turn]
            ways: list[Move] = []
            if self.melds.complete(hand):
                ways = [BATER_WITH[card] for card in self.melds.discards(hand, self.kept())]
                if ways or self.melds.complete(hand, 10):
                    ways.insert(0, BATER)
            self.ways = ways
        return self.ways

    def _check_claim(self, seat: int) -> Refusal | None:
        if self.phase == WINDOW:
            if seat in self.window:
                if self.answers[self.window.index(seat)] != NOT_YET:
                    return moves.ALREADY_ANSWERED
                if seat == self.turn and self.set.turn_priority:
                    return None  # A16: his turn is next
            elif seat == self.seat_before(self.turn):
                return moves.NO_WINDOW
        elif not (self.set.race and self.phase == DRAW and self.pile) or seat == self.turn:
            return moves.NO_WINDOW  # R31 A15
        elif seat == self.seat_before(self.turn):
            return moves.NO_WINDOW
        if self.burned >> seat & 1:
            return moves.BURNED  # R22
        if self.announced[seat] == NEVER:
            return moves.BOA_NOT_ANNOUNCED  # R31
        if not self.may_claim(seat):
            return moves.BOA_TOO_LATE  # A13
        return None

    def _check_answer(self, seat: int) -> Refusal | None:
        if self.phase != WINDOW or seat not in self.window:
            return moves.NO_WINDOW
        if self.answers[self.window.index(seat)] != NOT_YET:
            return moves.ALREADY_ANSWERED
        return None

    def _check_announce(self, seat: int) -> Refusal | None:
        """In turn or out of it, once a hand, true or not (R30 A13 A14)."""
        if self.burned >> seat & 1:
            return moves.BURNED
        if self.announced[seat] != NEVER:
            return moves.ALREADY_ANNOUNCED
        if self.set.validate_boa and not self.is_na_boa(seat):
            return moves.NOT_NA_BOA
        return None

    def is_na_boa(self, seat: int) -> bool:
        """Whether some card lets a seat go out; with ten in hand, after some discard (R20 3.8)."""
        hand = self.hands[seat]
        if len(hand) == CARDS_EACH:
            return bool(self.melds.outs(hand, (self.vira,)))
        if self.melds.complete(hand):
            return True
        for card in dict.fromkeys(hand):
            if card != self.kept():
                nine = hand[:]
                nine.remove(card)
                if self.melds.outs(nine, (self.vira, card)):
                    return True
        return False

    def grave(self, seat: int, move: Move) -> str | None:
        """See `carteado.games.game.Match.grave`: nothing ruins a player at once."""
        return None

    def since(self, seat: int, move: Move) -> int:
        """See `carteado.games.game.Match.since`."""
        return self.hand_since if move is ANNOUNCE else self.number

    def reveals(self, seat: int, move: Move) -> tuple[int, ...]:
        """See `carteado.games.game.Match.reveals`: the card drawn, who goes out, answers opened."""
        match move.kind:
            case "draw_stock":
                return (self.stock[self.at],) if self.at < len(self.stock) else ()
            case "bater":
                card = self._nine_discard(move) if move.card < 0 else move.card
                return self._laid(seat, self.hands[seat], card)
            case "furar" | "let_pass":
                return self._opened(seat, CLAIM if move is FURAR else PASS)
        return ()

    def _laid(self, seat: int, ten: Sequence[int], discard: int) -> tuple[int, ...]:
        shown = [*sorted(ten), discard]
        if self.set.show_hands:
            for other, hand in enumerate(self.hands):
                if other != seat:
                    shown += sorted(hand)
        return tuple(shown)

    def _opened(self, seat: int, answer: int) -> tuple[int, ...]:
        """What the claims show that this answer lets be resolved: -1 - seat for one that fails."""
        shown: list[int] = []
        answers = [answer] if self.phase != WINDOW else self.answers[:]
        window = [seat] if self.phase != WINDOW else self.window
        answers[window.index(seat)] = answer
        for at in range(self.settled, len(window)):
            if answers[at] == NOT_YET:
                break
            if answers[at] == CLAIM:
                if self.claimed_by(window[at]):
                    ten = [*self.hands[window[at]], self.pile[-1]]
                    shown += self._laid(window[at], ten, self._claim_discard(window[at]))
                    break
                shown.append(-1 - window[at])
        return tuple(shown)

    # ---------------------------------------------------------------------------------------- legal moves

    def legal(self, seat: int) -> list[Move]:
        """See `carteado.games.game.Match.legal`: draws, discards as held, going out, answers, asides."""
        found: list[Move] = []
        if not self.in_hand() or self.phase == RESHUFFLE or not self.points[seat]:
            return found
        if seat == self.turn and self.phase == DRAW:
            found.append(DRAW_STOCK)
            if self.pile:
                found.append(DRAW_DISCARD)  # R29
        elif seat == self.turn and self.phase == DISCARD:
            kept = self.kept()
            found = [DISCARDS[card] for card in dict.fromkeys(self.hands[seat]) if card != kept]
            found += self.ways_out()
        elif self.phase == WINDOW or self.set.race:
            if self._check_claim(seat) is None:
                found.append(FURAR)
            if self.phase == WINDOW and self._check_answer(seat) is None:
                found.append(LET_PASS)
        if self.announced[seat] == NEVER and self._check_announce(seat) is None:
            found.append(ANNOUNCE)
        return found

    def default(self, seat: int) -> Move:
        """See `carteado.games.game.Match.default` (section 8).

        Raises:
            ValueError: nothing is asked of this seat.
        """
        if self.phase == DRAW and seat == self.turn:
            return DRAW_STOCK
        if self.phase == WINDOW and seat in self.actors():
            return LET_PASS
        if self.phase != DISCARD or seat != self.turn:
            raise ValueError(f"nothing is asked of seat {seat}")
        if self.drawn >= 0:
            return DISCARDS[self.drawn]
        others = [card for card in self.hands[seat] if card != self.bought]
        plain = [card for card in others if not self.melds.is_wild[card]]
        return DISCARDS[max(plain or others)]

    # ---------------------------------------------------------------------------------------------- apply

    def apply(self, seat: int, move: Move) -> list[Event]:
        """See `carteado.games.game.Match.apply`."""
        refusal = self.check(seat, move)
        if refusal is not None:
            raise Refused(refusal)
        events: list[Event] = []
        match move.kind:
            case "draw_stock":
                self._draw_stock(seat, events)
            case "draw_discard":
                card = self._take(seat)
                self.bought = card
                self._to_discard()
                events.append(TOOK[seat][card])
            case "discard":
                self._discard(seat, move.card, events)
            case "bater":
                discard = move.card if move.card >= 0 else self._nine_discard(move)
                self._go_out(seat, discard, False, events)
            case "announce_boa":
                self.announced[seat] = self.discards
                events.append(Event("announced", {"seat": seat}))
            case _:
                self._answer(seat, CLAIM if move is FURAR else PASS, events)
        return events

    def _gain(self, seat: int, card: int, is_seen: bool) -> None:
        self.hands[seat].append(card)
        if is_seen:
            self.known[seat].append(card)
        for claim in self.claims:
            if claim.seat == seat:
                if is_seen:
                    claim.taken.append(card)
                else:
                    claim.drawn += 1

    def _lose(self, seat: int, card: int) -> None:
        """A card leaves a hand face up; of equal ones nobody can tell which."""
        self.hands[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)
        for claim in self.claims:
            if claim.seat == seat:
                claim.discarded.append(card)

    def _take(self, seat: int) -> int:
        """The top of the pile goes into a hand."""
        card = self.pile.pop()
        self._gain(seat, card, True)
        return card

    def _to_discard(self) -> None:
        self.phase = DISCARD
        self.ways = None
        self.number += 1

    def _draw_stock(self, seat: int, events: list[Event]) -> None:
        if self.at < len(self.stock):
            self._draw_top(seat, events)
            return
        if self.reshuffles == self.set.max_reshuffles:
            self._end_hand(-1, 0, events)  # A23: nobody loses anything
        else:
            self.phase = RESHUFFLE
            events.append(Event("stock_empty", {"seat": seat}))
        self.number += 1

    def _draw_top(self, seat: int, events: list[Event]) -> None:
        card = self.stock[self.at]
        self.at += 1
        self._gain(seat, card, False)
        self.drawn = card
        self._to_discard()
        events.append(DREW[seat][card])

    def _discard(self, seat: int, card: int, events: list[Event]) -> None:
        self._lose(seat, card)
        self.pile.append(card)  # R26
        self.discards += 1
        self.drawn = self.bought = -1
        self.turn = self.next_seat(seat)  # R27
        self.phase = DRAW
        events.append(DISCARDED[seat][card])
        if not self.set.race:
            self.window = self.asked()
            if self.window:
                self.answers = [NOT_YET] * len(self.window)
                self.phase = WINDOW
                events.append(Event("window", {"seats": self.window, "card": CARD_TEXT[card]}))
        self.number += 1

    def _answer(self, seat: int, answer: int, events: list[Event]) -> None:
        if self.phase != WINDOW:  # A15: a race
            if not self._claim(seat, events):
                events.append(self._burn(seat))
            return
        self.answers[self.window.index(seat)] = answer
        own: dict[str, Plain] = {"answer": moves.ANSWERS[answer]}
        events.append(Event("answered", {"seat": seat}, own={seat: own}))
        self._settle(events)

    def _settle(self, events: list[Event]) -> None:
        """Resolve the answers in table order as far as they have come (3.4)."""
        while self.settled < len(self.window) and self.answers[self.settled] != NOT_YET:
            seat = self.window[self.settled]
            if self.answers[self.settled] == PASS:
                self.passed.append((seat, self.pile[-1]))
                events.append(Event("passed", {"seat": seat}))
            elif self._claim(seat, events):
                return  # later answers are void
            elif seat == self.turn:
                events.append(Event("claim_dismissed", {"seat": seat}))  # R21: no jumping of the queue
            else:
                events.append(self._burn(seat))
            self.settled += 1
        if self.settled == len(self.window):
            self._close_window()
            self.phase = DRAW
            self.number += 1

    def _claim(self, seat: int, events: list[Event]) -> bool:
        """Let a seat go out with the top of the pile, if it can (R21)."""
        if self.claimed_by(seat):
            discard = self._claim_discard(seat)
            card = self._take(seat)
            events.append(TOOK[seat][card])
            self._go_out(seat, discard, True, events)
            return True
        # A17: the card stays, the hand stays secret
        self.claims = [claim for claim in self.claims if claim.seat != seat]
        self.claims.append(Claim(seat, self.pile[-1], self.hands[seat][:], [], [], 0))
        return False

    def _burn(self, seat: int) -> Event:
        self.burned |= 1 << seat  # R22 R32
        return Event("burned", {"seat": seat})

    def _nine_discard(self, move: Move) -> int:
        """What who goes out without naming a discard throws away: nothing with ten melded cards (A22)."""
        if self.melds.complete(self.hands[self.turn], 10):
            return -1
        return self.ways_out()[1].card

    def _claim_discard(self, seat: int) -> int:
        """What who goes out by a claim throws away: nothing with ten melded cards, else the lowest he can."""
        hand, card = self.hands[seat], self.pile[-1]
        if self.claimed_by(seat) == 10:
            return -1
        able = self.melds.discards([*hand, card], card)
        if not self.set.card_in_meld and self.melds.complete(hand):
            able.append(card)
        return min(able)

    # ------------------------------------------------------------------------------------------- the ends

    def _go_out(self, seat: int, discard: int, claimed: bool, events: list[Event]) -> None:
        """R16 R34: nine cards are laid and the tenth is discarded (R35), or all ten (R36)."""
        if discard >= 0:
            self._lose(seat, discard)
            self.pile.append(discard)
            self.discards += 1
        self.known[seat] = self.hands[seat][:]
        self.out = Out(seat, len(self.hands[seat]), claimed)
        melds = self.melds.layout(self.hands[seat])
        assert melds is not None
        facts: dict[str, Plain] = {
            "seat": seat,
            "going_out": self.out.going_out,
            "claimed": claimed,
            "melds": [meld_seen(meld) for meld in melds],
            "discard": CARD_TEXT[discard] if discard >= 0 else None,
        }
        events.append(Event("went_out", facts))
        self._end_hand(seat, self.out.going_out, events)
        self.number += 1

    def _end_hand(self, seat: int, going_out: int, events: list[Event]) -> None:
        """Everybody else loses a point, or two (R39 R40); nobody when the hand is void (A23)."""
        fell: list[int] = []
        for other in self.active() if seat >= 0 else []:
            if other != seat:
                before = self.points[other]
                self.points[other] = max(0, before - (2 if going_out == 10 else 1))  # A24
                if not self.points[other]:  # R41
                    self.fallen[other] = (self.hand, before)
                    fell.append(other)
        self._close_window()
        self.turn = -1
        self.drawn = self.bought = -1
        self.ways = None
        self.phase = HAND_END  # R15
        points = self.points[:]
        self.sheet.append(Line(self.hand, seat, going_out, points))
        facts: dict[str, Plain] = {
            "hand": self.hand,
            "seat": seat if seat >= 0 else None,
            "going_out": going_out,
            "points": points,
            "fell": fell,
        }
        events.append(Event("hand_won" if seat >= 0 else "hand_void", facts))
        if self.set.show_hands:  # A32
            self.known = self.hands_now()
            hands: list[Plain] = [[CARD_TEXT[card] for card in hand] for hand in self.hands]
            events.append(Event("hands_shown", {"hands": hands}))
        if len(self.active()) == 1:
            self._end_match("last_standing", events)  # R42
        elif 0 < self.set.max_hands <= self.hand:
            self._end_match("max_hands", events)

    def _end_match(self, reason: str, events: list[Event]) -> None:
        self.phase = MATCH_END
        self.ended = reason
        result = self.result()
        assert result is not None
        events.append(Event("match_won", result.plain()))

    def result(self) -> Result | None:
        """See `carteado.games.game.Match.result`; the places are those of section 4."""
        if self.phase != MATCH_END:
            return None
        places: dict[tuple[int, int, int], list[int]] = {}
        for seat in range(self.seats):
            # who plays on stands above who fell, later above earlier, with more points above fewer
            key = (self.points[seat], *self.fallen[seat])
            places.setdefault(key, []).append(seat)
        ranking = tuple([tuple(places[key]) for key in sorted(places, reverse=True)])
        winners = ranking[0] if len(ranking) > 1 else ()
        following: dict[str, Plain] = {"dealer": (self.dealer + 1) % self.seats}
        return Result(tuple(self.points), ranking, winners, self.ended, following)

    # ------------------------------------------------------------------------------------ what others learn

    def view(self, seat: Seat) -> View:
        """See `carteado.games.game.Match.view`."""
        return views_of(self, (seat,))[0]

    def views(self, seats: Sequence[Seat]) -> list[View]:
        """See `carteado.games.game.Match.views`."""
        return views_of(self, seats)

    def position(self) -> dict[str, Plain]:
        """See `carteado.games.game.Match.position`; its shape is `cacheta_shapes.CachetaPosition`."""
        return dict(position_of(self))

    def places(self) -> dict[str, list[int]]:
        """See `carteado.games.game.Match.places`."""
        lie: dict[str, list[int]] = {"stock": self.stock[self.at :], "pile": self.pile[:]}
        if self.vira >= 0:
            lie["vira"] = [self.vira]
        for seat, hand in enumerate(self.hands):
            lie[f"hand {seat}"] = hand[:]
        return lie
