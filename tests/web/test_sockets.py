"""Sockets: what each may say and how much, and that a slow or loud one costs nobody else anything."""

import asyncio
import socket as sockets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType

from carteado.room.messages import Done, Refused
from carteado.web.app import Door
from carteado.web.limits import Bucket, Gate, Limits
from tests.web.harness import Tab
from tests.web.stubs import Visit, visit


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Visit]:
    async with visit(tmp_path) as opened:
        yield opened


async def tab(here: Visit) -> Tab:
    return await Tab.new(here.url, here.client)


async def closed(tab: Tab) -> tuple[str | None, int | None]:
    await tab.wait(lambda: tab.closed_with)
    return tab.bye, tab.closed_with


async def test_without_an_identity_the_socket_says_so_and_ends(here: Visit) -> None:
    nobody = Tab(here.url, here.client, "carteado=" + "a" * 27)
    await nobody.open()
    assert await closed(nobody) == ("no_identity", 1008)
    assert here.room.connections == []


async def test_a_malformed_message_is_answered_and_nothing_else_happens(here: Visit) -> None:
    one = await tab(here)
    await one.post('{"do":"ping","id":"a","more":1}')
    await one.post("nonsense")
    await one.post('{"do":"ping","id":"b"}')
    await one.wait(lambda: any(isinstance(each, Done) for each in one.got))
    refused = [(each.id, each.code) for each in one.got if isinstance(each, Refused)]
    assert refused == [("a", "malformed"), ("?", "malformed")]
    assert [each.id for each in here.room.connections[0].commands] == ["b"]


async def test_binary_is_malformed(here: Visit) -> None:
    one = await tab(here)
    assert one.socket is not None
    await one.socket.send_bytes(b'{"do":"ping","id":"a"}')
    await one.wait(lambda: any(isinstance(each, Refused) for each in one.got))
    assert here.room.connections[0].commands == []


async def test_who_says_nothing_but_nonsense_is_cut_off(tmp_path: Path) -> None:
    async with visit(tmp_path, Door(limits=Limits(malformed_before_cut=5))) as here:
        one = await tab(here)
        for _ in range(8):
            await one.post(b"\xff\xfe")
        assert await closed(one) == ("malformed", 1008)
        assert sum(isinstance(each, Refused) for each in one.got) == 5


@pytest.mark.parametrize("size", [4097, 10_000])
async def test_a_message_too_long_ends_the_socket_with_the_reason(here: Visit, size: int) -> None:
    one = await tab(here)
    await one.post('{"do":"ping","id":"a"}'.ljust(4096))
    await one.wait(lambda: any(isinstance(each, Done) for each in one.got))
    await one.post('{"do":"ping","id":"b"}'.ljust(size))
    assert await closed(one) == ("too_long", 1009)
    assert [each.id for each in here.room.connections[0].commands] == ["a"]


async def test_a_frame_far_too_long_is_not_even_read(here: Visit) -> None:
    one = await tab(here)
    await one.post(b" " * 10_000_000)
    assert (await closed(one))[1] == 1009
    assert here.room.connections[0].closed


async def test_a_flood_is_answered_and_then_cut_off(tmp_path: Path) -> None:
    limits = Limits(messages_per_second=1, messages_burst=10, refusals_before_cut=20)
    async with visit(tmp_path, Door(limits=limits)) as here:
        loud, calm = await tab(here), await tab(here)
        for n in range(40):
            await loud.post(f'{{"do":"ping","id":"n{n}"}}')
        assert await closed(loud) == ("flood", 1008)
        done = [each.id for each in loud.got if isinstance(each, Done)]
        refused = [each for each in loud.got if isinstance(each, Refused)]
        assert done == [f"n{n}" for n in range(10)]
        assert [each.id for each in refused] == [f"n{n}" for n in range(10, 30)]
        assert {each.code for each in refused} == {"too_fast"}
        assert all(0 < each.facts["wait_ms"] <= 1001 for each in refused)
        assert len(here.room.connections[0].commands) == 10
        await calm.post('{"do":"ping","id":"calm"}')
        await calm.wait(lambda: any(isinstance(each, Done) for each in calm.got))


