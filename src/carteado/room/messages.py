"""What clients say to the room and what the room says to them, each a typed message; no unknown fields.

The front end's ``web/src/lib/wire.ts`` is generated from these types. Everything a client sends carries an id
of its own (``id``), unique for that client; the same id gets the first answer again, also after a restart.
Times are milliseconds and always the server's; a client never sends one.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+\Z")]
TableId = Annotated[str, Meta(min_length=4, max_length=40, pattern=r"^[A-Za-z0-9_-]+\Z")]
Code = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9_]+\Z")]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Pace = Literal["calm", "normal", "fast", "none"]
"""Clocks: calm doubles the times of the rulebook, fast halves them, none is for private tables only."""
Stage = Literal["waiting", "playing", "over"]
PHRASES: Final = ("nice", "lets_go", "nothing", "what_a_hand", "thanks", "sorry", "good_game", "hurry")
"""The quick phrases, by their code in the message catalogue; chat has nothing else."""

# --------------------------------------------------------------------------------------- client to server


class Command(Struct, tag_field="do", forbid_unknown_fields=True, frozen=True):
    """What every client message has."""

    id: Id


class Lobby(Command, tag="lobby", frozen=True):
    """Send me the list of open tables whenever it changes, or stop doing so."""

    on: bool


class Create(Command, tag="create", frozen=True):
    """Open a table; the sender is its host and enters it. Options left out take the game's defaults."""

    game: Code
    seats: Annotated[int, Meta(ge=2, le=16)]
    options: dict[str, bool | int | str]
    private: bool = False
    pace: Pace = "normal"
    watchers: bool = True


class Quick(Command, tag="quick", frozen=True):
    """Play now against robots: a private table with the sender at 0 and robots elsewhere, started at once."""

    game: Code
    seats: Annotated[int, Meta(ge=2, le=16)]
    options: dict[str, bool | int | str]


class Enter(Command, tag="enter", frozen=True):
    """Come to a table as a watcher, or back to one's seat. ``after`` is the last ``epoch:n`` received."""

    table: TableId
    after: Annotated[str, Meta(max_length=60)] | None = None


class Leave(Command, tag="leave", frozen=True):
    """Go away from a table; in a running match a robot takes the seat."""

    table: TableId


class Sit(Command, tag="sit", frozen=True):
    """Take a free seat, or a robot's seat from the next deal on."""

    table: TableId
    seat: SeatNumber


class Stand(Command, tag="stand", frozen=True):
    """Give the seat up and watch."""

    table: TableId


class Robot(Command, tag="robot", frozen=True):
    """Put a robot in a free seat (``on``) or take it out; before a match, by a person at the table."""

    table: TableId
    seat: SeatNumber
    on: bool


class SetOptions(Command, tag="set_options", frozen=True):
    """Change the options before the first match; the host only. After it: ``options_locked``."""

    table: TableId
    options: dict[str, bool | int | str]


class Ready(Command, tag="ready", frozen=True):
    """Ready for the match to start; it starts when every seat is taken and every person in one is ready."""

    table: TableId
    on: bool


class Play(Command, tag="move", frozen=True):
    """A move of the game by the sender's seat, quoting the decision of the view it answers."""

    table: TableId
    decision: Annotated[int, Meta(ge=0, le=2**40)]
    move: Annotated[str, Meta(min_length=1, max_length=200)]


class Hint(Command, tag="hint", frozen=True):
    """What the rules can tell the sender about his own cards now; answered with `Hints`. Changes nothing."""

    table: TableId
    ask: dict[str, Any] = {}


class Back(Command, tag="back", frozen=True):
    """Take the own seat back from the robot that holds it."""

    table: TableId


class Continue(Command, tag="continue", frozen=True):
    """Do not wait any longer between two hands; the next is dealt when every connected person said so."""

    table: TableId


class Say(Command, tag="say", frozen=True):
    """One of the game's quick phrases, by its code in the message catalogue."""

    table: TableId
    phrase: Code


class Rematch(Command, tag="rematch", frozen=True):
    """Vote for or against another match with the same people; votes after the end of a match only."""

    table: TableId
    yes: bool


class Ping(Command, tag="ping", frozen=True):
    """Answered with `Done`, to measure the line."""


AnyCommand = (
    Lobby
    | Create
    | Quick
    | Enter
    | Leave
    | Sit
    | Stand
    | Robot
    | SetOptions
    | Ready
    | Play
    | Hint
    | Back
    | Continue
    | Say
    | Rematch
    | Ping
)

# --------------------------------------------------------------------------------------- server to client


class Answer(Struct, tag_field="is", frozen=True):
    """What every server message is."""


