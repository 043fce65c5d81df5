"""Whether the rules of this installation are compiled, and if not, why."""

import importlib
from importlib.machinery import ExtensionFileLoader
from importlib.resources import files

__all__ = ["compiled", "reason"]


def compiled() -> bool:
    """Whether `carteado.games.game`, and with it every module of the rules, runs as machine code."""
    spec = importlib.import_module("carteado.games.game").__spec__
    return spec is not None and isinstance(spec.loader, ExtensionFileLoader)


def reason() -> str:
    """Why the rules run as plain Python, in a few words for people; empty when they are compiled."""
    if compiled():
        return ""
    stamp = files("carteado") / "_build.txt"
    if not stamp.is_file():
        return "editable install"
    text = stamp.read_text(encoding="utf-8").strip()
    return "built compiled, but the extension modules are missing" if text == "compiled" else text
