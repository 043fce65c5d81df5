"""The course of a table: moves, what follows of them, and what happens by itself when it is time.

All of it is before the commit: it changes the state by `Table.write`, and shows nothing to anybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carteado.games.game import Match, Move
from carteado.games.game import time_out as default_moves
from carteado.room import entries, times
from carteado.room.entries import By
from carteado.room.ports import Person
from carteado.room.robots import Ask
from carteado.room.state import State

if TYPE_CHECKING:
    from carteado.room.table import Table


def give_up_seats(table: Table, state: State, person: str) -> None:
    """The person sits nowhere any more; in a match a robot takes over."""
    coming = state.coming_to(person)
    if coming is not None:
        table.write(entries.Coming(at=table.at, seat=coming))
    seat = state.seat_of(person)
    if seat is not None:
        table.write(entries.Stood(at=table.at, seat=seat, robot=state.stage == "playing"))
        table.robots.drop(seat)


def next_host(table: Table, state: State, person: str) -> Person | None:
    """The next person clockwise from the seats who is here, then a watcher."""
    here = [each for each in state.persons() if each.id != person]
    connected = [each for each in here if table.is_connected(each.id)]
    watching = [each.person for each in table.viewers.values() if each.links and each.person.id != person]
    # whoever has tables enough gets none by others' leaving
    may = table.house.may_host
    return next((each for each in [*connected, *watching, *here] if may(each.id)), None)


def take_back(table: Table, seat: int) -> None:
    """The person has his seat again, and the open decision with it."""
    table.write(entries.Held(at=table.at, seat=seat))
    table.robots.drop(seat)
    table.touch()


def make_move(
    table: Table, state: State, match: Match, seat: int, move: Move, by: By, who: str = "", id: str = ""
) -> None:
    """Let a seat move, and the robots that answer with it.

    Raises:
        Refused: the move is not legal; nothing has changed.
    """
    aside = move.kind in state.game.asides
    used = 0
    clock = table.clock
    if clock is not None and clock.decision == match.decision and clock.seats == [seat] and not aside:
        used = clock.used_ms(table.house.clock.now())
    entry = entries.Moved(at=table.at, seat=seat, move=move.text, by=by, who=who, id=id, used=used)
    events = table.write(entry)
    for event in events:
        if event.only is not None:
            table.robots.tell({other for other in event.only if other != seat})


def follow(table: Table, state: State, match: Match) -> None:
    """Robots that are asked the same as a connected person do not decide: their answers follow his.

    Also when the robot came after he had answered (Paulista PV11).
    """
    decision = match.decision
    for seat in match.actors():
        if match.decision != decision:
            return
        if state.seats[seat].by_robot:
            votes = [state.votes.get(other) for other in table.robots.persons_asked_with(state, match, seat)]
            vote = votes[0] if votes and None not in votes else None
            if vote is not None and match.check(seat, state.game.parse(vote)) is None:
                table.write(entries.Moved(at=table.at, seat=seat, move=vote, by="follow"))


def time_out(table: Table, state: State, match: Match, clock: times.DecisionClock, now: float) -> None:
    """The clock of the open decision has run out: robots' advice counts, then the defaults are played."""
    decision = match.decision
    for ask in table.robots.advisers(match, clock.seats):
        move = table.robots.wanted(state, match, ask)
        if move is not None and ask.seat in match.actors():
            make_move(table, state, match, ask.seat, move, "robot")
            if match.decision != decision:
                return
    for seat, move, _ in default_moves(match.copy()):
        others = [other for other in clock.seats if other != seat]
        person = state.seats[seat].person is not None and not state.seats[seat].held
        # of two persons who are asked together, which one is silent is theirs to know
        silent = person and all(state.seats[other].by_robot for other in others)
        table.write(
            entries.Moved(
                at=table.at,
                seat=seat,
                move=move.text,
                by="clock",
                used=0 if others else clock.used_ms(now),
                silent=silent,
            )
        )
        if state.seats[seat].silent >= times.SILENCES and state.stage == "playing":
            hold(table, state, seat, "silent")


