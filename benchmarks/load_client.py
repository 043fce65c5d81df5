"""A load of people who play: 250 tables of four, each person a WebSocket, in a process of its own.

usage: python benchmarks/load_client.py PORT SERVER_PID TABLES PLAN..., a plan being `RATE:SECONDS`; rate 0 is
a closed loop, in which every table has one move under way. Prints one line of JSON for each plan.

A move is timed from its sending until the last of the table's four people has the view after it. Of a view,
all of which is received, only what tells whose turn it is and what he may do is kept.
"""

import asyncio
import base64
import json
import os
import random
import sys
import time
from collections import deque

import msgspec
import uvloop
from aiohttp import ClientSession, DummyCookieJar

GAME = "truco_paulista"


class View(msgspec.Struct):
    seat: int | None
    decision: int
    waiting: list[int]
    legal: list[str]


class Room(msgspec.Struct):
    stage: str
    match: int


class Message(msgspec.Struct):
    """What of any message the load needs; the rest is skipped, not left out."""

    is_: str = msgspec.field(name="is")
    id: str | None = None
    table: str | None = None
    code: str | None = None
    reason: str | None = None
    view: View | None = None
    room: Room | None = None


decode = msgspec.json.Decoder(Message).decode


class Socket(asyncio.Protocol):
    """A WebSocket client that does no more than it must."""

    def __init__(self, person, head):
        self.person = person
        self.head = head
        self.buffer = b""
        self.open = False
        self.ready = asyncio.get_running_loop().create_future()

    def connection_made(self, transport):
        self.transport = transport
        self.person.socket = self
        transport.write(self.head)

    def data_received(self, data):
        if self.buffer:
            data = self.buffer + data
        at = 0
        if not self.open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self.buffer = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:200]
            self.open = True
            at = end + 4
        size = len(data)
        while size - at >= 2:
            length = data[at + 1]
            start = at + 2
            if length == 126:
                if size - start < 2:
                    break
                length = int.from_bytes(data[start : start + 2], "big")
                start += 2
            elif length == 127:
                if size - start < 8:
                    break
                length = int.from_bytes(data[start : start + 8], "big")
                start += 8
            if size - start < length:
                break
            kind = data[at] & 15
            if kind == 1:
                self.person.got(data[start : start + length])
            elif kind == 9:
                self.frame(10, data[start : start + length])
            elif kind == 8:
                raise SystemExit(f"the server closed a socket: {data[start + 2 : start + length]!r}")
            at = start + length
        self.buffer = data[at:]

    def frame(self, kind, data):
        # a mask of zeros is a mask
        size = len(data)
        head = (
            bytes((128 | kind, 128 | size))
            if size < 126
            else bytes((128 | kind, 254)) + size.to_bytes(2, "big")
        )
        self.transport.write(head + b"\0\0\0\0" + data)

    def connection_lost(self, error):
        if not self.person.leaving:
            raise SystemExit("the server dropped a socket")


class Person:
    def __init__(self, table, seat):
        self.table = table
        self.seat = seat
        self.seen = -1  # the newest decision whose view has come
        self.answers = {}
        self.leaving = False
        self.socket = None

    def got(self, data):
        message = decode(data)
        if message.is_ == "item":
            if message.view is not None:
                self.table.shown(self, message.view, message.room)
        elif message.is_ in ("done", "refused"):
            waiting = self.answers.pop(message.id, None)
            if waiting is not None:
                waiting.set_result(message)
            elif message.is_ == "refused":
                self.table.load.refused += 1
        elif message.is_ == "welcome":
            self.socket.ready.set_result(None)
        elif message.is_ == "bye":
            raise SystemExit(f"cut off: {message.reason}")

    def say(self, **message):
        self.socket.frame(1, json.dumps(message).encode())

    async def ask(self, **message):
        message["id"] = self.table.id()
        waiting = self.answers[message["id"]] = asyncio.get_running_loop().create_future()
        self.say(**message)
        answer = await waiting
        assert answer.is_ == "done", answer
        return answer


