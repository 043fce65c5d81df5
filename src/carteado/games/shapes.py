"""Read foreign plain data into the shape that a TypedDict declares, or say where it differs."""

from __future__ import annotations

import reprlib
import types
import typing
from collections.abc import Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from carteado.games.game import BadData

_HINTS: dict[Any, dict[str, Any]] = {}


def read(shape: Any, data: object, where: str = "data") -> Any:
    """``data`` copied into ``shape``: bool, int, str, None, list, dict, Literal, unions, TypedDicts.

    Every key of a TypedDict must be there, and no other.

    Raises:
        BadData: with the place of the first difference.
    """
    if shape is object:
        return data
    if shape is None or shape is types.NoneType:
        if data is None:
            return None
        raise BadData(f"{where}: nothing expected, got {_short(data)}")
    if shape in (bool, int, str):
        if type(data) is shape:
            return data
        raise BadData(f"{where}: {shape.__name__} expected, got {_short(data)}")
    if typing.is_typeddict(shape):
        return _read_typed_dict(shape, data, where)
    return _read_generic(shape, data, where)


def _read_generic(shape: Any, data: object, where: str) -> Any:
    origin = get_origin(shape)
    args = get_args(shape)
    if origin is Literal:
        for value in args:
            if type(value) is type(data) and value == data:
                return data
        raise BadData(f"{where}: one of {', '.join(map(str, args))} expected, got {_short(data)}")
    if origin is list:
        if not isinstance(data, list):
            raise BadData(f"{where}: a list expected, got {_short(data)}")
        return [read(args[0], item, f"{where}[{at}]") for at, item in enumerate(data)]
    if origin is dict:
        if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
            raise BadData(f"{where}: an object expected, got {_short(data)}")
        return {key: read(args[1], item, f"{where}.{key}") for key, item in data.items()}
    if origin in (Union, types.UnionType):
        for each in args:
            try:
                return read(each, data, where)
            except BadData:
                continue
        raise BadData(f"{where}: unexpected {_short(data)}")
    raise TypeError(f"no reader for {shape!r}")


def _read_typed_dict(shape: Any, data: object, where: str) -> dict[str, object]:
    if not isinstance(data, Mapping):
        raise BadData(f"{where}: an object expected, got {_short(data)}")
    hints = _HINTS.get(shape)
    if hints is None:
        hints = _HINTS[shape] = get_type_hints(shape)
    for key in data:
        if key not in hints:
            raise BadData(f"{where}: unknown field {_short(key)}")
    out: dict[str, object] = {}
    for key, hint in hints.items():
        if key not in data:
            raise BadData(f"{where}: field {key} is missing")
        out[key] = read(hint, data[key], f"{where}.{key}")
    return out


def _short(data: object) -> str:
    """A few characters of data that may be huge or nested deeper than Python can follow."""
    shown = reprlib.repr(data)
    return shown if len(shown) <= 40 else shown[:37] + "..."