async def test_refusals_are_forgiven_in_time(tmp_path: Path) -> None:
    limits = Limits(
        messages_per_second=0.01,
        messages_burst=1,
        refusals_before_cut=3,
        malformed_before_cut=3,
        forgiven_per_second=1,
    )
    clock = [1000.0]
    async with visit(tmp_path, Door(limits=limits), now=lambda: clock[0]) as here:
        one = await tab(here)
        for n in range(12):
            for nonsense in (f'{{"do":"ping","id":"n{n}"}}', "nonsense"):
                await one.post(nonsense)
            await one.wait(lambda n=n: len(one.got) == 3 + 2 * n)  # type: ignore[misc] # bound now
            clock[0] += 2.0
        assert one.closed_with is None
        for n in range(5):
            await one.post(f'{{"do":"ping","id":"m{n}"}}')
        assert await closed(one) == ("flood", 1008)


@pytest.mark.parametrize("turns", range(12))
async def test_who_goes_in_the_middle_of_a_flood_is_no_fault(
    here: Visit, turns: int, caplog: pytest.LogCaptureFixture
) -> None:
    for frame in (b"\x89\x80\0\0\0\0", b"\x81\x82\0\0\0\0no"):
        one = await tab(here)
        assert one.socket is not None
        connection = one.socket._response.connection
        assert connection is not None and connection.transport is not None
        transport = connection.transport
        transport.write(frame * 3000)
        for _ in range(turns):
            await asyncio.sleep(0)
        transport.abort()
        await asyncio.wait_for(_until(lambda: here.room.connections[-1].closed), 10)
    calm = await tab(here)
    await calm.post('{"do":"ping","id":"calm"}')
    await calm.wait(lambda: any(isinstance(each, Done) for each in calm.got))
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []


async def test_the_list_of_tables_counts_for_more_than_a_message(tmp_path: Path) -> None:
    limits = Limits(messages_per_second=0.01, messages_burst=25, lobby_price=10)
    async with visit(tmp_path, Door(limits=limits)) as here:
        one = await tab(here)
        for n in range(4):
            await one.post(f'{{"do":"lobby","id":"on{n}","on":true}}')
        for n in range(3):
            await one.post(f'{{"do":"lobby","id":"off{n}","on":false}}')
        await one.wait(lambda: sum(isinstance(each, Done | Refused) for each in one.got) == 7)
        done = [each.id for each in one.got if isinstance(each, Done)]
        assert done == ["on0", "on1", "off0", "off1", "off2"]


async def test_control_frames_count_like_messages(tmp_path: Path) -> None:
    limits = Limits(messages_per_second=1, messages_burst=10, refusals_before_cut=20)
    async with visit(tmp_path, Door(limits=limits)) as here:
        loud, calm = await tab(here), await tab(here)
        assert loud.socket is not None and calm.socket is not None
        for _ in range(40):
            await loud.socket.ping(b"x")
        assert await closed(loud) == ("flood", 1008)
        await calm.socket.ping(b"y")
        await calm.post('{"do":"ping","id":"calm"}')
        await calm.wait(lambda: any(isinstance(each, Done) for each in calm.got))


async def test_the_sockets_of_one_person_share_a_limit(tmp_path: Path) -> None:
    limits = Limits(messages_burst=10, person_messages_per_second=0.001, person_messages_burst=12)
    async with visit(tmp_path, Door(limits=limits)) as here:
        first = await tab(here)
        second = await Tab(here.url, here.client, first.cookie).open()
        for n in range(8):
            for each in (first, second):
                await each.post(f'{{"do":"ping","id":"n{n}"}}')
        for each in (first, second):
            await each.wait(lambda each=each: sum(isinstance(x, Done | Refused) for x in each.got) == 8)  # type: ignore[misc] # bound now
        said = sum(len(each.commands) for each in here.room.connections)
        assert said == 12


async def test_one_person_has_only_so_many_sockets(tmp_path: Path) -> None:
    async with visit(tmp_path, Door(limits=Limits(sockets_per_person=3))) as here:
        first = await tab(here)
        others = [await Tab(here.url, here.client, first.cookie).open() for _ in range(2)]
        more = await Tab(here.url, here.client, first.cookie).open()
        assert await closed(more) == ("too_many_sockets", 1008)
        await others[0].close()
        await asyncio.wait_for(_until(lambda: len(here.site.sockets) == 2), 10)
        again = await Tab(here.url, here.client, first.cookie).open()
        assert again.closed_with is None
        other = await tab(here)
        assert other.closed_with is None


