"""Mau-Mau's cards and moves: what a card is worth, what fits on what, and how moves and the log are written.

Clauses (``R24``, ``A7``) are those of docs/rules/mau_mau.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from carteado.cards import CARD_TEXT, SUITS, pack
from carteado.games.game import BadMove, Event, Move, Refusal
from carteado.games.mau_mau_shapes import Phase

MOST_SEATS: Final = 8  # R1
PACK: Final = pack(copies=2)  # R2: two packs, no jokers
PACK_SORTED: Final = sorted(PACK)
CARDS_EACH: Final = 5  # R4
FINE: Final = 5  # R17-R20

ACE: Final = 0
SEVEN: Final = 6
NINE: Final = 8
JACK: Final = 10
QUEEN: Final = 11
KING: Final = 12
EFFECTS: Final = frozenset((ACE, SEVEN, NINE, JACK, QUEEN))  # R22

CLUBS: Final = 0
NO_SUIT: Final = -1


def points_of_cards(ace: int) -> list[int]:
    """What each card costs in the hand, by its int (R35, A10)."""
    points: list[int] = []
    for card in range(52):
        rank = card >> 2
        if rank == JACK:
            points.append(30)
        elif rank in (QUEEN, KING):
            points.append(10)
        else:
            points.append(ace if rank == ACE else rank + 1)
    return points


# ----------------------------------------------------------------------------------------- what fits on what


def _on_top(top: int, jack_on_seven: str) -> list[bool]:
    """What may follow a card that owes nothing and names no suit."""
    fits: list[bool] = []
    for card in range(52):
        same = card & 3 == top & 3 or card >> 2 == top >> 2  # R8
        if card >> 2 == JACK:
            if top >> 2 != SEVEN or jack_on_seven == "free_when_paid":
                same = True  # R26
            elif jack_on_seven == "forbidden":
                same = False  # A1
        fits.append(same)
    return fits


FITS_TOP: Final[dict[str, list[list[bool]]]] = {
    rule: [_on_top(top, rule) for top in range(52)] for rule in ("suit_only", "forbidden", "free_when_paid")
}
"""By `jack_on_seven` (R27, A1), by the top card, by card: whether it may be discarded."""
FITS_SUIT: Final = [[card & 3 == suit or card >> 2 == JACK for card in range(52)] for suit in range(4)]
"""By the suit named for the jack on top, by card (R25)."""
FITS_SEVENS: Final = [card >> 2 == SEVEN for card in range(52)]
"""While sevens are owed (R28, R29)."""
FITS_JACK: Final = [card >> 2 == JACK for card in range(52)]
"""While the suit of the turned jack is not named yet."""
FITS_NONE: Final = [False] * 52
"""While nothing lies on the table."""

# ---------------------------------------------------------------------------------------------------- moves

# `place` of a jack's discard is the suit it names; `amount` of every move is its place in ALPHABET
_SO_MANY: Final = 52 + 16


def _discard(card: int, suit: int) -> Move:
    if suit < 0:
        return Move("discard", f"discard {CARD_TEXT[card]}", card=card, amount=card)
    number = 52 + (card & 3) * 4 + suit
    return Move("discard", f"discard {CARD_TEXT[card]} {SUITS[suit]}", card=card, place=suit, amount=number)


DISCARDS: Final[list[Move]] = [_discard(card, NO_SUIT) for card in range(52)]
"""By card; a jack's names no suit, which only the last card may do (A9)."""
JACKS: Final[list[list[Move]]] = [[_discard(JACK * 4 + jack, suit) for suit in range(4)] for jack in range(4)]
"""By the jack's own suit, by the suit it names (R25)."""
DRAW: Final = Move("draw", "draw", amount=_SO_MANY)
PASS: Final = Move("pass_turn", "pass_turn", amount=_SO_MANY + 1)
TAKE: Final = Move("take_sevens", "take_sevens", amount=_SO_MANY + 2)
ANNOUNCE: Final = Move("announce", "announce", amount=_SO_MANY + 3)
TOO_LATE: Final = Refusal("too_late")
ACCUSE: Final = Move("accuse", "accuse", amount=_SO_MANY + 4, late=TOO_LATE)  # 3.6: judged by what was seen
SUIT_MOVES: Final[list[Move]] = [
    Move("name_suit", f"name_suit {SUITS[suit]}", place=suit, amount=_SO_MANY + 5 + suit) for suit in range(4)
]
ALPHABET: Final[tuple[Move, ...]] = (
    *DISCARDS,
    *[move for row in JACKS for move in row],
    DRAW,
    PASS,
    TAKE,
    ANNOUNCE,
    ACCUSE,
    *SUIT_MOVES,
)
DROP: Final = Move("drop", "drop", amount=len(ALPHABET))
"""A seat leaves for good: only the table says so (section 8)."""
_BY_TEXT: Final[dict[str, Move]] = {move.text: move for move in (*ALPHABET, DROP)}

ASIDES: Final = frozenset(("announce", "accuse"))


