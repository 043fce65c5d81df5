"""What Truco Paulista and Truco Mineiro share: tricks, the raise machine, special hands, giving up.

Clauses: ``P:R24`` is a fact of the rulebook of Truco Paulista, ``M:R24`` of Truco Mineiro, ``Q5`` a point
that both settle alike under the same number unless a letter stands before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from carteado.cards import CARD_TEXT, HIDDEN, is_permutation, text
from carteado.games import truco_refusals as why
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
from carteado.games.truco_cards import (
    ACCEPT,
    AGREE,
    BLIND,
    BLIND_COVERED,
    CARDS_EACH,
    COVERED,
    DEAL,
    DECIDE,
    DECLINE,
    FIRST_DEALER,
    GAME_OVER,
    GOAL,
    HAND_OVER,
    IRON,
    MANILHA,
    MATCH_OVER,
    NICKNAMES,
    NO_PAIR,
    PACK,
    PAIRS,
    PLACES,
    PLAY,
    PLAY_HAND,
    PLAYS,
    PROPOSE,
    RAISES,
    REFUSE,
    RESPOND,
    RESULT_NAMES,
    RUN,
    SPECIAL_NAMES,
    TIE,
    TRICKS,
    WEAKEST_SUIT,
    WITHDRAW,
    hand_winner,
    is_pack,
    strengths_for,
)
from carteado.games.truco_views import position_of, views_of


class Scale:
    """A ladder of values, its first step the plain hand, and the word of each raise.

    ``raised`` and ``accepted`` are the events of its steps, by step and seat: events do not change.
    """

    __slots__ = ("accepted", "raised", "values", "words")

    def __init__(self, values: tuple[int, ...], words: tuple[str, ...]) -> None:
        self.values: Final = values
        self.words: Final = words
        steps = list(zip(values, ("", *words), strict=True))
        self.raised: Final = [
            [
                Event("raised", {"seat": seat, "pair": PAIRS[seat & 1], "to": to, "word": word})
                for seat in range(4)
            ]
            for to, word in steps
        ]
        self.accepted: Final = [
            [Event("accepted", {"seat": seat, "pair": PAIRS[seat & 1], "value": to}) for seat in range(4)]
            for to, _ in steps
        ]


SCALES: Final[dict[str, Scale]] = {
    "1-3-6-9-12": Scale((1, 3, 6, 9, 12), ("truco", "six", "nine", "twelve")),  # P:R10 M:R34-R38
    "2-4-8-12": Scale((2, 4, 8, 12), ("truco", "six", "nine")),  # M:R30-R32
    "2-4-6-10-12": Scale((2, 4, 6, 10, 12), ("truco", "six", "ten", "twelve")),  # M:Q10
}


class Settings:
    """A table's options as the rules use them."""

    __slots__ = (
        "accept_on_time_out",
        "blind_iron",
        "covered_from",
        "decline_on_time_out",
        "fatal_raise",
        "first_answer",
        "forfeit",
        "games_to_win",
        "max_hands",
        "next_seat",
        "one_covered",
        "reraise",
        "scale",
        "special_decision",
        "special_score",
        "tie_leader",
        "useless_forbidden",
        "vira",
    )

    def __init__(self, options: Mapping[str, OptionValue], vira: bool) -> None:
        self.vira: bool = vira
        self.scale: Scale = SCALES[str(options.get("scale", "1-3-6-9-12"))]
        self.special_score: int = GOAL - self.scale.values[0]  # P:R11 M:R45
        self.covered_from: int = int(options["covered_from"])
        self.one_covered: bool = bool(options["one_covered_per_pair"])
        self.tie_leader: str = str(options["tie_leader"])
        self.first_answer: bool = options["answer_policy"] == "first_answer"
        self.next_seat: bool = options["answer_policy"] == "next_seat"
        self.useless_forbidden: bool = options["useless_raise"] == "forbid"
        self.reraise: bool = bool(options.get("reraise", True))
        self.accept_on_time_out: bool = options["raise_timeout"] == "accept"
        self.decline_on_time_out: bool = options["special_timeout"] == "decline"
        self.special_decision: bool = bool(options.get("special_decision", True))
        self.fatal_raise: bool = options["raise_in_special"] == "loses_game"
        self.blind_iron: bool = options["iron"] == "blind"
        self.games_to_win: int = int(options["games_to_win"])
        self.forfeit: bool = bool(options["forfeit"])
        self.max_hands: int = int(options["max_hands"])


def _open_play(seat: int, card: int, name: str | None) -> Event:
    return Event("played", {"seat": seat, "card": CARD_TEXT[card], "covered": False, "name": name})


