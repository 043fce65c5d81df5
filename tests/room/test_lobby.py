"""Tables from their opening to their end: who sits, who is host, what outsiders see, limits."""

import pytest

from carteado.room import times
from carteado.room.lobby import Limits
from carteado.room.messages import (
    PHRASES,
    Continue,
    Create,
    Done,
    Enter,
    Gone,
    Leave,
    Lobby,
    Ping,
    Play,
    Quick,
    Ready,
    Refused,
    Rematch,
    Robot,
    Say,
    SetOptions,
    Sit,
    Stand,
    Tables,
    Welcome,
)
from carteado.room.ports import Person
from tests.room.rig import Client, Rig


async def opened(rig: Rig, name: str = "ana", **create: object) -> tuple[str, Client]:
    client = rig.client(name)
    given = {"game": "truco_mineiro", "seats": 4, "options": {}, **create}
    done = await client.ok(Create(rig.id(), **given))  # type: ignore[arg-type]  # any
    assert done.table is not None
    return done.table, client


async def came(rig: Rig, table: str, name: str, seat: int | None = None) -> Client:
    client = rig.client(name)
    await client.ok(Enter(rig.id(), table))
    if seat is not None:
        await client.ok(Sit(rig.id(), table, seat))
    return client


async def play_out(rig: Rig, clients: list[Client]) -> None:
    """One hand, by a run of the pair that is asked."""
    turn = clients[0].view["table"]["turn"]
    await clients[turn].moves(str(clients[turn].view["actions"][0]["move"]))
    await clients[(turn + 1) % 4].moves("run")
    await clients[(turn + 3) % 4].moves("run")


def gone(client: Client) -> list[str]:
    return [each.reason for each in client.got if isinstance(each, Gone)]


# --------------------------------------------------------------------------------------------- the listing


@pytest.mark.covers("truco_mineiro", "R28")
@pytest.mark.case("truco_mineiro", "MV1")
@pytest.mark.parametrize("scale", ["2-4-8-12", "1-3-6-9-12", "2-4-6-10-12"])
async def test_everybody_sees_the_scale_of_every_open_table(scale: str) -> None:
    rig = Rig()
    table, _ = await opened(rig, options={"scale": scale})
    visitor = rig.client("visitor")
    await visitor.ok(Lobby("look", True))
    tables = [each for each in visitor.got if isinstance(each, Tables)][-1]
    assert [listing.table for listing in tables.tables] == [table]
    assert tables.tables[0].options["scale"] == scale
    assert tables.people == 2
    assert rig.room.listings() == tables.tables


@pytest.mark.covers("truco_mineiro", "R27", "R28")
@pytest.mark.case("truco_mineiro", "MS4")
@pytest.mark.case("truco_mineiro", "MV9")
async def test_the_scale_is_chosen_before_the_table_plays_and_locked_then() -> None:
    rig = Rig()
    table, host = await opened(rig)
    assert rig.room.listings()[0].options["scale"] == "2-4-8-12"
    await host.ok(SetOptions("choose", table, {"scale": "1-3-6-9-12"}))
    assert rig.room.listings()[0].options["scale"] == "1-3-6-9-12"
    await host.ok(Sit("sit", table, 0))
    for seat in (1, 2, 3):
        await host.ok(Robot(rig.id(), table, seat, True))
    await host.ok(Ready("go", table, True))
    assert host.stage == "playing"
    assert host.view["table"]["ladder"] == [1, 3, 6, 9, 12]
    assert await host.refused(SetOptions("late", table, {"scale": "2-4-8-12"})) == "options_locked"
    assert host.item.room.options["scale"] == "1-3-6-9-12"
    # and it stays locked after the match, for those who sat down to it
    await rig.restart()
    host = host.back()
    await host.ok(Enter(rig.id(), table))
    assert await host.refused(SetOptions("later", table, {"scale": "2-4-8-12"})) == "options_locked"


