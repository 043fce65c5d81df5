"""Moves at a table: who may, against which decision, and once only."""

import asyncio

import pytest

from carteado.room.messages import Done, Enter, Hint, Hints, Play, Refused
from tests.room.rig import Client, Rig

HANDS = {0: "3h 4d Qs", 1: "2d 7c 4s", 2: "Ks 5c 5h", 3: "7d Jh Ad"}


def table_of(rig: Rig, table: str) -> dict[str, object]:
    state = rig.table(table).state
    assert state is not None and state.match is not None
    return state.match.position()


async def test_a_move_is_written_before_it_is_answered_or_shown() -> None:
    rig = Rig()
    table, (ana, bia, *_) = await rig.playing()
    rig.journal.gate = asyncio.Event()
    before = len(ana.got), len(bia.got)
    ana.post(Play("first", table, ana.view["decision"], ana.view["legal"][0]))
    await rig.idle()
    assert (len(ana.got), len(bia.got)) == before
    gate, rig.journal.gate = rig.journal.gate, None
    gate.set()
    await rig.idle()
    assert isinstance(ana.answer("first"), Done)
    assert bia.item.events[0]["event"] == "played"
    assert rig.journal.texts(table)[-1]["id"] == "first"


@pytest.mark.case("truco_paulista", "PV8")
async def test_accept_before_raise_of_the_partner() -> None:
    rig = Rig()
    table, (ana, bia, _caio, davi) = await rig.playing()
    await ana.moves("raise 3")
    asked = bia.view["decision"]
    bia.post(Play("b", table, asked, "accept"))
    davi.post(Play("d", table, asked, "raise 6"))
    await rig.idle()
    assert isinstance(bia.answer("b"), Done)
    late = davi.answer("d")
    assert isinstance(late, Refused)
    assert late.code == "stale_decision"
    assert late.decision == asked + 1 == davi.view["decision"]
    assert late.stream is not None and late.stream.startswith(davi.item.epoch)
    for each in (ana, davi):
        assert each.view["table"]["value"] == 3
        assert each.view["table"]["pending"] is None


@pytest.mark.case("truco_paulista", "PV9")
async def test_raise_before_accept_of_the_partner() -> None:
    rig = Rig()
    table, (ana, bia, _caio, davi) = await rig.playing()
    await ana.moves("raise 3")
    asked = bia.view["decision"]
    davi.post(Play("d", table, asked, "raise 6"))
    bia.post(Play("b", table, asked, "accept"))
    await rig.idle()
    late = bia.answer("b")
    assert isinstance(late, Refused) and late.code == "stale_decision"
    assert ana.view["table"]["value"] == 3
    assert ana.view["table"]["pending"]["to"] == 6
    assert ana.view["waiting"] == [0, 2]


@pytest.mark.case("truco_paulista", "PV10")
async def test_a_second_run_is_refused_and_the_same_command_is_answered_again() -> None:
    rig = Rig()
    table, (ana, bia, *_) = await rig.playing()
    await ana.moves("raise 3")
    asked = bia.view["decision"]
    first = await bia.ok(Play("run1", table, asked, "run"))
    position = table_of(rig, table)
    assert await bia.refused(Play("run2", table, asked, "run")) == "already_answered"
    assert table_of(rig, table) == position
    assert await bia.ok(Play("run1", table, asked, "run")) == first
    assert table_of(rig, table) == position
    # the refusal too is the first answer of its command, and both outlive the server
    await rig.restart()
    bia = bia.back()
    assert await bia.ok(Play("run1", table, asked, "run")) == first
    assert await bia.refused(Play("run2", table, asked, "run")) == "already_answered"
    assert table_of(rig, table) == position


async def test_the_same_command_twice_at_once_moves_once() -> None:
    rig = Rig()
    table, (ana, *_) = await rig.playing()
    command = Play("twice", table, ana.view["decision"], ana.view["legal"][0])
    ana.post(command)
    ana.post(command)
    await rig.idle()
    answers = ana.answers("twice")
    assert len(answers) == 2 and answers[0] == answers[1] and isinstance(answers[0], Done)
    assert len(ana.events("played")) == 1
    again = ana.back()
    assert await again.ok(command) == answers[0]
    assert len([entry for entry in rig.journal.texts(table) if entry["e"] == "moved"]) == 1


