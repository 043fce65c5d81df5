"""What a table writes into its journal: enough to make the table again, match, seats, answers and all.

Entries are facts, never requests: they were checked before they were written and are applied as they are.
They hold identities and, in `Dealt` and `Moved`, cards: they are for the journal and whole records only.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from carteado.room.messages import Pace
from carteado.room.messages import Refused as RefusedAnswer
from carteado.room.ports import Person

By = Literal["person", "robot", "clock", "follow"]
"""Who moved: ``clock`` for a silent seat; ``follow``, a robot's answer that follows its person's."""
Hold = Literal["", "away", "silent"]
"""Why a robot holds a person's seat: no connection, or his clock ran out twice; empty when he has it."""


class Entry(Struct, tag_field="e", omit_defaults=True, frozen=True):
    """What every entry has."""

    at: int
    """Milliseconds since 1970, for the record only."""


class Opened(Entry, tag="opened", frozen=True):
    """The table exists; always entry 1. ``id`` is the host's command, ``start`` the table of a `Quick`."""

    game: str
    seats: int
    options: dict[str, bool | int | str]
    pace: Pace
    private: bool
    watchers: bool
    host: Person
    id: str
    quick: bool = False


class OptionsSet(Entry, tag="options", frozen=True):
    """The host changed the options before the first match."""

    options: dict[str, bool | int | str]


class Sat(Entry, tag="sat", frozen=True):
    """A person has the seat now, free before or a robot's."""

    seat: int
    person: Person


class Coming(Entry, tag="coming", frozen=True):
    """A person takes a robot's seat at the next deal, or no longer."""

    seat: int
    person: Person | None = None


class Stood(Entry, tag="stood", frozen=True):
    """The seat's person gave it up; ``robot``: to a robot, otherwise it is free."""

    seat: int
    robot: bool = False


class RobotSet(Entry, tag="robot", frozen=True):
    """A robot was put into a free seat, or taken out."""

    seat: int
    on: bool


class Hosted(Entry, tag="host", frozen=True):
    """Who is the host from now on."""

    person: Person | None = None


class Readied(Entry, tag="ready", frozen=True):
    """The seat's person is ready, or no longer."""

    seat: int
    on: bool


class Named(Entry, tag="named", frozen=True):
    """A person has another name."""

    person: Person


class Started(Entry, tag="started", frozen=True):
    """A match began, from what the match before left."""


class Dealt(Entry, tag="dealt", frozen=True):
    """The outcome of what the match wanted shuffled."""

    order: list[int]


class Moved(Entry, tag="moved", frozen=True):
    """A seat moved, by its whole text. ``who`` and ``id`` name the person's command."""

    seat: int
    move: str
    by: By = "person"
    who: str = ""
    id: str = ""
    used: int = 0
    """Milliseconds of the seat's reserve."""
    silent: bool = False
    """The clock played, and it counts as the seat's silence."""


class Held(Entry, tag="held", frozen=True):
    """A robot holds the person's seat, or its person has it back."""

    seat: int
    why: Hold = ""


class RematchVoted(Entry, tag="rematch", frozen=True):
    """The seat's person wants another match, or not."""

    seat: int
    yes: bool


class Rested(Entry, tag="rested", frozen=True):
    """No rematch: the table waits for people again; who voted yes is ready."""


class Answered(Entry, tag="answered", frozen=True):
    """The command of a person that the entries before this one carried out."""

    who: str
    id: str


class Turned(Entry, tag="turned", frozen=True):
    """A command of a seated person was refused; it gets the same answer again."""

    who: str
    answer: RefusedAnswer


AnyEntry = (
    Opened
    | OptionsSet
    | Sat
    | Coming
    | Stood
    | RobotSet
    | Hosted
    | Readied
    | Named
    | Started
    | Dealt
    | Moved
    | Held
    | RematchVoted
    | Rested
    | Answered
    | Turned
)


class Seat(Struct, omit_defaults=True):
    """Who holds a seat."""

    person: Person | None = None
    robot: bool = False
    """A robot's own seat."""
    held: Hold = ""
    """A robot holds it for ``person``."""
    ready: bool = False
    rematch: bool | None = None
    silent: int = 0
    """Times in a row that the clock played for its person."""
    reserve: int = 0
    """Milliseconds left in this hand."""
    coming: Person | None = None
    """Who takes this robot's seat at the next deal."""

    @property
    def by_robot(self) -> bool:
        """Whether a robot moves here now."""
        return self.robot or self.held != ""


class Saved(Struct, omit_defaults=True):
    """A table's whole state, for a snapshot."""

    entry: int
    """The number of the last entry in it."""
    opened: Opened
    options: dict[str, bool | int | str]
    host: Person | None
    seats: list[Seat]
    stage: Literal["waiting", "playing", "over"]
    number: int
    hold: int
    votes: dict[int, str]
    match: dict[str, Any] | None
    answers: dict[str, dict[str, int | RefusedAnswer]]
    ended_by: list[str] | None = None


_encoder = msgspec.json.Encoder()
_entries = msgspec.json.Decoder(AnyEntry)
_saved = msgspec.json.Decoder(Saved)


def write(entry: Entry) -> bytes:
    """An entry as the journal keeps it."""
    return _encoder.encode(entry)


def read(data: bytes) -> AnyEntry:
    """An entry from the journal.

    Raises:
        msgspec.DecodeError: it is none.
    """
    return _entries.decode(data)


def write_saved(saved: Saved) -> bytes:
    """A snapshot as the journal keeps it."""
    return _encoder.encode(saved)


def read_saved(data: bytes) -> Saved:
    """A snapshot from the journal.

    Raises:
        msgspec.DecodeError: it is none.
    """
    return _saved.decode(data)
