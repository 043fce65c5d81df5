"""The shell of the front end in a real browser: lobby, new table, waiting room, settings, line, addresses."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from carteado.web.serve import lan_address
from tests.browser.serving import House, barriers, cramped, new_page

PHONE = {"width": 360, "height": 640}
NARROW = {"width": 320, "height": 640}
DESKTOP = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("shell") / "room.sqlite3", lan=True) as started:
        yield started


@pytest.fixture
def someone(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Any]:
    """Makes contexts, each a person with a browser of his own."""
    contexts: list[BrowserContext] = []

    def make(viewport: dict[str, int] = PHONE, **more: Any) -> BrowserContext:
        context = browser.new_context(**{**browser_context_args, "viewport": viewport, **more})
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


def open_table(page: Page, house: House, game: str = "truco_paulista", public: bool = False) -> str:
    """Open a table and sit at it; its path."""
    page.goto(f"{house.url}/new?game={game}&seats=4")
    if public:
        page.get_by_role("radio", name="qualquer pessoa").check()
    page.get_by_role("button", name="Abrir mesa").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("button", name="Levantar")).to_be_visible()
    return page.url.removeprefix(house.url)


@pytest.mark.parametrize(
    ("viewport", "theme"),
    [(PHONE, "dark"), (NARROW, "light"), (DESKTOP, "light")],
    ids=["phone-dark", "narrow-light", "desktop-light"],
)
def test_every_page_of_the_shell_is_clean(
    house: House, someone: Any, axe: str, viewport: dict[str, int], theme: str
) -> None:
    page, console = new_page(someone(viewport, color_scheme=theme))
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        found[name] = barriers(page, axe) + cramped(page)

    page.goto(house.url)
    expect(page.get_by_role("listitem").filter(has_text="Truco Paulista").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    look("lobby")
    page.get_by_role("button", name="Apelido e ajustes").click()
    expect(page.get_by_role("heading", name="Ajustes")).to_be_focused()
    look("settings")
    # the dialog's entry in the history goes with it, and a step back would cut off what is loaded next
    with page.expect_event("framenavigated"):
        page.keyboard.press("Escape")
    page.goto(f"{house.url}/new?game=truco_mineiro&seats=4")
    page.get_by_text("Opções das regras").click()
    look("new table")
    page.goto(f"{house.url}/rules/truco_mineiro")
    expect(page.get_by_text("Zap", exact=False).first).to_be_visible()
    look("rules")
    page.goto(f"{house.url}/nowhere")
    expect(page.get_by_role("heading", name="Essa página não existe")).to_be_visible()
    look("not found")
    page.goto(f"{house.url}/t/no-such-table")
    expect(page.get_by_role("heading", name="Mesa não encontrada")).to_be_visible()
    look("no table")
    open_table(page, house)
    look("waiting room")
    page.get_by_role("button", name="Regras desta mesa").click()
    expect(page.get_by_role("heading", name="Regras desta mesa")).to_be_focused()
    expect(page.get_by_role("heading", name="Vazas")).to_be_visible()
    look("rules of the table")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Voltar").click()
    expect(page.get_by_role("heading", name="Sair da mesa?")).to_be_focused()
    look("leave")
    page.get_by_role("button", name="Sair", exact=True).click()
    expect(page).to_have_url(f"{house.url}/")
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    console.quiet()


def test_play_now_is_one_tap_from_the_first_page(house: House, someone: Any) -> None:
    page, console = new_page(someone())
    page.goto(house.url)
    page.get_by_role("button", name="Jogar já").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".hand").first).to_be_visible()
    console.quiet()


def test_the_options_of_an_open_table_are_readable_outside_and_two_sit_down(
    house: House, someone: Any
) -> None:
    host, console = new_page(someone())
    host.goto(f"{house.url}/new?game=truco_mineiro&seats=4")
    host.get_by_role("radio", name="Mão de 1").check()
    host.get_by_role("radio", name="qualquer pessoa").check()
    host.get_by_role("button", name="Abrir mesa").click()
    host.wait_for_url("**/t/*")
    expect(host.get_by_role("button", name="Levantar")).to_be_visible()
    name = host.locator(".s .seat .n").inner_text()

    guest, guest_console = new_page(someone(DESKTOP))
    guest.goto(house.url)
    table = guest.get_by_role("listitem").filter(has_text=f"Mesa de {name}")
    expect(table).to_contain_text("vale 1 · TRUCO 3 · SEIS 6 · NOVE 9 · DOZE 12")
    expect(table).to_contain_text("faltam 3")
    table.get_by_text("Opções", exact=True).click()
    expect(table).to_contain_text("Largar a mão")
    table.get_by_role("button", name="Sentar").click()
    expect(guest.get_by_role("button", name="Levantar")).to_be_visible()
    expect(host.get_by_text("Faltam 2 lugares.").first).to_be_visible()

    host.get_by_role("button", name="Completar com robôs").click()
    expect(host.get_by_role("button", name="Tirar o robô").first).to_be_visible()
    host.get_by_role("button", name="Estou pronto").click()
    expect(guest.get_by_text("Só falta você começar").first).to_be_visible()
    guest.get_by_role("button", name="Começar").click()
    for page in (host, guest):
        expect(page.locator(".hand").first).to_be_visible()
    console.quiet()
    guest_console.quiet()


def test_a_private_table_is_found_by_its_link_only(house: House, someone: Any) -> None:
    host, console = new_page(someone())
    path = open_table(host, house)
    link = host.get_by_label("Link da mesa")
    expect(link).to_have_value(house.url + path)

    other, _ = new_page(someone())
    other.goto(house.url)
    expect(other.get_by_role("heading", name="Mesas abertas")).to_be_visible()
    expect(other.get_by_text("Buscando as mesas…")).to_have_count(0)
    assert path.rsplit("/", 1)[-1] not in other.content()
    other.goto(house.url + path)
    other.get_by_role("button", name="Sentar no lugar 3").click()
    expect(other.get_by_role("button", name="Levantar")).to_be_visible()
    expect(host.get_by_text("sua dupla")).to_be_visible()
    console.quiet()


def test_the_host_changes_the_options_and_everybody_reads_them(house: House, someone: Any) -> None:
    host, _ = new_page(someone())
    path = open_table(host, house)
    guest, _ = new_page(someone(locale="en-US"))
    guest.goto(house.url + path)
    expect(guest.get_by_text("All as is the custom.")).to_be_visible()
    expect(guest.get_by_role("button", name="Change options")).to_have_count(0)
    host.get_by_role("button", name="Mudar opções").click()
    host.get_by_label("Mão de ferro").select_option(label="vendo as próprias cartas")
    host.get_by_role("button", name="Salvar").click()
    expect(guest.get_by_text("Iron hand: seeing your own cards", exact=True)).to_be_visible()
    expect(guest.locator("[data-note=options]")).to_contain_text("Say again that you are ready.")
    expect(host.locator("[data-note=options]")).to_have_count(0)


def test_a_nickname_is_changed_at_the_table_and_kept(house: House, someone: Any) -> None:
    host, _ = new_page(someone())
    path = open_table(host, house)
    guest, _ = new_page(someone())
    guest.goto(house.url + path)
    host.get_by_role("button", name="Trocar apelido").click()
    field = host.get_by_label("Seu apelido")
    field.fill("  ")
    expect(host.get_by_role("button", name="Salvar")).to_have_attribute("aria-disabled", "true")
    field.fill("x" * 30)
    host.get_by_role("button", name="Salvar").click()
    expect(host.get_by_text("O apelido vai até 20 letras.").first).to_be_visible()
    field.fill("Vô Chico")
    host.get_by_role("button", name="Salvar").click()
    expect(guest.get_by_text("Vô Chico").first).to_be_visible()
    host.reload()
    expect(host.get_by_text("Vô Chico").first).to_be_visible()


def test_settings_are_followed_at_once_and_kept_on_the_device(house: House, someone: Any) -> None:
    page, console = new_page(someone())
    page.goto(house.url)
    page.get_by_role("button", name="Apelido e ajustes").click()
    page.get_by_role("radio", name="English").check()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.get_by_role("radio", name="dark").check()
    page.get_by_role("radio", name="four").check()
    page.get_by_role("switch", name="Larger text").check()
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("lang", "en")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-suits", "four")
    expect(root).to_have_css("font-size", "20px")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert cramped(page) == []
    console.quiet()


def test_large_text_and_double_zoom_do_not_run_over(house: House, someone: Any) -> None:
    context = someone()
    page, _ = new_page(context)
    page.add_init_script("localStorage.setItem('carteado.settings', JSON.stringify({ large: true }))")
    for path in ("/", "/new?game=truco_mineiro&seats=4", "/rules"):
        page.goto(house.url + path)
        expect(page.get_by_role("main")).to_be_visible()
        page.wait_for_function("document.documentElement.dataset.text === 'large'")
        assert cramped(page) == [], path
    open_table(page, house)
    assert cramped(page) == []


def test_by_keys_alone_from_the_first_page_to_a_table(house: House, someone: Any) -> None:
    page, _ = new_page(someone(DESKTOP))
    page.goto(house.url)
    expect(page.get_by_role("button", name="Jogar já")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Ir para o conteúdo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Jogar já")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    expect(page.locator("#main")).to_be_focused()


def test_back_and_forward_go_through_the_pages(house: House, someone: Any) -> None:
    page, _ = new_page(someone())
    page.goto(house.url)
    page.get_by_role("link", name="Regras").click()
    expect(page).to_have_title("Regras de Truco Paulista · Carteado")
    expect(page.locator("#main")).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name="Bora jogar?")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="Regras de Truco Paulista")).to_be_visible()
    page.get_by_role("button", name="Voltar").click()
    expect(page.get_by_role("heading", name="Bora jogar?")).to_be_visible()


def test_back_closes_what_lies_over_the_page(house: House, someone: Any) -> None:
    page, console = new_page(someone())
    path = open_table(page, house)
    rules = page.get_by_role("dialog", name="Regras desta mesa")
    entries = page.evaluate("history.length")
    page.get_by_role("button", name="Regras desta mesa").click()
    expect(rules).to_be_visible()
    # the dialog's own step of the history is made just after it shows, sooner than any finger
    page.wait_for_function("(entries) => history.length > entries", arg=entries)
    page.go_back()
    expect(rules).to_have_count(0)
    assert page.url == house.url + path
    page.get_by_role("button", name="Regras desta mesa").click()
    page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    # a way out of the table leads to the lobby at once, whatever lay over it
    page.get_by_role("button", name="Voltar", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Sair", exact=True).click()
    expect(page.get_by_role("button", name="Jogar já").first).to_be_visible()
    page.wait_for_url(house.url + "/")
    console.quiet()


def test_the_machines_own_address_works_without_what_plain_http_lacks(house: House, someone: Any) -> None:
    address = lan_address()
    if address is None:
        pytest.fail("this machine has no address but its own: give it one, the page must work there")
    page, console = new_page(someone())
    here = f"http://{address}:{house.port}"
    page.goto(here)
    assert page.evaluate("isSecureContext") is False
    page.get_by_role("link", name="Chamar amigos").click()
    page.get_by_role("button", name="Abrir mesa e pegar o link").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_label("Link da mesa")).to_have_value(page.url)
    page.get_by_role("button", name="Copiar").click()
    expect(
        page.get_by_text("Link copiado.").or_(page.get_by_text("O link está marcado")).first
    ).to_be_visible()
    console.quiet()


def test_a_lost_network_is_said_and_healed(house: House, someone: Any) -> None:
    context = someone()
    page, console = new_page(context)
    path = open_table(page, house)
    # an open WebSocket outlives the emulated loss, so the page is loaded again without a network
    expect(page.get_by_role("button", name="Levantar")).to_be_visible()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    page.reload()
    expect(page.locator("[data-line=offline]")).to_be_visible()
    expect(page.locator("[data-live=assertive]")).to_contain_text("Sem conexão")
    context.set_offline(False)
    expect(page.get_by_role("button", name="Levantar")).to_be_visible(timeout=20_000)
    expect(page.locator("[data-line]")).to_have_count(0)
    assert page.url == house.url + path
    console.quiet(line_was_lost=True)


def test_a_restart_of_the_server_is_said_and_the_table_comes_back(tmp_path: Path, someone: Any) -> None:
    with House(tmp_path / "room.sqlite3") as house:
        page, console = new_page(someone())
        open_table(page, house)
        seat = page.locator(".s .seat .n").inner_text()
        house.stop()
        expect(page.locator("[data-line]")).to_be_visible()
        # what is asked for meanwhile is kept and answered later
        page.get_by_role("button", name="Pôr robô no lugar 2").click()
        house.start()
        expect(page.locator("[data-line]")).to_have_count(0, timeout=20_000)
        expect(page.get_by_role("button", name="Tirar o robô do lugar 2")).to_be_visible()
        expect(page.locator(".s .seat .n")).to_have_text(seat)
        console.quiet(line_was_lost=True)


def test_a_reload_returns_to_the_seat_and_the_lobby_leads_back(house: House, someone: Any) -> None:
    page, _ = new_page(someone())
    path = open_table(page, house)
    page.reload()
    expect(page.get_by_role("button", name="Levantar")).to_be_visible()
    page.goto(house.url)
    page.get_by_role("link", name="Voltar à mesa").click()
    expect(page).to_have_url(house.url + path)
    expect(page.get_by_role("button", name="Levantar")).to_be_visible()
