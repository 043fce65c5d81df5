"""Sueca: four players in two pairs, ten tricks a deal, the first pair with four game points wins the match.

A *deal* (the seed's *partida*) is a hand in the words of the contract. Clauses (``R21``, ``Q12``) are those
of docs/rules/sueca.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from carteado.cards import CARD_TEXT, is_permutation
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
from carteado.games.sueca_cards import (
    ALL_POINTS,
    CARDS_EACH,
    CHEAPNESS,
    DEAL,
    FIRST_DEALER,
    HALF,
    HAND_OVER,
    HEIGHT,
    LAID_DOWN,
    LAY_DOWN,
    MANY,
    MATCH_OVER,
    NO_PAIR,
    OPENING,
    PACK,
    PAIRS,
    PHASES,
    PLAYED,
    PLAYING,
    PLAYS,
    POINTS,
    POWER,
    SEATS,
    SUIT_NAMES,
    TRICK_WON,
    TRICKS,
    is_pack,
    points_of,
)
from carteado.games.sueca_views import position_of, views_of

EVERYBODY: Final = (0, 1, 2, 3)

# refusals that are the same each time, made once
NOT_SEATED: Final = Refusal("not_seated")
OVER: Final = Refusal("match_over")
BAD_MOVE: Final = Refusal("bad_move")
NOT_IN_PHASE: Final = [Refusal("not_in_phase", {"phase": phase}) for phase in PHASES]
NOT_YOUR_TURN: Final = [Refusal("not_your_turn", {"turn": seat}) for seat in EVERYBODY]
MUST_FOLLOW: Final = [Refusal("must_follow_suit", {"suit": suit}) for suit in SUIT_NAMES]
DISABLED: Final = Refusal("lay_down_disabled")
NOT_FIRST: Final = [Refusal("lay_down_not_first_player", {"first": seat}) for seat in EVERYBODY]
TOO_LATE: Final = Refusal("lay_down_too_late")


class Settings:
    """A table's options as the rules use them."""

    __slots__ = (
        "accumulate",
        "lay_down",
        "lay_down_max",
        "max_hands",
        "running_points",
        "sweep_by_points",
        "target",
    )

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        self.lay_down: bool = bool(options["lay_down"])
        self.lay_down_max: int = int(options["lay_down_max"])
        self.accumulate: bool = options["draw_carry"] == "accumulate"
        self.sweep_by_points: bool = options["sweep_rule"] == "all_points"
        self.running_points: bool = bool(options["show_running_points"])
        self.target: int = int(options["target"])
        self.max_hands: int = int(options["max_hands"])


class Line:
    """A line of the score sheet: how a deal was counted."""

    __slots__ = ("card_points", "carry", "pair", "points", "reason", "tricks")

    def __init__(
        self,
        pair: int,
        points: int,
        reason: str,
        card_points: tuple[int, int],
        tricks: tuple[int, int],
        carry: int,
    ) -> None:
        self.pair: Final = pair
        self.points: Final = points
        self.reason: Final = reason
        self.card_points: Final = card_points
        self.tricks: Final = tricks
        self.carry: Final = carry


