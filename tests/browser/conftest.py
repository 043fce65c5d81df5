"""Browser tests: Playwright drives the Chromium of the system, as a phone held by somebody in Brazil."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.playing import PHONE

HERE = Path(__file__).parent
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = ("Google Chrome", "Chromium")
ADVICE = (
    "no Chromium for the browser tests: apt-get install -y --no-install-recommends chromium\n"
    "or name one in the environment variable CARTEADO_CHROMIUM"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder runs in the process of the browser tests."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


def find_chromium() -> str | None:
    """The path of a Chromium or Chrome, the one named in CARTEADO_CHROMIUM first; None without one."""
    given = os.environ.get("CARTEADO_CHROMIUM")
    if given:
        return given if Path(given).is_file() else None
    found = (shutil.which(name) for name in NAMES)
    apps = (Path(f"/Applications/{name}.app/Contents/MacOS/{name}") for name in MAC)
    return next((path for path in found if path), None) or next(
        (str(path) for path in apps if path.is_file()), None
    )


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chromium = find_chromium()
    if chromium is None:
        pytest.fail(ADVICE)
    args = [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        args.append("--no-sandbox")  # Chromium refuses to run as root with it
    return {**browser_type_launch_args, "executable_path": chromium, "args": args}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_context_args,
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "has_touch": True,
        "locale": "pt-BR",
        "timezone_id": "America/Sao_Paulo",
        "reduced_motion": "reduce",
    }


@pytest.fixture(scope="session")
def axe() -> str:
    """The text of axe-core, for `page.evaluate`; then `axe.run(document, ...)` looks for barriers."""
    script = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if not script.is_file():
        pytest.fail("axe-core is not installed: python3 dev web check")
    return script.read_text(encoding="utf-8")


@pytest.fixture
def someone(
    browser: Browser, browser_context_args: dict[str, Any]
) -> Iterator[Callable[..., BrowserContext]]:
    """Makes contexts, each a person with a browser of his own."""
    contexts: list[BrowserContext] = []

    def make(viewport: dict[str, int] | None = None, **more: Any) -> BrowserContext:
        context = browser.new_context(**{**browser_context_args, "viewport": viewport or PHONE, **more})
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
