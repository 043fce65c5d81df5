"""What the server writes about itself: private links masked, never a cookie, a card or a message."""

from __future__ import annotations

import logging
import re
import sys
import traceback
from types import TracebackType
from typing import Any, Final

import structlog
from aiohttp import web
from aiohttp.abc import AbstractAccessLogger

_TABLE: Final = re.compile(r"^(/t/)[^/]+")
ADDRESS: Final = web.RequestKey("address", str)
"""Where a request carries the address of whoever sent it, behind a trusted proxy too."""
LEVELS: Final = ("debug", "info", "warning", "error")


def masked(path: str) -> str:
    """A path with the id of a table, which is the key to it, taken out; no query, at most 120 characters."""
    return _TABLE.sub(r"\1***", path.split("?", 1)[0])[:120]


def set_up(level: str, stream: Any = None) -> None:
    """Send everything, the libraries' lines too, to ``stream`` (standard error), as JSON in a pipe."""
    out = sys.stderr if stream is None else stream
    people = bool(getattr(out, "isatty", lambda: False)())
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.dev.ConsoleRenderer() if people else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.WriteLoggerFactory(file=out),
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    for handler in list(root.handlers):
        if isinstance(handler, _Bridge):
            root.removeHandler(handler)
    root.addHandler(_Bridge())
    root.setLevel(getattr(logging, level.upper()))
    # Alembic tells every step of a migration, asyncio its selector
    for name in ("alembic", "asyncio", "sqlalchemy"):
        logging.getLogger(name).setLevel(logging.WARNING)


def get() -> Any:
    """The server's logger (structlog's, whose type depends on how it is configured)."""
    return structlog.get_logger()


def trouble(error: BaseException) -> dict[str, object]:
    """An error for the log: its kind and where it happened, without its words, which may hold a card."""
    return {"error": type(error).__name__, "where": _where(error.__traceback__)}


def _where(trace: TracebackType | None) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)[-8:]]


class _Bridge(logging.Handler):
    """The standard library's log, without the words of exceptions."""

    def emit(self, record: logging.LogRecord) -> None:
        more: dict[str, object] = {}
        if record.exc_info and record.exc_info[1] is not None:
            more = trouble(record.exc_info[1])
        elif record.levelno >= logging.ERROR and record.name == "asyncio":
            # its message quotes the exception
            more = {"about": "asyncio"}
            record = logging.makeLogRecord(
                {"name": "asyncio", "levelno": record.levelno, "msg": "task failed"}
            )
        log = structlog.get_logger()
        method = {10: log.debug, 20: log.info, 30: log.warning}.get(record.levelno, log.error)
        method(record.getMessage().splitlines()[0][:200], by=record.name, **more)


class AccessLog(AbstractAccessLogger):
    """One line for each request."""

    def log(self, request: web.BaseRequest, response: web.StreamResponse, time: float) -> None:
        """See aiohttp; ``time`` is in seconds."""
        structlog.get_logger().info(
            "request",
            method=request.method[:10],
            path=masked(request.path),
            status=response.status,
            ms=round(time * 1000, 1),
            address=request.get(ADDRESS) or request.remote,
        )
