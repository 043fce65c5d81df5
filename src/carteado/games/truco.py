"""What Truco Paulista and Truco Mineiro share: tricks, the raise machine, special hands, giving up.

Clauses: ``P:R24`` is a fact of the rulebook of Truco Paulista, ``M:R24`` of Truco Mineiro, ``Q5`` a point that
both settle alike under the same number unless a letter stands before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypedDict

from carteado.cards import CARD_TEXT, SUITS, is_permutation, pack, text
from carteado.games.game import (
    BadDeal,
    BadMove,
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

RANK_ORDER: Final = "4567QJKA23"  # P:R14, weakest first
PACK: Final = pack("A234567QJK")  # P:R3 M:R1
PACK_TEXT: Final = [CARD_TEXT[card] for card in PACK]
CARDS_EACH: Final = 3  # P:R4
GOAL: Final = 12  # P:R5 M:R5
TRICKS: Final = 3  # P:R22 M:R22

PAIRS: Final = ("A", "B")
TIE: Final = 2
RESULT_NAMES: Final = ("A", "B", "tie")
NO_PAIR: Final = -1
IRON: Final = 2
"""`TrucoMatch.special` when both pairs are one step from winning; else a pair, or `NO_PAIR`."""
SPECIAL_NAMES: Final = ("A", "B", "iron")

SUIT_RISING: Final = (3, 0, 2, 1)
"""By suit ``c d h s``: diamonds, spades, hearts, clubs rising (P:R15), to order the manilhas."""
WEAKEST_SUIT: Final = (3, 0, 2, 1)
"""By suit ``c d h s``: d < s < h < c, which of equal cards the clock plays (section 8)."""

MANILHA: Final = 100
"""Strengths from here up are manilhas; the suit's place is added."""
NICKNAMES: Final = ("zap", "ouros", "copas", "espadilha")  # by suit c d h s

Phase = Literal["first_dealer", "deal", "decide", "play", "respond", "hand_over", "game_over", "match_over"]
PHASES: Final[tuple[Phase, ...]] = (
    "first_dealer",
    "deal",
    "decide",
    "play",
    "respond",
    "hand_over",
    "game_over",
    "match_over",
)
FIRST_DEALER: Final = 0
DEAL: Final = 1
DECIDE: Final = 2
PLAY: Final = 3
RESPOND: Final = 4
HAND_OVER: Final = 5
GAME_OVER: Final = 6
MATCH_OVER: Final = 7

# ---------------------------------------------------------------------------------------------------- moves

MAX_AMOUNT: Final = 20
"""Raises up to here can be written, so that a wrong step is refused by the rules and not by the reader."""

PLAYS: Final[list[Move]] = [Move("play", f"play {name}", card=card) for card, name in enumerate(CARD_TEXT)]
COVERED: Final[list[Move]] = [
    Move("play", f"play {name} covered", card=card, covered=True) for card, name in enumerate(CARD_TEXT)
]
BLIND: Final[list[Move]] = [Move("play", f"play #{place}", place=place) for place in range(CARDS_EACH)]
BLIND_COVERED: Final[list[Move]] = [
    Move("play", f"play #{place} covered", place=place, covered=True) for place in range(CARDS_EACH)
]
RAISES: Final[list[Move]] = [Move("raise", f"raise {to}", amount=to) for to in range(MAX_AMOUNT + 1)]
ACCEPT: Final = Move("accept", "accept")
RUN: Final = Move("run", "run")
PLAY_HAND: Final = Move("play_hand", "play_hand")
DECLINE: Final = Move("decline", "decline")
PROPOSE: Final = Move("propose", "propose")
AGREE: Final = Move("agree", "agree")
REFUSE: Final = Move("refuse", "refuse")
WITHDRAW: Final = Move("withdraw", "withdraw")

ALPHABET: Final[tuple[Move, ...]] = (
    *PLAYS,
    *COVERED,
    *BLIND,
    *BLIND_COVERED,
    *RAISES,
    ACCEPT,
    RUN,
    PLAY_HAND,
    DECLINE,
    PROPOSE,
    AGREE,
    REFUSE,
    WITHDRAW,
)
_BY_TEXT: Final[dict[str, Move]] = {move.text: move for move in ALPHABET}

ASIDES: Final = frozenset(("propose", "agree", "refuse", "withdraw"))


def parse(written: str) -> Move:
    """The one move with this text.

    Raises:
        BadMove: there is none.
    """
    move = _BY_TEXT.get(written)
    if move is None:
        raise BadMove(f"no move of truco is written {written[:40]!r}")
    return move


