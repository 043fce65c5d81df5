"""A full disk under a running server: tables freeze and say so, lose nothing, go on when there is room."""

import asyncio
from pathlib import Path

import pytest

from carteado.room.lobby import Room
from carteado.room.messages import Done, Enter, Ping, Play, Refused
from carteado.store import database as database_module
from carteado.web.serve import Parts
from tests.room.rig import Brain, Deck
from tests.web.harness import PATIENCE, Brisk, Place, Tab, TurnedClock, served
from tests.web.test_play import asked, play_first, seat_four


def limit_pages(place: Place, full: bool) -> None:
    raw = database_module._raw(place.server.database._writing)
    have = raw.execute("PRAGMA page_count").fetchone()[0]
    raw.execute(f"PRAGMA max_page_count={have if full else 1_000_000_000}")


async def journalled(place: Place, table: str) -> list[bytes]:
    query = "SELECT entry FROM journal WHERE table_id = ? ORDER BY id"
    return await place.server.database.read(
        lambda connection: [row[0] for row in connection.exec_driver_sql(query, (table,))]
    )


def frozen(place: Place, table: str) -> bool:
    room = place.server.room
    assert isinstance(room, Room)
    return room._tables[table].frozen


async def until_frozen(place: Place, tabs: list[Tab], clock: TurnedClock) -> Play:
    """Play until a move finds no room on the disk; that move."""
    table = tabs[0].item.table
    for _ in range(200):
        who = next((tab for tab in tabs if asked(tab)), None)
        if who is None:
            clock.turn(10)
            await asyncio.sleep(0.01)
            continue
        command = Play(who.id(), table, who.view["decision"], who.view["legal"][0])
        before = [tab.view for tab in tabs]
        await who.post(command)
        async with asyncio.timeout(PATIENCE):
            while not _answered(who, command.id) and not frozen(place, table):
                await asyncio.sleep(0.005)
        if not _answered(who, command.id):
            for tab in tabs:
                await tab.ok(Ping(tab.id()))
            assert [tab.view for tab in tabs] == before, "somebody was told what is not on the disk"
            assert await who.refused(Play(who.id(), table, command.decision, command.move)) == "frozen"
            return command
        for tab in tabs:
            await tab.wait(lambda tab=tab, old=command.decision: tab.view["decision"] > old)  # type: ignore[misc] # bound now
    raise AssertionError("the disk never was full")


def _answered(tab: Tab, id: str) -> list[Done | Refused]:
    return [each for each in tab.got if isinstance(each, Done | Refused) and each.id == id]


@pytest.mark.parametrize("restart", [False, True])
async def test_a_full_disk_freezes_tables_and_loses_nothing(tmp_path: Path, restart: bool) -> None:
    clock = TurnedClock()
    parts = Parts(thinker=Brain(), delays=Brisk(), shuffler=Deck(), clock=clock, static=tmp_path)
    async with served(tmp_path, parts) as place:
        tabs = await seat_four(place)
        table = tabs[0].item.table
        await play_first(tabs)
        limit_pages(place, full=True)
        stuck = await until_frozen(place, tabs, clock)
        who = next(tab for tab in tabs if _is_of(tab, stuck))
        views = [tab.view for tab in tabs]
        kept = await journalled(place, table)
        assert not any(
            stuck.id.encode() in entry and b'"moved"' in entry and _by(entry, who) for entry in kept
        )
        # what needs no disk still works, what needs it says so
        await who.ok(Ping("p"))
        async with place.client.get(f"{place.url}/api/health") as answer:
            assert answer.status == 200
        async with place.client.post(f"{place.url}/api/identity", json={"name": "Nina" * 5}) as answer:
            # a guest may still fit into a page that is there
            assert answer.status in (201, 503)
            if answer.status == 503:
                assert (await answer.json())["code"] == "storage_failed"
        # trying again does not help yet, and is not told as done
        for _ in range(3):
            clock.turn(60)
            await who.ok(Ping(who.id()))
        assert not _answered(who, stuck.id)

        if restart:
            await place.restart()
            for tab in tabs:
                await tab.wait(lambda tab=tab: tab.closed_with)  # type: ignore[misc] # bound now
                await tab.open()
                await tab.ok(Enter("back", table))
            for tab, view in zip(tabs, views, strict=True):
                await tab.wait(lambda tab=tab: any(each.fresh for each in tab.items()[1:]))  # type: ignore[misc] # bound now
                assert tab.view == view
            assert (await journalled(place, table))[: len(kept)] == kept
            done = await who.do(stuck)
        else:
            limit_pages(place, full=False)
            clock.turn(60)
            await who.wait(lambda: _answered(who, stuck.id))
            (done,) = _answered(who, stuck.id)
        assert isinstance(done, Done)
        for tab in tabs:
            await tab.wait(lambda tab=tab: tab.view["decision"] > stuck.decision)  # type: ignore[misc] # bound now
        assert await who.do(stuck) == done
        assert (await journalled(place, table))[: len(kept)] == kept
        played = [entry for entry in await journalled(place, table) if f'"id":"{stuck.id}"'.encode() in entry]
        assert len([entry for entry in played if b'"e":"moved"' in entry and _by(entry, who)]) == 1
        await play_first(tabs)


def _by(entry: bytes, tab: Tab) -> bool:
    return b'"seat":%d' % tab.view["seat"] in entry


def _is_of(tab: Tab, command: Play) -> bool:
    return tab.view["seat"] in tab.view["waiting"] and command.move in tab.view["legal"]
