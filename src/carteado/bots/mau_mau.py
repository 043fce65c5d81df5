"""How the casual robot plays Mau-Mau, from section 11 of its rulebook.

It says MAU-MAU whenever that is right, accuses when it is certain and not always, hits back with sevens,
keeps its jacks, and of the other cards lays the one after which it is most likely to have something to lay in
its next turn, whatever lies there by then. Effects are aimed at neighbours who are about to go out.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from carteado.bots.base import moves_of
from carteado.cards import card as card_of
from carteado.games.game import Move, View
from carteado.games.mau_mau_cards import ACE, FITS_TOP, JACK, NINE, PACK, QUEEN, SEVEN, points_of_cards
from carteado.games.mau_mau_notation import memory_of, table_of
from carteado.games.mau_mau_shapes import MauMauTable

ACCUSES: Final = 0.6
"""How often who did not speak is accused: a robot that never misses is no fun (section 11)."""
THREAT: Final = (0.0, 1.0, 0.45, 0.2, 0.08)
"""How much a seat is to be stopped, by its number of cards."""
JACK_KEPT: Final = 0.6
"""What a jack in hand is worth beside what it can follow, against the chance to lay a card next time."""
SHIELD: Final = 0.1
"""The same of the last seven."""
HIT: Final = {SEVEN: 0.35, ACE: 0.3, NINE: 0.3, QUEEN: 0.2}
"""What an effect is worth against a seat with one card."""
SUIT: Final = 0.002
"""What a point of the suit that a jack names is worth: it has to go, and more of it can follow."""
DEAR: Final = 0.002
"""What a point that is not left in hand is worth."""


def threat(held: int) -> float:
    """How much a seat with so many cards is to be stopped."""
    return THREAT[held] if held < len(THREAT) else 0.03


def accusable(table: MauMauTable, log: Sequence[str]) -> int | None:
    """Who went down to one card by the last discard without a word, and may still be accused (3.6).

    From what everybody has seen and nothing else.
    """
    drawn: dict[str, int] = {}
    at = len(log) - 1
    while at >= 0:
        seat, _, rest = log[at].partition(" ")
        if rest.startswith("discard"):
            break
        if rest.startswith("+"):
            drawn[seat] = drawn.get(seat, 0) + int(rest)
        elif rest in ("pass_turn", "take_sevens", "accuse", "name_suit") or (
            rest in ("announce", "drop") and table["by"] == int(seat)
        ):
            return None
        at -= 1
    if at < 0 or table["by"] is None:
        return None
    silent = str(table["by"])
    if table["held"][table["by"]] - drawn.get(silent, 0) != 1:
        return None
    for line in reversed(log[:at]):
        seat, _, rest = line.partition(" ")
        if rest.startswith(("discard", "pass_turn", "take_sevens", "name_suit")):
            break
        if seat == silent and rest == "announce":
            return None
    return table["by"]


class Reading:
    """What a seat can count out from its view."""

    def __init__(self, view: View) -> None:
        table, memory = table_of(view), memory_of(view)
        assert view.seat is not None
        self.table: Final = table
        self.seat: Final = view.seat
        self.seats: Final = view.seats
        self.mine: Final = [card_of(each) for each in table["cards"]]
        self.held: Final = table["held"]
        self.way: Final = table["dir"]
        self.next: Final = self._neighbour(self.way)
        self.before: Final = self._neighbour(-self.way)
        self.points: Final = points_of_cards(int(view.options["ace_value"]))
        self.fits: Final = FITS_TOP[str(view.options["jack_on_seven"])]
        self.unseen: Final = self._unseen(memory["log"], memory["base"]["pile"] if memory["base"] else [])

    def _neighbour(self, way: int) -> int:
        """The next seat in a direction that is still in the game."""
        seat = (self.seat + way) % self.seats
        while seat in self.table["out"]:
            seat = (seat + way) % self.seats
        return seat

    def _unseen(self, log: Sequence[str], pile: Sequence[str]) -> list[int]:
        """How many of each card lie in the stock or in other hands."""
        counts = [0] * 52
        for card in PACK:
            counts[card] += 1
        lie = [card_of(each) for each in pile]
        for line in log:
            words = line.split()
            if words[0] == "reshuffle":
                lie = lie[-1:]
            elif words[1] == "discard":
                lie.append(card_of(words[2]))
        for card in (*lie, *self.mine):
            counts[card] -= 1
        return [max(0, count) for count in counts]

    def follows(self, rest: Sequence[int], named: int = -1) -> float:
        """The chance that one of some cards may be laid in the next turn, on a top card that is a guess."""
        total = hit = 0.0
        for top in range(52):
            count = self.unseen[top]
            if count == 0:
                continue
            # a suit that one named oneself is likelier to lie there
            weight = count * (2.0 if top & 3 == named else 1.0)
            total += weight
            fits = self.fits[top]
            for card in rest:
                if fits[card]:
                    hit += weight
                    break
        dear = sum(self.points[card] for card in rest if card & 3 == named and card >> 2 != JACK)
        return (hit / total if total else 1.0) + SUIT * dear

    def worth(self, card: int, named: int) -> float:
        """What it is worth to lay a card: what can follow, what it does to others, what it costs."""
        rest = self.mine[:]
        rest.remove(card)
        rank = card >> 2
        value = self.follows(rest, named) + DEAR * self.points[card]
        after, before = threat(self.held[self.next]), threat(self.held[self.before])
        if rank in (SEVEN, ACE):
            value += HIT[rank] * after
        elif rank == NINE:
            value += HIT[NINE] * before
        elif rank == QUEEN:
            value += HIT[QUEEN] * (after - before)
        if rank == JACK:
            value -= JACK_KEPT
        if rank == SEVEN and not any(each >> 2 == SEVEN for each in rest):
            value -= SHIELD
        return value


class CasualMauMau:
    """The robot."""

    def choose(self, view: View, rng: Random, budget: float) -> Move | None:
        """See `carteado.bots.base.Bot.choose`."""
        table = table_of(view)
        turn, asides = moves_of(view)
        said = {move.kind: move for move in asides}
        silent = accusable(table, memory_of(view)["log"])
        if silent is not None and silent != view.seat and "accuse" in said and rng.random() < ACCUSES:
            return said["accuse"]
        if silent == view.seat and "announce" in said and len(table["cards"]) == 1:
            return said["announce"]  # where the table lets one repair it
        if not turn:
            return None
        cards = [move for move in turn if move.kind == "discard"]
        if cards and len(table["cards"]) == 2 and not table["announced"] and "announce" in said:
            return said["announce"]
        if len(cards) == 1:
            return cards[0]
        if turn[0].kind in ("discard", "name_suit"):
            reading = Reading(view)
            if cards:
                return max(cards, key=lambda move: reading.worth(move.card, move.place))
            return max(turn, key=lambda move: reading.follows(reading.mine, move.place))
        return turn[0]
