"""The browser of the tests is the phone it says it is, and its accessibility check finds what is wrong."""

from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]


def test_it_is_a_phone_in_portuguese(page: Page) -> None:
    page.set_content("<title>t</title>")
    seen = page.evaluate(
        "[innerWidth, innerHeight, devicePixelRatio, navigator.language,"
        " matchMedia('(prefers-reduced-motion: reduce)').matches]"
    )
    assert seen == [390, 844, 2, "pt-BR", True]


def test_axe_finds_planted_faults(page: Page, axe: str) -> None:
    page.set_content("<html lang='pt-BR'><title>t</title><main><button></button><img src='data:,'></main>")
    page.evaluate(axe)
    found = page.evaluate("(rules) => axe.run(document, { runOnly: rules })", RULES)
    assert {"button-name", "image-alt"} <= {violation["id"] for violation in found["violations"]}
