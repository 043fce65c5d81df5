"""The robot of tests and of fair comparisons: any move is as good as another."""

from __future__ import annotations

from random import Random
from typing import Final

from carteado.bots.base import moves_of
from carteado.cards import CARD_TEXT
from carteado.games.game import Move, View

GO_OUT: Final = frozenset(("bater",))
"""Kinds of moves that end a hand well: chance alone would let them pass, and hands would have no end."""


def _goes_out(view: View, move: Move) -> bool:
    """Whether a move is of such a kind, or the discard of the last card."""
    if move.kind == "discard":
        return view.table.get("cards") == [CARD_TEXT[move.card]]
    return move.kind in GO_OUT


class RandomBot:
    """Draws among the legal moves that its turn asks for, each as likely; no asides, no grave moves.

    It goes out when it may.
    """

    def choose(self, view: View, rng: Random, budget: float) -> Move | None:
        """See `carteado.bots.base.Bot.choose`."""
        turn, _asides = moves_of(view)
        turn = [move for move in turn if _goes_out(view, move)] or turn
        return turn[rng.randrange(len(turn))] if turn else None
