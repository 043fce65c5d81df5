"""Two matches that differ only in what somebody never sees: every byte to him and every log line agree.

The whole way is looked at, from the cards to the socket and the log; what a table tells is held by
tests/room/test_secrecy.py in more cases. The clock of the tables stands unless it is turned, so that equal
frames have equal times in them.
"""

import io
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import structlog

from carteado.room.messages import Create, Enter, Ping, Play, Ready, Refused, Sit
from carteado.web import logs, sockets, wire
from carteado.web.serve import Parts
from tests.room.rig import Brain, Deck
from tests.web.harness import Brisk, Tab, TurnedClock, served

HAND = {0: "3h 4d Qs", 1: "2d 7c 4s", 2: "Ks 5c 5h", 3: "7d Jh Ad"}
NAMES = ("Ana", "Bia", "Caio", "Davi")


class Scene:
    """Four people in a match, a watcher, and their clock."""

    def __init__(self, tabs: list[Tab], watcher: Tab, clock: TurnedClock) -> None:
        self.tabs = tabs
        self.watcher = watcher
        self.clock = clock

    async def move(self, seat: int, text: str) -> None:
        """A move that is accepted; everybody hears what he may before the next."""
        answer = await self.tabs[seat].move(text)
        assert not isinstance(answer, Refused), answer
        await self.settle()

    async def refused(self, seat: int, text: str, decision: int | None = None) -> str:
        tab = self.tabs[seat]
        quoted = int(tab.view["decision"]) if decision is None else decision
        code = await tab.refused(Play(tab.id(), tab.item.table, quoted, text))
        await self.settle()
        return code

    async def turn(self, seconds: float) -> None:
        self.clock.turn(seconds)
        await self.settle()

    async def settle(self) -> None:
        """Two rounds to the server and back, each through the table: what was under way has arrived."""
        for _ in range(2):
            for tab in (*self.tabs, self.watcher):
                # a move for nobody's table is answered at once, one for a seat one does not hold by the table
                await tab.do(Play(tab.id(), self.tabs[0].item.table, 0, "withdraw"))


Script = Callable[[Scene, bool], Awaitable[None]]


async def votes_and_covers(scene: Scene, secret: bool) -> None:
    """Seat 1 votes or not, covers one card or the other, and says much that is refused."""
    await scene.move(0, "raise 3")
    await scene.turn(1)
    if secret:
        await scene.move(1, "run")
    else:
        await scene.settle()
    await scene.turn(4)
    await scene.move(3, "accept")
    assert await scene.refused(1, "play 2d" if secret else "play 7c") == "not_your_turn"
    assert await scene.refused(0, "play Ah") == "card_not_in_hand"
    await scene.move(0, "play 3h")
    assert await scene.refused(1, "play 2d covered" if secret else "play 7c covered") == "covered_too_early"
    assert await scene.refused(1, "play Kh" if secret else "play Kc") == "card_not_in_hand"
    await scene.move(1, "play 2d")
    await scene.move(2, "play Ks")
    await scene.move(3, "play 7d")
    await scene.move(scene.tabs[0].view["table"]["turn"], "play Jh")
    await scene.move(0, "play 4d")
    await scene.move(1, "play 7c covered" if secret else "play 4s covered")
    await scene.turn(50)


def cleaned(frames: list[bytes], names: dict[bytes, bytes]) -> list[bytes]:
    """Frames without what is drawn by lot for every table and person."""
    out = []
    for frame in frames:
        clean = frame
        for name, stand_in in names.items():
            clean = clean.replace(name, stand_in)
        clean = re.sub(rb'"epoch":"[^"]*"', b'"epoch":"-"', clean)
        clean = re.sub(rb'"stream":"[^":]*:', b'"stream":"-:', clean)
        out.append(clean)
    return out


