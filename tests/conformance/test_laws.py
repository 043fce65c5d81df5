"""Every game of the catalogue keeps the six laws, in matches whose options are drawn at random.

The default run plays 2,000 matches a game and looks closely at 2,000 positions; CARTEADO_DEEP=1 plays
50,000 and looks at 100,000.
"""

import os
from collections import Counter

import pytest

from carteado.games import GAMES
from carteado.games.game import Game
from tests.conformance import matches
from tests.conformance.toy import TOY

DEEP = os.environ.get("CARTEADO_DEEP") == "1"
MATCHES = 50_000 if DEEP else 2_000
POSITIONS = 2 if DEEP else 1  # drawn from each match
CHUNK = 500 if DEEP else 100


@pytest.mark.deep
@pytest.mark.parametrize("first", range(0, MATCHES, CHUNK))
@pytest.mark.parametrize("game", list(GAMES))
def test_laws(game: str, first: int) -> None:
    seen = matches.hold(GAMES[game], range(first, first + CHUNK), POSITIONS)
    assert seen["matches"] >= CHUNK
    assert seen["positions"] >= CHUNK * POSITIONS
    assert seen["twin steps"] > CHUNK // 2  # twins that differed were driven, and not given up at once


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