def seen(move: Move, mover: int, viewer: Seat) -> str:
    """What a viewer may read of a move: a covered card is hidden from all but its owner (section 7)."""
    if move.covered and viewer != mover:
        return "play X covered"
    return move.text


# ------------------------------------------------------------------------------------------------- strength


def paulista_strengths(manilha_rank: str) -> list[int]:
    """Strength of each card by its int when ``manilha_rank`` is the rank after the vira's (P:R14-R18)."""
    strengths = [0] * 53
    for card in PACK:
        name = CARD_TEXT[card][0]
        if name == manilha_rank:
            strengths[card] = MANILHA + SUIT_RISING[card & 3]  # P:R15 P:R17
        else:
            strengths[card] = 1 + RANK_ORDER.index(name)  # P:R14 P:R18
    return strengths


def mineiro_strengths() -> list[int]:
    """Strength of each card by its int: four fixed manilhas, then ten rows of equal cards (M:R6-R21)."""
    strengths = [0] * 53
    for card in PACK:
        strengths[card] = 1 + "4567QJKA23".index(CARD_TEXT[card][0])  # M:R10-R19: 3 2 A K J Q 7 6 5 4
    for place, name in enumerate(("7d", "As", "7h", "4c")):  # M:R9 M:R8 M:R7 M:R6
        strengths[CARD_TEXT.index(name)] = MANILHA + place
    return strengths


NEXT_RANK: Final[dict[str, str]] = {
    rank: RANK_ORDER[(at + 1) % len(RANK_ORDER)] for at, rank in enumerate(RANK_ORDER)
}
"""The manilha's rank by the vira's; after the 3 comes the 4 (P:R16)."""
_PAULISTA: Final[dict[str, list[int]]] = {rank: paulista_strengths(rank) for rank in RANK_ORDER}
_MINEIRO: Final[list[int]] = mineiro_strengths()


def strengths_for(vira: int) -> list[int]:
    """Strength of each card under a vira, or of the fixed order when there is none (-1)."""
    return _MINEIRO if vira < 0 else _PAULISTA[NEXT_RANK[CARD_TEXT[vira][0]]]


def nickname(card: int, strengths: list[int]) -> str | None:
    """The manilha's name as the message catalogue knows it, None for other cards."""
    return NICKNAMES[card & 3] if strengths[card] >= MANILHA else None


# ---------------------------------------------------------------------------------------------------- hands


def hand_winner(results: Sequence[int]) -> int | None:
    """Who has won a hand by its tricks so far: 0, 1, `TIE` for nobody, None while it is open.

    The table of 27 of section 3.6: two tricks win (P:R23 M:R22); with a tie the first trick that was not tied
    decides (P:R24 M:R23-R25); one each and a tied third goes to the first (Q1); three ties to nobody
    (P:R25 M:R26).
    """
    won = [0, 0]
    first = TIE
    tied = False
    for result in results:
        if result == TIE:
            tied = True
        else:
            won[result] += 1
            if first == TIE:
                first = result
    if won[0] == 2:
        return 0
    if won[1] == 2:
        return 1
    if tied and first != TIE:
        return first
    return TIE if len(results) == TRICKS else None


# -------------------------------------------------------------------------------------------------- options


class Scale:
    """A ladder of values, its first step the plain hand, and the word of each raise."""

    __slots__ = ("values", "words")

    def __init__(self, values: tuple[int, ...], words: tuple[str, ...]) -> None:
        self.values: Final = values
        self.words: Final = words


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


# ---------------------------------------------------------------------------------------------------- plain

PairName = Literal["A", "B"]
ResultName = Literal["A", "B", "tie"]
Word = Literal["truco", "six", "nine", "ten", "twelve"]


class CardSeen(TypedDict):
    """A card of the viewer: ``X`` when he may not see it, with its place in deal order and its nickname."""

    card: str
    place: int
    name: str | None


class PlaySeen(TypedDict):
    """A card on the table."""

    seat: int
    card: str
    covered: bool
    name: str | None


class TrickSeen(TypedDict):
    """A trick: ``winner`` and ``seat`` are None while it runs, ``best`` the seat that is winning it."""

    plays: list[PlaySeen]
    winner: ResultName | None
    seat: int | None
    best: int | None


class PendingSeen(TypedDict):
    """A raise that waits for an answer."""

    to: int
    word: Word
    seat: int
    pair: PairName


