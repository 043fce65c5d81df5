"""What a table owes to its journal: nothing acknowledged is lost, nothing lost was acknowledged."""

from collections.abc import Sequence
from typing import Any

import pytest

from carteado.games import GAMES
from carteado.room import commands, entries, state
from carteado.room import table as tables
from carteado.room.messages import Create, Done, Enter, Gone, Leave, Play, Ready, Refused, Sit
from carteado.room.ports import Person
from carteado.room.state import BadJournal, restore
from tests.room.rig import Client, Rig


def position(rig: Rig, table: str) -> dict[str, Any]:
    held = rig.table(table).state
    assert held is not None and held.match is not None
    return held.match.position()


def whole(rig: Rig, table: str) -> bytes:
    held = rig.table(table).state
    assert held is not None
    return held.save(0)


async def play(rig: Rig, clients: Sequence[Client], moves: int) -> None:
    """Some moves of whoever is asked, the first legal one or an answer."""
    for _ in range(moves):
        view = clients[0].view
        if not view["waiting"]:
            await rig.advance(8)
            if clients[0].item.room.stage != "playing":
                return
            continue
        client = clients[view["waiting"][0]]
        legal = client.view["legal"]
        await client.moves("accept" if "accept" in legal else legal[0])


async def test_a_table_is_the_same_after_a_restart() -> None:
    rig = Rig()
    table, clients = await rig.playing("truco_mineiro", pace="calm")
    await play(rig, clients, 7)
    before = whole(rig, table)
    views = [client.view for client in clients]
    await rig.restart()
    assert whole(rig, table) == before
    for client, view in zip(clients, views, strict=True):
        again = client.back()
        await again.ok(Enter(rig.id(), table))
        assert again.view == view
        assert again.item.fresh and again.item.epoch != client.item.epoch


async def test_snapshots_shorten_the_way_back_and_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 10)
    rig = Rig()
    table, clients = await rig.playing("truco_mineiro")
    await play(rig, clients, 40)
    after, _ = rig.journal.snapshots[table]
    written = len(rig.journal.entries[table])
    assert 10 <= after <= written and written - after <= 20
    before = whole(rig, table)
    from_snapshot = await rig.journal.load(table)
    assert len(from_snapshot.entries) == written - after
    short = restore(from_snapshot.snapshot, (data for _, data in from_snapshot.entries), GAMES)
    long = restore(None, rig.journal.entries[table], GAMES)
    assert short is not None and long is not None
    assert short.save(0) == long.save(0) == before
    await rig.restart()
    assert whole(rig, table) == before
    again = [client.back() for client in clients]
    for client in again:
        await client.ok(Enter(rig.id(), table))
    await play(rig, again, 40)
    assert rig.journal.snapshots[table][0] > after
    loaded = await rig.journal.load(table)
    last = restore(loaded.snapshot, (data for _, data in loaded.entries), GAMES)
    assert last is not None and last.save(0) == whole(rig, table)


async def test_stop_takes_a_snapshot() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    await play(rig, clients, 3)
    await rig.room.stop()
    after, _ = rig.journal.snapshots[table]
    assert after == len(rig.journal.entries[table])
    answers = len(clients[0].got)
    clients[0].post(Play("late", table, 0, "run"))
    assert len(clients[0].got) == answers


