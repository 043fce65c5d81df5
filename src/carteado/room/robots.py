"""The robots of one table: what they are asked, when they may speak, and to whom they only give advice.

Their pace is drawn apart from the cards, for each seat at each decision, whoever needs it; nothing that only
a pair may know (a vote, a proposal) draws from it or moves it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from carteado.games.game import BadMove, Match, Move, Plain
from carteado.room import times
from carteado.room.ports import Delays, Thinker
from carteado.room.state import State

log = structlog.get_logger(__name__)


class Ask:
    """A question to a robot: what it would say, and when it may say it."""

    __slots__ = ("answered", "aside", "decision", "due", "number", "opinion", "said", "seat", "task")

    def __init__(self, seat: int, number: int, decision: int, due: float, aside: bool) -> None:
        self.seat: Final = seat
        self.number: Final = number
        """The match."""
        self.decision: Final = decision
        self.due: Final = due
        self.aside: Final = aside
        """A partner's proposal, which nothing waits for."""
        self.answered: bool = False
        self.opinion: str | None = None
        self.said: bool = False
        """As advice to its person, who alone decides."""
        self.task: asyncio.Task[None] | None = None


class Thought:
    """A robot's answer."""

    __slots__ = ("ask", "text")

    def __init__(self, ask: Ask, text: str | None) -> None:
        self.ask: Final = ask
        self.text: Final = text


