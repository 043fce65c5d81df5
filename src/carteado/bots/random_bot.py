"""The robot of tests and of fair comparisons: any move is as good as another."""

from __future__ import annotations

from random import Random

from carteado.bots.base import moves_of
from carteado.cards import CARD_TEXT
from carteado.games.game import Move, View


def _goes_out(view: View, move: Move) -> bool:
    """Whether a move is the discard of the last card: chance alone would let it pass."""
    return move.kind == "discard" and view.table.get("cards") == [CARD_TEXT[move.card]]


class RandomBot:
    """Draws among the legal moves that its turn asks for, each as likely; no asides, no grave moves.

    It goes out when it may.
    """

    def choose(self, view: View, rng: Random, budget: float) -> Move | None:
        """See `carteado.bots.base.Bot.choose`."""
        turn, _asides = moves_of(view)
        turn = [move for move in turn if _goes_out(view, move)] or turn
        return turn[rng.randrange(len(turn))] if turn else None
