"""The shapes of Sueca's plain data: what a view's table and memory hold, and a position.

This module stays interpreted where the rules are compiled: a compiled TypedDict forgets what its fields hold,
and `carteado.games.shapes` and the front end's types are made from them.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["first_dealer", "deal", "opening", "tricks", "laid_down", "hand_over", "match_over"]
PairName = Literal["A", "B"]
Reason = Literal["points", "draw", "sweep"]
"""Why a deal scored as it did: by its points, not at all with 60 to 60, or as a *bandeirada*."""


class SuecaPlay(TypedDict):
    """A card on the table."""

    seat: int
    card: str


class SuecaTrick(TypedDict):
    """A trick in play order: ``suit`` is the one that was led, ``seat`` who is winning it or has won it."""

    plays: list[SuecaPlay]
    suit: str | None
    seat: int | None


class TrumpSeen(TypedDict):
    """The trump card, while the dealer holds it."""

    card: str
    seat: int


class HandShown(TypedDict):
    """A hand that was laid down, shown until the next deal."""

    seat: int
    cards: list[str]
    points: int


class DealSeen(TypedDict):
    """A line of the score sheet: ``points`` are game points, ``card_points`` and ``tricks`` by pair.

    ``pair`` is None when nobody scored; ``carry`` is what was left for the deal after it.
    """

    pair: PairName | None
    points: int
    reason: Reason
    card_points: list[int]
    tricks: list[int]
    carry: int


class SuecaTable(TypedDict):
    """What a seat may look up (section 7)."""

    phase: Phase
    hand: int
    dealer: int | None
    next_dealer: int | None
    first: int | None
    leader: int | None
    turn: int | None
    score: list[int]
    target: int
    carry: int
    trump: str | None
    trump_card: TrumpSeen | None
    held: list[int]
    cards: list[str]
    trick: SuecaTrick
    last_trick: SuecaTrick | None
    tricks: list[int]
    points: list[int] | None
    shown: HandShown | None
    sheet: list[DealSeen]
    result: dict[str, object] | None


class SuecaMemory(TypedDict):
    """What a perfect memory adds of this deal: the own cards as dealt, the trump card, every card played."""

    dealt: list[str]
    trump_card: str | None
    plays: list[SuecaPlay]


class SuecaPosition(TypedDict):
    """The whole truth as plain data; cards as text, ``dealt`` by seat in deal order."""

    game: str
    options: dict[str, bool | int | str]
    seats: int
    decision: int
    phase: Phase
    hand: int
    score: list[int]
    carry: int
    dealer: int | None
    dealt: list[list[str]]
    plays: list[SuecaPlay]
    sheet: list[DealSeen]
    ended: str | None


class SuecaView(TypedDict):
    """The plain form of a view of Sueca."""

    game: str
    seats: int
    seat: int | None
    decision: int
    waiting: list[int]
    table: SuecaTable
    legal: list[str]
    actions: list[dict[str, object]]
    options: dict[str, bool | int | str]
    memory: SuecaMemory
