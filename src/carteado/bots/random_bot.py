"""The robot of tests and of fair comparisons: any move is as good as another."""

from __future__ import annotations

from random import Random

from carteado.bots.base import moves_of
from carteado.games.game import Move, View


class RandomBot:
    """Draws among the legal moves that its turn asks for, each as likely; no asides, no grave moves."""

    def choose(self, view: View, rng: Random, budget: float) -> Move | None:
        """See `carteado.bots.base.Bot.choose`."""
        turn, _asides = moves_of(view)
        return turn[rng.randrange(len(turn))] if turn else None
