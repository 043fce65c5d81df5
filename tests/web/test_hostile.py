"""Twenty thousand hostile messages: each is answered, or its sender cut off; nobody else notices."""

import asyncio
import contextlib
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from carteado.games import GAMES
from carteado.room.lobby import Limits as RoomLimits
from carteado.room.messages import Create, Done, Enter, Item, Ping, Play, Ready, Refused, Sit
from carteado.web.limits import Limits
from carteado.web.serve import Parts
from tests.room.rig import Brain, Deck
from tests.web.harness import Brisk, Place, Tab, TurnedClock, served

MESSAGES = 20_000
ATTACKERS = 8
BATCH = 100

OPEN = Limits(
    messages_per_second=1e9,
    messages_burst=1e9,
    person_messages_per_second=1e9,
    person_messages_burst=1e9,
    malformed_before_cut=10**9,
    sockets_per_address=10_000,
    bytes_per_second=1e9,
    bytes_burst=1e9,
    identities_per_hour=1e6,
    queue_messages=100_000,
    queue_bytes=1 << 30,
)
"""Nothing is too much, so that every message reaches the decoder and the room."""

ODD: list[Any] = [
    None, True, False, 0, -1, 1, 3, 4, 15, 16, 2**31, 2**40, 2**40 + 1, 2**63, -(2**63), 10**30, 0.0, 1.5,
    1e308, "", " ", "0", "x", "a" * 40, "a" * 41, "é", "\u202e", "\x00", "\ud83c\udca1", "../../etc/passwd",
    "<script>alert(1)</script>", "' OR 1=1 --", "play 4c", "play #1", "play #9", "play 4c covered", "raise 3",
    "raise 99999999999", "accept", "run", "agree", "propose", "withdraw", "drop", "PLAY 4C", "play 4c\n",
    [], {}, [[]], [1, 2], {"a": 1}, {"__proto__": {}}, {"goal": "x"}, [None] * 50, {"a": {"a": {"a": {}}}},
    "truco_paulista", "nothing", "calm",
]  # fmt: skip


class Attacker:
    """Somebody who sends anything, and knows the ids of all tables."""

    def __init__(self, tab: Tab, rng: random.Random, tables: list[str]) -> None:
        self.tab = tab
        self.rng = rng
        self.tables = tables
        self.sent = 0
        self.answered = 0
        self.cuts = 0
        self.codes: Counter[str] = Counter()

    def fair(self) -> dict[str, Any]:
        """A message that has the form of one: out of turn, for others' seats and tables, stale, or good."""
        rng = self.rng
        table = rng.choice([*self.tables, "nowhere0", self.tables[-1]])
        id = f"f{self.sent}" if rng.random() < 0.8 else f"f{rng.randrange(self.sent + 1)}"
        decision = rng.choice([0, 1, 2, 3, 5, 8, 2**40])
        mine = [item for item in self.tab.items() if item.view is not None]
        move = rng.choice(
            ["accept", "run", "play 4c", "play #1 covered", "raise 3", "play_hand", "decline", "agree"]
        )
        if mine and rng.random() < 0.5:
            item = mine[-1]
            assert item.view is not None
            table, decision = item.table, item.view["decision"]
            move = rng.choice([*item.view["legal"], move])
        kinds: list[dict[str, Any]] = [
            {"do": "lobby", "on": rng.random() < 0.3},
            {"do": "create", "game": "truco_mineiro", "seats": rng.choice([2, 3, 4]), "options": {}},
            {"do": "quick", "game": rng.choice(list(GAMES)), "seats": 4, "options": {}},
            {"do": "enter", "table": table, "after": rng.choice([None, "x:1", "x", "", "a:-1", ":", "é:2"])},
            {"do": "leave", "table": table},
            {"do": "sit", "table": table, "seat": rng.randrange(16)},
            {"do": "stand", "table": table},
            {"do": "robot", "table": table, "seat": rng.randrange(6), "on": rng.random() < 0.5},
            {"do": "set_options", "table": table, "options": {rng.choice(["max_hands", "x"]): 1}},
            {"do": "ready", "table": table, "on": True},
            {"do": "move", "table": table, "decision": decision, "move": move},
            {"do": "back", "table": table},
            {"do": "continue", "table": table},
            {"do": "say", "table": table, "phrase": rng.choice(["nice", "hurry", "rude"])},
            {"do": "rematch", "table": table, "yes": rng.random() < 0.5},
            {"do": "ping"},
        ]  # fmt: skip
        return {**rng.choice(kinds), "id": id}

    def foul(self) -> bytes:
        """A message with something wrong about it, mostly."""
        rng = self.rng
        message = self.fair()
        match rng.randrange(11):
            case 0:
                del message[rng.choice(list(message))]
            case 1 | 2 | 3:
                message[rng.choice(list(message))] = rng.choice(ODD)
            case 4:
                message[rng.choice(["more", "id2", "seat", "person", "", "do ", "clock", "score"])] = (
                    rng.choice(ODD)
                )
            case 5:
                depth = rng.randrange(1, 1500)
                return f'{{"do":"ping","id":"d","x":{"[" * depth}{"]" * depth}}}'.encode()
            case 6:
                text = json.dumps(message)
                return text[: rng.randrange(len(text))].encode()
            case 7:
                data = bytearray(json.dumps(message).encode())
                for _ in range(rng.randrange(1, 6)):
                    data[rng.randrange(len(data))] = rng.randrange(256)
                return bytes(data)
            case 8:
                return rng.randbytes(rng.randrange(200))
            case 9:
                key = rng.choice(list(message))
                filler = rng.choice(["a", "[", "{", "9", '"', "\\", "\\u0000"]) * rng.randrange(600)
                return json.dumps({**message, key: filler}).encode()[:4096]
            case _:
                text = json.dumps(message)
                return rng.choice(
                    [f"[{text}]", text * 2, f"{text} ", f"/**/{text}", f"\ufeff{text}", f'"{text}"']
                ).encode()
        return json.dumps(message).encode()

    async def attack(self, count: int) -> None:
        """Send so many, in batches; count the answers."""
        while self.sent < count:
            batch = min(BATCH, count - self.sent)
            before = len(self.tab.got)
            for _ in range(batch):
                self.sent += 1
                data = json.dumps(self.fair()).encode() if self.rng.random() < 0.4 else self.foul()
                await self.tab.post(data)
            if self.rng.random() < 0.1:
                await self.provoke()
            await self.tab.post(Ping(f"end-{self.sent}"))
            # answers of tables come when the disk has them, after the ping's
            await self.come(before, batch + 1)
            answers = self._answers(before)
            for each in self.tab.got[before:]:
                if isinstance(each, Refused):
                    self.codes[each.code] += 1
            if self.tab.closed_with:
                assert self.tab.bye in ("too_long", "malformed", "flood", "slow")
                self.cuts += 1
                await self.tab.open()
            else:
                assert answers == batch + 1
                self.answered += batch

    async def provoke(self) -> None:
        """Ask to be cut off."""
        assert self.tab.socket is not None
        await self.tab.post(b"[" * self.rng.choice([4097, 9000, 16_000]))

    async def answers(self, start: int, count: int) -> None:
        """Wait for so many answers, or the end of the socket."""
        await self.tab.wait(lambda: self.tab.closed_with or self._answers(start) >= count)

    async def come(self, start: int, count: int) -> None:
        """Wait for so many answers, or the end of the socket."""
        await self.tab.wait(lambda: self.tab.closed_with or self._answers(start) >= count)

    def _answers(self, start: int) -> int:
        return sum(isinstance(each, Done | Refused) for each in self.tab.got[start:])