async def test_one_address_has_only_so_many_sockets(tmp_path: Path) -> None:
    async with visit(tmp_path, Door(limits=Limits(sockets_per_address=2))) as here:
        first, second = await tab(here), await tab(here)
        third = await tab(here)
        assert await closed(third) == ("too_many_sockets", 1008)
        await first.close()
        await asyncio.wait_for(_until(lambda: len(here.site.sockets) == 1), 10)
        assert (await tab(here)).closed_with is None
        assert second.closed_with is None


async def _until(so: object) -> None:
    assert callable(so)
    while not so():
        await asyncio.sleep(0.01)


async def test_a_line_that_takes_nothing_is_cut_off_and_the_room_never_waits(tmp_path: Path) -> None:
    async with visit(tmp_path, Door(limits=Limits(queue_messages=50))) as here:
        cookie = await here.become()
        host, port = here.host.split(":")
        raw = sockets.socket()
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        raw.connect((host, int(port)))
        raw.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {here.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {cookie}\r\n\r\n".encode()
        )
        await asyncio.wait_for(_until(lambda: here.room.connections), 10)
        (slow,) = here.room.connections
        calm = await tab(here)
        # what the kernel and the transport take is not the queue's; then the queue fills up
        for n in range(6000):
            if slow.closed:
                break
            slow.outlet.send(Done(id=f"{n}", table="x" * 5000))
            if n % 10 == 0:
                await asyncio.sleep(0)
        await asyncio.wait_for(_until(lambda: slow.closed), 15)
        await calm.post('{"do":"ping","id":"calm"}')
        await calm.wait(lambda: any(isinstance(each, Done) for each in calm.got))
        raw.close()


async def test_what_was_queued_before_the_cut_still_goes_out(here: Visit) -> None:
    one = await tab(here)
    for n in range(100):
        here.room.say(Done(id=f"{n}"))
    await asyncio.gather(here.site.sockets.stop(), closed(one))
    assert one.bye == "restart"
    assert one.closed_with == 1012
    assert [each.id for each in one.got if isinstance(each, Done)] == [f"{n}" for n in range(100)]


async def test_after_the_stop_nobody_is_let_in(here: Visit) -> None:
    await here.site.sockets.stop()
    late = await tab(here)
    assert await closed(late) == ("restart", 1012)


async def test_a_silent_line_is_asked_for_a_sign_of_life_and_ended(tmp_path: Path) -> None:
    async with visit(tmp_path, Door(limits=Limits(heartbeat=0.2))) as here:
        cookie = await here.become()
        lively = await tab(here)
        dead: ClientWebSocketResponse = await here.client.ws_connect(
            f"{here.url}/ws", headers={"Cookie": cookie}, autoping=False
        )
        assert (await dead.receive()).type is WSMsgType.TEXT
        assert (await dead.receive()).type is WSMsgType.PING
        await asyncio.wait_for(_until(lambda: here.room.connections[1].closed), 10)
        assert not here.room.connections[0].closed
        assert lively.closed_with is None
        await dead.close()


async def test_nothing_is_compressed(here: Visit) -> None:
    socket = await here.client.ws_connect(
        f"{here.url}/ws", headers={"Cookie": await here.become()}, compress=15
    )
    assert socket.compress == 0
    await socket.close()


# ------------------------------------------------------------------------------------------------- counting


def test_a_bucket_fills_with_time_and_not_above_its_rim() -> None:
    bucket = Bucket(2.0, 3.0, 100.0)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == pytest.approx(0.5)
    assert not bucket.take(100.4)
    assert bucket.take(100.6)
    assert [bucket.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_a_gate_remembers_only_so_many_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carteado.web.limits._ADDRESSES", 3)
    gate = Gate(1)
    assert gate.take("10.0.0.1", 0) is None
    assert gate.take("10.0.0.1", 0) == pytest.approx(3600)
    assert gate.take("::ffff:10.0.0.1", 0) == pytest.approx(3600)
    for n in range(2, 5):
        assert gate.take(f"10.0.0.{n}", 0) is None
    assert gate.take("10.0.0.1", 0) is None
    assert gate.take("no address", 0) is None
