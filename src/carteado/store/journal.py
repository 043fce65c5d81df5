"""What the tables have done, for ever, and the snapshots that make coming back quick.

Rows of all tables follow one another in the order in which they came (see `schema.journal` for why). Which
rows are whose is therefore kept in memory for the open tables, and read once from the file at the start.
"""

from __future__ import annotations

import asyncio
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from carteado.store.database import Database, DataFileError, Row, WriteFailed
from carteado.store.schema import journal, snapshots, tables

_CHUNK: Final = 500
"""Rows asked for by number in one query."""


@dataclass(slots=True)
class _Open:
    """An open table: its newest entry's number, and the rows of its newest entries, oldest first.

    ``rows`` go back to the snapshot at least; ``opened`` is 0 while nothing has been written.
    """

    opened: int = 0
    newest: int = 0
    rows: array[int] = field(default_factory=lambda: array("q"))
    busy: bool = False
    free: asyncio.Future[None] | None = None

    async def rest(self) -> None:
        """Wait until what is under way has been written or has failed."""
        if self.free is None:
            self.free = asyncio.get_running_loop().create_future()
        await asyncio.wait((self.free,))


class Journal:
    """The journal of a data file, called from one event loop; a table has one call in flight at a time."""

    def __init__(self, database: Database, opened: dict[str, _Open], next_row: int) -> None:
        self._database = database
        self._open = opened
        self._next_row = next_row

    @classmethod
    async def open(cls, database: Database) -> Journal:
        """Read which tables are open and which rows are theirs.

        Raises:
            DataFileError: the file is damaged: a table misses entries.
        """
        try:
            opened, next_row = await database.read(lambda connection: _scan(connection, database.path))
        except WriteFailed as error:
            raise DataFileError(f"{database.path} cannot be read: {error}") from error
        return cls(database, opened, next_row)

    async def append(self, table: str, entries: Sequence[bytes]) -> None:
        """Add entries, all or none, and return when they are on the disk. The first append opens the table.

        Raises:
            WriteFailed: none of them is there.
        """
        state = self._open.get(table)
        if state is None:
            state = self._open[table] = _Open()
        while state.busy:  # a call that was cancelled writes on
            await state.rest()
        rows: list[Row] = [
            (self._next_row + at, table, state.newest + 1 + at, bytes(entry))
            for at, entry in enumerate(entries)
        ]
        if not rows:
            return
        self._next_row += len(rows)

        def noted(written: bool) -> None:
            state.busy = False
            if written:
                state.opened = state.opened or rows[0][0]
                state.newest += len(rows)
                state.rows.extend([row[0] for row in rows])
            elif not state.opened and self._open.get(table) is state:
                del self._open[table]
            if state.free is not None:
                state.free.set_result(None)
                state.free = None

        if state.opened:
            writing = self._database.append(rows, noted)
        else:
            writing = self._database.write(lambda connection: _first(connection, table, rows), noted)
        state.busy = True
        await writing

    async def snapshot(self, table: str, after: int, data: bytes) -> None:
        """Keep the state of a table as it is after its entry ``after``; an older snapshot goes.

        Raises:
            WriteFailed: it was not kept; the older one is still there.
        """
        state = self._open.get(table)
        if state is None or not 1 <= after <= state.newest:
            raise WriteFailed(f"there is no entry {after}")
        at = len(state.rows) - 1 - (state.newest - after)
        if at < 0:
            return  # older than the snapshot that is there
        row = state.rows[at]
        values = {"table_id": table, "seq": after, "row": row, "state": bytes(data)}

        def work(connection: Connection) -> None:
            connection.execute(delete(snapshots).where(snapshots.c.table_id == table))
            connection.execute(insert(snapshots).values(**values))

        await self._database.write(work)
        del state.rows[: bisect_left(state.rows, row)]

    async def load(self, table: str) -> tuple[bytes | None, list[tuple[int, bytes]]]:
        """The last snapshot (None without one) and the entries after it with their numbers, 1, 2, 3...

        Raises:
            WriteFailed: the file cannot be read now.
        """
        state = self._open.get(table)
        if state is not None:
            while state.busy:
                await state.rest()
        rows = array("q") if state is None else state.rows[:]
        return await self._database.read(lambda connection: _load(connection, table, rows))

    async def tables(self) -> list[str]:
        """The open tables, oldest first."""
        there = [(state.opened, table) for table, state in self._open.items() if state.opened]
        return [table for _, table in sorted(there)]

    async def drop(self, table: str) -> None:
        """Close a table; its entries stay.

        Raises:
            WriteFailed: it is still open.
        """
        last = self._next_row - 1

        def work(connection: Connection) -> None:
            connection.execute(update(tables).where(tables.c.table_id == table).values(closed=last))
            connection.execute(delete(snapshots).where(snapshots.c.table_id == table))

        await self._database.write(work)
        self._open.pop(table, None)


