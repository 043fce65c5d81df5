"""The process in which robots think: questions come on standard input, answers go to standard output."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from random import Random
from typing import Final

import msgspec

from carteado.bots import BOTS
from carteado.games import GAMES
from carteado.games.game import Plain

LIMIT: Final = 1 << 20
"""The longest line, in bytes: a view has some thousand."""
BUDGET: Final = 0.05
"""Seconds that a robot may think about a move."""


class Question(msgspec.Struct, frozen=True):
    """What should the seat of this view do?"""

    number: int
    level: str
    seed: str
    game: str
    view: Mapping[str, Plain]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The text of a move, or None for nothing to say, or why there is none."""

    number: int
    move: str | None = None
    error: str | None = None


def answer(question: Question) -> Answer:
    """Let a robot think. An error is told by its type alone, since its text might hold a card."""
    try:
        view = GAMES[question.game].read_view(question.view)
        move = BOTS[question.level]().choose(view, Random(question.seed), BUDGET)
    except Exception as error:  # whatever goes wrong in a robot must not end the process
        return Answer(question.number, error=f"robot {question.level}: {type(error).__name__}")
    return Answer(question.number, move=None if move is None else move.text)


def main() -> None:
    """Answer until the input ends."""
    # Ctrl-C reaches the whole group of a terminal; this process ends when the one that started it does
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a robot prints must not come between the answers
    decoder = msgspec.json.Decoder(Question)
    encoder = msgspec.json.Encoder()
    for line in sys.stdin.buffer:
        out.write(encoder.encode(answer(decoder.decode(line))) + b"\n")


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(0)
