"""Unbiased shuffles from the operating system's source of randomness."""

from __future__ import annotations

import secrets
import struct
from collections.abc import Sequence
from operator import itemgetter

_by_key = itemgetter(0)


class System:
    """Orders drawn from the operating system: nothing to seed, nothing to remember, nothing to leak."""

    __slots__ = ()

    def order(self, items: Sequence[int]) -> list[int]:
        """A permutation of the items, each equally likely.

        Sorted by keys of 64 random bits, all drawn in one call; equal keys, which would favour the order that
        the items came in, are drawn again.
        """
        count = len(items)
        while True:
            keys = struct.unpack(f"={count}Q", secrets.token_bytes(8 * count))
            if len(set(keys)) == count:
                return [item for _, item in sorted(zip(keys, items, strict=True), key=_by_key)]
