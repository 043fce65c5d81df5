"""The data file: SQLite with a log (WAL) that is on the disk before anybody is answered.

All writing is done by one thread, which collects what waits into one transaction: a commit costs a flush of
the disk, and fifty answers may share it. Reading has a connection of its own and waits for no writer.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from carteado.store.schema import APPLICATION_ID, HEAD

T = TypeVar("T")

BATCH: Final = 2000
"""Jobs in one transaction, at most."""

ROWS_AT_ONCE: Final = 128
"""Rows in one statement, at most: each is one round through the interpreter's lock; old SQLites allow 999
parameters."""

WAL_BYTES: Final = 16 << 20
"""What is written to the log, about, before it is carried over into the file."""

INSERT_ENTRIES: Final = {
    1 << power: "INSERT INTO journal (id, table_id, seq, entry) VALUES "
    + ", ".join(["(?, ?, ?, ?)"] * (1 << power))
    for power in range(8)
}
"""The statement for so many rows: few different ones, so that all stay prepared."""

Row = tuple[int, str, int, bytes]
"""A row of the journal: id, table, number in its table, entry."""


class DataFileError(Exception):
    """The data file cannot be used; the text is for the person who starts the server."""


class WriteFailed(Exception):
    """Nothing of this write is in the data file."""


@dataclass(slots=True)
class _Job:
    """Something to write: rows of the journal, or ``work`` on the connection, and who waits for it."""

    rows: list[Row] | None
    work: Callable[[Connection], Any] | None
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    noted: Callable[[bool], None] | None = None
    """Told in the event loop whether it was written, before the future is, and also when nobody waits."""
    result: Any = None
    error: BaseException | None = None


class Database:
    """An open data file. Nobody else may serve from it: a second server is told so at its start."""

    def __init__(self, path: Path) -> None:
        """Open or create the file at ``path``, and bring it to the present schema.

        Raises:
            DataFileError: in use, not writable, not ours, damaged, or made by a newer program.
        """
        self.path: Final = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataFileError(f"the folder {path.parent} cannot be made: {error.strerror}") from error
        self._lock = _take_lock(path.resolve())  # the file, by whatever name
        try:
            self._engine = _engine(path)
            try:
                self._writing = self._engine.connect()
                _upgrade(self._writing, path)
                self._reading = self._engine.connect()
            except (sqlite3.Error, SQLAlchemyError) as error:
                raise DataFileError(f"{path} cannot be opened: {_cause(error)}") from error
        except BaseException:
            self._lock.close()
            raise
        self._raw = _raw(self._writing)
        self._closed = False
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._written = 0  # bytes since the log was last carried over, about
        self._carrying: Future[None] | None = None
        self._carrier = ThreadPoolExecutor(1, "carteado-carrier")
        self._reader = ThreadPoolExecutor(1, "carteado-reader")
        self._thread = threading.Thread(target=self._run, name="carteado-writer", daemon=True)
        self._thread.start()

    # ------------------------------------------------------------------------------------------- for callers

    def append(self, rows: list[Row], noted: Callable[[bool], None] | None = None) -> asyncio.Future[None]:
        """Write rows of the journal; done when they are on the disk.

        ``noted`` hears whether they are, also when the future has been cancelled.

        Raises:
            WriteFailed: none of them is.
        """
        return self._submit(rows, None, noted)

    def write(
        self, work: Callable[[Connection], T], noted: Callable[[bool], None] | None = None
    ) -> asyncio.Future[T]:
        """Do ``work`` in the writer's transaction; its result comes when it is on the disk.

        ``noted``: see `append`.

        Raises:
            WriteFailed: it did not happen. What ``work`` itself raises comes through.
        """
        return self._submit(None, work, noted)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Do ``work`` on the reader's connection: it sees what has been committed.

        Raises:
            WriteFailed: the file cannot be read.
        """
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, self._read, work)
        except (sqlite3.Error, SQLAlchemyError) as error:
            raise WriteFailed(_cause(error)) from error

    def close(self) -> None:
        """Write what still waits, and let the file go."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        self._thread.join()
        self._reader.shutdown(wait=True)
        self._carrier.shutdown(wait=True)
        self._reading.close()
        with contextlib.suppress(SQLAlchemyError, sqlite3.Error):
            self._raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._writing.close()
        self._engine.dispose()
        self._lock.close()

    # -------------------------------------------------------------------------------------------- the thread

    def _submit(
        self,
        rows: list[Row] | None,
        work: Callable[[Connection], T] | None,
        noted: Callable[[bool], None] | None,
    ) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        if self._closed:
            raise WriteFailed("the data file is closed")
        job = _Job(rows, work, loop, loop.create_future(), noted)
        self._jobs.put(job)
        return job.future

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self._reading.begin():
            return work(self._reading)

    def _run(self) -> None:
        more = True
        while more:
            job = self._jobs.get()
            jobs: list[_Job] = []
            while job is not None:
                jobs.append(job)
                if len(jobs) == BATCH:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            more = job is not None
            if jobs:
                self._commit(jobs)
                _answer(jobs)
                self._carry_over()

    def _carry_over(self) -> None:
        """Carry the log over into the file, most of it beside the writing, so that nobody waits for it.

        The other connection carries what is there when it begins; the writer then has only the rest to carry,
        after which SQLite begins the log anew.
        """
        if self._carrying is None:
            if self._written >= WAL_BYTES:
                self._carrying = self._carrier.submit(self._carry)
        elif self._carrying.done():
            self._carrying = None
            self._written = 0
            with contextlib.suppress(sqlite3.Error):  # a full disk: the log holds everything, and grows
                self._raw.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _carry(self) -> None:
        with (
            contextlib.suppress(sqlite3.Error),
            contextlib.closing(sqlite3.connect(self.path, isolation_level=None, timeout=0)) as other,
        ):
            other.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _commit(self, jobs: list[_Job]) -> None:
        """All jobs in one transaction; a job that is wrong by itself spoils none of the others."""
        try:
            try:
                with self._transaction():
                    self._insert([row for job in jobs if job.rows for row in job.rows])
                    for job in jobs:
                        if job.work is not None:
                            self._alone(job)
            except sqlite3.IntegrityError:
                with self._transaction():
                    for job in jobs:
                        self._alone(job)
        except Exception as error:  # whatever it was, nothing is in the file and everybody must hear of it
            for job in jobs:
                job.error = WriteFailed(_cause(error))

    def _insert(self, rows: list[Row]) -> None:
        at, size = 0, ROWS_AT_ONCE
        while at < len(rows):
            while size > len(rows) - at:
                size >>= 1
            self._written += 4096 + sum(len(row[3]) for row in rows[at : at + size])
            self._raw.execute(INSERT_ENTRIES[size], [value for row in rows[at : at + size] for value in row])
            at += size

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._raw.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._raw.execute("COMMIT")
        except BaseException:
            # after a full disk SQLite may have rolled back by itself
            if self._raw.in_transaction:
                self._raw.execute("ROLLBACK")
            raise

    def _alone(self, job: _Job) -> None:
        """One job under a savepoint: an error of its own is its own, an error of the disk is everybody's."""
        job.error = None
        self._raw.execute("SAVEPOINT job")
        try:
            if job.rows is not None:
                self._insert(job.rows)
            elif job.work is not None:
                self._written += 8192
                job.result = job.work(self._writing)
        except Exception as error:
            cause = getattr(error, "orig", error)
            if isinstance(cause, sqlite3.Error) and not isinstance(
                cause, sqlite3.IntegrityError | sqlite3.ProgrammingError
            ):
                raise
            self._raw.execute("ROLLBACK TO job")
            job.error = WriteFailed(_cause(error)) if isinstance(cause, sqlite3.Error) else error
        self._raw.execute("RELEASE job")


