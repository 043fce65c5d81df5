"""Sockets: one per tab, each with a bounded queue of its own, so that no table waits for a line.

A message that the room takes is answered by the room. Everything else is answered here: what is no message
(``malformed``), what is too much (``too_fast``); who goes on is cut off with a `Bye` that says why.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable
from typing import Final, cast

from aiohttp import WSCloseCode, WSMsgType, web

from carteado.room.messages import Answer, AnyAnswer, Bye, Command, Lobby, Refused
from carteado.room.ports import Person, RoomFacade
from carteado.web import lines, logs, wire
from carteado.web.limits import Bucket, Limits, network_of

_FAREWELL: Final = 2.0
"""Seconds that a socket which is cut off has to take its last message."""
_FRAME_MAX: Final = 4 * wire.MAX_MESSAGE
"""Above the limit of a message, so that who is a little above it can be told; more is not even read."""

_IN_TRANSPORT: Final = 64 * 1024
"""Bytes that may wait in the transport; what is beyond waits in the queue, which has its limit."""
_LOOK_AGAIN: Final = 0.02
"""Seconds until a line that took no more is looked at again."""

_CLOSE_CODES: Final = {
    "restart": WSCloseCode.SERVICE_RESTART,
    "too_long": WSCloseCode.MESSAGE_TOO_BIG,
    "slow": WSCloseCode.TRY_AGAIN_LATER,
}


class Socket:
    """A socket of a person: the room's `Outlet`.

    What is sent in one turn of the event loop goes out in one piece at its end. What the line does not take
    then waits in the queue, and the socket's own timer looks whether it takes more.
    """

    __slots__ = (
        "_bytes",
        "_cut",
        "_ending",
        "_limits",
        "_loop",
        "_queue",
        "_transport",
        "_writing",
        "_ws",
        "person",
    )

    def __init__(
        self, ws: web.WebSocketResponse, transport: asyncio.WriteTransport, person: Person, limits: Limits
    ) -> None:
        self.person: Final = person
        self._ws = ws
        self._transport = transport
        self._limits = limits
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._loop = asyncio.get_running_loop()
        self._writing: asyncio.Handle | None = None
        self._cut: str | None = None
        self._ending: asyncio.Task[None] | None = None

    def send(self, message: Answer) -> None:
        """Queue a message; see `carteado.room.ports.Outlet`. A line too slow for its queue is cut off."""
        if self._cut is not None:
            return
        frame = wire.frame(cast(AnyAnswer, message))
        queue = self._queue
        if len(queue) >= self._limits.queue_messages or self._bytes >= self._limits.queue_bytes:
            self.cut("slow")
            return
        queue.append(frame)
        self._bytes += len(frame)
        if self._writing is None:
            self._writing = self._loop.call_soon(self._write)

    def cut(self, reason: str) -> None:
        """End the socket with a reason. What waits is dropped when the line was too slow for it."""
        if self._cut is not None:
            return
        if reason == "slow":
            self._queue.clear()
        self._cut = reason
        self._queue.append(wire.frame(Bye(reason=reason)))
        if self._writing is not None:
            self._writing.cancel()
        self._write()
        self._ending = asyncio.create_task(self._end(reason))
        # a line that takes nothing does not take the farewell either
        self._loop.call_later(_FAREWELL, self._transport.abort)

    @property
    def reason(self) -> str | None:
        """Why it was cut off, None while it was not."""
        return self._cut

    async def finish(self) -> None:
        """Wait for the last message to go out, or give up on it, and end."""
        if self._ending is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._ending), _FAREWELL)
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None
        self._queue.clear()

    def _write(self) -> None:
        """Give the line what it takes, in one piece; look again later when that is not all."""
        self._writing = None
        queue, transport = self._queue, self._transport
        if transport.is_closing():
            queue.clear()
        room = _IN_TRANSPORT - transport.get_write_buffer_size()
        frames: list[bytes] = []
        while queue and room > 0:
            frame = queue.popleft()
            room -= len(frame)
            self._bytes -= len(frame)
            frames.append(frame)
        if frames:
            transport.write(frames[0] if len(frames) == 1 else b"".join(frames))
        if queue:
            self._writing = self._loop.call_later(_LOOK_AGAIN, self._write)

    async def _end(self, reason: str) -> None:
        async with asyncio.timeout(_FAREWELL):
            while self._queue:
                await asyncio.sleep(_LOOK_AGAIN)
            code = _CLOSE_CODES.get(reason, WSCloseCode.POLICY_VIOLATION)
            with contextlib.suppress(ConnectionError, RuntimeError):
                await self._ws.close(code=code, message=reason.encode(), drain=False)


class Sockets:
    """All sockets of a server."""

    def __init__(self, room: RoomFacade, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self._room = room
        self._limits = limits
        self._now = now
        self._by_person: dict[str, set[Socket]] = {}
        self._by_address: dict[str, int] = {}
        self._buckets: dict[str, Bucket] = {}
        self._stopping = False

    def __len__(self) -> int:
        return sum(map(len, self._by_person.values()))

    async def serve(self, request: web.Request, person: Person | None, address: str) -> web.WebSocketResponse:
        """Hold a socket from its opening to its end. Who has no identity is told so and cut off."""
        limits = self._limits
        ws = web.WebSocketResponse(
            compress=False,
            max_msg_size=_FRAME_MAX,
            heartbeat=limits.heartbeat,
            timeout=_FAREWELL,
            writer_limit=65536,
            decode_text=False,
            autoping=False,  # pings count like messages: see `_listen`
        )
        transport = request.transport
        line = lines.line_of(transport)
        await ws.prepare(request)
        if line is not None and transport is not None:
            line.go_on(transport.abort)
        if person is None:
            await _turn_away(ws, "no_identity")
            return ws
        if transport is None or transport.is_closing():
            return ws
        network = network_of(address)
        theirs = self._by_person.setdefault(person.id, set())
        here = self._by_address.get(network, 0)
        if self._stopping or len(theirs) >= limits.sockets_per_person or here >= limits.sockets_per_address:
            if not theirs:
                del self._by_person[person.id]
            await _turn_away(ws, "restart" if self._stopping else "too_many_sockets")
            return ws
        socket = Socket(ws, transport, person, limits)
        theirs.add(socket)
        self._by_address[network] = here + 1
        connection = self._room.connect(person, socket, network)
        if line is not None:
            line.go_on(lambda: socket.cut("flood"))
        try:
            with contextlib.suppress(ConnectionError):  # who goes while he is answered has gone, no more
                await self._listen(ws, socket, connection.handle)
        finally:
            connection.close()
            theirs.discard(socket)
            if not theirs and self._by_person.get(person.id) is theirs:
                del self._by_person[person.id]
                self._buckets.pop(person.id, None)
            self._by_address[network] -= 1
            if not self._by_address[network]:
                del self._by_address[network]
            await socket.finish()
            if socket.reason is not None:
                logs.get().info("socket cut off", reason=socket.reason, address=address)
        return ws

    async def stop(self) -> None:
        """Tell everybody that the server goes away, and wait until they have heard it or do not listen."""
        self._stopping = True
        everybody = [socket for theirs in self._by_person.values() for socket in theirs]
        for socket in everybody:
            socket.cut("restart")
        if everybody:
            await asyncio.wait(
                [asyncio.ensure_future(socket.finish()) for socket in everybody], timeout=_FAREWELL
            )

    async def _listen(self, ws: web.WebSocketResponse, socket: Socket, handle: Callable[..., None]) -> None:
        limits = self._limits
        now = self._now()
        bucket = Bucket(limits.messages_per_second, limits.messages_burst, now)
        shared = self._buckets.get(socket.person.id)
        if shared is None:
            shared = Bucket(limits.person_messages_per_second, limits.person_messages_burst, now)
            self._buckets[socket.person.id] = shared
        patience = Bucket(limits.forgiven_per_second, limits.refusals_before_cut, now)
        with_nonsense = Bucket(limits.forgiven_per_second, limits.malformed_before_cut, now)
        while socket.reason is None:
            message = await ws.receive()
            if message.type is WSMsgType.TEXT:
                data: str | bytes = message.data
            elif message.type is WSMsgType.BINARY:
                data = b""
            elif message.type in (WSMsgType.PING, WSMsgType.PONG):
                # no browser sends any; what aiohttp answered by itself would be no one's to limit
                now = self._now()
                if not (bucket.take(now) and shared.take(now)):
                    if not patience.take(now):
                        socket.cut("flood")
                        return
                elif message.type is WSMsgType.PING:
                    await ws.pong(message.data)
                continue
            else:
                return  # closed, or an error that aiohttp has answered with a code
            if len(data) > wire.MAX_MESSAGE:
                socket.cut("too_long")
                return
            now = self._now()
            try:
                command = wire.decode(data)
            except wire.Malformed as error:
                bucket.take(now)
                shared.take(now)
                if not with_nonsense.take(now):
                    socket.cut("malformed")
                    return
                socket.send(Refused(id=error.id, code="malformed", facts={}))
                continue
            price = _price(command, limits)
            allowed = bucket.take(now, price)
            allowed = shared.take(now, price) and allowed
            if not allowed:
                if not patience.take(now):
                    socket.cut("flood")
                    return
                wait = int(1000 * max(bucket.wait(price), shared.wait(price))) + 1
                socket.send(Refused(id=command.id, code="too_fast", facts={"wait_ms": wait}))
                continue
            handle(command)


def _price(command: Command, limits: Limits) -> float:
    """How many messages it counts for: the list of tables is long."""
    if isinstance(command, Lobby) and command.on:
        return min(limits.lobby_price, limits.messages_burst, limits.person_messages_burst)
    return 1.0


async def _turn_away(ws: web.WebSocketResponse, reason: str) -> None:
    with contextlib.suppress(ConnectionError, RuntimeError):
        await ws.send_frame(wire.encode(Bye(reason=reason)), WSMsgType.TEXT)
        code = _CLOSE_CODES.get(reason, WSCloseCode.POLICY_VIOLATION)
        await ws.close(code=code, message=reason.encode(), drain=False)
