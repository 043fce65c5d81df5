"""What reaches a table by its queue, and what all tables of a room share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from carteado.games.game import Game
from carteado.room.messages import Command
from carteado.room.ports import Clock, Delays, Journal, Person, Shuffler, Thinker
from carteado.room.robots import Thought
from carteado.room.streams import Link

if TYPE_CHECKING:
    from carteado.room.table import Table


class House:
    """What all tables of a room share."""

    def __init__(
        self,
        games: Mapping[str, Game],
        journal: Journal,
        clock: Clock,
        shuffler: Shuffler,
        thinker: Thinker,
        delays: Delays,
        level: str,
        viewers_most: int,
        may_host: Callable[[str], bool],
        changed: Callable[[Table], None],
        closed: Callable[[Table], None],
        ended: Callable[[Table], None],
    ) -> None:
        self.games: Final = games
        self.journal: Final = journal
        self.clock: Final = clock
        self.shuffler: Final = shuffler
        self.thinker: Final = thinker
        self.delays: Final = delays
        self.level: Final = level
        self.viewers_most: Final = viewers_most
        self.may_host: Final = may_host
        """Whether a person may have one table more."""
        self.changed: Final = changed
        self.closed: Final = closed
        """It is no table any more, though the journal may still have to hear of it."""
        self.ended: Final = ended


class Incoming:
    """A client's message."""

    __slots__ = ("command", "link")

    def __init__(self, link: Link, command: Command) -> None:
        self.link: Final = link
        self.command: Final = command


class Detach:
    """A socket is gone."""

    __slots__ = ("link",)

    def __init__(self, link: Link) -> None:
        self.link: Final = link


class Renamed:
    """A person has another name."""

    __slots__ = ("person",)

    def __init__(self, person: Person) -> None:
        self.person: Final = person


class Tick:
    """Something may be due."""

    __slots__ = ()


class Stop:
    """The server goes down."""

    __slots__ = ()


Mail = Incoming | Detach | Renamed | Tick | Thought | Stop
