"""What the data file holds, as SQLAlchemy Core tables; `migrations/` brings an older file to it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Float, Index, Integer, LargeBinary, MetaData, Table, Text

HEAD: Final = "0001"
"""The newest migration. A file with another number that no migration knows is newer than this program."""

APPLICATION_ID: Final = 0x43415254
"""``CART``: SQLite's mark of whose file it is."""

metadata: Final = MetaData()

journal: Final = Table(
    "journal",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("entry", LargeBinary, nullable=False),
)
"""What each table has done, in order, without holes; it stays when the table closes.

Rows are only ever added at the end, and there is no index but the number: a commit of 250 tables then writes
a few pages. With an index by table it wrote one page for each of them and took five times as long.
"""

tables: Final = Table(
    "tables",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("opened", Integer, nullable=False),
    Column("closed", Integer),
    sqlite_with_rowid=False,
)
"""Every table there was: its first row of the journal, and the last row of all when it closed."""

snapshots: Final = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("row", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""The whole state of an open table after its entry ``seq``, which is ``row`` of the journal."""

identities: Final = Table(
    "identities",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token_hash", LargeBinary, nullable=False),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Index("identities_token", "token_hash", unique=True),
    Index("identities_person", "person", unique=True),
)
"""Guests: SHA-256 of the cookie's secret, public tag, nickname, unix seconds of birth and last visit."""
