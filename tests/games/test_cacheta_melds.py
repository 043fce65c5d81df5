"""Melds of Cacheta: the rulebook's tables, and the search held against one that tries everything."""

import os
import random
from collections import Counter

import pytest

from carteado.cards import cards, text, texts
from carteado.games.cacheta_melds import Melds
from carteado.games.cacheta_moves import wild_cards
from tests.games import cacheta_oracle as oracle

DEEP = os.environ.get("CARTEADO_DEEP") == "1"
HANDS = 20_000 if DEEP else 400
CHUNK = HANDS // 20


def melds(vira: str = "8c", rule: str = "colour", limit: int = 1, four_suits: bool = False) -> Melds:
    return Melds(wild_cards(cards(vira)[0], rule, False), limit, four_suits)


def kind(written: str, vira: str = "8c", limit: int = 1) -> str | None:
    meld = melds(vira, limit=limit).meld_of(cards(written))
    if meld is None:
        return None
    # a wild card stands for a face just where it is not itself
    for card, face in zip(meld.cards, meld.stands, strict=True):
        assert face < 0 or text(card) in ("9c", "9s") or vira != "8c"
    assert sorted(meld.cards) == sorted(cards(written))
    return meld.kind


# ------------------------------------------------------------------------------------------------ one meld

ONE_MELD = [
    ("M1", "5h 5c 5d", "trinca"),
    ("M2", "5h 5c 5d 5d", "trinca"),
    ("M3", "5h 5c 5d 5d 5h", "trinca"),
    ("M4", "5h 5h 5d", None),
    ("M8", "5h 5c 5d 5d 5h 5c", None),
    ("M9", "Ac 2c 3c", "run"),
    ("M10", "Qc Kc Ac", "run"),
    ("M11", "Kc Ac 2c", None),
    ("M12", "4h 5h 6h 7h", "run"),
    ("M13", "4h 5h 6d", None),
    ("M14", "4h 5h 5h 6h", None),
    ("M15", "5h 5c 9s", "trinca"),
    ("M16", "5h 5h 9s", None),
    ("M17", "5h 5h 5c 9s", "trinca"),
    ("M18", "5h 5c 5d 9s", "trinca"),
    ("M19", "5h 5c 5d 5d 5h 9s", None),
    ("M20", "6d 9s 8d", "run"),
    ("M21", "6d 9s 9d", None),
    ("M23", "Kd 9c 2d", None),
    ("M24", "8s 9s Ts", "run"),
    ("M25", "8s 9s Ts 9c", "run"),
    ("M26", "9h 9d 9c", "trinca"),
    ("M27", "9h 9h 9c", None),
    ("M28", "9c 9s 9c", "trinca"),
    ("M29", "5h 9c 9s", None),
    ("M30", "7h 9c 9s Th", None),
]


@pytest.mark.case("cacheta", "M1", "M2", "M3", "M4", "M8", "M9", "M10", "M11", "M12", "M13", "M14", "M15")
@pytest.mark.case("cacheta", "M16", "M17", "M18", "M19", "M20", "M21", "M23", "M24", "M25", "M26", "M27")
@pytest.mark.case("cacheta", "M28", "M29", "M30")
@pytest.mark.covers("cacheta", "R6", "R10", "R11", "R12", "R13", "R14")
@pytest.mark.parametrize(("case", "written", "expected"), ONE_MELD)
def test_is_this_one_meld(case: str, written: str, expected: str | None) -> None:
    assert kind(written) == expected


@pytest.mark.case("cacheta", "M29", "M30")
def test_two_wild_cards_in_a_meld_where_the_table_allows_them() -> None:
    assert kind("5h 9c 9s", limit=2) == "trinca"
    assert kind("7h 9c 9s Th", limit=2) == "run"


@pytest.mark.case("cacheta", "M31", "M32", "M33")
def test_a_wild_ace() -> None:
    assert kind("Qh Kh Ah", "Kh") == "run"
    assert kind("Jd Qd Ah", "Kh") == "run"
    assert kind("Kd Ah 2d", "Kh") is None


def test_wild_cards_alone_are_a_meld_where_as_many_are_allowed() -> None:
    assert kind("9c 9s 9c 9s", limit=4) is not None
    assert kind("9c 9c 9c", limit=2) == "trinca"  # one of them as itself
    assert kind("9c 9c 9c") is None


def test_a_wild_card_is_shown_with_the_face_that_it_stands_for() -> None:
    meld = melds().meld_of(cards("6d 9s 8d"))
    assert meld is not None
    assert (texts(meld.cards), texts(meld.stands)) == (["6d", "9s", "8d"], ["X", "7d", "X"])
    meld = melds().meld_of(cards("Ks As 9c"))
    assert meld is not None
    assert (texts(meld.cards), texts(meld.stands)) == (["9c", "Ks", "As"], ["Qs", "X", "X"])
    meld = melds().meld_of(cards("5h 5h 5c 9s"))
    assert meld is not None
    assert texts(meld.stands) == ["X", "X", "X", "5d"]