def _first(connection: Connection, table: str, rows: list[Row]) -> None:
    connection.execute(insert(tables).values(table_id=table, opened=rows[0][0], closed=None))
    connection.execute(
        insert(journal), [dict(zip(("id", "table_id", "seq", "entry"), row, strict=True)) for row in rows]
    )


def _scan(connection: Connection, path: Path) -> tuple[dict[str, _Open], int]:
    """The open tables with their rows, and the next free row. Reads from the oldest row that is needed on."""
    opened: dict[str, _Open] = {}
    expected: dict[str, int] = {}
    query = (
        select(tables.c.table_id, tables.c.opened, snapshots.c.seq, snapshots.c.row)
        .select_from(tables.outerjoin(snapshots, tables.c.table_id == snapshots.c.table_id))
        .where(tables.c.closed.is_(None))
        .order_by(tables.c.opened)
    )
    since: dict[str, int] = {}
    for table, first, seq, row in connection.execute(query):
        opened[table] = _Open(opened=first)
        since[table] = first if row is None else row
        expected[table] = 1 if seq is None else seq
    if since:
        wanted = select(journal.c.id, journal.c.table_id, journal.c.seq)
        wanted = wanted.where(journal.c.id >= min(since.values())).order_by(journal.c.id)
        for row, table, seq in connection.execute(wanted):
            state = opened.get(table)
            if state is None or row < since[table]:
                continue
            if seq != expected[table]:
                raise DataFileError(f"{path} is damaged: an open table misses what it has done")
            expected[table] += 1
            state.newest = seq
            state.rows.append(row)
    if any(not state.rows for state in opened.values()):
        raise DataFileError(f"{path} is damaged: an open table misses what it has done")
    last = connection.execute(select(func.max(journal.c.id))).scalar()
    # rows that were asked for and never written leave their numbers free, also those a closed table ends with
    beyond = connection.execute(select(func.max(tables.c.closed))).scalar()
    return opened, max(last or 0, beyond or 0) + 1


def _load(
    connection: Connection, table: str, rows: array[int]
) -> tuple[bytes | None, list[tuple[int, bytes]]]:
    kept = connection.execute(
        select(snapshots.c.seq, snapshots.c.state).where(snapshots.c.table_id == table)
    ).first()
    after = 0 if kept is None else kept.seq
    entries = [(seq, entry) for seq, entry in _entries(connection, table, rows) if seq > after]
    return (None if kept is None else kept.state), entries


def _entries(connection: Connection, table: str, rows: array[int]) -> Iterable[tuple[int, bytes]]:
    what = select(journal.c.seq, journal.c.entry)
    for at in range(0, len(rows), _CHUNK):
        some = what.where(journal.c.id.in_(bindparam("rows", expanding=True))).order_by(journal.c.id)
        for seq, entry in connection.execute(some, {"rows": list(rows[at : at + _CHUNK])}):
            yield seq, entry
    if not rows:
        # a closed table, or none at all
        there = connection.execute(
            select(tables.c.opened, tables.c.closed).where(tables.c.table_id == table)
        ).first()
        if there is not None and there.closed is not None:
            between = what.where(journal.c.id.between(there.opened, there.closed))
            between = between.where(journal.c.table_id == table).order_by(journal.c.id)
            for seq, entry in connection.execute(between):
                yield seq, entry
