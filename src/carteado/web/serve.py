"""Start a server: the data file, the room with its robots, and the door, in this order; stop it in reverse.

`serve` is what the command line calls. `start` is the same with everything that a test puts in its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from aiohttp import web

from carteado.bots.workers import WorkerThinker
from carteado.games import GAMES
from carteado.games.game import Game
from carteado.room.lobby import Limits, Room
from carteado.room.ports import Clock, Delays, Journal, JournalFailed, RoomFacade, Shuffler, Thinker
from carteado.store.database import Database, DataFileError
from carteado.store.identities import Identities
from carteado.store.journal import Journal as StoredJournal
from carteado.web import logs
from carteado.web.app import STATIC, Door, Site
from carteado.web.lines import Lines, descriptors
from carteado.web.ports import TableJournal

PORT: Final = 8017
DATA_VARIABLE: Final = "CARTEADO_DATA"
_BACKLOG: Final = 1024
_FAREWELL: Final = 3.0
"""Seconds for requests that are under way when the server stops."""


class ServeError(Exception):
    """The server cannot start; the text says why, for the person who started it."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a server is put together from. None is the real thing; tests put in their own."""

    shuffler: Shuffler | None = None
    clock: Clock | None = None
    thinker: Thinker | None = None
    delays: Delays | None = None
    journal: Journal | None = None
    """Instead of the data file's: wraps or replaces it."""
    games: dict[str, Game] | None = None
    static: Path = STATIC
    limits: Limits | None = None
    """How many tables the room has for whom."""


class Server:
    """A server that runs."""

    def __init__(
        self,
        database: Database,
        room: RoomFacade,
        site: Site,
        runner: web.AppRunner,
        listening: list[asyncio.Server],
        addresses: list[tuple[str, int]],
        thinker: Any,
    ) -> None:
        self.database: Final = database
        self.room: Final = room
        self.site: Final = site
        self.addresses: Final = addresses
        """Where it listens: address and port."""
        self._runner = runner
        self._listening = listening
        self._thinker = thinker

    @property
    def port(self) -> int:
        """The port of the first address."""
        return self.addresses[0][1]

    @property
    def url(self) -> str:
        """Where a browser on this machine finds it."""
        return f"http://127.0.0.1:{self.port}"

    async def stop(self) -> None:
        """Finish what is under way, say goodbye to every socket, and let the data file go."""
        for each in self._listening:
            each.close()  # nobody new
        await self.room.stop()
        await self.site.sockets.stop()
        await self._runner.cleanup()
        close = getattr(self._thinker, "close", None)
        if close is not None:
            await close()
        await asyncio.to_thread(self.database.close)


async def start(
    listeners: Sequence[socket.socket],
    data: Path,
    door: Door | None = None,
    parts: Parts | None = None,
    most: int | None = None,
) -> Server:
    """Serve on sockets that are bound already; ``most`` connections at once.

    Raises:
        DataFileError: the data file cannot be used.
        JournalFailed: it cannot be read.
    """
    door = Door() if door is None else door
    parts = Parts() if parts is None else parts
    games = GAMES if parts.games is None else parts.games
    database = await asyncio.to_thread(Database, data)
    thinker: Any = None
    try:
        journal = parts.journal or TableJournal(await StoredJournal.open(database))
        thinker = parts.thinker or WorkerThinker()
        room = Room(
            journal,
            thinker,
            games=games,
            clock=parts.clock,
            shuffler=parts.shuffler,
            delays=parts.delays,
            limits=parts.limits,
        )
        await room.start()
        site = Site(room, Identities(database), games.values(), door, parts.static)
        runner = web.AppRunner(
            site.application(),
            access_log_class=logs.AccessLog,
            keepalive_timeout=75.0,
            shutdown_timeout=_FAREWELL,
        )
        await runner.setup()
        assert runner.server is not None
        lines = Lines(runner.server, door.limits, door.trusted_proxies, most)
        listening = [await lines.listen(listener, _BACKLOG) for listener in listeners]
    except BaseException:
        database.close()
        raise
    addresses = [listener.getsockname()[:2] for listener in listeners]
    return Server(database, room, site, runner, listening, addresses, thinker)


