"""Matches through real sockets: from the deal to the end, with broken lines and a server that restarts."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from carteado.room.messages import (
    Command,
    Create,
    Done,
    Enter,
    Item,
    Lobby,
    Ping,
    Play,
    Quick,
    Ready,
    Refused,
    Robot,
    Sit,
)
from carteado.web.serve import Parts
from tests.room.rig import Brain, Deck
from tests.web.harness import Brisk, Place, Tab, TurnedClock, served


async def seat_four(
    place: Place,
    names: tuple[str, ...] = ("Ana", "Bia", "Caio", "Davi"),
    options: dict[str, bool | int | str] | None = None,
) -> list[Tab]:
    """Four people at a new table whose match has begun."""
    tabs = [await place.tab(name) for name in names]
    host = tabs[0]
    made = await host.ok(Create(host.id(), "truco_paulista", 4, options or {}))
    assert made.table is not None
    for seat, tab in enumerate(tabs):
        if tab is not host:
            await tab.ok(Enter(tab.id(), made.table))
        await tab.ok(Sit(tab.id(), made.table, seat))
    for tab in tabs:
        await tab.ok(Ready(tab.id(), made.table, True))
    for tab in tabs:
        await tab.wait(lambda tab=tab: tab.items() and tab.item.view is not None)  # type: ignore[misc] # loop variable
    return tabs


def over(tab: Tab) -> bool:
    return tab.item.room.stage == "over"


async def test_one_person_and_three_robots_play_to_the_end(tmp_path: Path) -> None:
    parts = Parts(thinker=Brain(), delays=Brisk(0), shuffler=Deck(), static=tmp_path)
    async with served(tmp_path, parts) as place:
        tab = await place.tab()
        await tab.ok(Quick(tab.id(), "truco_paulista", 4, {"max_hands": 1}))
        await tab.wait(tab.items)
        while not over(tab):
            seen = len(tab.got)
            view = tab.view
            if view["legal"] and view["seat"] in view["waiting"]:
                await tab.move(view["legal"][0])
            else:
                await tab.wait(lambda seen=seen: len(tab.got) > seen)  # type: ignore[misc] # loop variable
        assert tab.view["table"]["result"]["reason"] == "max_hands"


async def test_a_ping_is_answered_and_the_lobby_tells_of_new_tables(tmp_path: Path) -> None:
    async with served(tmp_path) as place:
        ana, bia = await place.tab("Ana"), await place.tab("Bia")
        await ana.ok(Ping("p1"))
        await ana.ok(Lobby("l1", True))
        await ana.wait(lambda: ana.tables is not None)
        made = await bia.ok(Create("c1", "truco_mineiro", 2, {}))
        secret = await bia.ok(Create("c2", "truco_mineiro", 2, {}, private=True))
        await ana.wait(lambda: ana.tables is not None and ana.tables.tables)
        assert ana.tables is not None
        assert [each.table for each in ana.tables.tables] == [made.table]
        async with place.client.get(f"{place.url}/api/tables") as answer:
            listed = await answer.text()
        assert str(made.table) in listed
        assert str(secret.table) not in listed


async def test_a_new_name_shows_at_the_table(tmp_path: Path) -> None:
    async with served(tmp_path) as place:
        ana = await place.tab("Ana")
        made = await ana.ok(Create("c1", "truco_paulista", 4, {}))
        await ana.ok(Sit("c2", str(made.table), 0))
        async with place.client.patch(
            f"{place.url}/api/me", json={"name": "Aninha"}, headers={"Cookie": ana.cookie}
        ) as answer:
            assert answer.status == 200
        await ana.wait(lambda: ana.items() and ana.item.room.seats[0].name == "Aninha")


def asked(tab: Tab) -> bool:
    """Whether the table waits for this tab's seat."""
    return tab.view["seat"] in tab.view["waiting"] and bool(tab.view["legal"])


