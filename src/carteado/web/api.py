"""What travels over HTTP: the answers and bodies of `/api`, from which its OpenAPI document is made."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from carteado.room.messages import Listing

NICKNAME_MAX = 20
"""Characters of a nickname, at most."""

Nickname = Annotated[str, Meta(min_length=1, max_length=60)]
"""As it comes in; `carteado.store.identities.nickname` decides what is a nickname."""


class NewIdentity(Struct, forbid_unknown_fields=True, frozen=True):
    """Body of `POST /api/identity`: a guest's nickname."""

    name: Nickname


class NewName(Struct, forbid_unknown_fields=True, frozen=True):
    """Body of `PATCH /api/me`."""

    name: Nickname


class Me(Struct, frozen=True):
    """Who the cookie says you are: the public tag and the nickname."""

    person: str
    name: str


class OptionListing(Struct, frozen=True):
    """One option of a game: its allowed values in order and the rulebook's clause."""

    name: str
    default: bool | int | str
    values: list[bool | int | str]
    clause: str


class GameListing(Struct, frozen=True):
    """A game of the catalogue. ``seats``: the numbers it is played with, the usual one first."""

    id: str
    name: str
    seats: list[int]
    pairs: bool
    options: list[OptionListing]
    presets: dict[str, dict[str, bool | int | str]]
    """Named sets of options, the default first; what a preset leaves out has its default."""


class OpenTables(Struct, frozen=True):
    """Answer of `GET /api/tables`: the public tables, as in the lobby."""

    tables: list[Listing]
    people: int


class Health(Struct, frozen=True):
    """Answer of `GET /api/health`."""

    ok: bool
    version: str
    compiled: bool
    """Whether the rules run as machine code."""


class Problem(Struct, frozen=True):
    """Every error of the API: a stable code, and a sentence for whoever reads the traffic."""

    code: str
    message: str
