"""The room: all tables, who is connected, and the list of open tables for those who look at it."""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
from collections.abc import Mapping
from typing import Final

import structlog
from msgspec import Struct

from carteado import __version__
from carteado.games import GAMES
from carteado.games.game import BadOptions, Game
from carteado.room import times
from carteado.room.mail import Detach, House, Incoming, Renamed
from carteado.room.messages import Command, Create, Done, Leave, Listing, Lobby, Ping, Quick, Tables, Welcome
from carteado.room.messages import Refused as RefusedAnswer
from carteado.room.ports import Clock, Delays, Journal, Outlet, Person, Shuffler, Thinker, Timer
from carteado.room.state import BadJournal, restore
from carteado.room.streams import Link
from carteado.room.table import Table
from carteado.shuffle import System

log = structlog.get_logger(__name__)

LISTINGS_EVERY: Final = 1.0
"""Seconds between two lists to the same subscriber, at least."""
LISTINGS_MOST: Final = 5_000
"""Lines (tables times subscribers) in one round; where there are more, rounds come less often."""
REMEMBERED: Final = 10_000
"""Commands that made tables, so that the same command makes no second one."""


class Limits(Struct, frozen=True):
    """How much of the room there is for everybody."""

    tables: int = 2000
    hosted: int = 5
    """Tables with the same host."""
    tables_per_address: int = 100
    """Tables made from one address since the start of the server; a bar behind one address has many."""
    viewers: int = 60
    """Persons at one table, seats included."""
    entered: int = 20
    """Tables that one socket looks at."""


class Socket(Link):
    """One socket of one person: see `carteado.room.ports.Connection`."""

    __slots__ = ("_room", "network", "tables")

    def __init__(self, room: Room, person: Person, outlet: Outlet, network: str) -> None:
        super().__init__(person, outlet)
        self._room: Final = room
        self.network: Final = network
        self.tables: Final[set[str]] = set()

    def handle(self, command: Command) -> None:
        """See `carteado.room.ports.Connection`."""
        if self.open:
            self._room.take(self, command)

    def close(self) -> None:
        """See `carteado.room.ports.Connection`."""
        if self.open:
            self.open = False
            self._room.left(self)


