"""Truco's cards and moves: how strong a card is, who wins a hand, and how a move is written.

Clauses: ``P:R24`` is a fact of the rulebook of Truco Paulista, ``M:R24`` of Truco Mineiro, ``Q5`` a point
that both settle alike under the same number unless a letter stands before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from carteado.cards import CARD_TEXT, pack
from carteado.games.game import BadMove, Move, Seat
from carteado.games.truco_shapes import Phase

RANK_ORDER: Final = "4567QJKA23"  # P:R14, weakest first
PACK: Final = pack("A234567QJK")  # P:R3 M:R1
PACK_TEXT: Final = [CARD_TEXT[card] for card in PACK]
PACK_BITS: Final = sum(1 << card for card in PACK)
CARDS_EACH: Final = 3  # P:R4
GOAL: Final = 12  # P:R5 M:R5
TRICKS: Final = 3  # P:R22 M:R22

PLACES: Final = [
    tuple([place for place in range(CARDS_EACH) if held >> place & 1]) for held in range(1 << CARDS_EACH)
]
"""The places of a deal that are still in hand, by `TrucoMatch.held`'s bits."""

TIE: Final = 2
"""The result of a trick or hand that no pair won; pairs are 0 and 1."""

SUIT_RISING: Final = (3, 0, 2, 1)
"""By suit ``c d h s``: diamonds, spades, hearts, clubs rising (P:R15), to order the manilhas."""
WEAKEST_SUIT: Final = (3, 0, 2, 1)
"""By suit ``c d h s``: d < s < h < c, which of equal cards the clock plays (section 8)."""

MANILHA: Final = 100
"""Strengths from here up are manilhas; the suit's place is added."""
NICKNAMES: Final = ("zap", "ouros", "copas", "espadilha")  # by suit c d h s


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


def is_pack(order: Sequence[int]) -> bool:
    """Whether an order holds each card of the pack once."""
    found = 0
    for card in order:
        if not 0 <= card < 52:
            return False
        found |= 1 << card
    return len(order) == len(PACK) and found == PACK_BITS


def strengths_for(vira: int) -> list[int]:
    """Strength of each card under a vira, or of the fixed order when there is none (-1)."""
    return _MINEIRO if vira < 0 else _PAULISTA[NEXT_RANK[CARD_TEXT[vira][0]]]


def nickname(card: int, strengths: list[int]) -> str | None:
    """The manilha's name as the message catalogue knows it, None for other cards."""
    return NICKNAMES[card & 3] if strengths[card] >= MANILHA else None


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


# ---------------------------------------------------------------------------------------- words of the state

PAIRS: Final = ("A", "B")
RESULT_NAMES: Final = ("A", "B", "tie")
NO_PAIR: Final = -1
IRON: Final = 2
"""`TrucoMatch.special` when both pairs are one step from winning; else a pair, or `NO_PAIR`."""
SPECIAL_NAMES: Final = ("A", "B", "iron")

FIRST_DEALER: Final = 0
DEAL: Final = 1
DECIDE: Final = 2
PLAY: Final = 3
RESPOND: Final = 4
HAND_OVER: Final = 5
GAME_OVER: Final = 6
MATCH_OVER: Final = 7

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
