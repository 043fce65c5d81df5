"""Random play to the end of a match, through the contract alone: for simulation, search and measuring.

It stands among the rules to be compiled with them. Like `Game.imagine` it draws from a source that is given.
"""

from __future__ import annotations

from typing import Final

from carteado.games.game import Game, Match, Move, Random

BITS: Final = 1 << 53
"""How many values ``Random.random`` takes: one drawing serves several places of an order."""
ENOUGH: Final = 1 << 30
"""Of so many values at least one is drawn: no place is likelier than another by more than 40 in 2**30."""


def random_order(items: tuple[int, ...], rng: Random) -> list[int]:
    """A permutation, each as likely up to the bits that `ENOUGH` tells of (Fisher and Yates)."""
    order = list(items)
    random = rng.random
    drawn = span = 0
    for last in range(len(order) - 1, 0, -1):
        if span < ENOUGH:
            drawn = int(random() * BITS)
            span = BITS
        other = drawn % (last + 1)
        drawn //= last + 1
        span //= last + 1
        item = order[last]
        order[last] = order[other]
        order[other] = item
    return order


def random_move(match: Match, seat: int, asides: frozenset[str], rng: Random) -> Move:
    """One of the moves that are asked of a seat, each as likely: no aside, no choice, none that is grave.

    Raises:
        ValueError: nothing is asked of this seat.
    """
    legal = match.legal(seat)
    count = len(legal)
    # most moves will do, so that drawing again is cheaper than sorting out
    for _ in range(4):
        move = legal[int(rng.random() * count)] if count else None
        if isinstance(move, Move) and move.kind not in asides and match.grave(seat, move) is None:
            return move
    good = [
        move
        for move in legal
        if isinstance(move, Move) and move.kind not in asides and match.grave(seat, move) is None
    ]
    if not good:
        raise ValueError(f"nothing is asked of seat {seat}")
    return good[int(rng.random() * len(good))]


def play_out(game: Game, match: Match, rng: Random, record: list[object] | None = None) -> int:
    """Play a match to its end, each move and deal drawn at random; the number of moves.

    ``record`` gets what happened, in order: a list for a deal, a tuple of seat and move for a move.
    """
    moves = 0
    asides = game.asides
    while True:
        actors = match.actors()
        if actors:
            seat = actors[0] if len(actors) == 1 else actors[int(rng.random() * len(actors))]
            move = random_move(match, seat, asides, rng)
            match.apply(seat, move)
            if record is not None:
                record.append((seat, move))
            moves += 1
            continue
        chance = match.chance()
        if chance is None:
            return moves
        order = random_order(chance.items, rng)
        match.deal(order)
        if record is not None:
            record.append(order)