OPEN_PLAYS: Final = [
    [
        [_open_play(seat, card, None) for card in range(len(CARD_TEXT))],
        [_open_play(seat, card, NICKNAMES[card & 3]) for card in range(len(CARD_TEXT))],
    ]
    for seat in range(4)
]
"""The event of an open card by seat, by whether it is a manilha, and by card."""


def _trick_won(trick: int, winner: int, seat: int, leader: int) -> Event:
    facts: dict[str, Plain] = {
        "trick": trick,
        "winner": RESULT_NAMES[winner],
        "seat": seat if seat >= 0 else None,
        "leader": leader,
    }
    return Event("trick_won", facts)


TRICKS_WON: Final = [
    [
        [[_trick_won(trick, winner, seat, leader) for leader in range(4)] for seat in range(-1, 4)]
        for winner in (0, 1, TIE)
    ]
    for trick in range(TRICKS + 1)
]
"""The event of a finished trick by its number, its result, the seat that won it plus one, and who leads."""

NO_PROPOSERS: Final = [-1, -1]
SIDES: Final[list[tuple[int, ...]]] = [(0, 2), (1, 3)]  # P:R1 M:R3
ALONE: Final[list[tuple[int, ...]]] = [(0,), (1,)]


class Play:
    """A card on the table, by whom, from which place in his deal."""

    __slots__ = ("card", "covered", "place", "seat")

    def __init__(self, seat: int, place: int, card: int, covered: bool) -> None:
        self.seat: Final = seat
        self.place: Final = place
        self.card: Final = card
        self.covered: Final = covered


class Line:
    """A line of the score sheet."""

    __slots__ = ("pair", "points", "reason")

    def __init__(self, pair: int, points: int, reason: str) -> None:
        self.pair: Final = pair
        self.points: Final = points
        self.reason: Final = reason


