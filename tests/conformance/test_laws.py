"""Every game of the catalogue keeps the six laws, in matches whose options are drawn at random.

The default run plays 2,000 matches of each truco and looks closely at 2,000 positions, and of any other game
200,000 random moves; CARTEADO_DEEP=1 plays 50,000 matches, looks at 100,000 positions, and plays 10,000,000
moves.
"""

import itertools
import os
from collections import Counter

import pytest

from carteado.games import GAMES
from carteado.games.game import Game
from tests.conformance import laws, matches
from tests.conformance.toy import TOY

DEEP = os.environ.get("CARTEADO_DEEP") == "1"
MATCHES = 50_000 if DEEP else 2_000
POSITIONS = 2 if DEEP else 1  # drawn from each match
CHUNK = 500 if DEEP else 100
MOVES = 10_000_000 if DEEP else 200_000
PARTS = 100 if DEEP else 20

PARTS_OF_ALL = [
    (game, part)
    for game in GAMES
    for part in (range(0, MATCHES, CHUNK) if game in matches.SHORT else range(PARTS))
]


@pytest.mark.deep
@pytest.mark.parametrize(("game", "first"), PARTS_OF_ALL)
def test_laws(game: str, first: int) -> None:
    if game in matches.SHORT:
        seen = matches.hold(GAMES[game], range(first, first + CHUNK), POSITIONS)
        assert seen["matches"] >= CHUNK
        assert seen["positions"] >= CHUNK * POSITIONS
    else:
        seen = matches.hold(GAMES[game], itertools.count(first, PARTS), 2, moves=MOVES // PARTS)
        assert seen["random moves"] >= MOVES // PARTS
    assert (
        seen["twin steps"] > seen["matches"] // 2
    )  # twins that differed were driven, and not given up at once


def test_laws_of_the_toy() -> None:
    seen = matches.hold(TOY, range(200))
    assert seen["twin steps"] > 100


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.id)
def test_every_value_and_number_of_seats_is_drawn(game: Game) -> None:
    drawn: Counter[tuple[str, object]] = Counter()
    for number in range(2_000):
        setup = matches.draw(game, number)
        drawn["seats", setup.seats] += 1
        drawn["style", setup.style] += 1
        for name, value in setup.options.items():
            drawn[name, str(value)] += 1
    wanted: set[tuple[str, object]] = {
        (option.name, str(value)) for option in game.options for value in option.values
    }
    wanted |= {("seats", seats) for seats in game.seats}
    assert set(drawn) - {("style", style) for style in matches.STYLES} == wanted
    assert min(drawn.values()) >= 50


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.id)
def test_every_two_values_meet_over_every_number_of_seats(game: Game) -> None:
    """In the matches that even the shortest run plays."""
    met = set()
    for number in range(len(matches.rows(game))):
        setup = matches.draw(game, number)
        for one, other in itertools.combinations(setup.options.items(), 2):
            met.add((setup.seats, one, str(one[1]), other, str(other[1])))  # 1 == True, but not as a text
    wanted = {
        (seats, (one.name, value), str(value), (other.name, second), str(second))
        for seats in game.seats
        for one, other in itertools.combinations(game.options, 2)
        for value in one.values
        for second in other.values
    }
    assert met == wanted
    assert len(matches.rows(game)) < MATCHES


def test_a_budget_of_moves_is_spent_and_a_long_match_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "SHORT", frozenset())
    monkeypatch.setattr(matches, "CUT", 3)
    rows = len(matches.rows(TOY))
    seen = matches.hold(TOY, itertools.count(), moves=1)
    assert seen["matches"] == rows  # every pair of values is met, whatever the budget
    seen = matches.hold(TOY, itertools.count(), moves=200)
    assert 200 <= seen["random moves"] < 210
    assert seen["matches"] > rows
    for number in range(20):
        played = next(matches.play(matches.draw(TOY, number)))
        assert len(played.steps) == 3
        assert played.replay(3).result() is None


def test_the_robot_plays_whole_matches_and_beginnings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "SHORT", frozenset())
    monkeypatch.setattr(matches, "LEAD", 30)
    game = GAMES["truco_paulista"]
    setups = [matches.draw(game, number) for number in range(400)]
    whole = [setup for setup in setups if setup.lead > 30]
    begun = [setup for setup in setups if 0 < setup.lead <= 30]
    assert len(whole) > 12
    assert len(begun) > 20
    for setup in whole[:3]:
        played = next(matches.play(setup))
        assert played.random == 0
        assert played.replay(len(played.steps)).result() is not None
    robots = next(matches.play(begun[0]))
    assert robots.random > 0
    again = next(matches.play(begun[0]))
    assert list(map(laws.told, again.steps)) == list(map(laws.told, robots.steps))