async def test_only_the_host_changes_options_and_only_to_what_the_game_has() -> None:
    rig = Rig()
    table, host = await opened(rig)
    guest = await came(rig, table, "bia", 0)
    await guest.ok(Ready(rig.id(), table, True))
    assert await guest.refused(SetOptions(rig.id(), table, {"iron": "open"})) == "not_host"
    bad_ones: list[dict[str, bool | int | str]] = [
        {"scale": "1-2-3"},
        {"color": "red"},
        {"games_to_win": 99},
        {"forfeit": 1},
    ]
    for bad in bad_ones:
        assert await host.refused(SetOptions(rig.id(), table, bad)) == "bad_options"
    assert guest.item.room.seats[0].ready
    await host.ok(SetOptions(rig.id(), table, {"iron": "open"}))
    assert not guest.item.room.seats[0].ready, "he was ready for other rules"


async def test_the_list_is_sent_at_most_once_a_second() -> None:
    rig = Rig()
    visitor = rig.client("visitor")
    await visitor.ok(Lobby("look", True))
    await rig.advance(2)
    before = len([each for each in visitor.got if isinstance(each, Tables)])
    table, host = await opened(rig)
    await rig.advance(0)
    for seat in (0, 1, 2, 3, 0, 1, 2):
        await host.ok(Sit(rig.id(), table, seat))
    await rig.advance(0.98)
    sent = [each for each in visitor.got if isinstance(each, Tables)][before:]
    assert len(sent) == 1
    await rig.advance(0.02)
    sent = [each for each in visitor.got if isinstance(each, Tables)][before:]
    assert len(sent) == 2
    assert sent[-1].tables[0].seats == [None, None, "ana", None]
    await visitor.ok(Lobby("no more", False))
    await host.ok(Sit(rig.id(), table, 0))
    await rig.advance(1)
    assert len([each for each in visitor.got if isinstance(each, Tables)][before:]) == 2


async def test_a_private_table_is_in_no_list_and_opens_to_who_has_its_id() -> None:
    rig = Rig()
    table, _ = await opened(rig, private=True)
    assert rig.room.listings() == []
    assert len(table) >= 11  # 64 bits and more, six to a letter
    listing = rig.room.listing(table)
    assert listing is not None and listing.game == "truco_mineiro"
    guest = await came(rig, table, "bia", 1)
    assert guest.item.room.private
    other, _ = await opened(rig, "caio", private=True)
    assert other != table
    assert rig.room.listing("aaaaaaaaaaaaaaaa") is None


async def test_bad_tables_are_refused() -> None:
    rig = Rig()
    ana = rig.client("ana")

    async def code(**create: object) -> str:
        given = {"game": "truco_mineiro", "seats": 4, "options": {}, **create}
        return await ana.refused(Create(rig.id(), **given))  # type: ignore[arg-type]  # any

    assert await code(game="chess") == "no_such_game"
    assert await code(seats=3) == "bad_options"
    assert await code(options={"scale": 5}) == "bad_options"
    assert await code(options={"x" * 3000: True}) == "bad_options"
    assert await code(pace="none") == "bad_options"
    assert rig.room.listings() == [] and not rig.journal.entries


# ------------------------------------------------------------------------------------------------- limits


async def test_nobody_hosts_more_than_his_tables() -> None:
    rig = Rig(Limits(hosted=2))
    first, ana = await opened(rig)
    second = (await ana.ok(Create(rig.id(), "truco_mineiro", 4, {}))).table
    assert await ana.refused(Create(rig.id(), "truco_mineiro", 4, {})) == "too_many_tables"
    assert await ana.refused(Quick(rig.id(), "truco_mineiro", 4, {})) == "too_many_tables"
    await rig.restart()
    ana = ana.back()
    assert await ana.refused(Create(rig.id(), "truco_mineiro", 4, {})) == "too_many_tables"
    await ana.ok(Enter(rig.id(), first))
    await ana.ok(Leave(rig.id(), first))
    await ana.ok(Create(rig.id(), "truco_mineiro", 4, {}))
    assert second is not None
    # two at once count as two
    bia = rig.client("bia")
    ids = [bia.post(Create(rig.id(), "truco_mineiro", 4, {})) for _ in range(3)]
    await rig.idle()
    assert [type(bia.answer(id)).__name__ for id in ids] == ["Done", "Done", "Refused"]


