"""Numbered streams: no holes, what was missed comes again, and the same view as one who never left."""

import random

import pytest

from carteado.room import streams
from carteado.room.messages import Done, Enter, Item, Play, Rematch, Stand
from tests.room.rig import Client, Rig


def numbers(client: Client) -> list[tuple[str, int]]:
    return [(item.epoch, item.n) for item in client.items]


def place(client: Client) -> str:
    return f"{client.item.epoch}:{client.item.n}"


async def play_at_random(rig: Rig, rng: random.Random, table: str, clients: list[Client], moves: int) -> None:
    """Legal moves at random by persons who look at their own newest view, asides and votes included."""
    for _ in range(moves):
        if clients[0].stage == "over":
            for client in clients:
                await client.ok(Rematch(rig.id(), table, True))
        willing = [client for client in clients if client.view["legal"]]
        if not willing:
            await rig.advance(8)
            continue
        client = rng.choice(willing)
        move = rng.choice(client.view["legal"])
        await client.moves(str(move))


@pytest.mark.parametrize("game", ["truco_paulista", "truco_mineiro"])
async def test_streams_have_no_holes(game: str) -> None:
    rig = Rig()
    table, clients = await rig.playing(game)
    eve = rig.client("eve")
    await eve.ok(Enter(rig.id(), table))
    await play_at_random(rig, random.Random(1), table, clients, 80)
    for client in [*clients, eve]:
        for (epoch, n), (next_epoch, next_n) in zip(numbers(client), numbers(client)[1:], strict=False):
            assert next_n == (n + 1 if epoch == next_epoch else 0)


async def test_a_vote_is_in_the_pairs_streams_only() -> None:
    rig = Rig()
    table, (ana, bia, caio, davi) = await rig.playing()
    eve = rig.client("eve")
    await eve.ok(Enter(rig.id(), table))
    await ana.moves("raise 3")
    before = {client.person.name: (client.item.n, len(client.got)) for client in (ana, caio, eve)}
    asked = bia.item.n, davi.item.n
    await bia.moves("run")
    assert (bia.item.n, davi.item.n) == (asked[0] + 1, asked[1] + 1)
    assert davi.item.events == [{"event": "voted", "seat": 1, "vote": "run"}]
    assert before == {client.person.name: (client.item.n, len(client.got)) for client in (ana, caio, eve)}


@pytest.mark.case("truco_mineiro", "MV6")
@pytest.mark.covers("truco_mineiro", "R57")
async def test_a_proposal_reaches_the_partner_and_nobody_else() -> None:
    rig = Rig()
    table, (ana, bia, caio, davi) = await rig.playing("truco_mineiro")
    eve = rig.client("eve")
    await eve.ok(Enter(rig.id(), table))
    others = (bia, davi, eve)
    before = [len(client.got) for client in others]
    views = [client.view for client in others]
    await ana.moves("propose")
    assert caio.view["table"]["proposal"]["seat"] == 0
    assert [len(client.got) for client in others] == before
    for client, view in zip(others, views, strict=True):
        again = client.back()
        await again.ok(Enter(rig.id(), table))
        assert again.view == view


@pytest.mark.case("truco_paulista", "PV12")
@pytest.mark.covers("truco_paulista", "R29")
async def test_after_a_run_no_unplayed_card_is_in_any_message() -> None:
    rig = Rig()
    rig.deck.put({0: "3h 4d Qs", 1: "2d 7c 4s", 2: "Ks 5c 5h", 3: "7d Jh Ad"}, "6c")
    rig.deck.put({0: "3s 4c Qd", 1: "2h 6d 4h", 2: "Kc 5d 5s", 3: "6h Jd As"}, "7h")
    table, (ana, bia, caio, davi) = await rig.playing()
    eve = rig.client("eve")
    await eve.ok(Enter(rig.id(), table))
    await ana.moves("play 3h")
    await bia.moves("raise 3")
    await caio.moves("run")
    await ana.moves("run")
    await rig.advance(3)
    own = {0: {"3h", "4d", "Qs"}, 1: {"2d", "7c", "4s"}, 2: {"Ks", "5c", "5h"}, 3: {"7d", "Jh", "Ad"}}
    for seat, client in enumerate((ana, bia, caio, davi, eve)):
        hidden = {card for other, hand in own.items() if other != seat for card in hand} - {"3h"}
        text = repr([(item.events, item.view) for item in client.items])
        assert not [card for card in hidden if f"'{card}'" in text]


