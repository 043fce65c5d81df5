"""What each seat may know of a match of truco, and the whole truth as plain data.

Every field that reaches anybody is written out here, card by card and seat by seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from carteado.cards import CARD_TEXT
from carteado.games.game import Move, Plain, Refusal, Seat, View
from carteado.games.truco_cards import (
    ACCEPT,
    AGREE,
    DEAL,
    DECIDE,
    DECLINE,
    IRON,
    MATCH_OVER,
    NEXT_RANK,
    NO_PAIR,
    PHASES,
    PLACES,
    PLAY_HAND,
    PROPOSE,
    RAISES,
    REFUSE,
    RESPOND,
    RUN,
    TIE,
    WITHDRAW,
    nickname,
)
from carteado.games.truco_shapes import (
    CardSeen,
    HandSeen,
    PairName,
    PendingSeen,
    PlaySeen,
    ProposalSeen,
    SpecialName,
    StepSeen,
    TrickSeen,
    TrucoMemory,
    TrucoPosition,
    TrucoTable,
    Word,
)

if TYPE_CHECKING:  # the match imports this module
    from carteado.games.truco import Line, Play, TrucoMatch


def views_of(match: TrucoMatch, seats: Sequence[Seat]) -> list[View]:
    """What viewers may know: the columns of section 7 of both rulebooks, field by field."""
    public = _public(match)
    idle: list[dict[str, Plain]] = []
    views: list[View] = []
    for seat in seats:
        legal: list[Plain] = []
        actions: list[dict[str, Plain]] = []
        if seat is not None:
            for move in match.legal(seat):
                legal.append(move.text)
            if legal or match.set.one_covered or not idle:
                actions = _actions(match, seat)
                if not legal:
                    idle = actions
            else:
                actions = idle  # whoever is asked nothing is refused the same
        at = -1 if seat is None else seat
        views.append(
            View(
                match.game,
                match.options,
                match.seats,
                seat,
                match.number,
                _waiting(match, at),
                public if at < 0 else _table(match, public, at),
                legal,
                actions,
                _memory(match, at),
            )
        )
    return views


def _waiting(match: TrucoMatch, seat: int) -> list[int]:
    """Whom a seat (-1: a spectator) may know the match waits for: votes show in the own pair only (Q18)."""
    if match.phase in (DECIDE, RESPOND) and match.answering_pair() != (seat & 1 if seat >= 0 else NO_PAIR):
        return match.asked()
    return match.actors()


def _table(match: TrucoMatch, public: TrucoTable, seat: int) -> TrucoTable:
    """What everybody may look up, and what this seat may besides."""
    table = public.copy()
    pair = match.pair_of(seat)
    for play in match.plays:
        if play.covered and play.seat == seat:
            table["tricks"] = _tricks_seen(match, seat)
            break
    table["cards"] = _cards_seen(match, seat)
    table["partner"] = _partner_seen(match, seat)
    table["votes"] = _votes_seen(match, pair)
    table["proposal"] = _proposal_seen(match, pair)
    return table


def _public(match: TrucoMatch) -> TrucoTable:
    """What everybody may look up."""
    result = match.result()
    has_vira = match.vira >= 0
    return {
        "phase": PHASES[match.phase],
        "hand": match.hand,
        "dealer": match.dealer if match.dealer >= 0 else None,
        "next_dealer": _next_dealer(match),
        "leader": match.first_leader() if match.hand else None,
        "turn": match.turn if match.turn >= 0 else None,
        "score": match.score[:],
        "games": match.games[:],
        "games_to_win": match.set.games_to_win,
        "value": match.value,
        "ladder": list(match.set.scale.values),
        "next": _next_seen(match),
        "pending": _pending_seen(match),
        "raiser": None if match.raiser == NO_PAIR else "B" if match.raiser else "A",
        "special": _special_name(match),
        "blind": match.is_blind(),
        "vira": CARD_TEXT[match.vira] if has_vira else None,
        "manilha": NEXT_RANK[CARD_TEXT[match.vira][0]] if has_vira else None,
        "held": [len(PLACES[held]) for held in match.held],
        "tricks": _tricks_seen(match, -1),
        "cards": [],
        "partner": None,
        "votes": [],
        "proposal": None,
        "sheet": [_line_seen(line) for line in match.sheet],
        "result": None if result is None else result.plain(),
    }


def _special_name(match: TrucoMatch) -> SpecialName | None:
    if match.special == NO_PAIR:
        return None
    return "iron" if match.special == IRON else "B" if match.special else "A"


def _next_dealer(match: TrucoMatch) -> int | None:
    if match.dealer < 0:
        return None
    return match.dealer if match.phase == DEAL else (match.dealer + 1) % match.seats


def _next_seen(match: TrucoMatch) -> StepSeen | None:
    to = match.next_value()
    if not to or not match.in_hand():
        return None
    return {"to": to, "word": _word(match.set.scale.words[match.set.scale.values.index(to) - 1])}


def _pending_seen(match: TrucoMatch) -> PendingSeen | None:
    if not match.pending:
        return None
    return {
        "to": match.set.scale.values[match.pending],
        "word": _word(match.set.scale.words[match.pending - 1]),
        "seat": match.caller,
        "pair": "B" if match.caller & 1 else "A",
    }


def _tricks_seen(match: TrucoMatch, seat: int) -> list[TrickSeen]:
    tricks: list[TrickSeen] = []
    blind = match.is_blind()
    for at in range(0, len(match.plays), match.seats):
        plays = match.plays[at : at + match.seats]
        number = len(tricks)
        done = number < len(match.results)
        pair, first, _last = match.best_of(plays)
        result = match.results[number] if done else TIE
        tricks.append(
            {
                "plays": [_play_seen(match, play, seat, blind) for play in plays],
                "winner": None if not done else "tie" if result == TIE else "B" if result else "A",
                "seat": match.winners[number] if done and result != TIE else None,
                "best": first if pair != TIE else None,
            }
        )
    return tricks


def _play_seen(match: TrucoMatch, play: Play, seat: int, blind: bool) -> PlaySeen:
    """A covered card is seen by its owner, and in the blind hand by nobody (PV2, PV6)."""
    if not play.covered:
        name = nickname(play.card, match.strengths)
        return {"seat": play.seat, "card": CARD_TEXT[play.card], "covered": False, "name": name}
    hidden = blind or play.seat != seat
    return {
        "seat": play.seat,
        "card": "X" if hidden else CARD_TEXT[play.card],
        "covered": True,
        "name": None,
    }


def _cards_seen(match: TrucoMatch, seat: int) -> list[CardSeen]:
    blind = match.is_blind()
    cards: list[CardSeen] = []
    for place in PLACES[match.held[seat]]:
        if blind:
            cards.append({"card": "X", "place": place, "name": None})
        else:
            card = match.dealt[seat][place]
            name = nickname(card, match.strengths)
            cards.append({"card": CARD_TEXT[card], "place": place, "name": name})
    return cards


def _partner_seen(match: TrucoMatch, seat: int) -> list[CardSeen] | None:
    """The partner's cards as dealt, not as held: what is left would tell which card he covered."""
    if not match.sees_partner(seat):
        return None
    dealt = match.dealt[match.partner_of(seat)]
    return [
        {"card": CARD_TEXT[card], "place": place, "name": nickname(card, match.strengths)}
        for place, card in enumerate(dealt)
    ]