async def test_the_room_and_its_tables_have_their_measure() -> None:
    rig = Rig(Limits(tables=1, viewers=2))
    table, _ = await opened(rig)
    bia = await came(rig, table, "bia")
    assert await bia.refused(Create(rig.id(), "truco_mineiro", 4, {})) == "room_full"
    caio = rig.client("caio")
    assert await caio.refused(Enter(rig.id(), table)) == "table_full"
    await bia.close()
    await caio.ok(Enter(rig.id(), table))


async def test_one_socket_looks_at_so_many_tables() -> None:
    rig = Rig(Limits(entered=2))
    tables = [(await opened(rig, name))[0] for name in ("ana", "bia", "caio")]
    davi = rig.client("davi")
    await davi.ok(Enter(rig.id(), tables[0]))
    await davi.ok(Enter(rig.id(), tables[1]))
    assert await davi.refused(Enter(rig.id(), tables[2])) == "too_many_tables"


# ------------------------------------------------------------------------------------------ seats and hosts


async def test_seats_are_taken_left_and_exchanged() -> None:
    rig = Rig()
    table, ana = await opened(rig)
    bia = await came(rig, table, "bia", 1)
    assert await ana.refused(Sit(rig.id(), table, 1)) == "seat_taken"
    assert await ana.refused(Sit(rig.id(), table, 4)) == "no_such_seat"
    await ana.ok(Sit(rig.id(), table, 0))
    await ana.ok(Sit(rig.id(), table, 2))
    assert [seat.name for seat in bia.item.room.seats] == [None, "bia", "ana", None]
    assert bia.item.room.seats[2].person == "tag-ana"
    await ana.ok(Stand(rig.id(), table))
    assert [seat.name for seat in bia.item.room.seats] == [None, "bia", None, None]
    assert ana.item.room.you is None and ana.item.room.watching == 1
    assert await ana.refused(Stand(rig.id(), table)) == "not_seated"
    eve = rig.client("eve")
    assert await eve.refused(Sit(rig.id(), table, 0)) == "not_at_table"
    assert await eve.refused(Ready(rig.id(), table, True)) == "not_seated"


async def test_no_identity_of_a_person_reaches_another() -> None:
    rig = Rig()
    _table, clients = await rig.playing()
    import msgspec

    for client in clients:
        for message in client.got:
            assert b"secret-" not in msgspec.json.encode(message)


async def test_one_person_in_two_tabs_has_one_seat_and_one_stream() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    ana, bia = clients[:2]
    tab = ana.back()
    await tab.ok(Enter(rig.id(), table))
    assert (tab.item.epoch, tab.item.n, tab.item.fresh) == (ana.item.epoch, ana.item.n, True)
    assert tab.item.view == ana.item.view
    await ana.moves(ana.view["legal"][0])
    assert tab.item == ana.item
    await ana.close()
    assert bia.item.room.seats[0].connected
    await tab.close()
    assert not bia.item.room.seats[0].connected


async def test_a_match_starts_when_all_are_there_and_ready() -> None:
    rig = Rig()
    table, ana = await opened(rig)
    await ana.ok(Sit(rig.id(), table, 0))
    await ana.ok(Ready(rig.id(), table, True))
    bia = await came(rig, table, "bia", 1)
    await ana.ok(Robot(rig.id(), table, 2, True))
    await bia.ok(Robot(rig.id(), table, 3, True))
    assert ana.stage == "waiting" and ana.item.view is None
    await ana.ok(Ready(rig.id(), table, False))
    await bia.ok(Ready(rig.id(), table, True))
    assert ana.stage == "waiting"
    await ana.ok(Ready(rig.id(), table, True))
    assert ana.stage == "playing"
    assert [event["event"] for event in bia.item.events] == ["first_dealer", "dealt"]


