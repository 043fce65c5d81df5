"""Compiled rules do what plain ones do: matches side by side, position by position, foreign data included."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from carteado.games import GAMES

ROOT = Path(__file__).parents[2]
DEEP = os.environ.get("CARTEADO_DEEP") == "1"
MATCHES = 10_000 if DEEP else 1_000
CHUNK = 1_000 if DEEP else 250


def run(package: Path, *args: str) -> list[str]:
    """What `tests.games.cosimulate` prints with the rules of a package."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.cosimulate", *args],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{package}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


def loaded(package: Path) -> str:
    """The file that the rules of truco are loaded from."""
    done = subprocess.run(
        [sys.executable, "-c", "from carteado.games import truco; print(truco.__file__)"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_the_two_builds_are_two(compiled_rules: Path) -> None:
    assert loaded(compiled_rules).startswith(str(compiled_rules))
    assert not loaded(compiled_rules).endswith(".py")
    assert loaded(ROOT / "src") == str(ROOT / "src" / "carteado" / "games" / "truco.py")


def test_a_difference_is_seen_and_shown(tmp_path: Path) -> None:
    """Another build of the rules, in which a trick that is tied turns the lead."""
    shutil.copytree(
        ROOT / "src" / "carteado",
        tmp_path / "carteado",
        ignore=shutil.ignore_patterns("static", "__pycache__"),
    )
    rules = tmp_path / "carteado" / "games" / "truco.py"
    text = rules.read_text(encoding="utf-8")
    assert text.count("self.turn = self.leader\n") == 1
    rules.write_text(
        text.replace(
            "self.turn = self.leader\n", "self.turn = self.leader = (self.leader + 1) % self.seats\n"
        )
    )
    args = ("truco_paulista", "0", "3")
    assert run(tmp_path, *args) != run(ROOT / "src", *args)
    shown = first_difference(tmp_path, "truco_paulista", "1")
    assert "match 1 of truco_paulista" in shown
    one, other = [
        line.split(maxsplit=1)[1] for line in shown.splitlines() if line.startswith(("compiled:", "plain:"))
    ]
    assert one != other


@pytest.mark.deep
@pytest.mark.parametrize("first", range(0, MATCHES, CHUNK))
@pytest.mark.parametrize("game", list(GAMES))
def test_compiled_and_plain_rules_go_alike(compiled_rules: Path, game: str, first: int) -> None:
    args = (game, str(first), str(first + CHUNK - 1))
    compiled, plain = run(compiled_rules, *args), run(ROOT / "src", *args)
    assert len(compiled) == len(plain) == CHUNK
    for one, other in zip(compiled, plain, strict=True):
        if one != other:
            number = one.split()[0]
            pytest.fail(first_difference(compiled_rules, game, number))


def first_difference(compiled_rules: Path, game: str, number: str) -> str:
    """The last steps on which both builds agree, and the first on which they do not."""
    args = (game, number, number, "--all")
    compiled, plain = run(compiled_rules, *args), run(ROOT / "src", *args)
    pairs = zip([*compiled, "the end"], [*plain, "the end"], strict=False)
    at = next((at for at, (one, other) in enumerate(pairs) if one != other), 0)
    before = "\n".join(line[:600] for line in plain[max(0, at - 6) : at])
    return (
        f"match {number} of {game}, line {at}:\n{before}\n"
        f"compiled: {compiled[at : at + 1]}\nplain:    {plain[at : at + 1]}\n"
        f"again by: python -m tests.games.cosimulate {game} {number} {number} --all"
    )
