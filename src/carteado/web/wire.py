"""Messages to bytes and back, and the front end's types: `python -m carteado.web.wire > web/src/lib/wire.ts`.

The TypeScript is made from the very structs that the server decodes with, so that the two cannot differ; a
test fails when the file is stale.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypedDict, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from carteado.games import cacheta_shapes, mau_mau_shapes, sueca_shapes, truco_shapes
from carteado.games import game as contract
from carteado.room import messages
from carteado.web import api

MAX_MESSAGE = 4096
"""Bytes of a client's message, at most."""


class Malformed(ValueError):
    """What came in is no message; ``id`` is the one it carries, ``?`` when that cannot be read either."""

    def __init__(self, id: str) -> None:
        super().__init__("malformed message")
        self.id = id


class _Ident(Struct, frozen=True):
    id: messages.Id


_decoder = msgspec.json.Decoder(messages.AnyCommand)
_ident_decoder = msgspec.json.Decoder(_Ident)
_encoder = msgspec.json.Encoder()


def decode(data: str | bytes) -> messages.AnyCommand:
    """A client's message.

    Raises:
        Malformed: it is none: not JSON, not one of the commands, a field unknown, missing or out of range.
    """
    try:
        return _decoder.decode(data)
    except (ValueError, RecursionError):  # msgspec's errors are ValueErrors
        raise Malformed(_ident(data)) from None


def _ident(data: str | bytes) -> str:
    try:
        return _ident_decoder.decode(data).id
    except (ValueError, RecursionError):
        return "?"


def encode(answer: messages.AnyAnswer) -> bytes:
    """A server's message as JSON."""
    return _encoder.encode(answer)


_HEAD_MAX: Final = 10
_buffer = bytearray(16_384)


def frame(answer: messages.AnyAnswer) -> bytes:
    """A server's message as a WebSocket frame of text, whole and not compressed (RFC 6455, 5.2).

    Made here, since a table must not wait and aiohttp's own way to send is a coroutine; in one buffer, which
    spares a copy. Call from one thread.
    """
    _encoder.encode_into(answer, _buffer, _HEAD_MAX)
    size = len(_buffer) - _HEAD_MAX
    if size < 126:
        start = _HEAD_MAX - 2
        _buffer[start + 1] = size
    elif size < 65_536:
        start = _HEAD_MAX - 4
        _buffer[start + 1] = 126
        _buffer[start + 2 : _HEAD_MAX] = size.to_bytes(2, "big")
    else:
        start = _HEAD_MAX - 10
        _buffer[start + 1] = 127
        _buffer[start + 2 : _HEAD_MAX] = size.to_bytes(8, "big")
    _buffer[start] = 0x81
    return bytes(memoryview(_buffer)[start:])


# ----------------------------------------------------------------------------------------- what views hold


class RefusalSeen(TypedDict):
    """Why a move is not legal: a stable code and its facts."""

    code: str
    facts: dict[str, object]


class ActionSeen(TypedDict, total=False):
    """A fixed button of the game: ``move`` is None while it may not be pressed, ``refusal`` then says why.

    What else it has differs by game and by button.
    """

    kind: str
    move: str | None
    grave: str | None
    refusal: RefusalSeen | None
    to: int
    value: int
    pays: int
    most: int
    stock: int
    card: str | None
    going_out: int
    discards: list[str]
    count: int


_ACTION_ALWAYS = frozenset(("kind", "move", "grave", "refusal"))


class ResultSeen(TypedDict):
    """How a match ended: ``points`` by seat, ``ranking`` of seats from best to worst as groups of equals."""

    points: list[int]
    ranking: list[list[int]]
    winners: list[int]
    reason: str
    next: dict[str, object]


class ViewSeen(TypedDict):
    """What one seat may know of a match; ``seat`` is None for a watcher."""

    seats: int
    seat: int | None
    decision: int
    waiting: list[int]
    legal: list[str]
    actions: list[ActionSeen]


@dataclass(frozen=True)
class Family:
    """Games whose views have one shape, which gets the name ``<name>View``.

    ``literals``: names that TypeScript gets for types of a few values.
    """

    name: str
    games: tuple[str, ...]
    table: type
    literals: Mapping[str, Any]