def _votes_seen(match: TrucoMatch, pair: int) -> list[int]:
    if match.phase not in (DECIDE, RESPOND) or pair != match.answering_pair():
        return []
    return [seat for seat in range(match.seats) if match.votes >> seat & 1]


def _proposal_seen(match: TrucoMatch, pair: int) -> ProposalSeen | None:
    if match.proposer[pair] < 0:
        return None
    return {"seat": match.proposer[pair], "since": match.proposed_since[pair]}


def _memory(match: TrucoMatch, seat: int) -> TrucoMemory:
    blind = match.is_blind()
    own = match.dealt[seat] if seat >= 0 else []
    return {
        "since": match.hand_since,
        "dealt": ["X" if blind else CARD_TEXT[card] for card in own],
        "covered": [play.place for play in match.plays if play.seat == seat and play.covered],
        "refused": [
            other
            for other in range(match.seats)
            if seat >= 0 and other & 1 == seat & 1 and match.refused >> other & 1
        ],
        "calls": [call[:] for call in match.calls],
    }


def _actions(match: TrucoMatch, seat: int) -> list[dict[str, Plain]]:
    """The fixed buttons: what each would do, and why it may not."""
    to = match.next_value()
    ladder = match.set.scale.values
    called = RAISES[to] if to else RAISES[ladder[-1]]
    run_pays = match.value
    return [
        _button(match, seat, called, {"to": to}),
        _cover_button(match, seat),
        _button(match, seat, ACCEPT, {"value": ladder[match.pending] if match.pending else match.value}),
        _button(match, seat, RUN, {"pays": run_pays}),
        _button(match, seat, PLAY_HAND, {"value": match.value}),
        _button(match, seat, DECLINE, {"pays": ladder[0]}),
        _button(match, seat, PROPOSE, {"pays": match.value}),
        _button(match, seat, AGREE, {"pays": match.value}),
        _button(match, seat, REFUSE, {}),
        _button(match, seat, WITHDRAW, {}),
    ]