async def test_robots_come_and_go_before_a_match_only() -> None:
    rig = Rig()
    table, ana = await opened(rig)
    bia = await came(rig, table, "bia", 1)
    eve = await came(rig, table, "eve")
    assert await eve.refused(Robot(rig.id(), table, 0, True)) == "not_seated"
    await bia.ok(Robot(rig.id(), table, 0, True))
    assert await bia.refused(Robot(rig.id(), table, 1, True)) == "seat_taken"
    assert await bia.refused(Robot(rig.id(), table, 9, True)) == "no_such_seat"
    assert rig.room.listings()[0].robots == [0]
    await eve.ok(Sit(rig.id(), table, 0))  # a robot makes room for a person before the match
    assert rig.room.listings()[0].robots == []
    await ana.ok(Robot(rig.id(), table, 2, True))  # as host
    await ana.ok(Robot(rig.id(), table, 3, True))
    await bia.ok(Ready(rig.id(), table, True))
    await eve.ok(Ready(rig.id(), table, True))
    assert await bia.refused(Robot(rig.id(), table, 2, False)) == "match_running"


async def test_play_now_against_robots() -> None:
    rig = Rig()
    ana = rig.client("ana")
    done = await ana.ok(Quick("now", "truco_paulista", 4, {}))
    assert done.table is not None
    room = ana.item.room
    assert (room.stage, room.private, room.you) == ("playing", True, 0)
    assert [seat.robot for seat in room.seats] == [False, True, True, True]
    assert rig.room.listings() == []
    assert rig.room.tables_of(ana.person.id) == [done.table]
    # the same command makes no second table, also after a restart
    again = ana.back()
    answer = await again.ok(Quick("now", "truco_paulista", 4, {}))
    assert answer.table == done.table
    assert again.item.view == ana.item.view
    await rig.restart()
    ana = ana.back()
    assert (await ana.ok(Quick("now", "truco_paulista", 4, {}))).table == done.table
    assert ana.item.room.you == 0
    assert len(rig.room._tables) == 1


async def test_who_leaves_a_match_is_followed_by_a_robot_and_its_seat_by_a_person_at_the_next_deal() -> None:
    rig = Rig()
    table, clients = await rig.playing(options={"games_to_win": 3})
    ana, bia, caio, davi = clients
    eve = await came(rig, table, "eve")
    await caio.ok(Leave("bye", table))
    assert gone(caio) == ["left"]
    seat = ana.item.room.seats[2]
    assert (seat.name, seat.robot, seat.connected) == (None, True, False)
    await eve.ok(Sit(rig.id(), table, 2))
    assert ana.item.room.seats[2].coming == "eve"
    assert eve.view["seat"] is None and eve.view["table"]["cards"] == []
    assert await bia.refused(Sit(rig.id(), table, 2)) == "already_seated"
    fay = await came(rig, table, "fay")
    assert await fay.refused(Sit(rig.id(), table, 2)) == "seat_taken"
    assert await fay.refused(Sit(rig.id(), table, 0)) == "seat_taken"
    await ana.moves("raise 3")
    await bia.moves("run")
    await davi.moves("run")
    epoch = eve.item.epoch
    await rig.advance(2.5)
    assert eve.view["seat"] == 2
    assert len(eve.view["table"]["cards"]) == 3
    assert eve.item.epoch != epoch and eve.item.fresh and eve.item.n == 0
    assert [seat.name for seat in ana.item.room.seats] == ["ana", "bia", "eve", "davi"]