class Room:
    """All tables of this process: see `carteado.room.ports.RoomFacade`."""

    def __init__(
        self,
        journal: Journal,
        thinker: Thinker,
        *,
        games: Mapping[str, Game] = GAMES,
        clock: Clock | None = None,
        shuffler: Shuffler | None = None,
        delays: Delays | None = None,
        limits: Limits | None = None,
        level: str = "casual",
    ) -> None:
        self.limits: Final = limits or Limits()
        self._games: Final = games
        self._clock: Final = clock or times.LoopClock()
        self._journal: Final = journal
        self._tables: dict[str, Table] = {}
        self._ending: set[Table] = set()  # closed, and not yet in the journal as such
        self._sockets: dict[str, set[Socket]] = {}  # by identity
        self._watching: set[Socket] = set()  # the list of tables
        self._made_in: dict[str, set[str]] = {}  # tables by the network they were made from
        self._made: dict[tuple[str, str], str] = {}
        self._seated: dict[str, dict[str, None]] = {}  # tables by identity
        self._seats_of: dict[str, set[str]] = {}  # identities by table
        self._listings: list[Listing] | None = None
        self._told_at = -LISTINGS_EVERY
        self._tell_timer: Timer | None = None
        self._stopped = False
        self._house: Final = House(
            games=games,
            journal=journal,
            clock=self._clock,
            shuffler=shuffler or System(),
            thinker=thinker,
            delays=delays or random.SystemRandom(),
            level=level,
            viewers_most=self.limits.viewers,
            may_host=self._may_host,
            changed=self._changed,
            closed=self._closed,
            ended=self._ending.discard,
        )

    # --------------------------------------------------------------------------------------- start and stop

    async def start(self) -> None:
        """See `carteado.room.ports.RoomFacade`. A table that cannot be read is left alone in the journal."""
        for id in await self._journal.tables():
            loaded = await self._journal.load(id)
            try:
                state = restore(loaded.snapshot, (data for _, data in loaded.entries), self._games)
            except BadJournal as error:
                log.error("table_unreadable", error=str(error))
                continue
            if state is None:
                continue
            table = self._tables[id] = self._table(id)
            self._remember(state.opened.host.id, state.opened.id, id)
            table.resume(state, state.entries + len(loaded.entries))
            self._changed(table)

    async def stop(self) -> None:
        """See `carteado.room.ports.RoomFacade`."""
        self._stopped = True
        if self._tell_timer is not None:
            self._tell_timer.cancel()
        await asyncio.gather(*(table.stop() for table in [*self._tables.values(), *self._ending]))

    def _table(self, id: str) -> Table:
        # what robots hear of a table must not open it
        key = hashlib.sha256(id.encode()).hexdigest()[:16]
        return Table(id, self._house, key)

    # ------------------------------------------------------------------------------------------ connections

    def connect(self, person: Person, outlet: Outlet, network: str = "") -> Socket:
        """See `carteado.room.ports.RoomFacade`."""
        socket = Socket(self, person, outlet, network)
        mine = self._sockets.setdefault(person.id, set())
        mine.add(socket)
        socket.send(Welcome(person.tag, person.name, __version__, self.tables_of(person.id)))
        self._tell_soon()
        return socket

    def left(self, socket: Socket) -> None:
        """A socket has closed."""
        mine = self._sockets.get(socket.person.id)
        if mine is not None:
            mine.discard(socket)
            if not mine:
                del self._sockets[socket.person.id]
        self._watching.discard(socket)
        for id in socket.tables:
            table = self._tables.get(id)
            if table is not None:
                table.post(Detach(socket))
        self._tell_soon()

    def rename(self, person: Person) -> None:
        """See `carteado.room.ports.RoomFacade`."""
        for socket in self._sockets.get(person.id, ()):
            socket.person = person
        for table in self._tables.values():
            state = table.state
            if person.id in table.viewers or (state is not None and state.seat_of(person.id) is not None):
                table.post(Renamed(person))

    def people(self) -> int:
        """See `carteado.room.ports.RoomFacade`."""
        return len(self._sockets)

    # --------------------------------------------------------------------------------------------- commands

    def take(self, socket: Socket, command: Command) -> None:
        """A client's message."""
        if self._stopped:
            return
        match command:
            case Create() | Quick():
                self._create(socket, command)
            case Ping():
                socket.send(Done(command.id))
            case Lobby():
                self._watch(socket, command)
            case _:
                self._to_table(socket, command, str(getattr(command, "table", "")))

    def _to_table(self, socket: Socket, command: Command, id: str) -> None:
        table = self._tables.get(id)
        if table is None:
            if isinstance(command, Leave):
                socket.send(Done(command.id))  # closed, perhaps by the very same command
            else:
                socket.send(RefusedAnswer(command.id, "no_such_table", {}))
            return
        if id not in socket.tables:
            if len(socket.tables) >= self.limits.entered:
                socket.tables.intersection_update(self._tables)
            if len(socket.tables) >= self.limits.entered:
                facts: dict[str, object] = {"limit": self.limits.entered}
                socket.send(RefusedAnswer(command.id, "too_many_tables", facts))
                return
            socket.tables.add(id)
        table.post(Incoming(socket, command))

    def _watch(self, socket: Socket, command: Lobby) -> None:
        socket.send(Done(command.id))
        if command.on:
            self._watching.add(socket)
            socket.send(self._list())
        else:
            self._watching.discard(socket)

    def _create(self, socket: Socket, command: Create | Quick) -> None:
        person = socket.person.id
        made = self._made.get((person, command.id))
        if made is not None:
            table = self._tables.get(made)
            if table is None:
                socket.send(Done(command.id, table=made))
            else:
                socket.tables.add(made)
                table.post(Incoming(socket, command))
            return
        refusal = self._check_create(socket, command)
        if refusal is not None:
            code, facts = refusal
            socket.send(RefusedAnswer(command.id, code, facts))
            return
        id = secrets.token_urlsafe(12)  # 96 bits: the id is the key of a private table
        table = self._tables[id] = self._table(id)
        self._remember(person, command.id, id)
        self._made_in.setdefault(socket.network, set()).add(id)
        socket.tables.add(id)
        table.open(socket, command)

    def _check_create(self, socket: Socket, command: Create | Quick) -> tuple[str, dict[str, object]] | None:
        game = self._games.get(command.game)
        if game is None:
            return "no_such_game", {}
        if command.seats not in game.seats:
            return "bad_options", {"option": "seats", "values": list(game.seats)}
        try:
            game.full_options(command.options)
        except BadOptions as error:
            return "bad_options", {"problem": str(error)[:200]}
        if isinstance(command, Create) and command.pace == "none" and not command.private:
            return "bad_options", {"option": "pace"}
        if len(self._tables) >= self.limits.tables:
            return "room_full", {"limit": self.limits.tables}
        if not self._may_host(socket.person.id):
            return "too_many_tables", {"limit": self.limits.hosted}
        if socket.network and len(self._made_in.get(socket.network, ())) >= self.limits.tables_per_address:
            return "room_full", {"limit": self.limits.tables_per_address}
        return None

    def _may_host(self, person: str) -> bool:
        hosted = sum(1 for table in self._tables.values() if self._hosts(table, person))
        return hosted < self.limits.hosted

    def _hosts(self, table: Table, person: str) -> bool:
        state = table.state
        if state is None:
            return table.creator == person  # on its way into the journal
        return state.host is not None and state.host.id == person

    def _remember(self, person: str, command: str, table: str) -> None:
        self._made[person, command] = table
        if len(self._made) > REMEMBERED:
            del self._made[next(iter(self._made))]

    # --------------------------------------------------------------------------------------- the open tables

    def listings(self) -> list[Listing]:
        """See `carteado.room.ports.RoomFacade`."""
        if self._listings is None:
            self._listings = []
            for table in self._tables.values():
                listing = table.listing()
                if listing is not None and table.state is not None and not table.state.opened.private:
                    self._listings.append(listing)
        return self._listings

    def listing(self, table: str) -> Listing | None:
        """See `carteado.room.ports.RoomFacade`."""
        found = self._tables.get(table)
        return None if found is None else found.listing()

    def tables_of(self, person: str) -> list[str]:
        """See `carteado.room.ports.RoomFacade`."""
        return list(self._seated.get(person, ()))

    def _note_seats(self, id: str, persons: set[str]) -> None:
        before = self._seats_of.pop(id, set())
        if persons:
            self._seats_of[id] = persons
        for person in before - persons:
            tables = self._seated[person]
            del tables[id]
            if not tables:
                del self._seated[person]
        for person in persons - before:
            self._seated.setdefault(person, {})[id] = None

    def _changed(self, table: Table) -> None:
        if table.state is not None:
            seats = table.state.seats
            self._note_seats(table.id, {seat.person.id for seat in seats if seat.person is not None})
        if table.state is not None and not table.state.opened.private:
            self._listings = None
            self._tell_soon()

    def _closed(self, table: Table) -> None:
        self._tables.pop(table.id, None)
        for network, made in list(self._made_in.items()):
            made.discard(table.id)
            if not made:
                del self._made_in[network]
        if table.durable:
            self._ending.add(table)
        self._note_seats(table.id, set())
        if table.state is None:
            # never opened, so the same command may try again
            self._made = {key: id for key, id in self._made.items() if id != table.id}
        self._listings = None
        self._tell_soon()

    def _list(self) -> Tables:
        return Tables(self.listings(), self.people())

    def _tell_soon(self) -> None:
        if self._tell_timer is None and self._watching and not self._stopped:
            lines = len(self._watching) * len(self.listings())
            pause = LISTINGS_EVERY * max(1.0, lines / LISTINGS_MOST)
            when = max(self._clock.now(), self._told_at + pause)
            self._tell_timer = self._clock.call_at(when, self._tell)

    def _tell(self) -> None:
        self._tell_timer = None
        self._told_at = self._clock.now()
        if self._watching:
            message = self._list()
            for socket in list(self._watching):
                socket.send(message)
