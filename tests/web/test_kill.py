"""The server is killed at random moments under load: what it acknowledged is there when it is back."""

import asyncio
import os
import random
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, DummyCookieJar

from carteado.room import entries
from carteado.room.messages import (
    Back,
    Command,
    Continue,
    Create,
    Done,
    Enter,
    Play,
    Ready,
    Refused,
    Rematch,
    Sit,
)
from carteado.store.database import Database
from carteado.store.identities import digest
from carteado.web.serve import bind
from tests.web.harness import Tab

KILLS = 20
TABLES = 6
PASSING = (Enter, Continue)
"""Commands that change nothing which has to last: who looks, and who needs no pause."""

# Importing takes far longer than starting, so a process that has imported everything forks the servers.
NURSERY = """
import os, sys
from pathlib import Path
from carteado.web.serve import serve
port, data = int(sys.argv[1]), Path(sys.argv[2])
for _ in sys.stdin:
    pid = os.fork()
    if not pid:
        serve(port=port, data=data, log_level="error")
        os._exit(0)
    print("pid", pid, flush=True)
    os.waitpid(pid, 0)
    print("dead", flush=True)
"""


class Nursery:
    """Starts the server again and again on one port and one data file, and kills it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pid = 0

    @classmethod
    async def open(cls, port: int, data: Path) -> "Nursery":
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                NURSERY,
                str(port),
                str(data),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        )

    async def _until(self, *wanted: str) -> None:
        assert self._process.stdout is not None
        missing = set(wanted)
        async with asyncio.timeout(30):
            while missing:
                line = (await self._process.stdout.readline()).decode()
                assert line, "the server's parent is gone"
                if line.startswith("pid "):
                    self.pid = int(line.split()[1])
                missing -= {each for each in missing if line.startswith(each)}

    async def start(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(b"start\n")
        await self._process.stdin.drain()
        await self._until("pid ", "Carteado is at")

    async def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        await self._until("dead")

    async def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


class Player:
    """A person who plays whatever is legal, and keeps what was promised him."""

    def __init__(self, name: str, seat: int, rng: random.Random) -> None:
        self.name = name
        self.seat = seat
        self.rng = rng
        self.tab: Tab | None = None
        self.tag = ""
        self.table = ""
        self.count = 0
        self.acknowledged: list[tuple[Command, Done | Refused]] = []
        self.in_flight: Command | None = None
        self.decision = 0
        self.voted = 0

    @property
    def here(self) -> Tab:
        assert self.tab is not None
        return self.tab

    def id(self) -> str:
        self.count += 1
        return f"{self.name}-{self.count}"

    async def say(self, command: Command) -> Done | Refused | None:
        """Say it until it is answered; None when the server died before."""
        self.in_flight = command
        while True:
            start = len(self.here.got)
            await self.here.post(command)
            await self.here.wait(lambda at=start: self._answers(command.id, at) or self.here.closed_with)  # type: ignore[misc] # bound now
            answers = self._answers(command.id, start)
            if not answers:
                return None
            answer = answers[0]
            if isinstance(answer, Refused) and answer.code == "too_fast":
                await asyncio.sleep(answer.facts["wait_ms"] / 1000)
                continue
            self.in_flight = None
            self.acknowledged.append((command, answer))
            if isinstance(answer, Done) and answer.decision is not None:
                self.decision = max(self.decision, answer.decision)
            return answer

    def _answers(self, id: str, start: int) -> list[Done | Refused]:
        return [each for each in self.here.got[start:] if isinstance(each, Done | Refused) and each.id == id]

    def next_command(self) -> Command | None:
        """What he would say to what he sees now."""
        item = self.here.item
        view = item.view
        if item.room.stage == "over":
            if self.voted == item.room.match:
                return None
            self.voted = item.room.match
            return Rematch(self.id(), self.table, True)
        if view is None:
            return None
        if item.room.seats[self.seat].robot:
            return Back(self.id(), self.table)
        if item.room.hold_ms is not None and self.seat not in item.room.go_on:
            return Continue(self.id(), self.table)
        if self.seat in view["waiting"] and view["legal"]:
            move = self.rng.choice(view["legal"])
            return Play(self.id(), self.table, view["decision"], move)
        return None

    async def play(self) -> None:
        """Until the server dies."""
        tab = self.here
        while not tab.closed_with:
            seen = len(tab.got)
            command = self.next_command()
            if command is None:
                await tab.wait(lambda at=seen: len(tab.got) > at or tab.closed_with)  # type: ignore[misc] # bound now
                continue
            await asyncio.sleep(self.rng.uniform(0, 0.02))
            if await self.say(command) is None:
                return


@pytest.fixture
async def nursery(tmp_path: Path) -> AsyncIterator[tuple[Nursery, str, Path]]:
    (listener,) = bind("127.0.0.1", 0)
    port = listener.getsockname()[1]
    listener.close()
    data = tmp_path / "room.sqlite3"
    opened = await Nursery.open(port, data)
    yield opened, f"http://127.0.0.1:{port}", data
    await opened.close()


async def found(players: list[Player], data: Path) -> None:
    """Everything acknowledged is in the data file, once, and nothing else of these people."""
    connection = sqlite3.connect(f"file:{data}?mode=ro", uri=True)
    written: Counter[str] = Counter()
    for (entry,) in connection.execute("SELECT entry FROM journal"):
        fact = entries.read(entry)
        match fact:
            case entries.Moved(id=id) | entries.Answered(id=id) if id:
                written[id] += 1
            case entries.Turned(answer=answer):
                written[answer.id] += 1
            case _:
                pass
    connection.close()
    for player in players:
        for command, _ in player.acknowledged:
            if isinstance(command, PASSING):
                continue
            assert written[command.id] == 1, (command, written[command.id])
    assert max(written.values()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no fork and no SIGKILL there")
async def test_killed_at_random_moments_it_keeps_what_it_promised(
    nursery: tuple[Nursery, str, Path],
) -> None:
    parent, url, data = nursery
    rng = random.Random(20)
    players = [Player(f"p{table}{seat}", seat, rng) for table in range(TABLES) for seat in range(4)]
    async with ClientSession(cookie_jar=DummyCookieJar()) as client:
        await parent.start()
        await asyncio.gather(*(settle(url, client, players[at : at + 4]) for at in range(0, len(players), 4)))
        total = 0
        for kill in range(KILLS):
            playing = [asyncio.create_task(player.play()) for player in players]
            await asyncio.sleep(rng.uniform(0.05, 0.7))
            await parent.kill()
            await asyncio.gather(*playing)
            await found(players, data)
            await parent.start()
            for player in players:
                await come_back(player, rng, kill)
            before, total = total, sum(len(player.acknowledged) for player in players)
            assert total > before
        assert total > KILLS * 20
        # and the tables go on
        playing = [asyncio.create_task(player.play()) for player in players]
        await asyncio.sleep(0.3)
        await parent.kill()
        await asyncio.gather(*playing)
        assert sum(len(player.acknowledged) for player in players) > total


async def settle(url: str, client: ClientSession, four: list[Player]) -> None:
    """Seat four people at a table of theirs, and start."""
    for player in four:
        player.tab = await Tab.new(url, client, player.name)
        welcome: Any = player.tab.got[0]
        player.tag = welcome.person
    host = four[0]
    made = await host.say(Create(host.id(), "truco_paulista", 4, {}, private=True))
    assert isinstance(made, Done)
    assert made.table is not None
    for player in four:
        player.table = made.table
        for command in (
            Enter(player.id(), player.table),
            Sit(player.id(), player.table, player.seat),
            Ready(player.id(), player.table, True),
        ):
            assert isinstance(await player.say(command), Done)
    for player in four:
        await player.here.wait(lambda tab=player.here: tab.item.view is not None)  # type: ignore[misc] # bound now


async def come_back(player: Player, rng: random.Random, kill: int) -> None:
    """As the front end does; and look whether everything is as it was promised."""
    tab = player.here
    await tab.open()
    before = len(tab.items())
    await player.say(Enter(player.id(), player.table, f"{tab.item.epoch}:{tab.item.n}"))
    await tab.wait(lambda: len(tab.items()) > before)
    item = tab.item
    assert item.fresh
    # his seat, by his public tag
    assert item.room.you == player.seat
    assert item.room.seats[player.seat].person == player.tag
    assert item.room.seats[player.seat].name == player.name
    assert item.view is not None
    # nothing that was acknowledged has been undone
    assert item.view["decision"] >= player.decision
    # every open decision has its clock, every pause its end
    if item.room.stage == "playing":
        assert (item.room.clock is None) == (item.room.hold_ms is not None)
        if item.room.clock is not None:
            assert set(item.view["waiting"]) & set(item.room.clock.seats)
            assert 0 < item.room.clock.left_ms <= item.room.clock.of_ms
    # the same id gets the same answer
    promised = [each for each in player.acknowledged if not isinstance(each[0], PASSING)]
    for command, answer in rng.sample(promised[-100:], min(3, len(promised))):
        start = len(tab.got)
        await tab.post(command)
        await tab.wait(lambda at=start, id=command.id: player._answers(id, at))  # type: ignore[misc] # bound now
        again = player._answers(command.id, start)[0]
        if isinstance(answer, Done):
            assert again == answer
        else:
            assert isinstance(again, Refused)
            assert again.code == answer.code
    if player.in_flight is not None:
        await player.say(player.in_flight)


async def test_the_file_of_a_killed_server_opens_with_its_people(nursery: tuple[Nursery, str, Path]) -> None:
    parent, url, data = nursery
    await parent.start()
    async with ClientSession(cookie_jar=DummyCookieJar()) as client:
        tabs = [await Tab.new(url, client, f"guest {n}") for n in range(10)]
        await parent.kill()
        database = Database(data)
        known = {row[0] for row in database._raw.execute("SELECT token_hash FROM identities")}
        database.close()
        assert known == {digest(tab.cookie.split("=", 1)[1]) for tab in tabs}
