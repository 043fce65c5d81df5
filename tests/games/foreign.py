"""Foreign data: what a stranger might send where a position, a view or options are read."""

from __future__ import annotations

import copy
import random
from typing import Final

SCRAPS: Final[tuple[object, ...]] = (
    *(None, True, False, 0, 1, 2, 3, 4, 7, 12, 13, -1, 255, 2**31, 2**63, 10**30, -(10**30)),
    *(0.0, 1.0, 1.5, float("inf"), float("nan")),
    *("", "X", "*", "4c", "8c", "Td", "3h", "A", "B", "tie", "iron", "play", "deal", "decide", "respond"),
    *(
        "hand_over",
        "game_over",
        "match_over",
        "first_dealer",
        "truco_paulista",
        "truco_mineiro",
        "run",
        "points",
    ),
    *("é", "\ud800", "\x00", "a" * 5000),
    *([], {}, [[]], [None], [0, 0], [1, 2, 3], ["4c", "4c", "4c"], {"seat": 0, "since": 0}, {"a": {"a": {}}}),
)


def deep(levels: int = 2000) -> object:
    """A list in a list in a list."""
    data: object = []
    for _ in range(levels):
        data = [data]
    return data


def mutated(data: object, rng: random.Random, times: int = 1) -> object:
    """A copy of plain data with some places changed: another value, another place's, one less, one more."""
    whole = {"data": copy.deepcopy(data)}
    for _ in range(times):
        holder, key = rng.choice(_places(whole))
        value = holder[key]  # type: ignore[index]  # any
        match rng.randrange(8):
            case 0 | 1:
                _set(holder, key, copy.deepcopy(rng.choice(SCRAPS)))
            case 2 if type(value) is int:
                _set(holder, key, value + rng.choice((-1, 1, 2)))
            case 2 | 3:
                other, place = rng.choice(_places(whole))
                _set(holder, key, copy.deepcopy(other[place]))  # type: ignore[index]  # any
            case 4 if holder is not whole:
                del holder[key]  # type: ignore[attr-defined]
            case 5 if isinstance(value, list):
                value.insert(rng.randrange(len(value) + 1), copy.deepcopy(rng.choice([*SCRAPS, *value])))
            case 5 if isinstance(value, dict):
                value[rng.choice(("more", "seat", "table", ""))] = copy.deepcopy(rng.choice(SCRAPS))
            case 6 if isinstance(value, list):
                rng.shuffle(value)
            case _:
                _set(holder, key, copy.deepcopy(rng.choice(SCRAPS)))
    return whole["data"]


def _set(holder: object, key: object, value: object) -> None:
    holder[key] = value  # type: ignore[index]  # any


def _places(data: object) -> list[tuple[object, object]]:
    """Every place of plain data: its holder, and its key or index there."""
    found: list[tuple[object, object]] = []
    open_still = [data]
    while open_still:
        holder = open_still.pop()
        keys = (
            list(holder)
            if isinstance(holder, dict)
            else range(len(holder))
            if isinstance(holder, list)
            else []
        )
        for key in keys:
            found.append((holder, key))
            open_still.append(holder[key])  # type: ignore[index]  # any
    return found


def scrap(rng: random.Random, levels: int = 3) -> object:
    """Any plain data."""
    if levels and rng.random() < 0.5:
        inner = [scrap(rng, levels - 1) for _ in range(rng.randrange(4))]
        if rng.random() < 0.5:
            return inner
        return {rng.choice(("game", "options", "seats", "table", "x")): each for each in inner}
    return copy.deepcopy(rng.choice(SCRAPS))
