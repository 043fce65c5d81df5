"""The data file's journal in the shape that the room asks for: neither of the two imports the other."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.room.ports import JournalFailed, Loaded
from carteado.store.database import WriteFailed
from carteado.store.journal import Journal


class TableJournal:
    """See `carteado.room.ports.Journal`."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def append(self, table: str, entries: Sequence[bytes]) -> None:
        """See `carteado.room.ports.Journal.append`."""
        try:
            await self._journal.append(table, entries)
        except WriteFailed as error:
            raise JournalFailed(str(error)) from error

    async def snapshot(self, table: str, after: int, data: bytes) -> None:
        """See `carteado.room.ports.Journal.snapshot`."""
        try:
            await self._journal.snapshot(table, after, data)
        except WriteFailed as error:
            raise JournalFailed(str(error)) from error

    async def load(self, table: str) -> Loaded:
        """See `carteado.room.ports.Journal.load`."""
        try:
            snapshot, entries = await self._journal.load(table)
        except WriteFailed as error:
            raise JournalFailed(str(error)) from error
        return Loaded(snapshot=snapshot, entries=entries)

    async def tables(self) -> list[str]:
        """See `carteado.room.ports.Journal.tables`."""
        return await self._journal.tables()

    async def drop(self, table: str) -> None:
        """See `carteado.room.ports.Journal.drop`."""
        try:
            await self._journal.drop(table)
        except WriteFailed as error:
            raise JournalFailed(str(error)) from error
