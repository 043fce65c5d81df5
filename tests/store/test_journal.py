"""The data file: what was acknowledged is there, what failed is not; nobody is answered before the disk."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, insert, text

from carteado.store import database as database_module
from carteado.store import schema
from carteado.store.database import Database, DataFileError, WriteFailed
from carteado.store.journal import Journal


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database(tmp_path / "data" / "room.sqlite3")
    yield opened
    opened.close()


def limit_pages(database: Database, pages: int | None) -> None:
    """A disk that is full when the file has so many pages more; None: an empty one."""
    raw = database_module._raw(database._writing)
    have = raw.execute("PRAGMA page_count").fetchone()[0]
    raw.execute(f"PRAGMA max_page_count={1_000_000_000 if pages is None else have + pages}")


async def test_entries_are_numbered_from_one_and_come_back_in_order(database: Database) -> None:
    journal = await Journal.open(database)
    await journal.append("aaaa", [b"one", b"two"])
    await journal.append("bbbb", [b"other"])
    await journal.append("aaaa", [b"three"])
    assert await journal.load("aaaa") == (None, [(1, b"one"), (2, b"two"), (3, b"three")])
    assert await journal.load("bbbb") == (None, [(1, b"other")])
    assert await journal.load("cccc") == (None, [])
    assert await journal.tables() == ["aaaa", "bbbb"]


async def test_a_snapshot_stands_for_what_came_before_it(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    database = Database(path)
    journal = await Journal.open(database)
    await journal.append("aaaa", [b"%d" % n for n in range(1, 1401)])
    await journal.append("bbbb", [b"x"])
    await journal.snapshot("aaaa", 1200, b"state at 1200")
    await journal.snapshot("aaaa", 700, b"an older one changes nothing")
    await journal.append("aaaa", [b"1401"])
    expected = (b"state at 1200", [(n, b"%d" % n) for n in range(1201, 1402)])
    assert await journal.load("aaaa") == expected
    with pytest.raises(WriteFailed):
        await journal.snapshot("aaaa", 1402, b"of the future")
    with pytest.raises(WriteFailed):
        await journal.snapshot("cccc", 1, b"of nothing")
    database.close()

    database = Database(path)
    journal = await Journal.open(database)
    assert await journal.tables() == ["aaaa", "bbbb"]
    assert await journal.load("aaaa") == expected
    await journal.append("aaaa", [b"1402"])
    await journal.snapshot("aaaa", 1402, b"state at 1402")
    assert await journal.load("aaaa") == (b"state at 1402", [])
    await journal.append("aaaa", [b"1403"])
    database.close()

    database = Database(path)
    journal = await Journal.open(database)
    assert await journal.load("aaaa") == (b"state at 1402", [(1403, b"1403")])
    database.close()


async def test_a_closed_table_is_named_no_more_and_keeps_its_entries(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    database = Database(path)
    journal = await Journal.open(database)
    await journal.append("aaaa", [b"1"])
    await journal.append("bbbb", [b"1"])
    await journal.append("aaaa", [b"2"])
    await journal.snapshot("aaaa", 2, b"state")
    await journal.drop("aaaa")
    await journal.append("bbbb", [b"2"])
    for _ in range(2):
        assert await journal.tables() == ["bbbb"]
        assert await journal.load("aaaa") == (None, [(1, b"1"), (2, b"2")])
        assert await journal.load("bbbb") == (None, [(1, b"1"), (2, b"2")])
        database.close()
        database = Database(path)
        journal = await Journal.open(database)
    await journal.append("cccc", [b"1"])
    assert await journal.load("cccc") == (None, [(1, b"1")])
    database.close()


async def test_many_tables_share_commits_and_each_keeps_its_own_order(database: Database) -> None:
    journal = await Journal.open(database)
    commits: list[int] = []
    original = database._commit

    def counted(jobs: list[database_module._Job]) -> None:
        commits.append(len(jobs))
        original(jobs)

    database._commit = counted  # type: ignore[method-assign] # counts and passes on

    async def play(table: str) -> None:
        for n in range(1, 21):
            await journal.append(table, [b"%s %d" % (table.encode(), n)])

    names = [f"table{n:03d}" for n in range(100)]
    await asyncio.gather(*map(play, names))
    assert sum(commits) == 2000
    assert len(commits) < 1000
    for name in names:
        _, entries = await journal.load(name)
        assert entries == [(n, b"%s %d" % (name.encode(), n)) for n in range(1, 21)]


async def test_a_full_disk_fails_whole_appends_and_later_ones_work_again(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    database = Database(path)
    journal = await Journal.open(database)
    for table in ("aaaa", "bbbb"):
        await journal.append(table, [b"before"])
    limit_pages(database, 3)
    failed = 0
    kept: dict[str, list[bytes]] = {"aaaa": [b"before"], "bbbb": [b"before"]}
    for n in range(40):
        for table in kept:
            try:
                await journal.append(table, [b"%d " % n * 200, b"%d!" % n * 200])
                kept[table] += [b"%d " % n * 200, b"%d!" % n * 200]
            except WriteFailed:
                failed += 1
    assert failed > 10
    with pytest.raises(WriteFailed):
        await journal.append("cccc", [b"a new table" * 1000])
    with pytest.raises(WriteFailed):
        await journal.snapshot("aaaa", 1, b"state" * 5000)
    for table, entries in kept.items():
        assert await journal.load(table) == (None, list(enumerate(entries, 1)))
    assert await journal.load("cccc") == (None, [])
    assert await journal.tables() == ["aaaa", "bbbb"]

    limit_pages(database, None)
    for table in ("aaaa", "bbbb", "cccc"):
        await journal.append(table, [b"after" * 1000])
        kept.setdefault(table, []).append(b"after" * 1000)
    for _ in range(2):
        for table, entries in kept.items():
            assert await journal.load(table) == (None, list(enumerate(entries, 1)))
        database.close()
        database = Database(path)
        journal = await Journal.open(database)
    database.close()


FULL_DISK = """
import asyncio, resource, signal, sys
from pathlib import Path
from carteado.store.database import Database, WriteFailed
from carteado.store.journal import Journal

