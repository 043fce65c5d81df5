"""A table: one task owns it, one queue leads in, one writer leads out.

A command is applied, written to the journal, and only when that is durable answered and shown. When the
journal fails, what was applied is forgotten: the table freezes, nobody is told of it, and it comes back from
the journal.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

import structlog

from carteado.games.game import (
    Event,
    Refusal,
)
from carteado.room import course, entries, times
from carteado.room.commands import HANDLERS
from carteado.room.entries import Answered, Entry, Opened
from carteado.room.mail import Detach, House, Incoming, Mail, Renamed, Stop, Tick
from carteado.room.messages import (
    Answer,
    Command,
    Create,
    Done,
    Enter,
    Gone,
    Hint,
    Item,
    Listing,
    Play,
    Quick,
    SeatSeen,
)
from carteado.room.messages import Refused as RefusedAnswer
from carteado.room.ports import JournalFailed, Person, Timer
from carteado.room.robots import Robots, Thought
from carteado.room.showing import Shown, hints
from carteado.room.state import BadJournal, State, restore
from carteado.room.streams import Link, Steps, Viewer, seen

log = structlog.get_logger(__name__)

SNAPSHOT_EVERY: Final = 200
"""Entries between two snapshots."""
MAIL_MOST: Final = 2000
"""Messages that wait for a table; commands beyond are refused ``busy``."""
FROZEN_FIRST: Final = 0.25
"""Seconds until the first attempt to come back; each next one waits twice as long, up to `FROZEN_MOST`."""
FROZEN_MOST: Final = 5.0


_NEVER: Final = float("inf")
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
        self.at = 0
        self.written: list[bytes] = []
        self.events: list[Event] = []
        self.dirty = 0  # a bit for each seat whose room state changed, and one for watchers
        self._out: list[tuple[Link, Answer]] = []
        self._hinting: list[tuple[Link, Hint]] = []
        self.entering: list[tuple[Link, Viewer, str | None]] = []
        self._came: dict[Link, set[str]] = {}  # sockets that were not here before, with their `Enter`s
        self.gone: list[Viewer] = []
        self.people_changed = True
        self.public_changed = True
        self.closing = ""
        self._poison: set[tuple[str, str]] = set()  # commands that broke the table, never tried again
        # since the start of the server only
        self.ticked = 0.0  # what was due then is done
        self.stage = ""
        self._number = 0  # of the last entry
        self._snapshot_at = 0
        self._timer: Timer | None = None
        self._timer_when = 0.0
        self.clock: times.DecisionClock | None = None
        self.hold_since: float | None = None
        self.go_on: set[int] = set()
        self.away: dict[str, float] = {}
        self.lonely: float | None = None
        self.empty: float | None = None
        self.rematch_due: float | None = None
        self.prolonged: set[int] = set()
        """Seats whose new persons have had the vote on a rematch prolonged."""
        self.robots: Final = Robots(
            house.thinker, house.delays, house.level, key, self.post, self.is_connected
        )
        self.phrases: dict[str, deque[float]] = {}
        self.seats_cache: list[SeatSeen] | None = None

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
                await self._thaw([mail for mail in batch if isinstance(mail, Incoming | Detach | Renamed)])
            if self._stopping:
                break
        self._cancel_all()
        if self._stopping and not self.closed and self.state is not None and not self.frozen:
            await self._snapshot()

    async def _after_commit(self) -> None:
        self.durable = self.state is not None
        if self.closing:
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
        self.at = round(self.house.clock.wall() * 1000)
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
                self.ticked = self.house.clock.now()
                if self.people_changed:
                    course.meet(self, self.state, self.ticked)  # who has just come is not away
                course.tick(self, self.state, self.ticked)
                course.settle(self, self.state)
        except Exception as error:
            # a fault of ours; the message itself may hold cards, so only its place is logged
            log.error("table_failed", where=_where(error))
            if isinstance(mail, Incoming):
                self._poison.add((mail.link.person.id, mail.command.id))
            return False
        return True

    async def _commit(self) -> bool:
        """Make what was written durable. False: it may not be, and nothing of it may be shown."""
        written = self.written
        if not written:
            return True
        self.written = []
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
        came = self._came
        for link, answer in self._out:
            if isinstance(answer, Done) and answer.id in came.get(link, ()):
                link.send(RefusedAnswer(answer.id, "no_such_table", {}))  # he has come to nothing
            else:
                link.send(answer)
        for link, asked in self._hinting:
            link.send(RefusedAnswer(asked.id, "no_such_table", {}))
        for viewers, reason in ((self.gone, "left"), (self.viewers.values(), self.closing)):
            for viewer in viewers:
                for link in viewer.links:
                    if link not in came:
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
        self.house.ended(self)

    def _cancel_all(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.robots.clear()

    # ----------------------------------------------------------------------------------------- after failure

    async def _thaw(self, held: list[Mail]) -> None:
        """Come back from the journal after it failed, and try again what was under way."""
        self.frozen = True
        wait = FROZEN_FIRST
        while not self._stopping:
            for viewer in self.gone:
                self.viewers[viewer.person.id] = viewer  # he has not left: nothing has happened
            self._forget_batch()
            self._cancel_all()
            held = self._without_poison(held)
            self._held_back = [mail for mail in held if isinstance(mail, Incoming)]
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
                self._never_opened()
                return
            self._adopt(state, state.entries + len(loaded.entries))
            if self._process([*held, _TICK]) and await self._commit():
                self.frozen = False
                self._held_back = []
                log.info("table_thawed")
                await self._after_commit()
                return

    def _without_poison(self, held: list[Mail]) -> list[Mail]:
        kept: list[Mail] = []
        for mail in held:
            if isinstance(mail, Incoming) and (mail.link.person.id, mail.command.id) in self._poison:
                mail.link.send(RefusedAnswer(mail.command.id, "server_error", {}))
            else:
                kept.append(mail)
        self._poison.clear()
        return kept

    def _never_opened(self) -> None:
        self.closed = True
        self.state = None
        for mail in self._held_back:
            mail.link.send(RefusedAnswer(mail.command.id, "frozen", {}))
        self._held_back = []
        self.house.closed(self)

    def _adopt(self, state: State, number: int) -> None:
        """Take a restored state: every stream begins anew, every clock has its full time."""
        self.state = state
        self._number = number
        self._snapshot_at = number
        self.clock = None
        self.hold_since = None
        self.go_on.clear()
        self.rematch_due = None
        self.prolonged.clear()
        self.robots.restart()
        self._renew_streams(state)
        self.touch_people()

    def _renew_streams(self, state: State) -> None:
        self.steps.clear()
        for viewer in self.viewers.values():
            viewer.renew(state.seat_of(viewer.person.id), len(state.seats))

    def _forget_batch(self) -> None:
        self.written = []
        self.events = []
        self._out.clear()
        self._hinting.clear()
        self.entering.clear()
        self._came.clear()
        self.gone.clear()
        self.dirty = 0
        self.closing = ""

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
        if isinstance(command, Hint):
            self._hinting.append((link, command))  # it is told of what is durable
            return
        state = self.state
        person = link.person
        first = state.answer(person.id, command.id)
        if first is not None and not isinstance(command, Enter):
            self._answer_again(link, command, first)
            return
        before = len(self.written)
        handle = HANDLERS.get(type(command))
        came = isinstance(command, Enter) and not self._is_here(link)
        if self.closing and came:
            outcome: Refusal | None = Refusal("no_such_table")
        else:
            outcome = Refusal("bad_command") if handle is None else handle(self, state, link, command)
        if outcome is None and (came or link in self._came) and isinstance(command, Enter):
            self._came.setdefault(link, set()).add(command.id)
        if outcome is None:
            if not isinstance(command, Play | Enter):
                if len(self.written) > before:
                    self.write(Answered(at=self.at, who=person.id, id=command.id))
                elif person.id in self.viewers:
                    state.remember(person.id, command.id, state.decision)
            decision = self._decision_for(state, person.id)
            self._out.append((link, Done(command.id, decision=decision)))
        else:
            self._refuse(state, link, command, outcome)

    def _answer_again(self, link: Link, command: Command, first: int | RefusedAnswer) -> None:
        if isinstance(first, RefusedAnswer):
            self._out.append((link, first))
            return
        table = self.id if isinstance(command, Create | Quick) else None
        assert self.state is not None
        known = self._decision_for(self.state, link.person.id) is not None
        decision = first if known and first else None
        self._out.append((link, Done(command.id, table=table, decision=decision)))
        if table is not None:
            # the first answer may have been lost with its socket, and this one is at no table yet
            self.attach(self.state, link, None)

    def _refuse(self, state: State, link: Link, command: Command, refusal: Refusal) -> None:
        person = link.person.id
        viewer = self.viewers.get(person)
        answer = RefusedAnswer(
            command.id,
            refusal.code,
            refusal.facts,
            decision=self._decision_for(state, person),
            stream=None if viewer is None else viewer.place,
        )
        if not isinstance(command, Enter):
            if state.seat_of(person) is not None:
                self.write(entries.Turned(at=self.at, who=person, answer=answer))
            elif viewer is not None:
                state.remember(person, command.id, answer)
        self._out.append((link, answer))

    def write(self, entry: Entry) -> list[Event]:
        """Let it have happened, and note it for the journal."""
        assert self.state is not None
        events = self.state.apply(entry)
        self.written.append(entries.write(entry))
        if events:
            self.events.extend(events)
        return events

    def touch(self) -> None:
        """The room state changed for everybody."""
        assert self.state is not None
        self.dirty = (2 << len(self.state.seats)) - 1
        self.seats_cache = None

    def touch_game(self) -> None:
        """How the game goes changed: that is nothing to those who may not watch."""
        assert self.state is not None
        before = self.dirty
        self.touch()
        if not self.state.opened.watchers:
            self.dirty = before | self.dirty & ((1 << len(self.state.seats)) - 1)

    def _decision_for(self, state: State, person: str) -> int | None:
        """The present decision, for who may know of the game."""
        if not state.opened.watchers and state.seat_of(person) is None:
            return None
        return state.decision or None

    def touch_people(self) -> None:
        """Who sits, or who is here, has changed."""
        self.touch()
        self.people_changed = True
        self.public_changed = True

    def _open(self, link: Link, command: Create | Quick) -> None:
        game = self.house.games[command.game]
        quick = isinstance(command, Quick)
        opened = Opened(
            at=self.at,
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
        self.written.append(entries.write(opened))
        self.touch_people()
        self.attach(state, link, None)
        if quick:
            self.write(entries.Sat(at=self.at, seat=0, person=link.person))
            for seat in range(1, command.seats):
                self.write(entries.RobotSet(at=self.at, seat=seat, on=True))
            self.write(entries.Readied(at=self.at, seat=0, on=True))
        self.write(Answered(at=self.at, who=link.person.id, id=command.id))
        self._out.append((link, Done(command.id, table=self.id)))

    def attach(self, state: State, link: Link, after: str | None) -> Refusal | None:
        """Let a socket look at the table."""
        person = link.person
        viewer = self.viewers.get(person.id)
        if viewer is None:
            seat = state.seat_of(person.id)
            if seat is None and len(self.viewers) >= self.house.viewers_most:
                return Refusal("table_full")
            viewer = self.viewers[person.id] = Viewer(person, seat, len(state.seats), state.opened.watchers)
        if not viewer.links:
            self.touch()
            self.people_changed = True
        if link not in viewer.links:
            viewer.links.append(link)
        self.entering.append((link, viewer, after))
        return None

    def _detach(self, link: Link) -> None:
        viewer = self.viewers.get(link.person.id)
        if viewer is None or link not in viewer.links or self.state is None:
            return
        viewer.links.remove(link)
        self.entering = [each for each in self.entering if each[0] is not link]
        if not viewer.links:
            if viewer.seat is None:
                del self.viewers[link.person.id]
            self.touch()
            self.people_changed = True

    def _renamed(self, person: Person) -> None:
        state = self.state
        if state is None:
            return
        viewer = self.viewers.get(person.id)
        if viewer is not None:
            viewer.person = person
        host = state.host is not None and state.host.id == person.id
        if host or any(each.id == person.id for each in state.persons()):
            self.write(entries.Named(at=self.at, person=person))
            self.touch_people()

    def _is_here(self, link: Link) -> bool:
        """Whether a socket looks at the table."""
        viewer = self.viewers.get(link.person.id)
        return viewer is not None and link in viewer.links

    def is_connected(self, person: str) -> bool:
        """Whether a person has a socket here."""
        viewer = self.viewers.get(person)
        return viewer is not None and bool(viewer.links)

    # ---------------------------------------------------------------------------------------------- showing

    def _arm(self, state: State, now: float) -> None:
        """Set the clocks for what is durable now."""
        match = state.match
        if match is None or state.stage != "playing":
            self.clock = None
            self.hold_since = None
            self.robots.clear()
            if state.stage == "over":
                if self.rematch_due is None:
                    self.rematch_due = now + times.REMATCH
                    self.touch()
            return
        if self.clock is None or self.clock.decision != match.decision:
            reserves = [seat.reserve for seat in state.seats]
            self.clock = times.open_clock(match, state.opened.pace, reserves, now)
        if match.chance() is not None:
            if self.hold_since is None:
                self.hold_since = now
                self.go_on.clear()
        else:
            self.hold_since = None
        self.robots.attend(state, match, now)

    def _set_timer(self, state: State, now: float) -> None:
        """Wake up when the next thing is due. An early timer is cheaper than a new one each move."""
        ticked = self.ticked  # what was due by then is done
        first = _NEVER
        clock = self.clock
        if clock is not None and clock.deadline > ticked:
            first = clock.deadline
        if self.hold_since is not None:
            first = min(first, self.hold_since + state.hold / 1000)
        if self.robots:
            first = min((due for due in self.robots.due() if ticked < due < first), default=first)
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
        return bool(self.away) or not (self.rematch_due is self.lonely is self.empty is None)

    def _slow_due(self, state: State) -> list[float]:
        when: list[float] = []
        if self.rematch_due is not None:
            when.append(self.rematch_due)
        if self.lonely is not None:
            when.append(self.lonely + times.ABANDONED)
        if self.empty is not None:
            when.append(self.empty + times.EMPTY)
        patience = times.AWAY if state.stage == "playing" else times.AWAY_WAITING
        for person, since in self.away.items():
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
        out, events, dirty, entering = self._out, self.events, self.dirty, self.entering
        self._out, self.events, self.dirty, self.entering = [], [], 0, []
        self._came.clear()
        for link, answer in out:
            link.send(answer)
        for viewer in self.gone:
            for link in viewer.links:
                link.send(Gone(self.id, "left"))
        self.gone.clear()
        hinting, self._hinting = self._hinting, []
        for link, asked in hinting:
            link.send(hints(state, self.id, link.person.id, asked))
        if events or dirty or entering:
            shown = Shown(self, state, now)
            if events or dirty:
                self._show(shown, events, dirty, [link for link, _, _ in entering])
            for link, viewer, after in entering:
                if link in viewer.links:
                    missed = self.steps.missed(viewer, after)
                    link.send(shown.item(viewer, missed or [], fresh=missed is None))
        self._set_timer(state, now)
        if self.public_changed:
            self.public_changed = False
            self.house.changed(self)

    def _show(self, shown: Shown, events: list[Event], dirty: int, entering: list[Link]) -> None:
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


def _where(error: Exception) -> str:
    """The kind of an error and the line of our code: nothing of its message, which may name cards."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" {trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"
    return type(error).__name__ + place
