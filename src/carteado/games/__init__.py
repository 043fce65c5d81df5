"""The rules, and the catalogue of games by their id."""

from __future__ import annotations

from typing import Final

from carteado.games import cacheta_game, mau_mau_notation, sueca_notation, truco_mineiro, truco_paulista
from carteado.games.game import Game

GAMES: Final[dict[str, Game]] = {
    game.id: game
    for game in (
        truco_paulista.GAME,
        truco_mineiro.GAME,
        sueca_notation.GAME,
        cacheta_game.GAME,
        mau_mau_notation.GAME,
    )
}
