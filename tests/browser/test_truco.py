"""The truco table in a real browser, on the real server: whole matches, calls, special hands, lost lines."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.playing import (
    DESKTOP,
    PATIENCE,
    PHONE,
    SIDEWAYS,
    SIZES,
    Player,
    alone,
    clean,
    four,
    run,
    shot,
)
from tests.browser.serving import new_page
from tests.room.rig import Brain, Deck
from tests.web.harness import Harness

STRONG = {"truco_paulista": "6c 6h 3s", "truco_mineiro": "4c 7h 3s"}
WEAK = {"truco_paulista": "4d 5c 5h", "truco_mineiro": "4d 5c 5h"}
VIRA = {"truco_paulista": "5d", "truco_mineiro": None}


def laid(game: str, hands: int) -> Deck:
    """Every hand is seat 0's."""
    deck = Deck()
    for _ in range(hands):
        deck.put({0: STRONG[game], 1: WEAK[game]}, VIRA[game])
    return deck


@pytest.mark.parametrize("game", ["truco_paulista", "truco_mineiro"])
def test_four_people_play_a_match_to_its_end_and_want_another(
    game: str, tmp_path: Path, someone: Callable[..., BrowserContext], axe: str
) -> None:
    with Harness(tmp_path, deck=laid(game, 8)) as house:
        players = four(house, someone, game)
        top = 3 if game == "truco_paulista" else 12
        wrong: dict[str, list[str]] = {}

        def policy(one: Player, ask: str) -> None:
            name = f"{ask} {one.page.viewport_size}"
            if name not in wrong:
                wrong[name] = clean(one.page, axe)
                shot(one.page, f"{game}-{ask}")
            if ask == "respond":
                value = int(re.findall(r"\d+", one.button("accept").inner_text())[0])
                one.tap("raise" if value < top else "accept")
            elif (
                one is players[0]
                and one.can("raise")
                and "vale 1" not in one.page.locator(".score .v").inner_text()
            ):
                one.play()
            elif one is players[0] and one.can("raise"):
                one.tap("raise")
            else:
                one.play()

        if game == "truco_mineiro":
            plain = policy

            def policy(one: Player, ask: str) -> None:
                first = one.page.locator(".score .v").inner_text() == "vale 2"
                if ask == "play" and one is players[0] and one.can("raise") and first:
                    one.tap("raise")
                else:
                    plain(one, ask)

        run(players, policy, lambda: all(one.phase == "match_over" for one in players))
        for seat, one in enumerate(players):
            expect(
                one.page.get_by_role("heading", name="Ganhamos!" if seat % 2 == 0 else "Não foi dessa vez")
            ).to_be_visible()
            wrong[f"end {seat}"] = clean(one.page, axe)
            shot(one.page, f"{game}-end")
        assert {name: found for name, found in wrong.items() if found} == {}
        for one in players:
            one.page.get_by_role("button", name="Revanche").click()
        for one in players:
            expect(one.page.locator(".hc")).to_have_count(3)
            one.console.quiet()