async def test_a_reservation_ends_with_its_person() -> None:
    rig = Rig()
    table, clients = await rig.playing(options={"games_to_win": 3})
    ana, bia, caio, davi = clients
    await caio.ok(Stand(rig.id(), table))
    assert caio.item.view is not None and caio.item.view["seat"] is None
    eve = await came(rig, table, "eve")
    await eve.ok(Sit(rig.id(), table, 2))
    await eve.ok(Stand(rig.id(), table))
    assert ana.item.room.seats[2].coming is None
    await caio.ok(Sit(rig.id(), table, 2))
    await caio.close()
    await ana.moves("raise 3")
    await bia.moves("run")
    await davi.moves("run")
    await rig.advance(2.5)
    assert ana.item.room.seats[2].robot and ana.item.room.seats[2].name is None
    assert ana.item.room.seats[2].coming is None


async def test_the_host_passes_on_to_the_next_person() -> None:
    rig = Rig()
    table, ana = await opened(rig)
    eve = await came(rig, table, "eve")
    bia = await came(rig, table, "bia", 3)
    assert ana.item.room.host and not bia.item.room.host
    await ana.ok(Leave(rig.id(), table))
    assert bia.item.room.host and not eve.item.room.host
    assert rig.room.listings()[0].host == "bia"
    await bia.ok(Leave(rig.id(), table))
    assert eve.item.room.host


async def test_a_host_who_does_not_come_back_passes_on_too() -> None:
    rig = Rig()
    table, ana = await opened(rig)
    await ana.ok(Sit(rig.id(), table, 0))
    bia = await came(rig, table, "bia", 3)
    await ana.close()
    assert bia.item.room.seats[0].away_ms == 60_000
    await rig.advance(59)
    assert not bia.item.room.host
    await rig.advance(1)
    assert bia.item.room.host
    assert bia.item.room.seats[0].name is None


async def test_empty_tables_close() -> None:
    rig = Rig()
    table, ana = await opened(rig)
    await ana.ok(Leave("bye", table))
    assert gone(ana) == ["left"]
    assert rig.room.listings() == [] and table in rig.journal.closed
    assert isinstance(await ana.do(Leave("bye", table)), Done), "the same command, the same answer"
    assert await ana.refused(Enter(rig.id(), table)) == "no_such_table"
    # by a lost connection only after a minute
    second = (await ana.ok(Create(rig.id(), "truco_mineiro", 4, {}))).table
    assert second is not None
    await ana.close()
    await rig.advance(59)
    assert len(rig.room.listings()) == 1
    await rig.advance(2)
    assert rig.room.listings() == []
    await rig.restart()
    assert rig.room.listings() == []


async def test_a_table_where_robots_play_for_nobody_closes() -> None:
    rig = Rig()
    ana = rig.client("ana")
    table = (await ana.ok(Quick("now", "truco_paulista", 4, {}))).table
    assert table is not None
    await ana.ok(Leave("bye", table))
    assert table in rig.journal.closed


async def test_watchers_can_be_kept_from_the_cards() -> None:
    rig = Rig()
    table, clients = await rig.playing(watchers=False)
    eve = await came(rig, table, "eve")
    assert eve.item.view is None and eve.item.room.stage == "playing"
    await clients[0].moves(clients[0].view["legal"][0])
    assert eve.item.view is None
    assert all(not item.events for item in eve.items)


async def test_who_may_not_watch_is_not_told_how_the_game_goes_by_numbers_and_clocks() -> None:
    rig = Rig()
    table, clients = await rig.playing(watchers=False)
    eve = await came(rig, table, "eve")
    done = await eve.ok(Enter("look", table))
    refused = await eve.do(Say("say", table, PHRASES[0]))
    again = await eve.do(Say("say", table, PHRASES[0]))
    stood = await eve.do(Sit("sit", table, 0))
    assert {each.decision for each in (done, refused, again, stood)} == {None}
    assert eve.item.room.clock is None
    await play_out(rig, clients)
    items = len(eve.items)
    assert (await clients[0].ok(Continue(rig.id(), table))).decision is not None
    assert clients[1].item.room.go_on == [0] and clients[1].item.room.hold_ms == 2_500
    assert len(eve.items) == items, "nothing happened that is for her"
    await eve.ok(Enter("again", table))
    room = eve.item.room
    assert (room.clock, room.hold_ms, room.go_on, room.advice) == (None, None, [], None)
    open_table, players = await rig.playing(people=("gil", "hugo", "ines", "joao"))
    watcher = await came(rig, open_table, "eve")
    assert (await watcher.ok(Enter("look", open_table))).decision == players[0].view["decision"]
    assert watcher.item.room.clock is not None


