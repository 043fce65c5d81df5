"""Mau-Mau at a table: who accuses first, what only the table says, and a shuffle in the middle of a hand."""

from collections.abc import Sequence
from typing import Any

import pytest

from carteado.games.mau_mau_notation import GAME
from carteado.room.messages import Done, Play, Refused
from tests.room.rig import Client, Rig

HANDS = {1: "3c 4c 5c 6c 8c", 2: "3c 4c 5c 6c 8c", 3: "Tc Tc Kc Kc 2c", 0: "3d 4d 5d 6d 8d"}


def laid(rig: Rig) -> None:
    """Deal these hands: seat 0 is first, and the two of clubs is turned up."""
    begun = GAME.start({}, 4, {"dealer": 3})

    def order(items: Sequence[int]) -> list[int]:
        if len(items) == 4:
            return [3, 0, 1, 2]
        if len(items) == 104:
            return GAME.arrange(begun, {"hands": HANDS, "turned": "2c"}, [])
        return list(items)

    rig.deck.order = order  # type: ignore[method-assign]  # cards that are laid


async def playing(
    rig: Rig, people: Sequence[str | None] = ("ana", "bia", "caio", "davi")
) -> tuple[str, list[Client]]:
    laid(rig)
    return await rig.playing("mau_mau", people)


def held(client: Client) -> list[int]:
    found: list[int] = client.view["table"]["held"]
    return found


async def to_one_card(clients: list[Client]) -> None:
    """Bia has laid four of her five cards and said nothing."""
    ana, bia, caio, davi = clients
    for mine, his, davis in (("3c", "3c", "Tc"), ("4c", "4c", "Tc"), ("5c", "5c", "Kc")):
        await bia.moves(f"discard {mine}")
        await caio.moves(f"discard {his}")
        await davi.moves(f"discard {davis}")
        await ana.moves("draw")
        await ana.moves("pass_turn")
    await bia.moves("discard 6c")


@pytest.mark.covers("mau_mau", "R16", "R17", "R20")
@pytest.mark.parametrize("order", [(2, 3), (3, 2)])
async def test_of_two_accusers_at_once_the_first_counts_and_the_other_pays_nothing(
    order: tuple[int, int],
) -> None:
    rig = Rig()
    table, clients = await playing(rig)
    await to_one_card(clients)
    before = held(clients[0])
    seen = clients[2].view["decision"]
    for seat in order:
        clients[seat].post(Play(f"from {seat}", table, seen, "accuse"))
    await rig.idle()
    first, second = (clients[seat].answer(f"from {seat}") for seat in order)
    assert isinstance(first, Done)
    assert isinstance(second, Refused)
    assert second.code == "too_late"
    assert held(clients[0]) == [before[0], before[1] + 5, *before[2:]]
    # whose turn it is plays on with what he saw
    assert isinstance(await clients[2].move("discard 6c", seen), Done)


@pytest.mark.covers("mau_mau", "R16", "R20")
@pytest.mark.parametrize("accuser_first", [True, False])
async def test_an_accusation_and_the_next_discard_at_once(accuser_first: bool) -> None:
    rig = Rig()
    table, clients = await playing(rig)
    await to_one_card(clients)
    seen = clients[2].view["decision"]
    posts = [(3, Play("a", table, seen, "accuse")), (2, Play("d", table, seen, "discard 6c"))]
    for seat, command in posts if accuser_first else reversed(posts):
        clients[seat].post(command)
    await rig.idle()
    assert isinstance(clients[2].answer("d"), Done)
    answer = clients[3].answer("a")
    if accuser_first:
        assert isinstance(answer, Done)
        assert held(clients[0])[1] == 6
    else:
        assert isinstance(answer, Refused)
        assert answer.code == "too_late"
        assert held(clients[0])[1] == 1
        assert held(clients[0])[3] == 2


async def test_no_client_says_what_only_the_table_says() -> None:
    rig = Rig()
    _table, clients = await playing(rig)
    answer = await clients[1].move("drop")
    assert isinstance(answer, Refused)
    assert answer.code == "bad_move"
    assert clients[0].view["table"]["out"] == []


@pytest.mark.covers("mau_mau", "R16")
async def test_robots_are_asked_out_of_their_turn_and_leave_people_time() -> None:
    rig = Rig()
    _table, clients = await playing(rig, ("ana", "bia", "caio", None))
    ana, bia, caio = clients

    def say(view: dict[str, Any]) -> str:
        if view["table"]["held"][1] == 1:
            return "accuse"
        return next((each for each in view["legal"] if each not in ("announce", "accuse")), "nothing")

    rig.brain.say = say
    for mine, his in (("3c", "3c"), ("4c", "4c"), ("5c", "5c")):
        await bia.moves(f"discard {mine}")
        await caio.moves(f"discard {his}")
        await rig.advance(4)  # the robot lays a card
        await ana.moves("draw")
        await ana.moves("pass_turn")
    await bia.moves("discard 6c")
    await rig.advance(1.4)
    assert not ana.events("accused"), "people come first"
    await rig.advance(2.2)
    assert ana.events("accused")[-1] == {"event": "accused", "seat": 3, "accused": 1}
    assert held(ana)[1] == 6
    assert ana.view["table"]["turn"] == 2


async def test_a_shuffle_in_a_hand_is_dealt_at_once_and_gives_no_new_reserve() -> None:
    rig = Rig()
    table, clients = await playing(rig)
    ana, bia, caio, davi = clients
    await rig.advance(25)  # ten seconds of bia's reserve
    await bia.moves("discard 3c")
    state = rig.table(table).state
    assert state is not None
    assert state.seats[1].reserve == 50_000
    await caio.moves("discard 3c")
    await davi.moves("discard Tc")
    for turn in clients * 3:
        for client in clients:
            await client.move("accuse")
        if ana.events("reshuffled"):
            break
        await turn.moves("draw")
        await turn.moves("pass_turn")
    assert ana.events("reshuffled") == [{"event": "reshuffled", "count": 3}]
    assert ana.stage == "playing"
    assert rig.table(table).state is state
    assert state.match is not None
    assert state.match.chance() is None
    assert state.seats[1].reserve == 50_000


async def test_the_clock_draws_and_passes() -> None:
    rig = Rig()
    _table, clients = await playing(rig)
    ana, bia, *_ = clients
    assert ana.item.room.clock is not None
    assert ana.item.room.clock.of_ms == 15_000
    await rig.advance(74)
    assert ana.view["table"]["drew"] is False
    await rig.advance(2)
    assert ana.view["table"]["drew"] is True
    assert ana.view["table"]["turn"] == 1
    await rig.advance(16)
    assert ana.view["table"]["turn"] == 2
    assert len(bia.events("passed")) == 1
