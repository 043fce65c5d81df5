"""Carteado: an open Brazilian card room.

The floors, from the ground up: `carteado.cards`, `carteado.games` (the rules), `carteado.record` and
`carteado.bots`, `carteado.room` (tables), `carteado.store`, `carteado.bus`, `carteado.web` and the command
line.
"""

from typing import Final

__all__ = ["__version__"]

#: The version of the package; `pyproject.toml` says the same (a test compares them).
__version__: Final = "0.1.0"