async def test_refusals_change_nothing_and_say_where_the_table_is() -> None:
    rig = Rig()
    rig.deck.put(HANDS, "6c")
    table, (ana, bia, *_) = await rig.playing()
    eve = rig.client("eve")
    position = table_of(rig, table)
    now = ana.view["decision"]
    items = len(ana.items), len(bia.items)

    async def code(client: Client, move: str, decision: int = now) -> str:
        return await client.refused(Play(rig.id(), table, decision, move))

    assert await code(eve, "play 3h") == "not_seated"
    assert await code(bia, "play 2d") == "not_your_turn"
    assert await code(ana, "play 2d") == "card_not_in_hand"
    assert await code(ana, "play 3h covered") == "covered_too_early"
    assert await code(ana, "raise 6") == "raise_wrong_level"
    assert await code(ana, "sing") == "bad_move"
    assert await code(ana, "play 3h", now - 1) == "stale_decision"
    assert await code(ana, "play 3h", now + 5) == "stale_decision"
    assert await eve.refused(Play("x", "nowhere-at-all", 0, "play 3h")) == "no_such_table"
    refusal = await ana.do(Play("again", table, now, "raise 6"))
    assert isinstance(refusal, Refused)
    assert refusal.facts == {"next": 3}
    assert refusal.decision == now
    assert refusal.stream == f"{ana.item.epoch}:{ana.item.n}"
    assert table_of(rig, table) == position
    assert (len(ana.items), len(bia.items)) == items


async def test_a_watcher_cannot_move() -> None:
    rig = Rig()
    table, (ana, *_) = await rig.playing()
    eve = rig.client("eve")
    await eve.ok(Enter("in", table))
    assert eve.view["seat"] is None and eve.view["table"]["cards"] == []
    assert await eve.refused(Play("x", table, ana.view["decision"], "play #0")) == "not_seated"


async def test_a_proposal_may_quote_any_decision_of_its_hand_but_no_older_one() -> None:
    rig = Rig()
    rig.deck.put(HANDS)
    table, (ana, bia, caio, davi) = await rig.playing("truco_mineiro")
    first = ana.view["decision"]
    await ana.moves("play 3h")
    await caio.moves("propose", first)
    assert ana.view["table"]["proposal"] == {"seat": 2, "since": first + 1}
    # agreeing needs the proposal: a view from before it cannot mean it
    assert await ana.refused(Play("early", table, first, "agree")) == "stale_decision"
    await ana.moves("agree", first + 1)
    assert davi.view["table"]["sheet"][-1] == {"pair": "B", "points": 2, "reason": "forfeit"}
    await rig.advance(3)
    assert bia.view["table"]["hand"] == 2
    assert await caio.refused(Play("old", table, first, "propose")) == "stale_decision"


async def test_a_finished_match_refuses_every_move() -> None:
    rig = Rig()
    table, clients = await rig.playing(options={"max_hands": 1})
    ana, bia, _, davi = clients
    await ana.moves("raise 3")
    await bia.moves("run")
    await davi.moves("run")
    assert ana.item.room.stage == "over"
    assert await ana.refused(Play("late", table, 0, "play #0")) == "match_over"


async def test_answers_are_bounded_and_the_last_two_hundred_are_kept() -> None:
    rig = Rig()
    table, (ana, *_) = await rig.playing()
    for number in range(250):
        ana.post(Play(f"r{number}", table, 0, "play 3h"))
    await rig.idle()
    state = rig.table(table).state
    assert state is not None
    kept = state.answers[ana.person.id]
    assert len(kept) == 200
    assert "r249" in kept and "r60" in kept and "r10" not in kept


@pytest.mark.parametrize("order", ["forwards", "backwards"])
async def test_repeated_and_reordered_commands_of_a_whole_hand_change_nothing_twice(order: str) -> None:
    rig = Rig()
    rig.deck.put(HANDS, "6c")
    table, clients = await rig.playing()
    sent: list[tuple[int, Play]] = []
    for seat, move in [
        (0, "play 3h"),
        (1, "raise 3"),
        (2, "accept"),
        (1, "play 2d"),
        (2, "play Ks"),
        (3, "play 7d"),
    ]:
        command = Play(rig.id(), table, clients[seat].view["decision"], move)
        await clients[seat].ok(command)
        sent.append((seat, command))
    position = table_of(rig, table)
    answers = {command.id: clients[seat].answer(command.id) for seat, command in sent}
    seen = [len(client.items) for client in clients]
    for seat, command in sent if order == "forwards" else reversed(sent):
        assert await clients[seat].do(command) == answers[command.id]
        # and as a new command it is stale
        assert (
            await clients[seat].refused(Play(rig.id(), table, command.decision, command.move))
            == "stale_decision"
        )
    assert table_of(rig, table) == position
    assert [len(client.items) for client in clients] == seen


async def test_hints_are_for_who_sits_and_change_nothing() -> None:
    rig = Rig()
    table, clients = await rig.playing()
    eve = rig.client("eve")
    await eve.ok(Enter(rig.id(), table))
    before = [client.item for client in clients]
    assert await eve.refused(Hint(rig.id(), table)) == "not_seated"
    clients[1].post(Hint("again", table, {"anything": [1]}))
    clients[1].post(Hint("again", table))
    await rig.idle()
    told = Hints("again", table, clients[1].view["decision"], {})
    assert [each for each in clients[1].got if isinstance(each, Hints)] == [told, told]
    assert [client.item for client in clients] == before
