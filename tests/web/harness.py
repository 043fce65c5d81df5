"""The real server for tests: on a free port, with laid cards, robots by script, and a clock to turn.

`served` runs it in the test's own event loop, with `Tab` as a browser's tab at the level of sockets.
`Harness` runs it in a thread, for tests that drive a browser. `python -m tests.web.harness` serves by hand.
"""

import argparse
import asyncio
import contextlib
import heapq
import itertools
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse, DummyCookieJar, WSMsgType

from carteado.room.messages import (
    AnyAnswer,
    Bye,
    Command,
    Done,
    Gone,
    Item,
    Play,
    Refused,
    Tables,
    Welcome,
    whole_view,
)
from carteado.room.ports import Shuffler, Timer
from carteado.web.app import STATIC, Door
from carteado.web.limits import Limits
from carteado.web.serve import Parts, Server, bind, start
from tests.room.rig import Brain, Deck

T = TypeVar("T")

PATIENCE = 20.0
"""Seconds after which a test gives up waiting for something that must come."""

NO_LIMITS = Limits(
    messages_per_second=1e6,
    messages_burst=1e6,
    person_messages_per_second=1e6,
    person_messages_burst=1e6,
    sockets_per_person=1000,
    sockets_per_address=10_000,
    connections_per_address=10_000,
    bytes_per_second=1e9,
    bytes_burst=1e9,
    identities_per_hour=1e6,
    requests_burst=1e6,
)


class Brisk:
    """Robots that wait this long, always."""

    def __init__(self, seconds: float = 0.02) -> None:
        self.seconds = seconds

    def uniform(self, a: float, b: float, /) -> float:
        return self.seconds


