"""Robots think in processes of their own, so that an event loop never waits for one.

A worker is ``python -m carteado.bots.worker``: it gets plain views as lines of JSON on its standard input
and answers lines of JSON on its standard output. It imports the rules and the robots, and ends when its input
does, also when the process that started it was killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
from collections.abc import Mapping
from typing import Final

import msgspec

from carteado.bots.worker import LIMIT, Answer, Question
from carteado.games.game import Plain

PATIENCE: Final = 5.0
"""Seconds after which a worker that does not answer is replaced."""
REST: Final = 1.0
"""Seconds between two starts of one worker, so that one that cannot start does not start all the time."""


class ThinkerFailed(Exception):
    """No move came: the worker died or was too slow, or the robot raised an error."""


class _Worker:
    """One process and the questions that it has not answered yet."""

    def __init__(self, number: int, command: tuple[str, ...]) -> None:
        self.number: Final = number
        self.command: Final = command
        self.waiting: Final[dict[int, asyncio.Future[str | None]]] = {}
        self.starting: asyncio.Task[None] | None = None
        self.process: asyncio.subprocess.Process | None = None
        self.reader: asyncio.Task[None] | None = None
        self.started = float("-inf")
        self.closed = False

    async def ask(self, number: int, question: bytes, patience: float) -> str | None:
        """Send a question and wait for its answer."""
        future: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self.waiting[number] = future
        try:
            async with asyncio.timeout(patience):
                process = await self._running()
                assert process.stdin is not None
                process.stdin.write(question)
                await process.stdin.drain()
                return await future
        except TimeoutError:
            self._kill()
            raise ThinkerFailed(f"a robot did not answer within {patience:g} s") from None
        except (ConnectionError, OSError) as error:
            raise ThinkerFailed("the robots' process is gone") from error
        finally:
            self.waiting.pop(number, None)
            if future.done() and not future.cancelled():
                future.exception()  # somebody has looked at it

    async def _running(self) -> asyncio.subprocess.Process:
        if self.closed:
            raise ThinkerFailed("the robots have gone home")
        if self.process is None or self.process.returncode is not None:
            if self.starting is None:
                self.starting = asyncio.create_task(self._start(), name=f"robots {self.number} start")
                self.starting.add_done_callback(self._started)
            # who asked may lose interest, but a process that was begun must not be lost
            await asyncio.shield(self.starting)
        assert self.process is not None
        return self.process

    async def _start(self) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self.started + REST - loop.time()))
        if self.closed:
            raise ThinkerFailed("the robots have gone home")
        self.started = loop.time()
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LIMIT
        )
        self.reader = asyncio.create_task(self._read(self.process), name=f"robots {self.number}")

    def _started(self, task: asyncio.Task[None]) -> None:
        self.starting = None
        if not task.cancelled():
            task.exception()  # it is told to all who wait, and nobody may be left

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hand out answers until the process ends."""
        assert process.stdout is not None
        decoder = msgspec.json.Decoder(Answer)
        try:
            while line := await process.stdout.readline():
                answer = decoder.decode(line)
                future = self.waiting.get(answer.number)
                if future is None or future.done():
                    continue
                if answer.error is None:
                    future.set_result(answer.move)
                else:
                    future.set_exception(ThinkerFailed(answer.error))
        except (msgspec.DecodeError, ValueError):
            pass  # a process that talks nonsense is of no more use than a dead one
        finally:
            self._kill()
            await process.wait()
            for future in self.waiting.values():
                if not future.done():
                    future.set_exception(ThinkerFailed("the robots' process is gone"))

    def _kill(self) -> None:
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    async def close(self) -> None:
        """End the process."""
        self.closed = True
        if self.starting is not None:
            await asyncio.gather(self.starting, return_exceptions=True)
        if self.process is not None and self.process.returncode is None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            try:
                async with asyncio.timeout(1):
                    await self.process.wait()
            except TimeoutError:
                self._kill()
        if self.reader is not None:
            await asyncio.gather(self.reader, return_exceptions=True)


class WorkerThinker:
    """The room's `Thinker`: robots in ``processes`` workers, which start with the first question.

    ``salt`` goes into the chance of every decision; without one it is drawn, so that nobody can foresee a
    bluff.
    """

    def __init__(
        self,
        processes: int = 1,
        *,
        salt: str | None = None,
        patience: float = PATIENCE,
        command: tuple[str, ...] = (sys.executable, "-m", "carteado.bots.worker"),
    ) -> None:
        self._workers: Final = [_Worker(number, command) for number in range(processes)]
        self._salt: Final = secrets.token_hex(8) if salt is None else salt
        self._patience: Final = patience
        self._encoder: Final = msgspec.json.Encoder()
        self._number = 0

    async def choose(self, game: str, view: Mapping[str, Plain], level: str, key: str) -> str | None:
        """See `carteado.room.ports.Thinker.choose`.

        Raises:
            ThinkerFailed: no move came, and the clock's default is to be played.
        """
        self._number += 1
        question = Question(self._number, level, f"{self._salt}:{key}:{view.get('decision')}", game, view)
        line = self._encoder.encode(question) + b"\n"
        worker = min(self._workers, key=lambda each: len(each.waiting))
        return await worker.ask(self._number, line, self._patience)

    def pids(self) -> list[int]:
        """The processes that run now."""
        running = (each.process for each in self._workers)
        return [each.pid for each in running if each is not None and each.returncode is None]

    async def close(self) -> None:
        """End the workers. Questions that wait fail; later ones too."""
        await asyncio.gather(*(worker.close() for worker in self._workers))