class StepSeen(TypedDict):
    """A step of the ladder and its word."""

    to: int
    word: Word


class HandSeen(TypedDict):
    """A line of the score sheet; ``pair`` is None when nobody scored."""

    pair: PairName | None
    points: int
    reason: str


class ProposalSeen(TypedDict):
    """The own pair's open proposal to give up the hand."""

    seat: int
    since: int


class TrucoTable(TypedDict):
    """What a seat may look up (section 7)."""

    phase: Phase
    hand: int
    dealer: int | None
    next_dealer: int | None
    leader: int | None
    turn: int | None
    score: list[int]
    games: list[int]
    games_to_win: int
    value: int
    ladder: list[int]
    next: StepSeen | None
    pending: PendingSeen | None
    raiser: PairName | None
    special: Literal["A", "B", "iron"] | None
    blind: bool
    vira: str | None
    manilha: str | None
    held: list[int]
    tricks: list[TrickSeen]
    cards: list[CardSeen]
    partner: list[CardSeen] | None
    votes: list[int]
    proposal: ProposalSeen | None
    sheet: list[HandSeen]
    result: dict[str, object] | None


class TrucoMemory(TypedDict):
    """What a perfect memory adds of this hand."""

    since: int
    dealt: list[str]
    covered: list[int]
    refused: list[int]
    calls: list[list[int]]


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

    def seats_of(self, pair: int) -> list[int]:
        """The seats of a pair."""
        return [pair, pair + 2] if self.seats == 4 else [pair]

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
        """The seats that may answer in ``decide`` or ``respond`` (Q9 M:Q7)."""
        pair = self.answering_pair()
        if self.set.next_seat and self.seats == 4:
            # nobody called the special hand: there its first seat in play order answers
            after = self.dealer if self.phase == DECIDE else self.caller
            seat = (after + 1) % 4
            return [seat if self.pair_of(seat) == pair else (seat + 1) % 4]
        return self.seats_of(pair)

    def actors(self) -> list[int]:
        """See `carteado.games.game.Match.actors`."""
        if self.phase == PLAY:
            return [self.turn]
        if self.phase in (DECIDE, RESPOND):
            return [seat for seat in self.asked() if not self.votes >> seat & 1]
        return []

    def shared(self, seat: int) -> list[int]:
        """See `carteado.games.game.Match.shared`."""
        if self.phase in (DECIDE, RESPOND):
            asked = self.asked()
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
        if not is_permutation(order, PACK):
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
        self.hand += 1
        dealt: list[list[int]] = [[] for _ in range(seats)]
        at = 0
        for turn in range(1, seats + 1):  # Q4: three each from dealer+1, the dealer last
            dealt[(self.dealer + turn) % seats] = list(order[at : at + CARDS_EACH])
            at += CARDS_EACH
        self.dealt = dealt
        self.held = [7] * seats
        if self.set.vira:  # P:R7 P:R16
            self.vira = order[at]
            at += 1
            self.strengths = strengths_for(self.vira)
        self.stock = list(order[at:])
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
        near = [score >= self.set.special_score for score in self.score]
        if near[0] and near[1]:
            self.special = IRON  # P:R12 M:Q16
        elif near[0] or near[1]:
            self.special = 0 if near[0] else 1  # P:R11 M:R45
        else:
            self.special = NO_PAIR
        self.step = 0 if self.special == NO_PAIR else 1  # P:R9 P:R19 M:R30 M:R34; P:R20 Q15 M:R50
        decide = self.special in (0, 1) and self.set.special_decision
        self.phase = DECIDE if decide else PLAY  # Q7 M:R47

    def _dealt_event(self) -> Event:
        own: dict[int, dict[str, Plain]] = {}
        for seat in range(self.seats):
            more: dict[str, Plain] = {"cards": self._dealt_seen(seat)}
            if self.sees_partner(seat):
                more["partner"] = self._dealt_seen(self.partner_of(seat))
            own[seat] = more
        facts: dict[str, Plain] = {
            "hand": self.hand,
            "dealer": self.dealer,
            "leader": self.leader,
            "vira": text(self.vira) if self.set.vira else None,
            "value": self.value,
            "special": None if self.special == NO_PAIR else SPECIAL_NAMES[self.special],
        }
        return Event("dealt", facts, own=own)

    def _dealt_seen(self, seat: int) -> list[str]:
        if self.is_blind():
            return ["X"] * CARDS_EACH
        return [text(card) for card in self.dealt[seat]]

    def _new_decision(self) -> None:
        self.number += 1

    # --------------------------------------------------------------------------------------------- checks

    def check(self, seat: int, move: Move) -> Refusal | None:
        """See `carteado.games.game.Match.check`; the order is that of section 10."""
        if self.phase == MATCH_OVER:
            return Refusal("match_over")
        if not 0 <= seat < self.seats:
            return Refusal("not_seated")
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
        return Refusal("bad_move")

    def _wrong_phase(self) -> Refusal | None:
        """Why nobody may play or raise in this phase."""
        match self.phase:
            case 2:  # DECIDE
                return Refusal("decision_pending", {"pair": PAIRS[self.special]})
            case 3 | 4:  # PLAY, RESPOND
                return None
        return Refusal("hand_over")

    def _check_play(self, seat: int, move: Move) -> Refusal | None:
        wrong = self._wrong_phase()
        if wrong is not None:
            return wrong
        if self.phase == RESPOND:
            return Refusal("raise_pending", {"seat": self.caller})  # P:R27
        if seat != self.turn:
            return Refusal("not_your_turn", {"turn": self.turn})
        if self.is_blind():
            if move.place < 0:
                return Refusal("blind_use_position")  # before the hand is looked at
            if not self.held[seat] >> move.place & 1:
                return Refusal("card_not_in_hand")
        elif move.place >= 0:
            return Refusal("name_the_card")
        elif self.strengths[move.card] == 0:
            return Refusal("bad_card", {"card": text(move.card)})
        elif self.place_of(seat, move.card) < 0:
            return Refusal("card_not_in_hand", {"card": text(move.card)})
        return self.check_cover(seat) if move.covered else None

    def place_of(self, seat: int, card: int) -> int:
        """Where a card lies in a seat's deal while it is still held, else -1."""
        dealt = self.dealt[seat]
        for place in range(CARDS_EACH):
            if dealt[place] == card and self.held[seat] >> place & 1:
                return place
        return -1

    def check_cover(self, seat: int) -> Refusal | None:
        """Why a seat may not cover a card now (Q5 M:R41)."""
        if self.set.covered_from == 0:
            return Refusal("covered_disabled")
        if len(self.results) + 1 < self.set.covered_from:
            return Refusal("covered_too_early", {"from": self.set.covered_from})
        if self.set.one_covered:
            partner = self.partner_of(seat)
            for play in self.trick_plays():
                if play.covered and play.seat == partner:
                    return Refusal("covered_partner")
        return None

    def _check_raise(self, seat: int, to: int) -> Refusal | None:
        answering = self.phase == RESPOND
        wrong = self._wrong_phase()
        if wrong is not None:
            return wrong
        if answering:
            if seat not in self.asked():
                return Refusal("not_responder", {"seat": self.caller})
            if not self.set.reraise:
                return Refusal("reraise_disabled")  # M:Q8
        elif seat != self.turn:
            return Refusal("not_your_turn", {"turn": self.turn})  # P:R26 M:R29
        elif self.raiser == self.pair_of(seat):
            return Refusal("raise_own")  # P:R33 M:R40
        ladder = self.set.scale.values
        now = self.pending if answering else self.step
        if now + 1 == len(ladder):
            return Refusal("raise_at_max", {"value": ladder[now]})
        if to != ladder[now + 1]:
            return Refusal("raise_wrong_level", {"next": ladder[now + 1]})  # P:R32
        if self.special != NO_PAIR and not self.set.fatal_raise:
            return Refusal("raise_in_special_hand")  # M:R54
        if self.set.useless_forbidden and self.score[self.pair_of(seat)] + ladder[now] >= GOAL:
            return Refusal("raise_useless", {"value": ladder[now]})  # Q11
        return None

    def _check_answer(self, seat: int, run: bool) -> Refusal | None:
        if self.phase != RESPOND:
            return Refusal("no_raise_pending")
        if seat not in self.asked():
            return Refusal("not_responder", {"seat": self.caller})
        if run and self.votes >> seat & 1:
            return Refusal("already_answered")
        return None

    def _check_decision(self, seat: int, decline: bool) -> Refusal | None:
        if self.phase != DECIDE:
            return Refusal("no_decision_pending")
        if seat not in self.asked():
            return Refusal("not_decider")
        if decline and self.votes >> seat & 1:
            return Refusal("already_answered")
        return None

    def _check_forfeit(self, seat: int, kind: str) -> Refusal | None:
        """M:3.6."""
        if not self.set.forfeit:
            return Refusal("forfeit_disabled")
        if self.phase != PLAY:
            return Refusal("forfeit_not_now")
        proposer = self.proposer[self.pair_of(seat)]
        if kind == "propose":
            if proposer == seat:
                return Refusal("already_proposed")
            if proposer < 0 and self.refused >> seat & 1:
                return Refusal("forfeit_refused_this_trick")
            return None
        if proposer < 0:
            return Refusal("no_proposal")
        if kind == "withdraw":
            return None if proposer == seat else Refusal("not_proposer")
        return Refusal("forfeit_needs_partner") if proposer == seat else None  # M:R58

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
        elif self.phase == RESPOND and seat in self.asked():
            self._add_raise(seat, moves)
            moves.append(ACCEPT)
            if not self.votes >> seat & 1:
                moves.append(RUN)
        elif self.phase == DECIDE and seat in self.asked():
            moves.append(PLAY_HAND)
            if not self.votes >> seat & 1:
                moves.append(DECLINE)
        if self.phase == PLAY and self.set.forfeit:
            for move in (PROPOSE, AGREE, REFUSE, WITHDRAW):
                if self._check_forfeit(seat, move.kind) is None:
                    moves.append(move)
        return moves

    def _add_plays(self, seat: int, moves: list[Move]) -> None:
        held = self.held[seat]
        dealt = self.dealt[seat]
        blind = self.is_blind()
        for place in range(CARDS_EACH):
            if held >> place & 1:
                moves.append(BLIND[place] if blind else PLAYS[dealt[place]])
        if self.check_cover(seat) is None:
            for place in range(CARDS_EACH):
                if held >> place & 1:
                    moves.append(BLIND_COVERED[place] if blind else COVERED[dealt[place]])

    def _add_raise(self, seat: int, moves: list[Move]) -> None:
        to = self.next_value()
        if to and self._check_raise(seat, to) is None:
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
        if self.phase == RESPOND and seat in self.asked():
            return ACCEPT if self.set.accept_on_time_out else RUN  # Q12
        if self.phase == DECIDE and seat in self.asked():
            return DECLINE if self.set.decline_on_time_out else PLAY_HAND  # Q12 M:R55
        raise ValueError(f"nothing is asked of seat {seat}")

    def _weakest(self, seat: int) -> Move:
        places = [place for place in range(CARDS_EACH) if self.held[seat] >> place & 1]
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
        place = move.place if move.place >= 0 else self.place_of(seat, move.card)
        card = self.dealt[seat][place]
        events.append(self._played_event(seat, card, move.covered))
        if self.put(seat, place, move.covered):
            self._end_trick(events)
        self._new_decision()

    def _played_event(self, seat: int, card: int, covered: bool) -> Event:
        if not covered:
            name = nickname(card, self.strengths)
            return Event("played", {"seat": seat, "card": CARD_TEXT[card], "covered": False, "name": name})
        facts: dict[str, Plain] = {"seat": seat, "card": "X", "covered": True, "name": None}
        if self.is_blind():
            return Event("played", facts)  # P:R21: nobody ever learns it
        return Event("played", facts, own={seat: {"card": CARD_TEXT[card]}})

    def _best(self, plays: list[Play]) -> tuple[int, int, int]:
        """Pair or `TIE`, first and last seat that show the greatest strength (3.3); seats -1 when all are covered."""
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
        """Lay a held card on the table and pass the turn; True when that ends the trick, which is then scored."""
        self.held[seat] &= ~(1 << place)
        self.plays.append(Play(seat, place, self.dealt[seat][place], covered))
        if len(self.plays) % self.seats:  # P:R8: a trick is one card of each
            self.turn = (seat + 1) % self.seats
            return False
        pair, first, last = self._best(self.trick_plays())
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
        facts: dict[str, Plain] = {
            "trick": len(self.results),
            "winner": RESULT_NAMES[self.results[-1]],
            "seat": winner_seat if winner_seat >= 0 else None,
            "leader": self.leader,
        }
        events.append(Event("trick_won", facts))
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
        self.calls.append([seat, to])
        word = self.set.scale.words[self.pending - 1]
        events.append(Event("raised", {"seat": seat, "pair": PAIRS[pair], "to": to, "word": word}))
        self._new_decision()

    def _accept(self, seat: int, events: list[Event]) -> None:
        self.step = self.pending  # P:R28
        self._close_answer()
        self.calls.append([seat, self.value])
        events.append(
            Event("accepted", {"seat": seat, "pair": PAIRS[self.pair_of(seat)], "value": self.value})
        )
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
        asked = self.asked()
        if not self.set.first_answer and not all(self.votes >> other & 1 for other in asked):
            events.append(Event("voted", {"seat": seat, "vote": vote}, only=tuple(asked)))  # Q18
            return
        other = 1 - self.pair_of(seat)
        if vote == "run":
            self._end_hand(other, self.value, "run", events)  # P:R29 P:R34 M:R33 M:R39
        else:
            self._end_hand(other, self.set.scale.values[0], "declined", events)  # Q7 M:R48
        self._new_decision()

    def _forfeit(self, seat: int, kind: str, events: list[Event]) -> None:
        pair = self.pair_of(seat)
        both = tuple(self.seats_of(pair))
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
        for pair in (0, 1):
            if self.proposer[pair] >= 0:
                only = tuple(self.seats_of(pair))
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
        won = tuple(self.seats_of(best))
        return Result(points, (won, tuple(self.seats_of(1 - best))), won, self.ended, following)

    # ----------------------------------------------------------------------------------------------- views

    def sees_partner(self, seat: int) -> bool:
        """Whether a seat sees its partner's cards as dealt: the deciding pair, until the hand ends (Q7 M:R46)."""
        return (
            self.special == self.pair_of(seat)
            and self.set.special_decision
            and self.seats == 4
            and self.in_hand()
        )

    def view(self, seat: Seat) -> View:
        """See `carteado.games.game.Match.view`; the columns of section 7."""
        if seat is None:
            return View(
                self.game, self.options, self.seats, None, self.number, self._waiting(-1), self._table(-1), [], [],
                self._memory(-1),
            )  # fmt: skip
        legal: list[Plain] = [move.text for move in self.legal(seat)]
        return View(
            self.game, self.options, self.seats, seat, self.number, self._waiting(seat), self._table(seat), legal,
            self._actions(seat), self._memory(seat),
        )  # fmt: skip

    def _waiting(self, seat: int) -> list[int]:
        """Whom a seat (-1: a spectator) may know the match waits for: votes show in the own pair only (Q18)."""
        if self.phase in (DECIDE, RESPOND) and self.answering_pair() != (seat & 1 if seat >= 0 else NO_PAIR):
            return self.asked()
        return self.actors()

    def _table(self, seat: int) -> TrucoTable:
        pair = self.pair_of(seat) if seat >= 0 else NO_PAIR
        result = self.result()
        has_vira = self.vira >= 0
        return {
            "phase": PHASES[self.phase],
            "hand": self.hand,
            "dealer": self.dealer if self.dealer >= 0 else None,
            "next_dealer": self._next_dealer(),
            "leader": self.first_leader() if self.hand else None,
            "turn": self.turn if self.turn >= 0 else None,
            "score": self.score[:],
            "games": self.games[:],
            "games_to_win": self.set.games_to_win,
            "value": self.value,
            "ladder": list(self.set.scale.values),
            "next": self._next_seen(),
            "pending": self._pending_seen(),
            "raiser": None if self.raiser == NO_PAIR else "B" if self.raiser else "A",
            "special": None
            if self.special == NO_PAIR
            else "iron"
            if self.special == IRON
            else "B"
            if self.special
            else "A",
            "blind": self.is_blind(),
            "vira": CARD_TEXT[self.vira] if has_vira else None,
            "manilha": NEXT_RANK[CARD_TEXT[self.vira][0]] if has_vira else None,
            "held": [bin(held).count("1") for held in self.held],
            "tricks": self._tricks_seen(seat),
            "cards": self._cards_seen(seat) if seat >= 0 else [],
            "partner": self._partner_seen(seat) if seat >= 0 else None,
            "votes": self._votes_seen(pair),
            "proposal": self._proposal_seen(pair),
            "sheet": [_line_seen(line) for line in self.sheet],
            "result": None if result is None else result.plain(),
        }

    def _next_dealer(self) -> int | None:
        if self.dealer < 0:
            return None
        return self.dealer if self.phase == DEAL else (self.dealer + 1) % self.seats

    def _next_seen(self) -> StepSeen | None:
        to = self.next_value()
        if not to or not self.in_hand():
            return None
        return {"to": to, "word": _word(self.set.scale.words[self.set.scale.values.index(to) - 1])}

    def _pending_seen(self) -> PendingSeen | None:
        if not self.pending:
            return None
        return {
            "to": self.set.scale.values[self.pending],
            "word": _word(self.set.scale.words[self.pending - 1]),
            "seat": self.caller,
            "pair": "B" if self.caller & 1 else "A",
        }

    def _tricks_seen(self, seat: int) -> list[TrickSeen]:
        tricks: list[TrickSeen] = []
        blind = self.is_blind()
        for at in range(0, len(self.plays), self.seats):
            plays = self.plays[at : at + self.seats]
            number = len(tricks)
            done = number < len(self.results)
            pair, first, _last = self._best(plays)
            result = self.results[number] if done else TIE
            tricks.append(
                {
                    "plays": [self._play_seen(play, seat, blind) for play in plays],
                    "winner": None if not done else "tie" if result == TIE else "B" if result else "A",
                    "seat": self.winners[number] if done and result != TIE else None,
                    "best": first if pair != TIE else None,
                }
            )
        return tricks

    def _play_seen(self, play: Play, seat: int, blind: bool) -> PlaySeen:
        """A covered card is seen by its owner, and in the blind hand by nobody (PV2, PV6)."""
        if not play.covered:
            name = nickname(play.card, self.strengths)
            return {"seat": play.seat, "card": CARD_TEXT[play.card], "covered": False, "name": name}
        hidden = blind or play.seat != seat
        return {
            "seat": play.seat,
            "card": "X" if hidden else CARD_TEXT[play.card],
            "covered": True,
            "name": None,
        }

    def _cards_seen(self, seat: int) -> list[CardSeen]:
        blind = self.is_blind()
        cards: list[CardSeen] = []
        for place in range(CARDS_EACH):
            if self.held[seat] >> place & 1:
                card = self.dealt[seat][place]
                if blind:
                    cards.append({"card": "X", "place": place, "name": None})
                else:
                    name = nickname(card, self.strengths)
                    cards.append({"card": CARD_TEXT[card], "place": place, "name": name})
        return cards

    def _partner_seen(self, seat: int) -> list[CardSeen] | None:
        """The partner's cards as dealt, not as held: what is left would tell which card he covered."""
        if not self.sees_partner(seat):
            return None
        dealt = self.dealt[self.partner_of(seat)]
        return [
            {"card": CARD_TEXT[card], "place": place, "name": nickname(card, self.strengths)}
            for place, card in enumerate(dealt)
        ]

    def _votes_seen(self, pair: int) -> list[int]:
        if pair == NO_PAIR or self.phase not in (DECIDE, RESPOND) or pair != self.answering_pair():
            return []
        return [seat for seat in range(self.seats) if self.votes >> seat & 1]

    def _proposal_seen(self, pair: int) -> ProposalSeen | None:
        if pair == NO_PAIR or self.proposer[pair] < 0:
            return None
        return {"seat": self.proposer[pair], "since": self.proposed_since[pair]}

    def _memory(self, seat: int) -> TrucoMemory:
        blind = self.is_blind()
        own = self.dealt[seat] if seat >= 0 else []
        return {
            "since": self.hand_since,
            "dealt": ["X" if blind else CARD_TEXT[card] for card in own],
            "covered": [play.place for play in self.plays if play.seat == seat and play.covered],
            "refused": [
                other
                for other in range(self.seats)
                if seat >= 0 and other & 1 == seat & 1 and self.refused >> other & 1
            ],
            "calls": [call[:] for call in self.calls],
        }

    def _actions(self, seat: int) -> list[dict[str, Plain]]:
        """The fixed buttons: what each would do, and why it may not."""
        to = self.next_value()
        ladder = self.set.scale.values
        called = RAISES[to] if to else RAISES[ladder[-1]]
        run_pays = self.value
        return [
            self._button(seat, called, {"to": to}),
            self._cover_button(seat),
            self._button(seat, ACCEPT, {"value": ladder[self.pending] if self.pending else self.value}),
            self._button(seat, RUN, {"pays": run_pays}),
            self._button(seat, PLAY_HAND, {"value": self.value}),
            self._button(seat, DECLINE, {"pays": ladder[0]}),
            self._button(seat, PROPOSE, {"pays": self.value}),
            self._button(seat, AGREE, {"pays": self.value}),
            self._button(seat, REFUSE, {}),
            self._button(seat, WITHDRAW, {}),
        ]

    def _button(self, seat: int, move: Move, facts: dict[str, Plain]) -> dict[str, Plain]:
        refusal = self.check(seat, move)
        button: dict[str, Plain] = {"kind": move.kind, "move": move.text if refusal is None else None}
        button.update(facts)
        button["grave"] = self.grave(seat, move) if refusal is None else None
        button["refusal"] = None if refusal is None else refusal.plain()
        return button

    def _cover_button(self, seat: int) -> dict[str, Plain]:
        """Whether a card may be covered, whichever it is; the move names the card."""
        refusal = self._wrong_phase()
        if self.phase == MATCH_OVER:
            refusal = Refusal("match_over")
        elif self.phase == RESPOND:
            refusal = Refusal("raise_pending", {"seat": self.caller})
        elif refusal is None:
            refusal = self.check_cover(seat)
            if refusal is None and seat != self.turn:
                refusal = Refusal("not_your_turn", {"turn": self.turn})
        return {
            "kind": "cover",
            "move": None,
            "grave": None,
            "refusal": None if refusal is None else refusal.plain(),
        }

    def places(self) -> dict[str, list[int]]:
        """See `carteado.games.game.Match.places`."""
        lie: dict[str, list[int]] = {"stock": list(self.stock)}
        if self.vira >= 0:
            lie["vira"] = [self.vira]
        for seat, dealt in enumerate(self.dealt):
            lie[f"hand {seat}"] = [card for place, card in enumerate(dealt) if self.held[seat] >> place & 1]
            lie[f"played {seat}"] = [play.card for play in self.plays if play.seat == seat]
        return lie

    # -------------------------------------------------------------------------------------------- position

    def position(self) -> dict[str, Plain]:
        """See `carteado.games.game.Match.position`; its shape is `TrucoPosition`."""
        whole: TrucoPosition = {
            "game": self.game,
            "options": dict(self.options),
            "seats": self.seats,
            "decision": self.number,
            "since": self.hand_since,
            "phase": PHASES[self.phase],
            "hand": self.hand,
            "score": self.score[:],
            "games": self.games[:],
            "dealer": self.dealer if self.dealer >= 0 else None,
            "vira": CARD_TEXT[self.vira] if self.vira >= 0 else None,
            "dealt": [[CARD_TEXT[card] for card in dealt] for dealt in self.dealt],
            "plays": [[play.seat, play.place, play.covered] for play in self.plays],
            "stock": [CARD_TEXT[card] for card in self.stock],
            "value": self.value,
            "pending": self.set.scale.values[self.pending] if self.pending else 0,
            "caller": self.caller if self.caller >= 0 else None,
            "raiser": None if self.raiser == NO_PAIR else "B" if self.raiser else "A",
            "special": None
            if self.special == NO_PAIR
            else "iron"
            if self.special == IRON
            else "B"
            if self.special
            else "A",
            "votes": [seat for seat in range(self.seats) if self.votes >> seat & 1],
            "proposals": [
                None
                if self.proposer[pair] < 0
                else {"seat": self.proposer[pair], "since": self.proposed_since[pair]}
                for pair in (0, 1)
            ],
            "refused": [seat for seat in range(self.seats) if self.refused >> seat & 1],
            "calls": [call[:] for call in self.calls],
            "sheet": [_line_seen(line) for line in self.sheet],
            "ended": self.ended or None,
        }
        return dict(whole)


class TrucoPosition(TypedDict):
    """The whole truth as plain data; cards as text, in deal order; ``plays`` are [seat, place, covered]."""

    game: str
    options: dict[str, bool | int | str]
    seats: int
    decision: int
    since: int
    phase: Phase
    hand: int
    score: list[int]
    games: list[int]
    dealer: int | None
    vira: str | None
    dealt: list[list[str]]
    plays: list[list[int | bool]]
    stock: list[str]
    value: int
    pending: int
    caller: int | None
    raiser: PairName | None
    special: Literal["A", "B", "iron"] | None
    votes: list[int]
    proposals: list[ProposalSeen | None]
    refused: list[int]
    calls: list[list[int]]
    sheet: list[HandSeen]
    ended: str | None


def _word(word: str) -> Word:
    match word:
        case "truco":
            return "truco"
        case "six":
            return "six"
        case "nine":
            return "nine"
        case "ten":
            return "ten"
    return "twelve"


def _line_seen(line: Line) -> HandSeen:
    pair: PairName | None = None if line.pair == NO_PAIR else "B" if line.pair else "A"
    return {"pair": pair, "points": line.points, "reason": line.reason}