class Robots:
    """The questions that are open to the robots of a table."""

    def __init__(
        self,
        thinker: Thinker,
        delays: Delays,
        level: str,
        key: str,
        post: Callable[[Thought], None],
        is_connected: Callable[[str], bool],
    ) -> None:
        self._thinker: Final = thinker
        self._uniform: Final = delays.uniform
        self._level: Final = level
        self._key: Final = key
        self._post: Final = post
        self._is_connected: Final = is_connected
        self._asks: dict[tuple[int, bool], Ask] = {}  # by seat, and whether it is an aside
        self._told: set[int] = set()  # seats that heard of a proposal and were not asked about it yet
        self._decision = -1
        self._since = 0.0  # when this decision opened
        self._came: dict[int, float] = {}  # when a robot took a person's seat during it
        self._delays: list[float] = []
        self._watched = False  # the robots that are asked nothing have been shown this decision

    def __bool__(self) -> bool:
        return bool(self._asks)

    # ------------------------------------------------------------------------------------- what happened

    def tell(self, seats: set[int]) -> None:
        """Something was said that only these seats may know."""
        self._told |= seats

    def take(self, seat: int, now: float) -> None:
        """A robot holds a person's seat from now on: it needs its time too."""
        self._came[seat] = now

    def drop(self, seat: int) -> None:
        """The seat is another's now: what the robot thinks is nothing to anybody."""
        for aside in (False, True):
            self._forget((seat, aside))

    def clear(self) -> None:
        """No question is open any more."""
        for key in list(self._asks):
            self._forget(key)
        self._told.clear()

    def restart(self) -> None:
        """The table came back from its journal: ask everything anew."""
        self.clear()
        self._decision = -1

    def _forget(self, key: tuple[int, bool]) -> None:
        ask = self._asks.pop(key, None)
        if ask is not None and ask.task is not None:
            ask.task.cancel()

    # ------------------------------------------------------------------------------------------ asking

    def attend(self, state: State, match: Match, now: float) -> None:
        """Put the open questions to the robots that are asked them and do not know of them yet."""
        decision = match.decision
        if self._decision != decision:
            self._decision = decision
            self._since = now
            self._came.clear()
            self._delays = []
        for seat in state.seats:
            if seat.robot or seat.held:
                break
        else:
            if self._asks or self._told:
                self.clear()
            return
        if not self._delays:
            least, most = times.ROBOT_LEAST, times.ROBOT_MOST
            if state.game.watchful:
                least, most = times.WATCHFUL_LEAST, times.WATCHFUL_MOST
            self._delays = [self._uniform(least, most) for _ in state.seats]
            self._watched = False
        for key, ask in list(self._asks.items()):
            gone = ask.number != state.number or not state.seats[ask.seat].by_robot
            if gone or (not ask.aside and ask.decision != decision):
                self._forget(key)
        for number in match.actors():
            if state.seats[number].by_robot and (number, False) not in self._asks:
                # asked again after an aside it still speaks at its time: what a pair says moves no clock
                since = max(self._since, self._came.get(number, self._since))
                self._ask(state, match, number, max(now, since + self._delays[number]), aside=False)
        if state.game.watchful and not self._watched:
            self._watched = True
            actors = match.actors()
            for number, seat in enumerate(state.seats):
                if seat.by_robot and number not in actors and _may(state, match, number, state.game.watchful):
                    self._forget((number, True))
                    self._ask(state, match, number, now + self._delays[number], aside=True)
        for number in sorted(self._told):
            if state.seats[number].by_robot and _may(state, match, number, state.game.asides):
                self._forget((number, True))
                self._ask(state, match, number, now + self._delays[number], aside=True)
        self._told.clear()

    def _ask(self, state: State, match: Match, seat: int, due: float, aside: bool) -> None:
        ask = self._asks[seat, aside] = Ask(seat, state.number, match.decision, due, aside)
        view = match.view(seat).plain()
        key = f"{self._key}.{state.number}.{seat}"
        ask.task = asyncio.create_task(self._think(ask, state.game.id, view, key))

    async def _think(self, ask: Ask, game: str, view: dict[str, Plain], key: str) -> None:
        text: str | None = None
        try:
            text = await self._thinker.choose(game, view, self._level, key)
        except Exception as error:
            log.error("robot_failed", error=type(error).__name__)
        self._post(Thought(ask, text))

    # ---------------------------------------------------------------------------------------- answering

    def due(self) -> list[float]:
        """When robots that are asked may speak."""
        return [ask.due for ask in self._asks.values()]

    def ready(self, state: State, match: Match, now: float) -> list[Ask]:
        """The questions that a robot has answered and may speak to now, by seat."""
        return [
            ask
            for _, ask in sorted(self._asks.items())
            if ask.answered and now >= ask.due and self.is_open(ask, state, match)
        ]

    def is_open(self, ask: Ask, state: State, match: Match) -> bool:
        """Whether the question is still this robot's, and still the same."""
        if self._asks.get((ask.seat, ask.aside)) is not ask or not state.seats[ask.seat].by_robot:
            return False
        return ask.number == state.number and (ask.aside or ask.decision == match.decision)

    def close(self, ask: Ask) -> None:
        """The robot has spoken."""
        self._asks.pop((ask.seat, ask.aside), None)

    def persons_asked_with(self, state: State, match: Match, robot: int) -> list[int]:
        """The connected persons who are asked the same as a robot: they decide, it advises."""
        persons: list[int] = []
        for other in match.shared(robot):
            seat = state.seats[other]
            if seat.person is not None and not seat.held and self._is_connected(seat.person.id):
                persons.append(other)
        return persons

    def wanted(self, state: State, match: Match, ask: Ask) -> Move | None:
        """What the robot wants, if it may still do it and it does not ruin it."""
        if ask.opinion is None:
            return None
        try:
            move = state.game.parse(ask.opinion)
        except BadMove:
            return None
        if ask.aside and move.kind not in state.game.asides:
            return None
        if match.since(ask.seat, move) > ask.decision or match.check(ask.seat, move) is not None:
            return None
        return None if match.grave(ask.seat, move) is not None else move

    def advisers(self, match: Match, seats: list[int]) -> list[Ask]:
        """The robots among these seats that gave advice on the open decision."""
        asks = [self._asks.get((seat, False)) for seat in seats]
        return [ask for ask in asks if ask is not None and ask.said and ask.decision == match.decision]

    def advice(self, match: Match, person: int) -> str | None:
        """What a robot would answer to the question that this seat is asked too."""
        for ask in self._asks.values():
            if ask.said and ask.decision == match.decision and person in match.shared(ask.seat):
                return ask.opinion
        return None


def _may(state: State, match: Match, seat: int, kinds: frozenset[str]) -> bool:
    """Whether a seat has a legal move of one of these kinds."""
    return any(isinstance(move, Move) and move.kind in kinds for move in match.legal(seat))
