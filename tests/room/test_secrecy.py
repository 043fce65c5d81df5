"""Twin matches that differ only in what a viewer never sees: every frame to him, and its time, is the same.

The room's clock is the test's, so equal times mean that no secret moved a timer. The twins are driven by the
same script with two sets of cards and two sets of secret deeds; what is told to the viewer is compared byte
by byte once the names of tables and streams are masked.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from carteado.games.game import Event, Match
from carteado.room import entries, robots, state, streams, table, times
from carteado.room.messages import Done, Enter, Hint, Leave, Ready, Refused, Rematch, Say, Sit, Stand
from tests.room.rig import Client, Rig

Frames = list[tuple[float, bytes]]
Script = Callable[[Rig, "Scene", bool], Awaitable[None]]


class Scene:
    """Four seats (None is a robot's), a watcher, and who of them is the one that must not know."""

    def __init__(self, seats: list[Client | None], eve: Client) -> None:
        self.seats = seats
        self.eve = eve

    def __getitem__(self, seat: int) -> Client:
        client = self.seats[seat]
        assert client is not None
        return client


def masked(client: Client) -> Frames:
    """All that a client was sent, with the times."""
    frames: Frames = []
    for when, message in zip(client.times, client.got, strict=True):
        data = msgspec.json.encode(message)
        data = re.sub(rb'"(table|epoch)":"[^"]*"', rb'"\1":"-"', data)
        data = re.sub(rb'"id":"c\d+"', b'"id":"-"', data)
        data = re.sub(rb'"stream":"[^":]*:', b'"stream":"-:', data)
        data = re.sub(rb'"tables":\["[^"]*"\]', b'"tables":["-"]', data)
        frames.append((round(when, 6), data))
    return frames


async def scene(
    rig: Rig, game: str, people: tuple[str | None, ...], options: dict[str, bool | int | str] | None = None
) -> Scene:
    table, clients = await rig.playing(game, people=people, options=options)
    here = iter(clients)
    seats = [None if name is None else next(here) for name in people]
    eve = rig.client("eve")
    await eve.ok(Enter(rig.id(), table))
    return Scene(seats, eve)


FOUR = ("ana", "bia", "caio", "davi")
HAND: dict[int, str] = {0: "3h 4d Qs", 1: "2d 7c 4s", 2: "Ks 5c 5h", 3: "7d Jh Ad"}


async def twin(
    script: Script,
    which: bool,
    viewers: tuple[int | None, ...],
    game: str,
    people: tuple[str | None, ...],
    deals: list[dict[int, str]],
    options: dict[str, bool | int | str] | None,
) -> list[Frames]:
    rig = Rig()
    for hand in deals:
        rig.deck.put(hand, "6c" if game == "truco_paulista" else None)
    stage = await scene(rig, game, people, options)
    await script(rig, stage, which)
    # whoever looks again sees the same too
    for seat in viewers:
        client = stage.eve if seat is None else stage[seat]
        back = client.back()
        await back.ok(Enter(rig.id(), client.item.table))
        client.got.extend(back.got)
        client.times.extend(back.times)
    return [masked(stage.eve if seat is None else stage[seat]) for seat in viewers]


async def say(rig: Rig, client: Client) -> None:
    """Something public, which takes the clocks and the room's state with it to everybody."""
    await client.ok(Say(rig.id(), client.item.table, "hurry"))


async def a_vote(rig: Rig, stage: Scene, secret: bool) -> None:
    """Seat 1 votes to run, or does not, and the clock ends it; then seat 1 is silent on its own turn too."""
    await stage[0].moves("raise 3")
    await rig.advance(1)
    if secret:
        await stage[1].moves("run")
    await rig.advance(5)
    await say(rig, stage[2])
    await rig.advance(9)
    assert stage[0].phase == "hand_over"
    await rig.advance(2.5)
    assert stage[0].view["table"]["turn"] == 1
    # had a time-out been counted for who was silent only, a robot would tell now who that was
    await rig.advance(80)
    await stage[2].moves(stage[2].view["legal"][0])
    await rig.advance(100)


async def a_vote_then_accept(rig: Rig, stage: Scene, secret: bool) -> None:
    await stage[0].moves("raise 3")
    await rig.advance(2)
    if secret:
        await stage[3].moves("run")
    await rig.advance(3)
    await stage[1].moves("accept")
    await stage[0].moves("play 3h")


async def a_covered_card(rig: Rig, stage: Scene, secret: bool) -> None:
    """Seat 1 covers one card or the other; later the hand ends by a run, and the rest is never shown."""
    for seat, card in ((0, "3h"), (1, "2d"), (2, "Ks"), (3, "7d")):
        await stage[seat].moves(f"play {card}")
    await stage[3].moves("play Jh")
    await stage[0].moves("play 4d")
    await stage[1].moves("play 7c covered" if secret else "play 4s covered")
    await stage[2].moves("play 5h covered" if secret else "play 5c covered")
    await rig.advance(30)


async def other_cards(rig: Rig, stage: Scene, secret: bool) -> None:
    """The deals differ in the cards that are not played; the script is the same."""
    await stage[0].moves("play 3h")
    await stage[1].moves("play 2d")
    await rig.advance(5)
    await stage[2].moves("raise 3")
    await stage[3].moves("accept")
    await stage[2].moves("play Ks")
    await stage[3].moves("play 7d")
    await stage[3].moves("raise 6")
    await stage[0].moves("run")
    await stage[2].moves("run")
    await rig.advance(3)
    await rig.advance(85)


async def a_proposal(rig: Rig, stage: Scene, secret: bool) -> None:
    await stage[0].moves("play 3h")
    if secret:
        await stage[1].moves("propose")
        await stage[3].moves("refuse")
        await stage[3].moves("propose")
    await rig.advance(1)
    await stage[1].moves("play 2d")
    await stage[2].moves("play Ks")
    if secret:
        await stage[3].moves("withdraw")
    await rig.advance(2)
    await stage[3].moves("play 7d")
    # the count of silence is not reset by what only a pair may know
    await rig.advance(85)
    await rig.advance(85)


async def a_proposal_to_a_robot(rig: Rig, stage: Scene, secret: bool) -> None:
    """The robot at 3 is asked to give up, says no, and plays when it would have played anyhow."""
    rig.brain.say = lambda view: "refuse" if "refuse" in view["legal"] else None
    await stage[0].moves("play 3h")
    await stage[1].moves("play 2d")
    await stage[2].moves("play Ks")
    if secret:
        await stage[1].moves("propose")
    await rig.advance(10)


async def advice(rig: Rig, stage: Scene, secret: bool) -> None:
    """What the robot at 3 advises is between it and seat 1."""
    rig.brain.say = lambda view: ("run" if secret else "accept") if "accept" in view["legal"] else None
    await stage[0].moves("raise 3")
    await rig.advance(5)
    assert stage[1].item.room.advice == ("run" if secret else "accept")
    await say(rig, stage[2])
    await stage[1].moves("accept")
    await rig.advance(5)


async def a_vote_before_a_takeover(rig: Rig, stage: Scene, secret: bool) -> None:
    """Seat 1 votes and both lose the line; robots come, and the clock plays as it would have."""
    await stage[3].close()
    await rig.advance(5)
    await stage[0].moves("raise 3")
    if secret:
        await stage[1].moves("run")
    await rig.advance(14)
    await stage[1].moves("accept")
    await rig.advance(1)


async def after_the_end(rig: Rig, stage: Scene) -> None:
    """A match of one hand, over by a run: of the cards that differ none was shown, one lies covered."""
    for seat, card in ((0, "3h"), (1, "2d"), (2, "Ks"), (3, "7d")):
        await stage[seat].moves(f"play {card}")
    await stage[3].moves("play Jh")
    await stage[0].moves("play 4d")
    await stage[1].moves(next(move for move in stage[1].view["legal"] if move.endswith("covered")))
    await stage[2].moves("raise 3")
    await stage[3].moves("run")
    await stage[1].moves("run")
    assert stage[0].stage == "over"


async def a_seat_after_the_match(rig: Rig, stage: Scene, secret: bool) -> None:
    """Seat 1 goes, and who watched has it: at once, after another seat, after a rest and after a restart."""
    await after_the_end(rig, stage)
    eve, table_ = stage.eve, stage.eve.item.table
    await stage[1].ok(Leave(rig.id(), table_))
    await eve.ok(Sit(rig.id(), table_, 1))
    assert eve.item.room.you == 1 and eve.view["seat"] is None and eve.view["legal"] == []
    refused = await eve.do(Hint(rig.id(), table_))
    assert isinstance(refused, Refused) and refused.code == "match_over"
    await eve.ok(Stand(rig.id(), table_))
    await eve.ok(Sit(rig.id(), table_, 1))
    await stage[3].ok(Stand(rig.id(), table_))
    await eve.ok(Sit(rig.id(), table_, 3))
    await stage[0].ok(Rematch(rig.id(), table_, True))
    await rig.advance(61)
    assert eve.stage == "waiting"
    await eve.ok(Sit(rig.id(), table_, 1))
    assert eve.view["seat"] is None


async def a_move_to_another_seat(rig: Rig, stage: Scene, secret: bool) -> None:
    """Seat 0 of the old match sits where seat 1 was."""
    await after_the_end(rig, stage)
    ana, table_ = stage[0], stage[0].item.table
    await stage[1].ok(Stand(rig.id(), table_))
    await ana.ok(Sit(rig.id(), table_, 1))
    assert ana.item.room.you == 1 and ana.view["seat"] is None
    await ana.ok(Sit(rig.id(), table_, 0))
    assert ana.item.room.you == 0 and ana.view["seat"] == 0


async def a_robots_seat_after_the_match(rig: Rig, stage: Scene, secret: bool) -> None:
    """Eve waits for the robot's seat, and the match ends before the next deal."""
    eve, table_ = stage.eve, stage.eve.item.table
    rig.brain.say = lambda view: "run"
    await eve.ok(Sit(rig.id(), table_, 1))
    await stage[0].moves("raise 3")
    await stage[3].moves("run")
    await rig.advance(3)
    assert eve.stage == "over"
    assert eve.item.room.you == 1 and eve.view["seat"] is None


def other(hand: dict[int, str], **changes: str) -> dict[int, str]:
    return {**hand, **{int(seat[1:]): cards for seat, cards in changes.items()}}


CASES: dict[str, dict[str, Any]] = {
    "a vote": {"script": a_vote, "viewers": (0, 2, None)},
    "a vote, then the partner accepts": {"script": a_vote_then_accept, "viewers": (0, 2, None)},
    "which card was covered": {"script": a_covered_card, "viewers": (0, 3, None)},
    "unplayed cards of the others": {
        "script": other_cards,
        "viewers": (0, None),
        "twin_deals": [other(HAND, s1="2d Ac Qh", s2="Ks 6h 6d", s3="7d Jd Ah")],
    },
    "own hand unseen by the rest": {
        "script": other_cards,
        "viewers": (1, 2, 3, None),
        "twin_deals": [other(HAND, s0="3h 7h 7s")],
    },
    "a proposal": {"script": a_proposal, "viewers": (0, 2, None), "game": "truco_mineiro"},
    "a proposal to a robot": {
        "script": a_proposal_to_a_robot,
        "viewers": (0, 2, None),
        "game": "truco_mineiro",
        "people": ("ana", "bia", "caio", None),
    },
    "a robot's advice": {"script": advice, "viewers": (0, 2, None), "people": ("ana", "bia", "caio", None)},
    "a seat taken after the match": {
        "script": a_seat_after_the_match,
        "viewers": (None,),
        "options": {"max_hands": 1},
        "twin_deals": [other(HAND, s1="2d Ac Qh", s3="7d Jh Ah")],
    },
    "a seat changed after the match": {
        "script": a_move_to_another_seat,
        "viewers": (0,),
        "options": {"max_hands": 1},
        "twin_deals": [other(HAND, s1="2d Ac Qh", s3="7d Jh Ah")],
    },
    "a robot's seat taken after the match": {
        "script": a_robots_seat_after_the_match,
        "viewers": (None,),
        "people": ("ana", None, "caio", "davi"),
        "options": {"max_hands": 1},
        "twin_deals": [other(HAND, s1="2d Ac Qh", s3="7d Jh Ah")],
    },
    "a vote beside an absent partner": {"script": a_vote_before_a_takeover, "viewers": (0, 2, None)},
}


async def compare(case: dict[str, Any]) -> None:
    game = case.get("game", "truco_paulista")
    people = case.get("people", FOUR)
    deals = case.get("deals", [HAND])
    one = await twin(case["script"], False, case["viewers"], game, people, deals, case.get("options"))
    two = await twin(
        case["script"],
        True,
        case["viewers"],
        game,
        people,
        case.get("twin_deals", deals),
        case.get("options"),
    )
    assert one == two


@pytest.mark.parametrize("name", CASES)
async def test_twins_tell_the_viewer_the_same_at_the_same_time(name: str) -> None:
    await compare(CASES[name])


@pytest.mark.parametrize("name", CASES)
async def test_twins_do_differ_for_those_who_may_know(name: str) -> None:
    """So that a comparison that cannot fail is noticed: in each case somebody else is told something else."""
    case = CASES[name]
    people = case.get("people", FOUR)
    others = tuple(seat for seat in range(4) if seat not in case["viewers"] and people[seat] is not None)
    with pytest.raises(AssertionError):
        await compare({**case, "viewers": others})


# ------------------------------------------------------------------------------------------- planted leaks


def leak_in_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    real = streams.seen

    def leaky(events: Any, viewer: Any) -> list[dict[str, Any]]:
        open_events = [Event(event.kind, event.facts) for event in events]
        return real(open_events, viewer)

    monkeypatch.setattr(table, "seen", leaky)


def leak_in_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    real = table.Table._show

    def leaky(self: Any, shown: Any, events: Any, dirty: int, entering: Any) -> None:
        for viewer in self.viewers.values():
            viewer.n += sum(1 for event in events if event.only is not None)
        real(self, shown, events, dirty, entering)

    monkeypatch.setattr(table.Table, "_show", leaky)


def leak_in_an_empty_item(monkeypatch: pytest.MonkeyPatch) -> None:
    real = table.Table._show

    def leaky(self: Any, shown: Any, events: Any, dirty: int, entering: Any) -> None:
        real(self, shown, events, dirty | 31 if events else dirty, entering)

    monkeypatch.setattr(table.Table, "_show", leaky)


def leak_in_a_clocks_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    real = times.DecisionClock.seen

    def seen(self: times.DecisionClock, now: float) -> Any:
        clock = real(self, now)
        actors = _matches[-1].actors()
        return msgspec.structs.replace(clock, seats=[seat for seat in clock.seats if seat in actors])

    _matches: list[Match] = []
    opened = times.open_clock

    def open_clock(match: Match, *args: Any) -> Any:
        _matches.append(match)
        return opened(match, *args)

    monkeypatch.setattr(times, "open_clock", open_clock)
    monkeypatch.setattr(times.DecisionClock, "seen", seen)


def leak_in_a_clocks_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that a vote sets anew."""
    real = table.Table._arm

    def leaky(self: Any, state: Any, now: float) -> None:
        if any(event.kind == "voted" for event in self.events):
            self.clock = None
        real(self, state, now)

    monkeypatch.setattr(table.Table, "_arm", leaky)


def leak_in_a_takeover(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence that is counted for who has not voted."""
    real = table.Table.write

    def leaky(self: Any, entry: Any) -> Any:
        if isinstance(entry, entries.Moved) and entry.by == "clock":
            entry = entries.Moved(
                at=entry.at, seat=entry.seat, move=entry.move, by="clock", used=entry.used, silent=True
            )
        return real(self, entry)

    monkeypatch.setattr(table.Table, "write", leaky)


def leak_in_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    def everybodys(self: Any, match: Match, person: int) -> str | None:
        return next((ask.opinion for ask in self._asks.values() if ask.said), None)

    monkeypatch.setattr(robots.Robots, "advice", everybodys)


def leak_in_a_robots_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """A robot that takes its time anew after its partner has spoken to it."""
    real = robots.Robots.tell

    def leaky(self: Any, seats: set[int]) -> None:
        real(self, seats)
        for seat in seats:
            self.drop(seat)
            self._came[seat] = self._since + 0.3

    monkeypatch.setattr(robots.Robots, "tell", leaky)


def leak_to_the_next_one_in_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state.State, "eyes", state.State.seat_of)