async def main():
    database = Database(Path(sys.argv[1]))
    journal = await Journal.open(database)
    await journal.append("aaaa", [b"before"])
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    kept, failed = 1, 0
    for n in range(60):
        try:
            await journal.append("aaaa", [b"x" * 20_000])
            kept += 1
        except WriteFailed:
            failed += 1
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    await journal.append("aaaa", [b"after"])
    _, entries = await journal.load("aaaa")
    assert [seq for seq, _ in entries] == list(range(1, kept + 2)), entries
    assert entries[-1][1] == b"after"
    assert failed > 20 and kept > 3, (failed, kept)
    print(kept + 1)
    database.close()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the system there has no limit for files")
async def test_a_system_that_refuses_to_write_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    database = Database(path)
    journal = await Journal.open(database)
    _, entries = await journal.load("aaaa")
    assert len(entries) == int(done.stdout)
    assert entries[-1][1] == b"after"
    database.close()


async def test_one_write_that_is_wrong_spoils_none_that_shares_its_commit(database: Database) -> None:
    journal = await Journal.open(database)
    await journal.append("aaaa", [b"1"])

    def broken(connection: Connection) -> None:
        connection.execute(insert(schema.tables).values(table_id="half", opened=1))
        raise KeyError("an error of its own")

    results = await asyncio.gather(
        journal.append("aaaa", [b"2"]),
        database.write(broken),
        database.append([(1, "aaaa", 9, b"a row that is there already")]),
        database.write(lambda connection: connection.execute(text("SELECT 7")).scalar()),
        return_exceptions=True,
    )
    assert results[0] is None
    assert isinstance(results[1], KeyError)
    assert isinstance(results[2], WriteFailed)
    assert results[3] == 7
    assert await journal.load("aaaa") == (None, [(1, b"1"), (2, b"2")])
    half = text("SELECT count(*) FROM tables WHERE table_id = 'half'")
    assert await database.read(lambda connection: connection.execute(half).scalar()) == 0


async def test_a_caller_that_goes_away_leaves_the_numbers_right(database: Database) -> None:
    journal = await Journal.open(database)
    for _ in range(20):
        going = asyncio.ensure_future(journal.append("aaaa", [b"gone"]))
        await asyncio.sleep(0)
        going.cancel()
        await journal.append("aaaa", [b"here"])
    _, entries = await journal.load("aaaa")
    assert [seq for seq, _ in entries] == list(range(1, len(entries) + 1))
    assert [entry for _, entry in entries].count(b"here") == 20


