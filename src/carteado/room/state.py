"""A table's own state: what the journal restores. It changes by `State.apply` and by nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from carteado.games.game import BadDeal, BadMove, BadOptions, Event, Game, Match, OptionValue, Refused
from carteado.room import entries, times
from carteado.room.entries import (
    Answered,
    AnyEntry,
    Coming,
    Dealt,
    Entry,
    Held,
    Hosted,
    Moved,
    Named,
    Opened,
    OptionsSet,
    Readied,
    RematchVoted,
    Rested,
    RobotSet,
    Sat,
    Saved,
    Seat,
    Started,
    Stood,
    Turned,
)
from carteado.room.messages import Listing, Stage
from carteado.room.messages import Refused as RefusedAnswer
from carteado.room.ports import Person

ANSWERS_EACH: Final = 200
"""Answers kept for one person at one table."""
ANSWERED_PERSONS: Final = 40
"""Persons at one table whose answers are kept; those without a seat go first."""


class BadJournal(Exception):
    """Entries that no table can have written for the rules of this version."""


class State:
    """Everything about a table that survives a restart.

    Public fields may be read; only `apply` changes them.
    """

    def __init__(self, opened: Opened, game: Game) -> None:
        self.opened: Final = opened
        self.game: Final = game
        self.options: dict[str, OptionValue] = dict(opened.options)
        self.host: Person | None = opened.host
        self.seats: list[Seat] = [Seat() for _ in range(opened.seats)]
        self.stage: Stage = "waiting"
        self.match: Match | None = None
        self.number: int = 0  # matches begun
        self.hold: int = 0  # milliseconds to wait before the next deal
        self.votes: dict[
            int, str
        ] = {}  # of this decision, by seat, while partners who were asked too are silent
        self.ended_by: list[str] | None = None
        """Who held each seat when the match ended, empty for a robot; None while there is none that ended."""
        self.entries: int = 0  # what the snapshot that this was loaded from stands for
        self.answers: dict[str, dict[str, int | RefusedAnswer]] = {}

    # ------------------------------------------------------------------------------------------- questions

    @property
    def decision(self) -> int:
        """The present decision, 0 before the first match."""
        return 0 if self.match is None else self.match.decision

    @property
    def reserve_ms(self) -> int:
        """The reserve of a seat at the start of a hand."""
        return round(times.RESERVE_MS * times.PACES[self.opened.pace])

    def seat_of(self, person: str) -> int | None:
        """The seat of the person with this identity, also while a robot holds it for him."""
        for number, seat in enumerate(self.seats):
            if seat.person is not None and seat.person.id == person:
                return number
        return None

    def eyes(self, person: str) -> int | None:
        """By which seat's eyes a person sees the match: after its end only who held his seat until then."""
        seat = self.seat_of(person)
        if seat is not None and self.ended_by is not None and self.ended_by[seat] != person:
            return None
        return seat

    def coming_to(self, person: str) -> int | None:
        """The robot's seat that this person takes at the next deal."""
        for number, seat in enumerate(self.seats):
            if seat.coming is not None and seat.coming.id == person:
                return number
        return None

    def persons(self) -> list[Person]:
        """Who has a seat or is about to have one."""
        sitting = [seat.person for seat in self.seats if seat.person is not None]
        return sitting + [seat.coming for seat in self.seats if seat.coming is not None]

    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.person is not None or seat.robot for seat in self.seats)

    def answer(self, person: str, command: str) -> int | RefusedAnswer | None:
        """The first answer to a command: the decision after it, or its refusal; None when it is new."""
        given = self.answers.get(person)
        return None if given is None else given.get(command)

    def listing(self, table: str) -> Listing:
        """The table as anybody may see it."""
        opened = self.opened
        return Listing(
            table=table,
            game=opened.game,
            seats=[None if seat.person is None else seat.person.name for seat in self.seats],
            robots=[number for number, seat in enumerate(self.seats) if seat.robot],
            options=self.options,
            pace=opened.pace,
            stage=self.stage,
            watchers=opened.watchers,
            host="" if self.host is None else self.host.name,
        )

    # --------------------------------------------------------------------------------------------- changes

    def apply(self, entry: Entry) -> list[Event]:
        """Let it have happened, and give the game's events.

        Raises:
            Refused: the move of a `Moved` is not legal; nothing has changed.
            BadJournal: an entry that cannot follow what was before.
        """
        return _APPLY[type(entry)](self, entry)

    def remember(self, person: str, command: str, answer: int | RefusedAnswer) -> None:
        """Keep the first answer to a command, and let the oldest go."""
        given = self.answers.get(person)
        if given is None:
            if len(self.answers) >= ANSWERED_PERSONS:
                self._forget_somebody()
            given = self.answers[person] = {}
        given.setdefault(command, answer)
        if len(given) > ANSWERS_EACH:
            del given[next(iter(given))]

    def _forget_somebody(self) -> None:
        for person in self.answers:
            if self.seat_of(person) is None:
                del self.answers[person]
                return

    def _options(self, entry: OptionsSet) -> list[Event]:
        self.options = dict(entry.options)
        for seat in self.seats:
            seat.ready = False  # he was ready for another game
        return []

    def _sat(self, entry: Sat) -> list[Event]:
        old = self.seat_of(entry.person.id)
        if old is not None:
            self.seats[old] = Seat(reserve=self.seats[old].reserve)
        seat = self.seats[entry.seat]
        self.seats[entry.seat] = Seat(person=entry.person, reserve=seat.reserve)
        return []

    def _coming(self, entry: Coming) -> list[Event]:
        if entry.person is not None:
            old = self.coming_to(entry.person.id)
            if old is not None:
                self.seats[old].coming = None
        self.seats[entry.seat].coming = entry.person
        return []

    def _stood(self, entry: Stood) -> list[Event]:
        seat = self.seats[entry.seat]
        self.seats[entry.seat] = Seat(robot=entry.robot, reserve=seat.reserve)
        return []

    def _robot(self, entry: RobotSet) -> list[Event]:
        self.seats[entry.seat] = Seat(robot=entry.on)
        return []

    def _hosted(self, entry: Hosted) -> list[Event]:
        self.host = entry.person
        return []

    def _readied(self, entry: Readied) -> list[Event]:
        self.seats[entry.seat].ready = entry.on
        return []

    def _named(self, entry: Named) -> list[Event]:
        person = entry.person
        for seat in self.seats:
            if seat.person is not None and seat.person.id == person.id:
                seat.person = person
            if seat.coming is not None and seat.coming.id == person.id:
                seat.coming = person
        if self.host is not None and self.host.id == person.id:
            self.host = person
        return []

    def _started(self, _entry: Started) -> list[Event]:
        before: Mapping[str, object] | None = None
        if self.match is not None:
            result = self.match.result()
            before = None if result is None else result.next
        try:
            self.match = self.game.start(self.options, len(self.seats), before, self.decision)
        except BadOptions as error:
            raise BadJournal("options that the game does not have") from error
        self.number += 1
        self.stage = "playing"
        self.ended_by = None
        for seat in self.seats:
            seat.ready = False
            seat.rematch = None
            seat.silent = 0
        return []

    def _dealt(self, entry: Dealt) -> list[Event]:
        if self.match is None:
            raise BadJournal("a deal without a match")
        chance = self.match.chance()
        try:
            events = self.match.deal(entry.order)
        except BadDeal as error:
            raise BadJournal("a deal that the match did not want") from error
        if chance is not None and chance.kind != "reshuffle":  # in the middle of a hand no reserve is new
            reserve = self.reserve_ms
            for seat in self.seats:
                seat.reserve = reserve
        return events

    def _moved(self, entry: Moved) -> list[Event]:
        match = self.match
        if match is None:
            raise BadJournal("a move without a match")
        move = self.game.parse(entry.move)
        decision = match.decision
        shared = match.shared(entry.seat)
        events = match.apply(entry.seat, move)
        if match.decision != decision:
            if self.votes:
                self.votes = {}
        elif shared:
            self.votes[entry.seat] = entry.move
        seat = self.seats[entry.seat]
        if entry.used:
            seat.reserve = max(0, seat.reserve - entry.used)
        if entry.silent:
            seat.silent += 1
        elif entry.by == "person":
            if not shared and move.kind not in self.game.asides:
                # votes and proposals among partners are theirs to know: not even a later take-over shows them
                seat.silent = 0
            self.remember(entry.who, entry.id, match.decision)
        if match.result() is not None:
            self.stage = "over"
            self.ended_by = ["" if each.person is None else each.person.id for each in self.seats]
        elif events and match.chance() is not None:
            self.hold = times.hold_after(events)
        return events

    def _held(self, entry: Held) -> list[Event]:
        seat = self.seats[entry.seat]
        seat.held = entry.why
        seat.silent = 0
        return []

    def _rematch(self, entry: RematchVoted) -> list[Event]:
        self.seats[entry.seat].rematch = entry.yes
        return []

    def _rested(self, _entry: Rested) -> list[Event]:
        self.stage = "waiting"
        for seat in self.seats:
            seat.ready = seat.rematch is True
            seat.rematch = None
            seat.held = ""
        return []

    def _answered(self, entry: Answered) -> list[Event]:
        self.remember(entry.who, entry.id, self.decision)
        return []

    def _turned(self, entry: Turned) -> list[Event]:
        self.remember(entry.who, entry.answer.id, entry.answer)
        return []

    # ---------------------------------------------------------------------------------- snapshot, restoring

    def save(self, entry: int) -> bytes:
        """The whole state after an entry, by its number, from which `restore` makes an equal one. Secret."""
        saved = Saved(
            entry=entry,
            opened=self.opened,
            options=self.options,
            host=self.host,
            seats=self.seats,
            stage=self.stage,
            number=self.number,
            hold=self.hold,
            votes=self.votes,
            ended_by=self.ended_by,
            match=None if self.match is None else self.match.position(),
            answers=self.answers,
        )
        return entries.write_saved(saved)