async def test_who_comes_in_the_very_turn_in_which_the_table_closes_came_to_nothing() -> None:
    for first in ("enter", "leave"):
        rig = Rig(Limits(hosted=1))
        table, ana = await opened(rig)
        _, eve = await opened(rig, "eve")
        commands = {"enter": (eve, Enter("in", table)), "leave": (ana, Leave("out", table))}
        for which in (first, *(each for each in commands if each != first)):
            client, command = commands[which]
            client.post(command)
        await rig.idle()
        assert isinstance(ana.answer("out"), Done) and gone(ana) == ["left"]
        refused = eve.answer("in")
        assert isinstance(refused, Refused) and refused.code == "no_such_table"
        assert gone(eve) == []


async def test_who_comes_when_an_empty_table_is_due_to_close_is_in() -> None:
    rig = Rig()
    table, ana = await opened(rig)
    await ana.close()
    rig.clock.time += times.EMPTY
    eve = rig.client("eve")
    assert isinstance(await eve.do(Enter("in", table)), Done)
    await rig.advance(1)
    assert eve.item.room.stage == "waiting" and gone(eve) == []


async def test_names_change_everywhere() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    ana, bia = clients[:2]
    rig.room.rename(Person(ana.person.id, "tag-ana", "Ana Maria"))
    await rig.idle()
    assert bia.item.room.seats[0].name == "Ana Maria"
    assert rig.room.listings()[0].host == "Ana Maria"
    await rig.restart()
    assert rig.room.listings()[0].seats[0] == "Ana Maria"
    assert table


# ------------------------------------------------------------------------------- between hands and matches


async def test_the_next_hand_is_dealt_after_a_pause() -> None:
    rig = Rig()
    _table, clients = await rig.playing()
    await play_out(rig, clients)
    ana = clients[0]
    assert ana.item.room.hold_ms == 2_500
    assert ana.item.room.clock is None
    await rig.advance(2.4)
    assert ana.view["table"]["hand"] == 1
    await rig.advance(0.2)
    assert ana.view["table"]["hand"] == 2
    assert ana.item.events[0]["event"] == "dealt"


async def test_a_pause_of_no_length_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "HOLD_MS", 0)
    rig = Rig()
    _table, clients = await rig.playing()
    await play_out(rig, clients)
    await rig.advance(0)
    assert clients[0].view["table"]["hand"] == 2


async def test_a_game_that_is_over_has_a_longer_pause() -> None:
    rig = Rig()
    _table, clients = await rig.playing("truco_mineiro")
    ana = clients[0]
    while ana.view["table"]["phase"] != "game_over":
        if ana.view["table"]["phase"] == "hand_over":
            await rig.advance(2.5)
        if ana.view["table"]["phase"] == "decide":
            special = ana.view["table"]["special"]
            decider = clients[0 if special == "A" else 1]
            await decider.moves("play_hand")
        while ana.view["table"]["phase"] == "play" and ana.view["table"]["special"]:
            turn = ana.view["table"]["turn"]
            await clients[turn].moves(clients[turn].view["legal"][0])
        if ana.view["table"]["phase"] == "play":
            await play_out(rig, clients)
    assert ana.item.room.hold_ms == 8_000
    await rig.advance(7.9)
    assert ana.view["table"]["phase"] == "game_over"
    await rig.advance(0.2)
    assert ana.view["table"]["phase"] in ("play", "decide")


