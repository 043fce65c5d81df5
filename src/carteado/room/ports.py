"""What the room needs from the outside, and what it offers: small Protocols, satisfied by structure.

`store/` implements `Journal`, `bots/` implements `Thinker`, `web/` implements `Outlet` and calls `RoomFacade`
(which `carteado.room.lobby.Room` is). Tests give their own clock, shuffler, thinker and journal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from carteado.games.game import Plain
from carteado.room.messages import Answer, Command, Listing

# ------------------------------------------------------------------------------------------------- people


class Person(Struct, frozen=True):
    """Somebody with an identity. ``id`` is secret to the house, ``tag`` and ``name`` are for everybody."""

    id: str
    """The identity: the same after a reconnection and after a restart; never sent to anybody else."""
    tag: str
    """What others may know him by, such as a short hash of the identity."""
    name: str


# ------------------------------------------------------------------------------------------------ journal


class JournalFailed(Exception):
    """The journal could not write or read durably (disk full, locked, lost connection).

    Whether the entries of a failed `Journal.append` are there is known only after a `Journal.load`.
    """


class Loaded(Struct, frozen=True):
    """What a journal holds of one table: the last snapshot, and all entries after it with their numbers."""

    snapshot: bytes | None
    entries: list[tuple[int, bytes]]
    """Numbers are per table, 1, 2, 3... without holes, in the order of `Journal.append`."""


class Journal(Protocol):
    """Durable memory of the tables. Entries and snapshots are opaque bytes, and secret: they hold cards.

    Tables append at the same time; making one commit of many appends is the journal's affair. One table has
    at most one call in flight.
    """

    async def append(self, table: str, entries: Sequence[bytes]) -> None:
        """Add entries, all or none, and return when they are durable. The first append opens the table.

        Raises:
            JournalFailed: they may not be durable.
        """

    async def snapshot(self, table: str, after: int, data: bytes) -> None:
        """Keep the state of a table as it is after entry ``after``; older snapshots may go, entries stay.

        Raises:
            JournalFailed: it was not kept; nothing is lost, the entries are there.
        """

    async def load(self, table: str) -> Loaded:
        """The last snapshot and the entries after it; no snapshot and no entries for an unknown table.

        Raises:
            JournalFailed: the store cannot be read now.
        """

    async def tables(self) -> list[str]:
        """The tables that were opened and not dropped, oldest first.

        Raises:
            JournalFailed: the store cannot be read now.
        """

    async def drop(self, table: str) -> None:
        """The table has closed: `tables` names it no more, its entries stay as its record.

        Raises:
            JournalFailed: it is still open.
        """


# --------------------------------------------------------------------------------------- time and chance


class Timer(Protocol):
    """A call that waits; `asyncio.TimerHandle` is one."""

    def cancel(self) -> None:
        """Do not call. Harmless after the call."""


class Clock(Protocol):
    """The only source of time of a table; a test's clock stands still until told."""

    def now(self) -> float:
        """Seconds that never go back, from any zero."""

    def wall(self) -> float:
        """Seconds since 1970, for the record only."""

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call once when `now` has reached ``when``, from the event loop; in its next turn if it has."""


class Shuffler(Protocol):
    """The only source of chance of a table's cards."""

    def order(self, items: Sequence[int]) -> list[int]:
        """A permutation of the items, each equally likely (`carteado.shuffle.System`)."""


class Delays(Protocol):
    """Chance apart from the cards, for the pace of robots; `random.Random` is one."""

    def uniform(self, a: float, b: float, /) -> float:
        """A number from a to b."""


# ------------------------------------------------------------------------------------------------- robots


class Thinker(Protocol):
    """Where robots think: worker processes, so that the event loop never waits."""

    async def choose(self, game: str, view: dict[str, Plain], level: str, key: str) -> str | None:
        """The text of the move that a robot wants, from nothing but the plain view of its seat.

        Args:
            game: the game's id.
            view: ``View.plain()`` with ``memory``; ``view["legal"]`` lists the moves.
            level: ``random``, ``casual``, ...
            key: the same for all questions to one robot in one match, for its own randomness.

        Returns:
            A legal move's text. None when the robot has nothing to say: it may be asked about a proposal of
            its partner (an aside) while nothing waits for it, and need not answer. Moves that are no longer
            legal when they arrive are dropped; an exception, None or an illegal move where the match waits
            for the robot makes the table play the default.
        """


# ---------------------------------------------------------------------------------------------- the room


class Outlet(Protocol):
    """A viewer's way out: one per socket. The room never waits for it."""

    def send(self, message: Answer) -> None:
        """Queue a message for the client, in order. Never blocks, never raises; drops what is too much.

        The message and what hangs on it are never changed afterwards, so it may be encoded later.
        """


class Connection(Protocol):
    """One socket of one person. Call from the event loop's thread."""

    @property
    def person(self) -> Person:
        """Whose it is."""

    def handle(self, command: Command) -> None:
        """Take a decoded client message (`messages.AnyCommand`); answers come by the outlet, once durable."""

    def close(self) -> None:
        """The socket is gone. Harmless the second time."""


class RoomFacade(Protocol):
    """What `web/` calls."""

    async def start(self) -> None:
        """Restore all tables from the journal; call before the first client is answered.

        Raises:
            JournalFailed: the journal cannot be read.
        """

    async def stop(self) -> None:
        """Finish what is under way, write snapshots, answer nobody more; the caller closes the sockets."""

    def connect(self, person: Person, outlet: Outlet, network: str = "") -> Connection:
        """A new socket of a person; sends him `messages.Welcome` at once.

        ``network`` is where it comes from, for the limit of tables; empty for nowhere that is limited.
        """

    def rename(self, person: Person) -> None:
        """The person with this id has a new name (or tag): his seats and connections carry it from now on."""

    def listings(self) -> list[Listing]:
        """The tables that anybody may see, oldest first."""

    def listing(self, table: str) -> Listing | None:
        """One table, private ones too (the id is the key); None when there is none."""

    def tables_of(self, person: str) -> list[str]:
        """The tables where the person with this id has a seat."""

    def people(self) -> int:
        """Persons connected now."""
