"""Robots in processes of their own: they answer, they die, they come back, and never stop the caller."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

import pytest

from carteado.bots import BOTS
from carteado.bots.worker import Question, answer
from carteado.bots.workers import ThinkerFailed, WorkerThinker
from carteado.games import GAMES
from carteado.games.game import Plain
from carteado.room.ports import Thinker

PAULISTA = GAMES["truco_paulista"]


def plain_view(seat: int = 0) -> dict[str, Plain]:
    match = PAULISTA.start({}, 4)
    while (chance := match.chance()) is not None:
        order = list(chance.items)
        Random(4).shuffle(order)
        match.deal(order)
    return match.view((match.actors()[0] + seat) % 4).plain()


@contextlib.asynccontextmanager
async def thinking(*args: object, **options: object) -> AsyncIterator[WorkerThinker]:
    thinker = WorkerThinker(*args, **options)  # type: ignore[arg-type]  # passed on as they came
    try:
        yield thinker
    finally:
        await thinker.close()
        assert thinker.pids() == []


async def ask(thinker: Thinker, level: str = "casual", key: str = "k") -> str | None:
    return await thinker.choose("truco_paulista", plain_view(), level, key)


def program(folder: Path, text: str) -> tuple[str, ...]:
    """A worker that behaves in its own way."""
    path = folder / "worker.py"
    path.write_text(textwrap.dedent(text))
    return (sys.executable, str(path))


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    # a process that has ended but was not yet waited for is gone too
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    return True


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


async def test_a_worker_answers_what_the_robot_would_say_here() -> None:
    view = plain_view()
    async with thinking(salt="s") as thinker:
        said = [await thinker.choose("truco_paulista", view, "random", f"k{at}") for at in range(20)]
    read = PAULISTA.read_view(view)
    seeds = [f"s:k{at}:{view['decision']}" for at in range(20)]
    here = [BOTS["random"]().choose(read, Random(seed), 0.05) for seed in seeds]
    assert said == [None if move is None else move.text for move in here]
    assert len(set(said)) > 1  # the key counts


async def test_without_a_salt_nobody_can_foresee_a_robot() -> None:
    async with thinking() as one, thinking() as other:
        said = [[await ask(each, "random", f"k{at}") for at in range(30)] for each in (one, other)]
    assert said[0] != said[1]


async def test_who_has_nothing_to_say_says_none() -> None:
    async with thinking() as thinker:
        assert await thinker.choose("truco_paulista", plain_view(1), "casual", "k") is None


async def test_questions_at_the_same_time_get_their_own_answers() -> None:
    async with thinking(2, salt="s") as thinker:
        together = await asyncio.gather(*(ask(thinker, key=f"k{at}") for at in range(100)))
        assert len(thinker.pids()) == 2
        assert together == [await ask(thinker, key=f"k{at}") for at in range(100)]


async def test_a_killed_worker_fails_its_questions_and_comes_back() -> None:
    async with thinking() as thinker:
        assert await ask(thinker)
        (pid,) = thinker.pids()
        os.kill(pid, signal.SIGSTOP)
        waiting = [asyncio.create_task(ask(thinker)) for _ in range(5)]
        await asyncio.sleep(0)
        os.kill(pid, signal.SIGKILL)
        results = await asyncio.gather(*waiting, return_exceptions=True)
        # a question that found the worker dead was asked of the next one
        assert all(isinstance(each, ThinkerFailed | str) for each in results)
        assert await ask(thinker)
        assert thinker.pids() != [pid]


async def test_a_worker_that_does_not_answer_is_replaced(tmp_path: Path) -> None:
    silent = program(tmp_path, "import sys\nsys.stdin.read()")
    async with thinking(patience=0.5, command=silent) as thinker:
        with pytest.raises(ThinkerFailed, match="did not answer"):
            await ask(thinker)
        await until(lambda: thinker.pids() == [])


@pytest.mark.parametrize(
    "text",
    [
        "raise SystemExit(1)",
        "print('hello', flush=True)\nimport sys\nsys.stdin.read()",
        'print(\'{"number": "one"}\', flush=True)\nimport sys\nsys.stdin.read()',
        "print('x' * 3_000_000, flush=True)\nimport sys\nsys.stdin.read()",
    ],
)
async def test_a_worker_that_dies_or_talks_nonsense_fails_clearly(tmp_path: Path, text: str) -> None:
    async with thinking(command=program(tmp_path, text)) as thinker:
        with pytest.raises(ThinkerFailed, match="is gone"):
            await ask(thinker)


async def test_a_worker_that_cannot_start_fails_clearly(tmp_path: Path) -> None:
    async with thinking(command=(str(tmp_path / "no such program"),)) as thinker:
        with pytest.raises(ThinkerFailed, match="is gone"):
            await ask(thinker)


async def test_an_unknown_robot_or_game_or_a_view_of_no_match_is_an_error_without_cards() -> None:
    view = plain_view()
    async with thinking() as thinker:
        for game, level, seen in (
            ("truco_paulista", "grandmaster", view),
            ("chess", "casual", view),
            ("truco_paulista", "casual", {**view, "seats": 5}),
            ("truco_paulista", "casual", {}),
        ):
            with pytest.raises(ThinkerFailed) as raised:
                await thinker.choose(game, seen, level, "k")
            assert not any(card in str(raised.value) for card in view["memory"]["dealt"])  # type: ignore[index]  # plain
        assert await ask(thinker)  # it lives on


async def test_after_closing_nobody_thinks() -> None:
    thinker = WorkerThinker()
    assert await ask(thinker)
    await thinker.close()
    with pytest.raises(ThinkerFailed, match="gone home"):
        await ask(thinker)
    await WorkerThinker().close()  # one that never started


async def test_a_question_that_is_dropped_leaves_no_process_behind() -> None:
    thinker = WorkerThinker()
    asked = [asyncio.create_task(ask(thinker)) for _ in range(3)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)  # the process is being started now
    for each in asked:
        each.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert all(each.cancelled() for each in asked)
    await thinker.close()
    assert thinker.pids() == []
    alive = WorkerThinker()
    one = asyncio.create_task(ask(alive))
    await asyncio.sleep(0)
    one.cancel()
    assert await ask(alive)  # the process that was begun serves the next
    assert len(alive.pids()) == 1
    await alive.close()


async def test_what_a_robot_prints_does_not_come_between_the_answers(tmp_path: Path) -> None:
    talking = """
        from carteado.bots import BOTS, worker

        class Talker:
            def choose(self, view, rng, budget):
                print("thinking about", view.seat)
                return None

        BOTS["talker"] = Talker
        worker.main()
    """
    async with thinking(command=program(tmp_path, talking)) as thinker:
        assert await ask(thinker, "talker") is None
        assert await ask(thinker, "casual")


def test_an_error_of_a_robot_is_told_by_its_type_alone() -> None:
    found = answer(Question(7, "casual", "s", "truco_paulista", {"cards": "7c"}))
    assert (found.number, found.move, found.error) == (7, None, "robot casual: BadData")


async def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    parent = program(
        tmp_path,
        f"""
        import asyncio
        from carteado.bots.workers import WorkerThinker

        async def main():
            thinker = WorkerThinker()
            await thinker.choose("truco_paulista", {plain_view()!r}, "casual", "k")
            print(*thinker.pids(), flush=True)
            await asyncio.sleep(1000)

        asyncio.run(main())
        """,
    )
    with subprocess.Popen(parent, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        pid = int(started.stdout.readline())
        assert not gone(pid)
        started.kill()
    deadline = time.monotonic() + 20
    while not gone(pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)  # between two looks: the end of another process tells nobody


async def test_ctrl_c_is_left_to_the_process_that_started_the_worker() -> None:
    async with thinking() as thinker:
        assert await ask(thinker)
        (pid,) = thinker.pids()
        os.kill(pid, signal.SIGINT)
        assert await ask(thinker)
        assert thinker.pids() == [pid]
