"""Robots at a table: at a human pace, from views alone, beside persons who decide."""

import asyncio
from typing import Any

import pytest

from carteado.room.messages import Enter
from tests.room.rig import Rig

HANDS = {0: "3h 4d Qs", 1: "2d 7c 4s", 2: "Ks 5c 5h", 3: "7d Jh Ad"}


async def test_robots_play_at_a_human_pace() -> None:
    rig = Rig()
    rig.deck.put(HANDS, "6c")
    _, (ana,) = await rig.playing(people=("ana", None, None, None))
    await ana.moves("play 3h")
    played: list[tuple[float, int]] = []
    while (
        ana.view["table"]["turn"] != 0 or ana.phase != "play" or not ana.view["table"]["tricks"][0]["winner"]
    ):
        before = len(ana.events("played"))
        await rig.advance(0.1)
        for event in ana.events("played")[before:]:
            played.append((round(rig.clock.time - 1000, 1), event["seat"]))
        if len(played) == 3:
            break
    # 0.9, 1.0, 1.1 after the event before, by the pace of these tests
    assert played == [(0.9, 1), (1.9, 2), (3.0, 3)]


async def test_a_robot_sees_the_whole_plain_view_of_its_seat_and_nothing_else() -> None:
    rig = Rig()
    rig.deck.put(HANDS, "6c")
    _, (ana,) = await rig.playing(people=("ana", None, None, None))
    await ana.moves("play 3h")
    (view,) = rig.brain.asked
    assert view["seat"] == 1
    assert [card["card"] for card in view["table"]["cards"]] == ["2d", "7c", "4s"]
    assert "memory" in view and "options" in view
    text = repr(view)
    assert not [card for card in ("4d", "Qs", "Ks", "5c", "5h", "7d", "Jh", "Ad") if f"'{card}'" in text]


async def test_thinking_is_part_of_the_pause() -> None:
    rig = Rig()
    rig.deck.put(HANDS, "6c")
    _, (ana,) = await rig.playing(people=("ana", None, None, None))
    rig.brain.gate = asyncio.Event()
    await ana.moves("play 3h")
    await rig.advance(5)
    assert ana.view["table"]["turn"] == 1
    gate, rig.brain.gate = rig.brain.gate, None
    gate.set()
    await rig.advance(0)
    assert ana.view["table"]["turn"] == 2, "it has waited long enough"


@pytest.mark.parametrize("say", ["nonsense", "play 3h", "raise 12", None])
async def test_what_a_robot_may_not_do_becomes_the_default(say: str | None) -> None:
    rig = Rig()
    rig.deck.put(HANDS, "6c")
    _, (ana,) = await rig.playing(people=("ana", None, None, None))
    rig.brain.fail = say is None
    rig.brain.say = lambda view: say
    await ana.moves("play 3h")
    await rig.advance(1)
    assert ana.events("played")[-1]["seat"] == 1
    assert ana.events("played")[-1]["card"] == "4s", "the weakest, as the clock would play"


async def test_a_robot_never_ruins_itself() -> None:
    rig = Rig()
    _table, clients = await rig.playing(people=("ana", None, "caio", None), options={"games_to_win": 3})
    ana, caio = clients
    rig.brain.say = lambda view: "run" if "run" in view["legal"] else None
    for _ in range(60):
        table = ana.view["table"]
        if table["special"] is not None:
            break
        if ana.phase == "hand_over":
            await rig.advance(2.5)
        elif table["turn"] in (0, 2):
            client = ana if table["turn"] == 0 else caio
            raised = client.view["actions"][0]["move"]
            await client.moves(str(raised or client.view["legal"][0]))
            await rig.advance(3)
        else:
            await rig.advance(3)
    assert ana.view["table"]["special"] == "A"
    if ana.phase == "decide":
        await ana.moves("play_hand")
    grave: list[str] = []

    def ruinous(view: dict[str, Any]) -> str | None:
        fatal = [action["move"] for action in view["actions"] if action["grave"]]
        grave.extend(fatal)
        return fatal[0] if fatal else None

    rig.brain.say = ruinous
    for _ in range(12):
        if ana.phase != "play":
            break
        turn = ana.view["table"]["turn"]
        if turn in (0, 2):
            client = ana if turn == 0 else caio
            await client.moves(client.view["legal"][0])
        else:
            await rig.advance(3)
    assert grave, "the robot was tempted"
    assert ana.view["table"]["sheet"][-1]["reason"] == "tricks"


