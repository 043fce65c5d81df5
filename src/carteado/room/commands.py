"""What a client may ask of a table: each command is carried out or refused, by a code and facts.

A function returns None when the command has had its effect. What is durable of it is written by
`Table.write`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from carteado.games.game import TABLE_MOVES, BadMove, BadOptions, Event, Plain, Refusal, Refused
from carteado.room import course, entries, times
from carteado.room.messages import (
    PHRASES,
    Back,
    Command,
    Continue,
    Enter,
    Leave,
    Play,
    Ready,
    Rematch,
    Robot,
    Say,
    SetOptions,
    Sit,
    Stand,
)
from carteado.room.state import State
from carteado.room.streams import Link

if TYPE_CHECKING:
    from carteado.room.table import Table

PHRASES_MOST: Final = 5
PHRASES_WITHIN: Final = 20.0
"""So many phrases of one person in so many seconds."""


def enter(table: Table, state: State, link: Link, command: Enter) -> Refusal | None:
    """Look at the table, as its watcher or by its seat."""
    return table.attach(state, link, command.after)


def leave(table: Table, state: State, link: Link, command: Leave) -> Refusal | None:
    """Go away, from the seat too; the last one closes the table."""
    person = link.person.id
    viewer = table.viewers.pop(person, None)
    if viewer is None and state.seat_of(person) is None:
        return None  # he is not here, which is what he wants
    course.give_up_seats(table, state, person)
    if viewer is not None:
        table.gone.append(viewer)
        table.entering = [each for each in table.entering if each[1] is not viewer]
    if state.host is not None and state.host.id == person:
        table.write(entries.Hosted(at=table.at, person=course.next_host(table, state, person)))
    table.touch_people()
    nobody = not any(each.links for each in table.viewers.values())
    if not state.persons() and (nobody or state.host is None):
        table.closing = "closed"
    return None


def sit(table: Table, state: State, link: Link, command: Sit) -> Refusal | None:
    """Take a free seat at once, and a robot's at the next deal while a match runs."""
    person = link.person
    if person.id not in table.viewers:
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
        table.write(entries.Coming(at=table.at, seat=command.seat, person=person))
    else:
        table.write(entries.Sat(at=table.at, seat=command.seat, person=person))
        if state.stage == "over" and command.seat not in table.prolonged:
            table.prolonged.add(command.seat)  # once: else who sits to and fro keeps the vote open for ever
            table.rematch_due = table.house.clock.now() + times.REMATCH
    table.touch_people()
    return None


def stand(table: Table, state: State, link: Link, command: Stand) -> Refusal | None:
    """Give the seat up, or the place at the next deal."""
    person = link.person.id
    if state.seat_of(person) is None and state.coming_to(person) is None:
        return Refusal("not_seated")
    course.give_up_seats(table, state, person)
    table.touch_people()
    return None


def set_robot(table: Table, state: State, link: Link, command: Robot) -> Refusal | None:
    """Put a robot in a free seat or take it out, between matches."""
    person = link.person.id
    host = state.host is not None and state.host.id == person
    if state.seat_of(person) is None and not (host and person in table.viewers):
        return Refusal("not_seated")
    if state.stage == "playing":
        return Refusal("match_running")
    if command.seat >= len(state.seats):
        return Refusal("no_such_seat")
    seat = state.seats[command.seat]
    if seat.person is not None:
        return Refusal("seat_taken")
    if seat.robot != command.on:
        table.write(entries.RobotSet(at=table.at, seat=command.seat, on=command.on))
        table.touch_people()
    return None


def set_options(table: Table, state: State, link: Link, command: SetOptions) -> Refusal | None:
    """Other options, by the host and before the first match."""
    if state.host is None or state.host.id != link.person.id:
        return Refusal("not_host")
    if state.number > 0:
        return Refusal("options_locked")  # Mineiro R27, Q21: the others sat down to these
    try:
        options = state.game.full_options(command.options)
    except BadOptions as error:
        return Refusal("bad_options", {"problem": str(error)[:200]})
    if options != state.options:
        table.write(entries.OptionsSet(at=table.at, options=options))
        table.touch_people()
    return None


