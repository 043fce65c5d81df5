"""The shapes of Mau-Mau's plain data: what a view's table and memory hold, and a position.

This module stays interpreted where the rules are compiled: a compiled TypedDict forgets what its fields hold,
and `carteado.games.shapes` and the front end's types are made from them.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["first_dealer", "deal", "turning", "choose_suit", "turn", "hand_over", "match_over"]
SuitName = Literal["c", "d", "h", "s"]
Direction = Literal[1, -1]
DrawReason = Literal["draw", "sevens", "nine", "wrong_announce", "accused", "wrong_accuse"]
HandReason = Literal["out", "stuck", "too_long", "alone"]


class HandSeen(TypedDict):
    """A line of the score sheet: points by seat, and who had fewest."""

    points: list[int]
    winners: list[int]
    reason: HandReason


class OwedSeen(TypedDict):
    """Cards that a seat still has to draw when the stock has been shuffled."""

    seat: int
    count: int
    reason: DrawReason


class MauMauTable(TypedDict):
    """What a seat may look up (section 7).

    ``by`` discarded the top card; ``suit`` was named for the jack on top; ``drawn`` is the viewer's own card
    of this turn; ``hands`` are open when the hand is over; ``out`` are the seats that left, in this order.
    """

    phase: Phase
    hand: int
    dealer: int | None
    next_dealer: int | None
    first: int | None
    turn: int | None
    dir: Direction
    top: str | None
    by: int | None
    suit: SuitName | None
    pending: int
    drew: bool
    announced: bool
    owed: OwedSeen | None
    stock: int
    pile: int
    held: list[int]
    out: list[int]
    score: list[int]
    cards: list[str]
    drawn: str | None
    hands: list[list[str]] | None
    sheet: list[HandSeen]
    result: dict[str, object] | None


class BaseSeen(TypedDict):
    """How the hand began, as all saw it: after the deal and the effect of the turned card."""

    decision: int
    score: list[int]
    sheet: list[HandSeen]
    phase: Phase
    turn: int | None
    dir: Direction
    pending: int
    suit: SuitName | None
    out: list[int]
    sizes: list[int]
    stock: int
    aside: int
    pile: list[str]
    returned: list[str]


class MauMauMemory(TypedDict):
    """What a perfect memory has of this hand.

    ``dealt`` are the viewer's own cards at its beginning and ``received`` those that came later, in order;
    ``log`` is all that everybody has seen since, in the words of `mau_mau_cards`.
    """

    base: BaseSeen | None
    dealt: list[str]
    received: list[str]
    log: list[str]


class MauMauBase(TypedDict):
    """How the hand began: the whole truth. Stocks are written from the top."""

    decision: int
    score: list[int]
    sheet: list[HandSeen]
    phase: Phase
    turn: int | None
    dir: Direction
    pending: int
    suit: SuitName | None
    out: list[int]
    hands: list[list[str]]
    stock: list[str]
    aside: list[str]
    pile: list[str]
    returned: list[str]


class MauMauPosition(TypedDict):
    """The whole truth as plain data: how the hand began, what was done since, and what came of it.

    ``shuffles`` are the stocks made of the pile, in order. Everything from ``decision`` on follows from what
    stands above it, and is refused where it does not.
    """

    game: str
    options: dict[str, bool | int | str]
    seats: int
    dealer: int | None
    hand: int
    base: MauMauBase | None
    shuffles: list[list[str]]
    log: list[str]
    decision: int
    phase: Phase
    first: int | None
    turn: int | None
    dir: Direction
    suit: SuitName | None
    pending: int
    drew: bool
    drawn: str | None
    announced: bool
    accusable: int | None
    fined: list[list[int]]
    stuck: int
    turns: int
    owed: OwedSeen | None
    since: list[int]
    out: list[int]
    score: list[int]
    sheet: list[HandSeen]
    hands: list[list[str]]
    stock: list[str]
    pile: list[str]
    aside: list[str]
    ended: str | None


class MauMauView(TypedDict):
    """The plain form of a view of Mau-Mau."""

    game: str
    seats: int
    seat: int | None
    decision: int
    waiting: list[int]
    table: MauMauTable
    legal: list[str]
    actions: list[dict[str, object]]
    options: dict[str, bool | int | str]
    memory: MauMauMemory
