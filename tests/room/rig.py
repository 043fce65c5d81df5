"""A room for tests: a clock that stands still until told, cards that are laid, a journal that can fail."""

import asyncio
import heapq
import itertools
import random
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec

from carteado.cards import CARD_TEXT
from carteado.games.game import Plain
from carteado.games.truco_cards import PACK
from carteado.room.lobby import Limits, Room, Socket
from carteado.room.messages import (
    Answer,
    AnyAnswer,
    Command,
    Create,
    Done,
    Enter,
    Item,
    Play,
    Ready,
    Refused,
    Robot,
    Sit,
    whole_view,
)
from carteado.room.ports import Journal, JournalFailed, Loaded, Person, Timer
from carteado.room.table import Table


class FakeTimer:
    def __init__(self, when: float, callback: Callable[[], None]) -> None:
        self.when = when
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class FakeClock:
    """A clock that goes on only by `Rig.advance`."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._queue: list[tuple[float, int, FakeTimer]] = []
        self._count = itertools.count()

    def now(self) -> float:
        return self.time

    def wall(self) -> float:
        return 1_700_000_000.0 + self.time

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        timer = FakeTimer(when, callback)
        heapq.heappush(self._queue, (when, next(self._count), timer))
        return timer

    def next_due(self, until: float) -> FakeTimer | None:
        """Take the next timer that is due by then, and set the clock to its time."""
        while self._queue and self._queue[0][0] <= until:
            when, _, timer = heapq.heappop(self._queue)
            if not timer.cancelled:
                self.time = max(self.time, when)
                return timer
        return None


class MemoryJournal:
    """A journal that forgets nothing and fails when told; every append yields to the loop once."""

    def __init__(self) -> None:
        self.entries: dict[str, list[bytes]] = {}
        self.snapshots: dict[str, tuple[int, bytes]] = {}
        self.closed: set[str] = set()
        self.failing = False
        self.fail_after_writing = False
        self.failures = 0
        self.drop_fails = 0
        self.gate: asyncio.Event | None = None

    async def append(self, table: str, entries: Sequence[bytes]) -> None:
        await asyncio.sleep(0)
        if self.gate is not None:
            await self.gate.wait()
        if self.fail_after_writing:
            self.fail_after_writing = False
            self.entries.setdefault(table, []).extend(entries)
            self.failures += 1
            raise JournalFailed("the answer was lost")
        if self.failing:
            self.failures += 1
            raise JournalFailed("no space left on device")
        self.entries.setdefault(table, []).extend(entries)

    async def snapshot(self, table: str, after: int, data: bytes) -> None:
        await asyncio.sleep(0)
        if self.failing:
            raise JournalFailed("no space left on device")
        self.snapshots[table] = (after, data)

    async def load(self, table: str) -> Loaded:
        await asyncio.sleep(0)
        after, data = self.snapshots.get(table, (0, None))
        entries = self.entries.get(table, [])
        return Loaded(data, list(enumerate(entries[after:], after + 1)))

    async def tables(self) -> list[str]:
        return [table for table in self.entries if table not in self.closed]

    async def drop(self, table: str) -> None:
        if self.drop_fails:
            self.drop_fails -= 1
            raise JournalFailed("locked")
        self.closed.add(table)

    def texts(self, table: str) -> list[dict[str, Any]]:
        return [msgspec.json.decode(entry) for entry in self.entries.get(table, [])]


_journal: Journal = MemoryJournal()  # mypy: it is one


def cards(text: str) -> list[int]:
    return [CARD_TEXT.index(each) for each in text.split()]


class Deck:
    """Orders in the order they are wanted: the first dealer, then hands; the pack's order when none is left.

    ``hands`` are by seat, for the dealer of that deal.
    """

    def __init__(self, dealer: int = 3) -> None:
        self.dealer = dealer
        self.deals: list[tuple[dict[int, str], str | None]] = []
        self.dealt = 0
        self.seats = 4

    def put(self, hands: dict[int, str] | None = None, vira: str | None = None) -> None:
        self.deals.append((hands or {}, vira))

    def order(self, items: Sequence[int]) -> list[int]:
        if len(items) < 20:
            self.seats = len(items)
            self.dealt = 0
            self.dealer %= self.seats
            return [*items[self.dealer :], *items[: self.dealer]]
        if sorted(items) != sorted(PACK):  # of a game with another pack
            order = list(items)
            random.Random(self.dealt).shuffle(order)
            self.dealt += 1
            return order
        hands, vira = self.deals.pop(0) if self.deals else ({}, None)
        dealer = (self.dealer + self.dealt) % self.seats
        self.dealt += 1
        wanted = [*(card for hand in hands.values() for card in cards(hand)), *(cards(vira) if vira else [])]
        rest = [card for card in PACK if card not in wanted]
        order = []
        for turn in range(1, self.seats + 1):
            hand = hands.get((dealer + turn) % self.seats)
            order.extend(cards(hand) if hand else [rest.pop(0) for _ in range(3)])
        order.extend(cards(vira) if vira else [rest.pop(0)])
        return order + rest


class Steady:
    """Robots' pace without chance: 0.8, 0.9, 1.0, 1.1 by seat, so that tests know who is first."""

    def __init__(self) -> None:
        self.draws = 0

    def uniform(self, a: float, b: float, /) -> float:
        assert (a, b) in ((0.8, 2.0), (1.5, 3.5))
        self.draws += 1
        return a + 0.1 * ((self.draws - 1) % 4)