# --------------------------------------------------------------------------------------- distance and outs

DISTANCES = [
    ("D1", "3h 4h 5h 7c 7d 7h Qs Ks 2d", 1, 2, {9: "Js As 9c 9s"}, 8),
    ("D2", "3h 4h 5h 7c 7d 7h Qs Ks As", 0, 1, {10: "2h 6h 7c 7d 7h 9c 9s Js", 9: "7s"}, 15),
    ("D3", "3h 4h 7c 7d Qs Ks As 9c 2d", 1, 2, {9: "2h 5h 7h 7s 9c 9s"}, 11),
    ("D4", "4h 6h 7c 7d 7h Js Qs Ks 2d", 1, 2, {9: "5h 9c 9s"}, 6),
    ("D5", "4h 6h 6c 7c 7d 7s Js Qs Ks", 1, 2, {9: "5h 6d 6s 9c 9s"}, 10),
    ("D7", "3h 4h 5h Qs Ks As 6c 6c 2d", 2, 2, {}, 0),
    ("D8", "3h 4h 5h Qs Ks As 9c 6c 2d", 1, 2, {9: "Ad 2c 2h 2s 3d 4c 4d 5c 6d 6h 6s 7c 8c"}, 25),
    ("D9", "3h 4h 5h 7c 7d Qs Ks 2d Jh", 2, 3, {}, 0),
    ("D10", "2h 4h 6d 7c 8d Th Qs Kc As", 3, 4, {}, 0),
    ("D12", "2c 2c 2d 2d 2h 2h 2s 2s 9h", 1, 2, {9: "9c 9s"}, 4),
    ("D13", "2h 3h 4h 6d 7d 8d Js Qs Ks", 0, 1, {10: "Ah As 5d 5h 9c 9d 9s Ts"}, 16),
    ("D14", "2s 3s 4h 5h 6h Tc Td Ts 9d", 1, 2, {9: "As 4s 9c 9s"}, 8),
    ("D15", "2c 3c 4c 6d 7d 8d Ac Ad 5s", 1, 2, {9: "Ah As 9c 9s"}, 8),
]


def outs_of(found: dict[int, int]) -> dict[str, int]:
    return {text(card): number for card, number in found.items()}


def by_number(expected: dict[int, str]) -> dict[str, int]:
    return {card: number for number, written in expected.items() for card in written.split()}


@pytest.mark.case("cacheta", "D1", "D2", "D3", "D4", "D5", "D7", "D8", "D9", "D10", "D12", "D13", "D14")
@pytest.mark.case("cacheta", "D15")
@pytest.mark.covers("cacheta", "R16", "R20", "R34")
@pytest.mark.parametrize(("case", "written", "nine", "ten", "outs", "unseen"), DISTANCES)
def test_distance_and_outs(
    case: str, written: str, nine: int, ten: int, outs: dict[int, str], unseen: int
) -> None:
    hand, vira = cards(written), cards("8c")
    assert melds().missing(hand) == nine
    assert melds().missing(hand, 10) == ten
    found = melds().outs(hand, vira)
    assert outs_of(found) == by_number(outs)
    assert sum(2 - [*hand, *vira].count(card) for card in found) == unseen


@pytest.mark.case("cacheta", "D8", "D11", "D12")
def test_distance_and_outs_at_other_tables() -> None:
    two = melds(limit=2).outs(cards("3h 4h 5h Qs Ks As 9c 6c 2d"), cards("8c"))
    assert {"9c", "9s"} <= set(outs_of(two))
    assert len(two) == 15
    far = cards("2h 5d 9d Kc 7s 3s Jh 6c Th")
    assert (melds("Qc").missing(far), melds("Qc").missing(far, 10)) == (4, 5)
    twos = cards("2c 2c 2d 2d 2h 2h 2s 2s 9h")
    assert melds(rule="none").missing(twos) == 1
    assert melds(rule="none").outs(twos, cards("8c")) == {}  # a ninth two does not exist


# ------------------------------------------------------------------------------------ against the oracle


@pytest.mark.deep
@pytest.mark.parametrize("part", range(20))
def test_the_distance_is_that_of_a_search_through_everything(part: int) -> None:
    rng = random.Random(f"distance {part}")
    for _ in range(CHUNK):
        wild, limit, four = oracle.random_wild(rng), rng.choice((1, 1, 2, 4)), rng.random() < 0.3
        hand = oracle.random_hand(rng, rng.choice((9, 9, 9, 10)), wild)
        target = rng.choice((9, 9, 10))
        ours = Melds(sorted(wild), limit, four).missing(hand, target)
        told = f"{texts(sorted(hand))} wild {texts(sorted(wild))} limit {limit} four {four} target {target}"
        assert ours == oracle.missing(hand, wild, limit, four, target), told


