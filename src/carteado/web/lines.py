"""Connections before HTTP: how many one address may hold, and how much comes in by one at a time.

aiohttp parses in one go whatever has arrived, and some of it (pieces of a message that are empty) without a
word to anybody. So the bytes of a connection reach it in small portions, one a turn of the event loop, and of
a socket no faster than anybody plays; who wants more for long is cut off.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import time
from collections.abc import Callable, Collection
from typing import Final, cast

from carteado.web.limits import Bucket, Limits, network_of

PORTION: Final = 16 * 1024
"""Bytes that are parsed in one turn of the event loop, at most."""
WAITING_MOST: Final = 1 << 20
"""Bytes that wait here; whoever sends more is cut off. To pause a reading is aiohttp's affair."""
RESERVE: Final = 128
"""Descriptors that are not for connections: for the data file, robots, files of the page."""
ACCEPTED_AT_ONCE: Final = 32
"""Connections that are taken in one turn, before any of them is counted; less than the reserve."""


class Lines:
    """All connections of a server."""

    def __init__(
        self,
        make: Callable[[], asyncio.BaseProtocol],
        limits: Limits,
        proxies: Collection[str] = (),
        most: int | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nothing is accepted yet: see `listen`.

        Args:
            make: makes what speaks HTTP on a connection.
            limits: what one address may do.
            proxies: addresses that speak for many.
            most: connections in all, None for any number.
            now: seconds.
        """
        self.make: Final = make
        self.limits: Final = limits
        self.now: Final = now
        self._proxies: Final = frozenset(proxies)
        self._most: Final = most
        self._count = 0
        self._by_network: dict[str, int] = {}

    def __len__(self) -> int:
        return self._count

    async def listen(self, listener: socket.socket, backlog: int) -> asyncio.Server:
        """Accept connections."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Line(self), sock=listener, backlog=ACCEPTED_AT_ONCE)
        listener.listen(backlog)  # what waits in the system is no descriptor of ours
        return server

    def enter(self, address: str) -> str | None:
        """Count a connection; None when it is one too many, else by what to `leave`."""
        if self._most is not None and self._count >= self._most:
            return None
        network = "" if address in self._proxies else network_of(address)
        here = self._by_network.get(network, 0)
        if network and here >= self.limits.connections_per_address:
            return None
        self._count += 1
        self._by_network[network] = here + 1
        return network

    def leave(self, network: str) -> None:
        """A connection that was counted is gone."""
        self._count -= 1
        self._by_network[network] -= 1
        if not self._by_network[network]:
            del self._by_network[network]


class Line(asyncio.Protocol):
    """One connection: a protocol around aiohttp's own."""

    def __init__(self, lines: Lines) -> None:
        self._lines: Final = lines
        self._inner: asyncio.Protocol | None = None
        self._transport: asyncio.Transport | None = None
        self._network: str | None = None
        self._waiting = bytearray()
        self._held = False
        self._bucket: Bucket | None = None
        self._too_much: Callable[[], None] | None = None
        self._behind: float | None = None  # since when more waits than may come in
        self._deaf = False
        self._pumping: asyncio.Handle | None = None

    # --------------------------------------------------------------------------------- for the socket's door

    def hold(self) -> None:
        """Let nothing in until `go_on` or `let_go`: it could only be what a socket says before it is open."""
        self._held = True

    def let_go(self) -> None:
        """Let in what comes."""
        self._held = False
        if self._pumping is None:
            self._pump()

    def go_on(self, too_much: Callable[[], None]) -> None:
        """Let in what comes, as a socket; ``too_much`` is called once it is heard no more for its flood."""
        if self._bucket is None:
            limits = self._lines.limits
            self._bucket = Bucket(limits.bytes_per_second, limits.bytes_burst, self._lines.now())
        self._too_much = too_much
        self.let_go()

    # ------------------------------------------------------------------------------------------- for asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`. Who holds too many lines is not even told: that would be work for him."""
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self._network = self._lines.enter(str(peer[0]) if isinstance(peer, tuple) and peer else "?")
        if self._network is None:
            self._transport.abort()
            return
        self._inner = cast(asyncio.Protocol, self._lines.make())
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._waiting.clear()
        if self._pumping is not None:
            self._pumping.cancel()
            self._pumping = None
        self._too_much = None
        if self._network is not None:
            self._lines.leave(self._network)
            self._network = None
        inner, self._inner = self._inner, None
        if inner is not None:
            inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        if self._inner is None or self._deaf:
            return
        self._waiting += data
        if len(self._waiting) > WAITING_MOST:
            self._cut()
        elif self._pumping is None:
            self._pump()

    def eof_received(self) -> bool | None:
        """See `asyncio.Protocol`."""
        return None if self._inner is None else self._inner.eof_received()

    def pause_writing(self) -> None:
        """See `asyncio.BaseProtocol`."""
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """See `asyncio.BaseProtocol`."""
        if self._inner is not None:
            self._inner.resume_writing()

    # ---------------------------------------------------------------------------------------------- portions

    def _pump(self) -> None:
        """Hand a portion over, and come back for the next."""
        self._pumping = None
        if self._inner is None or self._held or not self._waiting:
            return
        bucket, now = self._bucket, self._lines.now()
        size = min(len(self._waiting), PORTION)
        wait = 0.0
        if bucket is not None:
            size = min(size, max(1, int(self._lines.limits.bytes_burst)))
            if not bucket.take(now, size):
                wait = bucket.wait(size)
        if wait:
            if self._behind is None:
                self._behind = now
            elif now - self._behind > self._lines.limits.behind_seconds:
                self._cut()
                return
        else:
            portion = bytes(self._waiting[:size])
            del self._waiting[:size]
            self._inner.data_received(portion)
        if self._waiting:
            loop = asyncio.get_running_loop()
            self._pumping = loop.call_later(wait, self._pump) if wait else loop.call_soon(self._pump)
        else:
            self._behind = None

    def _cut(self) -> None:
        """Hear no more of it; a socket is told why."""
        self._deaf = True
        self._waiting.clear()
        if self._pumping is not None:
            self._pumping.cancel()
            self._pumping = None
        if self._too_much is not None:
            self._too_much()
        elif self._transport is not None:
            self._transport.abort()


def line_of(transport: asyncio.BaseTransport | None) -> Line | None:
    """The line that a transport belongs to, None where there is none."""
    protocol = None if transport is None else cast(asyncio.Transport, transport).get_protocol()
    return protocol if isinstance(protocol, Line) else None


def descriptors() -> int | None:
    """Raise the number of descriptors to what the system allows; connections in all, None without a limit."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # macOS calls its hard limit endless and takes no more than 10,240
    for wanted in (hard, 65_536, 10_240):
        if wanted == resource.RLIM_INFINITY or (soft != resource.RLIM_INFINITY and wanted > soft):
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                soft = wanted
                break
    return None if soft == resource.RLIM_INFINITY else max(soft - RESERVE, soft // 2)