LEAKS = {
    "an event": ("a vote", leak_in_an_event),
    "a number": ("a vote", leak_in_a_number),
    "an item without content": ("a vote, then the partner accepts", leak_in_an_empty_item),
    "the clock's seats": ("a vote", leak_in_a_clocks_seats),
    "the clock's time": ("a vote", leak_in_a_clocks_time),
    "who is taken for silent": ("a vote", leak_in_a_takeover),
    "advice": ("a robot's advice", leak_in_advice),
    "the seat of an ended match": ("a seat taken after the match", leak_to_the_next_one_in_a_seat),
    "the pace of a robot": ("a proposal to a robot", leak_in_a_robots_pace),
}


async def test_who_sits_down_after_the_match_is_shown_it_as_a_spectator_after_a_restart_too() -> None:
    """Who held the seat sees his own cards still, also after he stood up; the next match is everybody's."""
    for snapshot in (False, True):
        rig = Rig()
        rig.deck.put(HAND, "6c")
        stage = await scene(rig, "truco_paulista", FOUR, {"max_hands": 1})
        await after_the_end(rig, stage)
        id = stage.eve.item.table
        await stage[1].ok(Stand(rig.id(), id))
        await stage.eve.ok(Sit(rig.id(), id, 1))
        await stage[2].ok(Stand(rig.id(), id))
        await stage[2].ok(Sit(rig.id(), id, 2))
        if snapshot:
            await rig.table(id)._snapshot()
        await rig.restart()
        eve, caio = stage.eve.back(), stage[2].back()
        for client in (eve, caio):
            await client.ok(Enter(rig.id(), id))
        assert (eve.item.room.you, eve.view["seat"]) == (1, None)
        assert (caio.item.room.you, caio.view["seat"]) == (2, 2)
        assert caio.view["table"]["cards"] != eve.view["table"]["cards"]
        for seat in (0, 3):
            client = stage[seat].back()
            await client.ok(Enter(rig.id(), id))
            await client.ok(Ready(rig.id(), id, True))
        assert isinstance(await eve.do(Ready(rig.id(), id, True)), Done)
        await caio.ok(Ready(rig.id(), id, True))
        assert eve.stage == "playing" and eve.view["seat"] == 1


