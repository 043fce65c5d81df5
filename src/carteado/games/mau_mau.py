"""Mau-Mau: four to eight players get rid of their cards, each for himself; the fewer points left, the better.

A card follows one of its suit or rank; aces skip, queens turn the direction, jacks name a suit, sevens make
the next one draw and nines the one before. Who goes down to one card must say so, and anybody may accuse him
who did not. Clauses (``R24``, ``A7``) are those of docs/rules/mau_mau.md.

A match keeps how its hand began (`Base`) and what everybody has seen since (``log``): from these and the
shuffles `carteado.games.mau_mau_notation` makes it again, so that no position is read that could not be.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from typing import Final

from carteado.cards import CARD_TEXT, SUITS, is_permutation, texts
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
from carteado.games.mau_mau_cards import (
    ACCUSE,
    ACE,
    ALREADY_ANNOUNCED,
    ALREADY_DREW,
    ALREADY_PUNISHED,
    ANNOUNCE,
    ANNOUNCED,
    BAD_MOVE,
    CARD_NOT_HELD,
    CARDS_EACH,
    CHOOSE_SUIT,
    DEAL,
    DISCARDED,
    DISCARDS,
    DRAW,
    DREW_ONE,
    DROP,
    EFFECTS,
    FINE,
    FIRST_DEALER,
    FITS_JACK,
    FITS_NONE,
    FITS_SEVENS,
    FITS_SUIT,
    FITS_TOP,
    HAND_IS_OVER,
    HAND_OVER,
    INACTIVE,
    JACK,
    JACKS,
    LOG,
    LOG_ACCUSE_WRONG,
    LOG_ANNOUNCE_WRONG,
    LOG_DREW,
    LOG_RESHUFFLE,
    LOG_TURNED,
    MATCH_IS_OVER,
    MATCH_OVER,
    MUST_DISCARD,
    MUST_DRAW_FIRST,
    MUST_PLAY,
    NINE,
    NO_SUIT,
    NOT_SEATED,
    NOT_YOUR_TURN,
    NOTHING_DEALT,
    NOTHING_OWED,
    NOTHING_TO_DRAW,
    ONE_CARD,
    PACK,
    PACK_SORTED,
    PASS,
    PASSED,
    QUEEN,
    RESHUFFLING,
    REVERSED,
    SEVEN,
    SEVENS_PENDING,
    SKIPPED,
    SUIT_MISSING,
    SUIT_MOVES,
    SUIT_UNNEEDED,
    TAKE,
    TURN,
    TURNING,
    WRONG_PHASE,
    drew,
    points_of_cards,
)
from carteado.games.mau_mau_views import position_of, views_of

TURNS_EACH: Final = 250
"""A hand ends after so many turns for each seat and is counted (A20): it could go on and on."""


class Settings:
    """A table's options as the rules use them."""

    __slots__ = (
        "drawn_only",
        "fined_out_of_turn",
        "first_effect",
        "fits",
        "hands",
        "jack_doubles",
        "last_actor",
        "last_effect",
        "late",
        "match",
        "max_hands",
        "points",
        "queen_skips",
        "target",
    )

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        self.fits: list[list[bool]] = FITS_TOP[str(options["jack_on_seven"])]  # A1
        self.first_effect: bool = bool(options["first_card_effect"])  # A2
        self.queen_skips: bool = options["queen_with_two"] == "skip"  # A3
        self.drawn_only: bool = options["play_after_draw"] == "drawn_only"  # A7
        self.fined_out_of_turn: bool = options["mau_mau_out_of_turn"] == "penalty"  # A8
        self.late: bool = bool(options["late_mau_mau"])  # A8
        self.last_effect: bool = bool(options["last_card_effect"])  # A9
        self.jack_doubles: bool = bool(options["final_jack_doubles"])  # A9
        self.points: list[int] = points_of_cards(int(options["ace_value"]))  # A10
        self.match: str = str(options["match"])  # A11
        self.hands: int = int(options["hands_to_play"])
        self.target: int = int(options["points_limit"])
        self.last_actor: bool = options["nine_target"] == "last_actor"  # A13
        self.max_hands: int = int(options["max_hands"])


class Line:
    """A line of the score sheet: points by seat, and who had fewest."""

    __slots__ = ("points", "reason", "winners")

    def __init__(self, points: list[int], winners: list[int], reason: str) -> None:
        self.points: Final = points
        self.winners: Final = winners
        self.reason: Final = reason


