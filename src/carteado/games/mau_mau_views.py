"""What each seat may know of a match of Mau-Mau, and the whole truth as plain data.

Every field that reaches anybody is written out here, by the table of section 7. Who could be accused stands
in no view: it follows from what everybody has seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from carteado.cards import CARD_TEXT
from carteado.games.game import Move, Plain, Seat, View
from carteado.games.mau_mau_cards import (
    ACCUSE,
    ANNOUNCE,
    DEAL,
    DRAW,
    FIRST_DEALER,
    HAND_OVER,
    MATCH_OVER,
    PASS,
    PHASES,
    TAKE,
)
from carteado.games.mau_mau_shapes import (
    BaseSeen,
    Direction,
    DrawReason,
    HandReason,
    HandSeen,
    MauMauBase,
    MauMauMemory,
    MauMauPosition,
    MauMauTable,
    OwedSeen,
    SuitName,
)

if TYPE_CHECKING:  # the match imports this module
    from carteado.games.mau_mau import Base, Line, MauMauMatch


def views_of(match: MauMauMatch, seats: Sequence[Seat]) -> list[View]:
    """What viewers may know: the columns of section 7, field by field; what all know is made once."""
    public = _public(match)
    base = _base_seen(match)
    log = match.log[:]
    actors = match.actors()
    views: list[View] = []
    for seat in seats:
        legal: list[Plain] = []
        actions: list[dict[str, Plain]] = []
        if seat is not None:
            for move in match.legal(seat):
                legal.append(move.text)
            actions = _actions(match, seat)
        views.append(
            View(
                "mau_mau",
                match.options,
                match.seats,
                seat,
                match.number,
                actors,
                public if seat is None else _table(match, public, seat),
                legal,
                actions,
                _memory(match, base, log, seat),
            )
        )
    return views


def names(cards: Sequence[int]) -> list[str]:
    """Texts of cards that the reader may see."""
    return [CARD_TEXT[card] for card in cards]


def _table(match: MauMauMatch, public: MauMauTable, seat: int) -> MauMauTable:
    """What everybody may look up, and what this seat may besides: its own cards."""
    table = public.copy()
    table["cards"] = names(match.hands[seat])
    if seat == match.turn and match.drawn >= 0:
        table["drawn"] = CARD_TEXT[match.drawn]
    return table


def _public(match: MauMauMatch) -> MauMauTable:
    """What everybody may look up."""
    result = match.result()
    over = match.phase in (HAND_OVER, MATCH_OVER)
    return {
        "phase": PHASES[match.phase],
        "hand": match.hand,
        "dealer": match.dealer if match.dealer >= 0 else None,
        "next_dealer": _next_dealer(match),
        "first": match.first if match.first >= 0 else None,
        "turn": match.turn if match.turn >= 0 else None,
        "dir": _direction(match.direction),
        "top": CARD_TEXT[match.pile[-1]] if match.pile else None,
        "by": match.by if match.pile else None,
        "suit": suit_name(match.suit),
        "pending": match.pending,
        "drew": match.drew,
        "announced": match.announced,
        "owed": _owed_seen(match),
        "stock": len(match.stock),
        "pile": len(match.pile),
        "held": [len(hand) for hand in match.hands],
        "out": match.left[:],
        "score": match.score[:],
        "cards": [],
        "drawn": None,
        "hands": [names(hand) for hand in match.hands] if over else None,  # section 7: they are counted
        "sheet": [_line_seen(line) for line in match.sheet],
        "result": None if result is None else result.plain(),
    }


def _next_dealer(match: MauMauMatch) -> int | None:
    """Who deals next: the deal goes round among those still in the game (A14)."""
    if match.phase == FIRST_DEALER:
        return None
    return match.dealer if match.phase == DEAL else match.next_of(match.dealer, 1)


def _direction(direction: int) -> Direction:
    return 1 if direction > 0 else -1


def suit_name(suit: int) -> SuitName | None:
    """A suit's letter, None for none."""
    match suit:
        case 0:
            return "c"
        case 1:
            return "d"
        case 2:
            return "h"
        case 3:
            return "s"
    return None


def _owed_seen(match: MauMauMatch) -> OwedSeen | None:
    if match.owed == 0:
        return None
    return {"seat": match.owed_seat, "count": match.owed, "reason": _draw_reason(match.owed_why)}


def _draw_reason(why: str) -> DrawReason:
    match why:
        case "draw":
            return "draw"
        case "sevens":
            return "sevens"
        case "nine":
            return "nine"
        case "accused":
            return "accused"
        case "wrong_announce":
            return "wrong_announce"
    return "wrong_accuse"


