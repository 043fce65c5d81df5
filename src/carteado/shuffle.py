"""Unbiased shuffles from the operating system's source of randomness."""

from __future__ import annotations

import secrets
from collections.abc import Sequence


class System:
    """Orders drawn from the operating system: nothing to seed, nothing to remember, nothing to leak."""

    __slots__ = ("_random",)

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def order(self, items: Sequence[int]) -> list[int]:
        """A permutation of the items, each equally likely.

        Fisher and Yates, each place drawn by rejection (`SystemRandom._randbelow`), so without modulo bias.
        """
        order = list(items)
        self._random.shuffle(order)
        return order
