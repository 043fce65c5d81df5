"""What a robot is: something that sees a view of one seat and says a move."""

from __future__ import annotations

from random import Random
from typing import Protocol

from carteado.games import GAMES
from carteado.games.game import Game, Match, Move, View


class Bot(Protocol):
    """A robot. It keeps nothing between two questions: whatever it may know is in the view."""

    def choose(self, view: View, rng: Random, budget: float) -> Move | None:
        """The move that the seat of this view should make.

        Args:
            view: a seat's view; its ``legal`` lists the moves.
            rng: the only source of chance.
            budget: how long it may think, in seconds.

        Returns:
            A legal move, never a grave one; None only where nothing waits for the seat and it has nothing to
            say.
        """


def game_of(view: View) -> Game:
    """The game of a view."""
    return GAMES[view.game]


def watchers(game: Game, match: Match, seats: int) -> list[int]:
    """The seats that nothing waits for and that may say something of which a robot thinks by itself."""
    if not game.watchful:
        return []
    actors = match.actors()
    return [
        seat
        for seat in range(seats)
        if seat not in actors
        and any(isinstance(move, Move) and move.kind in game.watchful for move in match.legal(seat))
    ]


def moves_of(view: View) -> tuple[list[Move], list[Move]]:
    """The legal moves of a view that are not grave: those that answer what is asked now, and the asides."""
    game = game_of(view)
    grave = {action["move"] for action in view.actions if action.get("grave") is not None}
    turn: list[Move] = []
    asides: list[Move] = []
    for text in view.legal:
        if isinstance(text, str) and text not in grave:
            move = game.parse(text)
            (asides if move.kind in game.asides else turn).append(move)
    return turn, asides
