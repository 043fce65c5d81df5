"""What each seat may know of a match of Sueca, and the whole truth as plain data.

Every field that reaches anybody is written out here, by the table of section 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from carteado.cards import CARD_TEXT
from carteado.games.game import Plain, Seat, View
from carteado.games.sueca_cards import (
    DEAL,
    HAND_OVER,
    LAID_DOWN,
    LAY_DOWN,
    MATCH_OVER,
    NO_PAIR,
    OPENING,
    PHASES,
    PLAYING,
    SEATS,
    SUIT_NAMES,
    TRICKS,
    points_of,
)
from carteado.games.sueca_shapes import (
    DealSeen,
    HandShown,
    Reason,
    SuecaMemory,
    SuecaPlay,
    SuecaPosition,
    SuecaTable,
    SuecaTrick,
    TrumpSeen,
)

if TYPE_CHECKING:  # the match imports this module
    from carteado.games.sueca import Line, SuecaMatch


def views_of(match: SuecaMatch, seats: Sequence[Seat]) -> list[View]:
    """What viewers may know: the columns of section 7, field by field; what all know is made once."""
    public = _public(match)
    plays = _plays_seen(match, 0, 4 * TRICKS)
    views: list[View] = []
    for seat in seats:
        legal: list[Plain] = []
        actions: list[dict[str, Plain]] = []
        if seat is not None:
            for move in match.legal(seat):
                legal.append(move.text)
            actions.append(_lay_down_button(match, seat))
        views.append(
            View(
                "sueca",
                match.options,
                SEATS,
                seat,
                match.number,
                match.actors(),
                public if seat is None else _table(match, public, seat),
                legal,
                actions,
                _memory(match, seat, plays),
            )
        )
    return views


def _table(match: SuecaMatch, public: SuecaTable, seat: int) -> SuecaTable:
    """What everybody may look up, and what this seat may besides."""
    table = public.copy()
    if match.phase == OPENING and seat == match.turn:
        table["phase"] = "opening"
    table["cards"] = [CARD_TEXT[card] for card in match.hands[seat]]
    return table


def _public(match: SuecaMatch) -> SuecaTable:
    """What everybody may look up."""
    result = match.result()
    dealt = match.hand > 0
    # section 7: that a hand may be laid down is known to its owner alone; others see a first turn like any
    phase = PLAYING if match.phase == OPENING else match.phase
    return {
        "phase": PHASES[phase],
        "hand": match.hand,
        "dealer": match.dealer if match.dealer >= 0 else None,
        "next_dealer": _next_dealer(match),
        "first": match.first_player() if dealt else None,
        "leader": match.leaders[len(match.plays) // 4] if match.in_play() else None,
        "turn": match.turn if match.turn >= 0 else None,
        "score": match.score[:],
        "target": match.set.target,
        "carry": match.carry,
        "trump": SUIT_NAMES[match.trump] if dealt else None,
        "trump_card": _trump_seen(match),
        "held": [len(hand) for hand in match.hands],
        "cards": [],
        "trick": _trick_seen(match, len(match.plays) // 4),
        "last_trick": _trick_seen(match, len(match.plays) // 4 - 1) if len(match.plays) >= 4 else None,
        "tricks": match.tricks[:],
        "points": match.points[:] if _points_are_open(match) else None,
        "shown": _shown(match),
        "sheet": [_line_seen(line) for line in match.sheet],
        "result": None if result is None else result.plain(),
    }


def _next_dealer(match: SuecaMatch) -> int | None:
    """Who deals next: after a hand that was laid down the same (Q1)."""
    if match.dealer < 0:
        return None
    return match.dealer if match.phase in (DEAL, LAID_DOWN) else match.first_player()


def _trump_seen(match: SuecaMatch) -> TrumpSeen | None:
    """The trump card, as long as the dealer holds it (R13 Q12)."""
    if not match.hand or match.trump_card not in match.hands[match.dealer]:
        return None
    return {"card": CARD_TEXT[match.trump_card], "seat": match.dealer}


def _trick_seen(match: SuecaMatch, trick: int) -> SuecaTrick:
    cards = match.plays[4 * trick : 4 * trick + 4]
    winning = match.winning(trick)
    return {
        "plays": _plays_seen(match, 4 * trick, 4 * trick + 4),
        "suit": SUIT_NAMES[cards[0] & 3] if cards else None,
        "seat": winning if winning >= 0 else None,
    }


def _plays_seen(match: SuecaMatch, first: int, end: int) -> list[SuecaPlay]:
    return [
        {"seat": (match.leaders[at // 4] + at) & 3, "card": CARD_TEXT[match.plays[at]]}
        for at in range(first, min(end, len(match.plays)))
    ]


def _points_are_open(match: SuecaMatch) -> bool:
    """Points are counted at the end (R25 R26), and shown before only where the table says so (Q11)."""
    return match.phase in (HAND_OVER, MATCH_OVER) or (match.set.running_points and match.in_play())


def _shown(match: SuecaMatch) -> HandShown | None:
    """The hand that was laid down, until the next deal (Q4)."""
    if match.phase != LAID_DOWN:
        return None
    hand = match.dealt[match.first_player()]
    return {
        "seat": match.first_player(),
        "cards": [CARD_TEXT[card] for card in hand],
        "points": points_of(hand),
    }


def _line_seen(line: Line) -> DealSeen:
    return {
        "pair": None if line.pair == NO_PAIR else "B" if line.pair else "A",
        "points": line.points,
        "reason": _reason(line.reason),
        "card_points": list(line.card_points),
        "tricks": list(line.tricks),
        "carry": line.carry,
    }


def _reason(reason: str) -> Reason:
    match reason:
        case "draw":
            return "draw"
        case "sweep":
            return "sweep"
    return "points"


def _memory(match: SuecaMatch, seat: Seat, plays: list[SuecaPlay]) -> SuecaMemory:
    """What everybody could have kept in mind: trump card and tricks are open when they are shown."""
    return {
        "dealt": [] if seat is None else [CARD_TEXT[card] for card in match.dealt[seat]],
        "trump_card": CARD_TEXT[match.trump_card] if match.hand else None,
        "plays": plays,
    }


def _lay_down_button(match: SuecaMatch, seat: int) -> dict[str, Plain]:
    refusal = match.check(seat, LAY_DOWN)
    return {
        "kind": "lay_down",
        "move": LAY_DOWN.text if refusal is None else None,
        "most": match.set.lay_down_max,
        "grave": None,
        "refusal": None if refusal is None else refusal.plain(),
    }


def position_of(match: SuecaMatch) -> SuecaPosition:
    """The whole truth as plain data."""
    return {
        "game": "sueca",
        "options": dict(match.options),
        "seats": SEATS,
        "decision": match.number,
        "phase": PHASES[match.phase],
        "hand": match.hand,
        "score": match.score[:],
        "carry": match.carry,
        "dealer": match.dealer if match.dealer >= 0 else None,
        "dealt": [[CARD_TEXT[card] for card in hand] for hand in match.dealt],
        "plays": _plays_seen(match, 0, 4 * TRICKS),
        "sheet": [_line_seen(line) for line in match.sheet],
        "ended": match.ended or None,
    }