def _hand_reason(reason: str) -> HandReason:
    match reason:
        case "out":
            return "out"
        case "stuck":
            return "stuck"
        case "too_long":
            return "too_long"
    return "alone"


def _line_seen(line: Line) -> HandSeen:
    return {"points": line.points[:], "winners": line.winners[:], "reason": _hand_reason(line.reason)}


def _memory(match: MauMauMatch, base: BaseSeen | None, log: list[str], seat: Seat) -> MauMauMemory:
    """How the hand began, all that everybody has seen since, and the own cards by their time."""
    own = seat is not None and match.base is not None
    return {
        "base": base,
        "dealt": names(match.base.hands[seat]) if own and seat is not None and match.base is not None else [],
        "received": names(match.received[seat]) if own and seat is not None else [],
        "log": log,
    }


def _base_seen(match: MauMauMatch) -> BaseSeen | None:
    base = match.base
    if base is None:
        return None
    return {
        "decision": base.decision,
        "score": base.score[:],
        "sheet": [_line_seen(line) for line in base.sheet],
        "phase": PHASES[base.phase],
        "turn": base.turn if base.turn >= 0 else None,
        "dir": _direction(base.direction),
        "pending": base.pending,
        "suit": suit_name(base.suit),
        "out": base.left[:],
        "sizes": [len(hand) for hand in base.hands],
        "stock": len(base.stock),
        "aside": len(base.aside),
        "pile": names(base.pile),
        "returned": names(base.returned),
    }


def _actions(match: MauMauMatch, seat: int) -> list[dict[str, Plain]]:
    """The fixed buttons; to accuse is offered always, and whether it would be right is nobody's to say."""
    return [
        _button(match, seat, DRAW, {}),
        _button(match, seat, PASS, {}),
        _button(match, seat, TAKE, {"count": match.pending}),
        _button(match, seat, ANNOUNCE, {}),
        _button(match, seat, ACCUSE, {}),
    ]


def _button(match: MauMauMatch, seat: int, move: Move, facts: dict[str, Plain]) -> dict[str, Plain]:
    refusal = match.check(seat, move)
    button: dict[str, Plain] = {"kind": move.kind, "move": move.text if refusal is None else None}
    button.update(facts)
    button["grave"] = None
    button["refusal"] = None if refusal is None else refusal.plain()
    return button


def _base_of(base: Base) -> MauMauBase:
    return {
        "decision": base.decision,
        "score": base.score[:],
        "sheet": [_line_seen(line) for line in base.sheet],
        "phase": PHASES[base.phase],
        "turn": base.turn if base.turn >= 0 else None,
        "dir": _direction(base.direction),
        "pending": base.pending,
        "suit": suit_name(base.suit),
        "out": base.left[:],
        "hands": [names(hand) for hand in base.hands],
        "stock": names(base.stock),
        "aside": names(base.aside),
        "pile": names(base.pile),
        "returned": names(base.returned),
    }


def position_of(match: MauMauMatch) -> MauMauPosition:
    """The whole truth as plain data."""
    seats = range(match.seats)
    return {
        "game": "mau_mau",
        "options": dict(match.options),
        "seats": match.seats,
        "dealer": match.dealer if match.dealer >= 0 else None,
        "hand": match.hand,
        "base": None if match.base is None else _base_of(match.base),
        "shuffles": [names(order) for order in match.shuffles],
        "log": match.log[:],
        "decision": match.number,
        "phase": PHASES[match.phase],
        "first": match.first if match.first >= 0 else None,
        "turn": match.turn if match.turn >= 0 else None,
        "dir": _direction(match.direction),
        "suit": suit_name(match.suit),
        "pending": match.pending,
        "drew": match.drew,
        "drawn": CARD_TEXT[match.drawn] if match.drawn >= 0 else None,
        "announced": match.announced,
        "accusable": match.accusable if match.accusable >= 0 else None,
        "fined": [
            [seat for seat in seats if match.fined_announce >> seat & 1],
            [seat for seat in seats if match.fined_accuse >> seat & 1],
        ],
        "stuck": match.stuck,
        "turns": match.turns,
        "owed": _owed_seen(match),
        "since": [match.turn_since, match.window_since, *match.hand_since],
        "out": match.left[:],
        "score": match.score[:],
        "sheet": [_line_seen(line) for line in match.sheet],
        "hands": [names(hand) for hand in match.hands],
        "stock": names(match.stock[::-1]),
        "pile": names(match.pile),
        "aside": names(match.aside),
        "ended": match.ended or None,
    }