# ----------------------------------------------------------------------------------------- for the command


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    data: Path | None = None,
    lan: bool = False,
    open_browser: bool = False,
    public_names: Iterable[str] = (),
    trusted_proxies: Iterable[str] = (),
    log_level: str = "info",
) -> None:
    """Serve until a signal says stop; prints the addresses once they answer.

    Args:
        host: the address to listen at.
        port: 0 takes any that is free.
        data: the data file; None: see `default_data`.
        lan: listen at all addresses, and print the one for phones with a code to point a camera at.
        open_browser: show the first page.
        public_names: names by which others may call the server.
        trusted_proxies: addresses of proxies whose word on addresses and https is believed.
        log_level: ``debug``, ``info``, ``warning`` or ``error``.

    Raises:
        ServeError: it cannot start.
    """
    if log_level not in logs.LEVELS:
        raise ServeError(f"--log-level is one of {', '.join(logs.LEVELS)}")
    logs.set_up(log_level)
    door = Door(
        public_names=frozenset(name.lower().rstrip(".") for name in public_names),
        trusted_proxies=frozenset(trusted_proxies),
    )
    listeners = bind(host, port, lan)
    try:
        path = default_data(listeners[0].getsockname()[1]) if data is None else data
        _run(_serve(listeners, path, door, lan, open_browser))
    except DataFileError as error:
        raise ServeError(str(error)) from error
    except JournalFailed as error:
        raise ServeError(f"the tables cannot be brought back: {error}") from error
    finally:
        for listener in listeners:
            listener.close()


def default_data(port: int) -> Path:
    """Where the data file lies when nobody says: in the folder for data of programs, one for each port.

    The variable ``CARTEADO_DATA`` names another file. Windows: ``%LOCALAPPDATA%/Carteado``, macOS:
    ``~/Library/Application Support/Carteado``, elsewhere ``$XDG_DATA_HOME/carteado`` or
    ``~/.local/share/carteado``.
    """
    given = os.environ.get(DATA_VARIABLE)
    if given:
        return Path(given)
    home = Path.home()
    if os.name == "nt":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Carteado"
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support" / "Carteado"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "carteado"
    return folder / ("carteado.sqlite3" if port == PORT else f"carteado-{port}.sqlite3")


def tune_interpreter() -> None:
    """Set up Python for a process that serves.

    It looks for circles of garbage seldom: what a table makes for a move is in none, and looking through all
    that lives costs a sixth of the moves a second and makes the longest delays. And a thread that waits for
    the interpreter, which is the writer's, waits a millisecond and not five.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    sys.setswitchinterval(0.001)


def bind(host: str, port: int, lan: bool = False) -> list[socket.socket]:
    """Sockets that listen there, both kinds of addresses for ``lan`` where there are both.

    Raises:
        ServeError: the port is taken or may not be used, or there is no such address here.
    """
    first = _bind("0.0.0.0" if lan else host, port)
    listeners = [first]
    if lan and socket.has_ipv6:
        with contextlib.suppress(ServeError):  # a machine without IPv6 is no reason not to serve
            listeners.append(_bind("::", first.getsockname()[1]))
    return listeners


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
        listener.setblocking(False)
    except (OSError, OverflowError) as error:
        listener.close()
        match getattr(error, "errno", None):
            case errno.EADDRINUSE:
                reason = f"port {port} is taken by another program; choose one with --port"
            case errno.EACCES:
                reason = f"port {port} may not be used by this user; choose one above 1023"
            case errno.EADDRNOTAVAIL:
                reason = f"{host} is no address of this machine"
            case _:
                reason = f"cannot listen at {host} port {port}: {error}"
        raise ServeError(reason) from error
    return listener


def lan_address() -> str | None:
    """This machine's address in its network, None without one. Nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documents: only the route is looked up
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def _run(main: Coroutine[Any, Any, None]) -> None:
    """Run in uvloop where it exists."""
    try:
        import uvloop
    except ImportError:
        asyncio.run(main)
        return
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main)


async def _serve(
    listeners: list[socket.socket], data: Path, door: Door, lan: bool, open_browser: bool
) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_tell)
    stopping = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(each, stopping.set)
        except (NotImplementedError, RuntimeError):  # Windows
            signal.signal(each, lambda *_: loop.call_soon_threadsafe(stopping.set))
    server = await start(listeners, data, door, most=descriptors())
    tune_interpreter()
    try:
        _greet(server, data, lan)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(server.url + "/",), daemon=True).start()
        await stopping.wait()
        print("Stopping ...", flush=True)
    finally:
        await server.stop()


def _greet(server: Server, data: Path, lan: bool) -> None:
    address, port = server.addresses[0]
    shown = f"[{address}]" if ":" in address else address
    print(f"Carteado is at {server.url if lan else f'http://{shown}:{port}'}/", flush=True)
    print(f"Data file: {data}", flush=True)
    if lan:
        here = lan_address()
        if here is None:
            print("This machine has no address that phones could reach.", flush=True)
        else:
            url = f"http://{here}:{port}/"
            print(f"Phones in this network: {url}", flush=True)
            _show_code(url)


def _show_code(url: str) -> None:
    import segno

    with contextlib.suppress(UnicodeEncodeError):  # a terminal that has no blocks to draw with
        segno.make(url, error="l").terminal(compact=True)
        sys.stdout.flush()


def _tell(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What went wrong where nobody waited for it; without its words, which may hold a card."""
    error = context.get("exception")
    more = logs.trouble(error) if isinstance(error, BaseException) else {}
    logs.get().error("something failed", **more)