async def test_a_full_disk_freezes_the_table_and_loses_nothing() -> None:
    rig = Rig()
    rig.deck.put({0: "3h 4d Qs"}, "6c")
    table, clients = await rig.playing()
    ana, bia, *_ = clients
    await ana.moves("play 3h")
    shown = [len(client.got) for client in clients]
    before = position(rig, table)
    rig.journal.failing = True
    bia.post(Play("lost?", table, bia.view["decision"], bia.view["legal"][0]))
    await rig.idle()
    assert rig.table(table).frozen
    assert [len(client.got) for client in clients] == shown, "nobody is told"
    assert await ana.refused(Play("other", table, ana.view["decision"], "raise 3")) == "frozen"
    bia.post(Play("lost?", table, bia.view["decision"], bia.view["legal"][0]))  # she tries again
    await rig.advance(60)
    assert rig.table(table).frozen and rig.journal.failures > 3
    assert not bia.answers("lost?")
    assert not any(client.events("played")[1:] for client in clients)
    rig.journal.failing = False
    await rig.advance(6)
    assert not rig.table(table).frozen
    answers = bia.answers("lost?")
    assert answers and all(isinstance(each, Done) for each in answers)
    after = position(rig, table)
    assert len(after["plays"]) == len(before["plays"]) + 1
    assert all(client.item.fresh and client.view["table"]["turn"] == 2 for client in clients)
    clock = ana.item.room.clock
    assert clock is not None and clock.left_ms == 20_000
    # a command that was refused while frozen was never taken
    assert await ana.refused(Play("other", table, 0, "raise 3")) == "stale_decision"


async def test_a_commit_whose_answer_was_lost_happened_once() -> None:
    rig = Rig()
    rig.deck.put({0: "3h 4d Qs"}, "6c")
    table, clients = await rig.playing()
    ana = clients[0]
    rig.journal.fail_after_writing = True
    command = Play("once", table, ana.view["decision"], "play 3h")
    ana.post(command)
    await rig.idle()
    assert not ana.answers("once")
    await rig.advance(1)
    assert isinstance(ana.answer("once"), Done)
    moved = [entry for entry in rig.journal.texts(table) if entry["e"] == "moved"]
    assert len(moved) == 1
    assert len(position(rig, table)["plays"]) == 1


async def test_time_outs_and_deals_survive_a_full_disk_too() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    ana = clients[0]
    await rig.advance(79)
    rig.journal.failing = True
    await rig.advance(10)
    assert rig.journal.failures and len(position(rig, table)["plays"]) == 0
    rig.journal.failing = False
    await rig.advance(6)
    assert not rig.table(table).frozen
    assert ana.view["table"]["turn"] == 0, "it has its full time again"
    assert not ana.events("played")
    await rig.advance(80)
    assert ana.view["table"]["turn"] == 1


async def test_a_table_that_cannot_be_written_is_not_opened() -> None:
    rig = Rig()
    rig.journal.failing = True
    ana = rig.client("ana")
    ana.post(Create("new", "truco_mineiro", 4, {}))
    await rig.advance(1)
    refused = ana.answer("new")
    assert isinstance(refused, Refused) and refused.code == "frozen"
    assert rig.room.listings() == [] and not rig.room._tables
    rig.journal.failing = False
    done = await ana.ok(Create("new", "truco_mineiro", 4, {}))
    assert done.table in [listing.table for listing in rig.room.listings()]


async def test_leaving_a_table_that_freezes_happens_when_it_is_back() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    rig.journal.failing = True
    clients[3].post(Leave("bye", table))
    await rig.advance(2)
    assert not clients[3].answers("bye")
    rig.journal.failing = False
    await rig.advance(6)
    assert isinstance(clients[3].answer("bye"), Done)
    assert [each.reason for each in clients[3].got if isinstance(each, Gone)] == ["left"]
    assert clients[0].item.room.seats[3].robot


async def test_a_command_that_breaks_the_table_is_answered_and_the_table_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = Rig()
    table, clients = await rig.playing()
    ana, bia, *_ = clients
    before = position(rig, table)

    Rig.may_fail = True

    def broken(*_: object) -> None:
        raise ZeroDivisionError("4c")

    monkeypatch.setitem(commands.HANDLERS, Ready, broken)  # type: ignore[misc]  # a Final of many types
    ana.post(Ready("boom", table, True))
    ana.post(Play("fine", table, ana.view["decision"], ana.view["legal"][0]))
    await rig.advance(1)
    answer = ana.answer("boom")
    assert isinstance(answer, Refused) and answer.code == "server_error" and answer.facts == {}
    assert isinstance(ana.answer("fine"), Done)
    assert len(position(rig, table)["plays"]) == len(before["plays"]) + 1
    assert bia.view["table"]["turn"] == 1