async def tell(
    folder: Path, secret: bool, hands: dict[int, str], viewers: tuple[int | None, ...]
) -> tuple[list[list[bytes]], list[str]]:
    """Play it; what each viewer was sent, and the log."""
    folder.mkdir()
    log = io.StringIO()
    logs.set_up("debug", log)
    deck = Deck()
    deck.put(hands, "6c")
    clock = TurnedClock(standing=True)
    parts = Parts(thinker=Brain(), delays=Brisk(), shuffler=deck, clock=clock, static=folder)
    async with served(folder, parts) as place:
        tabs = [await place.tab(name) for name in NAMES]
        made = await tabs[0].ok(Create("c", "truco_paulista", 4, {}))
        table = str(made.table)
        for seat, tab in enumerate(tabs):
            await tab.ok(Enter("e", table))
            await tab.ok(Sit("s", table, seat))
        watcher = await place.tab("Eva")
        await watcher.ok(Enter("e", table))
        for tab in tabs:
            await tab.ok(Ready("r", table, True))
        scene = Scene(tabs, watcher, clock)
        await watcher.wait(lambda: watcher.item.view is not None)
        await scene.settle()
        await votes_and_covers(scene, secret)
        # who looks again is told the same
        for tab in (*tabs, watcher):
            await tab.close()
            await tab.open()
            await tab.ok(Enter("again", table))
            await tab.ok(Ping("end"))
        people = [*tabs, watcher]
        names = {table.encode(): b"TABLE"}
        for number, tab in enumerate(people):
            tag: Any = tab.got[0]
            names[tag.person.encode()] = b"PERSON%d" % number
        shown = [watcher if seat is None else tabs[seat] for seat in viewers]
        for tab in people:
            await tab.close()
        frames = [cleaned(tab.raw, names) for tab in shown]
    lines = [re.sub(r'"(ms|timestamp)": [^,}]*', r'"\1": -', line) for line in log.getvalue().splitlines()]
    for name in names:
        assert name.decode() not in log.getvalue()
    return frames, sorted(lines)


@pytest.fixture(autouse=True)
def _usual_log() -> Any:
    yield
    structlog.reset_defaults()


HIDDEN = [
    ("a vote and a covered card", HAND, (0, 2, None)),
    ("cards that nobody plays", {**HAND, 2: "Ks 6h 6d", 3: "7d Jh Qh"}, (0, None)),
]


@pytest.mark.parametrize(
    ("hands", "viewers"), [each[1:] for each in HIDDEN], ids=[each[0] for each in HIDDEN]
)
async def test_every_byte_and_every_line_is_the_same(
    tmp_path: Path, hands: dict[int, str], viewers: tuple[int | None, ...]
) -> None:
    one, log = await tell(tmp_path / "one", False, HAND, viewers)
    two, twin = await tell(tmp_path / "two", True, hands, viewers)
    for mine, other in zip(one, two, strict=True):
        assert mine == other
        assert len(mine) > 20
    assert log == twin
    assert len(log) > 10


async def test_who_may_know_is_told_the_difference(tmp_path: Path) -> None:
    """So that a comparison that cannot fail is noticed."""
    one, _ = await tell(tmp_path / "one", False, HAND, (1, 3))
    two, _ = await tell(tmp_path / "two", True, HAND, (1, 3))
    assert one[0] != two[0]
    assert one[1] != two[1]


def leak_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    real = wire.decode

    def decode(data: Any) -> Any:
        command = real(data)
        if isinstance(command, Play) and command.move != "withdraw":
            logs.get().info("move", move=command.move)
        return command

    monkeypatch.setattr("carteado.web.wire.decode", decode)


def leak_in_the_number_of_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody gets a frame when somebody says something."""
    real = sockets.Sockets._listen

    async def listen(self: sockets.Sockets, ws: Any, socket: Any, handle: Callable[..., None]) -> None:
        def loud(command: Any) -> None:
            handle(command)
            if isinstance(command, Play) and command.move == "run":
                for theirs in self._by_person.values():
                    for each in theirs:
                        each.send(Refused("x", "x", {}))

        await real(self, ws, socket, loud)

    monkeypatch.setattr(sockets.Sockets, "_listen", listen)


@pytest.mark.parametrize("plant", [leak_in_the_log, leak_in_the_number_of_frames])
async def test_a_planted_leak_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        await test_every_byte_and_every_line_is_the_same(tmp_path, HAND, (0, 2, None))
