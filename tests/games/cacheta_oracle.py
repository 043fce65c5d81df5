"""Cacheta's melds once more, slowly and in another way, to hold the search of the rules against.

Nothing here is shared with `carteado.games.cacheta_melds`: a group of cards is tried against each of the
shapes that a meld can have, card by card; what a hand lacks is found among all pairs and threes of its
subsets that fit a shape; what goes out is found by laying the first card into every meld that it can be in.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache

Shape = tuple[int, ...]


@cache
def shapes(four_suits: bool) -> tuple[Shape, ...]:
    """Every meld of three to five natural cards: 132 runs, and the trincas."""
    found: list[Shape] = []
    for suit in range(4):
        for length in (3, 4, 5):
            for lowest in range(15 - length):
                found.append(tuple((lowest + step) % 13 * 4 + suit for step in range(length)))
    for rank in range(13):
        for length in (3, 4, 5):
            for suits in itertools.combinations_with_replacement(range(4), length):
                counts = Counter(suits)
                if max(counts.values()) <= 2 and 3 <= len(counts) <= (4 if four_suits else 3):
                    found.append(tuple(rank * 4 + suit for suit in suits))
    return tuple(found)


def fits(cards: Sequence[int], shape: Shape, wild: frozenset[int], limit: int) -> bool:
    """Whether these cards lie in a shape: each in a place of its own face, or wild, and not too many so."""
    free = list(shape)
    others = 0
    for card in cards:
        if card in free:
            free.remove(card)
        elif card in wild:
            others += 1
        else:
            return False
    return others <= limit and len(cards) <= len(shape)


def is_meld(cards: Sequence[int], wild: frozenset[int], limit: int, four_suits: bool) -> bool:
    """Whether three to five cards are one meld; wild cards alone are, where the limit allows so many."""
    return _is_meld(tuple(sorted(cards)), wild, limit, four_suits)


@lru_cache(maxsize=100_000)
def _is_meld(cards: tuple[int, ...], wild: frozenset[int], limit: int, four_suits: bool) -> bool:
    return any(len(shape) == len(cards) and fits(cards, shape, wild, limit) for shape in shapes(four_suits))


def missing(hand: Sequence[int], wild: frozenset[int], limit: int, four_suits: bool, target: int) -> int:
    """The fewest cards that have to come in until so many are melds, by all subsets of the hand."""
    fitting: dict[int, set[int]] = {3: set(), 4: set(), 5: set()}
    for mask in range(1 << len(hand)):
        part = [card for at, card in enumerate(hand) if mask >> at & 1]
        if len(part) > 5:
            continue
        for shape in shapes(four_suits):
            if mask not in fitting[len(shape)] and fits(part, shape, wild, limit):
                fitting[len(shape)].add(mask)
    sizes = {length: sorted(masks, key=lambda mask: -mask.bit_count()) for length, masks in fitting.items()}
    best = 0
    for ways in {9: ((3, 3, 3), (4, 5)), 10: ((3, 3, 4), (5, 5))}[target]:
        best = max(best, _most(sizes, ways, 0, best))
    return target - best


def _most(sizes: dict[int, list[int]], ways: tuple[int, ...], used: int, wanted: int) -> int:
    """The most cards that disjoint subsets hold; what cannot beat ``wanted`` is not looked at."""
    if not ways:
        return 0
    best = 0
    for mask in sizes[ways[0]]:
        if mask.bit_count() + sum(ways[1:]) <= max(best, wanted):
            break
        if not mask & used:
            rest = _most(sizes, ways[1:], used | mask, max(best, wanted) - mask.bit_count())
            best = max(best, mask.bit_count() + rest)
    return best


def covers(cards: Sequence[int], wild: frozenset[int], limit: int, four_suits: bool) -> bool:
    """Whether all these cards are melds: the first card is in one of them."""
    if not cards:
        return True
    first, *others = cards
    for size in (3, 4, 5):
        for places in itertools.combinations(range(len(others)), size - 1):
            meld = [first, *(others[at] for at in places)]
            if is_meld(meld, wild, limit, four_suits):
                rest = [card for at, card in enumerate(others) if at not in places]
                if covers(rest, wild, limit, four_suits):
                    return True
    return False


def random_hand(rng: random.Random, size: int, wild: frozenset[int]) -> list[int]:
    """A hand of two packs; two of three are of few ranks or suits, so that much fits together."""
    packs = [*range(52), *range(52)]
    kind = rng.random()
    pool = packs[:]
    if kind < 0.33:
        ranks = rng.sample(range(13), 3)
        pool = [card for card in packs if card >> 2 in ranks]
    elif kind < 0.67:
        suits, lowest = rng.sample(range(4), rng.choice((1, 1, 2))), rng.randrange(13)
        pool = [card for card in packs if card & 3 in suits and ((card >> 2) - lowest) % 13 < 8]
    if rng.random() < 0.5:
        pool += [card for card in wild for _ in range(2)]
    pool += rng.sample(packs, 4)
    rng.shuffle(pool)
    rng.shuffle(packs)
    hand: list[int] = []
    for card in [*pool, *packs]:
        if len(hand) < size and hand.count(card) < 2:
            hand.append(card)
    rng.shuffle(hand)
    return hand


def random_wild(rng: random.Random) -> frozenset[int]:
    """Wild cards by any of the rules, or none."""
    rank = rng.randrange(13)
    kinds: list[list[int]] = [[], [0, 3], [1, 2], [rng.randrange(4)], [0, 1, 2, 3]]
    wild = [rank * 4 + suit for suit in rng.choice(kinds)]
    if rng.random() < 0.2:
        wild.append((rank + 12) % 13 * 4 + rng.randrange(4))
    return frozenset(wild)