async def test_others_who_leave_give_nobody_more_tables_than_he_may_have() -> None:
    rig = Rig(Limits(hosted=2))
    sink = rig.client("sink")
    for _ in range(3):
        maker = rig.client(f"maker-{rig.id()}")
        table = (await maker.ok(Create(rig.id(), "truco_mineiro", 4, {}))).table
        assert table is not None
        await sink.ok(Enter(rig.id(), table))
        await maker.ok(Leave(rig.id(), table))
    hosted = [item.room.table for item in sink.items if item.room.host]
    assert len(set(hosted)) == 2
    assert len(rig.room.listings()) == 2, "the third had nobody who could have it"


async def test_one_address_makes_only_so_many_tables() -> None:
    """Under however many names; a table that closes makes place for another."""
    rig = Rig(Limits(hosted=2, tables_per_address=3))
    makers = [rig.client(f"maker-{n}", "192.0.2.7") for n in range(4)]
    tables = [(await maker.ok(Create(rig.id(), "truco_mineiro", 4, {}))).table for maker in makers[:3]]
    assert await makers[3].refused(Create(rig.id(), "truco_mineiro", 4, {})) == "room_full"
    assert await makers[3].refused(Quick(rig.id(), "truco_mineiro", 4, {})) == "room_full"
    await rig.client("other", "192.0.2.8").ok(Create(rig.id(), "truco_mineiro", 4, {}))
    await makers[0].ok(Leave(rig.id(), str(tables[0])))
    await makers[3].ok(Create(rig.id(), "truco_mineiro", 4, {}))
    assert await makers[0].refused(Create(rig.id(), "truco_mineiro", 4, {})) == "room_full"


async def test_who_needs_no_more_time_said_so_of_one_pause() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    ana = clients[0]
    await play_out(rig, clients)
    await ana.ok(Continue(rig.id(), table))
    await rig.advance(2.6)
    assert ana.view["table"]["hand"] == 2
    assert ana.item.room.go_on == []


async def test_everybody_who_is_there_can_go_on_at_once() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    ana, bia, caio, davi = clients
    assert await ana.refused(Continue(rig.id(), table)) == "no_pause"
    await play_out(rig, clients)
    await ana.ok(Continue(rig.id(), table))
    await bia.ok(Continue(rig.id(), table))
    assert davi.item.room.go_on == [0, 1]
    await caio.ok(Continue(rig.id(), table))
    assert ana.view["table"]["hand"] == 1
    await davi.close()  # nobody waits for who is not there
    assert ana.view["table"]["hand"] == 2
    assert ana.item.room.go_on == []


async def finished(rig: Rig, **options: bool | int | str) -> tuple[str, list[Client]]:
    table, clients = await rig.playing(options={"max_hands": 1, **options})
    await play_out(rig, clients)
    assert clients[0].stage == "over"
    return table, clients


async def test_a_rematch_goes_on_where_the_match_ended() -> None:
    rig = Rig()
    table, clients = await finished(rig)
    ana, bia, caio, davi = clients
    decision = ana.view["decision"]
    for client in (ana, bia, caio):
        await client.ok(Rematch(rig.id(), table, True))
    assert [seat.rematch for seat in davi.item.room.seats] == [True, True, True, None]
    assert davi.stage == "over"
    await davi.ok(Rematch(rig.id(), table, True))
    assert davi.stage == "playing" and davi.item.room.match == 2
    assert davi.view["table"]["dealer"] == 0, "the deal goes round"
    assert davi.view["decision"] > decision
    await rig.restart()
    davi = davi.back()
    await davi.ok(Enter(rig.id(), table))
    assert davi.item.room.match == 2 and davi.view["table"]["dealer"] == 0


async def test_robots_want_a_rematch() -> None:
    rig = Rig()
    table, (ana,) = await rig.playing(people=("ana", None, None, None), options={"max_hands": 1})
    rig.brain.say = lambda view: "run" if "run" in view["legal"] else None
    await ana.moves("raise 3")
    await rig.advance(3)
    assert ana.stage == "over"
    assert [seat.rematch for seat in ana.item.room.seats] == [None, True, True, True]
    await ana.ok(Rematch(rig.id(), table, True))
    assert ana.item.room.match == 2