def parse(written: str) -> Move:
    """The one move with this text.

    Raises:
        BadMove: there is none.
    """
    move = _BY_TEXT.get(written)
    if move is None:
        raise BadMove(f"no move of Mau-Mau is written {written[:40]!r}")
    return move


# ------------------------------------------------------------------------------------------------------ log

# The log of a hand is what everybody has seen. Its lines are "2 discard Kc", "2 discard Jc s", "2 draw",
# "2 pass_turn", "2 take_sevens", "2 name_suit h", "2 announce", "2 accuse", "2 drop"; "2 announce wrong" and
# "2 accuse wrong" where it cost cards; "2 +5" for five cards that came into a hand; "reshuffle"; and
# "turned 9c" when a card was turned up after a shuffle (A2).

LOG: Final[list[list[str]]] = [
    [f"{seat} {move.text}" for move in (*ALPHABET, DROP)] for seat in range(MOST_SEATS)
]
"""By seat, by `amount` of the move."""
WRONG: Final = " wrong"
LOG_ANNOUNCE_WRONG: Final = [f"{seat} announce{WRONG}" for seat in range(MOST_SEATS)]
LOG_ACCUSE_WRONG: Final = [f"{seat} accuse{WRONG}" for seat in range(MOST_SEATS)]
LOG_DREW: Final = [[f"{seat} +{count}" for count in range(len(PACK) + 1)] for seat in range(MOST_SEATS)]
LOG_RESHUFFLE: Final = "reshuffle"
LOG_TURNED: Final = [f"turned {CARD_TEXT[card]}" for card in range(52)]

# --------------------------------------------------------------------------------------------------- events


def _discarded(seat: int, move: Move) -> Event:
    suit = SUITS[move.place] if move.place >= 0 else None
    return Event("discarded", {"seat": seat, "card": CARD_TEXT[move.card], "suit": suit})


def drew(seat: int, cards: Sequence[int], reason: str) -> Event:
    """Cards came into a hand; which ones only its seat learns (section 7)."""
    own: dict[int, dict[str, object]] = {seat: {"cards": [CARD_TEXT[card] for card in cards]}}
    return Event("drew", {"seat": seat, "count": len(cards), "reason": reason}, own=own)


DISCARDED: Final = [
    [_discarded(seat, move) for move in ALPHABET if move.kind == "discard"] for seat in range(MOST_SEATS)
]
"""By seat, by `amount` of the move: events do not change."""
DREW_ONE: Final = [[drew(seat, (card,), "draw") for card in range(52)] for seat in range(MOST_SEATS)]
PASSED: Final = [Event("passed", {"seat": seat}) for seat in range(MOST_SEATS)]
SKIPPED: Final = [Event("skipped", {"seat": seat}) for seat in range(MOST_SEATS)]
REVERSED: Final = {way: Event("reversed", {"dir": way}) for way in (1, -1)}
ANNOUNCED: Final = [Event("announced", {"seat": seat}) for seat in range(MOST_SEATS)]

# ------------------------------------------------------------------------------------------------- refusals

NOT_SEATED: Final = Refusal("not_seated")
MATCH_IS_OVER: Final = Refusal("match_over")
BAD_MOVE: Final = Refusal("bad_move")
NOTHING_DEALT: Final = Refusal("nothing_dealt")
HAND_IS_OVER: Final = Refusal("hand_over")
RESHUFFLING: Final = Refusal("reshuffling")
INACTIVE: Final = Refusal("inactive")
WRONG_PHASE: Final = Refusal("wrong_phase")
NOT_YOUR_TURN: Final = [Refusal("not_your_turn", {"turn": seat}) for seat in range(MOST_SEATS)]
CARD_NOT_HELD: Final = [Refusal("card_not_held", {"card": CARD_TEXT[card]}) for card in range(52)]
SUIT_MISSING: Final = Refusal("suit_missing")
SUIT_UNNEEDED: Final = Refusal("suit_unneeded")
SEVENS_PENDING: Final = Refusal("sevens_pending")
NOTHING_OWED: Final = Refusal("nothing_owed")
ALREADY_DREW: Final = Refusal("already_drew")
NOTHING_TO_DRAW: Final = Refusal("nothing_to_draw")
MUST_DRAW_FIRST: Final = Refusal("must_draw_first")
MUST_DISCARD: Final = Refusal("must_discard")
MUST_PLAY: Final = Refusal("must_play")
ALREADY_ANNOUNCED: Final = Refusal("already_announced")
ALREADY_PUNISHED: Final = Refusal("already_punished")
ONE_CARD: Final = Refusal("one_card")

# ---------------------------------------------------------------------------------------- words of the state

FIRST_DEALER: Final = 0
DEAL: Final = 1
TURNING: Final = 2
CHOOSE_SUIT: Final = 3
TURN: Final = 4
HAND_OVER: Final = 5
MATCH_OVER: Final = 6

PHASES: Final[tuple[Phase, ...]] = (
    "first_dealer",
    "deal",
    "turning",
    "choose_suit",
    "turn",
    "hand_over",
    "match_over",
)
