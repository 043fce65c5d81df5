"""Random play to the end: it keeps to the rules, draws evenly, and its record is the match."""

from collections import Counter
from random import Random

import pytest

from carteado.games import GAMES
from carteado.games.game import Move
from carteado.games.playout import play_out, random_move, random_order


@pytest.mark.parametrize(
    ("game", "seats"), [(id, seats) for id in sorted(GAMES) for seats in GAMES[id].seats]
)
def test_a_record_of_random_play_is_the_match(game: str, seats: int) -> None:
    rules = GAMES[game]
    rng = Random(f"{game}{seats}")
    long = rules.hand_bound(rules.full_options({}), seats) > 1000
    for _ in range(3 if long else 20):
        options = {each.name: each.values[rng.randrange(len(each.values))] for each in rules.options}
        if long:
            options["max_hands"] = 2  # who plays at random goes out seldom
        match = rules.start(options, seats)
        record: list[object] = []
        moves = play_out(rules, match, rng, record)
        assert match.result() is not None
        again = rules.start(options, seats)
        played = 0
        for step in record:
            if isinstance(step, tuple):
                seat, move = step
                assert isinstance(move, Move)
                assert move.kind not in rules.asides
                assert again.grave(seat, move) is None
                again.apply(seat, move)
                played += 1
            else:
                assert isinstance(step, list)
                again.deal(step)
        assert played == moves
        assert again.position() == match.position()


def test_every_card_comes_to_every_place_alike() -> None:
    rng = Random(5)
    items = tuple(range(10))
    times = 20_000
    counts = Counter(
        (place, card) for _ in range(times) for place, card in enumerate(random_order(items, rng))
    )
    assert len(counts) == 100
    # chi-square with 81 degrees of freedom: 150 is far beyond chance
    expected = times / 10
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 150


def test_an_order_is_a_permutation() -> None:
    rng = Random(6)
    pack = GAMES["truco_paulista"].pack({}, 4)
    orders = {tuple(random_order(pack, rng)) for _ in range(200)}
    assert len(orders) == 200
    assert all(sorted(order) == sorted(pack) for order in orders)
    assert random_order((), rng) == []
    assert random_order((7,), rng) == [7]


@pytest.mark.covers("truco_paulista", "R36")
def test_a_random_move_is_one_that_is_asked_and_not_grave() -> None:
    rules = GAMES["truco_paulista"]
    position = rules.complete({"score": [11, 11], "options": {"iron": "open", "forfeit": True}}, [])
    match = rules.from_position(position)
    assert "raise 6" in {move.text for move in match.legal(0) if isinstance(move, Move)}
    rng = Random(7)
    drawn = Counter(random_move(match, 0, rules.asides, rng).text for _ in range(3000))
    assert len(drawn) == 3
    assert all(text.startswith("play ") for text in drawn)
    assert min(drawn.values()) > 850
    with pytest.raises(ValueError, match="nothing is asked of seat 1"):
        random_move(match, 1, rules.asides, rng)