class Base:
    """How a hand began: after the deal and the effect of the turned card. It never changes.

    ``stock`` is written from the top; ``returned`` is the turned card that went back into it (A2).
    """

    __slots__ = (
        "aside",
        "decision",
        "direction",
        "hands",
        "left",
        "pending",
        "phase",
        "pile",
        "returned",
        "score",
        "sheet",
        "stock",
        "suit",
        "turn",
    )

    def __init__(
        self,
        decision: int,
        score: list[int],
        sheet: list[Line],
        phase: int,
        turn: int,
        direction: int,
        pending: int,
        suit: int,
        left: list[int],
        hands: list[list[int]],
        stock: list[int],
        aside: list[int],
        pile: list[int],
        returned: list[int],
    ) -> None:
        self.decision: Final = decision
        self.score: Final = score
        self.sheet: Final = sheet
        self.phase: Final = phase
        self.turn: Final = turn
        self.direction: Final = direction
        self.pending: Final = pending
        self.suit: Final = suit
        self.left: Final = left
        self.hands: Final = hands
        self.stock: Final = stock
        self.aside: Final = aside
        self.pile: Final = pile
        self.returned: Final = returned


class MauMauMatch:
    """The whole truth about one match of Mau-Mau.

    Public fields may be read; only `deal` and `apply` change them. ``stock`` and ``pile`` have their top at
    the end, hands are sorted.
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
        self.phase: int = FIRST_DEALER if dealer < 0 else DEAL
        self.hand: int = 0
        self.dealer: int = dealer
        self.first: int = -1
        self.score: list[int] = [0] * seats
        self.sheet: list[Line] = []
        self.ended: str = ""  # the reason, when the match is over
        self.left: list[int] = []  # seats that left for good, the first one first
        self.out: int = 0  # a bit for each of them
        self.base: Base | None = None
        self.log: list[str] = []
        self.shuffles: list[list[int]] = []  # stocks made of the pile, written from the top
        self.received: list[list[int]] = [[] for _ in range(seats)]  # since the hand began, in order
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.stock: list[int] = list(PACK)
        self.pile: list[int] = []
        self.aside: list[int] = []  # out of play: only in positions that were set up
        self.direction: int = 1
        self.turn: int = -1
        self.suit: int = NO_SUIT  # named for the jack on top
        self.pending: int = 0  # cards owed for sevens
        self.fits: list[bool] = FITS_NONE  # by card: whether it may be discarded now
        self.drew: bool = False
        self.drawn: int = -1
        self.announced: bool = False
        self.accusable: int = -1
        self.by: int = -1  # who discarded the top card
        self.last: int = -1  # who had the turn before
        self.stuck: int = 0  # passes in a row with nothing to draw
        self.turns: int = 0
        self.fined_announce: int = 0  # a bit for each seat that paid in this turn
        self.fined_accuse: int = 0
        self.owed: int = 0  # cards still to draw by `owed_seat`, when the stock has been shuffled
        self.owed_seat: int = -1
        self.owed_why: str = ""
        self.ending: str = ""  # why the hand ends when these are drawn
        self.turn_since: int = decision
        self.window_since: int = decision
        self.hand_since: list[int] = [decision] * seats

    def copy(self) -> MauMauMatch:
        """An equal match that shares nothing which changes."""
        new = MauMauMatch(self.options, self.set, self.seats, self.dealer, self.number)
        new.phase = self.phase
        new.hand = self.hand
        new.first = self.first
        new.score = self.score[:]
        new.sheet = self.sheet[:]
        new.ended = self.ended
        new.left = self.left[:]
        new.out = self.out
        new.base = self.base  # never changes
        new.log = self.log[:]
        new.shuffles = self.shuffles[:]  # the lists in it never change
        new.received = [received[:] for received in self.received]
        new.hands = [hand[:] for hand in self.hands]
        new.stock = self.stock[:]
        new.pile = self.pile[:]
        new.aside = self.aside  # never changed in place
        new.direction = self.direction
        new.turn = self.turn
        new.suit = self.suit
        new.pending = self.pending
        new.fits = self.fits  # one of the tables
        new.drew = self.drew
        new.drawn = self.drawn
        new.announced = self.announced
        new.accusable = self.accusable
        new.by = self.by
        new.last = self.last
        new.stuck = self.stuck
        new.turns = self.turns
        new.fined_announce = self.fined_announce
        new.fined_accuse = self.fined_accuse
        new.owed = self.owed
        new.owed_seat = self.owed_seat
        new.owed_why = self.owed_why
        new.ending = self.ending
        new.turn_since = self.turn_since
        new.window_since = self.window_since
        new.hand_since = self.hand_since[:]
        return new

    # ------------------------------------------------------------------------------------- small questions

    @property
    def decision(self) -> int:
        """See `carteado.games.game.Match.decision`."""
        return self.number

    def actors(self) -> list[int]:
        """See `carteado.games.game.Match.actors`."""
        if self.phase in (TURN, CHOOSE_SUIT) and self.owed == 0:
            return [self.turn]
        return []

    def shared(self, seat: int) -> list[int]:
        """See `carteado.games.game.Match.shared`: each plays for himself (R1)."""
        return []

    def hand_number(self) -> int:
        """See `carteado.games.game.Match.hand_number`."""
        return self.hand

    def is_active(self, seat: int) -> bool:
        """Whether a seat is still in the game."""
        return not self.out >> seat & 1

    def players(self) -> int:
        """How many seats are still in the game."""
        return self.seats - len(self.left)

    def next_of(self, seat: int, way: int) -> int:
        """The next seat in a direction that is still in the game."""
        seat += way
        if seat == self.seats:
            seat = 0
        elif seat < 0:
            seat = self.seats - 1
        while self.out >> seat & 1:
            seat = (seat + way) % self.seats
        return seat

    def can_draw(self) -> bool:
        """Whether there is anything to draw, be it after a shuffle (A12)."""
        return len(self.stock) > 0 or len(self.pile) > 1

    def may_play(self, seat: int, card: int) -> bool:
        """Whether a held card fits now (R8); after drawing it may have to be the drawn one (A7)."""
        if not self.fits[card]:
            return False
        return not (self.set.drawn_only and self.drew and seat == self.turn and card != self.drawn)

    def has_fit(self, seat: int) -> bool:
        """Whether a seat holds a card that could be discarded on what lies there."""
        return any(self.may_play(seat, card) for card in self.hands[seat])

    # ------------------------------------------------------------------------------------------- the deal

    def chance(self) -> Chance | None:
        """See `carteado.games.game.Match.chance`."""
        if self.owed:
            return Chance("reshuffle", tuple(self.pile[:-1]))  # A12
        if self.phase in (TURN, CHOOSE_SUIT, MATCH_OVER):
            return None
        if self.phase == FIRST_DEALER:
            return Chance("first_dealer", tuple(range(self.seats)))  # A14
        if self.phase == TURNING:
            return Chance("reshuffle", tuple(self.stock))  # A2
        return Chance("deal", PACK)

    def deal(self, order: Sequence[int]) -> list[Event]:
        """See `carteado.games.game.Match.deal`."""
        events: list[Event] = []
        if self.owed or self.phase == TURNING:
            self._reshuffle(order, events)
        elif self.phase == FIRST_DEALER:
            if not is_permutation(order, range(self.seats)):
                raise BadDeal("a permutation of the seats is wanted")
            self.dealer = order[0]
            self.phase = DEAL
            events.append(Event("first_dealer", {"dealer": self.dealer}))
        elif self.phase in (DEAL, HAND_OVER):
            if sorted(order) != PACK_SORTED:
                raise BadDeal("a permutation of both packs is wanted")
            self._begin_hand(order, events)
        else:
            raise BadDeal("nothing is to be dealt now")
        return events

    def _begin_hand(self, order: Sequence[int], events: list[Event]) -> None:
        if self.hand:
            self.dealer = self.next_of(self.dealer, 1)  # A14
        self.hand += 1
        self.number += 1
        self._clear()
        seat = self.first = self.next_of(self.dealer, 1)
        dealt = CARDS_EACH * self.players()
        for at in range(dealt):  # R4: one at a time, the first player first
            self.hands[seat].append(order[at])
            seat = self.next_of(seat, 1)
        for hand in self.hands:
            hand.sort()
        self.stock = list(order[dealt:])
        self.stock.reverse()
        facts: dict[str, Plain] = {
            "hand": self.hand,
            "dealer": self.dealer,
            "first": self.first,
            "stock": len(self.stock) - 1,
        }
        events.append(Event("dealt", facts, hands=[hand[:] for hand in self.hands]))
        self._turn_up(events)
        self._keep_base()

    def _clear(self) -> None:
        """Nothing of the hand before is left."""
        seats = self.seats
        self.base = None
        self.log = []
        self.shuffles = []
        self.received = [[] for _ in range(seats)]
        self.hands = [[] for _ in range(seats)]
        self.pile = []
        self.aside = []
        self.direction = 1
        self.turn = -1
        self.by = -1
        self.last = -1
        self.suit = NO_SUIT
        self.pending = 0
        self.fits = FITS_NONE
        self.accusable = -1
        self.stuck = 0
        self.turns = 0
        self._clear_turn()
        self.turn_since = self.window_since = self.number
        self.hand_since = [self.number] * seats

    def _clear_turn(self) -> None:
        self.drew = False
        self.drawn = -1
        self.announced = False
        self.fined_announce = 0
        self.fined_accuse = 0

    def _turn_up(self, events: list[Event]) -> None:
        """R6, R7: the top of the stock counts as the first player's discard, with its effect."""
        card = self.stock.pop()
        rank = card >> 2
        facts: dict[str, Plain] = {"seat": self.first, "card": CARD_TEXT[card]}
        events.append(Event("turned", facts))
        if rank in EFFECTS and not self.set.first_effect:
            self.stock.insert(0, card)  # A2: back into the stock, wherever the shuffle brings it
            self.phase = TURNING
            return
        self.pile = [card]
        self.by = self.last = self.first
        self.turn = self._effect(self.first, card, NO_SUIT, events)
        self.phase = TURN
        if rank == JACK:
            self.turn = self.first  # A2: he names the suit
            self.phase = CHOOSE_SUIT
        elif rank == NINE:
            self._owe(self.next_of(self.first, -self.direction), 1, "nine", events)
            # what the turned nine made somebody draw belongs to how the hand begins
            self.log = []
            self.received = [[] for _ in range(self.seats)]

    def _keep_base(self) -> None:
        stock = self.stock[:]
        stock.reverse()
        self.base = Base(
            self.number,
            self.score[:],
            self.sheet[:],
            self.phase,
            self.turn,
            self.direction,
            self.pending,
            self.suit,
            self.left[:],
            [hand[:] for hand in self.hands],
            stock,
            self.aside[:],
            self.pile[:],
            self.stock[:1] if self.phase == TURNING else [],
        )

    def stand(self, base: Base, hand: int) -> None:
        """Stand at the beginning of a hand: for positions."""
        self.hand = hand
        self.number = base.decision
        self._clear()
        self.base = base
        self.score = base.score[:]
        self.sheet = base.sheet[:]
        self.left = base.left[:]
        self.out = 0
        for seat in self.left:
            self.out |= 1 << seat
        self.first = self.next_of(self.dealer, 1)
        self.by = self.last = self.first
        self.phase = base.phase
        self.turn = base.turn
        self.direction = base.direction
        self.pending = base.pending
        self.suit = base.suit
        self.hands = [held[:] for held in base.hands]
        self.stock = base.stock[:]
        self.stock.reverse()
        self.aside = base.aside
        self.pile = base.pile[:]
        self._see_top()

    def _reshuffle(self, order: Sequence[int], events: list[Event]) -> None:
        """A12: the discards but the top one are the new stock; what is owed is drawn from it."""
        chance = self.chance()
        if chance is None or not is_permutation(order, chance.items):
            raise BadDeal("a permutation of the cards to be shuffled is wanted")
        self.stock = list(order)
        self.shuffles.append(self.stock[:])
        self.stock.reverse()
        self.log.append(LOG_RESHUFFLE)
        events.append(Event("reshuffled", {"count": len(order)}))
        self.number += 1
        if self.phase == TURNING:
            self.log.append(LOG_TURNED[order[0]])
            self._turn_up(events)
            self.turn_since = self.window_since = self.number
            self.hand_since = [self.number] * self.seats
            return
        self.pile = self.pile[-1:]
        self._draw_owed(events)
        self._finish(events)

    # --------------------------------------------------------------------------------------------- checks

    def check(self, seat: int, move: Move) -> Refusal | None:
        """See `carteado.games.game.Match.check`; the codes are those of section 10."""
        if not 0 <= seat < self.seats:
            return NOT_SEATED
        if self.phase == MATCH_OVER:
            return MATCH_IS_OVER
        if self.out >> seat & 1:
            return INACTIVE
        kind = move.kind
        if self.phase == HAND_OVER:
            return None if kind == "drop" else HAND_IS_OVER
        if self.phase < CHOOSE_SUIT:
            return NOTHING_DEALT
        if self.owed:
            return RESHUFFLING
        if kind == "discard":
            return self._check_discard(seat, move)
        match kind:
            case "draw" | "pass_turn" | "take_sevens":
                return self._check_turn(seat, kind)
            case "announce":
                return self._check_announce(seat)
            case "accuse":
                return self._check_accuse(seat)
            case "name_suit":
                if self.phase != CHOOSE_SUIT:
                    return WRONG_PHASE
                return None if seat == self.turn else NOT_YOUR_TURN[self.turn]
            case "drop":
                return None
        return BAD_MOVE

    def _check_discard(self, seat: int, move: Move) -> Refusal | None:
        if seat != self.turn:
            return NOT_YOUR_TURN[self.turn]
        if self.phase != TURN:
            return WRONG_PHASE
        card = move.card
        hand = self.hands[seat]
        if card not in hand:
            return CARD_NOT_HELD[card]
        if not self.may_play(seat, card):
            return self._not_playable(card)
        if card >> 2 == JACK:
            if len(hand) == 1:
                return None if move.place < 0 else SUIT_UNNEEDED  # A9
            if move.place < 0:
                return SUIT_MISSING  # R25
        return None

    def _not_playable(self, card: int) -> Refusal:
        """What lies there, and what it asks for."""
        facts: dict[str, Plain] = {
            "card": CARD_TEXT[card],
            "top": CARD_TEXT[self.pile[-1]],
            "suit": SUITS[self.suit] if self.suit >= 0 else None,
            "pending": self.pending,
        }
        return Refusal("not_playable", facts)

    def _check_turn(self, seat: int, kind: str) -> Refusal | None:
        """Drawing, passing, taking what sevens made one owe."""
        if seat != self.turn:
            return NOT_YOUR_TURN[self.turn]
        if self.phase != TURN:
            return WRONG_PHASE
        if kind == "take_sevens":
            if self.pending == 0:
                return NOTHING_OWED
            return MUST_DISCARD if self.announced else None
        if self.pending:
            return SEVENS_PENDING  # R28
        if self.announced:
            return MUST_DISCARD  # R15
        if kind == "draw":
            if self.drew:
                return ALREADY_DREW  # R13
            return None if self.can_draw() else NOTHING_TO_DRAW  # R12 A12
        if self.drew:
            return None  # R10 R11 A7
        if self.can_draw():
            return MUST_DRAW_FIRST  # R11
        return MUST_PLAY if self.has_fit(seat) else None  # A12

    def _check_announce(self, seat: int) -> Refusal | None:
        """The table of 3.5: a refusal costs nothing, what is accepted and wrong costs five cards."""
        in_turn = seat == self.turn
        if in_turn and self.announced:
            return ALREADY_ANNOUNCED
        count = len(self.hands[seat])
        if count == 1:
            return None if self.set.late and seat == self.accusable else ONE_CARD  # A8
        if self.fined_announce >> seat & 1:
            return ALREADY_PUNISHED
        if in_turn:
            return None
        if not self.set.fined_out_of_turn:
            return NOT_YOUR_TURN[self.turn]  # A8
        if count == 2 and self.has_fit(seat):
            return NOT_YOUR_TURN[self.turn]  # R14
        return None

    def announces_well(self, seat: int) -> bool:
        """Whether an announcement that is accepted is right (R14, A4)."""
        count = len(self.hands[seat])
        if count == 1:
            return True  # A8
        return count == 2 and seat == self.turn and self.phase == TURN and self.has_fit(seat)

    def _check_accuse(self, seat: int) -> Refusal | None:
        """3.6: always, but for who has paid for it in this turn and would again."""
        wrong = self.accusable < 0 or self.accusable == seat
        return ALREADY_PUNISHED if wrong and self.fined_accuse >> seat & 1 else None

    def grave(self, seat: int, move: Move) -> str | None:
        """See `carteado.games.game.Match.grave`: nothing ruins anybody here."""
        return None

    def since(self, seat: int, move: Move) -> int:
        """See `carteado.games.game.Match.since`.

        A move of the turn means the same from its beginning on, whatever others say meanwhile. An accusation
        means the same while the same seat, or nobody, can be accused (3.6, A15); an announcement while turn
        and own hand are the same.
        """
        match move.kind:
            case "accuse":
                return self.window_since
            case "announce":
                return max(self.turn_since, self.hand_since[seat])
            case "drop":
                return 0
        return self.turn_since

    def reveals(self, seat: int, move: Move) -> tuple[int, ...]:
        """See `carteado.games.game.Match.reveals`: cards that come into a hand, all hands when it ends."""
        last = move.kind == "discard" and len(self.hands[seat]) == 1
        stuck = move.kind == "pass_turn" and not self.drew and self.stuck + 1 == self.players()
        ends_turn = move.kind in ("discard", "pass_turn", "take_sevens")
        open_hands: list[int] = []
        if last or stuck or (ends_turn and self.turns + 1 == TURNS_EACH * self.seats):
            for hand in self.hands:
                open_hands.extend(hand)
        count = self._comes_in(seat, move, last)
        if count == 0:
            return tuple(open_hands)
        top = self.stock[-count:]
        top.reverse()
        return (*open_hands, *top)

    def _comes_in(self, seat: int, move: Move, last: bool) -> int:
        """How many cards a legal move makes somebody draw."""
        match move.kind:
            case "draw":
                return 1
            case "take_sevens":
                return self.pending
            case "announce":
                return 0 if self.announces_well(seat) else FINE
            case "accuse":
                return FINE
            case "discard":
                if move.card >> 2 == NINE and (self.set.last_effect or not last):
                    return 1
                if move.card >> 2 == SEVEN and self.set.last_effect and last:
                    return self.pending + 2
        return 0

    # ---------------------------------------------------------------------------------------- legal moves

    def legal(self, seat: int) -> list[Move]:
        """See `carteado.games.game.Match.legal`: cards by rank, then draw, pass, take, suits, asides."""
        moves: list[Move] = []
        if self.phase not in (TURN, CHOOSE_SUIT):
            return moves
        if self.owed or self.out >> seat & 1:
            return moves
        if seat == self.turn:
            if self.phase == CHOOSE_SUIT:
                moves.extend(SUIT_MOVES)
            else:
                self._add_turn(seat, moves)
        if self._check_announce(seat) is None:
            moves.append(ANNOUNCE)
        if self.fined_accuse == 0 or self._check_accuse(seat) is None:
            moves.append(ACCUSE)
        return moves

    def _add_turn(self, seat: int, moves: list[Move]) -> None:
        hand = self.hands[seat]
        fits = self.fits
        before = -1
        if self.set.drawn_only and self.drew:
            hand = [self.drawn]  # A7
        for card in hand:
            if fits[card] and card != before:
                before = card
                if card >> 2 != JACK or len(self.hands[seat]) == 1:
                    moves.append(DISCARDS[card])
                else:
                    moves.extend(JACKS[card & 3])
        if self.announced:
            return
        if self.pending:
            moves.append(TAKE)
        elif self.drew:
            moves.append(PASS)
        elif self.can_draw():
            moves.append(DRAW)
        elif before < 0:
            moves.append(PASS)

    def default(self, seat: int) -> Move:
        """See `carteado.games.game.Match.default` (section 8).

        Raises:
            ValueError: nothing is asked of this seat.
        """
        if seat not in self.actors():
            raise ValueError(f"nothing is asked of seat {seat}")
        if self.phase == CHOOSE_SUIT:
            return SUIT_MOVES[self.pile[-1] & 3]
        if not self.announced:
            if self.pending:
                return TAKE
            if self.drew:
                return PASS
            if self.can_draw():
                return DRAW
            if not self.has_fit(seat):
                return PASS
        return self._dearest(seat)

    def _dearest(self, seat: int) -> Move:
        """The card with most points that fits; a jack when nothing else does, its suit that of the rest."""
        points = self.set.points
        best = -1
        for card in self.hands[seat]:
            if self.may_play(seat, card) and card >> 2 != JACK and (best < 0 or points[card] > points[best]):
                best = card
        if best >= 0:
            return DISCARDS[best]
        for card in self.hands[seat]:
            if self.may_play(seat, card):
                best = card
        if len(self.hands[seat]) == 1:
            return DISCARDS[best]
        rest = self.hands[seat][:]
        rest.remove(best)
        dear = rest[0]
        for card in rest:
            if card >> 2 != JACK and (dear >> 2 == JACK or points[card] > points[dear]):
                dear = card
        return JACKS[best & 3][dear & 3]

    # ---------------------------------------------------------------------------------------------- apply

    def apply(self, seat: int, move: Move) -> list[Event]:
        """See `carteado.games.game.Match.apply`."""
        refusal = self.check(seat, move)
        if refusal is not None:
            raise Refused(refusal)
        events: list[Event] = []
        if move.kind == "discard":
            self._discard(seat, move, events)
            return events
        match move.kind:
            case "draw":
                self._draw(seat, events)
            case "pass_turn":
                self._pass(seat, events)
            case "take_sevens":
                self._take(seat, events)
            case "name_suit":
                self.log.append(LOG[seat][move.amount])
                self.suit = move.place
                self.phase = TURN
                events.append(Event("suit_named", {"seat": seat, "suit": SUITS[move.place]}))
                self._pass_on(seat, self.next_of(seat, self.direction))
                self._see_top()
            case "announce":
                self._announce(seat, events)
            case "accuse":
                self._accuse(seat, events)
            case _:
                self._drop(seat, events)
        return events

    def _discard(self, seat: int, move: Move, events: list[Event]) -> None:
        card = move.card
        hand = self.hands[seat]
        hand.remove(card)
        self.pile.append(card)
        self.by = seat
        self.stuck = 0
        self.log.append(LOG[seat][move.amount])
        events.append(DISCARDED[seat][move.amount])
        silent = len(hand) == 1 and not self.announced  # R14 R16
        before = self.last
        if not hand:
            self._last_card(seat, card, before, events)
            return
        after = self._effect(seat, card, move.place, events)
        self._pass_on(seat, after)
        self.hand_since[seat] = self.number
        if silent or self.accusable >= 0:
            self.accusable = seat if silent else -1  # R16: the next discard closes the window
            self.window_since = self.number
        if card >> 2 == NINE:
            self._owe(self._before(seat, before), 1, "nine", events)  # R31 R32
        self._finish(events)

    def _effect(self, seat: int, card: int, suit: int, events: list[Event]) -> int:
        """What a discard does to the play (3.4), and whose turn it makes it."""
        rank = card >> 2
        self.suit = suit  # of a jack; any other discard ends a declaration
        if rank == QUEEN:
            self.direction = -self.direction  # R24
            events.append(REVERSED[self.direction])
        elif rank == SEVEN:
            self.pending += 2  # R28 R30
        after = self.next_of(seat, self.direction)
        if rank == ACE or (rank == QUEEN and self.set.queen_skips and self.players() == 2):  # R23 A3
            events.append(SKIPPED[after])
            after = self.next_of(after, self.direction)
        self._see_top()
        return after

    def _see_top(self) -> None:
        """What may follow what lies there (3.3)."""
        if not self.pile:
            self.fits = FITS_NONE
            return
        top = self.pile[-1]
        if self.pending:
            self.fits = FITS_SEVENS  # R28 R29
        elif top >> 2 != JACK:
            self.fits = self.set.fits[top]  # R8 R26 R27
        elif self.suit >= 0:
            self.fits = FITS_SUIT[self.suit]  # R25
        else:
            self.fits = FITS_JACK

    def _before(self, seat: int, last: int) -> int:
        """Whom a nine makes draw: the seat before in the direction of play, skipped or not (R31 A13)."""
        if self.set.last_actor and last != seat and last >= 0 and not self.out >> last & 1:
            return last
        return self.next_of(seat, -self.direction)

    def _last_card(self, seat: int, card: int, before: int, events: list[Event]) -> None:
        """R21 R33: the hand is over at once; some pay the last seven or nine first (A9)."""
        self.number += 1
        self.hand_since[seat] = self.number
        self.ending = "out"
        if self.set.last_effect:
            if card >> 2 == SEVEN:
                owed = self.pending + 2
                self._owe(self.next_of(seat, self.direction), owed, "sevens", events)
            elif card >> 2 == NINE:
                self._owe(self._before(seat, before), 1, "nine", events)
        self._finish(events)

    def _pass_on(self, seat: int, to: int) -> None:
        """A turn ends and the next begins."""
        self.last = seat
        self.turn = to
        self._clear_turn()
        self.turns += 1
        self.number += 1
        self.turn_since = self.number
        if self.turns == TURNS_EACH * self.seats:
            self.ending = "too_long"  # A20

    def _draw(self, seat: int, events: list[Event]) -> None:
        """One card by one's own will (R9 R12 R13)."""
        self.log.append(LOG[seat][DRAW.amount])
        self.drew = True
        self.stuck = 0
        self.number += 1
        if not self.stock:
            self._owe(seat, 1, "draw", events)
            return
        card = self.stock.pop()
        self.drawn = card
        insort(self.hands[seat], card)
        self.received[seat].append(card)
        self.hand_since[seat] = self.number
        self.log.append(LOG_DREW[seat][1])
        events.append(DREW_ONE[seat][card])

    def _pass(self, seat: int, events: list[Event]) -> None:
        self.log.append(LOG[seat][PASS.amount])
        events.append(PASSED[seat])
        if self.drew:
            self.stuck = 0
        else:
            self.stuck += 1  # A12
        self._pass_on(seat, self.next_of(seat, self.direction))
        self._close_window()  # R16
        if self.stuck == self.players():
            self.ending = "stuck"
        self._finish(events)

    def _take(self, seat: int, events: list[Event]) -> None:
        """R28: who does not hit back draws what is owed, and discards nothing."""
        count = self.pending
        self.log.append(LOG[seat][TAKE.amount])
        events.append(Event("sevens_taken", {"seat": seat, "count": count}))
        self.pending = 0
        self.stuck = 0
        self._see_top()
        self._pass_on(seat, self.next_of(seat, self.direction))
        self._close_window()  # A5
        self._owe(seat, count, "sevens", events)
        self._finish(events)

    def _close_window(self) -> None:
        if self.accusable >= 0:
            self.accusable = -1
            self.window_since = self.number

    def _announce(self, seat: int, events: list[Event]) -> None:
        if self.announces_well(seat):
            self.log.append(LOG[seat][ANNOUNCE.amount])
            events.append(ANNOUNCED[seat])
            self.number += 1
            if seat == self.accusable:
                self._close_window()  # A8: late, but nobody had noticed
            else:
                self.announced = True  # R14
            return
        self.log.append(LOG_ANNOUNCE_WRONG[seat])
        code = "too_many_cards" if len(self.hands[seat]) > 2 else "none_playable"  # R18 R19
        events.append(Event("announced_wrongly", {"seat": seat, "code": code}))
        self.fined_announce |= 1 << seat
        self._fine(seat, "wrong_announce", events)

    def _accuse(self, seat: int, events: list[Event]) -> None:
        accused = self.accusable
        if accused >= 0 and accused != seat:
            self.log.append(LOG[seat][ACCUSE.amount])
            events.append(Event("accused", {"seat": seat, "accused": accused}))
            self.number += 1
            self._close_window()
            self._owe(accused, FINE, "accused", events)  # R17
            return
        self.log.append(LOG_ACCUSE_WRONG[seat])
        events.append(Event("accused_nobody", {"seat": seat}))
        self.fined_accuse |= 1 << seat
        self._fine(seat, "wrong_accuse", events)  # R20

    def _fine(self, seat: int, why: str, events: list[Event]) -> None:
        """Five cards for a false word; they change no turn and count as no drawing (A6)."""
        if seat == self.turn:
            self.number += 1  # who is asked has other cards now
        self._owe(seat, FINE, why, events)

    def _owe(self, seat: int, count: int, why: str, events: list[Event]) -> None:
        """Make a seat draw; where the stock is too short the rest waits for the shuffle."""
        self.owed = count
        self.owed_seat = seat
        self.owed_why = why
        self._draw_owed(events)

    def _draw_owed(self, events: list[Event]) -> None:
        seat = self.owed_seat
        count = min(self.owed, len(self.stock))
        if count:
            hand = self.hands[seat]
            cards = self.stock[-count:]
            cards.reverse()
            del self.stock[-count:]
            for card in cards:
                insort(hand, card)
            self.received[seat].extend(cards)
            self.hand_since[seat] = self.number
            self.owed -= count
            self.log.append(LOG_DREW[seat][count])
            events.append(drew(seat, cards, self.owed_why))
            if self.owed_why == "draw":
                self.drawn = cards[0]
        if self.owed and len(self.pile) < 2:
            self.owed = 0  # A12: what is not there is forgiven
        if self.owed == 0:
            self.owed_seat = -1
            self.owed_why = ""
        else:
            events.append(Event("stock_empty", {"seat": seat, "owed": self.owed}))

    def _drop(self, seat: int, events: list[Event]) -> None:
        """A seat leaves for good and nobody plays for it (section 8, A16)."""
        self.log.append(LOG[seat][DROP.amount])
        events.append(Event("left", {"seat": seat, "count": len(self.hands[seat])}))
        self.left.append(seat)
        self.out |= 1 << seat
        self.number += 1
        if self.phase == HAND_OVER:
            if self.players() == 1:
                self._end_match("alone", events)
            return
        self.pile[:0] = self.hands[seat]
        self.hands[seat] = []
        self.hand_since[seat] = self.number
        self.stuck = 0
        if self.accusable == seat:
            self._close_window()
        if self.players() == 1:
            self.ending = "alone"
            self._finish(events)
        elif seat == self.turn:
            if self.phase == CHOOSE_SUIT:
                self.suit = self.pile[-1] & 3
                self.phase = TURN
                self._see_top()
            self.turn = self.next_of(seat, self.direction)
            self._clear_turn()
            self.turn_since = self.number

    # ------------------------------------------------------------------------------------------- the ends

    def _finish(self, events: list[Event]) -> None:
        """End the hand where it has to, once all is drawn."""
        if self.ending and self.owed == 0:
            self._end_hand(self.ending, events)

    def _end_hand(self, reason: str, events: list[Event]) -> None:
        self.ending = ""
        self.accusable = -1
        self._clear_turn()
        self.turn = -1
        self.phase = HAND_OVER
        points = [0] * self.seats
        if reason != "alone":
            for seat, hand in enumerate(self.hands):  # R35 R36
                for card in hand:
                    points[seat] += self.set.points[card]
        if reason == "out" and self.set.jack_doubles and self.pile[-1] >> 2 == JACK:
            points = [2 * each for each in points]  # A9
        inside = [seat for seat in range(self.seats) if not self.out >> seat & 1]
        fewest = min([points[seat] for seat in inside])
        winners = [seat for seat in inside if points[seat] == fewest]  # R33 A17
        if reason == "out":
            winners = [self.by]
        for seat in range(self.seats):
            self.score[seat] += points[seat]
        self.sheet.append(Line(points, winners, reason))
        facts: dict[str, Plain] = {
            "hand": self.hand,
            "winners": winners[:],
            "points": points[:],
            "score": self.score[:],
            "reason": reason,
            "hands": [texts(hand) for hand in self.hands],
        }
        events.append(Event("hand_ended", facts))
        if reason == "alone":
            self._end_match("alone", events)
        elif self.set.match == "single":  # A11
            self._end_match(reason, events)
        elif self.set.match == "hands" and self.hand >= self.set.hands:
            self._end_match("hands", events)
        elif self.set.match == "target" and max([self.score[seat] for seat in inside]) >= self.set.target:
            self._end_match("target", events)
        elif 0 < self.set.max_hands <= self.hand:
            self._end_match("max_hands", events)

    def _end_match(self, reason: str, events: list[Event]) -> None:
        self.phase = MATCH_OVER
        self.ended = reason
        result = self.result()
        assert result is not None
        events.append(Event("match_won", result.plain()))

    def result(self) -> Result | None:
        """See `carteado.games.game.Match.result`: points are those left in hand, so the fewest win (R34)."""
        if self.phase != MATCH_OVER:
            return None
        inside = [seat for seat in range(self.seats) if not self.out >> seat & 1]
        groups: list[tuple[int, ...]] = []
        for score in sorted({self.score[seat] for seat in inside}):
            groups.append(tuple([seat for seat in inside if self.score[seat] == score]))  # A17
        winners = groups[0] if len(groups) > 1 or len(inside) == 1 else ()
        for seat in reversed(self.left):
            groups.append((seat,))  # who left first is last
        following: dict[str, Plain] = {"dealer": (self.dealer + 1) % self.seats}
        return Result(tuple(self.score), tuple(groups), winners, self.ended, following)

    # ------------------------------------------------------------------------------------ what others learn

    def view(self, seat: Seat) -> View:
        """See `carteado.games.game.Match.view`."""
        return views_of(self, (seat,))[0]

    def views(self, seats: Sequence[Seat]) -> list[View]:
        """See `carteado.games.game.Match.views`."""
        return views_of(self, seats)

    def position(self) -> dict[str, Plain]:
        """See `carteado.games.game.Match.position`; its shape is `mau_mau_shapes.MauMauPosition`."""
        return dict(position_of(self))

    def places(self) -> dict[str, list[int]]:
        """See `carteado.games.game.Match.places`."""
        lie = {f"hand {seat}": list(hand) for seat, hand in enumerate(self.hands)}
        lie["stock"] = list(self.stock)
        lie["pile"] = list(self.pile)
        lie["aside"] = list(self.aside)
        return lie