def _load(saved: Saved, games: Mapping[str, Game]) -> State:
    state = State(saved.opened, _game(saved.opened, games))
    state.options = saved.options
    state.host = saved.host
    state.seats = saved.seats
    state.stage = saved.stage
    state.number = saved.number
    state.hold = saved.hold
    state.votes = saved.votes
    state.ended_by = saved.ended_by
    if state.ended_by is None and saved.match is not None and saved.stage != "playing":
        # written before this was kept: nobody is known to have held a seat
        state.ended_by = [""] * len(saved.seats)
    state.entries = saved.entry
    state.match = None if saved.match is None else state.game.from_position(saved.match)
    state.answers = saved.answers
    return state


def _game(opened: Opened, games: Mapping[str, Game]) -> Game:
    game = games.get(opened.game)
    if game is None:
        raise BadJournal("a game that is not in the catalogue")
    return game


def restore(snapshot: bytes | None, written: Iterable[bytes], games: Mapping[str, Game]) -> State | None:
    """The state of a table from its snapshot and the entries after it; None when there are none.

    Raises:
        BadJournal: they cannot be read by the rules of this version.
    """
    try:
        state = None if snapshot is None else _load(entries.read_saved(snapshot), games)
        for data in written:
            entry: AnyEntry = entries.read(data)
            if state is not None:
                state.apply(entry)
            elif isinstance(entry, Opened):
                state = State(entry, _game(entry, games))
            else:
                raise BadJournal("the first entry does not open the table")
    except (ValueError, Refused, BadMove) as error:  # msgspec.DecodeError and BadData are ValueErrors
        # nothing of the entry in the message: entries hold cards
        raise BadJournal(f"an entry that cannot be applied ({type(error).__name__})") from error
    return state


_APPLY: Final[dict[type[Entry], Callable[[State, Any], list[Event]]]] = {
    OptionsSet: State._options,
    Sat: State._sat,
    Coming: State._coming,
    Stood: State._stood,
    RobotSet: State._robot,
    Hosted: State._hosted,
    Readied: State._readied,
    Named: State._named,
    Started: State._started,
    Dealt: State._dealt,
    Moved: State._moved,
    Held: State._held,
    RematchVoted: State._rematch,
    Rested: State._rested,
    Answered: State._answered,
    Turned: State._turned,
}
