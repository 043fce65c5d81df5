"""The shapes of Cacheta's plain data: what a view's table and memory hold, and a position.

This module stays interpreted where the rules are compiled: a compiled TypedDict forgets what its fields hold,
and `carteado.games.shapes` and the front end's types are made from them.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["first_dealer", "deal", "draw", "discard", "window", "reshuffle", "hand_over", "match_over"]
AnswerName = Literal["let_pass", "furar"]
MeldKind = Literal["trinca", "run"]


class MeldSeen(TypedDict):
    """A meld that was laid down; ``stands`` has the face for which a wild card stands."""

    kind: MeldKind
    cards: list[str]
    stands: list[str | None]


class ShownSeen(TypedDict):
    """How a hand ended: who went out with how many cards, and how; all hands where shown (A32)."""

    seat: int
    going_out: int
    claimed: bool
    melds: list[MeldSeen]
    discard: str | None
    hands: list[list[str]] | None


class WindowSeen(TypedDict):
    """An open claim window: who discarded what, who is asked in which order, who has answered.

    ``settled`` has the answers that are resolved, in order; ``own`` the viewer's answer.
    """

    seat: int
    card: str
    seats: list[int]
    answered: list[int]
    settled: list[AnswerName]
    own: AnswerName | None


class HandSeen(TypedDict):
    """A line of the score sheet: who went out with 9 or 10 cards, nobody with 0; the points afterwards."""

    hand: int
    seat: int | None
    going_out: int
    points: list[int]


class CachetaTable(TypedDict):
    """What a seat may look up (section 7)."""

    phase: Phase
    hand: int
    dealer: int | None
    next_dealer: int | None
    leader: int | None
    turn: int | None
    points: list[int]
    out: list[int]
    held: list[int]
    vira: str | None
    wild: list[str]
    stock: int
    reshuffles: int
    pile: int
    pile_top: str | None
    discards: int
    na_boa: list[int]
    burned: list[int]
    window: WindowSeen | None
    cards: list[str]
    drawn: str | None
    bought: str | None
    shown: ShownSeen | None
    sheet: list[HandSeen]
    result: dict[str, object] | None


class ClaimSeen(TypedDict):
    """A seat's last claim that failed, and what has become of its hand since.

    ``discarded`` and ``taken`` are cards, ``drawn`` a number; ``held`` the nine cards then, where known.
    """

    seat: int
    card: str
    held: list[str] | None
    discarded: list[str]
    taken: list[str]
    drawn: int


class CachetaMemory(TypedDict):
    """What a perfect memory adds of this hand.

    ``pile`` from the bottom up, ``known`` the cards of each seat that it took from the pile and still has,
    ``recycled`` the cards of which the stock was made last, ``passed`` who let which card pass in a window.
    """

    since: int
    pile: list[str]
    known: list[list[str]]
    recycled: list[str]
    announced: list[int | None]
    fallen: list[list[int]]
    claims: list[ClaimSeen]
    passed: list[list[int | str]]


class WindowPosition(TypedDict):
    """A window's seats in order and their answers, None for one who has not answered."""

    seats: list[int]
    answers: list[AnswerName | None]


class OutPosition(TypedDict):
    """Who went out, and how."""

    seat: int
    going_out: int
    claimed: bool


class CachetaPosition(TypedDict):
    """The whole truth as plain data: ``stock`` from the top down, ``pile`` from the bottom up.

    ``fallen`` has for each seat the hand in which it fell and its points before, [0, 0] while it plays.
    """

    game: str
    options: dict[str, bool | int | str]
    seats: int
    decision: int
    since: int
    phase: Phase
    hand: int
    points: list[int]
    fallen: list[list[int]]
    dealer: int | None
    vira: str | None
    hands: list[list[str]]
    known: list[list[str]]
    stock: list[str]
    pile: list[str]
    recycled: list[str]
    reshuffles: int
    turn: int | None
    discards: int
    drawn: str | None
    bought: str | None
    announced: list[int | None]
    burned: list[int]
    window: WindowPosition | None
    claims: list[ClaimSeen]
    passed: list[list[int | str]]
    out: OutPosition | None
    sheet: list[HandSeen]
    ended: str | None


class CachetaView(TypedDict):
    """The plain form of a view of Cacheta."""

    game: str
    seats: int
    seat: int | None
    decision: int
    waiting: list[int]
    table: CachetaTable
    legal: list[str]
    actions: list[dict[str, object]]
    options: dict[str, bool | int | str]
    memory: CachetaMemory


class GroupHint(TypedDict):
    """A group of cards that a player has put together: which meld it is, if one, and which cards it takes."""

    cards: list[str]
    meld: MeldKind | None
    takes: list[str]


class CachetaHints(TypedDict):
    """What the rules can tell a seat about its own cards."""

    missing: int
    going_out: int
    discards: list[str]
    outs: dict[str, int]
    groups: list[GroupHint]
    melds: list[MeldSeen]