async def test_a_robot_partner_answers_a_proposal_itself() -> None:
    rig = Rig()
    rig.brain.say = lambda view: (
        ("agree" if "agree" in view["legal"] else None) if view["waiting"] != [view["seat"]] else None
    )
    _, clients = await rig.playing("truco_mineiro", people=("ana", "bia", None, "davi"))
    ana, bia, _davi = clients
    await ana.moves("propose")
    assert ana.view["table"]["proposal"] == {"seat": 0, "since": 1}
    items = len(bia.items)
    await rig.advance(0.9)
    assert ana.phase == "play" and len(bia.items) == items
    await rig.advance(0.2)
    assert ana.phase == "hand_over"
    assert ana.view["table"]["sheet"][-1] == {"pair": "B", "points": 2, "reason": "forfeit"}


async def test_a_robot_partner_may_refuse_or_say_nothing() -> None:
    rig = Rig()
    rig.brain.say = lambda view: "refuse" if "refuse" in view["legal"] else None
    _, clients = await rig.playing("truco_mineiro", people=("ana", "bia", None, "davi"))
    ana = clients[0]
    await ana.moves("propose")
    await rig.advance(2)
    assert ana.item.events[-1]["event"] == "proposal_refused"
    rig.brain.say = None
    asked = len(rig.brain.asked)
    await ana.moves("play " + ana.view["table"]["cards"][0]["card"])
    await clients[1].moves(clients[1].view["legal"][0])
    assert len(rig.brain.asked) == asked + 1, "for its card, not for a proposal that is gone"


async def test_a_robots_two_questions_do_not_wait_for_each_other() -> None:
    rig = Rig()
    rig.deck.put(HANDS)
    rig.brain.say = lambda view: "refuse" if "refuse" in view["legal"] else None
    _, clients = await rig.playing("truco_mineiro", people=("ana", "bia", None, "davi"))
    ana, bia, _ = clients
    await ana.moves("play 3h")
    await bia.moves("play 2d")
    await ana.moves("propose")
    await rig.advance(0.99)
    assert ana.view["table"]["turn"] == 2
    await rig.advance(0.02)
    assert ana.view["table"]["turn"] == 3, "the card comes at its time"
    assert ana.view["table"]["proposal"] is None


async def test_robots_are_asked_anew_after_a_restart() -> None:
    rig = Rig()
    rig.deck.put(HANDS, "6c")
    table, (ana,) = await rig.playing(people=("ana", None, None, None))
    await ana.moves("play 3h")
    await rig.restart()
    ana = ana.back()
    await ana.ok(Enter("in", table))
    assert ana.view["table"]["turn"] == 1
    await rig.advance(2)
    assert ana.view["table"]["turn"] != 1


async def test_two_robots_of_a_pair_both_answer() -> None:
    rig = Rig()
    rig.brain.say = lambda view: "run" if "run" in view["legal"] else None
    _, clients = await rig.playing(people=("ana", None, "caio", None))
    ana = clients[0]
    items = len(ana.items)
    await ana.moves("raise 3")
    await rig.advance(0.95)
    assert ana.phase == "respond" and len(ana.items) == items + 1, "one vote of a pair shows nothing"
    await rig.advance(0.2)
    assert ana.phase == "hand_over"


async def test_the_person_decides_the_special_hand_beside_a_robot() -> None:
    rig = Rig()
    rig.brain.say = lambda view: (
        "play_hand" if "play_hand" in view["legal"] else "run" if "run" in view["legal"] else None
    )
    _, clients = await rig.playing("truco_mineiro", people=("ana", "bia", None, "davi"))
    ana, bia, davi = clients
    for _ in range(60):
        if ana.phase == "decide":
            break
        table = ana.view["table"]
        if ana.phase in ("hand_over", "game_over"):
            await rig.advance(ana.item.room.hold_ms / 1000 if ana.item.room.hold_ms else 0)
        elif table["turn"] == 0:
            await ana.moves(str(ana.view["actions"][0]["move"] or ana.view["legal"][0]))
            if ana.phase == "respond":
                await bia.moves("run")
                await davi.moves("run")
        elif table["turn"] == 2:
            await rig.advance(2)
        else:
            client = bia if table["turn"] == 1 else davi
            await client.moves(client.view["legal"][0])
    assert ana.phase == "decide" and ana.view["table"]["special"] == "A"
    assert len(ana.view["table"]["partner"]) == 3
    await rig.advance(3)
    assert ana.phase == "decide"
    assert ana.item.room.advice == "play_hand"
    score = ana.view["table"]["score"]
    await ana.moves("decline")
    assert ana.phase == "hand_over"
    assert ana.view["table"]["score"] == [score[0], score[1] + 2]
    assert bia.item.room.advice is None
