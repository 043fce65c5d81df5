"""Clocks, absence and who holds a seat."""

import asyncio
from typing import Any

import pytest

from carteado.room.messages import Back, Enter, Gone, Play
from tests.room.rig import Client, Rig

HANDS = {0: "3h 4d Qs", 1: "2d 7c 4s", 2: "Ks 5c 5h", 3: "7d Jh Ad"}
ELEVEN = {0: "3h 4d Qs", 1: "2d 4h 4s", 2: "Ks 5c 5h", 3: "Jd Jh Ad"}


async def to_eleven(rig: Rig, clients: list[Client], goal: str) -> None:
    """Pair A wins by runs until its next hand is the special one, everybody going on at once."""
    for _ in range(40):
        view = clients[0].view
        if view["table"]["phase"] == "decide":
            return
        if view["table"]["phase"] in ("hand_over", "game_over"):
            assert clients[0].item.room.hold_ms is not None
            await rig.advance(clients[0].item.room.hold_ms / 1000)
            continue
        turn = view["table"]["turn"]
        near = view["table"]["score"][0] + view["table"]["value"] > int(goal)
        assert not near
        leader = clients[turn]
        if turn in (0, 2):
            await leader.moves(str(leader.view["actions"][0]["move"]))
            await clients[1].moves("run")
            await clients[3].moves("run")
        else:
            await leader.moves(leader.view["legal"][0])
    raise AssertionError("no special hand")


def held(client: Client) -> list[bool]:
    return [seat.robot for seat in client.item.room.seats]


async def test_the_clock_of_a_turn_has_twenty_seconds_and_a_minute_of_reserve() -> None:
    rig = Rig()
    rig.deck.put(HANDS, "6c")
    table, clients = await rig.playing()
    ana, bia = clients[:2]
    clock = ana.item.room.clock
    assert clock is not None
    assert (clock.seats, clock.left_ms, clock.of_ms, clock.reserve_ms) == ([0], 20_000, 20_000, 60_000)
    assert bia.item.room.clock == clock
    await rig.advance(79.9)
    assert ana.view["table"]["turn"] == 0
    await rig.advance(0.2)
    # the weakest card, face up (Paulista section 8)
    assert ana.item.events == [{"event": "played", "seat": 0, "card": "4d", "covered": False, "name": None}]
    assert rig.journal.texts(table)[-1]["by"] == "clock"
    assert ana.view["table"]["turn"] == 1


async def test_the_reserve_is_used_up_within_a_hand_and_comes_back_with_the_next() -> None:
    rig = Rig()
    rig.deck.put(HANDS, "6c")
    table, clients = await rig.playing()
    ana, bia, caio, davi = clients
    await rig.advance(50)
    late = ana.back()
    await late.ok(Enter("look", table))
    clock = late.item.room.clock
    assert clock is not None
    assert (clock.left_ms, clock.reserve_ms, clock.in_reserve) == (0, 30_000, True)
    await ana.moves("play 3h")
    await bia.moves("play 2d")
    await caio.moves("play Ks")
    await davi.moves("play Jh")
    clock = ana.item.room.clock
    assert clock is not None and (clock.seats, clock.reserve_ms) == ([0], 30_000)
    # the reserve of the others is their own
    await ana.moves("play 4d")
    clock = ana.item.room.clock
    assert clock is not None and (clock.seats, clock.reserve_ms) == ([1], 60_000)
    await rig.restart()
    ana, bia = ana.back(), bia.back()
    for each in (ana, bia):
        await each.ok(Enter(rig.id(), table))
    await bia.moves("raise 3")
    await ana.moves("run")
    caio = caio.back()
    await caio.ok(Enter(rig.id(), table))
    await caio.moves("run")
    await rig.advance(3)
    clock = bia.item.room.clock
    assert clock is not None and (clock.seats, clock.reserve_ms) == ([1], 60_000)


@pytest.mark.parametrize(("pace", "of", "reserve"), [("calm", 40_000, 120_000), ("fast", 10_000, 30_000)])
async def test_paces(pace: str, of: int, reserve: int) -> None:
    rig = Rig()
    _, (ana, *_) = await rig.playing(pace=pace)
    clock = ana.item.room.clock
    assert clock is not None and (clock.of_ms, clock.reserve_ms) == (of, reserve)
    await ana.moves("raise 3")
    clock = ana.item.room.clock
    assert clock is not None and clock.of_ms == of * 3 // 4


async def test_no_clock_at_a_private_table_that_wants_none() -> None:
    rig = Rig()
    _, (ana, *_) = await rig.playing(pace="none", private=True)
    assert ana.item.room.clock is None
    await rig.advance(3600)
    assert ana.view["table"]["turn"] == 0