class Table:
    def __init__(self, load, number):
        self.load = load
        self.number = number
        self.people = [Person(self, seat) for seat in range(4)]
        self.name = ""
        self.count = 0
        self.sent_at = 0.0
        self.target = 0
        self.missing = 0
        self.next = None  # who moves next, and what
        self.told = False  # the load knows that somebody may move here
        self.voted = 0

    def id(self):
        self.count += 1
        return f"t{self.number}-{self.count}"

    def shown(self, person, view, room):
        if room.stage == "over":
            if self.voted < room.match:
                self.voted = room.match
                self.finish()
                for each in self.people:
                    each.say(do="rematch", id=self.id(), table=self.name, yes=True)
            return
        if view.decision > person.seen:
            if person.seen < self.target <= view.decision:
                self.missing -= 1
            person.seen = view.decision
        if view.legal and view.seat in view.waiting:
            move = next((each for each in view.legal if each.startswith("play ")), None)
            if move is None:
                move = "accept" if "accept" in view.legal else "play_hand"
            if self.next is None or self.next[1] < view.decision:
                self.next = (person, view.decision, move)
        if self.missing <= 0:
            self.finish()
            # after a hand's last move the deal is still to come
            if (
                not self.told
                and self.next is not None
                and self.next[1] >= max(each.seen for each in self.people)
            ):
                self.told = True
                self.load.ready(self)

    def finish(self):
        if self.sent_at:
            self.load.took(time.perf_counter() - self.sent_at)
            self.sent_at = 0.0
        self.missing = 0

    def go(self):
        person, decision, move = self.next
        self.next = None
        self.told = False
        self.target = decision + 1
        self.missing = sum(each.seen < self.target for each in self.people)
        self.sent_at = time.perf_counter()
        self.count += 1
        person.socket.frame(
            1,
            b'{"do":"move","id":"t%d-%d","table":"%b","decision":%d,"move":"%b"}'
            % (self.number, self.count, self.name.encode(), decision, move.encode()),
        )


class Load:
    def __init__(self, port, pid, tables):
        self.port = port
        self.pid = pid
        self.tables = [Table(self, number) for number in range(tables)]
        self.times = []
        self.refused = 0
        self.rate = 0
        self.running = False
        self.waiting = deque()
        self.base = rss(pid)

    def took(self, seconds):
        self.times.append(seconds)

    def ready(self, table):
        if self.running and not self.rate:
            table.go()
        else:
            self.waiting.append(table)

    async def connect(self, session, person):
        url = f"http://127.0.0.1:{self.port}"
        async with session.post(
            f"{url}/api/identity", json={"name": f"p{person.table.number}-{person.seat}"}
        ) as answer:
            assert answer.status == 201, await answer.text()
            cookie = answer.headers["Set-Cookie"].split(";")[0]
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nOrigin: {url}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {cookie}\r\n\r\n"
        )
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: Socket(person, head.encode()), "127.0.0.1", self.port)
        await person.socket.ready

    async def settle(self, session, table):
        for person in table.people:
            await self.connect(session, person)
        host = table.people[0]
        made = await host.ask(do="create", game=GAME, seats=4, options={})
        table.name = made.table
        for person in table.people[1:]:
            await person.ask(do="enter", table=table.name)
        for person in table.people:
            await person.ask(do="sit", table=table.name, seat=person.seat)
        for person in table.people:
            await person.ask(do="ready", table=table.name, on=True)

    async def open(self):
        async with ClientSession(cookie_jar=DummyCookieJar()) as session:
            for at in range(0, len(self.tables), 25):
                await asyncio.gather(*(self.settle(session, table) for table in self.tables[at : at + 25]))
        while len(self.waiting) < len(self.tables):
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)

    async def run(self, rate, seconds):
        self.rate = rate
        self.running = True
        connections = 4 * len(self.tables)
        if not rate:
            while self.waiting:
                self.waiting.popleft().go()
            await asyncio.sleep(1)  # warm
        self.times = []
        cpu, own, began = cpu_of(self.pid), time.process_time(), time.perf_counter()
        if rate:
            due = 0
            while (passed := time.perf_counter() - began) < seconds:
                want = int(passed * rate)
                while due < want and self.waiting:
                    self.waiting.popleft().go()
                    due += 1
                due = max(due, want - 50)  # what nobody could play is not owed for ever
                await asyncio.sleep(0.001)
        else:
            await asyncio.sleep(seconds)
        passed = time.perf_counter() - began
        times, self.times = sorted(self.times), []
        cpu, own = cpu_of(self.pid) - cpu, time.process_time() - own
        self.running = False
        await asyncio.sleep(0.5)
        return {
            "rate": rate,
            "moves_s": round(len(times) / passed, 1),
            "p50_ms": at_share(times, 0.5),
            "p99_ms": at_share(times, 0.99),
            "server_us_per_move": round(cpu / max(len(times), 1) * 1e6, 1),
            "server_cpu": round(cpu / passed, 2),
            "client_cpu": round(own / passed, 2),
            "kib_per_connection": round((rss(self.pid) - self.base) / connections, 1),
            "base_mib": round(self.base / 1024, 1),
            "refused": self.refused,
        }


def at_share(ordered, share):
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 2) if ordered else None


def cpu_of(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rss(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


async def main():
    port, pid, tables = map(int, sys.argv[1:4])
    random.seed(1)
    load = Load(port, pid, tables)
    await load.open()
    for plan in sys.argv[4:]:
        rate, seconds = plan.split(":")
        print(json.dumps(await load.run(float(rate), float(seconds))), flush=True)
    for table in load.tables:
        for person in table.people:
            person.leaving = True
            person.socket.transport.abort()


uvloop.run(main())