def hold(table: Table, state: State, seat: int, why: entries.Hold) -> None:
    """A robot holds the seat for its person."""
    table.write(entries.Held(at=table.at, seat=seat, why=why))
    table.robots.take(seat, table.house.clock.now())
    table.touch()


def start(table: Table, state: State) -> None:
    """Begin a match."""
    table.write(entries.Started(at=table.at))
    table.rematch_due = None
    table.prolonged.clear()
    table.touch_people()


def deal(table: Table, state: State) -> None:
    """Let those in who wait for a robot's seat, then deal; in the middle of a hand nobody comes in."""
    assert state.match is not None
    chance = state.match.chance()
    assert chance is not None
    if chance.kind != "reshuffle":
        let_in(table, state)
    order = table.house.shuffler.order(chance.items)
    table.write(entries.Dealt(at=table.at, order=order))


def let_in(table: Table, state: State) -> None:
    """Give robots' seats to who waits for them, if he is still there."""
    for number, seat in enumerate(state.seats):
        if seat.coming is None:
            continue
        if table.is_connected(seat.coming.id):
            table.write(entries.Sat(at=table.at, seat=number, person=seat.coming))
            table.robots.drop(number)
        else:
            table.write(entries.Coming(at=table.at, seat=number))
        table.touch_people()


def settle(table: Table, state: State) -> None:
    """Do what nobody has to ask for: start, deal, give seats back, let robots vote."""
    stage = state.stage
    if table.people_changed:
        meet(table, state, table.house.clock.now())
    if stage != "playing":
        let_in(table, state)
    if state.votes and state.match is not None:
        follow(table, state, state.match)
    if state.stage == "waiting":
        if state.full() and any(seat.person for seat in state.seats) and all_ready(table, state):
            start(table, state)
    elif state.stage == "over":
        settle_rematch(table, state)
    match = state.match
    while state.stage == "playing" and match is not None:
        chance = match.chance()
        if chance is None:
            break
        if chance.kind == "deal" and match.hand_number() > 0 and not everybody_goes_on(table, state):
            break
        deal(table, state)
        table.go_on.clear()
    if table.people_changed:
        meet(table, state, table.house.clock.now())
    if state.stage != table.stage:
        table.stage = state.stage
        table.ticked = -1.0  # other times count now: look again what is due


def all_ready(table: Table, state: State) -> bool:
    """Whether nobody has to be waited for."""
    return all(seat.robot or seat.ready for seat in state.seats)


def everybody_goes_on(table: Table, state: State) -> bool:
    """Whether all who are there need no more time between the hands."""
    if not table.go_on:
        return False
    for number, seat in enumerate(state.seats):
        if seat.person is not None and table.is_connected(seat.person.id) and number not in table.go_on:
            return False
    return True


def settle_rematch(table: Table, state: State) -> None:
    """Begin again when all said yes; rest when that cannot be."""
    voting = [seat for seat in state.seats if seat.person is not None]
    if not voting:
        rest(table, state)
    elif all(seat.rematch for seat in voting):
        if state.full():
            start(table, state)
        else:
            rest(table, state)


def rest(table: Table, state: State) -> None:
    """No rematch: wait for people."""
    table.write(entries.Rested(at=table.at))
    table.rematch_due = None
    table.prolonged.clear()
    table.touch_people()


