"""Connections: how many there may be, and that none is parsed for longer than a moment."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from carteado.room.messages import Done
from carteado.web.app import Door
from carteado.web.limits import Limits
from carteado.web.lines import PORTION, RESERVE, WAITING_MOST, Line, Lines
from tests.web.harness import Tab
from tests.web.stubs import visit

BEGUN = b"\x01\x80\x00\x00\x00\x00"
"""A message of which nothing has come yet."""
NOTHING_MORE = b"\x00\x80\x00\x00\x00\x00"
PING = b"\x89\x80\x00\x00\x00\x00"


def pour(tab: Tab, data: bytes) -> None:
    assert tab.socket is not None
    connection = tab.socket._response.connection
    assert connection is not None and connection.transport is not None
    connection.transport.write(data)


async def answers(tab: Tab) -> bool:
    before = len(tab.got)
    await tab.post('{"do":"ping","id":"p"}')
    await tab.wait(lambda: tab.closed_with or any(isinstance(each, Done) for each in tab.got[before:]))
    return tab.closed_with is None


@pytest.mark.parametrize("flood", [BEGUN + NOTHING_MORE * 5000, PING * 5000])
async def test_frames_that_say_nothing_are_a_flood(tmp_path: Path, flood: bytes) -> None:
    limits = Limits(bytes_per_second=20_000, bytes_burst=1000, behind_seconds=0.02)
    async with visit(tmp_path, Door(limits=limits)) as here:
        loud, calm = await Tab.new(here.url, here.client), await Tab.new(here.url, here.client)
        assert await answers(loud)
        pour(loud, flood)
        await loud.wait(lambda: loud.closed_with)
        assert (loud.bye, loud.closed_with) == ("flood", 1008)
        assert await answers(calm)


async def test_more_than_may_wait_is_a_flood_at_once(tmp_path: Path) -> None:
    async with visit(tmp_path) as here:
        loud = await Tab.new(here.url, here.client)
        pour(loud, BEGUN + NOTHING_MORE * (2 * WAITING_MOST // 6))
        await loud.wait(lambda: loud.closed_with)
        assert loud.bye == "flood"


async def test_who_is_a_little_too_fast_is_only_slower(tmp_path: Path) -> None:
    async with visit(tmp_path, Door(limits=Limits(bytes_per_second=50_000, bytes_burst=100))) as here:
        tab = await Tab.new(here.url, here.client)
        for n in range(40):
            await tab.post(f'{{"do":"ping","id":"n{n}"}}'.ljust(90))
        await tab.wait(lambda: sum(isinstance(each, Done) for each in tab.got) == 40)


class Inner(asyncio.Protocol):
    def __init__(self) -> None:
        self.got: list[bytes] = []

    def data_received(self, data: bytes) -> None:
        self.got.append(data)


class Wire(asyncio.Transport):
    def __init__(self, address: str = "192.0.2.7") -> None:
        super().__init__({"peername": (address, 5)})
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True


def joined(lines: Lines, address: str = "192.0.2.7") -> tuple[Line, Wire]:
    line, wire = Line(lines), Wire(address)
    line.connection_made(wire)
    return line, wire


async def test_much_is_handed_over_in_portions_with_turns_for_others_between() -> None:
    inner = Inner()
    line, _ = joined(Lines(lambda: inner, Limits()))
    data = bytes(range(256)) * 300
    line.data_received(data)
    turns = 0
    while sum(map(len, inner.got)) < len(data):
        assert len(inner.got) == turns + 1
        await asyncio.sleep(0)
        turns += 1
    assert b"".join(inner.got) == data
    assert max(map(len, inner.got)) == PORTION


async def test_what_comes_before_the_socket_is_open_waits() -> None:
    inner = Inner()
    line, wire = joined(Lines(lambda: inner, Limits()))
    line.hold()
    line.data_received(b"early")
    await asyncio.sleep(0)
    assert inner.got == []
    line.go_on(lambda: None)
    assert inner.got == [b"early"]
    line.hold()
    line.data_received(b"x" * (WAITING_MOST + 1))
    assert not wire.aborted, "a socket is told"
    line.let_go()
    line.data_received(b"more")
    assert inner.got == [b"early"]


async def test_one_address_holds_only_so_many_connections_and_a_proxy_any_number() -> None:
    lines = Lines(Inner, Limits(connections_per_address=2), proxies=["192.0.2.1"], most=6)
    first, _ = joined(lines)
    joined(lines, "192.0.2.7")
    late, wire = joined(lines)
    assert wire.aborted
    late.connection_lost(None)
    first.connection_lost(None)
    assert not joined(lines)[1].aborted
    assert joined(lines)[1].aborted
    assert [joined(lines, "192.0.2.1")[1].aborted for _ in range(5)] == [False] * 4 + [True], "all are many"
    assert len(lines) == 6


async def test_a_connection_too_many_is_dropped_and_the_others_go_on(tmp_path: Path) -> None:
    async with visit(tmp_path, Door(limits=Limits(connections_per_address=4))) as here:
        tab = await Tab.new(here.url, here.client)
        free = 4 - len(here.lines)
        held = [await asyncio.open_connection("127.0.0.1", here.port) for _ in range(6)]
        heard = [await asked(*each) for each in held]
        assert heard == [b"HTTP/1.1 200 OK\r\n"] * free + [b""] * (6 - free)
        assert await answers(tab)
        for _, writer in held:
            writer.close()


async def asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """The first line of an answer, nothing when there is none."""
    try:
        writer.write(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return await reader.readline()
    except ConnectionError:
        return b""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_the_limit_of_descriptors_is_raised_and_some_are_kept_in_reserve() -> None:
    code = (
        "import resource; from carteado.web.lines import descriptors\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, 1024))\n"
        "print(descriptors(), resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert said.split(maxsplit=1) == [str(1024 - RESERVE), "(1024, 1024)\n"]
