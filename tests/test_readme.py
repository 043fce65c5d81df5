"""The README: its Python runs, its commands exist, its pictures are there and small."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from carteado.cli import app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)
#: Commands stand in indented lines and in backquotes.
COMMANDS = sorted(set(re.findall(r"(?:^    |`)carteado ([a-z]+)([^`\n]*)", README, re.M)))
PICTURES = re.findall(r'<img src="([^"]+)"', README)


def test_there_is_something_to_check() -> None:
    assert len(BLOCKS) == 2
    assert {"serve", "games", "simulate", "replay", "play"} <= {name for name, _ in COMMANDS}
    assert len(PICTURES) == 2


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_python_runs_and_prints(block: str, tmp_path: Path) -> None:
    command = [sys.executable, "-X", "utf8", "-W", "error", "-c", block]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize(("name", "rest"), COMMANDS, ids=lambda part: part.strip() or "-")
def test_a_command_and_its_options_exist(name: str, rest: str) -> None:
    commands = getattr(get_command(app), "commands", {})
    assert name in commands
    known = {text for each in commands[name].params for text in [*each.opts, *each.secondary_opts]}
    assert set(re.findall(r"(?<=\s)--?[a-z][a-z-]*", rest)) <= known


@pytest.mark.parametrize("name", ["play", "test", "build"])
def test_the_entry_has_what_is_told_of_it(name: str) -> None:
    assert f"python3 dev {name}" in README
    done = subprocess.run(
        [sys.executable, "dev", name, "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told = set(re.findall(rf"python3 dev {name}[^`\n]*?(--[a-z-]+)", README))
    assert told <= set(re.findall(r"--[a-z-]+", done.stdout))


@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_is_there_and_small(picture: str) -> None:
    data = (ROOT / picture).read_bytes()
    assert data.startswith(b"\x89PNG")
    assert len(data) < 200_000
