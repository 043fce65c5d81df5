"""Chances with two cards left, counted from hands that the casual robot played against itself.

Made by ``benchmarks/make_truco_tables.py``; not to be edited by hand.
"""

from __future__ import annotations

from typing import Final

EDGES: Final = (0.15, 0.3, 0.45, 0.58, 0.68, 0.78, 0.875, 0.92, 0.95, 0.975)
N = len(EDGES) + 1


def _rough(result, lead):
    return tuple(
        tuple(
            (1 - (1 - (i + 0.5) / N) * (1 - (j + 0.5) / N))
            if result == 0
            else (i + 0.5) * (j + 0.5) / N / N
            if result == 1
            else (i + 0.5) / N
            for j in range(i + 1)
        )
        for i in range(N)
    )


TWO_CARDS = {
    seats: {(result, lead): _rough(result, lead) for result in (0, 1, 2) for lead in (False, True)}
    for seats in (2, 4)
}