async def test_an_answer_has_one_clock_of_fifteen_seconds_for_both_and_no_reserve() -> None:
    rig = Rig()
    _, (ana, bia, _caio, davi) = await rig.playing()
    await ana.moves("raise 3")
    clock = ana.item.room.clock
    assert clock is not None
    assert (clock.seats, clock.of_ms, clock.reserve_ms) == ([1, 3], 15_000, 0)
    await rig.advance(6)
    await bia.moves("run")
    # a vote moves no clock and no seat of it, for nobody
    seen = davi.item.room.clock
    assert seen is not None and (seen.seats, seen.left_ms) == ([1, 3], 9_000)
    await rig.advance(8.9)
    assert ana.phase == "respond"
    await rig.advance(0.2)
    assert ana.phase == "hand_over"
    assert ana.view["table"]["score"] == [1, 0]


@pytest.mark.covers("truco_mineiro", "R55")
@pytest.mark.case("truco_mineiro", "MV8")
async def test_the_special_hand_is_played_when_both_partners_are_gone() -> None:
    rig = Rig()
    _table, clients = await rig.playing("truco_mineiro")
    _ana, bia, _caio, davi = clients
    await to_eleven(rig, clients, "10")
    assert bia.view["table"]["score"][0] == 10
    clock = bia.item.room.clock
    assert clock is not None and (clock.seats, clock.of_ms, clock.reserve_ms) == ([0, 2], 20_000, 0)
    await clients[0].close()
    await clients[2].close()
    assert bia.item.room.seats[0].away_ms == 30_000
    await rig.advance(19.9)
    assert bia.phase == "decide"
    await rig.advance(0.2)
    assert bia.phase == "play"
    assert bia.view["table"]["value"] == 4
    assert held(bia) == [False] * 4
    await rig.advance(10)
    assert held(bia) == [True, False, True, False]
    assert davi.item.room.seats[0].name == "ana"


async def test_two_time_outs_in_a_row_give_the_seat_to_a_robot_until_its_person_says_so() -> None:
    rig = Rig()
    rig.deck.put(HANDS, "6c")
    table, clients = await rig.playing()
    ana, bia, caio, davi = clients
    await rig.advance(80)
    await bia.moves("play 2d")
    await caio.moves("play Ks")
    await davi.moves("play 7d")
    assert held(bia) == [False] * 4
    await davi.moves("play Ad")
    assert ana.view["table"]["turn"] == 0
    await rig.advance(20)  # no reserve is left in this hand
    assert held(bia) == [True, False, False, False]
    assert bia.item.room.seats[0].connected
    # looking again is no sign that he is there, nor is a new socket
    again = ana.back()
    await again.ok(Enter("look", table))
    assert held(bia)[0]
    await ana.ok(Back("back", table))
    assert held(bia) == [False] * 4
    assert rig.journal.texts(table)[-2]["e"] == "held"


async def test_a_move_of_its_own_resets_the_count() -> None:
    rig = Rig()
    rig.deck.put(HANDS, "6c")
    rig.deck.put(HANDS, "6c")
    _table, clients = await rig.playing(options={"tie_leader": "same_leader"})
    ana, bia, caio, davi = clients
    await rig.advance(80)  # ana, once
    await bia.moves("play 2d")
    await caio.moves("play Ks")
    await davi.moves("play 7d")
    await davi.moves("play Ad")
    await ana.moves("play 3h")
    await bia.moves("play 7c")
    await caio.moves("play 5c")
    assert bia.phase == "hand_over"
    await rig.advance(2.5)
    await bia.moves("play 2d")
    await caio.moves("play Ks")
    await davi.moves("play 7d")
    await rig.advance(80)  # ana, once again
    assert held(bia) == [False] * 4


async def test_a_move_takes_the_seat_back_and_the_robots_answer_is_dropped() -> None:
    rig = Rig()
    rig.deck.put(HANDS, "6c")
    table, clients = await rig.playing()
    ana, bia, *_ = clients
    await ana.close()
    await rig.advance(30)
    assert held(bia) == [True, False, False, False]
    assert len(rig.brain.asked) == 1
    ana = ana.back()
    await ana.ok(Enter("in", table))  # the connection was all that he lacked
    assert held(bia) == [False] * 4
    await rig.advance(5)
    assert bia.view["table"]["turn"] == 0, "the robot's answer came for another holder"
    await ana.moves("play 3h")
    assert bia.view["table"]["turn"] == 1


async def test_absence_is_counted_down_and_ends_with_the_return() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    ana, bia, *_ = clients
    await ana.close()
    seat = bia.item.room.seats[0]
    assert (seat.connected, seat.away_ms, seat.robot) == (False, 30_000, False)
    await rig.advance(29)
    ana = ana.back()
    await ana.ok(Enter("in", table))
    assert bia.item.room.seats[0].away_ms is None
    await rig.advance(5)
    assert held(bia) == [False] * 4