async def test_who_is_silent_about_a_rematch_frees_his_seat_after_a_minute() -> None:
    rig = Rig()
    table, clients = await finished(rig)
    ana, bia, caio, davi = clients
    assert ana.item.room.hold_ms == 60_000
    await rig.advance(20)
    await ana.ok(Rematch(rig.id(), table, True))
    assert bia.item.room.hold_ms == 40_000
    await rig.advance(39)
    assert ana.stage == "over"
    await rig.advance(1.1)
    assert ana.stage == "waiting" and ana.item.room.hold_ms is None
    assert [seat.name for seat in ana.item.room.seats] == ["ana", None, None, None]
    assert ana.item.room.seats[0].ready
    assert bia.item.room.you is None
    for client, seat in ((caio, 1), (davi, 2), (bia, 3)):
        await client.ok(Sit(rig.id(), table, seat))
        await client.ok(Ready(rig.id(), table, True))
    assert ana.stage == "playing"


async def test_who_sits_to_and_fro_keeps_no_vote_open_for_ever() -> None:
    rig = Rig()
    table, clients = await finished(rig)
    ana, bia, *_ = clients
    await bia.ok(Stand(rig.id(), table))
    sat = 0
    while ana.stage == "over":
        await rig.advance(30)
        sat += 1
        if ana.stage == "over":
            await ana.ok(Stand(rig.id(), table))
            await ana.ok(Sit(rig.id(), table, sat % 2))
        assert sat < 10
    assert sat == 4, "twice a minute for the two free seats, and no more"


async def test_who_wants_no_rematch_stands_up_and_another_may_come() -> None:
    rig = Rig()
    table, clients = await finished(rig)
    ana, bia, caio, davi = clients
    assert await ana.refused(Play(rig.id(), table, 0, "run")) == "match_over"
    await bia.ok(Rematch(rig.id(), table, False))
    assert ana.item.room.seats[1].name is None and bia.item.room.you is None
    for client in (ana, caio):
        await client.ok(Rematch(rig.id(), table, True))
    eve = await came(rig, table, "eve", 1)
    await eve.ok(Ready(rig.id(), table, True))
    assert ana.stage == "over"
    await davi.ok(Ready(rig.id(), table, True))
    assert ana.stage == "playing"
    assert [seat.name for seat in ana.item.room.seats] == ["ana", "eve", "caio", "davi"]
    assert await bia.refused(Rematch(rig.id(), table, True)) == "not_seated"


# ---------------------------------------------------------------------------------------------- small talk


async def test_quick_phrases() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    ana, bia = clients[:2]
    eve = await came(rig, table, "eve")
    assert len(PHRASES) == 8
    await bia.ok(Say(rig.id(), table, PHRASES[0]))
    for client in (ana, bia, eve):
        assert client.item.events == [{"event": "said", "seat": 1, "name": "bia", "phrase": PHRASES[0]}]
    assert await bia.refused(Say(rig.id(), table, "free_text")) == "no_such_phrase"
    assert await eve.refused(Say(rig.id(), table, PHRASES[0])) == "not_seated"
    for _ in range(4):
        await bia.ok(Say(rig.id(), table, PHRASES[1]))
    answer = await bia.do(Say(rig.id(), table, PHRASES[1]))
    assert isinstance(answer, Refused) and answer.code == "too_fast" and answer.facts == {"wait_ms": 20_000}
    await ana.ok(Say(rig.id(), table, PHRASES[2]))
    await rig.advance(20)
    await bia.ok(Say(rig.id(), table, PHRASES[1]))


async def test_a_socket_is_welcomed_with_its_tables() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    again = clients[2].back()
    welcome = again.got[0]
    assert isinstance(welcome, Welcome)
    assert (welcome.person, welcome.name, welcome.tables) == ("tag-caio", "caio", [table])
    assert isinstance(await again.do(Ping("p")), Done)
    assert rig.room.people() == 4
    await again.close()
    await again.close()
    assert rig.room.people() == 4
    await clients[2].close()
    assert rig.room.people() == 3