async def play_first(tabs: list[Tab]) -> None:
    """Let whoever is asked say the first thing he may, and wait until everybody has seen it."""
    who = next(tab for tab in tabs if asked(tab))
    before = [tab.item.view for tab in tabs]
    answer = await who.move(who.view["legal"][0])
    assert isinstance(answer, Done), answer
    for tab, old in zip(tabs, before, strict=True):
        await tab.wait(lambda tab=tab, old=old: tab.item.view != old)  # type: ignore[misc] # bound now


class Stubborn:
    """What the front end does: comes back after every break, asks for what it missed, and says again what was
    not answered."""

    def __init__(self, tab: Tab, table: str, fuse: int | None) -> None:
        self.tab = tab
        self.table = table
        self.fuse = fuse
        self.breaks = 0
        self.told: list[dict[str, Any]] = []
        self.epoch = tab.item.epoch
        self.n = tab.item.n
        self._read = len(tab.got)

    def fold(self) -> None:
        """Take what came: every step once, in order, without holes."""
        for message in self.tab.got[self._read :]:
            if not isinstance(message, Item):
                continue
            if message.fresh or message.epoch != self.epoch:
                self.epoch, self.n = message.epoch, message.n
                self.told += message.events
            elif message.n > self.n:
                assert message.n == self.n + 1 or len(message.events) >= message.n - self.n - 1
                self.n = message.n
                self.told += message.events
        self._read = len(self.tab.got)

    async def back(self) -> None:
        """Come back until the table has answered and the line still holds."""
        for _ in range(50):
            self.tab.fuse = None
            await self.tab.open()
            before = len(self.tab.got)
            self.tab.fuse = self.fuse
            await self.tab.post(Enter(self.tab.id(), self.table, f"{self.epoch}:{self.n}"))
            await self.tab.wait(lambda start=before: self.tab.closed_with or self._items(start))  # type: ignore[misc] # bound now
            self.fold()
            if not self.tab.closed_with:
                return
            self.breaks += 1
        raise AssertionError("the line never holds")

    def _items(self, start: int) -> list[Item]:
        return [each for each in self.tab.got[start:] if isinstance(each, Item)]

    async def wait(self, come: Callable[[], object]) -> None:
        """Wait until something is so, through all breaks."""
        while True:
            await self.tab.wait(lambda: self.tab.closed_with or come())
            self.fold()
            if not self.tab.closed_with:
                return
            self.breaks += 1
            await self.back()
            if come():
                return

    async def say(self, command: Command) -> Done | Refused:
        """Say it until it is answered."""
        start = len(self.tab.got)

        def answers() -> list[Done | Refused]:
            new = self.tab.got[start:]
            return [each for each in new if isinstance(each, Done | Refused) and each.id == command.id]

        while not answers():
            await self.tab.post(command)
            await self.tab.wait(lambda: self.tab.closed_with or answers())
            if self.tab.closed_with:
                self.breaks += 1
                self.fold()
                await self.back()
        self.fold()
        return answers()[0]


@pytest.mark.parametrize("fuse", [3, 4, 5, 8])
async def test_a_line_that_breaks_between_any_two_messages_ends_in_the_same_view(
    tmp_path: Path, fuse: int
) -> None:
    """Bia's line breaks after every so many messages; another tab of hers never does."""
    clock = TurnedClock()
    parts = Parts(thinker=Brain(), delays=Brisk(), shuffler=Deck(), clock=clock, static=tmp_path)
    async with served(tmp_path, parts) as place:
        tabs = await seat_four(place, options={"max_hands": 2})
        table = tabs[0].item.table
        steady = Tab(place.url, place.client, tabs[1].cookie)
        await steady.open()
        await steady.ok(Enter(steady.id(), table))
        await steady.wait(steady.items)
        bia = Stubborn(tabs[1], table, fuse)
        await bia.tab.drop()
        await bia.back()
        others = [tabs[0], steady, tabs[2], tabs[3]]
        seen = len(steady.items())
        while not over(steady):
            who = next((tab for tab in others if asked(tab)), None)
            decision, legal = steady.view["decision"], [] if who is None else who.view["legal"]
            if who is None:
                clock.turn(10)  # between two hands
            elif who is steady:
                answer = await bia.say(Play(steady.id() + "b", table, decision, legal[0]))
                assert isinstance(answer, Done), answer
            else:
                assert isinstance(await who.move(legal[0]), Done)
            for tab in others:
                await tab.wait(lambda tab=tab, old=decision: over(tab) or tab.view["decision"] > old)  # type: ignore[misc] # bound now
            await bia.wait(lambda old=decision: over(bia.tab) or bia.tab.view["decision"] > old)  # type: ignore[misc] # bound now
        await bia.wait(lambda: bia.tab.item.view == steady.item.view)
        assert bia.breaks >= 30 // fuse
        assert (bia.epoch, bia.n) == (steady.item.epoch, steady.item.n)
        told = [event for item in steady.items()[seen:] for event in item.events]
        kinds = ("dealt", "played", "trick_won", "hand_won", "match_won")
        assert [each for each in bia.told if each["event"] in kinds] == [
            each for each in told if each["event"] in kinds
        ]
        assert [each["event"] for each in told].count("hand_won") == 2


