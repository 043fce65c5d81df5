"""Sueca's cards and moves: what a card is worth, which one wins a trick, and how a move is written.

Clauses (``R21``, ``Q12``) are those of docs/rules/sueca.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from carteado.cards import CARD_TEXT, SUITS, pack
from carteado.games.game import BadMove, Event, Move
from carteado.games.sueca_shapes import Phase

RANK_ORDER: Final = "23456QJK7A"  # R8, lowest first: the jack above the queen, the seven above the king
PACK: Final = pack("A234567QJK")  # R3
PACK_TEXT: Final = [CARD_TEXT[card] for card in PACK]
PACK_BITS: Final = sum(1 << card for card in PACK)
CARDS_EACH: Final = 10  # R4
TRICKS: Final = 10  # R14
SEATS: Final = 4  # R2
ALL_POINTS: Final = 120
HALF: Final = 60
MANY: Final = 91
"""From so many points on a deal is worth two (R29 Q8)."""

RANK_POINTS: Final = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}  # R35-R39; R40: the others nothing


def _points() -> list[int]:
    return [RANK_POINTS.get(name[0], 0) for name in CARD_TEXT]


def _heights() -> list[int]:
    heights = [0] * len(CARD_TEXT)
    for card in PACK:
        heights[card] = 1 + RANK_ORDER.index(CARD_TEXT[card][0])
    return heights


POINTS: Final = _points()
"""Points of each card by its int."""
HEIGHT: Final = _heights()
"""Place of each card in its suit, 1 for a two to 10 for an ace; 0 for cards that are not in the pack.

Cards without points have an order too, so nothing is ever compared by points.
"""


def _powers() -> list[list[int]]:
    powers: list[list[int]] = []
    for trump in range(4):
        for led in range(4):
            row: list[int] = []
            for card in range(len(CARD_TEXT)):
                height = HEIGHT[card]
                above = 100 if card & 3 == trump else 0  # R6 R21
                row.append(height + above if height and card & 3 in (trump, led) else 0)  # R22
            powers.append(row)
    return powers


POWER: Final = _powers()
"""By ``trump * 4 + led``, what each card is good for in such a trick: the greatest wins, 0 never does."""


def _cheapness() -> list[list[int]]:
    return [
        [
            ((POINTS[card] * 2 + (card & 3 == trump)) * 20 + HEIGHT[card]) * 4 + (card & 3)
            for card in range(len(CARD_TEXT))
        ]
        for trump in range(4)
    ]


CHEAPNESS: Final = _cheapness()
"""By trump, the clock's order (section 8): fewest points, no trump, lowest, suits c < d < h < s."""


def is_pack(order: Sequence[int]) -> bool:
    """Whether an order holds each card of the pack once."""
    found = 0
    for card in order:
        if not 0 <= card < 52:
            return False
        found |= 1 << card
    return len(order) == len(PACK) and found == PACK_BITS


def points_of(cards: Sequence[int]) -> int:
    """Points of several cards together."""
    total = 0
    for card in cards:
        total += POINTS[card]
    return total


# ---------------------------------------------------------------------------------------------------- moves

PLAYS: Final[list[Move]] = [Move("play", f"play {name}", card=card) for card, name in enumerate(CARD_TEXT)]
"""All cards can be named, so that one which Sueca does not have is refused by the rules (R3)."""
LAY_DOWN: Final = Move("lay_down", "lay_down")

ALPHABET: Final[tuple[Move, ...]] = (*PLAYS, LAY_DOWN)
_BY_TEXT: Final[dict[str, Move]] = {move.text: move for move in ALPHABET}


def parse(written: str) -> Move:
    """The one move with this text.

    Raises:
        BadMove: there is none.
    """
    move = _BY_TEXT.get(written)
    if move is None:
        raise BadMove(f"no move of Sueca is written {written[:40]!r}")
    return move


# ---------------------------------------------------------------------------------------- words of the state

PAIRS: Final = ("A", "B")
NO_PAIR: Final = -1
SUIT_NAMES: Final = tuple(SUITS)

FIRST_DEALER: Final = 0
DEAL: Final = 1
OPENING: Final = 2
PLAYING: Final = 3
LAID_DOWN: Final = 4
HAND_OVER: Final = 5
MATCH_OVER: Final = 6

PHASES: Final[tuple[Phase, ...]] = (
    "first_dealer",
    "deal",
    "opening",
    "tricks",
    "laid_down",
    "hand_over",
    "match_over",
)

PLAYED: Final = [
    [Event("played", {"seat": seat, "card": name}) for name in CARD_TEXT] for seat in range(SEATS)
]
"""The event of a card by seat and card: events do not change."""
TRICK_WON: Final = [
    [Event("trick_won", {"trick": trick, "seat": seat}) for seat in range(SEATS)]
    for trick in range(TRICKS + 1)
]
"""The event of a trick that was won, by its number and winner."""
