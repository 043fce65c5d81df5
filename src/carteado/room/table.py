"""A table: one task owns it, one queue leads in, one writer leads out.

A command is applied, written to the journal, and only when that is durable answered and shown. When the
journal fails, what was applied is forgotten: the table freezes, nobody is told of it, and it comes back from
the journal.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import structlog

from carteado.games.game import (
    BadMove,
    BadOptions,
    Event,
    Game,
    Match,
    Move,
    Plain,
    Refusal,
    Refused,
    time_out,
)
from carteado.room import entries, times
from carteado.room.entries import Answered, By, Entry, Opened
from carteado.room.messages import (
    PHRASES,
    Answer,
    Back,
    Command,
    Continue,
    Create,
    Done,
    Enter,
    Gone,
    Item,
    Leave,
    Listing,
    Play,
    Quick,
    Ready,
    Rematch,
    Robot,
    RoomSeen,
    Say,
    SeatSeen,
    SetOptions,
    Sit,
    Stand,
)
from carteado.room.messages import Refused as RefusedAnswer
from carteado.room.ports import Clock, Delays, Journal, JournalFailed, Person, Shuffler, Thinker, Timer
from carteado.room.robots import Ask, Robots, Thought
from carteado.room.state import BadJournal, State, restore
from carteado.room.streams import Link, Steps, Viewer, seen

log = structlog.get_logger(__name__)

SNAPSHOT_EVERY: Final = 200
"""Entries between two snapshots."""
MAIL_MOST: Final = 2000
"""Messages that wait for a table; commands beyond are refused ``busy``."""
PHRASES_MOST: Final = 5
PHRASES_WITHIN: Final = 20.0
FROZEN_FIRST: Final = 0.25
"""Seconds until the first attempt to come back; each next one waits twice as long, up to `FROZEN_MOST`."""
FROZEN_MOST: Final = 5.0


class House:
    """What all tables of a room share."""

    def __init__(
        self,
        games: Mapping[str, Game],
        journal: Journal,
        clock: Clock,
        shuffler: Shuffler,
        thinker: Thinker,
        delays: Delays,
        level: str,
        viewers_most: int,
        changed: Callable[[Table], None],
        closed: Callable[[Table], None],
    ) -> None:
        self.games: Final = games
        self.journal: Final = journal
        self.clock: Final = clock
        self.shuffler: Final = shuffler
        self.thinker: Final = thinker
        self.delays: Final = delays
        self.level: Final = level
        self.viewers_most: Final = viewers_most
        self.changed: Final = changed
        self.closed: Final = closed


class Incoming:
    """A client's message."""

    __slots__ = ("command", "link")

    def __init__(self, link: Link, command: Command) -> None:
        self.link: Final = link
        self.command: Final = command


class Detach:
    """A socket is gone."""

    __slots__ = ("link",)

    def __init__(self, link: Link) -> None:
        self.link: Final = link


class Renamed:
    """A person has another name."""

    __slots__ = ("person",)

    def __init__(self, person: Person) -> None:
        self.person: Final = person


class Tick:
    """Something may be due."""

    __slots__ = ()


class Stop:
    """The server goes down."""

    __slots__ = ()


_NEVER: Final = float("inf")
Mail = Incoming | Detach | Renamed | Tick | Thought | Stop
_TICK: Final = Tick()
_STOP: Final = Stop()