def ready(table: Table, state: State, link: Link, command: Ready) -> Refusal | None:
    """Ready to begin; after a match it is a vote for another one."""
    seat = state.seat_of(link.person.id)
    if seat is None:
        return Refusal("not_seated")
    if state.stage == "playing":
        return Refusal("match_running")
    if state.stage == "over":
        return vote_rematch(table, state, seat, command.on)
    if state.seats[seat].ready != command.on:
        table.write(entries.Readied(at=table.at, seat=seat, on=command.on))
        table.touch()
    return None


def rematch(table: Table, state: State, link: Link, command: Rematch) -> Refusal | None:
    """Vote on another match."""
    seat = state.seat_of(link.person.id)
    if seat is None:
        return Refusal("not_seated")
    if state.stage != "over":
        return Refusal("match_running" if state.stage == "playing" else "no_vote_open")
    return vote_rematch(table, state, seat, command.yes)


def vote_rematch(table: Table, state: State, seat: int, yes: bool) -> Refusal | None:
    """Note a vote; who wants no more stands up at once."""
    if state.seats[seat].rematch != yes:
        table.write(entries.RematchVoted(at=table.at, seat=seat, yes=yes))
        table.touch()
    if not yes:
        table.write(entries.Stood(at=table.at, seat=seat))
        table.touch_people()
    return None


def back(table: Table, state: State, link: Link, command: Back) -> Refusal | None:
    """Take the own seat back from the robot."""
    seat = state.seat_of(link.person.id)
    if seat is None:
        return Refusal("not_seated")
    if state.seats[seat].held:
        course.take_back(table, seat)
    return None


def go_on(table: Table, state: State, link: Link, command: Continue) -> Refusal | None:
    """No more time is needed between these hands."""
    seat = state.seat_of(link.person.id)
    if seat is None:
        return Refusal("not_seated")
    if table.hold_since is None:
        return Refusal("no_pause")
    if seat not in table.go_on:
        table.go_on.add(seat)
        table.touch_game()
    return None


def say(table: Table, state: State, link: Link, command: Say) -> Refusal | None:
    """One of the quick phrases, and not too many of them."""
    person = link.person
    seat = state.seat_of(person.id)
    if seat is None:
        return Refusal("not_seated")
    if command.phrase not in PHRASES:
        return Refusal("no_such_phrase")
    now = table.house.clock.now()
    said = table.phrases.setdefault(person.id, deque(maxlen=PHRASES_MOST))
    if len(said) == PHRASES_MOST and now - said[0] < PHRASES_WITHIN:
        return Refusal("too_fast", {"wait_ms": round((said[0] + PHRASES_WITHIN - now) * 1000)})
    said.append(now)
    facts: dict[str, Plain] = {"seat": seat, "name": person.name, "phrase": command.phrase}
    table.events.append(Event("said", facts))
    return None


def play(table: Table, state: State, link: Link, command: Play) -> Refusal | None:
    """A move of the game: by the seat's person, not against an older question, and legal."""
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
    if move.kind in TABLE_MOVES:
        return Refusal("bad_move")
    if not match.since(number, move) <= command.decision <= match.decision:
        return move.late
    if state.seats[number].held:
        refusal = match.check(number, move)
        if refusal is not None:
            return refusal
        course.take_back(table, number)
    try:
        course.make_move(table, state, match, number, move, "person", person, command.id)
    except Refused as refused:
        return refused.refusal
    return None


HANDLERS: Final[dict[type[Command], Callable[[Table, State, Link, Any], Refusal | None]]] = {
    Enter: enter,
    Leave: leave,
    Sit: sit,
    Stand: stand,
    Robot: set_robot,
    SetOptions: set_options,
    Ready: ready,
    Play: play,
    Back: back,
    Continue: go_on,
    Say: say,
    Rematch: rematch,
}