def _button(match: TrucoMatch, seat: int, move: Move, facts: dict[str, Plain]) -> dict[str, Plain]:
    refusal = match.check(seat, move)
    button: dict[str, Plain] = {"kind": move.kind, "move": move.text if refusal is None else None}
    button.update(facts)
    button["grave"] = match.grave(seat, move) if refusal is None else None
    button["refusal"] = None if refusal is None else refusal.plain()
    return button


def _cover_button(match: TrucoMatch, seat: int) -> dict[str, Plain]:
    """Whether a card may be covered, whichever it is; the move names the card."""
    refusal = match.wrong_phase()
    if match.phase == MATCH_OVER:
        refusal = Refusal("match_over")
    elif match.phase == RESPOND:
        refusal = Refusal("raise_pending", {"seat": match.caller})
    elif refusal is None:
        refusal = match.check_cover(seat)
        if refusal is None and seat != match.turn:
            refusal = Refusal("not_your_turn", {"turn": match.turn})
    return {
        "kind": "cover",
        "move": None,
        "grave": None,
        "refusal": None if refusal is None else refusal.plain(),
    }


def position_of(match: TrucoMatch) -> TrucoPosition:
    """The whole truth as plain data."""
    return {
        "game": match.game,
        "options": dict(match.options),
        "seats": match.seats,
        "decision": match.number,
        "since": match.hand_since,
        "phase": PHASES[match.phase],
        "hand": match.hand,
        "score": match.score[:],
        "games": match.games[:],
        "dealer": match.dealer if match.dealer >= 0 else None,
        "vira": CARD_TEXT[match.vira] if match.vira >= 0 else None,
        "dealt": [[CARD_TEXT[card] for card in dealt] for dealt in match.dealt],
        "plays": [[play.seat, play.place, play.covered] for play in match.plays],
        "stock": [CARD_TEXT[card] for card in match.stock],
        "value": match.value,
        "pending": match.set.scale.values[match.pending] if match.pending else 0,
        "caller": match.caller if match.caller >= 0 else None,
        "raiser": None if match.raiser == NO_PAIR else "B" if match.raiser else "A",
        "special": _special_name(match),
        "votes": [seat for seat in range(match.seats) if match.votes >> seat & 1],
        "proposals": [
            None
            if match.proposer[pair] < 0
            else {"seat": match.proposer[pair], "since": match.proposed_since[pair]}
            for pair in (0, 1)
        ],
        "refused": [seat for seat in range(match.seats) if match.refused >> seat & 1],
        "calls": [call[:] for call in match.calls],
        "sheet": [_line_seen(line) for line in match.sheet],
        "ended": match.ended or None,
    }


def _word(word: str) -> Word:
    match word:
        case "truco":
            return "truco"
        case "six":
            return "six"
        case "nine":
            return "nine"
        case "ten":
            return "ten"
    return "twelve"


def _line_seen(line: Line) -> HandSeen:
    pair: PairName | None = None if line.pair == NO_PAIR else "B" if line.pair else "A"
    return {"pair": pair, "points": line.points, "reason": line.reason}