class SuecaMatch:
    """The whole truth about one match of Sueca.

    Public fields may be read; only `deal` and `apply` change them.
    """

    def __init__(
        self, options: Mapping[str, OptionValue], settings: Settings, dealer: int, decision: int
    ) -> None:
        self.options: Mapping[str, OptionValue] = options
        self.set: Settings = settings
        self.number: int = decision  # `decision`
        self.phase: int = FIRST_DEALER if dealer < 0 else DEAL
        self.hand: int = 0  # deals begun; one that is dealt again is the same (Q1)
        self.score: list[int] = [0, 0]  # game points by pair
        self.carry: int = 0  # left by drawn deals
        self.dealer: int = dealer
        self.trump_card: int = -1
        self.trump: int = -1
        self.dealt: list[list[int]] = [[], [], [], []]  # the lists in it never change
        self.hands: list[list[int]] = [[], [], [], []]  # what is left of them
        self.plays: list[int] = []  # the cards of this deal in the order of play
        self.leaders: list[int] = []  # of each trick; behind the last one its winner
        self.turn: int = -1
        self.points: list[int] = [0, 0]  # card points won by each pair in this deal
        self.tricks: list[int] = [0, 0]
        self.sheet: list[Line] = []
        self.ended: str = ""  # the reason, when the match is over

    def copy(self) -> SuecaMatch:
        """An equal match that shares nothing which changes."""
        new = SuecaMatch(self.options, self.set, self.dealer, self.number)
        new.phase = self.phase
        new.hand = self.hand
        new.score = self.score[:]
        new.carry = self.carry
        new.trump_card = self.trump_card
        new.trump = self.trump
        new.dealt = self.dealt  # only ever replaced
        new.hands = [hand[:] for hand in self.hands]
        new.plays = self.plays[:]
        new.leaders = self.leaders[:]
        new.turn = self.turn
        new.points = self.points[:]
        new.tricks = self.tricks[:]
        new.sheet = self.sheet[:]
        new.ended = self.ended
        return new

    # ------------------------------------------------------------------------------------- small questions

    @property
    def decision(self) -> int:
        """See `carteado.games.game.Match.decision`."""
        return self.number

    def actors(self) -> list[int]:
        """See `carteado.games.game.Match.actors`."""
        return [self.turn] if self.turn >= 0 else []

    def shared(self, seat: int) -> list[int]:
        """See `carteado.games.game.Match.shared`: each plays his own cards."""
        return []

    def since(self, seat: int, move: Move) -> int:
        """See `carteado.games.game.Match.since`."""
        return self.number

    def grave(self, seat: int, move: Move) -> str | None:
        """See `carteado.games.game.Match.grave`: no legal move ruins its player."""
        return None

    def reveals(self, seat: int, move: Move) -> tuple[int, ...]:
        """See `carteado.games.game.Match.reveals`: the hand that is laid down (Q4); a play names its card."""
        return tuple(self.dealt[seat]) if move is LAY_DOWN else ()

    def hand_number(self) -> int:
        """See `carteado.games.game.Match.hand_number`."""
        return self.hand

    def first_player(self) -> int:
        """Who leads the first trick: the seat to the dealer's left (R15)."""
        return (self.dealer + 1) & 3

    def in_play(self) -> bool:
        """Whether a deal is being played."""
        return self.phase in (OPENING, PLAYING)

    def trick_begins(self) -> int:
        """Where in `plays` the running trick begins."""
        return len(self.plays) & ~3

    def led_suit(self) -> int:
        """The suit that was led in the running trick, -1 before its first card (R9)."""
        begins = len(self.plays) & ~3
        return self.plays[begins] & 3 if begins < len(self.plays) else -1

    def winning(self, trick: int) -> int:
        """The seat that is winning a trick, or has won it; -1 before its first card.

        The highest trump wins (R6 R21), else the highest card of the suit that was led (R22). The cards of a
        trick lie in the order of play, its seats clockwise from the leader (Q17).
        """
        cards = self.plays[4 * trick : 4 * trick + 4]
        if not cards:
            return -1
        power = POWER[self.trump * 4 + (cards[0] & 3)]
        best = 0
        for at in range(1, len(cards)):
            if power[cards[at]] > power[cards[best]]:
                best = at
        return (self.leaders[trick] + best) & 3

    # ------------------------------------------------------------------------------------------- the deal

    def chance(self) -> Chance | None:
        """See `carteado.games.game.Match.chance`."""
        if self.phase == FIRST_DEALER:
            return Chance("first_dealer", EVERYBODY)  # Q2
        if self.phase in (DEAL, LAID_DOWN, HAND_OVER):
            return Chance("deal", PACK)
        return None

    def deal(self, order: Sequence[int]) -> list[Event]:
        """See `carteado.games.game.Match.deal`."""
        if self.phase == FIRST_DEALER:
            if not is_permutation(order, EVERYBODY):
                raise BadDeal("a permutation of the seats is wanted")
            self.dealer = order[0]
            self.phase = DEAL
            return [Event("first_dealer", {"dealer": self.dealer})]
        if self.phase not in (DEAL, LAID_DOWN, HAND_OVER):
            raise BadDeal("nothing is to be dealt now")
        if not is_pack(order):
            raise BadDeal("a permutation of the pack is wanted")
        again = self.phase == LAID_DOWN  # R17 Q1: by the same dealer
        if self.phase == HAND_OVER:
            self.dealer = self.first_player()  # Q1
        if not again:
            self.hand += 1
        self.begin(order)
        facts: dict[str, Plain] = {
            "hand": self.hand,
            "dealer": self.dealer,
            "first": self.turn,
            "trump": SUIT_NAMES[self.trump],
            "trump_card": CARD_TEXT[self.trump_card],
            "again": again,
        }
        return [Event("dealt", facts, hands=self.dealt)]

    def begin(self, order: Sequence[int]) -> None:
        """Deal from an order of the pack; the dealer is that of the new deal."""
        cards = list(order)
        dealt: list[list[int]] = [cards] * SEATS
        for turn in range(SEATS):  # R12: ten at a time, from the dealer's left, the dealer last
            dealt[(self.dealer + 1 + turn) & 3] = cards[CARDS_EACH * turn : CARDS_EACH * (turn + 1)]
        self.lay_out(dealt)
        self.number += 1

    def lay_out(self, dealt: list[list[int]]) -> None:
        """Begin a deal with these hands, by seat in deal order."""
        self.dealt = dealt
        self.hands = [hand[:] for hand in dealt]
        self.trump_card = dealt[self.dealer][-1]  # R11: the last card of the pack; R13: it is the dealer's
        self.trump = self.trump_card & 3
        self.plays = []
        self.turn = self.first_player()  # R15
        self.leaders = [self.turn]
        self.points = [0, 0]
        self.tricks = [0, 0]
        self.phase = OPENING if self.may_lay_down() else PLAYING

    def may_lay_down(self) -> bool:
        """Whether the first player's hand is poor enough to be laid down (R16 Q3)."""
        return self.set.lay_down and points_of(self.dealt[self.first_player()]) <= self.set.lay_down_max

    # --------------------------------------------------------------------------------------------- checks

    def check(self, seat: int, move: Move) -> Refusal | None:
        """See `carteado.games.game.Match.check`; the order is that of section 10."""
        if not 0 <= seat < SEATS:
            return NOT_SEATED
        if self.turn < 0:
            return OVER if self.phase == MATCH_OVER else NOT_IN_PHASE[self.phase]
        if move.kind == "play" and move.card >= 0 and not move.covered:
            return self._check_play(seat, move.card)
        return self._check_lay_down(seat) if move is LAY_DOWN else BAD_MOVE

    def _check_play(self, seat: int, card: int) -> Refusal | None:
        if seat != self.turn:
            return NOT_YOUR_TURN[self.turn]
        hand = self.hands[seat]
        if card not in hand:
            if not HEIGHT[card]:
                return Refusal("bad_card", {"card": CARD_TEXT[card]})  # R3
            return Refusal("card_not_in_hand", {"card": CARD_TEXT[card]})
        begins = len(self.plays) & ~3
        if begins == len(self.plays):
            return None  # R18: who leads plays what he likes
        led = self.plays[begins] & 3
        if card & 3 != led:
            for held in hand:
                if held & 3 == led:
                    return MUST_FOLLOW[led]  # R19
        return None  # R20: any card, trump or not (Q5)

    def _check_lay_down(self, seat: int) -> Refusal | None:
        if not self.set.lay_down:
            return DISABLED  # Q3
        if seat != self.first_player():
            return NOT_FIRST[self.first_player()]  # R16 Q3
        if self.plays:
            return TOO_LATE  # R18 Q14
        if self.phase != OPENING:
            points = points_of(self.dealt[seat])
            return Refusal("lay_down_not_eligible", {"points": points, "most": self.set.lay_down_max})
        return None

    # ---------------------------------------------------------------------------------------- legal moves

    def legal(self, seat: int) -> list[Move]:
        """See `carteado.games.game.Match.legal`: cards as dealt, then lay_down."""
        if seat != self.turn or seat < 0:
            return []
        hand = self.hands[seat]
        begins = len(self.plays) & ~3
        if begins < len(self.plays):
            led = self.plays[begins] & 3
            moves = [PLAYS[card] for card in hand if card & 3 == led]  # R19
            if moves:
                return moves
        moves = [PLAYS[card] for card in hand]  # R18 R20
        if self.phase == OPENING:
            moves.append(LAY_DOWN)  # R16
        return moves

    def default(self, seat: int) -> Move:
        """See `carteado.games.game.Match.default` (section 8): the cheapest legal card.

        Raises:
            ValueError: nothing is asked of this seat.
        """
        if seat != self.turn or seat < 0:
            raise ValueError(f"nothing is asked of seat {seat}")
        order = CHEAPNESS[self.trump]
        cheapest = -1
        for move in self.legal(seat):
            if move.card >= 0 and (cheapest < 0 or order[move.card] < order[cheapest]):
                cheapest = move.card
        return PLAYS[cheapest]

    # ---------------------------------------------------------------------------------------------- apply

    def apply(self, seat: int, move: Move) -> list[Event]:
        """See `carteado.games.game.Match.apply`."""
        refusal = self.check(seat, move)
        if refusal is not None:
            raise Refused(refusal)
        if move.card < 0:
            return self._lay_down(seat)
        card = move.card
        events = [PLAYED[seat][card]]
        if self.put(seat, card):
            self._end_trick(events)
        self.number += 1
        return events

    def _lay_down(self, seat: int) -> list[Event]:
        """R17: the hand is shown to all (Q4), and dealt again; nothing is scored, what is carried stays."""
        self.phase = LAID_DOWN
        self.turn = -1
        self.number += 1
        hand = self.dealt[seat]
        facts: dict[str, Plain] = {
            "seat": seat,
            "cards": [CARD_TEXT[card] for card in hand],
            "points": points_of(hand),
        }
        return [Event("laid_down", facts)]

    def put(self, seat: int, card: int) -> bool:
        """Lay a held card on the table; True when that ends the trick, which then belongs to its winner."""
        self.phase = PLAYING  # R18: who has played has begun the deal
        self.hands[seat].remove(card)
        plays = self.plays
        plays.append(card)
        if len(plays) & 3:
            self.turn = (seat + 1) & 3  # R19 Q17: clockwise
            return False
        winner = self.winning(len(self.leaders) - 1)
        pair = winner & 1
        self.tricks[pair] += 1
        total = 0
        for won in plays[-4:]:
            total += POINTS[won]
        self.points[pair] += total  # R7 R23: the pair keeps the four cards
        self.leaders.append(winner)
        self.turn = winner  # R24
        return True

    def _end_trick(self, events: list[Event]) -> None:
        number = len(self.leaders) - 1
        winner = self.turn
        if self.set.running_points:  # Q11
            facts: dict[str, Plain] = {"trick": number, "seat": winner, "points": self.points[:]}
            events.append(Event("trick_won", facts))
        else:
            events.append(TRICK_WON[number][winner])
        if number == TRICKS:  # R14 R25 Q15
            self.turn = -1
            self._count(events)

    def _count(self, events: list[Event]) -> None:
        """R26: the points of the deal; a sweep is looked for first (section 4)."""
        line = self.counted()
        self.carry = line.carry
        if line.pair != NO_PAIR:
            self.score[line.pair] += line.points  # Q10: what goes beyond the target is kept
        self.sheet.append(line)
        facts: dict[str, Plain] = {
            "hand": self.hand,
            "pair": None if line.pair == NO_PAIR else PAIRS[line.pair],
            "points": line.points,
            "reason": line.reason,
            "card_points": list(line.card_points),
            "tricks": list(line.tricks),
            "carry": line.carry,
            "score": self.score[:],
        }
        events.append(Event("hand_won", facts))
        self.phase = HAND_OVER
        if line.reason == "sweep":
            self._end_match("sweep", events)  # R27 Q20: at any target
        elif line.pair != NO_PAIR and self.score[line.pair] >= self.set.target:
            self._end_match("points", events)  # R34
        elif 0 < self.set.max_hands <= self.hand:
            self._end_match("max_hands", events)

    def counted(self) -> Line:
        """What the ten tricks of this deal are worth, with the score and carry as they were before."""
        card_points = (self.points[0], self.points[1])
        tricks = (self.tricks[0], self.tricks[1])
        pair = self.sweeper()
        if pair != NO_PAIR:  # R10 R27; Q9: at least the target; Q7: the carry is gone
            points = max(0, self.set.target - self.score[pair])
            return Line(pair, points, "sweep", card_points, tricks, 0)
        if card_points[0] == HALF:  # R31; R32 Q6: drawn deals add up
            carry = self.carry + 1 if self.set.accumulate else 0
            return Line(NO_PAIR, 0, "draw", card_points, tricks, carry)
        pair = 0 if card_points[0] > HALF else 1
        points = 2 if card_points[pair] >= MANY else 1  # R29 R30; R28: 120 alone are no sweep
        return Line(pair, points + self.carry, "points", card_points, tricks, 0)  # R32 R33

    def sweeper(self) -> int:
        """The pair that has won every trick, or by an option every point (R10 R28 Q19); else `NO_PAIR`."""
        for pair in (0, 1):
            if self.tricks[pair] == TRICKS:
                return pair
            if self.set.sweep_by_points and self.points[pair] == ALL_POINTS:
                return pair
        return NO_PAIR

    def _end_match(self, reason: str, events: list[Event]) -> None:
        self.phase = MATCH_OVER
        self.ended = reason
        result = self.result()
        assert result is not None
        events.append(Event("match_won", result.plain()))

    def result(self) -> Result | None:
        """See `carteado.games.game.Match.result`; points are game points."""
        if self.phase != MATCH_OVER:
            return None
        a, b = self.score
        following: dict[str, Plain] = {"dealer": self.first_player()}
        if a == b:  # only when max_hands ends it
            return Result((a, b, a, b), (EVERYBODY,), (), self.ended, following)
        won, lost = ((0, 2), (1, 3)) if a > b else ((1, 3), (0, 2))  # R1
        return Result((a, b, a, b), (won, lost), won, self.ended, following)

    # ------------------------------------------------------------------------------------ what others learn

    def view(self, seat: Seat) -> View:
        """See `carteado.games.game.Match.view`."""
        return views_of(self, (seat,))[0]

    def views(self, seats: Sequence[Seat]) -> list[View]:
        """See `carteado.games.game.Match.views`."""
        return views_of(self, seats)

    def position(self) -> dict[str, Plain]:
        """See `carteado.games.game.Match.position`; its shape is `sueca_shapes.SuecaPosition`."""
        return dict(position_of(self))

    def places(self) -> dict[str, list[int]]:
        """See `carteado.games.game.Match.places`."""
        if not self.hand:
            return {"pack": list(PACK)}
        lie = {f"hand {seat}": hand[:] for seat, hand in enumerate(self.hands)}
        for trick in range(0, len(self.plays), 4):
            lie[f"trick {trick // 4}"] = self.plays[trick : trick + 4]
        return lie