class TrucoMatch:
    """The whole truth about one match of truco.

    Public fields may be read; only `deal` and `apply` change them.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, OptionValue],
        settings: Settings,
        seats: int,
        dealer: int,
        decision: int,
    ) -> None:
        self.game: str = game
        self.options: Mapping[str, OptionValue] = options
        self.set: Settings = settings
        self.seats: int = seats
        self.number: int = decision  # `decision`
        self.hand_since: int = decision
        self.phase: int = FIRST_DEALER if dealer < 0 else DEAL
        self.hand: int = 0
        self.score: list[int] = [0, 0]
        self.games: list[int] = [0, 0]
        self.dealer: int = dealer
        self.vira: int = -1
        self.strengths: list[int] = strengths_for(-1)
        self.dealt: list[list[int]] = [[] for _ in range(seats)]
        self.held: list[int] = [0] * seats  # a bit for each place still in hand
        self.stock: list[int] = list(PACK)
        self.plays: list[Play] = []  # all of this hand, in order
        self.results: list[int] = []  # 0, 1 or TIE for each finished trick
        self.winners: list[int] = []  # the seat that won it, -1 in a tie
        self.leader: int = -1  # of the running trick
        self.turn: int = -1
        self.step: int = 0  # place of the hand's value in the ladder
        self.pending: int = 0  # place of the requested value, 0 when none is
        self.caller: int = -1
        self.raiser: int = NO_PAIR
        self.special: int = NO_PAIR
        self.asking: tuple[int, ...] = ()  # the seats that may answer, while something is asked
        self.votes: int = 0  # a bit for each seat that voted run or decline
        self.proposer: list[int] = [-1, -1]  # by pair
        self.proposed_since: list[int] = [0, 0]  # by pair
        self.refused: int = 0  # a bit for each seat whose proposal was refused in this trick
        self.calls: list[list[int]] = []  # [seat, value] for each raise and acceptance of the hand
        self.sheet: list[Line] = []
        self.ended: str = ""  # the reason, when the match is over

    def copy(self) -> TrucoMatch:
        """An equal match that shares nothing which changes."""
        new = TrucoMatch(self.game, self.options, self.set, self.seats, self.dealer, self.number)
        new.hand_since = self.hand_since
        new.phase = self.phase
        new.hand = self.hand
        new.score = self.score[:]
        new.games = self.games[:]
        new.vira = self.vira
        new.strengths = self.strengths
        new.dealt = self.dealt[:]  # the lists in it never change, a deal makes new ones
        new.held = self.held[:]
        new.stock = self.stock  # never changed in place
        new.plays = self.plays[:]
        new.results = self.results[:]
        new.winners = self.winners[:]
        new.leader = self.leader
        new.turn = self.turn
        new.step = self.step
        new.pending = self.pending
        new.caller = self.caller
        new.raiser = self.raiser
        new.special = self.special
        new.asking = self.asking
        new.votes = self.votes
        new.proposer = self.proposer[:]
        new.proposed_since = self.proposed_since[:]
        new.refused = self.refused
        new.calls = self.calls[:]
        new.sheet = self.sheet[:]
        new.ended = self.ended
        return new

    # ------------------------------------------------------------------------------------- small questions

    @property
    def decision(self) -> int:
        """See `carteado.games.game.Match.decision`."""
        return self.number

    @property
    def value(self) -> int:
        """What the hand is worth now."""
        return self.set.scale.values[self.step]

    def is_blind(self) -> bool:
        """Whether nobody may see his own cards (P:R21 M:Q16)."""
        return self.special == IRON and self.set.blind_iron

    def pair_of(self, seat: int) -> int:
        """0 for pair A (seats 0 and 2), 1 for pair B (P:R1 M:R3)."""
        return seat & 1

    def partner_of(self, seat: int) -> int:
        """The seat opposite, -1 with two seats."""
        return (seat + 2) & 3 if self.seats == 4 else -1

    def seats_of(self, pair: int) -> tuple[int, ...]:
        """The seats of a pair."""
        return SIDES[pair] if self.seats == 4 else ALONE[pair]

    def first_leader(self) -> int:
        """The hand's *mão*: the seat after the dealer (Q4)."""
        return (self.dealer + 1) % self.seats

    def in_hand(self) -> bool:
        """Whether a hand is being decided or played."""
        return self.phase in (DECIDE, PLAY, RESPOND)

    def answering_pair(self) -> int:
        """The pair that is asked in ``decide`` or ``respond``."""
        return self.special if self.phase == DECIDE else 1 - self.pair_of(self.caller)

    def asked(self) -> list[int]:
        """The seats that may answer in ``decide`` or ``respond``."""
        return list(self.asking)

    def ask(self) -> None:
        """Note who may answer the question that has been opened (Q9 M:Q7)."""
        self.asking = self._who_answers()

    def _who_answers(self) -> tuple[int, ...]:
        pair = self.answering_pair()
        if self.set.next_seat and self.seats == 4:
            # nobody called the special hand: there its first seat in play order answers
            after = self.dealer if self.phase == DECIDE else self.caller
            seat = (after + 1) % 4
            return (seat if self.pair_of(seat) == pair else (seat + 1) % 4,)
        return self.seats_of(pair)

    def actors(self) -> list[int]:
        """See `carteado.games.game.Match.actors`."""
        if self.phase == PLAY:
            return [self.turn]
        if self.phase in (DECIDE, RESPOND):
            return [seat for seat in self.asking if not self.votes >> seat & 1]
        return []

    def shared(self, seat: int) -> list[int]:
        """See `carteado.games.game.Match.shared`."""
        if self.phase in (DECIDE, RESPOND):
            asked = self.asking
            if seat in asked:
                return [other for other in asked if other != seat]
        return []

    def hand_number(self) -> int:
        """See `carteado.games.game.Match.hand_number`."""
        return self.hand

    def trick_plays(self) -> list[Play]:
        """The cards of the running trick."""
        return self.plays[len(self.results) * self.seats :]

    # ------------------------------------------------------------------------------------------- the deal

    def chance(self) -> Chance | None:
        """See `carteado.games.game.Match.chance`."""
        if self.phase == FIRST_DEALER:
            return Chance("first_dealer", tuple(range(self.seats)))  # Q4
        if self.phase in (DEAL, HAND_OVER, GAME_OVER):
            return Chance("deal", PACK)
        return None

    def deal(self, order: Sequence[int]) -> list[Event]:
        """See `carteado.games.game.Match.deal`."""
        if self.phase == FIRST_DEALER:
            if not is_permutation(order, range(self.seats)):
                raise BadDeal("a permutation of the seats is wanted")
            self.dealer = order[0]
            self.phase = DEAL
            return [Event("first_dealer", {"dealer": self.dealer})]
        if self.phase not in (DEAL, HAND_OVER, GAME_OVER):
            raise BadDeal("nothing is to be dealt now")
        if not is_pack(order):
            raise BadDeal("a permutation of the pack is wanted")
        if self.phase != DEAL:
            self.dealer = (self.dealer + 1) % self.seats  # section 3.7, M:Q14
        if self.phase == GAME_OVER:
            self.score = [0, 0]  # M:Q17
            self.sheet = []
        self.begin_hand(order)
        return [self._dealt_event()]

    def begin_hand(self, order: Sequence[int]) -> None:
        """Deal the next hand from an order of the pack; dealer and score are those of the new hand."""
        seats = self.seats
        cards = list(order)
        self.hand += 1
        dealt: list[list[int]] = [cards] * seats
        at = 0
        for turn in range(1, seats + 1):  # Q4: three each from dealer+1, the dealer last
            dealt[(self.dealer + turn) % seats] = cards[at : at + CARDS_EACH]
            at += CARDS_EACH
        self.dealt = dealt
        self.held = [7] * seats
        if self.set.vira:  # P:R7 P:R16
            self.vira = cards[at]
            at += 1
            self.strengths = strengths_for(self.vira)
        self.stock = cards[at:]
        self.plays = []
        self.results = []
        self.winners = []
        self.leader = self.turn = self.first_leader()
        self.pending = 0
        self.caller = -1
        self.raiser = NO_PAIR
        self.votes = 0
        self.proposer = [-1, -1]
        self.refused = 0
        self.calls = []
        self._begin_special()
        self._new_decision()
        self.hand_since = self.number

    def _begin_special(self) -> None:
        near_a = self.score[0] >= self.set.special_score
        near_b = self.score[1] >= self.set.special_score
        if near_a and near_b:
            self.special = IRON  # P:R12 M:Q16
        elif near_a or near_b:
            self.special = 0 if near_a else 1  # P:R11 M:R45
        else:
            self.special = NO_PAIR
        self.step = 0 if self.special == NO_PAIR else 1  # P:R9 P:R19 M:R30 M:R34; P:R20 Q15 M:R50
        decide = self.special in (0, 1) and self.set.special_decision
        self.phase = DECIDE if decide else PLAY  # Q7 M:R47
        if decide:
            self.ask()

    def _dealt_event(self) -> Event:
        facts: dict[str, Plain] = {
            "hand": self.hand,
            "dealer": self.dealer,
            "leader": self.leader,
            "vira": text(self.vira) if self.set.vira else None,
            "value": self.value,
            "special": None if self.special == NO_PAIR else SPECIAL_NAMES[self.special],
        }
        if self.is_blind():
            return Event("dealt", facts, hands=[[HIDDEN] * CARDS_EACH] * self.seats)
        partners: tuple[int, ...] = ()
        if self.special != NO_PAIR:
            partners = tuple([seat for seat in range(self.seats) if self.sees_partner(seat)])
        return Event("dealt", facts, hands=self.dealt, partners=partners)

    def _new_decision(self) -> None:
        self.number += 1

    # --------------------------------------------------------------------------------------------- checks

    def check(self, seat: int, move: Move) -> Refusal | None:
        """See `carteado.games.game.Match.check`; the order is that of section 10."""
        if not 0 <= seat < self.seats:
            return why.NOT_SEATED
        if self.phase == MATCH_OVER:
            return why.MATCH_OVER
        match move.kind:
            case "play":
                return self._check_play(seat, move)
            case "raise":
                return self._check_raise(seat, move.amount)
            case "accept" | "run":
                return self._check_answer(seat, move.kind == "run")
            case "play_hand" | "decline":
                return self._check_decision(seat, move.kind == "decline")
            case "propose" | "agree" | "refuse" | "withdraw":
                return self._check_forfeit(seat, move.kind)
        return why.BAD_MOVE

    def wrong_phase(self) -> Refusal | None:
        """Why nobody may play or raise in this phase."""
        if self.phase in (PLAY, RESPOND):
            return None
        if self.phase == DECIDE:
            return Refusal("decision_pending", {"pair": PAIRS[self.special]})
        return why.HAND_OVER

    def _check_play(self, seat: int, move: Move) -> Refusal | None:
        wrong = None if self.phase == PLAY else self.wrong_phase()
        if wrong is not None:
            return wrong
        if self.phase == RESPOND:
            return why.RAISE_PENDING[self.caller]  # P:R27
        if seat != self.turn:
            return why.NOT_YOUR_TURN[self.turn]
        if self.is_blind():
            if move.place < 0:
                return why.BLIND_USE_POSITION  # before the hand is looked at
            if not self.held[seat] >> move.place & 1:
                return why.CARD_NOT_IN_HAND
        elif move.place >= 0:
            return why.NAME_THE_CARD
        elif self.strengths[move.card] == 0:
            return Refusal("bad_card", {"card": text(move.card)})
        elif self.place_of(seat, move.card) < 0:
            return Refusal("card_not_in_hand", {"card": text(move.card)})
        return self.check_cover(seat) if move.covered else None

    def place_of(self, seat: int, card: int) -> int:
        """Where a card lies in a seat's deal while it is still held, else -1."""
        dealt = self.dealt[seat]
        if card not in dealt:
            return -1
        place = dealt.index(card)
        return place if self.held[seat] >> place & 1 else -1

    def check_cover(self, seat: int) -> Refusal | None:
        """Why a seat may not cover a card now (Q5 M:R41)."""
        if self.set.covered_from == 0:
            return why.COVERED_DISABLED
        if len(self.results) + 1 < self.set.covered_from:
            return Refusal("covered_too_early", {"from": self.set.covered_from})
        if self.set.one_covered:
            partner = self.partner_of(seat)
            for play in self.trick_plays():
                if play.covered and play.seat == partner:
                    return why.COVERED_PARTNER
        return None

    def _check_raise(self, seat: int, to: int) -> Refusal | None:
        answering = self.phase == RESPOND
        wrong = self.wrong_phase()
        if wrong is not None:
            return wrong
        if answering:
            if seat not in self.asking:
                return why.NOT_RESPONDER[self.caller]
            if not self.set.reraise:
                return why.RERAISE_DISABLED  # M:Q8
        elif seat != self.turn:
            return why.NOT_YOUR_TURN[self.turn]  # P:R26 M:R29
        elif self.raiser == self.pair_of(seat):
            return why.RAISE_OWN  # P:R33 M:R40
        ladder = self.set.scale.values
        now = self.pending if answering else self.step
        if now + 1 == len(ladder):
            return Refusal("raise_at_max", {"value": ladder[now]})
        if to != ladder[now + 1]:
            return Refusal("raise_wrong_level", {"next": ladder[now + 1]})  # P:R32
        return self._check_step(seat)

    def _check_step(self, seat: int) -> Refusal | None:
        """Why the next step of the ladder may not be asked for, by a seat that may raise."""
        if self.special != NO_PAIR and not self.set.fatal_raise:
            return why.RAISE_IN_SPECIAL_HAND  # M:R54
        if self.set.useless_forbidden:
            now = self.set.scale.values[self.pending if self.phase == RESPOND else self.step]
            if self.score[self.pair_of(seat)] + now >= GOAL:
                return Refusal("raise_useless", {"value": now})  # Q11
        return None

    def _check_answer(self, seat: int, run: bool) -> Refusal | None:
        if self.phase != RESPOND:
            return why.NO_RAISE_PENDING
        if seat not in self.asking:
            return why.NOT_RESPONDER[self.caller]
        if run and self.votes >> seat & 1:
            return why.ALREADY_ANSWERED
        return None

    def _check_decision(self, seat: int, decline: bool) -> Refusal | None:
        if self.phase != DECIDE:
            return why.NO_DECISION_PENDING
        if seat not in self.asking:
            return why.NOT_DECIDER
        if decline and self.votes >> seat & 1:
            return why.ALREADY_ANSWERED
        return None

    def _check_forfeit(self, seat: int, kind: str) -> Refusal | None:
        """M:3.6."""
        if not self.set.forfeit:
            return why.FORFEIT_DISABLED
        if self.phase != PLAY:
            return why.FORFEIT_NOT_NOW
        proposer = self.proposer[self.pair_of(seat)]
        if kind == "propose":
            if proposer == seat:
                return why.ALREADY_PROPOSED
            if proposer < 0 and self.refused >> seat & 1:
                return why.FORFEIT_REFUSED_THIS_TRICK
            return None
        if proposer < 0:
            return why.NO_PROPOSAL
        if kind == "withdraw":
            return None if proposer == seat else why.NOT_PROPOSER
        return why.FORFEIT_NEEDS_PARTNER if proposer == seat else None  # M:R58

    def grave(self, seat: int, move: Move) -> str | None:
        """See `carteado.games.game.Match.grave`: a raise where a pair is one step from winning (P:R36)."""
        fatal = move.kind == "raise" and self.special != NO_PAIR and self.set.fatal_raise
        return "loses_game" if fatal and self.check(seat, move) is None else None

    def since(self, seat: int, move: Move) -> int:
        """See `carteado.games.game.Match.since`."""
        match move.kind:
            case "propose":
                return self.hand_since
            case "agree" | "refuse" | "withdraw":
                pair = self.pair_of(seat)
                return self.proposed_since[pair] if self.proposer[pair] >= 0 else self.hand_since
        return self.number

    def reveals(self, seat: int, move: Move) -> tuple[int, ...]:
        """See `carteado.games.game.Match.reveals`: an open card played blind."""
        if move.kind == "play" and move.place >= 0 and not move.covered:
            return (self.dealt[seat][move.place],)
        return ()

    # ---------------------------------------------------------------------------------------- legal moves

    def legal(self, seat: int) -> list[Move]:
        """See `carteado.games.game.Match.legal`: cards as dealt, then covered, raise, answers, asides."""
        moves: list[Move] = []
        if self.phase == PLAY and seat == self.turn:
            self._add_plays(seat, moves)
            self._add_raise(seat, moves)
        elif self.phase == RESPOND and seat in self.asking:
            self._add_raise(seat, moves)
            moves.append(ACCEPT)
            if not self.votes >> seat & 1:
                moves.append(RUN)
        elif self.phase == DECIDE and seat in self.asking:
            moves.append(PLAY_HAND)
            if not self.votes >> seat & 1:
                moves.append(DECLINE)
        if self.phase == PLAY and self.set.forfeit:
            self._add_asides(seat, moves)
        return moves

    def _add_asides(self, seat: int, moves: list[Move]) -> None:
        """What `_check_forfeit` allows in play (M:3.6), without making the refusals of the others."""
        proposer = self.proposer[seat & 1]
        if proposer < 0:
            if not self.refused >> seat & 1:
                moves.append(PROPOSE)
        elif proposer == seat:
            moves.append(WITHDRAW)
        else:
            moves.append(PROPOSE)
            moves.append(AGREE)
            moves.append(REFUSE)

    def _add_plays(self, seat: int, moves: list[Move]) -> None:
        places = PLACES[self.held[seat]]
        dealt = self.dealt[seat]
        blind = self.is_blind()
        for place in places:
            moves.append(BLIND[place] if blind else PLAYS[dealt[place]])
        if 0 < self.set.covered_from <= len(self.results) + 1 and self.check_cover(seat) is None:
            for place in places:
                moves.append(BLIND_COVERED[place] if blind else COVERED[dealt[place]])

    def _add_raise(self, seat: int, moves: list[Move]) -> None:
        if self.phase == PLAY and self.raiser == seat & 1:
            return  # P:R33 M:R40
        to = self.next_value()
        if to and (self.phase == PLAY or self.set.reraise) and self._check_step(seat) is None:
            moves.append(RAISES[to])

    def next_value(self) -> int:
        """The value that the next raise would ask for, 0 at the top of the ladder."""
        ladder = self.set.scale.values
        above = (self.pending if self.phase == RESPOND else self.step) + 1
        return ladder[above] if above < len(ladder) else 0

    def default(self, seat: int) -> Move:
        """See `carteado.games.game.Match.default` (section 8).

        Raises:
            ValueError: nothing is asked of this seat.
        """
        if self.phase == PLAY and seat == self.turn:
            return self._weakest(seat)
        if self.phase == RESPOND and seat in self.asking:
            return ACCEPT if self.set.accept_on_time_out else RUN  # Q12
        if self.phase == DECIDE and seat in self.asking:
            return DECLINE if self.set.decline_on_time_out else PLAY_HAND  # Q12 M:R55
        raise ValueError(f"nothing is asked of seat {seat}")

    def _weakest(self, seat: int) -> Move:
        places = PLACES[self.held[seat]]
        if self.is_blind():
            return BLIND[places[0]]
        dealt = self.dealt[seat]
        weakest = dealt[places[0]]
        for place in places[1:]:
            card = dealt[place]
            if (self.strengths[card], WEAKEST_SUIT[card & 3]) < (
                self.strengths[weakest],
                WEAKEST_SUIT[weakest & 3],
            ):
                weakest = card
        return PLAYS[weakest]

    # ---------------------------------------------------------------------------------------------- apply

    def apply(self, seat: int, move: Move) -> list[Event]:
        """See `carteado.games.game.Match.apply`."""
        refusal = self.check(seat, move)
        if refusal is not None:
            raise Refused(refusal)
        events: list[Event] = []
        match move.kind:
            case "play":
                self._play(seat, move, events)
            case "raise":
                self._raise(seat, move.amount, events)
            case "accept":
                self._accept(seat, events)
            case "run":
                self._vote(seat, "run", events)
            case "play_hand":
                self._play_hand(seat, events)
            case "decline":
                self._vote(seat, "decline", events)
            case _:
                self._forfeit(seat, move.kind, events)
        return events

    def _play(self, seat: int, move: Move, events: list[Event]) -> None:
        place = move.place if move.place >= 0 else self.dealt[seat].index(move.card)
        card = self.dealt[seat][place]
        events.append(self._played_event(seat, card, move.covered))
        if self.put(seat, place, move.covered):
            self._end_trick(events)
        self._new_decision()

    def _played_event(self, seat: int, card: int, covered: bool) -> Event:
        if not covered:
            return OPEN_PLAYS[seat][self.strengths[card] >= MANILHA][card]
        facts: dict[str, Plain] = {"seat": seat, "card": "X", "covered": True, "name": None}
        if self.is_blind():
            return Event("played", facts)  # P:R21: nobody ever learns it
        return Event("played", facts, own={seat: {"card": CARD_TEXT[card]}})

    def best_of(self, plays: list[Play]) -> tuple[int, int, int]:
        """Pair or `TIE`, first and last seat showing the greatest strength (3.3), -1 when all are covered."""
        best = 0  # P:R13: a covered card has no strength
        pair = TIE
        first = last = -1
        for play in plays:
            if play.covered:
                continue
            strength = self.strengths[play.card]
            if strength > best:
                best = strength
                pair = play.seat & 1
                first = last = play.seat
            elif strength == best:
                last = play.seat
                if play.seat & 1 != pair:
                    pair = TIE  # P:R18 M:R21
        return pair, first, last

    def put(self, seat: int, place: int, covered: bool) -> bool:
        """Lay a held card on the table; True when that ends the trick, which is then scored."""
        self.held[seat] &= ~(1 << place)
        self.plays.append(Play(seat, place, self.dealt[seat][place], covered))
        if len(self.plays) % self.seats:  # P:R8: a trick is one card of each
            self.turn = (seat + 1) % self.seats
            return False
        pair, first, last = self.best_of(self.trick_plays())
        if pair != TIE:
            self.leader = first  # P:R23, Q3
        elif first >= 0 and self.set.tie_leader == "first_tied":
            self.leader = first  # Q2
        elif first >= 0 and self.set.tie_leader == "last_tied":
            self.leader = last
        self.turn = self.leader
        self.results.append(pair)
        self.winners.append(first if pair != TIE else -1)
        return True

    def _end_trick(self, events: list[Event]) -> None:
        self._lapse(events)
        self.refused = 0
        winner_seat = self.winners[-1]
        events.append(TRICKS_WON[len(self.results)][self.results[-1]][winner_seat + 1][self.leader])
        winner = hand_winner(self.results)
        if winner == TIE:
            self._end_hand(NO_PAIR, 0, "three_ties", events)
        elif winner is not None:
            self._end_hand(winner, self.value, "tricks", events)

    def _raise(self, seat: int, to: int, events: list[Event]) -> None:
        pair = self.pair_of(seat)
        if self.special != NO_PAIR:  # P:R36 Q16
            self._end_hand(1 - pair, GOAL, "truco_in_special", events)
            self._new_decision()
            return
        self._lapse(events)
        if self.phase == RESPOND:
            self.step = self.pending  # P:R30: an answer of six accepts the three first
        self.pending = self.set.scale.values.index(to)
        self.caller = seat
        self.raiser = pair
        self.votes = 0
        self.phase = RESPOND
        self.ask()
        self.calls.append([seat, to])
        events.append(self.set.scale.raised[self.pending][seat])
        self._new_decision()

    def _accept(self, seat: int, events: list[Event]) -> None:
        self.step = self.pending  # P:R28
        self._close_answer()
        self.calls.append([seat, self.value])
        events.append(self.set.scale.accepted[self.step][seat])
        self._new_decision()

    def _close_answer(self) -> None:
        self.pending = 0
        self.caller = -1
        self.votes = 0
        self.phase = PLAY

    def _play_hand(self, seat: int, events: list[Event]) -> None:
        self.votes = 0
        self.phase = PLAY
        events.append(Event("hand_taken", {"seat": seat, "pair": PAIRS[self.special], "value": self.value}))
        self._new_decision()

    def _vote(self, seat: int, vote: str, events: list[Event]) -> None:
        """RUN and DECLINE need every seat that is asked, or one under ``first_answer`` (3.5)."""
        self.votes |= 1 << seat
        asked = self.asking
        if not self.set.first_answer and self.actors():
            events.append(Event("voted", {"seat": seat, "vote": vote}, only=asked))  # Q18
            return
        other = 1 - self.pair_of(seat)
        if vote == "run":
            self._end_hand(other, self.value, "run", events)  # P:R29 P:R34 M:R33 M:R39
        else:
            self._end_hand(other, self.set.scale.values[0], "declined", events)  # Q7 M:R48
        self._new_decision()

    def _forfeit(self, seat: int, kind: str, events: list[Event]) -> None:
        pair = self.pair_of(seat)
        both = self.seats_of(pair)
        proposer = self.proposer[pair]
        if kind == "agree" or (kind == "propose" and (proposer >= 0 or self.seats == 2)):
            self._end_hand(1 - pair, self.value, "forfeit", events)  # M:R57 M:R58
            self._new_decision()
        elif kind == "propose":
            self.proposer[pair] = seat
            self.proposed_since[pair] = self.number
            events.append(Event("proposed", {"seat": seat}, only=both))
        elif kind == "refuse":
            self.refused |= 1 << proposer
            self.proposer[pair] = -1
            events.append(Event("proposal_refused", {"seat": seat}, only=both))
        else:
            self.proposer[pair] = -1
            events.append(Event("proposal_withdrawn", {"seat": seat}, only=both))

    def _lapse(self, events: list[Event]) -> None:
        """Open proposals lapse with the trick, with a raise and with the hand (M:3.6)."""
        if self.proposer == NO_PROPOSERS:
            return
        for pair in (0, 1):
            if self.proposer[pair] >= 0:
                only = self.seats_of(pair)
                events.append(Event("proposal_lapsed", {"seat": self.proposer[pair]}, only=only))
                self.proposer[pair] = -1

    def _end_hand(self, pair: int, points: int, reason: str, events: list[Event]) -> None:
        self._lapse_silently()
        self._close_answer()
        self.turn = -1
        if pair != NO_PAIR:
            self.score[pair] = min(GOAL, self.score[pair] + points)  # Q13
        self.sheet.append(Line(pair, points, reason))
        facts: dict[str, Plain] = {
            "hand": self.hand,
            "pair": None if pair == NO_PAIR else PAIRS[pair],
            "points": points,
            "reason": reason,
            "score": self.score[:],
        }
        events.append(Event("hand_won", facts))
        self.phase = HAND_OVER
        if pair != NO_PAIR and self.score[pair] == GOAL:
            self._end_game(pair, reason, events)
        if self.phase != MATCH_OVER and 0 < self.set.max_hands <= self.hand:
            self._end_match("max_hands", events)

    def _lapse_silently(self) -> None:
        self.proposer = [-1, -1]

    def _end_game(self, pair: int, reason: str, events: list[Event]) -> None:
        self.games[pair] += 1  # M:R5
        self.phase = GAME_OVER
        events.append(
            Event("game_won", {"pair": PAIRS[pair], "games": self.games[:], "score": self.score[:]})
        )
        if self.games[pair] == self.set.games_to_win:
            self._end_match("truco_in_special" if reason == "truco_in_special" else "points", events)

    def _end_match(self, reason: str, events: list[Event]) -> None:
        self.phase = MATCH_OVER
        self.ended = reason
        result = self.result()
        assert result is not None
        events.append(Event("match_won", result.plain()))

    def result(self) -> Result | None:
        """See `carteado.games.game.Match.result`.

        Points are 12 for each game won, and the tentos of the last game where it was not won.
        """
        if self.phase != MATCH_OVER:
            return None
        total = [
            GOAL * self.games[pair] + (self.score[pair] if self.score[pair] < GOAL else 0) for pair in (0, 1)
        ]
        # games decide before tentos: a lost game's tentos never outweigh a won one
        standing = [(self.games[pair], total[pair]) for pair in (0, 1)]
        points = tuple([total[seat & 1] for seat in range(self.seats)])
        following: dict[str, Plain] = {"dealer": (self.dealer + 1) % self.seats}
        if standing[0] == standing[1]:
            everybody = tuple(range(self.seats))
            return Result(points, (everybody,), (), self.ended, following)
        best = 0 if standing[0] > standing[1] else 1
        won = self.seats_of(best)
        return Result(points, (won, self.seats_of(1 - best)), won, self.ended, following)

    def sees_partner(self, seat: int) -> bool:
        """Whether a seat sees its partner's dealt cards: the deciding pair, to the hand's end (Q7 M:R46)."""
        return (
            self.special == self.pair_of(seat)
            and self.set.special_decision
            and self.seats == 4
            and self.in_hand()
        )

    def view(self, seat: Seat) -> View:
        """See `carteado.games.game.Match.view`."""
        return views_of(self, (seat,))[0]

    def views(self, seats: Sequence[Seat]) -> list[View]:
        """See `carteado.games.game.Match.views`."""
        return views_of(self, seats)

    def position(self) -> dict[str, Plain]:
        """See `carteado.games.game.Match.position`; its shape is `truco_views.TrucoPosition`."""
        return dict(position_of(self))

    def places(self) -> dict[str, list[int]]:
        """See `carteado.games.game.Match.places`."""
        lie: dict[str, list[int]] = {"stock": list(self.stock)}
        if self.vira >= 0:
            lie["vira"] = [self.vira]
        for seat, dealt in enumerate(self.dealt):
            lie[f"hand {seat}"] = [dealt[place] for place in PLACES[self.held[seat]]] if dealt else []
            lie[f"played {seat}"] = [play.card for play in self.plays if play.seat == seat]
        return lie
