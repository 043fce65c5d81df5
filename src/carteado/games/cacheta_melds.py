"""Melds of Cacheta: what is one, whether a hand can go out, how many cards it lacks, which cards complete it.

Clauses are those of the rulebook ``cacheta``: ``R13`` a fact, ``A7`` a point that is settled there, ``3.6`` a
section.

A hand is looked at as sets of faces. Each face has a bit, suit by suit, the ranks of a suit side by side from
the ace to the king and then the ace once more, for it stands above the king too (A8). Of a hand two such sets
are kept, the faces that it holds and those that it holds twice, since two packs hold no third copy.

A *group* is a set of faces that are on the way to one meld, all as themselves: some cards of a suit within
five ranks, or some of one rank. Its *length* is that of the shortest meld that they fit into. All groups that
there are stand in tables, by what of their neighbourhood a hand holds, so a hand is only looked up. Nine
cards are melds of 3 + 3 + 3 or 4 + 5 cards, ten of 3 + 3 + 4 or 5 + 5, since a longer run falls into shorter
ones (3.7). So the question how near a hand is to nine or ten melded cards is which two or three groups of
such lengths together hold most of it, where wild cards fill what the groups leave open.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from carteado.cards import HIDDEN

FIELD: Final = 14
"""Bits of a suit: the thirteen ranks, and the ace above the king."""
ACE_HIGH: Final = 13
LONGEST: Final = 5
"""Longer melds are cut into pieces of three to five cards (3.7)."""

AT: Final = [(card & 3) * FIELD + (card >> 2) for card in range(52)]
"""Where the bit of a card stands."""
FACE: Final = [1 << at for at in AT]
LOW_ACES: Final = sum(FACE[suit] for suit in range(4))

NEAR: Final = [
    [
        other
        for other in range(52)
        if other >> 2 == card >> 2
        or (
            other & 3 == card & 3
            and min(abs((other >> 2) - (card >> 2)), 13 - abs((other >> 2) - (card >> 2))) < LONGEST
        )
    ]
    for card in range(52)
]
"""The cards that can be in a meld with a card, none of them wild."""

NINE: Final = ((3, 3, 3), (5, 4))
TEN: Final = ((4, 3, 3), (5, 5))
"""The lengths of the melds that nine and ten cards make, longest first."""


class Group:
    """Faces that are on the way to one meld: ``doubled`` are those it has twice, ``size`` its cards."""

    __slots__ = ("doubled", "faces", "length", "size")

    def __init__(self, faces: int, doubled: int, size: int, length: int) -> None:
        self.faces: Final = faces
        self.doubled: Final = doubled
        self.size: Final = size
        self.length: Final = length


class Meld:
    """A ``trinca`` or ``run`` as it lies on the table; a wild card stands for a face, others for HIDDEN."""

    __slots__ = ("cards", "kind", "stands")

    def __init__(self, kind: str, cards: list[int], stands: list[int]) -> None:
        self.kind: Final = kind
        self.cards: Final = cards
        self.stands: Final = stands


# ------------------------------------------------------------------------------------------- all the groups


def _bits(faces: int) -> list[int]:
    """The places of the bits of a small number, lowest first."""
    return [at for at in range(faces.bit_length()) if faces >> at & 1]


def _runs_from(at: int) -> list[tuple[int, Group]]:
    """Every group whose lowest card is ``at``, with the ranks it needs of the four above (R13)."""
    suit, lowest = divmod(at, FIELD)
    found: list[tuple[int, Group]] = []
    for above in range(1, 16):
        highest = lowest + above.bit_length()
        if highest <= ACE_HIGH:
            faces = 1 << at
            for step in _bits(above):
                rank = (lowest + 1 + step) % ACE_HIGH  # R14: the ace above the king is the same card
                faces |= 1 << (suit * FIELD + rank)
            found.append((above, Group(faces, 0, 1 + len(_bits(above)), max(3, highest - lowest + 1))))
    return found


def _trincas_of(rank: int, suits_at_most: int) -> list[tuple[int, Group]]:
    """Every group of a rank, with the suits it needs once, and 16 times those twice (R10 R11 A6)."""
    found: list[tuple[int, Group]] = []
    for suits in range(1, 16):
        for doubled in range(16):
            number, more = len(_bits(suits)), len(_bits(doubled))
            length = max(3, number) + more  # three suits there must be; one twice is one card more
            if doubled & ~suits or number > suits_at_most or length > LONGEST or number + more == 1:
                continue
            once = sum([1 << (suit * FIELD + rank) for suit in _bits(suits)])
            twice = sum([1 << (suit * FIELD + rank) for suit in _bits(doubled)])
            found.append((suits | doubled << 4, Group(once, twice, number + more, length)))
    return found


def _by_what_is_held(groups: list[tuple[int, Group]], patterns: list[int], longest: int) -> list[list[Group]]:
    """Which groups up to a length there are, biggest first, by a pattern of what is held."""
    groups = sorted([each for each in groups if each[1].length <= longest], key=lambda each: -each[1].size)
    found: list[list[Group]] = [[] for _ in range(patterns[-1] + 1)]
    for held in patterns:
        found[held] = [group for needed, group in groups if not needed & ~held]
    return found


ABOVE: Final = list(range(16))
SUITS: Final = [once | twice << 4 for twice in range(16) for once in range(16) if not twice & ~once]

_RUNS: Final = [_runs_from(at) if at % FIELD < ACE_HIGH else [] for at in range(4 * FIELD)]
RUNS: Final = [_by_what_is_held(groups, ABOVE, LONGEST) for groups in _RUNS]
"""By the lowest card and by which of the four ranks above it are held."""
SHORT_RUNS: Final = [_by_what_is_held(groups, ABOVE, 3) for groups in _RUNS]
BIG: Final = [1 + len(_bits(above)) for above in ABOVE]
"""The size of the biggest of them."""


class Trincas:
    """The groups of each rank by which suits are held once (bits 0 to 3) and twice (bits 4 to 7)."""

    __slots__ = ("all", "biggest", "short")

    def __init__(self, suits_at_most: int) -> None:
        groups = [_trincas_of(rank, suits_at_most) for rank in range(13)]
        self.all: Final = [_by_what_is_held(each, SUITS, LONGEST) for each in groups]
        self.short: Final = [_by_what_is_held(each, SUITS, 3) for each in groups]
        self.biggest: Final = [each[0].size if each else 1 for each in self.all[0]]


TRINCAS: Final = {3: Trincas(3), 4: Trincas(4)}  # A5


# ------------------------------------------------------------------------------------------------ the search


def _size(group: Group) -> int:
    return -group.size


class Hand:
    """A hand as the search sees it: its faces and its groups."""

    __slots__ = (
        "best",
        "big",
        "fill",
        "groups",
        "lengths",
        "once",
        "plain",
        "short",
        "twice",
        "wild_faces",
        "wilds",
    )

    def __init__(self, melds: Melds, cards: Sequence[int]) -> None:
        once = twice = 0
        places: list[int] = []
        ranks = [0] * 13
        for card in cards:
            face = FACE[card]
            if once & face:
                twice |= face
                ranks[card >> 2] |= 16 << (card & 3)
            else:
                once |= face
                ranks[card >> 2] |= 1 << (card & 3)
                places.append(AT[card])
        reach = once | (once & LOW_ACES) << ACE_HIGH
        trincas = melds.trincas
        short: list[Group] = []
        groups: list[Group] = []
        big = 1
        for at in places:
            above = reach >> (at + 1) & 15
            if above:
                short += SHORT_RUNS[at][above]
                groups += RUNS[at][above]
                big = max(big, BIG[above])
        for rank, held in enumerate(ranks):
            if held & (held - 1):
                short += trincas.short[rank][held]
                groups += trincas.all[rank][held]
                big = max(big, trincas.biggest[held])
        short.sort(key=_size)
        self.once: Final = once
        self.twice: Final = twice
        self.short: Final = short
        self.groups: list[Group] = groups
        self.big: Final = big  # at least the size of the biggest group
        self.wild_faces: Final = melds.faces
        self.wilds: Final = _count(once & melds.faces) + _count(twice & melds.faces) if melds.faces else 0
        self.plain: Final = len(cards) - self.wilds
        self.fill: Final = min(melds.wilds_per_meld, self.wilds)
        self.lengths: tuple[int, ...] = ()
        self.best: int = 0

    def most(self, ways: tuple[tuple[int, ...], ...], best: int) -> int:
        """The most cards that melds of one of these lengths hold, or ``best`` where none hold more."""
        self.best = best
        for lengths in ways:
            self.lengths = lengths
            if lengths[0] == 3:
                self._pick(self.short, 0, 0, self.once, self.twice, 0, 0)
            elif 2 * min(self.big + self.fill, lengths[0]) + sum(lengths[2:]) > self.best:
                self.groups.sort(key=_size)
                self._pick(self.groups, 0, 0, self.once, self.twice, 0, 0)
        return self.best

    def _pick(
        self, groups: list[Group], start: int, meld: int, once: int, twice: int, size: int, room: int
    ) -> None:
        """Fill the melds from number ``meld`` on with groups, each of what is left of the hand.

        ``once`` and ``twice`` are what is left, ``size`` the cards that are in melds as themselves, ``room``
        those with all the wild cards that these melds could take. A meld that gets no group begins with a
        single card; that is never better in a longer meld than in a shorter one.
        """
        lengths = self.lengths
        left = len(lengths) - meld
        value = (
            self._value(meld, once, twice, size, room) if self.wilds else size + min(left, self.plain - size)
        )
        self.best = max(self.best, value)
        if not left:
            return
        length = lengths[meld]
        again = left > 1 and lengths[meld + 1] == length  # of equal melds the order does not matter
        for number in range(start, len(groups)):
            group = groups[number]
            most = min(group.size + self.fill, length)
            biggest = group.size if again else self.big  # of the groups for the melds after this one
            after = left - 1
            if size + group.size + after * biggest + self.wilds <= self.best:
                return  # the other groups are no bigger
            if room + most + after * min(biggest + self.fill, lengths[-1]) <= self.best:
                return
            faces = group.faces
            if group.length <= length and not faces & ~once and not group.doubled & ~twice:
                self._pick(
                    groups,
                    number if again else 0,  # a group twice where all of it is held twice
                    meld + 1,
                    once & ~faces | faces & twice & ~group.doubled,
                    twice & ~faces,
                    size + group.size,
                    room + most,
                )

    def _value(self, meld: int, once: int, twice: int, size: int, room: int) -> int:
        """The cards in melds when those from ``meld`` on begin with a single card, and wild ones fill."""
        free = _count(once & self.wild_faces) + _count(twice & self.wild_faces)
        for length in self.lengths[meld:]:
            room += min(1 + self.fill, length)
        plain_left = self.plain - (size - (self.wilds - free))
        size += min(len(self.lengths) - meld, plain_left)
        return size + min(free, room - size)


def _count(faces: int) -> int:
    return bin(faces).count("1")


# ------------------------------------------------------------------------------------------------- questions


class Melds:
    """The melds of one deal: which cards are wild (R8), how many a meld takes (A2), how many suits (A5)."""

    __slots__ = ("faces", "is_wild", "suits_at_most", "trincas", "wild", "wilds_per_meld")

    def __init__(self, wild: Sequence[int], wilds_per_meld: int, four_suits: bool) -> None:
        self.wild: Final = tuple(wild)
        self.is_wild: Final = [card in wild for card in range(52)]
        self.wilds_per_meld: Final = wilds_per_meld
        self.suits_at_most: Final = 4 if four_suits else 3
        self.trincas: Final = TRINCAS[self.suits_at_most]
        self.faces: Final = sum({FACE[card] for card in wild})

    def missing(self, cards: Sequence[int], target: int = 9) -> int:
        """How many cards have to come in until ``target`` of those then held, 9 or 10, are melds (3.8)."""
        return target - Hand(self, cards).most(NINE if target == 9 else TEN, 0)

    def complete(self, cards: Sequence[int], target: int = 9) -> bool:
        """Whether ``target`` of these cards are melds."""
        return Hand(self, cards).most(NINE if target == 9 else TEN, target - 1) == target

    def discards(self, cards: Sequence[int], bought: int = -1) -> list[int]:
        """The faces of which one may be thrown away so that all nine others are melds, from the ace up (R35).

        Not ``bought``, the one that was just taken from the pile (A12).
        """
        if not self.complete(cards):
            return []
        found: list[int] = []
        for card in sorted(set(cards)):
            if card != bought:
                others = list(cards)
                others.remove(card)
                if self.complete(others):
                    found.append(card)
        return found

    def goes_out(self, cards: Sequence[int], card: int, must_be_melded: bool = True) -> int:
        """Whether nine cards go out with a card from the pile, 9 or 10 of them melded; else 0 (3.4 A18).

        The card itself stands in a meld, unless ``must_be_melded`` is false.
        """
        all_ten = [*cards, card]
        if not self.complete(all_ten):
            return 0
        if self.complete(all_ten, 10):
            return 10
        return 9 if self.discards(all_ten, card) or (not must_be_melded and self.complete(cards)) else 0

    def outs(self, cards: Sequence[int], gone: Sequence[int] = ()) -> dict[int, int]:
        """The cards with which nine cards go out, and with how many (3.8).

        Of each there must be a copy left that is neither among these cards nor ``gone`` (the *vira*).
        """
        distance = self.missing(cards)
        if distance > 1:
            return {}
        ten = self.missing(cards, 10) == 1
        found: dict[int, int] = {}
        held = [*cards, *gone]
        for card in self._near(cards):
            if held.count(card) == 2:
                continue
            if distance:
                # of nine melds among the ten the new card is one, since without it they were not
                number = 9 if self.complete([*cards, card]) else 0
                if number and ten and self.complete([*cards, card], 10):
                    number = 10
            else:
                number = self.goes_out(cards, card)
            if number:
                found[card] = number
        return found

    def _near(self, cards: Sequence[int]) -> list[int]:
        """The cards that could be in a meld with some of these, rising."""
        if self.wilds_per_meld > 1:
            return list(range(52))  # one card and two wild ones are a meld
        near = set(self.wild)
        for card in cards:
            near.update(NEAR[card])
        return sorted(near)

    # ----------------------------------------------------------------------------------------- one meld

    def meld_of(self, cards: Sequence[int]) -> Meld | None:
        """These cards as one meld, or None (3.6)."""
        wild = [card for card in cards if self.is_wild[card]]
        for number in range(min(len(wild), self.wilds_per_meld) + 1):  # A3: as itself first
            for used in combinations(wild, number):
                natural = sorted(cards)
                for card in used:
                    natural.remove(card)
                meld = self._trinca(natural, used) or _run(natural, used)
                if meld is not None:
                    return meld
        return None

    def _trinca(self, natural: list[int], wild: tuple[int, ...]) -> Meld | None:
        """Cards of one rank and three suits, one or two of them doubled (R10 R11 A5 A6 A7)."""
        size = len(natural) + len(wild)
        if not 3 <= size <= LONGEST or len({card >> 2 for card in natural}) > 1:
            return None
        suits = {card & 3 for card in natural}
        if any([natural.count(card) > 2 for card in natural]):
            return None
        if len(suits) > self.suits_at_most or len(suits) + len(wild) < 3:
            return None
        stands: list[int] = [HIDDEN] * len(natural)
        for _ in wild:
            if not natural:
                stands.append(HIDDEN)  # wild cards alone stand for no rank
                continue
            held = natural + [card for card in stands if card != HIDDEN]
            missing = [card for card in range(natural[0] & ~3, (natural[0] | 3) + 1) if card not in held]
            if len(set(held)) < 3:
                stands.append(missing[0])  # a third suit
            else:
                stands.append(next(card for card in held if held.count(card) == 1))  # a doubled card
        return Meld("trinca", [*natural, *wild], stands)

    def layout(self, cards: Sequence[int]) -> list[Meld] | None:
        """All these cards as melds of three to five, to be laid down; None where there is no way (3.7)."""
        if not cards:
            return []
        first, *others = sorted(cards)
        for size in (3, 4, 5):
            if len(cards) - size in (1, 2) or size > len(cards):
                continue
            for chosen in dict.fromkeys(combinations(others, size - 1)):
                meld = self.meld_of([first, *chosen])
                if meld is None:
                    continue
                rest = others[:]
                for card in chosen:
                    rest.remove(card)
                following = self.layout(rest)
                if following is not None:
                    return [meld, *following]
        return None

    def grouped(self, cards: Sequence[int]) -> list[list[int]]:
        """A hand in groups: melds that hold most of it, pairs that one card completes, single cards."""
        cards = sorted(cards)
        melds: list[tuple[int, int]] = []  # size, and a bit for the place of each card
        for size in (5, 4, 3):
            for places in combinations(range(len(cards)), size):
                if self.meld_of([cards[place] for place in places]) is not None:
                    melds.append((size, sum([1 << place for place in places])))
        best = _disjoint(melds, 0, 0)[1]
        groups = [[card for place, card in enumerate(cards) if mask >> place & 1] for mask in best]
        rest = [card for place, card in enumerate(cards) if not any([mask >> place & 1 for mask in best])]
        while rest:
            first = rest.pop(0)
            group = [first]
            for other in rest:
                if self.takes([first, other]):
                    group.append(other)
                    rest.remove(other)
                    break
            groups.append(group)
        return groups

    def takes(self, cards: Sequence[int]) -> list[int]:
        """The cards each of which makes a meld of these, or a longer one of a meld."""
        return [card for card in range(52) if self.meld_of([*cards, card]) is not None]


def _run(natural: list[int], wild: tuple[int, ...]) -> Meld | None:
    """Cards of one suit whose ranks follow each other, the ace below the two or above the king (R13 R14)."""
    size = len(natural) + len(wild)
    ranks = [card >> 2 for card in natural]
    if size < 3 or size > FIELD or len({card & 3 for card in natural}) > 1 or len(set(ranks)) < len(ranks):
        return None
    for high in (False, True):
        places = sorted([ACE_HIGH if high and rank == 0 else rank for rank in ranks])
        # the lowest place from which on all fit, as low as the highest card allows
        first = max(0, min(places[0], FIELD - size)) if places else 0
        if places and places[-1] - first >= size:
            continue
        left = list(wild)
        cards: list[int] = []
        stands: list[int] = []
        for place in range(first, first + size):
            face = place % ACE_HIGH * 4 + (natural[0] & 3) if natural else HIDDEN
            if place in places:
                cards.append(face)
                stands.append(HIDDEN)
            else:
                cards.append(left.pop(0))
                stands.append(face)
        return Meld("run", cards, stands)
    return None


def _disjoint(melds: list[tuple[int, int]], start: int, used: int) -> tuple[int, list[int]]:
    """Of melds with no card in common those that hold most cards: how many, and which."""
    best: tuple[int, list[int]] = (0, [])
    for number in range(start, len(melds)):
        size, mask = melds[number]
        if not used & mask:
            others, which = _disjoint(melds, number + 1, used | mask)
            if size + others > best[0]:
                best = (size + others, [mask, *which])
    return best