async def quiet_table(place: Place) -> tuple[str, list[Tab]]:
    """Four people in mid-match whom nobody may watch, and without clocks."""
    tabs = [await place.tab(name) for name in ("Ana", "Bia", "Caio", "Davi")]
    made = await tabs[0].ok(Create("c", "truco_paulista", 4, {}, watchers=False, pace="none", private=True))
    table = str(made.table)
    for seat, tab in enumerate(tabs):
        await tab.ok(Enter("e", table))
        await tab.ok(Sit("s", table, seat))
    for tab in tabs:
        await tab.ok(Ready("r", table, True))
    for tab in tabs:
        await tab.wait(lambda tab=tab: tab.item.view is not None)  # type: ignore[misc] # bound now
    return table, tabs


async def rows(place: Place, table: str) -> list[Any]:
    def read(connection: Any) -> list[Any]:
        found = connection.exec_driver_sql("SELECT seq, entry FROM journal WHERE table_id = ?", (table,))
        return [tuple(row) for row in found]

    return await place.server.database.read(read)


async def test_each_hostile_message_is_answered_or_its_sender_cut_off(tmp_path: Path) -> None:
    rng = random.Random(2024)
    trouble: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: trouble.append(context))
    parts = Parts(
        thinker=Brain(),
        delays=Brisk(0.5),
        shuffler=Deck(),
        clock=TurnedClock(),
        static=tmp_path,
        limits=RoomLimits(hosted=3),
    )
    async with served(tmp_path, parts, OPEN) as place:
        table, four = await quiet_table(place)
        before = await rows(place, table)
        views = [msgspec.json.encode(tab.item.view) for tab in four]
        items = [len(tab.items()) for tab in four]

        attackers: list[Attacker] = []
        tables = [table]
        for n in range(ATTACKERS):
            tab = await place.tab(f"mallory {n}")
            made = await tab.ok(Create("own", "truco_paulista", 4, {}, private=n % 2 == 0))
            tables.append(str(made.table))
            attackers.append(Attacker(tab, random.Random(rng.random()), tables))
        each = MESSAGES // ATTACKERS
        await asyncio.gather(*(attacker.attack(each) for attacker in attackers))

        assert sum(attacker.sent for attacker in attackers) == MESSAGES
        codes: Counter[str] = sum((attacker.codes for attacker in attackers), Counter())
        assert codes["malformed"] > MESSAGES // 4
        assert len(codes) > 15, codes
        assert sum(attacker.cuts for attacker in attackers) > 5
        assert sum(attacker.answered for attacker in attackers) > MESSAGES * 3 // 4

        # the server is up, and the quiet table has not noticed anything
        assert await rows(place, table) == before
        for tab, view, count in zip(four, views, items, strict=True):
            assert isinstance(await tab.ok(Ping("still")), Done)
            assert msgspec.json.encode(tab.item.view) == view
            # at most they hear that somebody looked in, who is shown nothing
            assert all(item.events == [] for item in tab.items()[count:])
            assert [seat.name for seat in tab.item.room.seats] == ["Ana", "Bia", "Caio", "Davi"]
        asked = next(tab for tab in four if tab.view["seat"] in tab.view["waiting"])
        done = await asked.do(Play("on", table, asked.view["decision"], asked.view["legal"][0]))
        assert isinstance(done, Done)
        newcomer = await place.tab("Nina")
        await newcomer.ok(Ping("hello"))
        # nobody was told anything about cards by a refusal
        for attacker in attackers:
            for message in attacker.tab.got:
                if isinstance(message, Item) and message.table == table:
                    assert message.view is None
                    assert message.events == []
                if isinstance(message, Refused):
                    assert "play" not in str(message.facts), message
    assert [context for context in trouble if "exception" in context] == []


