"""Take the pictures of the README: one real table, seen on a phone and on a desktop at the same moment.

    .venv/bin/python docs/img/take.py

starts `carteado serve` with a data file of its own, seats two people and two robots, plays until the phone is
asked for a card and some lie on the table, and writes table-phone.png and table-desktop.png beside it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, WebSocket, sync_playwright

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parents[1]))

from tests.browser.conftest import find_chromium  # noqa: E402  (found only now)


class Player:
    """A person at the table: a page, and the last view that the server sent to it."""

    def __init__(self, browser: Browser, url: str, name: str, **screen: Any) -> None:
        context = browser.new_context(locale="pt-BR", timezone_id="America/Sao_Paulo", **screen)
        self.page: Page = context.new_page()
        self.item: dict[str, Any] = {}
        self.page.on("websocket", self._listen)
        self.page.goto(url)
        self.page.evaluate(
            """name => fetch('/api/identity', {method: 'POST', headers: {'Content-Type': 'application/json'},
               body: JSON.stringify({name})}).then(() => fetch('/api/me', {method: 'PATCH',
               headers: {'Content-Type': 'application/json'}, body: JSON.stringify({name})}))""",
            name,
        )

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._receive)

    def _receive(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message.get("is") == "item":
            self.item = message

    @property
    def view(self) -> dict[str, Any]:
        """What this person sees now."""
        return self.item.get("view") or {}

    def asked(self) -> bool:
        """Whether the table waits for this person."""
        return bool(self.view) and self.view["seat"] in self.view["waiting"]

    def act(self) -> None:
        """Play the first card, accept every call, play every hand."""
        if self.view["table"]["phase"] == "play":
            self.page.locator(".hand button").first.click()
            self.page.locator("[data-act=play]").click()
        else:
            self.page.locator("[data-act=accept], [data-act=play_hand]").first.click()


def lively(phone: Player) -> bool:
    """Whether this is a moment to show: points, cards in the trick, cards in hand, the phone to play."""
    table = phone.view["table"]
    if table["phase"] != "play" or not phone.asked() or not table["tricks"] or not any(table["score"]):
        return False
    trick = table["tricks"][-1]
    return trick["winner"] is None and len(trick["plays"]) > 1 and len(table["cards"]) > 1


def play(desktop: Player, phone: Player) -> bool:
    """Play until there is a moment to show; False when the match has ended before."""
    while True:
        desktop.page.wait_for_timeout(200)
        phone.page.wait_for_timeout(200)
        if not phone.view or not desktop.view:
            continue
        if phone.view["table"]["phase"] == "match_over":
            return False
        if lively(phone):
            return True
        for player in (desktop, phone):
            if player.asked():
                player.page.wait_for_timeout(1200)  # cards fly and are gathered
                if player.asked():
                    player.act()
                    player.page.wait_for_timeout(600)
                break  # look first whether the other has a moment to show


def take(playwright: Playwright, url: str) -> None:
    """Two people and two robots at one table."""
    browser = playwright.chromium.launch(
        executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
    )
    desktop = Player(browser, url, "Zeca", viewport={"width": 1280, "height": 800}, color_scheme="light")
    phone = Player(
        browser,
        url,
        "Bia",
        viewport={"width": 360, "height": 640},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        color_scheme="light",
    )
    desktop.page.goto(f"{url}new?game=truco_paulista&seats=4")
    desktop.page.get_by_role("button", name="Abrir mesa").click()
    desktop.page.wait_for_url("**/t/*")
    phone.page.goto(desktop.page.url)
    phone.page.get_by_role("button", name="Sentar").first.click()
    desktop.page.get_by_role("button", name="Completar com robôs").click()
    phone.page.get_by_role("button", name="Estou pronto").click()
    desktop.page.get_by_role("button", name=re.compile("Estou pronto|Começar")).click()
    while not play(desktop, phone):
        for player in (desktop, phone):
            player.page.get_by_role("button", name="Revanche").click()
    phone.page.locator(".hand button").last.click()
    phone.page.wait_for_timeout(1500)
    for name, player in (("phone", phone), ("desktop", desktop)):
        player.page.screenshot(path=FOLDER / f"table-{name}.png")
    browser.close()


def main() -> int:
    """Serve, play, take the pictures, stop."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "carteado", "serve", "--port", "0", "--log-level", "error"]
        server = subprocess.Popen(
            [*command, "--data", str(Path(folder) / "room.sqlite3")], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found, "the server did not say where it is"
            began = time.monotonic()
            with sync_playwright() as playwright:
                take(playwright, found[0])
            print(f"taken after {time.monotonic() - began:.0f} s")
        finally:
            server.terminate()
            server.wait(10)
    return 0


if __name__ == "__main__":
    sys.exit(main())
