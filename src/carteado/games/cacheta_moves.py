"""Cacheta's pack, wild cards and moves: how a move is written, and why one is refused.

Clauses are those of the rulebook ``cacheta``: ``R9`` a fact, ``A4`` a point that is settled there.
"""

from __future__ import annotations

from typing import Final

from carteado.cards import CARD_TEXT, pack
from carteado.games.cacheta_shapes import Phase
from carteado.games.game import BadMove, Move, Refusal, Seat

PACK: Final = pack(copies=2)  # R3
PACK_TEXT: Final = [CARD_TEXT[card] for card in PACK]
CARDS_EACH: Final = 9  # R4
MOST_SEATS: Final = 8

BLACK: Final = (0, 3)
RED: Final = (1, 2)


def wild_cards(vira: int, rule: str, espelho: bool) -> list[int]:
    """The faces that are wild under a *vira*, rising (R8 A1 A4 A29); none before one is turned (-1)."""
    if vira < 0:
        return []
    above = (vira // 4 + 1) % 13 * 4  # R17 A1: above the king is the ace
    suit = vira & 3
    match rule:
        case "colour":
            suits: tuple[int, ...] = BLACK if suit in BLACK else RED  # R8 R9
        case "suit":
            suits = (suit,)
        case "rank":
            suits = (0, 1, 2, 3)
        case _:
            suits = ()
    wild = [above + each for each in suits]
    return sorted([*wild, vira]) if espelho else wild


# ---------------------------------------------------------------------------------------------------- moves

DRAW_STOCK: Final = Move("draw_stock", "draw_stock")
DRAW_DISCARD: Final = Move("draw_discard", "draw_discard")
DISCARDS: Final = [Move("discard", f"discard {CARD_TEXT[card]}", card=card) for card in range(52)]
BATER: Final = Move("bater", "bater")
BATER_WITH: Final = [Move("bater", f"bater {CARD_TEXT[card]}", card=card) for card in range(52)]
"""Going out with nine cards and this discard."""
FURAR: Final = Move("furar", "furar")
LET_PASS: Final = Move("let_pass", "let_pass")
ANNOUNCE: Final = Move("announce_boa", "announce_boa")

ALPHABET: Final[tuple[Move, ...]] = (
    DRAW_STOCK,
    DRAW_DISCARD,
    *DISCARDS,
    BATER,
    *BATER_WITH,
    FURAR,
    LET_PASS,
    ANNOUNCE,
)
_BY_TEXT: Final[dict[str, Move]] = {move.text: move for move in ALPHABET}

ASIDES: Final = frozenset(("announce_boa",))


def parse(written: str) -> Move:
    """The one move with this text.

    Raises:
        BadMove: there is none.
    """
    move = _BY_TEXT.get(written)
    if move is None:
        raise BadMove(f"no move of cacheta is written {written[:40]!r}")
    return move


def seen(move: Move, mover: int, viewer: Seat) -> str:
    """What a viewer may read of a move: others read of an answer only that there is one (section 7).

    Nor can they tell whether the discard of who goes out was named or left to the rules.
    """
    if viewer != mover:
        if move.kind in ("furar", "let_pass"):
            return "answer"
        if move.kind == "bater":
            return "bater"
    return move.text


# ------------------------------------------------------------------------------------------------- refusals

NOT_SEATED: Final = Refusal("not_seated")
MATCH_OVER: Final = Refusal("match_over")
HAND_OVER: Final = Refusal("hand_over")
ELIMINATED: Final = Refusal("eliminated")
BAD_MOVE: Final = Refusal("bad_move")
CARD_NOT_HELD: Final = [Refusal("card_not_held", {"card": CARD_TEXT[card]}) for card in range(52)]
DISCARD_PILE_EMPTY: Final = Refusal("discard_pile_empty")
BOUGHT_CARD_BACK: Final = [Refusal("bought_card_back", {"card": CARD_TEXT[card]}) for card in range(52)]
CANNOT_BATER: Final = Refusal("cannot_bater")
NO_WINDOW: Final = Refusal("no_window")
BOA_NOT_ANNOUNCED: Final = Refusal("boa_not_announced")
BOA_TOO_LATE: Final = Refusal("boa_too_late")
BURNED: Final = Refusal("burned")
ALREADY_ANSWERED: Final = Refusal("already_answered")
ALREADY_ANNOUNCED: Final = Refusal("already_announced")
NOT_NA_BOA: Final = Refusal("not_na_boa")
NOT_YOUR_TURN: Final = [Refusal("not_your_turn", {"turn": seat}) for seat in range(MOST_SEATS)]
WRONG_PHASE: Final[dict[str, Refusal]] = {
    phase: Refusal("wrong_phase", {"phase": phase}) for phase in ("draw", "discard", "window")
}

# ---------------------------------------------------------------------------------------- words of the state

FIRST_DEALER: Final = 0
DEAL: Final = 1
DRAW: Final = 2
DISCARD: Final = 3
WINDOW: Final = 4
RESHUFFLE: Final = 5
HAND_END: Final = 6
MATCH_END: Final = 7

PHASES: Final[tuple[Phase, ...]] = (
    "first_dealer",
    "deal",
    "draw",
    "discard",
    "window",
    "reshuffle",
    "hand_over",
    "match_over",
)

NOT_YET: Final = 0
PASS: Final = 1
CLAIM: Final = 2
ANSWERS: Final = (None, "let_pass", "furar")
"""Words of the answers in a window, by their number."""
