"""Orders are permutations, and none is likelier than another."""

from collections import Counter
from itertools import permutations

from carteado.games.truco_cards import PACK
from carteado.shuffle import System


def test_an_order_is_a_permutation_and_leaves_its_items_alone() -> None:
    items = list(PACK)
    for _ in range(50):
        order = System().order(items)
        assert sorted(order) == sorted(items)
        assert items == list(PACK)
    assert System().order([]) == []
    assert System().order([7]) == [7]


def test_every_order_is_equally_likely() -> None:
    # 24,000 orders of four: chi squared with 23 degrees of freedom exceeds 80 once in 30 million runs
    system = System()
    rounds = 24_000
    counts = Counter(tuple(system.order(range(4))) for _ in range(rounds))
    expected = rounds / 24
    assert set(counts) == set(permutations(range(4)))
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 80


def test_two_orders_of_a_pack_differ() -> None:
    assert System().order(PACK) != System().order(PACK)
