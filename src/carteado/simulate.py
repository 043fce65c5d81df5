"""Many matches between robots, from one seed: the same seed gives the same matches."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from carteado import record
from carteado.bots import BOTS
from carteado.bots.base import Bot, watchers
from carteado.games.game import Game, Match, Move

BUDGET: Final = 0.1
"""Seconds that a robot may think about a move."""
MOST_MOVES: Final = 100_000
"""A match that takes more is not going to end."""


class SimulationFailed(Exception):
    """A robot did what it may not, or a match does not end; says how to see it again."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a match went; ``bots`` are the names by seat."""

    number: int
    bots: tuple[str, ...]
    entries: tuple[int, ...]
    """By seat, the place of its robot in the list that was given."""
    winners: tuple[int, ...]
    points: tuple[int, ...]
    reason: str
    hands: int
    moves: int


@dataclass(slots=True)
class Entry:
    """What one robot of the list has done; seats of one entry that are partners win and score once."""

    name: str
    matches: int = 0
    won: int = 0
    points: int = 0

    def share(self) -> float:
        """Matches won, 0 to 1."""
        return self.won / self.matches if self.matches else 0.0

    def interval(self) -> tuple[float, float]:
        """Where the share lies with 95 % confidence (Wilson)."""
        n, z = self.matches, 1.96
        if not n:
            return 0.0, 1.0
        middle = (self.share() + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(self.share() * (1 - self.share()) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(slots=True)
class Tally:
    """What came of the matches so far."""

    entries: list[Entry]
    matches: int = 0
    draws: int = 0
    hands: int = 0
    moves: int = 0
    cpu_seconds: float = 0.0
    reasons: dict[str, int] = field(default_factory=dict)

    def add(self, played: Played) -> None:
        """Count a match."""
        self.matches += 1
        self.hands += played.hands
        self.moves += played.moves
        self.draws += not played.winners
        self.reasons[played.reason] = self.reasons.get(played.reason, 0) + 1
        for at, entry in enumerate(self.entries):
            seats = [seat for seat, each in enumerate(played.entries) if each == at]
            if seats:
                entry.matches += 1
                entry.won += any(seat in played.winners for seat in seats)
                entry.points += max(played.points[seat] for seat in seats)

    def plain(self) -> dict[str, Any]:
        """All figures, for JSON."""
        return {
            "matches": self.matches,
            "draws": self.draws,
            "hands_per_match": self.hands / max(1, self.matches),
            "moves": self.moves,
            "cpu_seconds": self.cpu_seconds,
            "moves_per_cpu_second": self.moves / self.cpu_seconds if self.cpu_seconds else None,
            "reasons": self.reasons,
            "bots": [
                {
                    "name": entry.name,
                    "matches": entry.matches,
                    "won": entry.won,
                    "share": entry.share(),
                    "interval": list(entry.interval()),
                    "points_per_match": entry.points / max(1, entry.matches),
                }
                for entry in self.entries
            ],
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: robots go round the seats, and one seat on with each match when ``rotate``."""

    game: Game
    options: Mapping[str, object]
    seats: int
    bots: Sequence[str]
    seed: str
    rotate: bool = True
    folder: Path | None = None
    """Where whole records are written, if anywhere."""

    def entries(self, number: int) -> tuple[int, ...]:
        """By seat, which robot of the list sits there in a match."""
        shift = number if self.rotate else 0
        return tuple((seat + shift) % self.seats % len(self.bots) for seat in range(self.seats))


def simulate(plan: Plan, matches: int) -> Iterator[tuple[Tally, Played]]:
    """Play matches one after the other; after each the tally so far, always the same object.

    Raises:
        SimulationFailed: see there.
        BadOptions: options or seats that the game does not have.
    """
    plan.game.start(plan.options, plan.seats)
    tally = Tally([Entry(name) for name in plan.bots])
    for number in range(matches):
        began = time.process_time()
        played = play(plan, number)
        tally.cpu_seconds += time.process_time() - began
        tally.add(played)
        yield tally, played


def play(plan: Plan, number: int) -> Played:
    """Play match ``number`` of a plan.

    Raises:
        SimulationFailed: see there.
    """
    match = plan.game.start(plan.options, plan.seats)
    if plan.folder is None:
        return _play(plan, number, match, None)
    name = f"{plan.game.id}-{plan.seed}-{number}{record.SUFFIX}"
    header = record.Header(
        game=plan.game.id,
        options=plan.game.full_options(plan.options),
        seats=plan.seats,
        eyes="whole",
        players=[plan.bots[at] for at in plan.entries(number)],
    )
    with (plan.folder / name).open("wb") as out:
        return _play(plan, number, match, record.Writer(out, header))


def _play(plan: Plan, number: int, match: Match, writer: record.Writer | None) -> Played:
    entries = plan.entries(number)
    bots = [BOTS[plan.bots[at]]() for at in entries]
    shuffles = Random(f"{plan.seed}:{number}")
    minds = [Random(f"{plan.seed}:{number}:{seat}") for seat in range(plan.seats)]
    moves = 0
    while (result := match.result()) is None:
        chance = match.chance()
        if chance is not None:
            order = list(chance.items)
            shuffles.shuffle(order)
            match.deal(order)
            if writer is not None:
                writer.deal(chance, order)
            continue
        seat = match.actors()[0]
        move = bots[seat].choose(match.view(seat), minds[seat], BUDGET)
        refusal = None if move is None else match.check(seat, move)
        if move is None or refusal is not None or moves == MOST_MOVES:
            why = (
                "says nothing"
                if move is None
                else f"says {move}: {refusal}"
                if refusal
                else "plays without end"
            )
            raise SimulationFailed(
                f"match {number} of seed {plan.seed}, move {moves}: "
                f"{plan.bots[entries[seat]]} in seat {seat} {why}"
            )
        match.apply(seat, move)
        moves += 1
        if writer is not None:
            writer.move(seat, move, by="robot")
        spoken = _spoken(plan, match, bots, minds)
        if spoken is not None:
            match.apply(*spoken)
            moves += 1
            if writer is not None:
                writer.move(*spoken, by="robot")
    if writer is not None:
        writer.end(result)
    names = tuple(plan.bots[at] for at in entries)
    return Played(
        number, names, entries, result.winners, result.points, result.reason, match.hand_number(), moves
    )


def _spoken(
    plan: Plan, match: Match, bots: Sequence[Bot], minds: Sequence[Random]
) -> tuple[int, Move] | None:
    """What a robot says out of its turn, asked clockwise from whose turn it is; None when nobody speaks."""
    watching = watchers(plan.game, match, plan.seats)
    if not watching:
        return None
    actors = match.actors()
    first = actors[0] if actors else 0
    watching.sort(key=lambda each: (each - first) % plan.seats)
    for seat, view in zip(watching, match.views(watching), strict=True):
        move = bots[seat].choose(view, minds[seat], BUDGET)
        if move is not None and move.kind in plan.game.watchful and match.check(seat, move) is None:
            return seat, move
    return None
