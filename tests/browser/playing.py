"""People at the tables of the browser tests: their fingers, and the ways to sit them down."""

import os
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.serving import Console, barriers, cramped, new_page
from tests.web.harness import Harness

PHONE = {"width": 360, "height": 640}
SIDEWAYS = {"width": 640, "height": 360}
TABLET = {"width": 768, "height": 1024}
DESKTOP = {"width": 1280, "height": 800}
SIZES = (PHONE, DESKTOP, SIDEWAYS, TABLET)
PATIENCE = 90.0
"""Seconds after which a match that does not go on has failed the test."""

SHOTS = os.environ.get("CARTEADO_SHOTS")
"""A folder for pictures of the states that the tests pass through; without it none are taken."""


class Player:
    """A person at a table: what the page asks of him, and his fingers."""

    def __init__(self, page: Page, console: Console) -> None:
        self.page = page
        self.console = console

    @property
    def ask(self) -> str:
        """``play``, ``respond``, ``decide`` or nothing."""
        return str(self.page.evaluate("document.querySelector('.tbl')?.dataset.ask ?? ''"))

    @property
    def phase(self) -> str:
        return str(self.page.evaluate("document.querySelector('.tbl')?.dataset.phase ?? ''"))

    def button(self, name: str) -> Locator:
        return self.page.locator(f"[data-act={name}]")

    def can(self, name: str) -> bool:
        """Whether a fixed button is there and not dashed."""
        return self.page.locator(f"[data-act={name}]:not([aria-disabled=true])").count() > 0

    def tap(self, name: str) -> None:
        """Press a fixed button and wait until the page asks something else."""
        self.button(name).click()

    def play(self, nth: int = 0) -> None:
        """Lift a card, then the blue button."""
        card = self.page.locator(".hc").nth(nth)
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
        self.button("play").click()

    def wait_for(self, ask: str) -> None:
        expect(self.page.locator(".tbl")).to_have_attribute("data-ask", ask, timeout=PATIENCE * 1000)

    def cards(self) -> list[str]:
        """My hand, as the wire writes it."""
        return [str(card.get_attribute("data-card")) for card in self.page.locator(".hc").all()]


Policy = Callable[[Player, str], None]


def run(players: Sequence[Player], policy: Policy, until: Callable[[], bool]) -> None:
    """Let each do what the policy says whenever his page asks, until something is so."""
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, [
            (one.phase, one.ask, one.page.inner_text("body")[:800]) for one in players
        ]
        for one in players:
            ask = one.ask
            if until():
                return  # it came to be so while others moved, and is not to be played away
            if ask != "":
                mark = decision(one)
                policy(one, ask)
                one.page.wait_for_function(
                    "(mark) => document.querySelector('.tbl')?.dataset.decision !== mark"
                    " || document.querySelector('.nt.no') !== null",
                    arg=mark,
                )
            elif one.phase in ("hand_over", "game_over") and one.can("continue"):
                # not by a click that would wait for it: the next deal may just take it away
                one.page.evaluate("document.querySelector('[data-act=continue]')?.click()")
                expect(one.page.locator("[data-act=continue]:not([aria-disabled=true])")).to_have_count(0)


def decision(player: Player) -> str:
    """What the page shows now, so that a change of it can be waited for."""
    return str(player.page.evaluate("document.querySelector('.tbl')?.dataset.decision ?? ''"))


def shot(page: Page, name: str) -> None:
    """Keep a picture of a state, named after its size too."""
    if SHOTS:
        size = page.viewport_size or {"width": 0, "height": 0}
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{SHOTS}/{name}-{size['width']}x{size['height']}.png")


def clean(page: Page, axe: str) -> list[str]:
    """Barriers and cramped places of what is shown now."""
    return barriers(page, axe) + cramped(page)


def four(house: Harness, someone: Callable[..., BrowserContext], game: str, cards: int = 3) -> list[Player]:
    """Four persons, each with another size of screen, sit down and begin with so many cards."""
    players = []
    host, console = new_page(someone(SIZES[0]))
    host.goto(f"{house.url}/new?game={game}&seats=4")
    host.get_by_role("button", name=re.compile("^Abrir mesa")).click()
    host.wait_for_url("**/t/*")
    expect(host.get_by_role("button", name="Levantar")).to_be_visible()
    players.append(Player(host, console))
    for seat in (1, 2, 3):
        page, console = new_page(someone(SIZES[seat]))
        page.goto(host.url)
        page.get_by_role("button", name=f"Sentar no lugar {seat + 1}").click()
        expect(page.get_by_role("button", name="Levantar")).to_be_visible()
        players.append(Player(page, console))
    for one in players:
        one.page.get_by_role("button", name=re.compile("^(Estou pronto|Começar)")).click()
    for one in players:
        expect(one.page.locator(".hc")).to_have_count(cards)
    return players


def alone(house: Harness, page: Page, game: str = "truco_paulista", seats: int = 4) -> None:
    """One person against robots."""
    page.goto(f"{house.url}/new?game={game}&seats={seats}")
    page.get_by_role("button", name="Jogar já com robôs").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".tbl")).to_be_visible()