class Brain:
    """A thinker by script: what ``say`` gives for a view, else the first legal move that is not an aside."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.say: Callable[[dict[str, Any]], str | None] | None = None
        self.gate: asyncio.Event | None = None
        self.fail = False

    async def choose(self, game: str, view: dict[str, Plain], level: str, key: str) -> str | None:
        await asyncio.sleep(0)
        self.asked.append(dict(view))
        if self.gate is not None:
            await self.gate.wait()
        if self.fail:
            raise RuntimeError("no worker")
        if self.say is not None:
            said = self.say(dict(view))
            if said is not None:
                return said
        legal = view["legal"]
        assert isinstance(legal, list)
        if not legal or legal[0] == "propose":
            return None
        return str(legal[0])


class Client:
    """A person at one socket: what he has been sent, and his newest item."""

    def __init__(self, rig: "Rig", person: Person, network: str = "") -> None:
        self.rig = rig
        self.person = person
        self.got: list[Answer] = []
        self.times: list[float] = []
        self.deaf = False  # his line is dead and nobody knows yet
        self.socket: Socket = rig.room.connect(person, self, network)

    def send(self, message: Answer) -> None:
        # what the web layer does
        written = msgspec.json.encode(message)
        if not self.deaf:
            self.got.append(msgspec.json.decode(written, type=AnyAnswer))
            self.times.append(self.rig.clock.time)

    def post(self, command: Command) -> str:
        self.socket.handle(command)
        return command.id

    async def do(self, command: Command) -> Done | Refused:
        self.post(command)
        await self.rig.idle()
        return self.answer(command.id)

    async def ok(self, command: Command) -> Done:
        answer = await self.do(command)
        assert isinstance(answer, Done), answer
        return answer

    async def refused(self, command: Command) -> str:
        answer = await self.do(command)
        assert isinstance(answer, Refused), answer
        return answer.code

    def answers(self, id: str) -> list[Done | Refused]:
        return [each for each in self.got if isinstance(each, Done | Refused) and each.id == id]

    def answer(self, id: str) -> Done | Refused:
        answers = self.answers(id)
        assert answers, f"no answer to {id}"
        return answers[-1]

    @property
    def items(self) -> list[Item]:
        return [each for each in self.got if isinstance(each, Item)]

    @property
    def item(self) -> Item:
        return self.items[-1]

    @property
    def view(self) -> dict[str, Any]:
        view = self.item.view
        assert view is not None
        return whole_view(view)

    @property
    def stage(self) -> str:
        return self.item.room.stage

    @property
    def phase(self) -> str:
        return str(self.view["table"]["phase"])

    def events(self, kind: str) -> list[dict[str, Any]]:
        return [event for item in self.items for event in item.events if event["event"] == kind]

    async def move(self, text: str, decision: int | None = None, id: str | None = None) -> Done | Refused:
        item = self.item
        quoted = decision if decision is not None else int(self.view["decision"])
        return await self.do(Play(id or self.rig.id(), item.table, quoted, text))

    async def moves(self, text: str, decision: int | None = None) -> Done:
        answer = await self.move(text, decision)
        assert isinstance(answer, Done), answer
        return answer

    async def close(self) -> None:
        self.socket.close()
        await self.rig.idle()

    def back(self) -> "Client":
        """The same person by a new socket."""
        return Client(self.rig, self.person)


class Rig:
    """A room and everything it lives on."""

    opened: ClassVar[list["Rig"]] = []
    """For the fixture that ends their tasks."""
    may_fail: ClassVar[bool] = False
    """Whether this test means a table to fail by a fault of ours."""

    def __init__(self, limits: Limits | None = None) -> None:
        Rig.opened.append(self)
        self.clock = FakeClock()
        self.journal = MemoryJournal()
        self.deck = Deck()
        self.pace = Steady()
        self.brain = Brain()
        self.limits = limits
        self.room = self._room()
        self._ids = itertools.count(1)

    def _room(self) -> Room:
        return Room(
            self.journal,
            self.brain,
            clock=self.clock,
            shuffler=self.deck,
            delays=self.pace,
            limits=self.limits,
        )

    def id(self) -> str:
        return f"c{next(self._ids)}"

    def client(self, name: str, network: str = "") -> Client:
        return Client(self, Person(f"secret-{name}", f"tag-{name}", name), network)

    def table(self, id: str) -> Table:
        return self.room._tables[id]

    async def idle(self) -> None:
        """Until every table waits for a message and no robot thinks."""
        quiet = 0
        gated = self.journal.gate is not None or self.brain.gate is not None
        for _ in range(10_000):
            await asyncio.sleep(0)
            quiet = quiet + 1 if self._is_quiet() else 0
            if quiet == (50 if gated else 3):  # behind a gate nobody can say when the rest is done
                return
        raise AssertionError("the room does not come to rest")

    def _is_quiet(self) -> bool:
        if self.journal.gate is not None or self.brain.gate is not None:
            return True
        return all(
            table._waiter is not None
            and not table._waiter.done()
            and not (table._mail and not table.frozen)
            and all(ask.task is None or ask.task.done() for ask in table.robots._asks.values())
            for table in self.room._tables.values()
        )

    async def advance(self, seconds: float) -> None:
        """Let time go by, and everything that is due in it happen."""
        until = self.clock.time + seconds
        await self.idle()
        while (timer := self.clock.next_due(until)) is not None:
            timer.callback()
            await self.idle()
        self.clock.time = until

    async def restart(self) -> None:
        """As after `kill -9`: a new room from the same journal."""
        await self.kill()
        self.room = self._room()
        await self.room.start()
        await self.idle()

    async def kill(self) -> None:
        """End all tasks where they stand."""
        tasks = [table._task for table in self.room._tables.values() if table._task is not None]
        for table in self.room._tables.values():
            table._cancel_all()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def playing(
        self,
        game: str = "truco_paulista",
        people: Sequence[str | None] = ("ana", "bia", "caio", "davi"),
        options: dict[str, bool | int | str] | None = None,
        **create: Any,
    ) -> tuple[str, list[Client]]:
        """A table where these people sit (None is a robot) and the match has begun; clients of the people."""
        clients = [self.client(name) for name in people if name is not None]
        host = clients[0]
        done = await host.ok(Create(self.id(), game, len(people), options or {}, **create))
        table = done.table
        assert table is not None
        here = iter(clients)
        for seat, name in enumerate(people):
            if name is None:
                continue
            client = next(here)
            if client is not host:
                await client.ok(Enter(self.id(), table))
            await client.ok(Sit(self.id(), table, seat))
        for seat, name in enumerate(people):
            if name is None:
                await host.ok(Robot(self.id(), table, seat, True))
        for client in clients:
            await client.ok(Ready(self.id(), table, True))
        assert host.item.room.stage == "playing"
        return table, clients