FAMILIES: Final = (
    Family(
        "Truco",
        ("truco_paulista", "truco_mineiro"),
        truco_shapes.TrucoTable,
        {
            "TrucoPhase": truco_shapes.Phase,
            "Pair": truco_shapes.PairName,
            "TrickWinner": truco_shapes.ResultName,
            "Special": truco_shapes.SpecialName,
            "RaiseWord": truco_shapes.Word,
        },
    ),
    Family(
        "Sueca",
        ("sueca",),
        sueca_shapes.SuecaTable,
        {"SuecaPhase": sueca_shapes.Phase, "SuecaReason": sueca_shapes.Reason},
    ),
    Family(
        "Cacheta",
        ("cacheta",),
        cacheta_shapes.CachetaTable,
        {
            "CachetaPhase": cacheta_shapes.Phase,
            "ClaimAnswer": cacheta_shapes.AnswerName,
            "MeldKind": cacheta_shapes.MeldKind,
        },
    ),
    Family(
        "MauMau",
        ("mau_mau",),
        mau_mau_shapes.MauMauTable,
        {
            "MauMauPhase": mau_mau_shapes.Phase,
            "SuitName": mau_mau_shapes.SuitName,
            "Direction": mau_mau_shapes.Direction,
            "DrawReason": mau_mau_shapes.DrawReason,
            "MauMauReason": mau_mau_shapes.HandReason,
        },
    ),
)
"""Every game, by the shape of its views. The page tells views apart by ``game``."""


class GameEvent(TypedDict, total=False):
    """What just happened: ``event`` is its kind, the other fields are its facts."""

    event: str


# ----------------------------------------------------------------------------------------------- TypeScript

_LITERALS: Final[dict[str, Any]] = {
    "Pace": messages.Pace,
    "Stage": messages.Stage,
    **{name: values for family in FAMILIES for name, values in family.literals.items()},
}
"""The literal types that TypeScript gets as types of their own."""

_NAMED: Final = {frozenset(get_args(values)): name for name, values in reversed(_LITERALS.items())}

_INSTEAD: dict[tuple[str, str], str] = {
    ("Item", "view"): "SentView | null",
    ("Item", "events"): "GameEvent[]",
    **{(family.table.__name__, "result"): "ResultSeen | null" for family in FAMILIES},
}
"""Fields which Python leaves as plain data, because the room knows no game."""


def _parts_of(shape: type) -> list[type]:
    """A TypedDict and those that it is made of, each after its own parts."""
    found: list[type] = []

    def visit(hint: Any) -> None:
        if isinstance(hint, type) and typing.is_typeddict(hint):
            if hint not in found:
                for part in get_type_hints(hint).values():
                    visit(part)
                found.append(hint)
            return
        for part in get_args(hint):
            visit(part)

    visit(shape)
    return found


def _shape_names() -> dict[type, str]:
    """What the parts of tables are called in TypeScript: a name that is taken gets its family's before it."""
    names: dict[type, str] = {}
    for family in FAMILIES:
        for shape in _parts_of(family.table):
            if shape not in names:
                name = shape.__name__
                names[shape] = f"{family.name}{name}" if name in names.values() else name
    return names


_SHAPES: Final = _shape_names()

_HEAD = """\
// Generated from src/carteado/room/messages.py, web/api.py and games/ by `python -m carteado.web.wire`.
// Do not edit: change the Python and generate again.
"""


def typescript() -> str:
    """The text of ``web/src/lib/wire.ts``."""
    parts = [_HEAD]
    for name, values in _LITERALS.items():
        if _NAMED[frozenset(get_args(values))] == name:
            parts.append(f"export type {name} = {' | '.join(map(_constant, get_args(values)))};\n")
    parts.append("export type OptionValue = boolean | number | string;")
    parts.append("export type Options = Record<string, OptionValue>;\n")
    commands = get_args(messages.AnyCommand)
    answers = get_args(messages.AnyAnswer)
    parts += [_interface(each, tag="do") for each in commands]
    parts.append(_union("AnyCommand", commands))
    seen = (messages.Listing, messages.SeatSeen, messages.ClockSeen, messages.RoomSeen)
    parts += [_interface(each) for each in seen]
    parts += [_interface(each, tag="is") for each in answers]
    parts.append(_union("AnyAnswer", answers))
    parts += [_interface(each) for each in (ResultSeen, RefusalSeen, ActionSeen, *_SHAPES)]
    parts += [_view(family) for family in FAMILIES]
    parts.append(f"export type GameView = {' | '.join(f'{family.name}View' for family in FAMILIES)};")
    parts.append(f"{_comment(inspect.getdoc(messages.whole_view))}export type SentView = GameView & {{")
    parts.append("  own: Partial<GameView['table']>;\n};\n")
    parts.append(f"{_comment(inspect.getdoc(GameEvent))}export interface GameEvent {{")
    parts.append("  event: string;\n  [fact: string]: unknown;\n}\n")
    parts += [
        _interface(each)
        for each in (
            api.NewIdentity,
            api.NewName,
            api.Me,
            api.OptionListing,
            api.GameListing,
            api.OpenTables,
            api.Health,
            api.Problem,
        )
    ]
    phrases = ", ".join(map(_constant, messages.PHRASES))
    parts.append(f"export const PHRASES = [{phrases}] as const;")
    parts.append(f"export const MAX_MESSAGE = {MAX_MESSAGE};")
    parts.append(f"export const NICKNAME_MAX = {api.NICKNAME_MAX};")
    return "\n".join(parts) + "\n"