async def test_the_same_command_again_gets_the_same_answer_also_by_another_socket(tmp_path: Path) -> None:
    async with served(tmp_path) as place:
        tabs = await seat_four(place)
        table = tabs[0].item.table
        who = next(tab for tab in tabs if asked(tab))
        command = Play("once", table, who.view["decision"], who.view["legal"][0])
        first = await who.do(command)
        again = await who.do(command)
        assert again == first
        await who.drop()
        await who.open()
        await who.ok(Enter(who.id(), table))
        assert await who.do(command) == first
        played = [event for item in tabs[-1].items() for event in item.events if event["event"] == "played"]
        assert len(played) <= 1


async def test_a_restart_says_goodbye_and_comes_back_in_mid_hand(tmp_path: Path) -> None:
    async with served(tmp_path) as place:
        tabs = await seat_four(place)
        table = tabs[0].item.table
        await play_first(tabs)
        await play_first(tabs)
        views = [tab.view for tab in tabs]
        await place.restart()
        for tab in tabs:
            await tab.wait(lambda tab=tab: tab.closed_with)  # type: ignore[misc] # bound now
            assert tab.bye == "restart"
            assert tab.closed_with == 1012
        for tab, view in zip(tabs, views, strict=True):
            await tab.open()
            before = len(tab.items())
            await tab.ok(Enter("back", table))
            await tab.wait(lambda tab=tab, old=before: len(tab.items()) > old)  # type: ignore[misc] # bound now
            assert tab.item.fresh
            assert tab.view == view
            assert tab.item.room.clock is not None
        await play_first(tabs)


async def test_a_watcher_sees_no_card_that_is_held(tmp_path: Path) -> None:
    async with served(tmp_path) as place:
        tabs = await seat_four(place)
        watcher = await place.tab("Vera")
        await watcher.ok(Enter("w", tabs[0].item.table))
        await watcher.wait(watcher.items)
        await play_first(tabs)
        await watcher.wait(lambda: len(watcher.items()) > 1)
        held = [card["card"] for tab in tabs for card in tab.view["table"]["cards"]]
        assert len(held) == 11
        told = msgspec.json.encode([watcher.item.view, [item.events for item in watcher.items()]]).decode()
        assert not [card for card in held if f'"{card}"' in told]
        assert (
            await watcher.refused(Play("x", tabs[0].item.table, watcher.view["decision"], "run"))
            == "not_seated"
        )


async def test_robots_are_asked_in_the_thinkers_place(tmp_path: Path) -> None:
    brain = Brain()
    async with served(
        tmp_path, Parts(thinker=brain, delays=Brisk(), shuffler=Deck(), static=tmp_path)
    ) as place:
        tab = await place.tab()
        made = await tab.ok(Create("c", "truco_paulista", 4, {}))
        await tab.ok(Sit("s", str(made.table), 3))
        for seat in range(3):
            await tab.ok(Robot(f"r{seat}", str(made.table), seat, True))
        await tab.ok(Ready("g", str(made.table), True))
        await tab.wait(lambda: tab.item.view is not None and asked(tab))
        assert len(brain.asked) >= 3
        assert all(view["memory"] for view in brain.asked)
        await asyncio.sleep(0)
