"""Commands at random by everybody: each is answered once, nothing breaks, the journal tells the same."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.games import GAMES
from carteado.room import messages as m
from carteado.room.state import restore
from tests.room.rig import Client, Rig

TEXTS = [
    "play #0",
    "play 4c",
    "raise 3",
    "raise 4",
    "accept",
    "run",
    "play_hand",
    "decline",
    "propose",
    "agree",
    "x",
]


def some_command(rng: random.Random, rig: Rig, table: str, client: Client) -> m.Command:
    """A command of any kind, often one that makes sense."""
    kinds: list[Callable[[str], m.Command]] = [
        lambda id: m.Enter(id, table, rng.choice([None, "x:1"])),
        lambda id: m.Leave(id, table),
        lambda id: m.Sit(id, table, rng.randrange(6)),
        lambda id: m.Stand(id, table),
        lambda id: m.Robot(id, table, rng.randrange(5), rng.random() < 0.7),
        lambda id: m.SetOptions(
            id, table, rng.choice([{}, {"games_to_win": 1}, {"max_hands": 1}, {"forfeit": 3}])
        ),
        lambda id: m.Ready(id, table, rng.random() < 0.9),
        lambda id: m.Back(id, table),
        lambda id: m.Continue(id, table),
        lambda id: m.Say(id, table, rng.choice(["nice", "rude"])),
        lambda id: m.Rematch(id, table, rng.random() < 0.8),
        m.Ping,
    ]
    view = client.item.view if client.items else None
    if view is not None and rng.random() < 0.6:
        legal = [each for each in view["legal"] if isinstance(each, str)]
        text = rng.choice(legal) if legal and rng.random() < 0.8 else rng.choice(TEXTS)
        decision = view["decision"] + rng.choice([0, 0, 0, 0, -1, 1])
        return m.Play(rig.id(), table, max(0, decision), text)
    return rng.choice(kinds)(rig.id())


def without_answers(data: bytes) -> Any:
    """A saved state but for refusals and small talk of people without a seat, which no restart keeps."""
    saved = msgspec.json.decode(data)
    saved["answers"] = None
    return saved


async def storm(seed: int, game: str, seats: int, commands: int) -> None:
    rig = Rig()
    rng = random.Random(seed)
    rig.brain.say = lambda view: rng.choice(view["legal"]) if view["legal"] else None
    clients = [rig.client(name) for name in ("ana", "bia", "caio", "davi", "eve", "fay")]
    done = await clients[0].ok(m.Create(rig.id(), game, seats, {}))
    table = done.table
    assert table is not None
    if seed % 3:  # most storms break upon a match
        for seat in range(seats):
            if rng.random() < 0.7 or seat == 0:
                await clients[seat].do(m.Enter(rig.id(), table))
                await clients[seat].ok(m.Sit(rig.id(), table, seat))
            else:
                await clients[0].ok(m.Robot(rig.id(), table, seat, True))
        for client in clients[:seats]:
            await client.do(m.Ready(rig.id(), table, True))
        assert clients[0].stage == "playing"
    sent: list[tuple[Client, str]] = []
    for _ in range(commands):
        number = rng.randrange(len(clients))
        client = clients[number]
        chance = rng.random()
        if chance < 0.04:
            await client.close()
            clients[number] = client.back()
            clients[number].post(m.Enter(rig.id(), table))
        elif chance < 0.14:
            await rig.advance(rng.choice([0.5, 1, 3, 10, 40]))
        elif chance < 0.16:
            rig.journal.fail_after_writing = True
        elif chance < 0.17:
            before = None if table not in rig.room._tables else rig.table(table).state
            await rig.advance(6)  # nothing is in flight
            if table in rig.room._tables and before is not None:
                live = rig.table(table).state
                assert live is not None
                saved = without_answers(live.save(0))
                await rig.restart()
                if table in rig.room._tables:
                    again = rig.table(table).state
                    assert again is not None and without_answers(again.save(0)) == saved
                clients = [client.back() for client in clients]
        else:
            command = some_command(rng, rig, table, client)
            client.post(command)
            sent.append((client, command.id))
            if rng.random() < 0.7:
                await rig.idle()
    await rig.advance(6)
    for client, id in sent:
        if client.socket.open and client.socket in rig.room._sockets.get(client.person.id, ()):
            assert len(client.answers(id)) == 1
    if table in rig.room._tables:
        live = rig.table(table).state
        assert live is not None
        told = restore(None, rig.journal.entries[table], GAMES)
        assert told is not None
        assert without_answers(told.save(0)) == without_answers(live.save(0))
    await rig.kill()


@pytest.mark.parametrize(
    ("game", "seats"), [("truco_paulista", 4), ("truco_mineiro", 4), ("truco_mineiro", 2)]
)
@given(seed=st.integers(0, 2**32))
async def test_a_storm_of_commands(game: str, seats: int, seed: int) -> None:
    await storm(seed, game, seats, 60)


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES for seats in GAMES[game].seats])
async def test_a_whole_match_against_robots_with_restarts_on_the_way(game: str, seats: int) -> None:
    rig = Rig()
    rng = random.Random(7)
    # words that cost cards would keep hands from ending
    silent = {"propose", "withdraw", "announce", "accuse"}
    rig.brain.say = lambda view: rng.choice([each for each in view["legal"] if each not in silent] or [None])
    ana = rig.client("ana")
    # who plays at random goes out seldom where a hand is long
    long = GAMES[game].hand_bound(GAMES[game].full_options({}), seats) > 1000
    short: dict[str, bool | int | str] = {"max_hands": 1, "max_reshuffles": 0} if long else {}
    options = {each.name: short[each.name] for each in GAMES[game].options if each.name in short}
    table = (await ana.ok(m.Quick("go", game, seats, options))).table
    assert table is not None
    for turn in range(4000 if long else 2000):
        if ana.stage == "over":
            break
        if turn % 25 == 24:
            await rig.restart()
            ana = ana.back()
            await ana.ok(m.Enter(rig.id(), table))
        legal = [each for each in ana.view["legal"] if each not in silent]
        if legal:
            await ana.moves(rng.choice(legal))
        else:
            await rig.advance(1)
    assert ana.stage == "over"
    result = ana.view["table"]["result"]
    if GAMES[game].pairs:
        assert result["winners"] in ([0, 2][: seats // 2], [1, 3][: seats // 2])
    else:
        assert set(result["winners"]) < set(range(seats))
    await ana.ok(m.Rematch("more", table, True))
    assert ana.stage == "playing"