@pytest.mark.deep
@pytest.mark.parametrize("part", range(20))
def test_what_goes_out_goes_out_by_laying_card_after_card(part: int) -> None:
    rng = random.Random(f"out {part}")
    for _ in range(CHUNK // 2):
        wild, limit, four = oracle.random_wild(rng), rng.choice((1, 1, 2, 4)), rng.random() < 0.3
        hand = oracle.random_hand(rng, 10, wild)
        ours = Melds(sorted(wild), limit, four)
        told = f"{texts(sorted(hand))} wild {texts(sorted(wild))} limit {limit} four {four}"
        assert ours.complete(hand, 10) == oracle.covers(hand, wild, limit, four), told
        able = []
        for card in sorted(set(hand)):
            nine = hand[:]
            nine.remove(card)
            if oracle.covers(nine, wild, limit, four):
                able.append(card)
                laid = ours.layout(nine)
                assert laid is not None
                assert Counter(card for meld in laid for card in meld.cards) == Counter(nine)
                assert all(oracle.is_meld(meld.cards, wild, limit, four) for meld in laid)
        assert ours.discards(hand) == able, told
        assert ours.discards(hand, hand[0]) == [card for card in able if card != hand[0]]


@pytest.mark.deep
@pytest.mark.parametrize("part", range(20))
def test_outs_are_the_cards_that_let_go_out(part: int) -> None:
    """Every one of the 52 is tried, also those that the search does not look at."""
    rng = random.Random(f"outs {part}")
    for _ in range(CHUNK // 20):
        wild, limit, four = oracle.random_wild(rng), rng.choice((1, 1, 2, 4)), rng.random() < 0.3
        ours = Melds(sorted(wild), limit, four)
        hand = oracle.random_hand(rng, 9, wild)
        while ours.missing(hand) > 1:
            hand = oracle.random_hand(rng, 9, wild)
        expected = {}
        for card in range(52):
            if hand.count(card) == 2:
                continue
            if oracle.covers([*hand, card], wild, limit, four):
                expected[card] = 10
                continue
            for away in set(hand) - {card}:
                nine = [*hand, card]
                nine.remove(away)
                if oracle.covers(nine, wild, limit, four):
                    expected[card] = 9
                    break
        told = f"{texts(sorted(hand))} wild {texts(sorted(wild))} limit {limit} four {four}"
        assert ours.outs(hand) == expected, told


def test_the_oracle_knows_all_shapes_and_sees_a_fault() -> None:
    assert len(oracle.shapes(False)) == 496
    assert len(oracle.shapes(True)) == 561
    hand, wild = cards("4s 5s 7s 7s 8s 8s 9s 9s Jc"), frozenset(cards("Jc Js"))
    assert oracle.missing(hand, wild, 1, False, 9) == 0
    assert oracle.missing(hand, frozenset(), 1, False, 9) == 1


def test_nine_random_cards_are_as_far_from_going_out_as_the_rulebook_counted() -> None:
    """Section 11: need9 = 1: 2.7 %, 2: 19 %, 3: 50 %, 4: 25 %, 5: 3 %, of deals by the default rules."""
    rng = random.Random(11)
    packs = [*range(52), *range(52)]
    counts: Counter[int] = Counter()
    for _ in range(4000):
        vira, *hand = rng.sample(packs, 10)
        counts[Melds(wild_cards(vira, "colour", False), 1, False).missing(hand)] += 1
    shares = {distance: counts[distance] / 40 for distance in range(6)}
    assert shares[0] < 0.3
    for distance, expected, about in ((1, 2.7, 1.2), (2, 19, 3), (3, 50, 4), (4, 25, 3), (5, 3, 1.3)):
        assert abs(shares[distance] - expected) < about, shares


# ------------------------------------------------------------------------------------------------- groups


def test_a_hand_is_grouped_by_its_melds_first() -> None:
    groups = melds().grouped(cards("3h 4h 5h 7c 7d 7h Qs Ks 2d"))
    assert [texts(group) for group in groups] == [
        ["3h", "4h", "5h"],
        ["7c", "7d", "7h"],
        ["2d"],
        ["Qs", "Ks"],
    ]
    assert texts(melds().takes(cards("Qs Ks"))) == ["As", "9c", "9s", "Js"]
    assert melds().takes(cards("2d")) == []
    assert texts(melds().takes(cards("7c 7d 7h"))) == ["7c", "7d", "7h", "9c", "9s"]
