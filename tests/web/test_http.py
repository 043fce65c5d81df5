"""The door: who is let in by which name and from which page, who he is, and what pages may do."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict
from sqlalchemy import func, select

from carteado.games import GAMES
from carteado.store.schema import identities
from carteado.web import api, app
from carteado.web.app import COOKIE, Door
from carteado.web.limits import Limits
from tests.web.stubs import Visit, visit

INDEX = "<!doctype html><title>the front end</title>"


@pytest.fixture
def static(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "sw.js").write_text("// worker")
    (folder / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "assets" / "index-D2YZ9qbo.js").write_text("export {}")
    (folder / "assets" / "index-GCsKokmC.css").write_text("a{}")
    (folder / "assets" / "font-latin-400-normal-BrHNak5F.woff2").write_bytes(b"wOF2")
    (folder / "assets" / "plain.js").write_text("export {}")
    (folder / ".hidden").write_text("secret")
    (tmp_path / "outside.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    return folder


@pytest.fixture
async def here(tmp_path: Path, static: Path) -> AsyncIterator[Visit]:
    async with visit(tmp_path, static=static) as opened:
        yield opened


async def guests(here: Visit) -> int:
    count = select(func.count()).select_from(identities)
    return int(await here.database.read(lambda connection: connection.execute(count).scalar_one()))


# ---------------------------------------------------------------------------------------------- who you are


async def test_a_guest_is_made_by_post_and_known_by_his_cookie(here: Visit) -> None:
    async with here.client.post(f"{here.url}/api/identity", json={"name": " Zé "}) as answer:
        assert answer.status == 201
        made = await answer.json()
        assert made["name"] == "Zé"
        cookie = answer.headers["Set-Cookie"]
    assert re.match(rf"{COOKIE}=[A-Za-z0-9_-]{{26,}}; ", cookie)
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/" in cookie
    assert "Domain" not in cookie
    assert "Secure" not in cookie
    async with here.client.get(f"{here.url}/api/me", headers={"Cookie": cookie.split(";")[0]}) as answer:
        assert answer.status == 200
        assert await answer.json() == made


async def test_who_is_a_guest_already_stays_who_he_is(here: Visit) -> None:
    cookie = await here.become("Ana")
    async with here.client.post(
        f"{here.url}/api/identity", json={"name": "Rui"}, headers={"Cookie": cookie}
    ) as answer:
        assert answer.status == 200
        assert (await answer.json())["name"] == "Ana"
        assert "Set-Cookie" not in answer.headers
    assert await guests(here) == 1


async def test_no_get_makes_a_guest(here: Visit) -> None:
    for path in (
        "/",
        "/t/abcdefgh",
        "/regras",
        "/api/me",
        "/api/games",
        "/api/tables",
        "/api/health",
        "/ws",
        "/x.y",
    ):
        for method in ("GET", "HEAD"):
            async with here.client.request(method, here.url + path) as answer:
                assert "Set-Cookie" not in answer.headers
    async with here.client.ws_connect(f"{here.url}/ws") as socket:
        assert (await socket.receive_json())["is"] == "bye"
    assert await guests(here) == 0


async def test_a_guest_may_change_his_name(here: Visit) -> None:
    cookie = {"Cookie": await here.become("Ana")}
    async with here.client.patch(f"{here.url}/api/me", json={"name": "Ana Maria"}, headers=cookie) as answer:
        assert answer.status == 200
        changed = await answer.json()
    assert changed["name"] == "Ana Maria"
    async with here.client.get(f"{here.url}/api/me", headers=cookie) as answer:
        assert await answer.json() == changed
    assert [(each.tag, each.name) for each in here.room.renamed] == [(changed["person"], "Ana Maria")]


async def test_names_are_changed_only_so_often(tmp_path: Path) -> None:
    async with visit(tmp_path, Door(limits=Limits(renames_per_hour=3))) as here:
        cookie = {"Cookie": await here.become("Ana")}
        for name in ("Bia", "Caio", "Davi"):
            async with here.client.patch(f"{here.url}/api/me", json={"name": name}, headers=cookie) as answer:
                assert answer.status == 200
        async with here.client.patch(f"{here.url}/api/me", json={"name": "Eva"}, headers=cookie) as answer:
            assert answer.status == 429
            assert 1 <= int(answer.headers["Retry-After"]) <= 1201
        assert [each.name for each in here.room.renamed] == ["Bia", "Caio", "Davi"]


async def problem(here: Visit, method: str, path: str, **kwargs: object) -> tuple[int, str]:
    async with here.client.request(method, here.url + path, **kwargs) as answer:  # type: ignore[arg-type] # as given
        assert answer.content_type == "application/json"
        told = msgspec.json.decode(await answer.read(), type=api.Problem)
        return answer.status, told.code


async def test_errors_are_json_with_a_code(here: Visit) -> None:
    cookie = {"Cookie": await here.become()}
    assert await problem(here, "GET", "/api/me") == (401, "no_identity")
    assert await problem(here, "GET", "/api/me", headers={"Cookie": f"{COOKIE}=nobody"}) == (
        401,
        "no_identity",
    )
    bytes_of_no_text = {"Cookie": f"{COOKIE}=" + "\udcff" * 30}
    assert await problem(here, "GET", "/api/me", headers=bytes_of_no_text) == (401, "no_identity")
    nobody = {"Cookie": f"{COOKIE}={'a' * 27}"}
    assert await problem(here, "GET", "/api/me", headers=nobody) == (401, "no_identity")
    assert await problem(here, "PATCH", "/api/me", json={"name": "x"}) == (401, "no_identity")
    for name, code in (
        ("", "malformed"),
        ("  ", "name_empty"),
        ("a" * 21, "name_long"),
        ("a\u202eb", "name_characters"),
    ):
        status = 400 if code == "malformed" else 422
        assert await problem(here, "POST", "/api/identity", json={"name": name}) == (status, code)
        assert await problem(here, "PATCH", "/api/me", json={"name": name}, headers=cookie) == (status, code)
    for body in (
        b"",
        b"{",
        b"null",
        b"[]",
        b'{"name":1}',
        b'{"name":"a","more":1}',
        b"\xff\xfe",
        b"[" * 4000,
    ):
        sent = {"data": body, "headers": {"Content-Type": "application/json"}}
        assert await problem(here, "POST", "/api/identity", **sent) == (400, "malformed")
    form = {"data": b'{"name":"a"}', "headers": {"Content-Type": "text/plain"}}
    assert await problem(here, "POST", "/api/identity", **form) == (415, "not_json")
    huge = {"data": b" " * 5000, "headers": {"Content-Type": "application/json"}}
    assert await problem(here, "POST", "/api/identity", **huge) == (413, "too_long")
    assert await problem(here, "GET", "/api/nothing") == (404, "not_found")
    assert await problem(here, "GET", "/api") == (404, "not_found")
    assert await problem(here, "DELETE", "/api/me") == (405, "method_not_allowed")
    assert await problem(here, "POST", "/t/abcdefgh") == (405, "method_not_allowed")
    assert await problem(here, "GET", "/ws") == (426, "websocket_only")
    assert await guests(here) == 1


async def test_one_address_makes_only_so_many_guests_an_hour(tmp_path: Path) -> None:
    clock = [1000.0]
    door = Door(trusted_proxies=frozenset(("127.0.0.1",)), limits=Limits(identities_per_hour=3))
    async with visit(tmp_path, door, now=lambda: clock[0]) as here:
        first = {"X-Forwarded-For": "203.0.113.9"}
        for _ in range(3):
            await here.become(**first)
        sent = {"json": {"name": "Ana"}, "headers": first}
        assert await problem(here, "POST", "/api/identity", **sent) == (429, "too_many_identities")
        async with here.client.post(
            f"{here.url}/api/identity", json={"name": "Ana"}, headers=first
        ) as answer:
            assert 1 <= int(answer.headers["Retry-After"]) <= 1201
        await here.become(**{"X-Forwarded-For": "203.0.113.10"})
        # one household has a whole /64
        for last in ("1", "2", "ffff:1"):
            await here.become(**{"X-Forwarded-For": f"2001:db8:0:7::{last}"})
        sent = {"json": {"name": "Ana"}, "headers": {"X-Forwarded-For": "2001:db8:0:7:9::9"}}
        assert await problem(here, "POST", "/api/identity", **sent) == (429, "too_many_identities")
        await here.become(**{"X-Forwarded-For": "2001:db8:0:8::1"})
        clock[0] += 1201
        await here.become(**first)
        assert await guests(here) == 9


async def test_only_a_trusted_proxy_is_believed(tmp_path: Path) -> None:
    forged = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    async with visit(tmp_path, Door(limits=Limits(identities_per_hour=1))) as here:
        async with here.client.post(
            f"{here.url}/api/identity", json={"name": "Ana"}, headers=forged
        ) as answer:
            assert "Secure" not in answer.headers["Set-Cookie"]
        forged["X-Forwarded-For"] = "203.0.113.10"
        sent = {"json": {"name": "Ana"}, "headers": forged}
        assert await problem(here, "POST", "/api/identity", **sent) == (429, "too_many_identities")
    door = Door(frozenset(("room.example",)), frozenset(("127.0.0.1",)))
    async with visit(tmp_path, door) as here:
        headers = {**forged, "Host": "room.example", "Origin": "https://room.example"}
        async with here.client.post(
            f"{here.url}/api/identity", json={"name": "Ana"}, headers=headers
        ) as answer:
            assert answer.status == 201
            assert "Secure" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize(
    ("forwarded", "protocols", "address", "secure"),
    [
        (["6.6.6.6", "203.0.113.9"], ["http", "https"], "203.0.113.9", True),
        (["203.0.113.9"], ["https", "http"], "203.0.113.9", False),
        (["6.6.6.6, 203.0.113.9", "10.0.0.2"], ["http, https, http"], "203.0.113.9", True),
        (["6.6.6.6,203.0.113.9,10.0.0.2"], ["https"], "203.0.113.9", True),
        (["10.0.0.2", "10.0.0.2"], [], "10.0.0.2", False),
        ([], ["https"], "127.0.0.1", True),
    ],
)
async def test_of_many_words_the_last_that_a_trusted_proxy_wrote_counts(
    forwarded: list[str], protocols: list[str], address: str, secure: bool
) -> None:
    headers = CIMultiDict([("X-Forwarded-For", each) for each in forwarded])
    headers.extend([("X-Forwarded-Proto", each) for each in protocols])
    request = make_mocked_request("GET", "/", headers=headers).clone(remote="127.0.0.1")
    assert app._caller(request, frozenset(("127.0.0.1", "10.0.0.2"))) == (address, secure)


async def test_one_address_asks_only_so_often(tmp_path: Path) -> None:
    door = Door(
        trusted_proxies=frozenset(("127.0.0.1",)), limits=Limits(requests_per_second=1, requests_burst=5)
    )
    async with visit(tmp_path, door, now=lambda: 1000.0) as here:
        for n in range(8):
            async with here.client.get(f"{here.url}/api/games") as answer:
                assert (answer.status, "Retry-After" in answer.headers) == (
                    (200, False) if n < 5 else (429, True)
                )
        assert await problem(here, "POST", "/api/identity", json={"name": "Ana"}) == (
            429,
            "too_many_requests",
        )
        async with here.client.get(
            f"{here.url}/api/games", headers={"X-Forwarded-For": "203.0.113.9"}
        ) as answer:
            assert answer.status == 200


async def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    async with visit(tmp_path, Door(limits=Limits(body_seconds=0.01))) as here:
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        writer.write(
            b"POST /api/identity HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b'Content-Length: 20\r\n\r\n{"name'
        )
        assert b"408" in await reader.readline()
        writer.close()


SOCKET: dict[str, str] = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


async def test_only_get_opens_a_socket(here: Visit) -> None:
    cookie = await here.become()
    async with here.client.head(f"{here.url}/ws", headers={**SOCKET, "Cookie": cookie}) as answer:
        assert answer.status == 404
    assert here.room.connections == []


async def test_a_cookie_of_no_text_is_nobodys_at_the_socket_too(here: Visit) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
    head = "".join(f"{name}: {value}\r\n" for name, value in SOCKET.items()).encode()
    writer.write(
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\n" + head + b"Cookie: carteado=" + b"\xff" * 30 + b"\r\n\r\n"
    )
    assert b"101" in await reader.readline()
    assert b"no_identity" in await reader.readuntil(b"no_identity")
    writer.close()


# ---------------------------------------------------------------------------------- by which name, from where


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1:{port}",
        "localhost:{port}",
        "LOCALHOST",
        "[::1]:{port}",
        "[::1]",
        "192.168.1.7:9",
        "room.example",
        "Room.Example:{port}",
    ],
)
async def test_hosts_that_are_ours(tmp_path: Path, host: str) -> None:
    async with visit(tmp_path, Door(frozenset(("room.example",)))) as here:
        name = host.format(port=here.url.rsplit(":", 1)[1])
        async with here.client.get(f"{here.url}/api/health", headers={"Host": name}) as answer:
            assert answer.status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "room.example.evil.example",
        "localhost.evil.example",
        "a@localhost",
        "localhost:99999999",
        "127.0.0.1.nip.io",
        "[::1",
        "",
        "lo calhost",
        "localhost/x",
    ],
)
async def test_hosts_that_are_not(tmp_path: Path, host: str) -> None:
    async with visit(tmp_path, Door(frozenset(("room.example",)))) as here:
        assert await problem(here, "GET", "/api/health", headers={"Host": host}) == (421, "bad_host")
        assert await problem(here, "GET", "/", headers={"Host": host}) == (421, "bad_host")


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://localhost:{port}",
        "file://",
        "x",
        "http://{host}.evil.example",
        "http://[",
        "ftp://{host}",
    ],
)
async def test_pages_of_other_origins_may_do_nothing(here: Visit, origin: str) -> None:
    given = {"Origin": origin.format(host=here.host, port=here.url.rsplit(":", 1)[1])}
    sent = {"json": {"name": "Ana"}, "headers": given}
    assert await problem(here, "POST", "/api/identity", **sent) == (403, "bad_origin")
    cookie = await here.become()
    headers = {**given, "Cookie": cookie}
    assert await problem(here, "PATCH", "/api/me", json={"name": "x"}, headers=headers) == (403, "bad_origin")
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    assert await problem(here, "GET", "/ws", headers={**headers, **upgrade}) == (403, "bad_origin")
    assert here.room.connections == []


async def test_a_browser_without_origin_is_believed_only_from_our_page(here: Visit) -> None:
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 201), ("none", 201)):
        async with here.client.post(
            f"{here.url}/api/identity", json={"name": "Ana"}, headers={"Sec-Fetch-Site": site}
        ) as answer:
            assert answer.status == status


# ------------------------------------------------------------------------------------------ what pages may do


@pytest.mark.parametrize(
    "path", ["/", "/t/abcdefgh", "/api/games", "/api/me", "/api/nothing", "/sw.js", "/x.y"]
)
async def test_every_answer_is_sealed(here: Visit, path: str) -> None:
    async with here.client.get(here.url + path) as answer:
        headers = answer.headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert policy["font-src"] == policy["img-src"] == "'self' data:"
    assert policy["connect-src"] == f"'self' ws://{here.host} wss://{here.host}"
    assert "unsafe-eval" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Server"] == "carteado"


# ---------------------------------------------------------------------------------------------- what there is


async def test_the_catalogue(here: Visit) -> None:
    async with here.client.get(f"{here.url}/api/games") as answer:
        assert answer.content_type == "application/json"
        listed = msgspec.json.decode(await answer.read(), type=list[api.GameListing])
    assert [each.id for each in listed] == list(GAMES)
    for each in listed:
        game = GAMES[each.id]
        assert each.name == game.name
        assert each.seats == list(game.seats)
        assert each.pairs == game.pairs
        assert {option.name: option.values for option in each.options} == {
            option.name: list(option.values) for option in game.options
        }
        for option in each.options:
            assert option.default in option.values
        assert next(iter(each.presets)) == next(iter(game.presets))
        for preset in each.presets.values():
            game.full_options(preset)


async def test_the_tables_and_the_health(here: Visit) -> None:
    async with here.client.get(f"{here.url}/api/tables") as answer:
        assert await answer.json() == {"tables": [], "people": 0}
        assert answer.headers["Cache-Control"] == "no-store"
    async with here.client.get(f"{here.url}/api/health") as answer:
        assert msgspec.json.decode(await answer.read(), type=api.Health).ok


async def test_the_document_of_the_api_names_every_path_and_resolves(here: Visit) -> None:
    async with here.client.get(f"{here.url}/api/openapi.json") as answer:
        document = await answer.json()
    served = {
        (route.method.lower(), route.resource.canonical)
        for route in here.site.application().router.routes()
        if route.resource is not None
        and route.resource.canonical.startswith("/api")
        and route.method != "HEAD"
    }
    told = {(method, path) for path, methods in document["paths"].items() for method in methods}
    assert told == served
    references = re.findall(r"#/components/schemas/(\w+)", msgspec.json.encode(document).decode())
    assert references
    assert set(references) <= set(document["components"]["schemas"])
    assert document["components"]["securitySchemes"]["guest"]["name"] == COOKIE


# ----------------------------------------------------------------------------------------------------- files


async def test_hashed_files_are_kept_for_ever_and_the_entry_is_asked_for_each_time(here: Visit) -> None:
    for path, kind in (
        ("/assets/index-D2YZ9qbo.js", "text/javascript"),
        ("/assets/index-GCsKokmC.css", "text/css"),
        ("/assets/font-latin-400-normal-BrHNak5F.woff2", "font/woff2"),
    ):
        async with here.client.get(here.url + path) as answer:
            assert answer.status == 200
            assert answer.content_type == kind
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    for path, kind in (
        ("/", "text/html"),
        ("/index.html", "text/html"),
        ("/sw.js", "text/javascript"),
        ("/icon.svg", "image/svg+xml"),
        ("/assets/plain.js", "text/javascript"),
    ):
        async with here.client.get(here.url + path) as answer:
            assert answer.status == 200
            assert answer.content_type == kind
            assert answer.headers["Cache-Control"] == "no-cache"
            tag = answer.headers["ETag"]
        async with here.client.get(here.url + path, headers={"If-None-Match": tag}) as answer:
            assert answer.status == 304


@pytest.mark.parametrize("path", ["/", "/t/abcdefgh", "/regras", "/regras/truco_paulista", "/anything"])
async def test_pages_of_the_front_end_are_its_entry(here: Visit, path: str) -> None:
    async with here.client.get(here.url + path) as answer:
        assert answer.status == 200
        assert await answer.text() == INDEX


@pytest.mark.parametrize(
    "path",
    [
        "/../outside.txt",
        "/..%2foutside.txt",
        "/%2e%2e/outside.txt",
        "/assets/..%2f..%2foutside.txt",
        "/.hidden",
        "/link.txt",
        "/assets//plain.js",
        "/%00.txt",
        "/..%5coutside.txt",
        "/assets/none-D2YZ9qbo.js",
        "/favicon.ico",
        "/C:%5cx.txt",
        "/" + "a" * 5000 + ".txt",
    ],
)
async def test_nothing_but_the_front_ends_files_is_served(here: Visit, path: str) -> None:
    from yarl import URL

    async with here.client.get(URL(here.url + path, encoded=True)) as answer:
        text = await answer.text()
        assert answer.status == 404
        assert "secret" not in text


async def test_without_a_front_end_the_page_says_so(tmp_path: Path) -> None:
    async with (
        visit(tmp_path, static=tmp_path / "nothing") as here,
        here.client.get(here.url + "/t/abcdefgh") as answer,
    ):
        assert answer.status == 200
        assert answer.content_type == "text/html"
        assert "ainda não foi construída" in await answer.text()