async def test_who_may_not_watch_sees_nothing_of_a_match_that_ended_before_he_sat_down() -> None:
    rig = Rig()
    id, (ana, bia, _, davi) = await rig.playing(options={"max_hands": 1}, watchers=False)
    await ana.moves("raise 3")
    await bia.moves("run")
    await davi.moves("run")
    eve = rig.client("eve")
    await eve.ok(Enter(rig.id(), id))
    await davi.ok(Stand(rig.id(), id))
    await eve.ok(Sit(rig.id(), id, 3))
    assert eve.item.room.you == 3 and eve.item.view is None
    assert davi.item.view is None


@pytest.mark.parametrize("leak", LEAKS)
async def test_a_planted_leak_is_seen(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, plant = LEAKS[leak]
    await compare(CASES[name])
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        await compare(CASES[name])


async def test_who_sits_down_after_a_match_does_not_see_what_its_player_held() -> None:
    rig = Rig()
    table, clients = await rig.playing(options={"max_hands": 1})
    ana, bia, caio, _davi = clients
    await ana.moves("raise 3")
    await bia.moves("run")
    await clients[3].moves("run")
    assert ana.stage == "over"
    held = bia.view["table"]["cards"]
    assert len(held) == 3, "she never showed them"
    await bia.ok(Rematch(rig.id(), table, False))
    assert bia.view["seat"] is None, "nor does she who stood up see them in a seat of hers"
    await ana.ok(Sit(rig.id(), table, 1))
    for _ in range(2):
        assert ana.item.room.you == 1
        assert ana.view["seat"] is None and ana.view["table"]["cards"] == []
        assert msgspec.json.encode(held[0]["card"]) not in msgspec.json.encode(ana.item)
        assert caio.view["table"]["cards"] != [], "whoever stays sees his own"
        await rig.restart()
        ana, caio = ana.back(), caio.back()
        await ana.ok(Enter(rig.id(), table))
        await caio.ok(Enter(rig.id(), table))
    assert await ana.refused(Hint(rig.id(), table)) == "match_over"