def _union(name: str, members: Iterable[type]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {each.__name__}" for each in members) + ";\n"


def _view(family: Family) -> str:
    """The view of a family of games."""
    games = " | ".join(map(_constant, family.games))
    head = f"export interface {family.name}View {{\n  game: {games};\n  table: {_SHAPES[family.table]};\n"
    return _interface(ViewSeen).replace("export interface ViewSeen {\n", head)


def _interface(shape: type, tag: str | None = None) -> str:
    """One struct or TypedDict as an interface, its docstrings as comments."""
    lines = [f"{_comment(_docstring(shape))}export interface {_SHAPES.get(shape, shape.__name__)} {{"]
    if tag is not None:
        lines.append(f"  {tag}: {_constant(shape.__struct_config__.tag)};")  # type: ignore[attr-defined] # a Struct
    notes = _field_notes(shape)
    optional = _optional_fields(shape)
    for field, hint in get_type_hints(shape, include_extras=True).items():
        if field.startswith("_"):
            continue
        kind = _INSTEAD.get((shape.__name__, field)) or _type(hint)
        mark = "?" if field in optional else ""
        lines.append(f"{_comment(notes.get(field), '  ')}  {field}{mark}: {kind};")
    lines.append("}\n")
    return "\n".join(lines)


def _optional_fields(shape: type) -> set[str]:
    """What a sender may leave out. The server leaves nothing out."""
    if shape is ActionSeen:
        return set(get_type_hints(shape)) - _ACTION_ALWAYS
    if issubclass(shape, messages.Command):
        return {each.name for each in msgspec.structs.fields(shape) if not each.required}
    return set()


def _type(hint: Any) -> str:
    origin = get_origin(hint)
    if origin is Annotated:
        return _type(get_args(hint)[0])
    if hint is Any or hint is object:
        return "unknown"
    if hint is None or hint is types.NoneType:
        return "null"
    if hint in (str, int, float, bool):
        return {str: "string", int: "number", float: "number", bool: "boolean"}[hint]
    if origin is Literal:
        values = get_args(hint)
        return _NAMED.get(frozenset(values)) or " | ".join(map(_constant, values))
    if origin in (Union, types.UnionType):
        members = get_args(hint)
        if set(members) == {bool, int, str}:
            return "OptionValue"
        return " | ".join(_type(each) for each in members)
    if origin is list:
        inner = _type(get_args(hint)[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is dict:
        inner = _type(get_args(hint)[1])
        return "Options" if inner == "OptionValue" else f"Record<string, {inner}>"
    if isinstance(hint, type) and (typing.is_typeddict(hint) or issubclass(hint, Struct)):
        return _SHAPES.get(hint, hint.__name__)
    raise TypeError(f"no TypeScript for {hint!r}")


def _constant(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _comment(text: str | None, indent: str = "") -> str:
    if not text:
        return ""
    rows = re.sub(r"\bNone\b", "null", text.replace("``", "`")).splitlines()
    if len(rows) == 1:
        return f"{indent}/** {rows[0]} */\n"
    body = "\n".join(f"{indent} * {row}".rstrip() for row in rows)
    return f"{indent}/**\n{body}\n{indent} */\n"


def _docstring(shape: type) -> str | None:
    return inspect.cleandoc(shape.__doc__) if shape.__doc__ else None


_NOTES: dict[str, dict[str, dict[str, str]]] = {}


def _field_notes(shape: type) -> dict[str, str]:
    """The strings that stand below fields in the source."""
    module = shape.__module__
    if module not in _NOTES:
        # a compiled module has no source at hand: then the comments are left out, never the types
        try:
            tree = ast.parse(inspect.getsource(sys.modules[module]))
        except (OSError, TypeError):
            tree = ast.Module(body=[], type_ignores=[])
        _NOTES[module] = {
            node.name: _notes_of(node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
        }
    return _NOTES[module].get(shape.__name__, {})


def _notes_of(node: ast.ClassDef) -> dict[str, str]:
    notes: dict[str, str] = {}
    for before, after in zip(node.body, node.body[1:], strict=False):
        match before, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                notes[name] = inspect.cleandoc(text)
            case _:
                pass
    return notes


def catalogue(games: Iterable[contract.Game]) -> list[api.GameListing]:
    """The games as `GET /api/games` lists them."""
    return [
        api.GameListing(
            id=game.id,
            name=game.name,
            seats=list(game.seats),
            pairs=game.pairs,
            options=[
                api.OptionListing(option.name, option.default, list(option.values), option.clause)
                for option in game.options
            ],
            presets={name: dict(preset) for name, preset in game.presets.items()},
        )
        for game in games
    ]


if __name__ == "__main__":
    sys.stdout.write(typescript())
