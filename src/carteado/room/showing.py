"""What a viewer is shown after a step: his view of the game and the table's own state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw

from carteado.games.game import BadData
from carteado.room import times
from carteado.room.messages import Hint, Hints, Item, Refused, RoomSeen, SeatSeen
from carteado.room.state import State
from carteado.room.streams import Viewer

if TYPE_CHECKING:
    from carteado.room.table import Table


_encode: Final = msgspec.json.Encoder().encode


class Shown:
    """What is shown after one step: the views are made once, together, and only if somebody looks."""

    __slots__ = ("_advises", "_common", "_host", "_match", "_state", "_table", "_views")

    def __init__(self, table: Table, state: State, now: float) -> None:
        opened = state.opened
        clock = table.clock
        self._table: Final = table
        self._state: Final = state
        self._match: Final = state.match
        self._host: Final = "" if state.host is None else state.host.id
        self._advises: Final = state.match is not None and bool(table.robots)
        self._views: dict[int, dict[str, Any]] | None = None
        self._common: Final = (
            seats_seen(table, state, now),
            sum(1 for each in table.viewers.values() if each.seat is None),
            None if clock is None else clock.seen(now),
            _hold_left(table, state, now),
            sorted(table.go_on),
            state,
            opened,
        )

    def item(self, viewer: Viewer, events: list[dict[str, Any]], fresh: bool) -> Item:
        """The viewer's next item."""
        views = self._views
        if views is None:
            views = self._views = self._make_views()
        view = views.get(viewer.bit)
        return Item(self._table.id, viewer.epoch, viewer.n, fresh, events, view, self._room(viewer))

    def _make_views(self) -> dict[int, dict[str, Any]]:
        """The views of all who look, by their bit."""
        if self._match is None:
            return {}
        looking: dict[int, int | None] = {}
        for viewer in self._table.viewers.values():
            eyes = self._state.eyes(viewer.person.id)
            if viewer.links and (eyes is not None or viewer.watchers):
                looking[viewer.bit] = eyes
        public, *views = self._match.views([None, *looking.values()])
        table = _once(public.table)
        written: dict[int, Raw] = {}
        shown: dict[int, dict[str, Any]] = {}
        for bit, view in zip(looking, views, strict=True):
            actions = view.actions
            raw = written.get(id(actions))
            if raw is None:
                raw = written[id(actions)] = _once(actions)
            shown[bit] = {
                "game": view.game,
                "seats": view.seats,
                "seat": view.seat,
                "decision": view.decision,
                "waiting": view.waiting,
                "table": table,
                "own": view.own(public),
                "legal": view.legal,
                "actions": raw,
            }
        return shown

    def _room(self, viewer: Viewer) -> RoomSeen:
        seats, watching, clock, hold, go_on, state, opened = self._common
        advice = None
        if viewer.blind:
            clock, hold, go_on = None, None, []  # how a game goes that he may not watch
        if self._advises and viewer.seat is not None and self._match is not None:
            advice = self._table.robots.advice(self._match, viewer.seat)
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


def _hold_left(table: Table, state: State, now: float) -> int | None:
    """Milliseconds until the next hand, or until the vote on a rematch closes."""
    if table.hold_since is not None:
        return max(0, round(state.hold - (now - table.hold_since) * 1000))
    if table.rematch_due is not None and state.stage == "over":
        return max(0, round((table.rematch_due - now) * 1000))
    return None


def _once(data: object) -> Raw:
    """What several viewers get, as it is written: encoded once for all of them."""
    return Raw(_encode(data))


def hints(state: State, table: str, person: str, asked: Hint) -> Hints | Refused:
    """What the rules can tell a seated person about his own cards now."""
    seat = state.seat_of(person)
    if seat is None or state.match is None:
        return Refused(asked.id, "not_seated" if seat is None else "no_match", {})
    if state.eyes(person) is None:
        return Refused(asked.id, "match_over", {})
    try:
        told = state.game.hints(state.match.view(seat), asked.ask)
    except BadData as error:
        return Refused(asked.id, "bad_hint", {"problem": str(error)[:200]})
    return Hints(asked.id, table, state.decision, told)


def seats_seen(table: Table, state: State, now: float) -> list[SeatSeen]:
    """Who holds the seats, equal for every viewer; made anew only when something changed."""
    if table.seats_cache is not None and not table.away:
        return table.seats_cache
    patience = times.AWAY if state.stage == "playing" else times.AWAY_WAITING
    shown: list[SeatSeen] = []
    for seat in state.seats:
        person = seat.person
        away: int | None = None
        connected = person is not None and table.is_connected(person.id)
        if person is not None and not connected and not seat.held:
            left = table.away.get(person.id, now) + patience - now
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
    table.seats_cache = shown
    return shown
