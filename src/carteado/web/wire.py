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
from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, TypedDict, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from carteado.games import game as contract
from carteado.games import sueca_shapes, truco_shapes
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
    """A fixed button of the game: ``move`` is None while it may not be pressed, ``refusal`` then says why."""

    kind: str
    move: str | None
    grave: str | None
    refusal: RefusalSeen | None
    to: int
    value: int
    pays: int
    most: int


_ACTION_ALWAYS = frozenset(("kind", "move", "grave", "refusal"))


class ResultSeen(TypedDict):
    """How a match ended: ``points`` by seat, ``ranking`` of seats from best to worst as groups of equals."""

    points: list[int]
    ranking: list[list[int]]
    winners: list[int]
    reason: str
    next: dict[str, object]


class TrucoView(TypedDict):
    """What one seat may know of a match of truco; ``seat`` is None for a watcher."""

    game: Literal["truco_paulista", "truco_mineiro"]
    seats: int
    seat: int | None
    decision: int
    waiting: list[int]
    table: truco_shapes.TrucoTable
    legal: list[str]
    actions: list[ActionSeen]


class SuecaView(TypedDict):
    """What one seat may know of a match of Sueca; ``seat`` is None for a watcher."""

    game: Literal["sueca"]
    seats: int
    seat: int | None
    decision: int
    waiting: list[int]
    table: sueca_shapes.SuecaTable
    legal: list[str]
    actions: list[ActionSeen]


VIEWS: Final = (TrucoView, SuecaView)
"""The views that the page can show, told apart by ``game``."""


class GameEvent(TypedDict, total=False):
    """What just happened: ``event`` is its kind, the other fields are its facts."""

    event: str


# ----------------------------------------------------------------------------------------------- TypeScript

_NAMED: dict[Any, str] = {
    frozenset(get_args(messages.Pace)): "Pace",
    frozenset(get_args(messages.Stage)): "Stage",
    frozenset(get_args(truco_shapes.Phase)): "TrucoPhase",
    frozenset(get_args(truco_shapes.PairName)): "Pair",
    frozenset(get_args(truco_shapes.ResultName)): "TrickWinner",
    frozenset(get_args(truco_shapes.SpecialName)): "Special",
    frozenset(get_args(truco_shapes.Word)): "RaiseWord",
    frozenset(get_args(sueca_shapes.Phase)): "SuecaPhase",
    frozenset(get_args(sueca_shapes.Reason)): "SuecaReason",
}
"""Names of the literal types that TypeScript gets as types of their own."""

_INSTEAD: dict[tuple[str, str], str] = {
    ("Item", "view"): "SentView | null",
    ("Item", "events"): "GameEvent[]",
    ("TrucoTable", "result"): "ResultSeen | null",
    ("SuecaTable", "result"): "ResultSeen | null",
}
"""Fields which Python leaves as plain data, because the room knows no game."""

_HEAD = """\
// Generated from src/carteado/room/messages.py, web/api.py and games/ by `python -m carteado.web.wire`.
// Do not edit: change the Python and generate again.
"""


def typescript() -> str:
    """The text of ``web/src/lib/wire.ts``."""
    parts = [_HEAD]
    for values, name in _NAMED.items():
        order = next(get_args(each) for each in _literals() if frozenset(get_args(each)) == values)
        parts.append(f"export type {name} = {' | '.join(_constant(value) for value in order)};\n")
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
    parts += [
        _interface(each)
        for each in (
            truco_shapes.CardSeen,
            truco_shapes.PlaySeen,
            truco_shapes.TrickSeen,
            truco_shapes.PendingSeen,
            truco_shapes.StepSeen,
            truco_shapes.HandSeen,
            truco_shapes.ProposalSeen,
            ResultSeen,
            truco_shapes.TrucoTable,
            sueca_shapes.SuecaPlay,
            sueca_shapes.SuecaTrick,
            sueca_shapes.TrumpSeen,
            sueca_shapes.HandShown,
            sueca_shapes.DealSeen,
            sueca_shapes.SuecaTable,
            RefusalSeen,
            ActionSeen,
            *VIEWS,
        )
    ]
    parts.append(f"export type GameView = {' | '.join(view.__name__ for view in VIEWS)};")
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


def _literals() -> Iterable[Any]:
    return (
        messages.Pace,
        messages.Stage,
        truco_shapes.Phase,
        truco_shapes.PairName,
        truco_shapes.ResultName,
        truco_shapes.SpecialName,
        truco_shapes.Word,
        sueca_shapes.Phase,
        sueca_shapes.Reason,
    )


def _union(name: str, members: Iterable[type]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {each.__name__}" for each in members) + ";\n"


def _interface(shape: type, tag: str | None = None) -> str:
    """One struct or TypedDict as an interface, its docstrings as comments."""
    lines = [f"{_comment(_docstring(shape))}export interface {shape.__name__} {{"]
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
        return hint.__name__
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