RAW = [
    b"",
    b"\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET " + b"/" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 2000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 70_000 + b"\r\n\r\n",
    b"POST /api/identity HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/identity HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n"
    b"Content-Type: application/json\r\n\r\n{}",
    b"POST /api/identity HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
    b"Content-Type: application/json\r\n\r\nzz\r\n",
    b"GET /\x00\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nCookie: carteado=" + b"\xff" * 40 + b"\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"carteado=a;" * 500 + b"\r\n\r\n",
]
FRAMES = [
    b"\x81\x05hello",  # not masked
    b"\xf1\x80\x00\x00\x00\x00",  # reserved bits
    b"\x83\x80\x00\x00\x00\x00",  # a reserved kind
    b"\x09\x80\x00\x00\x00\x00",  # a ping in pieces
    b"\x89\xfe\x00\x80" + b"\x00" * 132,  # a ping too long
    b"\x80\x80\x00\x00\x00\x00",  # goes on with nothing
    b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # endless
    b"\x88\x81\x00\x00\x00\x00\x01",  # a goodbye of one byte
    b"\x01\x83\x00\x00\x00\x00abc\x01\x83\x00\x00\x00\x00abc",  # two beginnings
    b"\x81\x83\x00\x00\x00\x00ab",  # one that never ends
]


async def _raw(place: Place, data: bytes, upgrade: str | None = None) -> bytes:
    """Send bytes to the port; what comes back within a moment."""
    reader, writer = await asyncio.open_connection("127.0.0.1", place.server.port)
    try:
        if upgrade is not None:
            writer.write(
                b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                + f"Cookie: {upgrade}\r\n\r\n".encode()
            )
            assert b"101" in await reader.readline()
        writer.write(data)
        if writer.can_write_eof():
            writer.write_eof()
        async with asyncio.timeout(5):
            return await reader.read()
    except (ConnectionError, TimeoutError):
        return b""
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def test_what_is_not_even_the_protocol_harms_nobody(tmp_path: Path) -> None:
    async with served(tmp_path, limits=OPEN) as place:
        calm = await place.tab()
        for data in RAW:
            answer = await _raw(place, data)
            assert answer == b"" or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4")), (
                data[:60],
                answer[:200],
            )
            assert b"Traceback" not in answer
        for data in FRAMES:
            await _raw(place, data, upgrade=calm.cookie)
        rng = random.Random(5)
        for _ in range(100):
            await _raw(place, rng.randbytes(rng.randrange(1, 300)), upgrade=calm.cookie)
        await calm.ok(Ping("still"))
        async with place.client.get(f"{place.url}/api/health") as health:
            assert health.status == 200


@pytest.mark.parametrize("limits", [Limits()])
async def test_with_the_usual_limits_a_flood_ends_by_itself(tmp_path: Path, limits: Limits) -> None:
    async with served(tmp_path, limits=limits) as place:
        calm = await place.tab("Ana")
        made = await calm.ok(Create("c", "truco_paulista", 4, {}))
        flooder = await place.tab("Bia")
        for n in range(1000):
            await flooder.post(Sit(f"s{n}", str(made.table), n % 4))
        await flooder.wait(lambda: flooder.closed_with)
        assert flooder.bye == "flood"
        accepted = [
            each for each in flooder.got if isinstance(each, Done | Refused) and each.id.startswith("s")
        ]
        assert len(accepted) < 300
        await calm.ok(Ping("still"))