class Welcome(Answer, tag="welcome", frozen=True):
    """The first message of a socket: who you are, and the tables where you have a place."""

    person: str
    name: str
    version: str
    tables: list[str]


class Done(Answer, tag="done", frozen=True):
    """A command was accepted, durably. ``table`` for `Create` and `Quick`; ``decision`` is that after it."""

    id: str
    table: str | None = None
    decision: int | None = None


class Hints(Answer, tag="hints", frozen=True):
    """What `Hint` asked for, of the view with this decision."""

    id: str
    table: str
    decision: int
    hints: dict[str, Any]


class Refused(Answer, tag="refused", frozen=True):
    """A command changed nothing, and why: a stable code and facts; at a table also the present numbers."""

    id: str
    code: str
    facts: dict[str, Any]
    decision: int | None = None
    stream: str | None = None


class Listing(Struct, frozen=True):
    """A table as anybody may see it in the lobby: game, all options, who sits."""

    table: str
    game: str
    seats: list[str | None]
    """Names by seat, None where free."""
    robots: list[int]
    options: dict[str, bool | int | str]
    pace: Pace
    stage: Stage
    watchers: bool
    host: str


class Tables(Answer, tag="tables", frozen=True):
    """The open tables; the whole list each time."""

    tables: list[Listing]
    people: int
    """Persons connected now."""


class SeatSeen(Struct, frozen=True):
    """Who holds a seat. ``robot``: a robot sits here or stands in for the person named."""

    name: str | None
    person: str | None
    """A public tag of the person (not the identity), None for an empty or a robot's own seat."""
    robot: bool
    connected: bool
    away_ms: int | None
    """Until a robot takes the absent person's seat; None while he is there or once it has."""
    ready: bool
    rematch: bool | None
    coming: str | None = None
    """Who takes this robot's seat at the next deal: his name."""


class ClockSeen(Struct, frozen=True):
    """The open decision's clock: ``left_ms`` of ``of_ms`` for ``seats``, then ``reserve_ms`` of its reserve.

    ``seats`` are all that were asked, also who has voted: equal for every viewer until the decision closes. A
    decision asked of several has no reserve.
    """

    seats: list[int]
    left_ms: int
    of_ms: int
    reserve_ms: int
    in_reserve: bool


class RoomSeen(Struct, frozen=True):
    """The table's own state as one viewer may know it."""

    table: str
    game: str
    options: dict[str, bool | int | str]
    pace: Pace
    private: bool
    watchers: bool
    stage: Stage
    host: bool
    """Whether the viewer is the host."""
    you: int | None
    """The viewer's seat."""
    seats: list[SeatSeen]
    watching: int
    clock: ClockSeen | None
    hold_ms: int | None
    """Between two hands: until the next is dealt by itself; after a match: until the rematch vote closes."""
    go_on: list[int]
    """Seats that need no more time between the hands."""
    advice: str | None
    """What the robot partner would answer, to the person of the pair that is asked."""
    match: int
    """How many matches this table has begun."""


class Item(Answer, tag="item", frozen=True):
    """One step of a viewer's own stream of a table: what happened, and the whole view after it.

    ``n`` counts without holes within an ``epoch``; a restart or a change of role opens a new epoch with
    ``fresh`` true. The item that answers `Enter` has the present ``n``: with ``after`` its ``events`` are
    what was missed since (200 at most), otherwise, or when too much was missed, it is ``fresh``, without any.
    """

    table: str
    epoch: str
    n: int
    fresh: bool
    events: list[dict[str, Any]]
    view: dict[str, Any] | None
    """The game's view of the viewer's seat, None before the first match: see `whole_view`."""
    room: RoomSeen


def whole_view(view: dict[str, Any]) -> dict[str, Any]:
    """The view of an `Item` as the rules made it (`View.for_person`).

    On the wire ``table`` is what everybody may see, and ``own`` holds the fields of it that are other for
    this viewer: so the table is written once for all viewers of a step.
    """
    whole = dict(view)
    whole["table"] = {**view["table"], **whole.pop("own")}
    return whole


class Gone(Answer, tag="gone", frozen=True):
    """The viewer is no longer at this table: ``left``, ``closed``, ``abandoned``, ``elsewhere``."""

    table: str
    reason: str


class Bye(Answer, tag="bye", frozen=True):
    """The last message of a socket that the server cuts, and why.

    ``no_identity`` (ask for one by `POST /api/identity` first), ``restart``, ``too_many_sockets``, ``slow``
    (it does not take what is sent), ``flood``, ``too_long``, ``malformed``.
    """

    reason: str


AnyAnswer = Welcome | Done | Hints | Refused | Tables | Item | Gone | Bye