async def test_tables_are_restored_before_the_first_answer_and_unreadable_ones_left_alone() -> None:
    rig = Rig()
    table, _ = await rig.playing()
    Rig.may_fail = True
    rig.journal.entries["not-a-table"] = [b"what is this"]
    rig.journal.entries["no-opening"] = [entries.write(entries.Started(at=0))]
    await rig.restart()
    assert list(rig.room._tables) == [table]
    assert rig.journal.entries["not-a-table"] == [b"what is this"]


@pytest.mark.parametrize("cut", range(0, 60, 6))
async def test_the_journal_can_end_after_any_entry(cut: int) -> None:
    rig = Rig()
    table, clients = await rig.playing("truco_mineiro")
    await play(rig, clients, 30)
    written = rig.journal.entries[table]
    rig.journal.entries[table] = written[: max(1, len(written) - cut)]
    await rig.restart()
    ana = clients[0].back()
    await ana.ok(Enter("in", table))
    await rig.advance(1000)
    held = rig.table(table).state if table in rig.room._tables else None
    assert held is None or held.stage in ("playing", "waiting", "over")


async def test_restore_refuses_what_no_table_wrote() -> None:
    rig = Rig()
    table, _ = await rig.playing()
    written = rig.journal.entries[table]
    assert restore(None, [], GAMES) is None
    for bad in (
        [*written, entries.write(entries.Moved(at=0, seat=2, move="accept"))],
        [*written, entries.write(entries.Dealt(at=0, order=[1, 2, 3]))],
        [*written, b"{}"],
        [*written[:1], entries.write(entries.Dealt(at=0, order=[1, 2, 3]))],
        written[1:],
    ):
        with pytest.raises(BadJournal):
            restore(None, bad, GAMES)
    opened = entries.read(written[0])
    assert isinstance(opened, entries.Opened)
    with pytest.raises(BadJournal):
        restore(None, written, {})
    assert state.State(opened, GAMES[opened.game]).listing("x").host == "ana"


async def test_a_seat_is_its_persons_after_a_restart() -> None:
    rig = Rig()
    ana = rig.client("ana")
    table = (await ana.ok(Create(rig.id(), "truco_paulista", 4, {}))).table
    assert table is not None
    await ana.ok(Sit(rig.id(), table, 2))
    await rig.restart()
    assert rig.room.tables_of(ana.person.id) == [table]
    again = ana.back()
    await again.ok(Enter(rig.id(), table))
    assert again.item.room.you == 2 and again.item.room.host


async def test_a_frozen_table_can_be_stopped() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    rig.journal.failing = True
    clients[0].post(Play("never", table, clients[0].view["decision"], clients[0].view["legal"][0]))
    await rig.idle()
    assert rig.table(table).frozen
    await rig.room.stop()
    assert not clients[0].answers("never")
    rig.journal.failing = False
    await rig.restart()
    again = clients[0].back()
    await again.ok(Enter("in", table))
    assert again.view["table"]["turn"] == 0


async def test_a_closed_table_is_dropped_when_the_journal_works_again() -> None:
    rig = Rig()
    ana = rig.client("ana")
    table = (await ana.ok(Create(rig.id(), "truco_paulista", 4, {}))).table
    assert table is not None
    rig.journal.drop_fails = 3
    await ana.ok(Leave("bye", table))
    assert rig.room.listings() == [] and table not in rig.journal.closed
    await rig.advance(10)
    assert table in rig.journal.closed
    assert not rig.room._ending


async def test_a_name_that_changes_while_the_disk_is_full_is_kept() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    rig.journal.failing = True
    rig.room.rename(Person(clients[1].person.id, "tag-bia", "Beatriz"))
    await rig.advance(3)
    rig.journal.failing = False
    await rig.advance(6)
    assert clients[0].item.room.seats[1].name == "Beatriz"
    await rig.restart()
    assert rig.room.listings()[0].seats[1] == "Beatriz"
    assert table