def meet(table: Table, state: State, now: float) -> None:
    """Take note of who is here in which role."""
    table.people_changed = False
    for viewer in list(table.viewers.values()):
        seat = state.seat_of(viewer.person.id)
        if seat != viewer.seat:
            viewer.renew(seat, len(state.seats))
        if seat is None and not viewer.links:
            del table.viewers[viewer.person.id]
    members = {person.id for person in state.persons()}
    if state.host is not None:
        members.add(state.host.id)
    for person in [each for each in table.away if each not in members]:
        del table.away[person]
    for person in members:
        if table.is_connected(person):
            table.away.pop(person, None)
        else:
            table.away.setdefault(person, now)
    for number, sitting in enumerate(state.seats):
        if sitting.held == "away" and sitting.person is not None:
            if table.is_connected(sitting.person.id):
                take_back(table, number)
    seated = [seat.person.id for seat in state.seats if seat.person is not None]
    alone = state.stage == "playing" and not any(table.is_connected(each) for each in seated)
    table.lonely = None if not alone else now if table.lonely is None else table.lonely
    empty = not state.persons() and not any(each.links for each in table.viewers.values())
    table.empty = None if not empty else now if table.empty is None else table.empty


def tick(table: Table, state: State, now: float) -> None:
    """Do what is due."""
    match = state.match
    if match is not None and state.stage == "playing":
        robots_act(table, state, match, now)
        clock = table.clock
        if clock is not None and clock.decision == match.decision and now >= clock.deadline:
            if match.actors():
                time_out(table, state, match, clock, now)
        if table.hold_since is not None and now >= table.hold_since + state.hold / 1000:
            if match.chance() is not None:
                deal(table, state)
            table.hold_since = None
            table.go_on.clear()  # it was said of this pause, not of the next
    tick_people(table, state, now)


def tick_people(table: Table, state: State, now: float) -> None:
    """What is due with people: votes that did not come, absence, tables without anybody."""
    if table.rematch_due is not None and now >= table.rematch_due and state.stage == "over":
        for number, seat in enumerate(state.seats):
            if seat.person is not None and not seat.rematch:
                table.write(entries.Stood(at=table.at, seat=number))
        rest(table, state)
    for person, since in list(table.away.items()):
        tick_away(table, state, person, now - since)
    if table.lonely is not None and now >= table.lonely + times.ABANDONED:
        table.closing = "abandoned"
    if table.empty is not None and now >= table.empty + times.EMPTY:
        table.closing = "closed"


def tick_away(table: Table, state: State, person: str, gone: float) -> None:
    """What follows of an absence of so many seconds."""
    seat = state.seat_of(person)
    if seat is None:
        if gone >= times.AWAY_WAITING:
            coming = state.coming_to(person)
            if coming is not None:
                table.write(entries.Coming(at=table.at, seat=coming))
                table.touch_people()
            pass_host_on(table, state, person)
    elif state.stage == "playing":
        if gone >= times.AWAY and not state.seats[seat].held:
            hold(table, state, seat, "away")
    elif state.stage == "waiting" and gone >= times.AWAY_WAITING:
        table.write(entries.Stood(at=table.at, seat=seat))
        table.touch_people()
        pass_host_on(table, state, person)


def pass_host_on(table: Table, state: State, person: str) -> None:
    """Another host, if there is anybody."""
    if state.host is None or state.host.id != person:
        return
    following = next_host(table, state, person)
    if following is not None:
        table.write(entries.Hosted(at=table.at, person=following))
        table.touch_people()


def robots_act(table: Table, state: State, match: Match, now: float) -> None:
    """Let robots say what they think where it is time."""
    robots = table.robots
    for ask in robots.ready(state, match, now):
        if not robots.is_open(ask, state, match):
            continue  # another robot has just closed the decision
        persons = [] if ask.aside else robots.persons_asked_with(state, match, ask.seat)
        if persons:
            if not ask.said:
                ask.said = True
                for other in persons:
                    table.dirty |= 1 << other
            continue
        robots.close(ask)
        robot_acts(table, state, match, ask)


def robot_acts(table: Table, state: State, match: Match, ask: Ask) -> None:
    """Let a robot move as it wants, or as the clock would when it may not."""
    move = table.robots.wanted(state, match, ask)
    if move is None and not ask.aside and ask.seat in match.actors():
        move = match.default(ask.seat)
    if move is not None:
        make_move(table, state, match, ask.seat, move, "robot")
