"""What each seat may know of a match of Cacheta, and the whole truth as plain data.

Every field that reaches anybody is written out here: the columns of section 7 of the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from carteado.cards import CARD_TEXT, texts
from carteado.games.cacheta_melds import Meld
from carteado.games.cacheta_moves import (
    ANNOUNCE,
    BATER,
    CLAIM,
    DEAL,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    FURAR,
    LET_PASS,
    NOT_YET,
    PASS,
    PHASES,
    WINDOW,
)
from carteado.games.cacheta_shapes import (
    AnswerName,
    CachetaMemory,
    CachetaPosition,
    CachetaTable,
    ClaimSeen,
    HandSeen,
    MeldSeen,
    ShownSeen,
    WindowSeen,
)
from carteado.games.game import Move, Plain, Seat, View

if TYPE_CHECKING:  # the match imports this module
    from carteado.games.cacheta import CachetaMatch, Claim, Line


def views_of(match: CachetaMatch, seats: Sequence[Seat]) -> list[View]:
    """What viewers may know; what all of them know is made once."""
    table = _public(match)
    memory = _memory(match)
    waiting = match.actors()
    return [
        View(
            "cacheta",
            match.options,
            match.seats,
            seat,
            match.number,
            waiting,
            table if seat is None else _own_table(match, table, seat),
            [] if seat is None else [move.text for move in match.legal(seat)],
            [] if seat is None else _actions(match, seat),
            memory if seat is None else _own_memory(match, memory, seat),
        )
        for seat in seats
    ]


def _public(match: CachetaMatch) -> CachetaTable:
    """What everybody may look up."""
    result = match.result()
    return {
        "phase": PHASES[match.phase],
        "hand": match.hand,
        "dealer": match.dealer if match.dealer >= 0 else None,
        "next_dealer": _next_dealer(match),
        "leader": match.next_seat(match.dealer) if match.in_hand() else None,
        "turn": match.turn if match.turn >= 0 else None,
        "points": match.points[:],
        "out": [seat for seat in range(match.seats) if not match.points[seat]],
        "held": [len(hand) for hand in match.hands],
        "vira": CARD_TEXT[match.vira] if match.vira >= 0 else None,
        "wild": texts(match.melds.wild),
        "stock": len(match.stock) - match.at,
        "reshuffles": match.reshuffles,
        "pile": len(match.pile),
        "pile_top": CARD_TEXT[match.pile[-1]] if match.pile else None,  # R19
        "discards": match.discards,
        "na_boa": [seat for seat in range(match.seats) if match.announced[seat] >= 0],
        "burned": [seat for seat in range(match.seats) if match.burned >> seat & 1],
        "window": _window_seen(match, NOT_YET) if match.phase == WINDOW else None,
        "cards": [],
        "drawn": None,
        "bought": CARD_TEXT[match.bought] if match.bought >= 0 else None,
        "shown": _shown(match),
        "sheet": [_line_seen(line) for line in match.sheet],
        "result": None if result is None else result.plain(),
    }


def _own_table(match: CachetaMatch, public: CachetaTable, seat: int) -> CachetaTable:
    """What everybody may look up, and what this seat may besides."""
    table = public.copy()
    table["cards"] = [CARD_TEXT[card] for card in match.hands[seat]]
    if seat == match.turn and match.drawn >= 0:
        table["drawn"] = CARD_TEXT[match.drawn]
    if match.phase == WINDOW and seat in match.window:
        table["window"] = _window_seen(match, match.answers[match.window.index(seat)])
    return table


def _next_dealer(match: CachetaMatch) -> int | None:
    if match.dealer < 0:
        return None
    return match.dealer if match.phase == DEAL else match.next_seat(match.dealer)


def _answer_name(answer: int) -> AnswerName | None:
    if answer == NOT_YET:
        return None
    return "furar" if answer == CLAIM else "let_pass"


def _window_seen(match: CachetaMatch, own: int) -> WindowSeen:
    """Who has answered is public, what is so only once it is resolved."""
    return {
        "seat": match.seat_before(match.turn),
        "card": CARD_TEXT[match.pile[-1]],
        "seats": match.window[:],
        "answered": [seat for at, seat in enumerate(match.window) if match.answers[at] != NOT_YET],
        "settled": ["let_pass" if match.answers[at] == PASS else "furar" for at in range(match.settled)],
        "own": _answer_name(own),
    }


def meld_seen(meld: Meld) -> MeldSeen:
    """A meld that is laid down."""
    return {
        "kind": "run" if meld.kind == "run" else "trinca",
        "cards": texts(meld.cards),
        "stands": [CARD_TEXT[face] if face >= 0 else None for face in meld.stands],
    }


def _shown(match: CachetaMatch) -> ShownSeen | None:
    out = match.out
    if out is None:
        return None
    return {
        "seat": out.seat,
        "going_out": out.going_out,
        "claimed": out.claimed,
        "melds": [meld_seen(meld) for meld in match.melds.layout(match.hands[out.seat]) or []],
        "discard": CARD_TEXT[match.pile[-1]] if out.going_out == 9 else None,
        "hands": [texts(hand) for hand in match.hands] if match.set.show_hands else None,  # A32
    }


def _line_seen(line: Line) -> HandSeen:
    return {
        "hand": line.hand,
        "seat": line.seat if line.seat >= 0 else None,
        "going_out": line.going_out,
        "points": line.points[:],
    }


def _claim_seen(claim: Claim, with_hand: bool) -> ClaimSeen:
    return {
        "seat": claim.seat,
        "card": CARD_TEXT[claim.card],
        "held": texts(claim.held) if with_hand else None,
        "discarded": texts(claim.discarded),
        "taken": texts(claim.taken),
        "drawn": claim.drawn,
    }


def _announced(match: CachetaMatch) -> list[int | None]:
    return [when if when >= 0 else None for when in match.announced]


def _memory(match: CachetaMatch) -> CachetaMemory:
    return {
        "since": match.hand_since,
        "pile": [CARD_TEXT[card] for card in match.pile],
        "known": [texts(known) for known in match.known],
        "recycled": texts(match.recycled),
        "announced": _announced(match),
        "fallen": [list(fallen) for fallen in match.fallen],
        "claims": [_claim_seen(claim, False) for claim in match.claims],
        "passed": [[seat, CARD_TEXT[card]] for seat, card in match.passed],
    }


def _own_memory(match: CachetaMatch, public: CachetaMemory, seat: int) -> CachetaMemory:
    """Who has claimed remembers the cards that he held."""
    if not any([claim.seat == seat for claim in match.claims]):
        return public
    memory = public.copy()
    memory["claims"] = [_claim_seen(claim, claim.seat == seat) for claim in match.claims]
    return memory


def _actions(match: CachetaMatch, seat: int) -> list[dict[str, Plain]]:
    """The fixed buttons: what each would do, and why it may not."""
    top = CARD_TEXT[match.pile[-1]] if match.pile else None
    return [
        _button(match, seat, DRAW_STOCK, {"stock": len(match.stock) - match.at}),
        _button(match, seat, DRAW_DISCARD, {"card": top}),
        _bater_button(match, seat),
        _button(match, seat, FURAR, {"card": top}),
        _button(match, seat, LET_PASS, {"card": top}),
        _button(match, seat, ANNOUNCE, {}),
    ]


def _button(match: CachetaMatch, seat: int, move: Move, facts: dict[str, Plain]) -> dict[str, Plain]:
    refusal = match.check(seat, move)
    button: dict[str, Plain] = {"kind": move.kind, "move": move.text if refusal is None else None}
    button.update(facts)
    button["grave"] = None
    button["refusal"] = None if refusal is None else refusal.plain()
    return button


def _bater_button(match: CachetaMatch, seat: int) -> dict[str, Plain]:
    """Going out: with ten or nine cards if no discard is named, and the discards with which nine go out."""
    discards: list[Plain] = []
    going_out = 0
    if match.phase == DISCARD and seat == match.turn and match.ways_out():
        going_out = 10 if match.melds.complete(match.hands[seat], 10) else 9
        discards = [CARD_TEXT[way.card] for way in match.ways_out() if way.card >= 0]
    return _button(match, seat, BATER, {"going_out": going_out, "discards": discards})


def position_of(match: CachetaMatch) -> CachetaPosition:
    """The whole truth as plain data."""
    window = match.phase == WINDOW
    return {
        "game": "cacheta",
        "options": dict(match.options),
        "seats": match.seats,
        "decision": match.number,
        "since": match.hand_since,
        "phase": PHASES[match.phase],
        "hand": match.hand,
        "points": match.points[:],
        "fallen": [list(fallen) for fallen in match.fallen],
        "dealer": match.dealer if match.dealer >= 0 else None,
        "vira": CARD_TEXT[match.vira] if match.vira >= 0 else None,
        "hands": [texts(hand) for hand in match.hands],
        "known": [texts(known) for known in match.known],
        "stock": texts(match.stock[match.at :]),
        "pile": texts(match.pile),
        "recycled": texts(match.recycled),
        "reshuffles": match.reshuffles,
        "turn": match.turn if match.turn >= 0 else None,
        "discards": match.discards,
        "drawn": CARD_TEXT[match.drawn] if match.drawn >= 0 else None,
        "bought": CARD_TEXT[match.bought] if match.bought >= 0 else None,
        "announced": _announced(match),
        "burned": [seat for seat in range(match.seats) if match.burned >> seat & 1],
        "window": {"seats": match.window[:], "answers": [_answer_name(each) for each in match.answers]}
        if window
        else None,
        "claims": [_claim_seen(claim, True) for claim in match.claims],
        "passed": [[seat, CARD_TEXT[card]] for seat, card in match.passed],
        "out": None
        if match.out is None
        else {"seat": match.out.seat, "going_out": match.out.going_out, "claimed": match.out.claimed},
        "sheet": [_line_seen(line) for line in match.sheet],
        "ended": match.ended or None,
    }