@pytest.mark.case("truco_mineiro", "MV2")
@pytest.mark.covers("truco_mineiro", "R44")
async def test_a_covered_card_is_x_to_all_others_for_ever() -> None:
    rig = Rig()
    rig.deck.put({0: "4c 6d 5s", 1: "5d 6c Qs", 2: "5c 6h 4s", 3: "4d 4h Qd"})
    _table, clients = await rig.playing("truco_mineiro")
    ana, bia, caio, davi = clients
    for client, card in ((ana, "4c"), (bia, "5d"), (caio, "5c"), (davi, "4d")):
        await client.moves(f"play {card}")
    before = [len(client.got) for client in clients]
    # arming the covered card is the page's own affair: there is no message for it, so nobody hears of it
    assert [len(client.got) for client in clients] == before
    await ana.moves("play 6d covered")
    for client in (bia, caio, davi):
        assert client.item.events[0] == {
            "event": "played",
            "seat": 0,
            "card": "X",
            "covered": True,
            "name": None,
        }
    assert ana.item.events[0]["card"] == "6d"
    for client, card in ((bia, "6c"), (caio, "6h"), (davi, "4h")):
        await client.moves(f"play {card}")
    await rig.advance(3)
    for client in (bia, caio, davi):
        assert "'6d'" not in repr([(item.events, item.view) for item in client.items])


async def test_who_returns_gets_what_he_missed_and_the_present_view() -> None:
    rig = Rig()
    table, (ana, bia, caio, davi) = await rig.playing()
    await ana.moves("raise 3")
    after = place(davi)
    await davi.close()
    await bia.moves("run")
    await bia.moves("accept")
    davi = davi.back()
    await davi.ok(Enter("back", table, after))
    assert not davi.item.fresh
    assert [event["event"] for event in davi.item.events] == ["voted", "accepted"]
    assert davi.view["table"]["value"] == 3
    # an opponent missed the acceptance only
    after = place(caio)
    assert after


@pytest.mark.parametrize(
    "after", ["", "x", ":", "x:1", "x:-1", "{epoch}:999", "{epoch}:-1", "{epoch}:1e3", "{epoch}:²"]
)
async def test_a_place_that_is_none_gets_the_present_view(after: str) -> None:
    rig = Rig()
    table, (ana, *_) = await rig.playing()
    again = ana.back()
    await again.ok(Enter("back", table, after.replace("{epoch}", ana.item.epoch)))
    assert again.item.fresh and again.item.events == []
    assert again.item.view == ana.item.view


async def test_who_missed_too_much_gets_the_present_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MISSED_MOST", 10)
    rig = Rig()
    table, clients = await rig.playing("truco_mineiro")
    ana = clients[0]
    places = [place(ana)]
    rng = random.Random(5)
    for _ in range(40):
        await play_at_random(rig, rng, table, clients, 1)
        places.append(place(ana))
    fresh = []
    for after in places:
        tab = ana.back()
        await tab.ok(Enter(rig.id(), table, after))
        fresh.append(tab.item.fresh)
        assert len(tab.item.events) <= 10
        assert tab.item.view == ana.item.view
    assert fresh[0] and not fresh[-1]


async def test_another_role_is_another_epoch() -> None:
    rig = Rig()
    table, (ana, *_) = await rig.playing()
    epoch = ana.item.epoch
    await ana.ok(Stand(rig.id(), table))
    assert ana.item.fresh and ana.item.epoch != epoch and ana.item.n == 0
    assert ana.view["seat"] is None
    again = ana.back()
    await again.ok(Enter(rig.id(), table, f"{epoch}:1"))
    assert again.item.fresh and again.view["seat"] is None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["truco_paulista", "truco_mineiro"])
