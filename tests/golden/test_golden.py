"""What viewers are shown is what it was: a change of behaviour shows as a diff of these files."""

import difflib
from pathlib import Path

import pytest

from carteado.games import GAMES
from tests.golden import make


def test_every_game_has_one() -> None:
    assert [file.stem for file in make.files()] == sorted(GAMES)


@pytest.mark.parametrize("file", make.files(), ids=lambda file: file.stem)
def test_golden(file: Path) -> None:
    old = file.read_text(encoding="utf-8")
    new = make.played(old)
    diff = list(
        difflib.unified_diff(old.splitlines(), new.splitlines(), "as it was", "now", lineterm="", n=8)
    )
    told = "\n".join(diff[:200])
    assert not diff, f"{told}\nIf that is meant: python -m tests.golden.make"


MEETS = {
    "truco": [
        *(
            " covered",
            " raise",
            " accept",
            " run",
            " decline",
            " play_hand",
            " play #",
            " propose",
            " refuse",
        ),
        '"winner": "tie"',
    ],
    "cacheta": [
        "> 2 announce_boa",
        "> 2 furar",
        "> 1 let_pass",
        '"event": "burned"',
        '"event": "claim_dismissed"',
        '"event": "reshuffled"',
        '"claimed": true',
        '"claimed": false',
        "> 1 draw_discard",
    ],
    "sueca": [
        " lay_down",
        'all table.shown: {"seat": 0',
        "all table.trump_card: null",
        '0 table.phase: "opening"',
        '"carry": 1',
    ],
    "mau_mau": [
        *(" announce", " accuse", " take_sevens", " name_suit", " pass_turn", " drop"),
        '"event": "announced_wrongly"',
        '"event": "accused_nobody"',
        '"event": "reshuffled"',
        '"reason": "accused", "cards"',
        '"reason": "nine", "cards"',
        'all table.owed: {"seat": 3, "count": 2',
    ],
}
"""What must stand in the golden file of a game, by the beginning of its name."""


@pytest.mark.parametrize("file", make.files(), ids=lambda file: file.stem)
def test_golden_meets_what_matters(file: Path) -> None:
    """The match is not so short that it shows nothing."""
    text = file.read_text(encoding="utf-8")
    wanted = [words for name, words in MEETS.items() if file.stem.startswith(name)]
    assert len(wanted) == 1
    assert [word for word in wanted[0] if word not in text] == []
    assert 'all table.phase: "match_over"' in text
    assert "\nrefused: " not in text
