"""The shapes of truco's plain data: what a view's table and memory hold, and a position.

This module stays interpreted where the rules are compiled: a compiled TypedDict forgets what its fields hold,
and `carteado.games.shapes` and the front end's types are made from them.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["first_dealer", "deal", "decide", "play", "respond", "hand_over", "game_over", "match_over"]
PairName = Literal["A", "B"]
ResultName = Literal["A", "B", "tie"]
SpecialName = Literal["A", "B", "iron"]
Word = Literal["truco", "six", "nine", "ten", "twelve"]


class CardSeen(TypedDict):
    """A card of the viewer: ``X`` when he may not see it, with its place in deal order and its nickname."""

    card: str
    place: int
    name: str | None


class PlaySeen(TypedDict):
    """A card on the table."""

    seat: int
    card: str
    covered: bool
    name: str | None


class TrickSeen(TypedDict):
    """A trick: ``winner`` and ``seat`` are None while it runs, ``best`` the seat that is winning it."""

    plays: list[PlaySeen]
    winner: ResultName | None
    seat: int | None
    best: int | None


class PendingSeen(TypedDict):
    """A raise that waits for an answer."""

    to: int
    word: Word
    seat: int
    pair: PairName


class StepSeen(TypedDict):
    """A step of the ladder and its word."""

    to: int
    word: Word


class HandSeen(TypedDict):
    """A line of the score sheet; ``pair`` is None when nobody scored."""

    pair: PairName | None
    points: int
    reason: str


class ProposalSeen(TypedDict):
    """The own pair's open proposal to give up the hand."""

    seat: int
    since: int


class TrucoTable(TypedDict):
    """What a seat may look up (section 7)."""

    phase: Phase
    hand: int
    dealer: int | None
    next_dealer: int | None
    leader: int | None
    turn: int | None
    score: list[int]
    games: list[int]
    games_to_win: int
    value: int
    ladder: list[int]
    next: StepSeen | None
    pending: PendingSeen | None
    raiser: PairName | None
    special: SpecialName | None
    blind: bool
    vira: str | None
    manilha: str | None
    held: list[int]
    tricks: list[TrickSeen]
    cards: list[CardSeen]
    partner: list[CardSeen] | None
    votes: list[int]
    proposal: ProposalSeen | None
    sheet: list[HandSeen]
    result: dict[str, object] | None


class TrucoMemory(TypedDict):
    """What a perfect memory adds of this hand."""

    since: int
    dealt: list[str]
    covered: list[int]
    refused: list[int]
    calls: list[list[int]]


class TrucoPosition(TypedDict):
    """The whole truth as plain data; cards as text, in deal order; ``plays`` are [seat, place, covered]."""

    game: str
    options: dict[str, bool | int | str]
    seats: int
    decision: int
    since: int
    phase: Phase
    hand: int
    score: list[int]
    games: list[int]
    dealer: int | None
    vira: str | None
    dealt: list[list[str]]
    plays: list[list[int | bool]]
    stock: list[str]
    value: int
    pending: int
    caller: int | None
    raiser: PairName | None
    special: SpecialName | None
    votes: list[int]
    proposals: list[ProposalSeen | None]
    refused: list[int]
    calls: list[list[int]]
    sheet: list[HandSeen]
    ended: str | None


class TrucoView(TypedDict):
    """The plain form of a view of truco."""

    game: str
    seats: int
    seat: int | None
    decision: int
    waiting: list[int]
    table: TrucoTable
    legal: list[str]
    actions: list[dict[str, object]]
    options: dict[str, bool | int | str]
    memory: TrucoMemory
