"""Cards and packs: small ints, and the two characters that people read.

A card is ``rank * 4 + suit``. Ranks run ``A23456789TJQK`` and suits ``c d h s`` (paus, ouros, copas,
espadas), so ``4c`` is 12. A card has no identity beyond its face: equal cards of two packs are equal ints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"

JOKER: Final = 52
"""A printed joker, ``*`` in text."""

HIDDEN: Final = -1
"""A card that the reader may not see, ``X`` in text."""

CARD_TEXT: Final[list[str]] = [rank + suit for rank in RANKS for suit in SUITS] + ["*"]
"""Text of every card, by its int; index -1 must not be used for ``X``: see `text`."""

_CARD_OF: Final[dict[str, int]] = {name: card for card, name in enumerate(CARD_TEXT)}


class BadCard(ValueError):
    """A text that names no card."""


def card(text: str) -> int:
    """The card that a text names, ``X`` included.

    Raises:
        BadCard: the text is not one of ``Ac`` .. ``Ks``, ``*`` or ``X``.
    """
    if text == "X":
        return HIDDEN
    found = _CARD_OF.get(text)
    if found is None:
        raise BadCard(f"no card is written {text!r}")
    return found


def cards(text: str) -> list[int]:
    """The cards of a text such as ``"3h 4d Qs"``, in its order."""
    return [card(word) for word in text.split()]


def text(card: int) -> str:
    """Two characters for a card, ``*`` for the joker, ``X`` for a hidden one."""
    return "X" if card < 0 else CARD_TEXT[card]


def texts(cards: Iterable[int]) -> list[str]:
    """Texts of several cards, in order."""
    return [text(card) for card in cards]


def rank(card: int) -> int:
    """Index into `RANKS`, 0 for the ace to 12 for the king."""
    return card >> 2


def suit(card: int) -> int:
    """Index into `SUITS`."""
    return card & 3


def pack(ranks: str = RANKS, copies: int = 1) -> tuple[int, ...]:
    """A pack in pack order (by rank as written in `RANKS`, then suit), ``copies`` times."""
    wanted = [RANKS.index(each) for each in RANKS if each in ranks]
    one = tuple(each * 4 + s for each in wanted for s in range(4))
    return one * copies


def is_permutation(order: Sequence[int], items: Sequence[int]) -> bool:
    """Whether ``order`` holds just the cards of ``items``, each as often."""
    return len(order) == len(items) and sorted(order) == sorted(items)
