"""Guests: who a cookie says somebody is.

The cookie holds 160 random bits; the file holds only their hash, so that a stolen copy of the file lets
nobody in. Others see the *public tag*, which says that two appearances are the same person and opens nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import secrets
import time
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection, insert, select, update

from carteado.store.database import Database, WriteFailed
from carteado.store.schema import identities

TOKEN_BYTES: Final = 20
NICKNAME_MAX: Final = 20
REMEMBERED: Final = 20_000
"""Identities kept in memory, so that a page's requests do not ask the file each time."""
SEEN_EVERY: Final = 86_400.0
"""Seconds after which a visit is noted again."""

_REFUSED: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""Categories of characters that show nothing, turn the text round or mean nothing."""


_PICTURE: Final = "\u2190-\u2bff\U0001f300-\U0001faff"
_JOINED: Final = re.compile(f"(?<=[{_PICTURE}\ufe0f])\u200d(?=[{_PICTURE}])")
"""The joiner between two pictures, which makes one of them (a family)."""
_ROBOT: Final = re.compile("robo\u0302?t?\\s*\\d*")
"""What the page calls robots, in both languages, decomposed."""


class BadNickname(ValueError):
    """No nickname; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code: Final = code


@dataclass(frozen=True, slots=True)
class Identity:
    """A guest: his number in the file, public tag and nickname."""

    id: int
    person: str
    name: str
    seen: float


def nickname(text: str) -> str:
    """A nickname as it is kept: NFC, single spaces, 1 to 20 characters that can be seen.

    Raises:
        BadNickname: ``name_empty``, ``name_long``, ``name_characters`` or ``name_robot``, which is a robot's.
    """
    if len(text) > 8 * NICKNAME_MAX:
        raise BadNickname("name_long")
    if any(unicodedata.category(each) in _REFUSED for each in _JOINED.sub("", text)):
        raise BadNickname("name_characters")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name or not any(_shows(each) for each in name):
        raise BadNickname("name_empty")
    if len(name) > NICKNAME_MAX:
        raise BadNickname("name_long")
    if _stacked(name):
        raise BadNickname("name_characters")
    if _ROBOT.fullmatch(unicodedata.normalize("NFKD", name).casefold()):
        raise BadNickname("name_robot")
    return name


def _shows(character: str) -> bool:
    # the fillers of Hangul and the blank Braille cell are letters and signs by name, and empty to look at
    return unicodedata.category(character)[0] in "LNPS" and character not in "\u115f\u1160\u3164\uffa0\u2800"


def _stacked(name: str) -> bool:
    """Whether marks are heaped on a letter: no language needs three, and they would cover the page."""
    marks = 0
    for character in name:
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if marks > 2:
            return True
    return unicodedata.category(name[0])[0] == "M"


def digest(token: str) -> bytes:
    """What the file keeps of a token. The token is random, so no slow hash is needed."""
    return hashlib.sha256(token.encode()).digest()


class Identities:
    """The guests of a data file."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[bytes, Identity] = OrderedDict()

    async def create(self, name: str) -> tuple[str, Identity]:
        """A new guest; the secret for his cookie is told only this once.

        Raises:
            BadNickname: see `nickname`.
            WriteFailed: the file cannot be written; there is no new guest.
        """
        name = nickname(name)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        person = secrets.token_urlsafe(9)
        now = time.time()
        hashed = digest(token)

        def work(connection: Connection) -> int:
            done = connection.execute(
                insert(identities).values(token_hash=hashed, person=person, name=name, created=now, seen=now)
            )
            key = done.inserted_primary_key
            assert key is not None
            return int(key[0])

        identity = Identity(await self._database.write(work), person, name, now)
        self._remember(hashed, identity)
        return token, identity

    async def find(self, token: str) -> Identity | None:
        """Whose cookie this is, None when it is nobody's.

        Raises:
            WriteFailed: the file cannot be read.
        """
        hashed = digest(token)
        identity = self._known.get(hashed)
        if identity is None:
            query = select(identities.c.id, identities.c.person, identities.c.name, identities.c.seen)
            query = query.where(identities.c.token_hash == hashed)
            row = await self._database.read(lambda connection: connection.execute(query).first())
            if row is None:
                return None
            # he may have been renamed while the file was read
            identity = self._known.get(hashed) or Identity(*row)
        now = time.time()
        if now - identity.seen > SEEN_EVERY:
            identity = replace(identity, seen=now)
            change = update(identities).where(identities.c.id == identity.id).values(seen=now)
            with contextlib.suppress(WriteFailed):  # a full disk keeps nobody out
                await self._database.write(lambda connection: connection.execute(change))
        self._remember(hashed, identity)
        return identity

    async def rename(self, token: str, name: str) -> Identity:
        """Give a guest another nickname.

        Raises:
            BadNickname: see `nickname`.
            KeyError: the token is nobody's.
            WriteFailed: the file cannot be written; he keeps his name.
        """
        name = nickname(name)
        identity = await self.find(token)
        if identity is None:
            raise KeyError("nobody has this token")
        change = update(identities).where(identities.c.id == identity.id).values(name=name)
        await self._database.write(lambda connection: connection.execute(change))
        identity = replace(identity, name=name)
        self._remember(digest(token), identity)
        return identity

    def _remember(self, hashed: bytes, identity: Identity) -> None:
        self._known[hashed] = identity
        self._known.move_to_end(hashed)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
