"""Who watches a table, each by a numbered stream of his own that counts what he may see and nothing else."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from carteado.games.game import Event, Seat
from carteado.room.messages import Answer
from carteado.room.ports import Outlet, Person

MISSED_MOST: Final = 200
"""Events that a returning client gets; who missed more gets the present view alone."""
ROOM_EVENTS: Final = frozenset(("said",))
"""Events of the room itself, which are no part of the game."""


class Link:
    """One socket of one person, as a table knows it."""

    __slots__ = ("open", "outlet", "person")

    def __init__(self, person: Person, outlet: Outlet) -> None:
        self.person: Person = person
        self.outlet: Final = outlet
        self.open: bool = True

    def send(self, message: Answer) -> None:
        """Hand a message over, unless the socket is gone."""
        if self.open:
            self.outlet.send(message)


class Viewer:
    """A person's stream of one table. All his sockets get the same items."""

    __slots__ = ("bit", "blind", "epoch", "fresh", "links", "n", "person", "seat", "watchers")

    def __init__(self, person: Person, seat: Seat, seats: int, watchers: bool) -> None:
        self.person: Person = person
        self.watchers: Final = watchers
        self.links: list[Link] = []
        self.renew(seat, seats)

    def renew(self, seat: Seat, seats: int) -> None:
        """Begin a new epoch: another role, or a table that came back from its journal."""
        self.seat: Seat = seat
        self.blind: bool = seat is None and not self.watchers
        """A table that nobody may watch shows him who sits, and nothing of the game."""
        self.bit: int = 1 << (seats if seat is None else seat)
        self.epoch: str = secrets.token_urlsafe(6)
        self.n: int = 0
        self.fresh: bool = True

    @property
    def place(self) -> str:
        """The stream's present number."""
        return f"{self.epoch}:{self.n}"


class Step:
    """One step of a table: its events, and whose streams counted it: a bit a seat, and one for watchers."""

    __slots__ = ("events", "seen")

    def __init__(self, events: Sequence[Event], seen: int) -> None:
        self.events: Final = events
        self.seen: Final = seen


class Steps:
    """The last steps of a table, for those who come back."""

    __slots__ = ("_count", "_steps")

    def __init__(self) -> None:
        self._steps: deque[Step] = deque()
        self._count = 0

    def add(self, events: Sequence[Event], seen: int) -> None:
        """Keep a step, and forget those that nobody can be given any more."""
        self._steps.append(Step(events, seen))
        self._count += 1 + len(events)
        while self._count > 2 * MISSED_MOST:
            self._count -= 1 + len(self._steps.popleft().events)

    def clear(self) -> None:
        """Forget all."""
        self._steps.clear()
        self._count = 0

    def missed(self, viewer: Viewer, after: str | None) -> list[dict[str, Any]] | None:
        """What a viewer may see of the steps since ``epoch:n``; None when that cannot be told any more."""
        if after is None:
            return None
        epoch, _, number = after.rpartition(":")
        if epoch != viewer.epoch or not (number.isascii() and number.isdigit()) or len(number) > 15:
            return None
        wanted = viewer.n - int(number)
        if wanted < 0:
            return None
        found: list[Step] = []
        for step in reversed(self._steps):
            if len(found) == wanted:
                break
            if step.seen & viewer.bit:
                found.append(step)
        if len(found) < wanted:
            return None
        events = [event for step in reversed(found) for event in seen(step.events, viewer)]
        return events if len(events) <= MISSED_MOST else None


def seen(events: Sequence[Event], viewer: Viewer) -> list[dict[str, Any]]:
    """What a viewer may see of events."""
    visible: list[dict[str, Any]] = []
    for event in events:
        if viewer.blind and event.kind not in ROOM_EVENTS:
            continue
        shown = event.seen_by(viewer.seat)
        if shown is not None:
            visible.append(shown)
    return visible
