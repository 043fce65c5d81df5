"""The command as people start it: it says where it is, stops in good order, and tells why it cannot start."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, DummyCookieJar

from carteado.room.messages import Create, Enter, Ping, Quick
from carteado.store.database import Database
from carteado.web import serve
from carteado.web.logs import masked
from tests.web.harness import Tab


class Served:
    """`carteado serve` as a process."""

    def __init__(self, process: asyncio.subprocess.Process, url: str, lines: list[str]) -> None:
        self.process = process
        self.url = url
        self.lines = lines

    async def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """Stop it; its exit code, what it printed and what it logged."""
        self.process.send_signal(with_signal)
        async with asyncio.timeout(30):
            out, err = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, "".join(self.lines) + out.decode(), err.decode()


async def begin(data: Path, *options: str) -> Served:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "carteado", "serve", "--port", "0", "--data", str(data), *options,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    lines: list[str] = []
    async with asyncio.timeout(60):
        while not any(line.startswith("Data file") for line in lines):
            line = (await process.stdout.readline()).decode()
            if not line:
                _, err = await process.communicate()
                raise AssertionError(err.decode())
            lines.append(line)
    url = lines[0].removeprefix("Carteado is at ").strip().rstrip("/")
    return Served(process, url, lines)


@pytest.fixture
async def client() -> AsyncIterator[ClientSession]:
    async with ClientSession(cookie_jar=DummyCookieJar()) as session:
        yield session


posix = pytest.mark.skipif(os.name != "posix", reason="signals and forks are of POSIX")


@posix
@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGINT])
async def test_it_says_where_it_is_and_goodbye(
    tmp_path: Path, client: ClientSession, with_signal: signal.Signals
) -> None:
    data = tmp_path / "a folder" / "room.sqlite3"
    served = await begin(data)
    assert served.url.startswith("http://127.0.0.1:")
    tab = await Tab.new(served.url, client)
    made = await tab.ok(Create("c", "truco_paulista", 4, {}))
    code, out, err = await served.stop(with_signal)
    assert code == 0, err
    assert f"Data file: {data}" in out
    assert "Stopping" in out
    await tab.wait(lambda: tab.closed_with)
    assert tab.bye == "restart"
    # no process of the robots is left, and the file can be opened again
    database = Database(data)
    rows = database._raw.execute("SELECT table_id FROM tables WHERE closed IS NULL").fetchall()
    assert rows == [(made.table,)]
    database.close()


@posix
async def test_the_log_names_no_secret(tmp_path: Path, client: ClientSession) -> None:
    served = await begin(tmp_path / "room.sqlite3", "--log-level", "debug")
    tab = await Tab.new(served.url, client, "Anastácia")
    made = await tab.ok(Quick("q", "truco_paulista", 4, {}))
    await tab.wait(lambda: tab.items() and tab.item.view is not None)
    table = str(made.table)
    for path in (f"/t/{table}", f"/t/{table}?x={table}", "/api/tables", "/nothing.txt"):
        async with client.get(served.url + path, headers={"Cookie": tab.cookie, "Referer": f"/t/{table}"}):
            pass
    async with client.get(served.url + "/", headers={"Host": "evil.example"}) as answer:
        assert answer.status == 421
    await tab.post(b"nonsense")
    await tab.ok(Enter("e", table))
    await tab.ok(Ping("p"))
    cards = [card["card"] for card in tab.view["table"]["cards"]]
    await tab.drop()
    code, out, err = await served.stop()
    assert code == 0
    told = out + err
    assert '"path": "/t/***"' in told
    assert table not in told
    assert tab.cookie.split("=", 1)[1] not in told
    assert "Anastácia" not in told
    assert len(cards) >= 2
    for card in cards:
        assert f'"{card}"' not in told
        assert f"play {card}" not in told
    assert "Traceback" not in told


def fails(*options: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "carteado", "serve", *options],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("carteado: ")
    return done.stderr


def test_a_port_that_is_taken_is_told_before_the_data_are_touched(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        data = tmp_path / "room.sqlite3"
        assert f"port {port} is taken" in fails("--port", str(port), "--data", str(data))
        assert not data.exists()


def test_an_address_of_another_machine_is_told(tmp_path: Path) -> None:
    text = fails("--host", "192.0.2.1", "--port", "0", "--data", str(tmp_path / "x"))
    assert "192.0.2.1 is no address of this machine" in text


def test_a_file_in_use_or_of_somebody_else_is_told(tmp_path: Path) -> None:
    data = tmp_path / "room.sqlite3"
    database = Database(data)
    assert "in use by another server" in fails("--port", "0", "--data", str(data))
    database.close()
    (tmp_path / "other").write_text("not a data file, but a text of somebody else" * 20)
    assert "other" in fails("--port", "0", "--data", str(tmp_path / "other"))


def test_an_unknown_level_of_the_log_is_told(tmp_path: Path) -> None:
    assert "--log-level is one of" in fails(
        "--log-level", "loud", "--port", "0", "--data", str(tmp_path / "x")
    )


@posix
async def test_phones_get_an_address_and_a_code(tmp_path: Path, client: ClientSession) -> None:
    served = await begin(tmp_path / "room.sqlite3", "--lan")
    here = serve.lan_address()
    async with client.get(served.url + "/api/health") as answer:
        assert answer.status == 200
    port = served.url.rsplit(":", 1)[1]
    if here is not None:
        async with client.get(f"http://{here}:{port}/api/health") as answer:
            assert answer.status == 200
        tab = await Tab.new(f"http://{here}:{port}", client)
        await tab.ok(Ping("p"))
        await tab.close()
    code, out, _ = await served.stop()
    assert code == 0
    if here is not None:
        assert f"Phones in this network: http://{here}:{port}/" in out
        assert "▄" in out or "█" in out or "▀" in out


async def test_it_listens_where_it_is_told(tmp_path: Path) -> None:
    (only,) = serve.bind("127.0.0.1", 0)
    assert only.getsockname()[0] == "127.0.0.1"
    only.close()
    everywhere = serve.bind("127.0.0.1", 0, lan=True)
    assert everywhere[0].getsockname()[0] == "0.0.0.0"
    assert len({each.getsockname()[1] for each in everywhere}) == 1
    for each in everywhere:
        each.close()


def test_the_data_lie_in_the_folder_for_data_of_programs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(serve.DATA_VARIABLE, raising=False)
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path)
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert serve.default_data(serve.PORT) == tmp_path / ".local" / "share" / "carteado" / "carteado.sqlite3"
    assert serve.default_data(9000).name == "carteado-9000.sqlite3"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert serve.default_data(serve.PORT) == tmp_path / "data" / "carteado" / "carteado.sqlite3"
    monkeypatch.setattr("sys.platform", "darwin")
    assert "Application Support" in str(serve.default_data(serve.PORT))
    monkeypatch.setenv(serve.DATA_VARIABLE, str(tmp_path / "mine"))
    assert serve.default_data(serve.PORT) == tmp_path / "mine"


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/t/abcdEFGH_-12", "/t/***"),
        ("/t/abcd/more?x=1", "/t/***/more"),
        ("/api/me?token=1", "/api/me"),
        ("/" + "a" * 500, "/" + "a" * 119),
        ("/tables", "/tables"),
    ],
)
def test_private_links_are_masked(path: str, shown: str) -> None:
    assert masked(path) == shown
