"""A room that does nothing, and the real door before it, for tests that need no table."""

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, DummyCookieJar, web

from carteado.games import GAMES
from carteado.room.messages import Answer, Command, Done, Listing, Welcome
from carteado.room.ports import Outlet, Person
from carteado.store.database import Database
from carteado.store.identities import Identities
from carteado.web import logs
from carteado.web.app import Door, Site
from carteado.web.limits import Limits
from carteado.web.lines import Lines
from carteado.web.serve import bind


class StubConnection:
    """Answers every command with `Done`."""

    def __init__(self, person: Person, outlet: Outlet) -> None:
        self.person = person
        self.outlet = outlet
        self.commands: list[Command] = []
        self.closed = False

    def handle(self, command: Command) -> None:
        self.commands.append(command)
        self.outlet.send(Done(id=command.id))

    def close(self) -> None:
        self.closed = True


class StubRoom:
    """Remembers who came and what they said."""

    def __init__(self) -> None:
        self.connections: list[StubConnection] = []
        self.renamed: list[Person] = []

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    def connect(self, person: Person, outlet: Outlet, network: str = "") -> StubConnection:
        connection = StubConnection(person, outlet)
        self.connections.append(connection)
        outlet.send(Welcome(person=person.tag, name=person.name, version="0", tables=[]))
        return connection

    def rename(self, person: Person) -> None:
        self.renamed.append(person)

    def listings(self) -> list[Listing]:
        return []

    def listing(self, table: str) -> Listing | None:
        return None

    def tables_of(self, person: str) -> list[str]:
        return []

    def people(self) -> int:
        return sum(not each.closed for each in self.connections)

    def say(self, message: Answer) -> None:
        """Send a message to every connection."""
        for each in self.connections:
            each.outlet.send(message)


class Visit:
    """A server with a stub room, and a client that keeps no cookie unless told."""

    def __init__(
        self, room: StubRoom, site: Site, database: Database, url: str, client: ClientSession, lines: Lines
    ) -> None:
        self.lines = lines
        self.room = room
        self.site = site
        self.database = database
        self.url = url
        self.client = client

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://")

    async def become(self, name: str = "Ana", **headers: str) -> str:
        """A new guest's Cookie header."""
        async with self.client.post(
            f"{self.url}/api/identity", json={"name": name}, headers={"Origin": self.url, **headers}
        ) as answer:
            assert answer.status == 201, await answer.text()
            return answer.headers["Set-Cookie"].split(";")[0]


@contextlib.asynccontextmanager
async def visit(
    folder: Path, door: Door | None = None, static: Path | None = None, now: Callable[[], float] | None = None
) -> AsyncIterator[Visit]:
    """Serve a stub room."""
    database = Database(folder / "room.sqlite3")
    room = StubRoom()
    more: dict[str, Any] = {} if now is None else {"now": now}
    site = Site(
        room, Identities(database), GAMES.values(), door or Door(), static or folder / "static", **more
    )
    runner = web.AppRunner(site.application(), access_log_class=logs.AccessLog, shutdown_timeout=1)
    await runner.setup()
    assert runner.server is not None
    limits = door.limits if door is not None else Limits()
    (listener,) = bind("127.0.0.1", 0)
    lines = Lines(runner.server, limits, door.trusted_proxies if door is not None else ())
    listening = await lines.listen(listener, 100)
    address = listener.getsockname()
    try:
        async with ClientSession(cookie_jar=DummyCookieJar()) as client:
            yield Visit(room, site, database, f"http://127.0.0.1:{address[1]}", client, lines)
    finally:
        listening.close()
        await site.sockets.stop()
        await runner.cleanup()
        database.close()
