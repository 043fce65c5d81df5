"""How long things take at a table, and the clock of the open decision. Seconds unless a name says ``ms``.

From the rulebooks' section 8 and the design's section 5. A kind of question is known by the move that the
clock would play, so that no rule of a game stands here.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from carteado.games.game import Event, Match
from carteado.room.messages import ClockSeen, Pace
from carteado.room.ports import Timer

MOVE: Final = 20.0
RESERVE_MS: Final = 60_000
"""Per seat and hand."""
QUESTIONS: Final = {
    "run": 15.0,  # an answer to a raise
    "accept": 15.0,
    "play_hand": 20.0,  # the decision of the special hand
    "decline": 20.0,
    "let_pass": 5.0,  # a claim window
    "draw": 15.0,  # a turn of Mau-Mau, before and after drawing, and with sevens owed
    "pass_turn": 15.0,
    "take_sevens": 15.0,
    "name_suit": 8.0,
}
"""By the kind of the default move."""
PACES: Final[dict[Pace, float]] = {"calm": 2.0, "normal": 1.0, "fast": 0.5, "none": 0.0}

HOLD_MS: Final = 2_500
"""Between two hands, so that everybody sees how the last one ended."""
LONG_HOLD_MS: Final = 8_000
"""Between two games of a match."""
LONG_HOLD_EVENTS: Final = frozenset(("game_won",))

ROBOT_LEAST: Final = 0.8
ROBOT_MOST: Final = 2.0
WATCHFUL_LEAST: Final = 1.5
WATCHFUL_MOST: Final = 3.5
"""In games where whoever is quick may say something out of turn, so that people can (Mau-Mau section 8)."""

AWAY: Final = 30.0
"""Without a connection, until a robot holds the seat."""
AWAY_WAITING: Final = 60.0
"""The same where no match runs: the seat is free then."""
REMATCH: Final = 60.0
ABANDONED: Final = 600.0
EMPTY: Final = 60.0
"""A table where nobody sits or watches, after a connection was lost; at once when the last one left."""
SILENCES: Final = 2
"""Time-outs in a row after which a robot holds the seat."""


def hold_after(events: list[Event]) -> int:
    """Milliseconds between the hand that these events ended and the next."""
    for event in events:
        if event.kind in LONG_HOLD_EVENTS:
            return LONG_HOLD_MS
    return HOLD_MS


class LoopClock:
    """The running event loop's clock."""

    __slots__ = ()

    def now(self) -> float:
        """See `carteado.room.ports.Clock`."""
        return time.monotonic()

    def wall(self) -> float:
        """See `carteado.room.ports.Clock`."""
        return time.time()

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """See `carteado.room.ports.Clock`."""
        loop = asyncio.get_running_loop()
        return loop.call_later(max(0.0, when - time.monotonic()), callback)


class DecisionClock:
    """The clock of one decision, from when it opened (or the server restarted) to when it closes."""

    __slots__ = ("decision", "of", "reserve", "seats", "started")

    def __init__(self, decision: int, seats: list[int], started: float, of: float, reserve: float) -> None:
        self.decision: Final = decision
        self.seats: Final = seats
        self.started: Final = started
        self.of: Final = of
        self.reserve: Final = reserve

    @property
    def deadline(self) -> float:
        """When the clock plays."""
        return self.started + self.of + self.reserve

    def used_ms(self, now: float) -> int:
        """How much of the reserve has gone."""
        over = now - self.started - self.of
        return 0 if over <= 0 else round(min(over, self.reserve) * 1000)

    def seen(self, now: float) -> ClockSeen:
        """The clock as every viewer sees it."""
        left = self.started + self.of - now
        used = self.used_ms(now)
        return ClockSeen(
            seats=self.seats,
            left_ms=max(0, round(left * 1000)),
            of_ms=round(self.of * 1000),
            reserve_ms=round(self.reserve * 1000) - used,
            in_reserve=left <= 0 and self.reserve > 0,
        )


def open_clock(match: Match, pace: Pace, reserves: list[int], now: float) -> DecisionClock | None:
    """The clock of the open decision, with its full time; None when nobody is asked or the pace is none.

    A question asked of several seats has one clock and no reserve. Its seats are all that were asked, also
    who has voted: who has not is their secret.
    """
    factor = PACES[pace]
    actors = match.actors()
    if not actors or factor == 0:
        return None
    first = actors[0]
    seats = asked(match, actors)
    of = QUESTIONS.get(match.default(first).kind, MOVE) * factor
    reserve = reserves[first] / 1000 if len(seats) == 1 else 0.0
    return DecisionClock(match.decision, seats, now, of, reserve)


def asked(match: Match, actors: list[int]) -> list[int]:
    """All seats of the open questions, in order: who has yet to answer and who shares one with them."""
    if len(actors) == 1:
        shared = match.shared(actors[0])
        return sorted({actors[0], *shared}) if shared else actors
    seats = set(actors)
    for each in actors:
        seats.update(match.shared(each))
    return sorted(seats)
