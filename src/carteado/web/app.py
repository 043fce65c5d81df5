"""HTTP: who you are, what may be played, the socket's door, and the files of the front end.

A GET changes nothing and makes nobody. Who may ask is decided before anything else: the Host must be one of
ours (else a foreign name that was pointed at this machine could read it), and what a page of another origin
sends is refused.
"""

from __future__ import annotations

import asyncio
import ipaddress
import mimetypes
import re
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from carteado import __version__, buildinfo
from carteado.games.game import Game
from carteado.room.ports import Person, RoomFacade
from carteado.store.database import WriteFailed
from carteado.store.identities import BadNickname, Identities, Identity
from carteado.web import api, lines, logs, openapi, wire
from carteado.web.limits import Gate, Limits
from carteado.web.logs import ADDRESS
from carteado.web.sockets import Sockets

T = TypeVar("T")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

COOKIE: Final = "carteado"
COOKIE_AGE: Final = 400 * 86_400
"""Seconds; browsers keep none for longer."""
BODY_MAX: Final = 4096

STATIC: Final = Path(__file__).resolve().parents[1] / "static"
_HASHED: Final = re.compile(r"-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}

NOT_BUILT: Final = """<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Carteado</title>
<h1>Carteado</h1>
<p>O servidor está no ar, mas a página ainda não foi construída. Rode <code>python3 dev play</code>,
que a constrói, ou instale o pacote pronto.</p>
<p lang="en">The server is up, but its page has not been built. Run <code>python3 dev play</code>, which
builds it, or install the finished package.</p>
</html>
"""

SECURE: Final = web.RequestKey("secure", bool)


@dataclass(frozen=True, slots=True)
class Door:
    """Whom the server lets in, and how much."""

    public_names: frozenset[str] = frozenset()
    """Names, in small letters and without port, by which the server may be called beside its addresses."""
    trusted_proxies: frozenset[str] = frozenset()
    """Addresses whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    limits: Limits = field(default_factory=Limits)


class Problem(Exception):
    """An answer that is an error: status, stable code, and a sentence."""

    def __init__(self, status: int, code: str, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(code)
        self.status: Final = status
        self.code: Final = code
        self.message: Final = message
        self.headers: Final = headers or {}

    def answer(self) -> web.Response:
        """The error as the API shapes it."""
        body = msgspec.json.encode(api.Problem(self.code, self.message))
        return web.Response(
            status=self.status, body=body, content_type="application/json", headers=self.headers
        )


class Site:
    """The handlers, and what they need."""

    def __init__(
        self,
        room: RoomFacade,
        identities: Identities,
        games: Iterable[Game],
        door: Door,
        static: Path = STATIC,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.room: Final = room
        self.sockets: Final = Sockets(room, door.limits, now)
        self._identities = identities
        self._door = door
        self._static = static
        self._now = now
        self._newcomers = Gate(door.limits.identities_per_hour)
        self._renamings = Gate(door.limits.renames_per_hour)
        limits = door.limits
        self._requests = Gate(limits.requests_per_second * 3600, limits.requests_burst)
        self._catalogue = msgspec.json.encode(wire.catalogue(games))
        self._openapi = msgspec.json.encode(openapi.document(__version__))

    def application(self) -> web.Application:
        """The aiohttp application."""
        app = web.Application(middlewares=[self._guard], client_max_size=BODY_MAX)
        app.on_response_prepare.append(self._seal)
        app.router.add_get("/ws", self.ws, allow_head=False)
        app.router.add_post("/api/identity", self.new_identity)
        app.router.add_get("/api/me", self.me)
        app.router.add_patch("/api/me", self.rename)
        app.router.add_get("/api/games", self.games)
        app.router.add_get("/api/tables", self.tables)
        app.router.add_get("/api/health", self.health)
        app.router.add_get("/api/openapi.json", self.openapi)
        app.router.add_get("/{path:.*}", self.file)
        return app

    # --------------------------------------------------------------------------------------------- the door

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            self._look_at(request)
            wait = self._requests.take(request[ADDRESS], self._now())
            if wait is not None:
                later = {"Retry-After": str(int(wait) + 1)}
                raise Problem(429, "too_many_requests", "too many requests from this address", later)
            return await handler(request)
        except Problem as problem:
            return problem.answer()
        except web.HTTPException as error:
            code = {404: "not_found", 405: "method_not_allowed", 413: "too_long"}.get(error.status, "refused")
            allow = {"Allow": error.headers["Allow"]} if "Allow" in error.headers else None
            return Problem(error.status, code, error.reason, allow).answer()
        except ConnectionError:
            # the line is gone: nobody reads this, and what is raised aiohttp takes for a fault
            return Problem(400, "gone", "the line is gone").answer()
        except WriteFailed:
            logs.get().error("the data file does not take or give")
            return Problem(503, "storage_failed", "the data file cannot be used now").answer()
        except Exception as error:  # the last net: the person hears that it is us, the log where it was
            logs.get().error("a request failed", path=logs.masked(request.path), **logs.trouble(error))
            return Problem(500, "internal", "something went wrong here").answer()

    def _look_at(self, request: web.Request) -> None:
        """Who calls, by which name, from which page.

        Raises:
            Problem: not by a name of ours, or from a page of another origin.
        """
        address, secure = _caller(request, self._door.trusted_proxies)
        request[ADDRESS] = address
        request[SECURE] = secure
        host = request.headers.get("Host", "")
        if not _ours(host, self._door.public_names):
            raise Problem(421, "bad_host", "this server does not go by that name; see --public-name")
        origin = request.headers.get("Origin")
        opens_or_changes = request.method not in ("GET", "HEAD") or request.path == "/ws"
        if opens_or_changes and origin is not None and not _same_place(origin, host):
            raise Problem(403, "bad_origin", "a page of another origin may not do this")
        # a browser that sends no Origin tells by this where the request comes from; programs send neither
        site = request.headers.get("Sec-Fetch-Site", "none")
        if opens_or_changes and origin is None and site not in ("same-origin", "none"):
            raise Problem(403, "bad_origin", "a page of another origin may not do this")

    async def _seal(self, request: web.Request, response: web.StreamResponse) -> None:
        """Headers that tell browsers to let nothing else in."""
        host = request.headers.get("Host", "")
        headers = response.headers
        headers["Server"] = "carteado"
        if response.status == 101:
            return
        sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
        headers["Content-Security-Policy"] = (
            "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
            f"img-src 'self' data:; font-src 'self' data:; connect-src 'self'{sockets}; manifest-src 'self'; "
            "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )
        headers["X-Content-Type-Options"] = "nosniff"
        headers["X-Frame-Options"] = "DENY"
        headers["Referrer-Policy"] = "no-referrer"
        headers["Permissions-Policy"] = (
            "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), "
            "midi=(), display-capture=(), browsing-topics=()"
        )
        if request.get(SECURE) or (_HOST.fullmatch(host) and _without_port(host) in _LOOPBACK):
            # on plain http in a home network browsers ignore it, and complain of it in the console
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
        headers["Cross-Origin-Resource-Policy"] = "same-origin"
        headers.setdefault("Cache-Control", "no-store")

    async def _body(self, request: web.Request, shape: type[T]) -> T:
        """The body of a request as a struct.

        Raises:
            Problem: it does not come, is not JSON, or not of this shape.
        """
        if request.content_type != "application/json":
            raise Problem(415, "not_json", "the body must be application/json")
        try:
            async with asyncio.timeout(self._door.limits.body_seconds):
                data = await request.read()
        except TimeoutError:
            raise Problem(408, "too_slow", "the body did not come", {"Connection": "close"}) from None
        try:
            return msgspec.json.decode(data, type=shape)
        except (ValueError, RecursionError):
            raise Problem(400, "malformed", f"the body must be a {shape.__name__}") from None

    # ------------------------------------------------------------------------------------------ who you are

    async def _visitor(self, request: web.Request) -> Identity | None:
        token = request.cookies.get(COOKIE)
        if token is None or not 20 <= len(token) <= 100 or not token.isascii():
            return None
        return await self._identities.find(token)

    async def new_identity(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/identity`: a guest with a nickname; who is one already stays who he is."""
        wanted = await self._body(request, api.NewIdentity)
        visitor = await self._visitor(request)
        if visitor is not None:
            return _json(api.Me(visitor.person, visitor.name))
        wait = self._newcomers.take(request[ADDRESS], self._now())
        if wait is not None:
            later = {"Retry-After": str(int(wait) + 1)}
            raise Problem(429, "too_many_identities", "too many newcomers from this address", later)
        try:
            token, identity = await self._identities.create(wanted.name)
        except BadNickname as error:
            raise Problem(422, error.code, "not a nickname that can be used") from None
        answer = _json(api.Me(identity.person, identity.name), status=201)
        answer.set_cookie(
            COOKIE,
            token,
            max_age=COOKIE_AGE,
            path="/",
            httponly=True,
            samesite="Lax",
            secure=request[SECURE],
        )
        return answer

    async def me(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/me`: who the cookie says you are."""
        visitor = await self._visitor(request)
        if visitor is None:
            raise Problem(401, "no_identity", "nobody knows you here yet")
        return _json(api.Me(visitor.person, visitor.name))

    async def rename(self, request: web.Request) -> web.StreamResponse:
        """`PATCH /api/me`: another nickname, everywhere at once."""
        wanted = await self._body(request, api.NewName)
        visitor = await self._visitor(request)
        if visitor is None:
            raise Problem(401, "no_identity", "nobody knows you here yet")
        wait = self._renamings.take(visitor.person, self._now())
        if wait is not None:
            later = {"Retry-After": str(int(wait) + 1)}
            raise Problem(429, "too_many_names", "too many names in an hour", later)
        try:
            identity = await self._identities.rename(request.cookies[COOKIE], wanted.name)
        except BadNickname as error:
            raise Problem(422, error.code, "not a nickname that can be used") from None
        self.room.rename(_person(identity))
        return _json(api.Me(identity.person, identity.name))

    # --------------------------------------------------------------------------------------- what there is

    async def games(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/games`: the catalogue."""
        return web.Response(body=self._catalogue, content_type="application/json")

    async def tables(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/tables`: the public tables."""
        return _json(api.OpenTables(self.room.listings(), self.room.people()))

    async def health(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/health`: whether the server serves."""
        return _json(api.Health(True, __version__, buildinfo.compiled()))

    async def openapi(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/openapi.json`: this API, made from the structs that it reads and writes."""
        return web.Response(body=self._openapi, content_type="application/json")

    async def ws(self, request: web.Request) -> web.StreamResponse:
        """`GET /ws`: the socket of a tab."""
        if request.headers.get("Upgrade", "").lower() != "websocket":
            raise Problem(426, "websocket_only", "this is the door for WebSockets", {"Upgrade": "websocket"})
        line = lines.line_of(request.transport)
        if line is not None:
            line.hold()  # until it is open, and then in portions
        try:
            visitor = await self._visitor(request)
            person = None if visitor is None else _person(visitor)
            return await self.sockets.serve(request, person, request[ADDRESS])
        finally:
            if line is not None:
                line.let_go()

    # ---------------------------------------------------------------------------------------------- files

    async def file(self, request: web.Request) -> web.StreamResponse:
        """A file of the front end; a path that is none of its files is a page of it."""
        path = request.match_info["path"]
        if path in ("api", "ws") or path.startswith(("api/", "ws/")):
            raise Problem(404, "not_found", "there is nothing here")
        found = _file_under(self._static, path) if path else None
        if found is None and "." in path.rsplit("/", 1)[-1]:
            raise Problem(404, "not_found", "there is nothing here")
        if found is None or found.suffix == ".html":
            found = found or self._static / "index.html"
            if not found.is_file():
                return web.Response(
                    text=NOT_BUILT,
                    content_type="text/html",
                    charset="utf-8",
                    headers={"Cache-Control": "no-cache"},
                )
        immutable = path.startswith("assets/") and _HASHED.search(path)
        kind = _TYPES.get(found.suffix) or mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        cache = "public, max-age=31536000, immutable" if immutable else "no-cache"
        return web.FileResponse(found, headers={"Content-Type": kind, "Cache-Control": cache})


# ------------------------------------------------------------------------------------------------- helpers

_LOOPBACK: Final = frozenset(("localhost", "127.0.0.1", "::1"))
_HOST: Final = re.compile(r"[A-Za-z0-9.-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")


def _ours(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header is an address, localhost, or one of the public names."""
    if not _HOST.fullmatch(host):
        return False
    name = _without_port(host)
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1 : host.index("]")]
    return host.split(":", 1)[0].lower()


def _same_place(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
        usual = {"http": "80", "https": "443"}[parts.scheme]
    except (ValueError, KeyError):
        return False
    there, here = parts.netloc.lower(), host.lower()
    return there == here or there.removesuffix(f":{usual}") == here.removesuffix(f":{usual}")


def _caller(request: web.Request, proxies: frozenset[str]) -> tuple[str, bool]:
    """The address of whoever calls, and whether by https; a proxy's word counts only when it is trusted."""
    address = request.remote or "?"
    secure = request.secure
    if address in proxies:
        # each proxy adds its word at the right, in the last line or in one more
        hops = 0
        for each in reversed(_listed(request, "X-Forwarded-For")):
            address = each[:60]
            if each not in proxies:
                break
            hops += 1
        protocols = _listed(request, "X-Forwarded-Proto")
        secure = bool(protocols) and protocols[-min(hops + 1, len(protocols))].lower() == "https"
    return address, secure


def _listed(request: web.Request, header: str) -> list[str]:
    """The values of a header, of all its lines, from left to right."""
    joined = ",".join(request.headers.getall(header, []))
    return [part.strip() for part in joined.split(",") if part.strip()]


def _person(identity: Identity) -> Person:
    return Person(id=str(identity.id), tag=identity.person, name=identity.name)


def _json(data: msgspec.Struct, status: int = 200) -> web.Response:
    return web.Response(status=status, body=msgspec.json.encode(data), content_type="application/json")


def _file_under(folder: Path, path: str) -> Path | None:
    """The file at a path of the web in a folder; never one outside it, nor a hidden one."""
    parts = path.split("/")
    if any(not part or part.startswith(".") or "\\" in part or "\0" in part or ":" in part for part in parts):
        return None
    found = folder.joinpath(*parts)
    try:
        return found if found.is_file() and found.resolve().is_relative_to(folder.resolve()) else None
    except (OSError, ValueError):
        return None
