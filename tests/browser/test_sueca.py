"""Sueca in the browser: a deal from the first card to the count, by touch, by keys, and watched."""

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from carteado.games.sueca_cards import PACK, points_of
from tests.browser.playing import DESKTOP, PHONE, SIDEWAYS, SIZES, Player, alone, clean, four, run, shot
from tests.browser.serving import new_page
from tests.web.harness import Harness

CORNER = {"x": 12, "y": 20}
"""Of a card in a fan only its index is free."""


class Seeded:
    """Orders that are the same each time; the first of them may be required to have something."""

    def __init__(self, seed: int, wanted: Callable[[Sequence[int]], bool] = lambda order: True) -> None:
        self.rng = random.Random(seed)
        self.wanted = wanted

    def order(self, items: Sequence[int]) -> list[int]:
        if len(items) != len(PACK):
            return [3, 0, 1, 2]  # the last seat deals, so that seat 0 leads
        while True:
            order = self.rng.sample(list(items), len(items))
            if self.wanted(order):
                self.wanted = lambda order: True
                return order


class Person(Player):
    """Plays the first card that may be played."""

    def play(self, nth: int = 0) -> None:
        card = self.page.locator(".hc:not(.low)").nth(nth)
        name = card.get_attribute("data-card")
        card.click(position=CORNER)  # type: ignore[arg-type]  # a position
        expect(self.page.locator(f'.hc[data-card="{name}"]')).to_have_attribute("aria-pressed", "true")
        self.button("play").click()


def at_all_sizes(page: Page, name: str, wrong: dict[str, list[str]], axe: str) -> None:
    """Look at a state at every size, keep pictures and what is wrong, and leave the page as it was."""
    before = page.viewport_size
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]  # a size
        wrong[f"{name} {size}"] = clean(page, axe)
        shot(page, f"sueca-{name}")
    wrong[name] = []
    page.set_viewport_size(before or PHONE)  # type: ignore[arg-type]  # a size


def one_deal(page: Page) -> None:
    """On the page of a new table: the match ends after one deal."""
    page.locator("details").first.evaluate("details => details.open = true")
    page.get_by_label("Limite de mãos").select_option(label="1 mão")


def test_one_person_and_three_robots_play_a_deal_to_its_end(
    tmp_path: Path, someone: Callable[..., BrowserContext], axe: str
) -> None:
    with Harness(tmp_path, deck=Seeded(5), robots_wait=0.05) as house:
        page, console = new_page(someone())
        page.goto(f"{house.url}/new?game=sueca&seats=4")
        one_deal(page)
        page.get_by_role("button", name="Jogar já com robôs").click()
        page.wait_for_url("**/t/*")
        me = Person(page, console)
        me.wait_for("play")
        expect(page.locator(".hc")).to_have_count(10)
        wrong: dict[str, list[str]] = {}
        at_all_sizes(page, "lead", wrong, axe)
        seen_low = False

        def policy(one: Player, ask: str) -> None:
            nonlocal seen_low
            low = page.locator(".hc.low")
            if low.count() and not seen_low:
                seen_low = True
                # a card that does not follow says why
                low.first.click(position=CORNER)  # type: ignore[arg-type]  # a position
                expect(page.locator("[data-note=refused]")).to_contain_text("Você ainda tem")
                page.get_by_role("button", name="Entendi").click()
                expect(low.first).to_have_attribute("aria-pressed", "false")  # it glides back
                at_all_sizes(page, "follow", wrong, axe)
            one.play()

        run([me], policy, lambda: page.locator(".sc b").count() > 0)
        assert seen_low
        expect(page.locator(".ttl")).to_be_visible()
        at_all_sizes(page, "end", wrong, axe)
        page.get_by_role("button", name="Ver").click()
        expect(page.get_by_role("dialog").locator("tbody tr")).to_have_count(1)
        assert {name: found for name, found in wrong.items() if found} == {}
        console.quiet()