def test_one_person_plays_a_match_against_robots_by_keys_alone(
    tmp_path: Path, someone: Callable[..., BrowserContext]
) -> None:
    with Harness(tmp_path, deck=laid("truco_paulista", 20), robots_wait=0.05) as house:
        page, console = new_page(someone(DESKTOP))
        alone(house, page)
        me = Player(page, console)

        def policy(one: Player, ask: str) -> None:
            if ask == "play":
                if one.can("raise") and "vale 1" in one.page.locator(".score .v").inner_text():
                    page.keyboard.press("t")
                else:
                    page.keyboard.press("1")
                    page.keyboard.press("Enter")
            else:
                page.keyboard.press("a")

        run([me], policy, lambda: me.phase == "match_over")
        expect(page.get_by_role("heading", name="Ganhamos!")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Revanche")).to_be_focused()
        console.quiet()


def nine_and_ones(view: dict[str, Any]) -> str | None:
    """Robots that bring the match to 10 : 10, to the hand of eleven and to the iron hand."""
    table = view["table"]
    hand, seat = table["hand"], view["seat"]
    if seat % 2 == 0:
        return None
    if table["phase"] == "respond":
        raises = {1: {3: "raise 6", 9: "raise 12"}, 2: {6: "raise 9", 12: "run"}}
        return raises.get(hand, {}).get(table["pending"]["to"], "run")
    if table["phase"] == "play" and hand in (2, 3) and table["raiser"] is None and "raise 3" in view["legal"]:
        return "raise 3"
    return None


def test_the_hand_of_eleven_and_the_iron_hand(
    tmp_path: Path, someone: Callable[..., BrowserContext], axe: str
) -> None:
    brain = Brain()
    brain.say = nine_and_ones
    deck = Deck()
    for _ in range(5):
        deck.put()
    deck.put({0: "3d As Ks", 2: "Kd 2c 7h"}, "Js")
    deck.put({0: "6c 6h 3s", 1: "4d 5c 5h"}, "5d")
    with Harness(tmp_path, deck=deck, brain=brain, robots_wait=0.05) as house:
        page, console = new_page(someone())
        alone(house, page)
        me = Player(page, console)

        def policy(one: Player, ask: str) -> None:
            hand = one.page.locator(".truco").get_attribute("data-hand")
            if ask == "respond":
                one.tap("run" if (hand, one.can("raise")) in {("1", False), ("3", True)} else "raise")
            elif hand in ("1", "4", "5") and one.can("raise"):
                one.tap("raise")
            else:
                one.play()

        run([me], policy, lambda: me.ask == "decide")
        dialog = page.get_by_role("alertdialog", name="Mão de onze")
        expect(page.get_by_role("heading", name="Mão de onze")).to_be_focused()
        expect(dialog.get_by_role("img", name="rei de ouros, Ouros")).to_be_visible()
        expect(page.locator("[data-act=raise]")).to_have_count(0)
        page.keyboard.press("Enter")
        expect(dialog).to_be_visible()
        wrong = {}
        for size in SIZES:
            page.set_viewport_size(size)  # type: ignore[arg-type]  # a size
            wrong[f"eleven {size}"] = clean(page, axe)
            shot(page, "eleven")
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a size
        me.tap("decline")

        run(
            [me], lambda one, ask: None, lambda: page.locator(".sp-note", has_text="Mão de ferro").count() > 0
        )
        me.wait_for("play")
        assert me.cards() == ["X", "X", "X"]
        for size in SIZES:
            page.set_viewport_size(size)  # type: ignore[arg-type]  # a size
            wrong[f"iron {size}"] = clean(page, axe)
            shot(page, "iron")
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a size
        assert {name: found for name, found in wrong.items() if found} == {}
        expect(page.locator("[data-act=raise]")).to_have_count(0)
        run([me], lambda one, ask: one.play(), lambda: me.phase == "match_over")
        expect(page.locator(".sc b").first).to_have_text("12")
        console.quiet()


def test_a_reload_and_a_lost_line_in_mid_hand_change_nothing(
    tmp_path: Path, someone: Callable[..., BrowserContext]
) -> None:
    with Harness(tmp_path, deck=laid("truco_paulista", 3), robots_wait=0.05) as house:
        context = someone()
        page, console = new_page(context)
        alone(house, page)
        me = Player(page, console)
        me.wait_for("play")
        me.play()
        expect(page.locator(".hc")).to_have_count(2)
        me.wait_for("play")
        expect(page.locator(".vz li").first).to_contain_text("nós")  # the first trick is gathered
        before = (
            me.cards(),
            page.locator(".vz").inner_text(),
            page.locator(".score").get_attribute("aria-label"),
        )
        page.reload()
        me.wait_for("play")
        assert before == (
            me.cards(), page.locator(".vz").inner_text(), page.locator(".score").get_attribute("aria-label"),
        )  # fmt: skip
        page.locator(".hc").first.click()
        house.end()
        expect(page.locator("[data-note=reconnecting], [data-note=restarting]")).to_be_visible(timeout=20_000)
        expect(page.locator(".hc").first).to_have_attribute("aria-pressed", "true")
        assert not me.can("play")
        house.begin()
        expect(page.locator("[data-note=reconnecting], [data-note=restarting]")).to_have_count(
            0, timeout=30_000
        )
        me.wait_for("play")
        expect(page.locator(".hc").first).to_have_attribute("aria-pressed", "true")
        me.tap("play")
        expect(page.locator(".hc")).to_have_count(1)
        console.quiet(line_was_lost=True)


def test_a_watcher_sees_the_table_and_no_hand(
    tmp_path: Path, someone: Callable[..., BrowserContext], axe: str
) -> None:
    with Harness(tmp_path, deck=laid("truco_paulista", 3), robots_wait=0.05) as house:
        page, console = new_page(someone())
        alone(house, page)
        me = Player(page, console)
        me.wait_for("play")
        watcher, watcher_console = new_page(someone(DESKTOP))
        watcher.goto(page.url)
        expect(watcher.get_by_text("As mãos ficam fechadas.")).to_be_visible()
        expect(watcher.locator(".hand")).to_have_count(0)
        expect(watcher.locator("[data-act=raise]")).to_have_count(0)
        assert clean(watcher, axe) == []
        shot(watcher, "watcher")
        watcher.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a size
        assert clean(watcher, axe) == []
        shot(watcher, "watcher")
        me.play()
        expect(watcher.locator(".trick .tc, .strip .lay .pc").first).to_be_visible()
        watcher.get_by_role("button", name="Sair").click()
        expect(watcher).to_have_url(f"{house.url}/")
        watcher_console.quiet()
        console.quiet()


def test_a_silent_person_gets_his_seat_back_from_the_robot(
    tmp_path: Path, someone: Callable[..., BrowserContext]
) -> None:
    with Harness(tmp_path, deck=laid("truco_paulista", 6), robots_wait=0.05) as house:
        page, console = new_page(someone())
        alone(house, page)
        me = Player(page, console)
        back = page.get_by_role("button", name="Voltar a jogar")
        end = time.monotonic() + PATIENCE
        while back.count() == 0:
            assert time.monotonic() < end
            house.turn(5)
            page.evaluate("new Promise(requestAnimationFrame)")
        expect(page.get_by_text("O robô jogou por você.")).to_be_visible()
        assert not me.can("play")
        back.click()
        expect(back).to_have_count(0)
        me.wait_for("play")
        me.play()
        console.quiet()


def test_a_proposal_to_give_up_is_the_pairs_own(
    tmp_path: Path, someone: Callable[..., BrowserContext], axe: str
) -> None:
    with Harness(tmp_path, deck=laid("truco_mineiro", 3)) as house:
        players = four(house, someone, "truco_mineiro")
        proposer, partner = players[1], players[3]
        proposer.page.get_by_role("button", name="Menu").click()
        proposer.page.get_by_role("button", name="Largar a mão?").click()
        expect(proposer.page.get_by_role("heading", name="Largar a mão?")).to_be_focused()
        proposer.page.get_by_role("button", name=re.compile("^Perguntar a")).click()
        expect(proposer.page.locator("[data-note=proposed]")).to_be_visible()
        note = partner.page.locator("[data-note=proposal]")
        expect(note).to_contain_text("quer largar a mão")
        assert clean(partner.page, axe) == []
        shot(partner.page, "proposal")
        for other in (players[0], players[2]):
            expect(other.page.locator("[data-note]")).to_have_count(0)
            assert "largar" not in other.page.locator(".log").inner_text().lower()
        note.get_by_role("button", name="Largar").click()
        for one in players:
            expect(one.page.locator(".me")).to_contain_text("+2")
            one.console.quiet()


def test_a_vote_to_run_shows_to_the_pair_alone(
    tmp_path: Path, someone: Callable[..., BrowserContext], axe: str
) -> None:
    with Harness(tmp_path, deck=laid("truco_paulista", 3)) as house:
        players = four(house, someone, "truco_paulista")
        players[0].wait_for("play")
        players[0].tap("raise")
        for one in (players[1], players[3]):
            one.wait_for("respond")
            expect(one.page.get_by_role("heading", name="TRUCO!")).to_be_focused()
            assert clean(one.page, axe) == []
        players[1].tap("run")
        expect(players[3].page.get_by_role("alertdialog")).to_contain_text("quer correr")
        expect(players[1].page.locator(".me")).to_contain_text("Você quer correr")
        for other in (players[0], players[2]):
            assert "correr" not in other.page.locator(".truco").inner_text().lower()
        shot(players[3].page, "vote")
        players[3].tap("run")
        for one in players:
            expect(one.page.locator(".me")).to_contain_text("+1")
            one.console.quiet()


@pytest.mark.parametrize("game", ["truco_paulista", "truco_mineiro"])
def test_two_people_play_each_for_himself(
    game: str, tmp_path: Path, someone: Callable[..., BrowserContext], axe: str
) -> None:
    with Harness(tmp_path, deck=laid(game, 12), robots_wait=0.05) as house:
        page, console = new_page(someone(SIDEWAYS))
        alone(house, page, game, seats=2)
        me = Player(page, console)
        me.wait_for("play")
        assert clean(page, axe) == []
        shot(page, f"{game}-two")
        expect(page.locator(".plate")).to_have_count(1)
        me.play()
        expect(page.locator(".hc")).to_have_count(2)
        console.quiet()


def test_phrases_are_a_fixed_list_and_a_person_can_be_hidden(
    tmp_path: Path, someone: Callable[..., BrowserContext], axe: str
) -> None:
    with Harness(tmp_path, deck=laid("truco_paulista", 3)) as house:
        players = four(house, someone, "truco_paulista")
        phone, desktop = players[0].page, players[1].page
        desktop.get_by_role("button", name="Tô com nada").click()
        expect(phone.locator(".plate.w .say")).to_have_text("Tô com nada")
        phone.get_by_role("button", name="Conversa e histórico, 1 recado novo").click()
        expect(phone.locator(".log .c")).to_contain_text("Tô com nada")
        assert clean(phone, axe) == []
        shot(phone, "log")
        phone.get_by_text("Esconder recados").click()
        phone.get_by_role("checkbox").first.check()
        expect(phone.locator(".log .c")).to_have_count(0)
        phone.keyboard.press("Escape")
        expect(phone.locator(".log")).to_be_hidden()
        for one in players:
            one.console.quiet()


def test_a_card_can_be_dragged_to_the_felt(tmp_path: Path, someone: Callable[..., BrowserContext]) -> None:
    with Harness(tmp_path, deck=laid("truco_paulista", 3), robots_wait=0.05) as house:
        page, console = new_page(someone())
        alone(house, page)
        me = Player(page, console)
        me.wait_for("play")
        box = page.locator(".hc").first.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 5, y - 30, steps=4)
        page.mouse.up()
        expect(page.locator(".hc")).to_have_count(3)  # not far enough: nothing is played
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 30, y - 200, steps=8)
        page.mouse.up()
        expect(page.locator(".hc")).to_have_count(2)
        assert me.cards() == ["6h", "3s"]
        console.quiet()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_dark_large_and_four_colours_fit_too(
    theme: str, tmp_path: Path, someone: Callable[..., BrowserContext], axe: str
) -> None:
    with Harness(tmp_path, deck=laid("truco_paulista", 3), robots_wait=0.05) as house:
        page, console = new_page(someone(color_scheme=theme))
        page.add_init_script(
            "localStorage.setItem('carteado.settings', JSON.stringify({ large: true, suits: 'four' }))"
        )
        alone(house, page)
        me = Player(page, console)
        me.wait_for("play")
        wrong = {}
        for size in SIZES:
            page.set_viewport_size(size)  # type: ignore[arg-type]  # a size
            wrong[f"{size}"] = clean(page, axe)
            shot(page, f"large-{theme}")
        assert {name: found for name, found in wrong.items() if found} == {}
        console.quiet()
