"""Matches between robots: the same seed gives the same matches, everybody sits everywhere, figures add up."""

from pathlib import Path
from random import Random

import pytest

from carteado import record, simulate
from carteado.bots import BOTS
from carteado.games import GAMES
from carteado.games.game import BadOptions, Move, View
from carteado.simulate import Entry, Plan, SimulationFailed

PAULISTA = GAMES["truco_paulista"]


def last(plan: Plan, matches: int) -> simulate.Tally:
    return [tally for tally, _played in simulate.simulate(plan, matches)][-1]


def test_the_same_seed_gives_the_same_matches(tmp_path: Path) -> None:
    texts: list[list[bytes]] = []
    for seed in ("a", "a", "b"):
        folder = tmp_path / str(len(texts))
        folder.mkdir()
        last(Plan(PAULISTA, {}, 4, ["casual", "random"], seed, folder=folder), 4)
        texts.append([file.read_bytes() for file in sorted(folder.iterdir())])
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]
    assert len(set(texts[0])) == 4
    for file in (tmp_path / "0").iterdir():
        record.check(record.load(file), PAULISTA)


def test_robots_change_seats_unless_they_are_fixed() -> None:
    plan = Plan(PAULISTA, {}, 4, ["casual", "random"], "1")
    assert [plan.entries(number) for number in range(3)] == [(0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 0, 1)]
    fixed = Plan(PAULISTA, {}, 4, ["casual", "random"], "1", rotate=False)
    assert fixed.entries(1) == (0, 1, 0, 1)
    three = Plan(PAULISTA, {}, 4, ["a", "b", "c", "d"], "1")
    assert three.entries(1) == (1, 2, 3, 0)


def test_figures_add_up() -> None:
    tally = last(Plan(PAULISTA, {"max_hands": 4}, 4, ["random", "casual"], "1"), 20)
    plain = tally.plain()
    assert plain["matches"] == 20
    assert sum(each["won"] for each in plain["bots"]) + plain["draws"] == 20
    assert sum(plain["reasons"].values()) == 20
    assert plain["hands_per_match"] <= 4
    assert plain["moves"] > 20
    assert plain["cpu_seconds"] > 0


def test_the_interval_holds_the_share() -> None:
    low, high = Entry("x", 1000, 800).interval()
    assert low < 0.8 < high
    assert (round(low, 3), round(high, 3)) == (0.774, 0.824)
    assert Entry("x").interval() == (0.0, 1.0)
    assert Entry("x", 10, 10).interval()[1] == 1.0


def test_options_that_the_game_does_not_have_are_refused() -> None:
    with pytest.raises(BadOptions):
        last(Plan(PAULISTA, {"jokers": 1}, 4, ["random"], "1"), 1)
    with pytest.raises(BadOptions):
        last(Plan(PAULISTA, {}, 3, ["random"], "1"), 1)


@pytest.mark.parametrize(
    ("says", "why"), [(None, "says nothing"), ("accept", "says accept"), ("raise 12", "says raise 12")]
)
def test_a_robot_that_breaks_the_rules_stops_the_simulation(
    monkeypatch: pytest.MonkeyPatch, says: str | None, why: str
) -> None:
    class Cheat:
        def choose(self, view: View, rng: Random, budget: float) -> Move | None:
            return None if says is None else PAULISTA.parse(says)

    monkeypatch.setitem(BOTS, "cheat", Cheat)
    with pytest.raises(SimulationFailed, match=f"match 0 of seed 7, move 0: cheat in seat . {why}"):
        last(Plan(PAULISTA, {}, 4, ["cheat"], "7"), 1)
