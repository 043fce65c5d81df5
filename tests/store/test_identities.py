"""Guests: the file cannot let anybody in, and a nickname is something to be seen."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import select

from carteado.store import identities as module
from carteado.store.database import Database, WriteFailed
from carteado.store.identities import BadNickname, Identities, nickname
from carteado.store.schema import identities as table


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database(tmp_path / "room.sqlite3")
    yield opened
    opened.close()


async def test_a_token_finds_its_guest_also_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    database = Database(path)
    token, born = await Identities(database).create("Zé")
    assert born.name == "Zé"
    database.close()
    database = Database(path)
    found = await Identities(database).find(token)
    assert found == born
    database.close()


async def test_the_file_holds_no_token(database: Database) -> None:
    token, born = await Identities(database).create("Ana")
    rows = await database.read(lambda connection: connection.execute(select(table)).all())
    assert len(rows) == 1
    assert module.digest(token) in list(rows[0])
    database._raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for file in database.path.parent.iterdir():
        assert token.encode() not in file.read_bytes()
    assert token not in born.person


async def test_tokens_and_tags_are_long_and_differ(database: Database) -> None:
    guests = Identities(database)
    made = [await guests.create("Ana") for _ in range(50)]
    assert module.TOKEN_BYTES * 8 >= 128
    assert len({token for token, _ in made}) == 50
    assert len({identity.person for _, identity in made}) == 50
    assert min(len(token) for token, _ in made) >= 26


@pytest.mark.parametrize("token", ["", "x", "a" * 27, "é" * 27, "' OR 1=1 --"])
async def test_a_token_of_nobody_finds_nobody(database: Database, token: str) -> None:
    guests = Identities(database)
    await guests.create("Ana")
    assert await guests.find(token) is None


async def test_a_new_name_is_there_at_once_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    database = Database(path)
    guests = Identities(database)
    token, born = await guests.create("Ana")
    renamed = await guests.rename(token, "  Ana   Maria ")
    assert (renamed.id, renamed.person, renamed.name) == (born.id, born.person, "Ana Maria")
    assert await guests.find(token) == renamed
    with pytest.raises(BadNickname):
        await guests.rename(token, " ")
    with pytest.raises(KeyError):
        await guests.rename("nobody", "Rui")
    database.close()
    database = Database(path)
    found = await Identities(database).find(token)
    assert found is not None
    assert found.name == "Ana Maria"
    database.close()


async def test_only_so_many_are_kept_in_memory(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 3)
    guests = Identities(database)
    tokens = [(await guests.create(f"guest {n}"))[0] for n in range(6)]
    assert len(guests._known) == 3
    for n, token in enumerate(tokens):
        found = await guests.find(token)
        assert found is not None
        assert found.name == f"guest {n}"
    assert len(guests._known) == 3


async def test_a_visit_is_noted_once_a_day_and_a_full_disk_keeps_nobody_out(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests = Identities(database)
    token, born = await guests.create("Ana")
    assert (await guests.find(token)) == born
    monkeypatch.setattr("carteado.store.identities.time.time", lambda: born.seen + 2 * module.SEEN_EVERY)

    def full(work: object) -> None:
        raise WriteFailed("disk full")

    monkeypatch.setattr(database, "write", full)
    found = await guests.find(token)
    assert found is not None
    assert found.person == born.person


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Zé", "Zé"),
        ("Ze\u0301", "Zé"),
        ("  dois   nomes ", "dois nomes"),
        ("a" * 20, "a" * 20),
        ("A\u0301" * 20, "Á" * 20),
        ("1", "1"),
        ("你好", "你好"),
        ("<b>", "<b>"),
        ("🂡 craque", "🂡 craque"),
        ("O'Neil", "O'Neil"),
    ],
)
def test_nicknames(given: str, kept: str) -> None:
    assert nickname(given) == kept


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("", "name_empty"),
        ("   ", "name_empty"),
        ("\u3164", "name_empty"),
        ("\u2800\u2800", "name_empty"),
        ("a" * 21, "name_long"),
        ("a" * 100_000, "name_long"),
        ("a\nb", "name_characters"),
        ("a\x00b", "name_characters"),
        ("\u202egnp", "name_characters"),
        ("a\u200bb", "name_characters"),
        ("a\u2066b", "name_characters"),
        ("\ud800", "name_characters"),
        ("\ufeffa", "name_characters"),
        ("\ue000", "name_characters"),
        ("a\u2028b", "name_characters"),
        ("z" + "\u0300\u0301\u0302\u0303", "name_characters"),
        ("\u0301a", "name_characters"),
    ],
)
def test_what_is_no_nickname(given: str, code: str) -> None:
    with pytest.raises(BadNickname) as caught:
        nickname(given)
    assert caught.value.code == code


@pytest.mark.parametrize("name", ["👩‍👩‍👧‍👦", "👍🏽", "❤️‍🔥", "Roberto 2", "Robótica"])
def test_pictures_and_names_that_are_no_robots(name: str) -> None:
    assert nickname(name)


@pytest.mark.parametrize("name", ["Robô 2", "robo", "ROBOT", "robot 12", " Robô  3 "])
def test_a_robots_name_is_a_robots(name: str) -> None:
    with pytest.raises(BadNickname) as refused:
        nickname(name)
    assert refused.value.code == "name_robot"


@pytest.mark.parametrize("name", ["a\u200db", "\u200d", "👍\u200d", "Ana\u202e"])
def test_joiners_join_pictures_only(name: str) -> None:
    with pytest.raises(BadNickname):
        nickname(name)