KILLED = """
import asyncio, sys
from pathlib import Path
from carteado.store.database import Database
from carteado.store.journal import Journal

async def main():
    database = Database(Path(sys.argv[1]))
    journal = await Journal.open(database)
    async def play(table):
        _, entries = await journal.load(table)
        n = len(entries)
        while True:
            n += 1
            await journal.append(table, [b"%d" % n])
            sys.stdout.write(f"{table} {n}\\n")
            sys.stdout.flush()
    await asyncio.gather(*(play(f"table{k}") for k in range(20)))

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no signal there kills like this one")
async def test_what_was_acknowledged_is_there_after_the_process_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    acknowledged: dict[str, int] = {}
    for lines in (50, 333, 1200):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        for _ in range(lines):
            table, n = process.stdout.readline().split()
            acknowledged[table] = int(n)
        os.kill(process.pid, signal.SIGKILL)
        for line in process.stdout:
            if line.endswith("\n"):
                table, n = line.split()
                acknowledged[table] = int(n)
        process.wait()
        process.stdout.close()
        database = Database(path)
        journal = await Journal.open(database)
        for table, last in acknowledged.items():
            _, entries = await journal.load(table)
            assert last <= len(entries) <= last + 1
            assert entries == [(at, b"%d" % at) for at in range(1, len(entries) + 1)]
        database.close()


# ------------------------------------------------------------------------------------------------- opening


def test_a_second_server_is_told_that_the_file_is_in_use(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    first = Database(path)
    with pytest.raises(DataFileError, match="in use by another server"):
        Database(path)
    link = tmp_path / "link.sqlite3"
    link.symlink_to(path)
    with pytest.raises(DataFileError, match="in use by another server"):
        Database(link)
    code = (
        "import sys; from pathlib import Path; from carteado.store.database import *\n"
        "try: Database(Path(sys.argv[1]))\nexcept DataFileError as error: print(error)"
    )
    other = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    assert "in use by another server" in other.stdout
    first.close()
    Database(path).close()


def test_a_file_of_a_newer_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    Database(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.close()
    before = path.read_bytes()
    with pytest.raises(DataFileError, match="newer Carteado"):
        Database(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to be looked at" * 100, b"SQLite format 3\0"]
)
def test_a_file_that_is_no_data_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "room.sqlite3"
    path.write_bytes(content)
    with pytest.raises(DataFileError):
        Database(path)
    assert path.read_bytes() == content


def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite3"
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE theirs (x)")
    raw.close()
    with pytest.raises(DataFileError, match="not a data file of Carteado"):
        Database(path)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataFileError, match="cannot be made"):
        Database(tmp_path / "file" / "sub" / "room.sqlite3")


async def test_a_table_that_misses_entries_is_told_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    database = Database(path)
    journal = await Journal.open(database)
    await journal.append("aaaa", [b"1", b"2", b"3"])
    database.close()
    with sqlite3.connect(path) as raw:
        raw.execute("DELETE FROM journal WHERE seq = 2")
    raw.close()
    database = Database(path)
    with pytest.raises(DataFileError, match="damaged"):
        await Journal.open(database)
    database.close()


def test_the_migrations_end_at_the_schema_that_the_program_knows(tmp_path: Path) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(database_module.__file__).with_name("migrations")))
    assert ScriptDirectory.from_config(config).get_heads() == [schema.HEAD]
    path = tmp_path / "room.sqlite3"
    Database(path).close()
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


def test_the_log_is_flushed_before_anybody_is_answered(tmp_path: Path) -> None:
    opened = Database(tmp_path / "room.sqlite3")
    raw = database_module._raw(opened._writing)
    assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert raw.execute("PRAGMA synchronous").fetchone() == (2,)
    opened.close()


async def test_after_closing_nothing_is_taken(tmp_path: Path) -> None:
    opened = Database(tmp_path / "room.sqlite3")
    journal = await Journal.open(opened)
    opened.close()
    opened.close()
    with pytest.raises(WriteFailed):
        await journal.append("aaaa", [b"1"])


async def test_the_log_is_carried_over_beside_the_writing_and_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "WAL_BYTES", 200_000)
    path = tmp_path / "room.sqlite3"
    opened = Database(path)
    journal = await Journal.open(opened)
    log = path.with_name(path.name + "-wal")
    for n in range(1500):
        await journal.append(f"table{n % 7}", [b"x" * 2000])
    # three megabytes were written, and the log was used again and again
    assert path.stat().st_size > 2_000_000
    assert log.stat().st_size < 2_500_000
    opened.close()
    opened = Database(path)
    journal = await Journal.open(opened)
    assert sum([len((await journal.load(f"table{n}"))[1]) for n in range(7)]) == 1500
    opened.close()