def _answer(jobs: list[_Job]) -> None:
    """Tell each event loop once for the whole batch."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
    for job in jobs:
        by_loop.setdefault(job.loop, []).append(job)
    for loop, theirs in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop is gone, and with it whoever waited
            loop.call_soon_threadsafe(_resolve, theirs)


def _resolve(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.noted is not None:
            job.noted(job.error is None)
        if job.future.done():
            continue
        if job.error is None:
            job.future.set_result(job.result)
        else:
            job.future.set_exception(job.error)


# ------------------------------------------------------------------------------------------------- opening


def _take_lock(path: Path) -> sqlite3.Connection:
    """A lock that the system drops with the process, whatever kills it: an open transaction on a file beside.

    Raises:
        DataFileError: another server has it, or no file can be made there.
    """
    beside = path.with_name(path.name + ".lock")
    lock: sqlite3.Connection | None = None
    try:
        lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
        lock.execute("PRAGMA journal_mode=MEMORY")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if lock is not None:
            lock.close()
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise DataFileError(
                f"{path} is in use by another server; give this one another --data"
            ) from error
        raise DataFileError(f"{path.parent} cannot be written: {error}") from error
    return lock


def _engine(path: Path) -> Engine:
    engine = create_engine(
        f"sqlite+pysqlite:///{path}",
        poolclass=NullPool,
        connect_args={"check_same_thread": False, "timeout": 5, "isolation_level": None},
    )

    @event.listens_for(engine, "connect")
    def _prepare(raw: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("PRAGMA synchronous=FULL")
        raw.execute("PRAGMA wal_autocheckpoint=0")  # see `Database._carry_over`
        raw.execute("PRAGMA cache_size=-16000")

    return engine


def _raw(connection: Connection) -> sqlite3.Connection:
    return cast(sqlite3.Connection, connection.connection.driver_connection)


def _upgrade(connection: Connection, path: Path) -> None:
    """Bring the file to the present schema, in one transaction.

    Raises:
        DataFileError: it is somebody else's file, or a newer program's.
    """
    raw = _raw(connection)
    tables = {row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables:
        mark = raw.execute("PRAGMA application_id").fetchone()[0]
        if mark != APPLICATION_ID or "alembic_version" not in tables:
            raise DataFileError(f"{path} is not a data file of Carteado")
        if [row[0] for row in raw.execute("SELECT version_num FROM alembic_version")] == [HEAD]:
            return
    # only now: it takes longer to import than the whole rest of opening
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        with connection.begin():
            raw.execute("BEGIN EXCLUSIVE")
            command.upgrade(config, "head")
            raw.execute(f"PRAGMA application_id={APPLICATION_ID}")
    except CommandError as error:
        raise DataFileError(f"{path} was made by a newer Carteado; update this one") from error


def _cause(error: BaseException) -> str:
    """The driver's own words, without the statement: it may hold what nobody may read."""
    return str(getattr(error, "orig", error))
