"""A card room for browser tests: the real server in a thread of its own, stopped and restarted at will."""

import asyncio
import contextlib
import re
import threading
from collections.abc import Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from playwright.sync_api import BrowserContext, Page

from carteado.web import logs
from carteado.web.app import STATIC, Door
from carteado.web.serve import Parts, Server, bind, start

T = TypeVar("T")
PATIENCE = 60.0
"""Seconds after which a server that does not start or stop has failed the test."""


class House:
    """A server with its data file. A restart keeps file and port, so that open pages find it again."""

    def __init__(self, data: Path, parts: Parts | None = None, lan: bool = False) -> None:
        if not (STATIC / "index.html").is_file():
            raise AssertionError("the front end is not built: python3 dev web build")
        logs.set_up("error")
        self.data = data
        self.parts = parts
        self.lan = lan
        self.port = 0
        self._server: Server | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="house", daemon=True)

    @property
    def url(self) -> str:
        """The first page, without the slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    def _do(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(PATIENCE)

    def start(self) -> None:
        """Serve; the second time at the same port."""
        listeners = bind("127.0.0.1", self.port, self.lan)
        self._server = self._do(start(listeners, self.data, Door(), self.parts))
        self.port = self._server.port

    def stop(self) -> None:
        """Stop as a signal would stop it."""
        server, self._server = self._server, None
        if server is not None:
            self._do(server.stop())

    def __enter__(self) -> Self:
        self._thread.start()
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        with contextlib.suppress(Exception):
            self.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()


HARMLESS = re.compile(r"Permissions-Policy header: Unrecognized feature")
"""What browsers write of headers that other browsers understand."""
LINE_LOST = re.compile(
    r"WebSocket connection to|ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INTERNET_DISCONNECTED|FAILED)"
)


class Console:
    """Collects what a page complains of; `quiet` at the end of a test."""

    def __init__(self, page: Page) -> None:
        self.lines: list[str] = []
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("pageerror", lambda error: self.lines.append(f"uncaught: {error}"))

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not HARMLESS.search(text):
            self.lines.append(f"{kind}: {text}")

    def quiet(self, line_was_lost: bool = False) -> None:
        """Nothing was complained of, but for a lost line where the test cut it."""
        left = [line for line in self.lines if not (line_was_lost and LINE_LOST.search(line))]
        assert not left, left


def new_page(context: BrowserContext) -> tuple[Page, Console]:
    """A page whose complaints are heard from its first line."""
    page = context.new_page()
    return page, Console(page)


RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]


def barriers(page: Page, axe: str) -> list[str]:
    """What axe-core finds, as one line for each rule and its places."""
    page.evaluate(axe)
    # a card that is fading away has no contrast to measure
    page.evaluate(
        """() => document.getAnimations().forEach(
            (each) => Number.isFinite(each.effect?.getComputedTiming().endTime) && each.finish())"""
    )
    found = page.evaluate(
        """async (rules) => (await axe.run(document, { runOnly: rules })).violations.map(
            (each) => each.id + ': ' + each.nodes.map((node) => node.target.join(' ')).join(' | '))""",
        RULES,
    )
    return [str(each) for each in found]


MEASURE = """() => {
  const out = [];
  for (const each of document.querySelectorAll('body *')) {
    const box = each.getBoundingClientRect();
    const style = getComputedStyle(each);
    if (style.visibility === 'hidden' || box.width === 0 || box.height === 0) continue;
    if (each.closest('.vh, .skip') || each.closest('details:not([open]) > :not(summary)')) continue;
    const text = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const name = (each.getAttribute('aria-label') || each.textContent || each.tagName).trim().slice(0, 40);
    if (text && !each.closest('svg')) {
      if (parseFloat(style.fontSize) < 12.99) out.push(`small text ${style.fontSize}: ${name}`);
      const edge = each.closest('dialog')?.getBoundingClientRect().right ?? innerWidth;
      if (box.right > edge + 1) out.push(`beyond the edge by ${Math.round(box.right - edge)}: ${name}`);
      const cut = each.scrollWidth > each.clientWidth + 1 && style.overflowX === 'hidden';
      if (cut && style.textOverflow !== 'ellipsis') out.push(`cut: ${name}`);
    }
    if (each.matches('button, a[href], summary, select, input:not([type=radio]):not([type=checkbox])')) {
      if (box.width < 43.5 || box.height < 43.5) {
        out.push(`target ${Math.round(box.width)} x ${Math.round(box.height)}: ${name}`);
      }
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) out.push('the page runs over sideways');
  return out;
}"""


def cramped(page: Page) -> list[str]:
    """Text under 13 px, targets under 44 px, cut text and sideways overflow."""
    return [str(each) for each in page.evaluate(MEASURE)]