class Table:
    """One table of the room."""

    def __init__(self, id: str, house: House, key: str) -> None:
        self.id: Final = id
        self.house: Final = house
        self.key: Final = key
        self.state: State | None = None
        self.viewers: dict[str, Viewer] = {}
        self.steps: Final = Steps()
        self.durable: bool = False
        """Whether the journal has it: before that the room names it to nobody."""
        self.creator: str = ""
        self.closed: bool = False
        self.frozen: bool = False
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._mail: deque[Mail] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._held_back: list[Incoming] = []  # by a freeze, until the table is back
        # of the batch in hand
        self._at = 0
        self._written: list[bytes] = []
        self._events: list[Event] = []
        self._dirty = 0  # a bit for each seat whose room state changed, and one for watchers
        self._out: list[tuple[Link, Answer]] = []
        self._entering: list[tuple[Link, Viewer, str | None]] = []
        self._gone: list[Viewer] = []
        self._people_changed = True
        self._public_changed = True
        self._closing = ""
        self._poison: set[tuple[str, str]] = set()  # commands that broke the table, never tried again
        # since the start of the server only
        self._ticked = 0.0  # what was due then is done
        self._stage = ""
        self._number = 0  # of the last entry
        self._snapshot_at = 0
        self._timer: Timer | None = None
        self._timer_when = 0.0
        self._clock: times.DecisionClock | None = None
        self._hold_since: float | None = None
        self._go_on: set[int] = set()
        self._away: dict[str, float] = {}
        self._lonely: float | None = None
        self._empty: float | None = None
        self._rematch_due: float | None = None
        self._robots: Final = Robots(
            house.thinker, house.delays, house.level, key, self.post, self._is_connected
        )
        self._phrases: dict[str, deque[float]] = {}
        self._seats_seen: list[SeatSeen] | None = None

    # ------------------------------------------------------------------------------------- from the outside

    def open(self, link: Link, command: Create | Quick) -> None:
        """Make the table, by its first message."""
        self.creator = link.person.id
        self._mail.append(Incoming(link, command))
        self._task = asyncio.create_task(self._run())

    def resume(self, state: State, number: int) -> None:
        """Go on after a restart, from what the journal had up to entry ``number``."""
        self._adopt(state, number)
        self.durable = True
        self._mail.append(_TICK)
        self._task = asyncio.create_task(self._run())

    def post(self, mail: Mail) -> None:
        """Put a message into the queue."""
        if isinstance(mail, Incoming):
            if self.closed:
                mail.link.send(RefusedAnswer(mail.command.id, "no_such_table", {}))
                return
            if self.frozen and not self._is_held_back(mail):
                mail.link.send(RefusedAnswer(mail.command.id, "frozen", {}))
                return
            if len(self._mail) >= MAIL_MOST:
                mail.link.send(RefusedAnswer(mail.command.id, "busy", {}))
                return
        self._mail.append(mail)
        waiter = self._waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    def _is_held_back(self, mail: Incoming) -> bool:
        return any(
            held.command.id == mail.command.id and held.link.person.id == mail.link.person.id
            for held in self._held_back
        )

    async def stop(self) -> None:
        """Finish the batch in hand and take a snapshot."""
        self._stopping = True
        self.post(_STOP)
        if self._task is not None:
            await self._task

    def listing(self) -> Listing | None:
        """The table as anybody may see it, private or not; None before it is durable."""
        return self.state.listing(self.id) if self.state is not None and self.durable else None

    # --------------------------------------------------------------------------------------------- the task

    async def _run(self) -> None:
        while not self.closed:
            if not self._mail:
                self._waiter = asyncio.get_running_loop().create_future()
                await self._waiter
                self._waiter = None
            batch = list(self._mail)
            self._mail.clear()
            if self._process(batch) and await self._commit():
                await self._after_commit()
            else:
                await self._thaw([mail for mail in batch if isinstance(mail, Incoming)])
            if self._stopping:
                break
        self._cancel_all()
        if self._stopping and not self.closed and self.state is not None and not self.frozen:
            await self._snapshot()

    async def _after_commit(self) -> None:
        self.durable = self.state is not None
        if self._closing:
            await self._close()
            return
        try:
            self._flush()
        except Exception as error:
            # what happened is durable; a view that cannot be made must not stop the table
            log.error("show_failed", where=_where(error))
            self._forget_batch()
            if self.state is not None:
                self._renew_streams(self.state)
        if self._number - self._snapshot_at >= SNAPSHOT_EVERY:
            await self._snapshot()

    def _process(self, batch: Sequence[Mail]) -> bool:
        """Let messages have their effect. False: the table is in no sound state and must be restored."""
        self._at = round(self.house.clock.wall() * 1000)
        mail: Mail | None = None
        try:
            for mail in batch:
                match mail:
                    case Incoming():
                        self._take(mail)
                    case Thought():
                        mail.ask.answered = True
                        mail.ask.opinion = mail.text
                    case Detach():
                        self._detach(mail.link)
                    case Renamed():
                        self._renamed(mail.person)
                    case Tick() | Stop():
                        pass
            mail = None
            if self.state is not None:
                self._ticked = self.house.clock.now()
                self._tick(self.state, self._ticked)
                self._settle(self.state)
        except Exception as error:
            # a fault of ours; the message itself may hold cards, so only its place is logged
            log.error("table_failed", where=_where(error))
            if isinstance(mail, Incoming):
                self._poison.add((mail.link.person.id, mail.command.id))
            return False
        return True

    async def _commit(self) -> bool:
        """Make what was written durable. False: it may not be, and nothing of it may be shown."""
        written = self._written
        if not written:
            return True
        self._written = []
        try:
            await self.house.journal.append(self.id, written)
        except JournalFailed as error:
            log.error("table_frozen", error=type(error).__name__)
            return False
        self._number += len(written)
        return True

    async def _snapshot(self) -> None:
        assert self.state is not None
        try:
            await self.house.journal.snapshot(self.id, self._number, self.state.save(self._number))
        except JournalFailed as error:
            log.warning("snapshot_failed", error=type(error).__name__)
        self._snapshot_at = self._number

    async def _close(self) -> None:
        self.closed = True
        for link, answer in self._out:
            link.send(answer)
        for viewers, reason in ((self._gone, "left"), (self.viewers.values(), self._closing)):
            for viewer in viewers:
                for link in viewer.links:
                    link.send(Gone(self.id, reason))
        self._cancel_all()
        self.house.closed(self)
        for mail in self._mail:
            if isinstance(mail, Incoming):
                mail.link.send(RefusedAnswer(mail.command.id, "no_such_table", {}))
        self._mail.clear()
        wait = FROZEN_FIRST
        while not self._stopping:
            try:
                await self.house.journal.drop(self.id)
                break
            except JournalFailed as error:
                log.warning("drop_failed", error=type(error).__name__)
                await self._sleep(wait)
                wait = min(2 * wait, FROZEN_MOST)

    def _cancel_all(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._robots.clear()

    # ----------------------------------------------------------------------------------------- after failure

    async def _thaw(self, held: list[Incoming]) -> None:
        """Come back from the journal after it failed, and try again what was under way."""
        self.frozen = True
        self._held_back = held
        wait = FROZEN_FIRST
        while not self._stopping:
            for viewer in self._gone:
                self.viewers[viewer.person.id] = viewer  # he has not left: nothing has happened
            self._forget_batch()
            self._cancel_all()
            held = self._held_back = self._without_poison(held)
            await self._sleep(wait)
            wait = min(2 * wait, FROZEN_MOST)
            try:
                loaded = await self.house.journal.load(self.id)
                state = restore(loaded.snapshot, (data for _, data in loaded.entries), self.house.games)
            except JournalFailed:
                continue
            except BadJournal as error:
                log.error("table_unreadable", error=str(error))
                continue
            if state is None:
                self._never_opened(held)
                return
            self._adopt(state, state.entries + len(loaded.entries))
            if self._process([*held, _TICK]) and await self._commit():
                self.frozen = False
                self._held_back = []
                log.info("table_thawed")
                await self._after_commit()
                return

    def _without_poison(self, held: list[Incoming]) -> list[Incoming]:
        kept: list[Incoming] = []
        for mail in held:
            if (mail.link.person.id, mail.command.id) in self._poison:
                mail.link.send(RefusedAnswer(mail.command.id, "server_error", {}))
            else:
                kept.append(mail)
        self._poison.clear()
        return kept

    def _never_opened(self, held: list[Incoming]) -> None:
        self.closed = True
        self.state = None
        self._held_back = []
        for mail in held:
            mail.link.send(RefusedAnswer(mail.command.id, "frozen", {}))
        self.house.closed(self)

    def _adopt(self, state: State, number: int) -> None:
        """Take a restored state: every stream begins anew, every clock has its full time."""
        self.state = state
        self._number = number
        self._snapshot_at = number
        self._clock = None
        self._hold_since = None
        self._go_on.clear()
        self._rematch_due = None
        self._robots.restart()
        self._renew_streams(state)
        self._touch_people()

    def _renew_streams(self, state: State) -> None:
        self.steps.clear()
        for viewer in self.viewers.values():
            viewer.renew(state.seat_of(viewer.person.id), len(state.seats))

    def _forget_batch(self) -> None:
        self._written = []
        self._events = []
        self._out.clear()
        self._entering.clear()
        self._gone.clear()
        self._dirty = 0
        self._closing = ""

    async def _sleep(self, seconds: float) -> None:
        done = asyncio.get_running_loop().create_future()
        self._waiter = done  # a stop wakes it
        clock = self.house.clock

        def wake() -> None:
            if not done.done():
                done.set_result(None)

        until = clock.now() + seconds
        timer = clock.call_at(until, wake)
        while not self._stopping and clock.now() < until:
            await done
            if clock.now() < until and not self._stopping:
                done = self._waiter = asyncio.get_running_loop().create_future()
        timer.cancel()
        self._waiter = None

    # --------------------------------------------------------------------------------------------- commands

    def _take(self, mail: Incoming) -> None:
        link, command = mail.link, mail.command
        if self.state is None:
            if isinstance(command, Create | Quick):
                self._open(link, command)
            else:
                self._out.append((link, RefusedAnswer(command.id, "no_such_table", {})))
            return
        state = self.state
        person = link.person
        first = state.answer(person.id, command.id)
        if first is not None and not isinstance(command, Enter):
            self._answer_again(link, command, first)
            return
        before = len(self._written)
        handle = _HANDLERS.get(type(command))
        outcome = Refusal("bad_command") if handle is None else handle(self, state, link, command)
        if outcome is None:
            if not isinstance(command, Play | Enter):
                if len(self._written) > before:
                    self._write(Answered(at=self._at, who=person.id, id=command.id))
                elif person.id in self.viewers:
                    state.remember(person.id, command.id, state.decision)
            self._out.append((link, Done(command.id, decision=state.decision or None)))
        else:
            self._refuse(state, link, command, outcome)

    def _answer_again(self, link: Link, command: Command, first: int | RefusedAnswer) -> None:
        if isinstance(first, RefusedAnswer):
            self._out.append((link, first))
            return
        table = self.id if isinstance(command, Create | Quick) else None
        self._out.append((link, Done(command.id, table=table, decision=first or None)))
        if table is not None and self.state is not None:
            # the first answer may have been lost with its socket, and this one is at no table yet
            self._attach(self.state, link, None)

    def _refuse(self, state: State, link: Link, command: Command, refusal: Refusal) -> None:
        person = link.person.id
        viewer = self.viewers.get(person)
        answer = RefusedAnswer(
            command.id,
            refusal.code,
            refusal.facts,
            decision=state.decision or None,
            stream=None if viewer is None else viewer.place,
        )
        if not isinstance(command, Enter):
            if state.seat_of(person) is not None:
                self._write(entries.Turned(at=self._at, who=person, answer=answer))
            elif viewer is not None:
                state.remember(person, command.id, answer)
        self._out.append((link, answer))

    def _write(self, entry: Entry) -> list[Event]:
        """Let it have happened, and note it for the journal."""
        assert self.state is not None
        events = self.state.apply(entry)
        self._written.append(entries.write(entry))
        if events:
            self._events.extend(events)
        return events

    def _touch(self) -> None:
        """The room state changed for everybody."""
        assert self.state is not None
        self._dirty = (2 << len(self.state.seats)) - 1
        self._seats_seen = None

    def _touch_people(self) -> None:
        self._touch()
        self._people_changed = True
        self._public_changed = True

    def _open(self, link: Link, command: Create | Quick) -> None:
        game = self.house.games[command.game]
        quick = isinstance(command, Quick)
        opened = Opened(
            at=self._at,
            game=command.game,
            seats=command.seats,
            options=game.full_options(command.options),
            pace="normal" if isinstance(command, Quick) else command.pace,
            private=True if isinstance(command, Quick) else command.private,
            watchers=True if isinstance(command, Quick) else command.watchers,
            host=link.person,
            id=command.id,
            quick=quick,
        )
        state = self.state = State(opened, game)
        self._written.append(entries.write(opened))
        self._touch_people()
        self._attach(state, link, None)
        if quick:
            self._write(entries.Sat(at=self._at, seat=0, person=link.person))
            for seat in range(1, command.seats):
                self._write(entries.RobotSet(at=self._at, seat=seat, on=True))
            self._write(entries.Readied(at=self._at, seat=0, on=True))
        self._write(Answered(at=self._at, who=link.person.id, id=command.id))
        self._out.append((link, Done(command.id, table=self.id)))

    def _attach(self, state: State, link: Link, after: str | None) -> Refusal | None:
        person = link.person
        viewer = self.viewers.get(person.id)
        if viewer is None:
            seat = state.seat_of(person.id)
            if seat is None and len(self.viewers) >= self.house.viewers_most:
                return Refusal("table_full")
            viewer = self.viewers[person.id] = Viewer(person, seat, len(state.seats), state.opened.watchers)
        if not viewer.links:
            self._touch()
            self._people_changed = True
        if link not in viewer.links:
            viewer.links.append(link)
        self._entering.append((link, viewer, after))
        return None

    def _enter(self, state: State, link: Link, command: Enter) -> Refusal | None:
        return self._attach(state, link, command.after)

    def _detach(self, link: Link) -> None:
        viewer = self.viewers.get(link.person.id)
        if viewer is None or link not in viewer.links or self.state is None:
            return
        viewer.links.remove(link)
        self._entering = [each for each in self._entering if each[0] is not link]
        if not viewer.links:
            if viewer.seat is None:
                del self.viewers[link.person.id]
            self._touch()
            self._people_changed = True

    def _renamed(self, person: Person) -> None:
        state = self.state
        if state is None:
            return
        viewer = self.viewers.get(person.id)
        if viewer is not None:
            viewer.person = person
        host = state.host is not None and state.host.id == person.id
        if host or any(each.id == person.id for each in state.persons()):
            self._write(entries.Named(at=self._at, person=person))
            self._touch_people()

    def _leave(self, state: State, link: Link, command: Leave) -> Refusal | None:
        person = link.person.id
        viewer = self.viewers.pop(person, None)
        if viewer is None and state.seat_of(person) is None:
            return None  # he is not here, which is what he wants
        self._give_up_seats(state, person)
        if viewer is not None:
            self._gone.append(viewer)
            self._entering = [each for each in self._entering if each[1] is not viewer]
        if state.host is not None and state.host.id == person:
            self._write(entries.Hosted(at=self._at, person=self._next_host(state, person)))
        self._touch_people()
        if not state.persons() and not any(each.links for each in self.viewers.values()):
            self._closing = "closed"
        return None

    def _give_up_seats(self, state: State, person: str) -> None:
        coming = state.coming_to(person)
        if coming is not None:
            self._write(entries.Coming(at=self._at, seat=coming))
        seat = state.seat_of(person)
        if seat is not None:
            self._write(entries.Stood(at=self._at, seat=seat, robot=state.stage == "playing"))
            self._robots.drop(seat)

    def _next_host(self, state: State, person: str) -> Person | None:
        """The next person clockwise from the seats who is here, then a watcher."""
        here = [each for each in state.persons() if each.id != person]
        connected = [each for each in here if self._is_connected(each.id)]
        watching = [each.person for each in self.viewers.values() if each.links and each.person.id != person]
        return next(iter([*connected, *watching, *here]), None)

    def _sit(self, state: State, link: Link, command: Sit) -> Refusal | None:
        person = link.person
        if person.id not in self.viewers:
            return Refusal("not_at_table")
        if command.seat >= len(state.seats):
            return Refusal("no_such_seat")
        seat = state.seats[command.seat]
        own = state.seat_of(person.id)
        if own == command.seat:
            return None
        if own is not None and state.stage == "playing":
            return Refusal("already_seated", {"seat": own})
        if seat.person is not None:
            return Refusal("seat_taken")
        if seat.coming is not None and seat.coming.id != person.id:
            return Refusal("seat_taken")
        if state.stage == "playing":
            self._write(entries.Coming(at=self._at, seat=command.seat, person=person))
        else:
            self._write(entries.Sat(at=self._at, seat=command.seat, person=person))
            if state.stage == "over":
                self._rematch_due = self.house.clock.now() + times.REMATCH
        self._touch_people()
        return None

    def _stand(self, state: State, link: Link, command: Stand) -> Refusal | None:
        person = link.person.id
        if state.seat_of(person) is None and state.coming_to(person) is None:
            return Refusal("not_seated")
        self._give_up_seats(state, person)
        self._touch_people()
        return None

    def _robot(self, state: State, link: Link, command: Robot) -> Refusal | None:
        person = link.person.id
        host = state.host is not None and state.host.id == person
        if state.seat_of(person) is None and not (host and person in self.viewers):
            return Refusal("not_seated")
        if state.stage == "playing":
            return Refusal("match_running")
        if command.seat >= len(state.seats):
            return Refusal("no_such_seat")
        seat = state.seats[command.seat]
        if seat.person is not None:
            return Refusal("seat_taken")
        if seat.robot != command.on:
            self._write(entries.RobotSet(at=self._at, seat=command.seat, on=command.on))
            self._touch_people()
        return None

    def _set_options(self, state: State, link: Link, command: SetOptions) -> Refusal | None:
        if state.host is None or state.host.id != link.person.id:
            return Refusal("not_host")
        if state.number > 0:
            return Refusal("options_locked")  # Mineiro R27, Q21: the others sat down to these
        try:
            options = state.game.full_options(command.options)
        except BadOptions as error:
            return Refusal("bad_options", {"problem": str(error)[:200]})
        if options != state.options:
            self._write(entries.OptionsSet(at=self._at, options=options))
            self._touch_people()
        return None

    def _ready(self, state: State, link: Link, command: Ready) -> Refusal | None:
        seat = state.seat_of(link.person.id)
        if seat is None:
            return Refusal("not_seated")
        if state.stage == "playing":
            return Refusal("match_running")
        if state.stage == "over":
            return self._vote_rematch(state, seat, command.on)
        if state.seats[seat].ready != command.on:
            self._write(entries.Readied(at=self._at, seat=seat, on=command.on))
            self._touch()
        return None

    def _rematch(self, state: State, link: Link, command: Rematch) -> Refusal | None:
        seat = state.seat_of(link.person.id)
        if seat is None:
            return Refusal("not_seated")
        if state.stage != "over":
            return Refusal("match_running" if state.stage == "playing" else "no_vote_open")
        return self._vote_rematch(state, seat, command.yes)

    def _vote_rematch(self, state: State, seat: int, yes: bool) -> Refusal | None:
        if state.seats[seat].rematch != yes:
            self._write(entries.RematchVoted(at=self._at, seat=seat, yes=yes))
            self._touch()
        if not yes:
            self._write(entries.Stood(at=self._at, seat=seat))
            self._touch_people()
        return None

    def _back(self, state: State, link: Link, command: Back) -> Refusal | None:
        seat = state.seat_of(link.person.id)
        if seat is None:
            return Refusal("not_seated")
        if state.seats[seat].held:
            self._take_back(seat)
        return None

    def _take_back(self, seat: int) -> None:
        self._write(entries.Held(at=self._at, seat=seat))
        self._robots.drop(seat)
        self._touch()

    def _continue(self, state: State, link: Link, command: Continue) -> Refusal | None:
        seat = state.seat_of(link.person.id)
        if seat is None:
            return Refusal("not_seated")
        if self._hold_since is None:
            return Refusal("no_pause")
        if seat not in self._go_on:
            self._go_on.add(seat)
            self._touch()
        return None

    def _say(self, state: State, link: Link, command: Say) -> Refusal | None:
        person = link.person
        seat = state.seat_of(person.id)
        if seat is None:
            return Refusal("not_seated")
        if command.phrase not in PHRASES:
            return Refusal("no_such_phrase")
        now = self.house.clock.now()
        said = self._phrases.setdefault(person.id, deque(maxlen=PHRASES_MOST))
        if len(said) == PHRASES_MOST and now - said[0] < PHRASES_WITHIN:
            return Refusal("too_fast", {"wait_ms": round((said[0] + PHRASES_WITHIN - now) * 1000)})
        said.append(now)
        facts: dict[str, Plain] = {"seat": seat, "name": person.name, "phrase": command.phrase}
        self._events.append(Event("said", facts))
        return None

    # ----------------------------------------------------------------------------------------------- moves

    def _play(self, state: State, link: Link, command: Play) -> Refusal | None:
        person = link.person.id
        number = state.seat_of(person)
        if number is None:
            return Refusal("not_seated")
        match = state.match
        if match is None:
            return Refusal("no_match")
        if state.stage != "playing":
            return Refusal("match_over")
        try:
            move = state.game.parse(command.move)
        except BadMove:
            return Refusal("bad_move")
        if not match.since(number, move) <= command.decision <= match.decision:
            return Refusal("stale_decision")
        if state.seats[number].held:
            refusal = match.check(number, move)
            if refusal is not None:
                return refusal
            self._take_back(number)
        try:
            self._move(state, match, number, move, "person", person, command.id)
        except Refused as refused:
            return refused.refusal
        return None

    def _move(
        self, state: State, match: Match, seat: int, move: Move, by: By, who: str = "", id: str = ""
    ) -> None:
        """Let a seat move, and the robots that answer with it.

        Raises:
            Refused: the move is not legal; nothing has changed.
        """
        aside = move.kind in state.game.asides
        used = 0
        clock = self._clock
        if clock is not None and clock.decision == match.decision and clock.seats == [seat] and not aside:
            used = clock.used_ms(self.house.clock.now())
        entry = entries.Moved(at=self._at, seat=seat, move=move.text, by=by, who=who, id=id, used=used)
        events = self._write(entry)
        for event in events:
            if event.only is not None:
                self._robots.tell({other for other in event.only if other != seat})

    def _follow(self, state: State, match: Match) -> None:
        """Robots that are asked the same as a connected person do not decide: their answers follow his.

        Also when the robot came after he had answered (Paulista PV11).
        """
        decision = match.decision
        for seat in match.actors():
            if match.decision != decision:
                return
            if state.seats[seat].by_robot:
                votes = [
                    state.votes.get(other) for other in self._robots.persons_asked_with(state, match, seat)
                ]
                vote = votes[0] if votes and None not in votes else None
                if vote is not None and match.check(seat, state.game.parse(vote)) is None:
                    self._write(entries.Moved(at=self._at, seat=seat, move=vote, by="follow"))

    def _time_out(self, state: State, match: Match, clock: times.DecisionClock, now: float) -> None:
        """The clock of the open decision has run out: robots' advice counts, then the defaults are played."""
        decision = match.decision
        for ask in self._robots.advisers(match, clock.seats):
            move = self._robots.wanted(state, match, ask)
            if move is not None and ask.seat in match.actors():
                self._move(state, match, ask.seat, move, "robot")
                if match.decision != decision:
                    return
        for seat, move, _ in time_out(match.copy()):
            others = [other for other in clock.seats if other != seat]
            person = state.seats[seat].person is not None and not state.seats[seat].held
            # of two persons who are asked together, which one is silent is theirs to know
            silent = person and all(state.seats[other].by_robot for other in others)
            self._write(
                entries.Moved(
                    at=self._at,
                    seat=seat,
                    move=move.text,
                    by="clock",
                    used=0 if others else clock.used_ms(now),
                    silent=silent,
                )
            )
            if state.seats[seat].silent >= times.SILENCES and state.stage == "playing":
                self._hold(state, seat, "silent")

    def _hold(self, state: State, seat: int, why: entries.Hold) -> None:
        self._write(entries.Held(at=self._at, seat=seat, why=why))
        self._robots.take(seat, self.house.clock.now())
        self._touch()

    def _start(self, state: State) -> None:
        self._write(entries.Started(at=self._at))
        self._rematch_due = None
        self._touch_people()

    def _deal(self, state: State) -> None:
        """Let those in who wait for a robot's seat, then deal."""
        self._let_in(state)
        assert state.match is not None
        chance = state.match.chance()
        assert chance is not None
        order = self.house.shuffler.order(chance.items)
        self._write(entries.Dealt(at=self._at, order=order))

    def _let_in(self, state: State) -> None:
        for number, seat in enumerate(state.seats):
            if seat.coming is None:
                continue
            if self._is_connected(seat.coming.id):
                self._write(entries.Sat(at=self._at, seat=number, person=seat.coming))
                self._robots.drop(number)
            else:
                self._write(entries.Coming(at=self._at, seat=number))
            self._touch_people()

    # ------------------------------------------------------------------------------------- what follows of it

    def _settle(self, state: State) -> None:
        """Do what nobody has to ask for: start, deal, give seats back, let robots vote."""
        stage = state.stage
        if self._people_changed:
            self._meet(state, self.house.clock.now())
        if stage != "playing":
            self._let_in(state)
        if state.votes and state.match is not None:
            self._follow(state, state.match)
        if state.stage == "waiting":
            if state.full() and any(seat.person for seat in state.seats) and self._all_ready(state):
                self._start(state)
        elif state.stage == "over":
            self._settle_rematch(state)
        match = state.match
        while state.stage == "playing" and match is not None:
            chance = match.chance()
            if chance is None:
                break
            if chance.kind == "deal" and match.hand_number() > 0 and not self._everybody_goes_on(state):
                break
            self._deal(state)
            self._go_on.clear()
        if self._people_changed:
            self._meet(state, self.house.clock.now())
        if state.stage != self._stage:
            self._stage = state.stage
            self._ticked = -1.0  # other times count now: look again what is due

    def _all_ready(self, state: State) -> bool:
        return all(seat.robot or seat.ready for seat in state.seats)

    def _everybody_goes_on(self, state: State) -> bool:
        if not self._go_on:
            return False
        for number, seat in enumerate(state.seats):
            if seat.person is not None and self._is_connected(seat.person.id) and number not in self._go_on:
                return False
        return True

    def _settle_rematch(self, state: State) -> None:
        voting = [seat for seat in state.seats if seat.person is not None]
        if not voting:
            self._rest(state)
        elif all(seat.rematch for seat in voting):
            if state.full():
                self._start(state)
            else:
                self._rest(state)

    def _rest(self, state: State) -> None:
        self._write(entries.Rested(at=self._at))
        self._rematch_due = None
        self._touch_people()

    def _is_connected(self, person: str) -> bool:
        viewer = self.viewers.get(person)
        return viewer is not None and bool(viewer.links)

    def _meet(self, state: State, now: float) -> None:
        """Take note of who is here in which role."""
        self._people_changed = False
        for viewer in list(self.viewers.values()):
            seat = state.seat_of(viewer.person.id)
            if seat != viewer.seat:
                viewer.renew(seat, len(state.seats))
            if seat is None and not viewer.links:
                del self.viewers[viewer.person.id]
        members = {person.id for person in state.persons()}
        if state.host is not None:
            members.add(state.host.id)
        for person in [each for each in self._away if each not in members]:
            del self._away[person]
        for person in members:
            if self._is_connected(person):
                self._away.pop(person, None)
            else:
                self._away.setdefault(person, now)
        for number, sitting in enumerate(state.seats):
            if sitting.held == "away" and sitting.person is not None:
                if self._is_connected(sitting.person.id):
                    self._take_back(number)
        seated = [seat.person.id for seat in state.seats if seat.person is not None]
        alone = state.stage == "playing" and not any(self._is_connected(each) for each in seated)
        self._lonely = None if not alone else now if self._lonely is None else self._lonely
        empty = not state.persons() and not any(each.links for each in self.viewers.values())
        self._empty = None if not empty else now if self._empty is None else self._empty

    def _tick(self, state: State, now: float) -> None:
        """Do what is due."""
        match = state.match
        if match is not None and state.stage == "playing":
            self._robots_act(state, match, now)
            clock = self._clock
            if clock is not None and clock.decision == match.decision and now >= clock.deadline:
                if match.actors():
                    self._time_out(state, match, clock, now)
            if self._hold_since is not None and now >= self._hold_since + state.hold / 1000:
                if match.chance() is not None:
                    self._deal(state)
                self._hold_since = None
        self._tick_people(state, now)

    def _tick_people(self, state: State, now: float) -> None:
        if self._rematch_due is not None and now >= self._rematch_due and state.stage == "over":
            for number, seat in enumerate(state.seats):
                if seat.person is not None and not seat.rematch:
                    self._write(entries.Stood(at=self._at, seat=number))
            self._rest(state)
        for person, since in list(self._away.items()):
            self._tick_away(state, person, now - since)
        if self._lonely is not None and now >= self._lonely + times.ABANDONED:
            self._closing = "abandoned"
        if self._empty is not None and now >= self._empty + times.EMPTY:
            self._closing = "closed"

    def _tick_away(self, state: State, person: str, gone: float) -> None:
        seat = state.seat_of(person)
        if seat is None:
            if gone >= times.AWAY_WAITING:
                coming = state.coming_to(person)
                if coming is not None:
                    self._write(entries.Coming(at=self._at, seat=coming))
                    self._touch_people()
                self._pass_host_on(state, person)
        elif state.stage == "playing":
            if gone >= times.AWAY and not state.seats[seat].held:
                self._hold(state, seat, "away")
        elif state.stage == "waiting" and gone >= times.AWAY_WAITING:
            self._write(entries.Stood(at=self._at, seat=seat))
            self._touch_people()
            self._pass_host_on(state, person)

    def _pass_host_on(self, state: State, person: str) -> None:
        if state.host is None or state.host.id != person:
            return
        following = self._next_host(state, person)
        if following is not None:
            self._write(entries.Hosted(at=self._at, person=following))
            self._touch_people()

    # ---------------------------------------------------------------------------------------------- robots

    def _robots_act(self, state: State, match: Match, now: float) -> None:
        """Let robots say what they think where it is time."""
        robots = self._robots
        for ask in robots.ready(state, match, now):
            if not robots.is_open(ask, state, match):
                continue  # another robot has just closed the decision
            persons = [] if ask.aside else robots.persons_asked_with(state, match, ask.seat)
            if persons:
                if not ask.said:
                    ask.said = True
                    for other in persons:
                        self._dirty |= 1 << other
                continue
            robots.close(ask)
            self._robot_acts(state, match, ask)

    def _robot_acts(self, state: State, match: Match, ask: Ask) -> None:
        move = self._robots.wanted(state, match, ask)
        if move is None and not ask.aside and ask.seat in match.actors():
            move = match.default(ask.seat)
        if move is not None:
            self._move(state, match, ask.seat, move, "robot")

    # ---------------------------------------------------------------------------------------------- showing

    def _arm(self, state: State, now: float) -> None:
        """Set the clocks for what is durable now."""
        match = state.match
        if match is None or state.stage != "playing":
            self._clock = None
            self._hold_since = None
            self._robots.clear()
            if state.stage == "over":
                if self._rematch_due is None:
                    self._rematch_due = now + times.REMATCH
                    self._touch()
            return
        if self._clock is None or self._clock.decision != match.decision:
            reserves = [seat.reserve for seat in state.seats]
            self._clock = times.open_clock(match, state.opened.pace, reserves, now)
        if match.chance() is not None:
            if self._hold_since is None:
                self._hold_since = now
                self._go_on.clear()
        else:
            self._hold_since = None
        self._robots.attend(state, match, now)

    def _set_timer(self, state: State, now: float) -> None:
        """Wake up when the next thing is due. An early timer is cheaper than a new one each move."""
        ticked = self._ticked  # what was due by then is done
        first = _NEVER
        clock = self._clock
        if clock is not None and clock.deadline > ticked:
            first = clock.deadline
        if self._hold_since is not None:
            hold = self._hold_since + state.hold / 1000
            if ticked < hold < first:
                first = hold
        if self._robots:
            first = min((due for due in self._robots.due() if ticked < due < first), default=first)
        if self._slow:
            first = min((due for due in self._slow_due(state) if ticked < due < first), default=first)
        if first == _NEVER:
            return
        if self._timer is not None:
            if self._timer_when <= first:
                return
            self._timer.cancel()
        self._timer_when = first
        self._timer = self.house.clock.call_at(first, self._wake)

    @property
    def _slow(self) -> bool:
        """Whether anything waits that is not of the game: somebody who is away, a vote, an empty table."""
        return bool(self._away) or not (self._rematch_due is self._lonely is self._empty is None)

    def _slow_due(self, state: State) -> list[float]:
        when: list[float] = []
        if self._rematch_due is not None:
            when.append(self._rematch_due)
        if self._lonely is not None:
            when.append(self._lonely + times.ABANDONED)
        if self._empty is not None:
            when.append(self._empty + times.EMPTY)
        patience = times.AWAY if state.stage == "playing" else times.AWAY_WAITING
        for person, since in self._away.items():
            seat = state.seat_of(person)
            if seat is None:
                when.append(since + times.AWAY_WAITING)
            elif not state.seats[seat].held:
                when.append(since + patience)
        return when

    def _wake(self) -> None:
        self._timer = None
        self.post(_TICK)

    def _flush(self) -> None:
        """Answer and show what is durable."""
        state = self.state
        assert state is not None
        now = self.house.clock.now()
        self._arm(state, now)
        out, events, dirty, entering = self._out, self._events, self._dirty, self._entering
        self._out, self._events, self._dirty, self._entering = [], [], 0, []
        for link, answer in out:
            link.send(answer)
        for viewer in self._gone:
            for link in viewer.links:
                link.send(Gone(self.id, "left"))
        self._gone.clear()
        if events or dirty or entering:
            shown = _Shown(self, state, now)
            if events or dirty:
                self._show(shown, events, dirty, [link for link, _, _ in entering])
            for link, viewer, after in entering:
                if link in viewer.links:
                    missed = self.steps.missed(viewer, after)
                    link.send(shown.item(viewer, missed or [], fresh=missed is None))
        self._set_timer(state, now)
        if self._public_changed:
            self._public_changed = False
            self.house.changed(self)

    def _show(self, shown: _Shown, events: list[Event], dirty: int, entering: list[Link]) -> None:
        counted = 0
        visible: dict[int, list[dict[str, Any]]] = {}
        for viewer in self.viewers.values():
            bit = viewer.bit
            mine = visible.get(bit)
            if mine is None:
                mine = visible[bit] = seen(events, viewer)
            fresh = viewer.fresh
            if fresh:
                viewer.fresh = False
            elif mine or dirty & bit:
                viewer.n += 1
                counted |= bit
            else:
                continue
            if viewer.links:
                item: Item | None = None
                for link in viewer.links:
                    if link not in entering:
                        if item is None:
                            item = shown.item(viewer, [] if fresh else mine, fresh)
                        link.send(item)
        if counted:
            self.steps.add(events, counted)

    def seats_seen(self, state: State, now: float) -> list[SeatSeen]:
        """Who holds the seats, equal for every viewer; made anew only when something changed."""
        if self._seats_seen is not None and not self._away:
            return self._seats_seen
        patience = times.AWAY if state.stage == "playing" else times.AWAY_WAITING
        shown: list[SeatSeen] = []
        for seat in state.seats:
            person = seat.person
            away: int | None = None
            connected = person is not None and self._is_connected(person.id)
            if person is not None and not connected and not seat.held:
                left = self._away.get(person.id, now) + patience - now
                away = max(0, round(left * 1000))
            shown.append(
                SeatSeen(
                    name=None if person is None else person.name,
                    person=None if person is None else person.tag,
                    robot=seat.by_robot,
                    connected=connected,
                    away_ms=away,
                    ready=seat.robot or seat.ready,
                    rematch=True if seat.robot and state.stage == "over" else seat.rematch,
                    coming=None if seat.coming is None else seat.coming.name,
                )
            )
        self._seats_seen = shown
        return shown


class _Shown:
    """What is shown after one step: each view is made once, and only if somebody looks."""

    __slots__ = ("_advises", "_common", "_host", "_match", "_table", "_views")

    def __init__(self, table: Table, state: State, now: float) -> None:
        opened = state.opened
        since = table._hold_since
        clock = table._clock
        self._table: Final = table
        self._match: Final = state.match
        self._host: Final = "" if state.host is None else state.host.id
        self._advises: Final = state.match is not None and bool(table._robots)
        self._views: Final[dict[int, dict[str, Any] | None]] = {}
        self._common: Final = (
            table.seats_seen(state, now),
            sum(1 for each in table.viewers.values() if each.seat is None),
            None if clock is None else clock.seen(now),
            None if since is None else max(0, round(state.hold - (now - since) * 1000)),
            sorted(table._go_on),
            state,
            opened,
        )

    def item(self, viewer: Viewer, events: list[dict[str, Any]], fresh: bool) -> Item:
        """The viewer's next item."""
        bit = viewer.bit
        if bit in self._views:
            view = self._views[bit]
        else:
            match = self._match
            hidden = match is None or viewer.blind
            view = self._views[bit] = (
                None if hidden or match is None else match.view(viewer.seat).for_person()
            )
        return Item(self._table.id, viewer.epoch, viewer.n, fresh, events, view, self._room(viewer))

    def _room(self, viewer: Viewer) -> RoomSeen:
        seats, watching, clock, hold, go_on, state, opened = self._common
        advice = None
        if self._advises and viewer.seat is not None and self._match is not None:
            advice = self._table._robots.advice(self._match, viewer.seat)
        return RoomSeen(
            table=self._table.id,
            game=opened.game,
            options=state.options,
            pace=opened.pace,
            private=opened.private,
            watchers=opened.watchers,
            stage=state.stage,
            host=viewer.person.id == self._host,
            you=viewer.seat,
            seats=seats,
            watching=watching,
            clock=clock,
            hold_ms=hold,
            go_on=go_on,
            advice=advice,
            match=state.number,
        )


def _where(error: Exception) -> str:
    """The kind of an error and the line of our code: nothing of its message, which may name cards."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" {trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"
    return type(error).__name__ + place


_HANDLERS: Final[dict[type[Command], Callable[[Table, State, Link, Any], Refusal | None]]] = {
    Enter: Table._enter,
    Leave: Table._leave,
    Sit: Table._sit,
    Stand: Table._stand,
    Robot: Table._robot,
    SetOptions: Table._set_options,
    Ready: Table._ready,
    Play: Table._play,
    Back: Table._back,
    Continue: Table._continue,
    Say: Table._say,
    Rematch: Table._rematch,
}