def test_two_people_and_two_robots_play_to_the_end_watched_and_want_another(
    tmp_path: Path, someone: Callable[..., BrowserContext], axe: str
) -> None:
    with Harness(tmp_path, deck=Seeded(9), robots_wait=0.05) as house:
        host, console = new_page(someone())
        host.goto(f"{house.url}/new?game=sueca&seats=4")
        one_deal(host)
        host.get_by_role("button", name=re.compile("^Abrir mesa")).click()
        host.wait_for_url("**/t/*")
        guest, guest_console = new_page(someone(DESKTOP))
        guest.goto(host.url)
        guest.get_by_role("button", name="Sentar no lugar 2").click()
        expect(guest.get_by_role("button", name="Levantar")).to_be_visible()
        watcher, watching = new_page(someone(SIDEWAYS))
        watcher.goto(host.url)
        host.get_by_role("button", name="Completar com robôs").click()
        players = [Person(host, console), Person(guest, guest_console)]
        for one in players:
            one.page.get_by_role("button", name=re.compile("^(Estou pronto|Começar)")).click()
        for one in players:
            expect(one.page.locator(".hc")).to_have_count(10)
        wrong: dict[str, list[str]] = {}

        def policy(one: Player, ask: str) -> None:
            if "watch" not in wrong and watcher.locator(".trick .tc").count() >= 2:
                at_all_sizes(watcher, "watch", wrong, axe)
            one.play()

        run(players, policy, lambda: all(one.page.locator(".sc b").count() > 0 for one in players))
        # the one pair's end is the other's too, with the figures on the other side
        mine = [host.locator(f"[data-side={side}] b").inner_text() for side in ("us", "them")]
        theirs = [guest.locator(f"[data-side={side}] b").inner_text() for side in ("them", "us")]
        assert mine == theirs
        expect(watcher.locator(".ttl")).to_be_visible()
        expect(watcher.locator("[data-side=us] b")).to_have_text(mine[0])
        assert {name: found for name, found in wrong.items() if found} == {}
        for one in players:
            one.page.get_by_role("button", name="Revanche").click()
        for one in players:
            expect(one.page.locator(".hc")).to_have_count(10)
            one.console.quiet()
        watching.quiet()


def test_four_people_play_and_one_watches(
    tmp_path: Path, someone: Callable[..., BrowserContext], axe: str
) -> None:
    with Harness(tmp_path, deck=Seeded(6)) as house:
        players = [Person(one.page, one.console) for one in four(house, someone, "sueca", cards=10)]
        watcher, watching = new_page(someone())
        watcher.goto(players[0].page.url)
        expect(watcher.locator(".watching")).to_be_visible()
        expect(watcher.locator(".hc")).to_have_count(0)
        played = 0

        def policy(one: Player, ask: str) -> None:
            nonlocal played
            played += 1
            one.play()

        run(players, policy, lambda: played >= 8)
        expect(watcher.locator(".vz dd").first).to_be_visible()
        players[0].page.get_by_role("button", name="Última vaza").click()
        expect(players[0].page.get_by_role("dialog").get_by_role("listitem")).to_have_count(4)
        wrong: dict[str, list[str]] = {}
        at_all_sizes(players[0].page, "last-trick", wrong, axe)
        assert {name: found for name, found in wrong.items() if found} == {}
        players[0].page.keyboard.press("Escape")
        assert clean(watcher, axe) == []
        for one in players:
            one.console.quiet()
        watching.quiet()


def poor(order: Sequence[int]) -> bool:
    """Seat 0's hand may be laid down."""
    return points_of(list(order[:10])) <= 10


def test_a_poor_hand_is_laid_down_and_dealt_again(
    tmp_path: Path, someone: Callable[..., BrowserContext], axe: str
) -> None:
    with Harness(tmp_path, deck=Seeded(7, poor)) as house:
        players = four(house, someone, "sueca", cards=10)
        first = players[0].page
        lay_down = first.locator("[data-act=lay_down]")
        expect(lay_down).to_be_visible()
        for other in players[1:]:
            expect(other.page.locator("[data-act=lay_down]")).to_have_count(0)
            assert "baix" not in other.page.locator("body").inner_text().lower()
        lay_down.click()
        wrong: dict[str, list[str]] = {}
        at_all_sizes(first, "lay-down", wrong, axe)
        first.locator("[data-act=lay_down_sure]").click()
        for one in players:
            expect(one.page.locator(".showdown")).to_be_visible()
            expect(one.page.locator(".me")).to_contain_text("baixou o jogo")
            wrong[f"laid down {one.page.viewport_size}"] = clean(one.page, axe)
            shot(one.page, "sueca-laid-down")
        assert {name: found for name, found in wrong.items() if found} == {}
        for one in players:
            one.button("continue").click()
        expect(first.locator(".showdown")).to_have_count(0)
        expect(first.locator(".hc")).to_have_count(10)
        for one in players:
            one.console.quiet()


def test_a_deal_by_keys_alone(tmp_path: Path, someone: Callable[..., BrowserContext]) -> None:
    with Harness(tmp_path, deck=Seeded(8), robots_wait=0.05) as house:
        page, console = new_page(someone(DESKTOP))
        alone(house, page, "sueca")
        me = Person(page, console)
        for tricks in range(10):
            me.wait_for("play")
            left = page.locator(".hc").count()
            assert left == 10 - tricks
            page.keyboard.press("h")
            for _ in range(left):
                focused = page.locator(".hc:focus")
                if "low" not in (focused.get_attribute("class") or "").split():
                    break
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Space")
            expect(page.locator(".hc:focus")).to_have_attribute("aria-pressed", "true")
            page.keyboard.press("Enter")
            expect(page.locator(".hc")).to_have_count(left - 1)
        expect(page.locator("[data-act=continue]")).to_be_visible()
        console.quiet()
