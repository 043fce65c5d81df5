"""A match on paper: JSON Lines, ``*.carteado.jsonl``; the format is told in docs/record.md.

A *whole* record has every deal and every whole move and is replayed by the rules; it holds all hidden cards
and never goes to a client. A record for a seat's eyes or for the public has what that viewer was told, events
and views, and no deals.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal

import msgspec

from carteado import cards
from carteado.games.game import (
    BadDeal,
    BadMove,
    BadOptions,
    Chance,
    Event,
    Game,
    Match,
    Move,
    Refused,
    Result,
    Seat,
    View,
)

VERSION: Final = 1
SUFFIX: Final = ".carteado.jsonl"
LONGEST: Final = 1 << 20
"""Bytes of the longest line that is read."""

Eyes = int | Literal["whole", "public"]
By = Literal["player", "robot", "clock"]


class BadRecord(ValueError):
    """A record that cannot be read or does not follow the rules; ``line`` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


# ---------------------------------------------------------------------------------------------------- lines


class _Line(msgspec.Struct, tag_field="line", forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """What every line has: ``line`` says of which kind it is."""


class Header(_Line, tag="carteado", frozen=True, kw_only=True):
    """The first line: what is played, by how many, and whose eyes saw it."""

    version: int = msgspec.field(default_factory=lambda: VERSION)
    game: str
    options: dict[str, bool | int | str]
    seats: int
    eyes: Eyes
    started: str | None = None
    """When the match began, RFC 3339 in UTC."""
    players: list[str] | None = None
    """Names by seat."""
    before: dict[str, Any] | None = None
    """``next`` of the result of the match before at this table."""
    decision: int = 0
    """The number of decisions taken at this table before this match."""


class Deal(_Line, tag="deal", frozen=True):
    """A chance that came out: ``order`` in texts of cards, or numbers of seats for the first dealer."""

    n: int
    at: int
    """Milliseconds since the match began."""
    chance: str
    order: list[str | int]


class Moved(_Line, tag="move", frozen=True):
    """A seat's whole move."""

    n: int
    at: int
    seat: int
    move: str
    by: By | None = None
    """Who made it, where that is known."""


class Seen(_Line, tag="seen", frozen=True):
    """What a viewer was told: the events of a step, and his whole view after them."""

    n: int
    at: int
    events: list[dict[str, Any]]
    view: dict[str, Any]


class End(_Line, tag="end", frozen=True):
    """The last line: the result, None for a match that was not played to its end, and a checksum."""

    steps: int
    result: dict[str, Any] | None
    sha256: str
    """Of all bytes before this line. It finds damage; whoever wants to deceive can make it anew."""


Step = Deal | Moved | Seen
_DECODER: Final[msgspec.json.Decoder[Header | Deal | Moved | Seen | End]] = msgspec.json.Decoder(
    Header | Deal | Moved | Seen | End
)
_ENCODER: Final = msgspec.json.Encoder()


class Record(msgspec.Struct, frozen=True):
    """A record that was read: its steps stand on the lines from 2 on."""

    header: Header
    steps: list[Step]
    result: dict[str, Any] | None


# ------------------------------------------------------------------------------------------------- writing


class Writer:
    """Writes a record step by step into a binary file that the caller opens and closes."""

    def __init__(self, out: BinaryIO, header: Header) -> None:
        self._out: Final = out
        self._hash: Final = hashlib.sha256()
        self._whole: Final = header.eyes == "whole"
        self._shown: dict[str, Any] | None = None
        self.steps = 0
        self._write(header)

    def _write(self, line: msgspec.Struct) -> None:
        data = _ENCODER.encode(line) + b"\n"
        self._hash.update(data)
        self._out.write(data)

    def _step(self, whole: bool) -> int:
        if whole != self._whole:
            raise ValueError("deals and moves stand in whole records, views in the others")
        self.steps += 1
        return self.steps

    def deal(self, chance: Chance, order: Sequence[int], at: int = 0) -> None:
        """A chance that came out."""
        written: list[str | int] = [*(cards.texts(order) if chance.kind == "deal" else order)]
        self._write(Deal(self._step(True), at, chance.kind, written))

    def move(self, seat: int, move: Move, at: int = 0, by: By | None = None) -> None:
        """A move that was accepted."""
        self._write(Moved(self._step(True), at, seat, move.text, by))

    def seen(self, events: Sequence[Event], view: View, at: int = 0) -> None:
        """What the viewer of this record was told of a step.

        A step that told him nothing is left out: its number or time would betray a secret vote.
        """
        told = [each for event in events if (each := event.seen_by(view.seat)) is not None]
        shown = view.for_person()
        if told or shown != self._shown:
            self._shown = shown
            self._write(Seen(self._step(False), at, told, shown))

    def end(self, result: Result | None) -> None:
        """The last line."""
        digest = self._hash.hexdigest()
        self._write(End(self.steps, None if result is None else result.plain(), digest))


def for_eyes(record: Record, game: Game, eyes: Seat, out: BinaryIO) -> None:
    """Write what one seat, or the public, saw of a whole record.

    Raises:
        BadRecord: the rules do not allow it.
    """
    header = msgspec.structs.replace(
        record.header, eyes="public" if eyes is None else eyes, before=None, decision=0
    )
    writer = Writer(out, header)
    result: Result | None = None
    for step, events, match in replay(record, game):
        if step is not None:
            writer.seen(events, match.view(eyes), step.at)
        result = match.result()
    writer.end(result)


# ------------------------------------------------------------------------------------------------- reading


def load(path: Path) -> Record:
    """Read a record from a file.

    Raises:
        BadRecord: it is damaged, truncated, of another version or no record at all.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        return read(file)


def read(file: BinaryIO) -> Record:
    """Read a record.

    Raises:
        BadRecord: it is damaged, truncated, of another version or no record at all.
    """
    hasher = hashlib.sha256()
    header: Header | None = None
    steps: list[Step] = []
    number = 0
    while raw := file.readline(LONGEST + 1):
        number += 1
        if len(raw) > LONGEST:
            raise BadRecord(number, f"longer than {LONGEST} bytes")
        if not raw.endswith(b"\n"):
            raise BadRecord(number, "the line is cut off: the record is truncated")
        line = _decode(raw, number)
        if header is None:
            header = _checked_header(line, number)
        elif isinstance(line, End):
            if file.read(1):
                raise BadRecord(number + 1, "something stands behind the last line")
            return _closed(header, steps, line, number, hasher.hexdigest())
        elif isinstance(line, Header):
            raise BadRecord(number, "a second header")
        else:
            _check_step(header, steps, line, number)
            steps.append(line)
        hasher.update(raw)
    if header is None:
        raise BadRecord(1, "the file is empty")
    raise BadRecord(number + 1, "the last line is missing: the record is truncated")


def _decode(raw: bytes, number: int) -> Header | Step | End:
    if number == 1:
        _check_version(raw)
    try:
        return _DECODER.decode(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRecord(number, str(error)) from error


class _Version(msgspec.Struct):
    version: Any = None
    line: Any = None


def _check_version(raw: bytes) -> None:
    """Say plainly that a record is of another version before its fields are looked at."""
    try:
        found = msgspec.json.decode(raw, type=_Version)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRecord(1, f"no record of Carteado: {error}") from error
    if found.line != "carteado":
        raise BadRecord(1, "no record of Carteado: its first line is no header")
    if found.version != VERSION:
        raise BadRecord(1, f"version {found.version!r} of the format; this Carteado reads version {VERSION}")


def _checked_header(line: Header | Step | End, number: int) -> Header:
    if not isinstance(line, Header):
        raise BadRecord(number, "the first line is no header")
    if isinstance(line.eyes, int) and not 0 <= line.eyes < line.seats:
        raise BadRecord(number, f"eyes: there is no seat {line.eyes}")
    if line.players is not None and len(line.players) != line.seats:
        raise BadRecord(number, "players: one name for each seat is expected")
    return line


def _check_step(header: Header, steps: list[Step], step: Step, number: int) -> None:
    if step.n != len(steps) + 1:
        raise BadRecord(number, f"step {len(steps) + 1} is expected, not {step.n}")
    if step.at < (steps[-1].at if steps else 0):
        raise BadRecord(number, "its time lies before the step before")
    if (header.eyes == "whole") == isinstance(step, Seen):
        raise BadRecord(number, "deals and moves stand in whole records only, views in the others only")


def _closed(header: Header, steps: list[Step], end: End, number: int, digest: str) -> Record:
    if end.steps != len(steps):
        raise BadRecord(number, f"{end.steps} steps are announced, {len(steps)} stand here")
    if end.sha256 != digest:
        raise BadRecord(number, "the checksum does not fit: the record was changed or damaged")
    return Record(header, steps, end.result)


# ------------------------------------------------------------------------------------------------ replaying


def start(record: Record, game: Game) -> Match:
    """The match of a whole record before its first step.

    Raises:
        BadRecord: the game does not know such a match, or the record is not whole.
    """
    header = record.header
    if header.eyes != "whole":
        raise BadRecord(1, "only a whole record can be replayed by the rules")
    if header.game != game.id:
        raise BadRecord(1, f"a record of {header.game}, not of {game.id}")
    try:
        return game.start(header.options, header.seats, header.before, header.decision)
    except BadOptions as error:
        raise BadRecord(1, str(error)) from error


def replay(record: Record, game: Game) -> Iterator[tuple[Step | None, list[Event], Match]]:
    """Each step with its events and the match after it, first (None) the start: always the same match.

    Raises:
        BadRecord: a step that the rules refuse, or a result other than that of the moves.
    """
    match = start(record, game)
    yield None, [], match
    for at, step in enumerate(record.steps):
        yield step, _do(match, game, step, at + 2), match
    result = match.result()
    if record.result != (None if result is None else msgspec.to_builtins(result.plain())):
        raise BadRecord(len(record.steps) + 2, "the result is not that of the moves")


def _do(match: Match, game: Game, step: Step, line: int) -> list[Event]:
    match step:
        case Deal():
            chance = match.chance()
            if chance is None:
                raise BadRecord(line, "a deal where none is due")
            if chance.kind != step.chance:
                raise BadRecord(line, f"a chance of kind {chance.kind} is due, not {step.chance}")
            try:
                return match.deal([_item(each) for each in step.order])
            except (BadDeal, cards.BadCard) as error:
                raise BadRecord(line, f"the deal is impossible: {error}") from error
        case Moved():
            try:
                return match.apply(step.seat, game.parse(step.move))
            except BadMove as error:
                raise BadRecord(line, str(error)) from error
            except Refused as error:
                raise BadRecord(
                    line, f"seat {step.seat} may not {step.move!r}: {error.refusal.code}"
                ) from error
        case Seen():
            raise BadRecord(line, "a view in a whole record")


def _item(written: str | int) -> int:
    return written if isinstance(written, int) else cards.card(written)


def match_at(record: Record, game: Game, n: int) -> Match:
    """The match of a whole record after step ``n``, 0 being the start.

    Raises:
        BadRecord: the rules refuse a step up to there.
        IndexError: there are not so many steps.
    """
    if not 0 <= n <= len(record.steps):
        raise IndexError(f"the record has steps 0 to {len(record.steps)}")
    for step, _events, match in replay(record, game):
        if (0 if step is None else step.n) == n:
            return match
    raise AssertionError("replay gives every step")


def view_at(record: Record, game: Game, n: int, eyes: Seat = None) -> Mapping[str, Any]:
    """What a viewer saw after step ``n``; ``eyes`` counts for whole records, others have their own.

    Raises:
        BadRecord: the rules refuse a step up to there.
        IndexError: there are not so many steps, or no such seat.
    """
    if record.header.eyes == "whole":
        if eyes is not None and not 0 <= eyes < record.header.seats:
            raise IndexError(f"the seats are 0 to {record.header.seats - 1}")
        return match_at(record, game, n).view(eyes).for_person()
    if not 1 <= n <= len(record.steps):
        raise IndexError(f"the record has steps 1 to {len(record.steps)}")
    step = record.steps[n - 1]
    assert isinstance(step, Seen)
    return step.view


def check(record: Record, game: Game) -> None:
    """Play a whole record by the rules, to its end.

    Raises:
        BadRecord: they do not allow it.
    """
    for _step in replay(record, game):
        pass