class _Timer:
    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class TurnedClock:
    """The time of the event loop, which a test can turn forward: everything that falls due then happens.

    ``standing``: it goes on only when it is turned.
    """

    def __init__(self, standing: bool = False) -> None:
        self._standing = standing
        self._ahead = 0.0
        self._due: list[tuple[float, int, _Timer]] = []
        self._count = itertools.count()
        self._handle: asyncio.TimerHandle | None = None

    def now(self) -> float:
        return (1000.0 if self._standing else time.monotonic()) + self._ahead

    def wall(self) -> float:
        return (1.7e9 if self._standing else time.time()) + self._ahead

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        timer = _Timer(callback)
        heapq.heappush(self._due, (when, next(self._count), timer))
        self._arm()
        return timer

    def turn(self, seconds: float) -> None:
        """Go forward. Call from the loop of the server."""
        self._ahead += seconds
        self._arm()

    def _arm(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        while self._due and self._due[0][2].cancelled:
            heapq.heappop(self._due)
        if self._due and not (self._standing and self._due[0][0] > self.now()):
            wait = max(0.0, self._due[0][0] - self.now())
            self._handle = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._handle = None
        while self._due and self._due[0][0] <= self.now():
            timer = heapq.heappop(self._due)[2]
            if not timer.cancelled:
                timer.callback()
        self._arm()


# ------------------------------------------------------------------------------------ in the test's own loop


class Tab:
    """A browser's tab without the browser: a cookie, a socket, and everything that came by it."""

    def __init__(self, url: str, client: ClientSession, cookie: str) -> None:
        self.url = url
        self.cookie = cookie
        self.client = client
        self.got: list[AnyAnswer] = []
        self.raw: list[bytes] = []
        self.socket: ClientWebSocketResponse | None = None
        self.closed_with: int | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self._ids = itertools.count(1)
        self._used = 0
        self.fuse: int | None = None
        """Messages after which the line breaks."""

    @classmethod
    async def new(cls, url: str, client: ClientSession, name: str = "Ana") -> "Tab":
        """A new guest with a socket."""
        async with client.post(f"{url}/api/identity", json={"name": name}) as answer:
            assert answer.status == 201, await answer.text()
            cookie = answer.headers["Set-Cookie"].split(";")[0]
        tab = cls(url, client, cookie)
        await tab.open()
        return tab

    async def open(self) -> "Tab":
        """Open the socket, also again, and wait to be welcome."""
        self._used = len(self.got)
        self.closed_with = None
        self.socket = await self.client.ws_connect(
            f"{self.url}/ws", headers={"Cookie": self.cookie, "Origin": self.url}, max_msg_size=0
        )
        self._reader = asyncio.create_task(self._read(self.socket))
        await self.wait(lambda: any(isinstance(each, Welcome | Bye) for each in self.got[self._used :]))
        return self

    async def _read(self, socket: ClientWebSocketResponse) -> None:
        decoder = msgspec.json.Decoder(AnyAnswer)
        with contextlib.suppress(ConnectionError):
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    data = message.data.encode()
                    async with self._news:
                        self.raw.append(data)
                        self.got.append(decoder.decode(data))
                        self._news.notify_all()
                    if self.fuse is not None:
                        self.fuse -= 1
                        if self.fuse == 0:
                            self._abort(socket)
                            break
        async with self._news:
            self.closed_with = socket.close_code or 1006
            self._news.notify_all()

    async def wait(self, come: Callable[[], object]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(come)

    async def drop(self) -> None:
        """Lose the line without a word."""
        assert self.socket is not None
        assert self._reader is not None
        self._abort(self.socket)
        await self._reader

    def _abort(self, socket: ClientWebSocketResponse) -> None:
        connection = socket._response.connection
        if connection is not None and connection.transport is not None:
            connection.transport.abort()

    async def close(self) -> None:
        """Close the tab."""
        if self.socket is not None:
            await self.socket.close()
        if self._reader is not None:
            await self._reader

    def id(self) -> str:
        return f"i{next(self._ids)}"

    async def post(self, message: Command | dict[str, Any] | bytes | str) -> None:
        """Send a message, whatever it is."""
        assert self.socket is not None
        if isinstance(message, str):
            data = message.encode()
        elif isinstance(message, bytes):
            data = message
        else:
            data = msgspec.json.encode(message)
        with contextlib.suppress(ConnectionError):  # a line that is dead says so to the reader
            await self.socket.send_frame(data, WSMsgType.TEXT)

    async def do(self, command: Command) -> Done | Refused:
        """Send a command and wait for its answer."""
        before = len(self.got)
        await self.post(command)

        def answers() -> list[Done | Refused]:
            new = self.got[before:]
            return [each for each in new if isinstance(each, Done | Refused) and each.id == command.id]

        await self.wait(lambda: answers() or self.closed_with)
        assert answers(), f"cut off with {self.closed_with} instead of an answer: {self.got[-1:]}"
        return answers()[0]

    async def ok(self, command: Command) -> Done:
        answer = await self.do(command)
        assert isinstance(answer, Done), answer
        return answer

    async def refused(self, command: Command) -> str:
        answer = await self.do(command)
        assert isinstance(answer, Refused), answer
        return answer.code

    def items(self, table: str | None = None) -> list[Item]:
        return [each for each in self.got if isinstance(each, Item) and table in (None, each.table)]

    @property
    def item(self) -> Item:
        return self.items()[-1]

    @property
    def view(self) -> dict[str, Any]:
        view = self.item.view
        assert view is not None
        return whole_view(view)

    @property
    def bye(self) -> str | None:
        """Why the socket was cut off."""
        return next((each.reason for each in reversed(self.got) if isinstance(each, Bye)), None)

    @property
    def tables(self) -> Tables | None:
        return next((each for each in reversed(self.got) if isinstance(each, Tables)), None)

    @property
    def gone(self) -> Gone | None:
        return next((each for each in reversed(self.got) if isinstance(each, Gone)), None)

    async def move(self, text: str) -> Done | Refused:
        return await self.do(Play(self.id(), self.item.table, int(self.view["decision"]), text))


class Place:
    """A server in this loop, and clients that find it."""

    def __init__(self, server: Server, client: ClientSession, parts: Parts, folder: Path, door: Door) -> None:
        self.server = server
        self.client = client
        self.parts = parts
        self.folder = folder
        self.door = door

    async def restart(self) -> None:
        """Stop in good order and start again, on the same port and data."""
        port = self.server.port
        await self.server.stop()
        self.server = await start(
            bind("127.0.0.1", port), self.folder / "room.sqlite3", self.door, self.parts
        )

    @property
    def url(self) -> str:
        return self.server.url

    async def tab(self, name: str = "Ana") -> Tab:
        return await Tab.new(self.url, self.client, name)


@contextlib.asynccontextmanager
async def served(
    folder: Path, parts: Parts | None = None, limits: Limits = NO_LIMITS
) -> AsyncIterator[Place]:
    """A server whose data lie in a folder; without ``parts`` robots are brisk and obvious."""
    parts = parts or Parts(thinker=Brain(), delays=Brisk(), static=folder / "none")
    door = Door(limits=limits)
    async with ClientSession(cookie_jar=DummyCookieJar()) as client:
        server = await start(bind("127.0.0.1", 0), folder / "room.sqlite3", door, parts)
        place = Place(server, client, parts, folder, door)
        try:
            yield place
        finally:
            await place.server.stop()


# ---------------------------------------------------------------------------------------- in another thread


class Harness:
    """A server in a thread of its own, for a browser.

    ``deck`` lays the cards, ``brain`` thinks for the robots, `turn` moves the clock. ``lan`` listens at every
    address of the machine.
    """

    def __init__(
        self,
        folder: Path,
        deck: Shuffler | None = None,
        brain: Brain | None = None,
        robots_wait: float = 0.3,
        lan: bool = False,
        port: int = 0,
        static: Path = STATIC,
        limits: Limits | None = None,
    ) -> None:
        self.deck: Shuffler = deck or Deck()
        self.brain = brain or Brain()
        self.clock = TurnedClock()
        self.folder = folder
        self.port = port
        self._lan = lan
        self._static = static
        self._limits = limits or Limits()
        self._robots_wait = robots_wait
        self._server: Server | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="harness", daemon=True)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    def __enter__(self) -> Self:
        self._thread.start()
        self.begin()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def url(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def begin(self) -> None:
        """Start the server, on the port that it had before."""
        self._server = self.call(self._start())

    def end(self) -> None:
        """Stop the server in good order."""
        if self._server is not None:
            self.call(self._server.stop())
            self._server = None

    def restart(self) -> None:
        """Stop and start on the same data."""
        self.end()
        self.begin()

    def turn(self, seconds: float) -> None:
        """Turn the clock of the tables forward."""

        async def turn() -> None:
            self.clock.turn(seconds)

        self.call(turn())

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    async def _start(self) -> Server:
        parts = Parts(
            shuffler=self.deck,
            clock=self.clock,
            thinker=self.brain,
            delays=Brisk(self._robots_wait),
            static=self._static,
        )
        listeners = bind("127.0.0.1", self.port, self._lan)
        server = await start(listeners, self.folder / "room.sqlite3", Door(limits=self._limits), parts)
        self.port = server.port
        return server


def main() -> None:
    """Serve by hand: brisk robots, the pack in order, data in a folder that goes away."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--port", type=int, default=8018)
    parser.add_argument("--robots-wait", type=float, default=0.3)
    parser.add_argument("--lan", action="store_true")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Harness(Path(folder), port=options.port, robots_wait=options.robots_wait, lan=options.lan) as harness,
        contextlib.suppress(KeyboardInterrupt),
    ):
        print(f"{harness.url}/", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
