"""The robot that fills a seat: a rule of thumb for each game, well under a millisecond a move."""

from __future__ import annotations

from random import Random
from typing import Final

from carteado.bots import cacheta, mau_mau, sueca, truco
from carteado.bots.base import Bot
from carteado.games.game import Move, View

_TRUCO: Final = truco.CasualTruco()
_BY_GAME: Final[dict[str, Bot]] = {
    "truco_paulista": _TRUCO,
    "truco_mineiro": _TRUCO,
    "sueca": sueca.CasualSueca(),
    "cacheta": cacheta.CasualCacheta(),
    "mau_mau": mau_mau.CasualMauMau(),
}


class CasualBot:
    """Plays each game by its own heuristics."""

    def choose(self, view: View, rng: Random, budget: float) -> Move | None:
        """See `carteado.bots.base.Bot.choose`."""
        return _BY_GAME[view.game].choose(view, rng, budget)


def plays(game: str) -> bool:
    """Whether the robot knows a game of this id."""
    return game in _BY_GAME