@pytest.mark.case("truco_paulista", "PV11")
async def test_the_person_alone_decides_beside_a_robot() -> None:
    rig = Rig()
    rig.brain.say = lambda view: "accept" if "accept" in view["legal"] else None
    _table, clients = await rig.playing()
    ana, bia, caio, davi = clients
    await davi.close()
    await rig.advance(18)
    await ana.moves("raise 3")
    await rig.advance(14.5)  # his thirty seconds end while the answer is open
    assert held(bia)[3] and bia.phase == "respond"
    assert bia.item.room.advice == "accept", "the robot's opinion does not bind"
    assert all(client.item.room.advice is None for client in (ana, caio)), "advice is its person's affair"
    await bia.moves("run")
    assert ana.phase == "hand_over"
    assert ana.view["table"]["score"] == [1, 0]


@pytest.mark.case("truco_paulista", "PV11")
async def test_a_vote_given_before_the_robot_came_stands_alone_too() -> None:
    rig = Rig()
    _table, clients = await rig.playing()
    ana, bia, _caio, davi = clients
    await davi.close()
    await rig.advance(20)
    await ana.moves("raise 3")
    await bia.moves("run")
    await rig.advance(9.9)
    assert ana.phase == "respond"
    await rig.advance(0.2)
    assert ana.phase == "hand_over"
    assert ana.view["table"]["score"] == [1, 0]


async def test_advice_counts_when_the_persons_clock_ends() -> None:
    rig = Rig()
    rig.brain.say = lambda view: "raise 6" if "raise 6" in view["legal"] and view["seat"] == 3 else None
    _, clients = await rig.playing(people=("ana", "bia", "caio", None))
    ana, bia, _ = clients
    await ana.moves("raise 3")
    await rig.advance(14)
    assert bia.item.room.advice == "raise 6"
    await rig.advance(1.1)
    assert ana.view["table"]["pending"]["to"] == 6
    assert ana.view["table"]["pending"]["seat"] == 3
    assert bia.item.room.advice is None


async def test_every_open_decision_has_its_full_time_after_a_restart() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    ana, bia, *_ = clients
    await ana.moves("raise 3")
    await bia.moves("run")
    await rig.advance(14)
    await rig.restart()
    back = [client.back() for client in clients]
    for client in back:
        await client.ok(Enter(rig.id(), table))
    clock = back[0].item.room.clock
    assert clock is not None and (clock.seats, clock.left_ms) == ([1, 3], 15_000)
    # the vote is still there, and still secret
    assert back[1].view["table"]["votes"] == [1]
    assert back[0].view["table"]["votes"] == []
    await rig.advance(14.9)
    assert back[0].phase == "respond"
    await back[3].moves("run")
    assert back[0].view["table"]["score"] == [1, 0]


async def test_a_restart_counts_nobody_as_connected_until_he_comes() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    await rig.restart()
    ana = clients[0].back()
    await ana.ok(Enter("in", table))
    assert [seat.connected for seat in ana.item.room.seats] == [True, False, False, False]
    assert [seat.away_ms for seat in ana.item.room.seats] == [None, 30_000, 30_000, 30_000]
    await rig.advance(30)
    assert held(ana) == [False, True, True, True]


async def test_a_match_without_anybody_for_ten_minutes_is_abandoned() -> None:
    rig = Rig()
    rig.brain.gate = asyncio.Event()  # robots think for ever, so that the match lasts
    table, clients = await rig.playing()
    watcher = rig.client("eve")
    await watcher.ok(Enter("in", table))
    for client in clients[:3]:
        await client.close()
    await rig.advance(100)
    await clients[3].close()
    await rig.advance(599)
    assert not [each for each in watcher.got if isinstance(each, Gone)]
    await rig.advance(2)
    assert [each.reason for each in watcher.got if isinstance(each, Gone)] == ["abandoned"]
    assert table in rig.journal.closed
    assert await watcher.refused(Enter("again", table)) == "no_such_table"


async def test_clock_values_are_equal_for_all_viewers() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    watcher = rig.client("eve")
    await watcher.ok(Enter("in", table))
    ana, bia, _caio, davi = clients
    await rig.advance(3)
    await ana.moves("raise 3")
    clocks: list[Any] = [client.item.room.clock for client in [*clients, watcher]]
    assert all(clock == clocks[0] for clock in clocks)
    await rig.advance(3)
    await bia.moves("run")
    await rig.advance(1)
    fresh = [client.back() for client in [*clients, watcher]]
    for client in fresh:
        await client.ok(Enter(rig.id(), table))
    clocks = [client.item.room.clock for client in fresh]
    assert all(clock == clocks[0] for clock in clocks)
    assert clocks[0].seats == [1, 3] and clocks[0].left_ms == 11_000
    assert davi.view["table"]["votes"] == [1]


async def test_stale_time_out_of_a_closed_decision_does_nothing() -> None:
    rig = Rig()
    table, (ana, bia, *_) = await rig.playing()
    await ana.moves("raise 3")
    await rig.advance(14.9)
    await bia.moves("accept")
    await rig.advance(0.2)
    assert ana.view["table"]["value"] == 3
    assert ana.view["table"]["turn"] == 0
    assert await bia.refused(Play("late", table, ana.view["decision"], "run")) == "no_raise_pending"
