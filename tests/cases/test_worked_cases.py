"""Every case of this folder holds, and together they meet every value of every option."""

from pathlib import Path

import pytest

from carteado import cases
from carteado.games import GAMES

CASES = [case for file in sorted(Path(__file__).parent.glob("*.yaml")) for case in cases.load(file)]


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case.game.id}-{case.id}") for case in CASES])
def test_case(case: cases.Case) -> None:
    failures = cases.run(case)
    assert not failures, "\n".join(map(str, failures))


@pytest.mark.parametrize("game", list(GAMES))
def test_every_value_of_every_option_has_a_case(game: str) -> None:
    met = {
        (name, str(value))
        for case in CASES
        if case.game.id == game
        for name, value in case.game.full_options(case.options).items()
    }
    wanted = {(option.name, str(value)) for option in GAMES[game].options for value in option.values}
    # how long a match lasts is not the rulebook's: its values differ in nothing but the number
    lacking = {(name, value) for name, value in wanted - met if name != "max_hands"}
    assert not lacking


@pytest.mark.parametrize("game", list(GAMES))
def test_every_number_of_seats_has_a_case(game: str) -> None:
    assert {case.seats for case in CASES if case.game.id == game} == set(GAMES[game].seats)