async def test_a_line_cut_between_any_two_messages_ends_in_the_same_view(seed: int, game: str) -> None:
    """Many tabs of one person, each deaf from its k-th message on, each back a little later."""
    rig = Rig()
    rng = random.Random(seed)
    table, clients = await rig.playing(game)
    steady = clients[seed]
    start = len(steady.items)
    tabs: list[Client] = []
    known: list[list[dict[str, object]]] = []

    async def open_tab() -> None:
        tab = steady.back()
        await tab.ok(Enter(rig.id(), table, place(steady)))
        assert not tab.item.fresh and tab.item.events == []
        tabs.append(tab)

    for _ in range(20):
        await open_tab()
    known = [[] for _ in tabs]
    for step in range(60):
        for number, tab in enumerate(tabs):
            if step % 20 == number:
                tab.deaf = True
        await play_at_random(rig, rng, table, clients, 1)
        for number, tab in enumerate(tabs):
            if tab.deaf and rng.random() < 0.4:
                last = place(tab)
                known[number].extend(event for item in tab.items for event in item.events)
                await tab.close()
                back = tabs[number] = steady.back()
                await back.ok(Enter(rig.id(), table, last))
                assert back.item.view == steady.item.view
                assert not back.item.fresh
    want = [event for item in steady.items[start:] for event in item.events]
    for number, tab in enumerate(tabs):
        if not tab.deaf:
            assert tab.item.view == steady.item.view
            assert known[number] + [event for item in tab.items for event in item.events] == want


@pytest.mark.parametrize("seed", range(3))
async def test_one_socket_that_drops_and_repeats_ends_in_the_same_view(seed: int) -> None:
    """The answer is lost with the line; the client comes back and repeats its command by its id."""
    rig = Rig()
    rng = random.Random(seed)
    table, clients = await rig.playing("truco_mineiro")
    for _ in range(60):
        if clients[0].stage == "over":
            break
        willing = [number for number, client in enumerate(clients) if client.view["legal"]]
        if not willing:
            await rig.advance(8)
            continue
        number = rng.choice(willing)
        client = clients[number]
        command = Play(rig.id(), table, client.view["decision"], str(rng.choice(client.view["legal"])))
        last = place(client)
        cut = rng.choice(["before", "after", "never"])
        if cut == "before":  # the command never arrived
            await client.close()
        else:
            client.deaf = cut == "after"
            client.post(command)
            await rig.idle()
            if cut == "after":
                await client.close()
        if cut != "never":
            client = clients[number] = client.back()
            await client.ok(Enter(rig.id(), table, last))
            assert isinstance(await client.do(command), Done)
        told = clients[number].item.view
        other = client.back()
        await other.ok(Enter(rig.id(), table))
        assert other.item.view == told
        await other.close()
    moved = [entry["id"] for entry in rig.journal.texts(table) if entry["e"] == "moved"]
    assert len(moved) == len(set(moved))


async def test_many_watchers_see_one_view_each_with_its_own_number() -> None:
    rig = Rig()
    table, (ana, *_) = await rig.playing()
    early = rig.client("early")
    await early.ok(Enter(rig.id(), table))
    await ana.moves(ana.view["legal"][0])
    late = rig.client("late")
    await late.ok(Enter(rig.id(), table))
    assert early.item.room.watching == late.item.room.watching == 2
    assert early.item.view == late.item.view
    assert early.item.epoch != late.item.epoch and early.item.n > late.item.n == 0
    await early.close()
    assert late.item.room.watching == 1
    again = early.back()
    await again.ok(Enter(rig.id(), table, place(early)))
    assert again.item.fresh, "a watcher's stream ends with his last socket"
    assert isinstance(again.item, Item)
