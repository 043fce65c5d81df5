"""How the casual robot plays Sueca, from section 11 of its rulebook.

For each card that may be played it asks how likely the own pair is to win the trick with it: by the cards
that nobody has seen, how many each seat holds, and who could not follow before. What the trick is expected to
hold, won or lost, is weighed against what the card would be worth later: trumps and the highest cards left
are kept for tricks that pay, a seven is led only when its ace is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from carteado.bots.base import moves_of
from carteado.cards import card as card_of
from carteado.games.game import Move, View
from carteado.games.sueca_cards import CARDS_EACH, HEIGHT, PACK, POINTS, POWER, SUIT_NAMES
from carteado.games.sueca_notation import memory_of, table_of

TO_COME: Final = 1.5
"""Points that a card of somebody who has yet to play is expected to bring; the mean of the pack is 3."""
TRUMP_KEPT: Final = 2.4
"""What the lowest trump is worth later; higher ones a little more for each step."""
TRUMP_STEP: Final = 2.0
MASTER_KEPT: Final = 1.3
"""What the highest card left of a plain suit is worth later, beside its own points."""
SECOND_KEPT: Final = 2.8
"""The same of a plain card that only one unseen card beats."""
LENGTH: Final = 0.19
"""How much better it is to lead from a suit for each card of it."""
DARE: Final = 0.25
"""How often the partner is thought to win a trick that an opponent could win too."""


@lru_cache(maxsize=4096)
def misses(unseen: int, of_these: int, held: int) -> float:
    """The chance that none of some cards is among those that a seat holds of the unseen ones."""
    chance = 1.0
    for at in range(held):
        if unseen - at <= 0:
            break
        chance *= max(0, unseen - of_these - at) / (unseen - at)
    return chance


class Reading:
    """What a seat can count out from its view."""

    def __init__(self, view: View) -> None:
        table, memory = table_of(view), memory_of(view)
        assert view.seat is not None
        assert table["trump"] is not None
        self.seat: Final = view.seat
        self.trump: Final = SUIT_NAMES.index(table["trump"])
        self.mine: Final = [card_of(each) for each in table["cards"]]
        self.held: Final = table["held"]
        trick = table["trick"]
        self.trick: Final = [card_of(play["card"]) for play in trick["plays"]]
        self.best_seat: Final = trick["seat"]
        gone = set(self.mine)
        self.void: Final = [0, 0, 0, 0]  # by seat a bit for each suit that it lacks
        led = -1
        for at, play in enumerate(memory["plays"]):
            card = card_of(play["card"])
            gone.add(card)
            if at & 3 == 0:
                led = card & 3
            elif card & 3 != led:
                self.void[play["seat"]] |= 1 << led
        self.unseen: Final = [card for card in PACK if card not in gone]
        shown = table["trump_card"]
        self.trump_card: Final = -1 if shown is None or shown["seat"] == self.seat else card_of(shown["card"])
        self.trump_holder: Final = -1 if shown is None else shown["seat"]
        self.by_suit: Final = [[card for card in self.unseen if card & 3 == suit] for suit in range(4)]

    def beats(self, seat: int, led: int, power: int) -> float:
        """The chance that a seat which has yet to play could beat this power in a trick of that suit."""
        table = POWER[self.trump * 4 + led]
        lacking = self.void[seat]
        pool = [card for card in self.unseen if not lacking >> (card & 3) & 1]
        held = self.held[seat]
        higher = [card for card in pool if card & 3 == led and table[card] > power]
        cuts = [] if led == self.trump else [card for card in pool if table[card] > max(power, 100)]
        if seat == self.trump_holder and self.trump_card in pool:
            if self.trump_card in higher:
                return 1.0
            if self.trump_card in cuts:  # he has a trump for certain: all hangs on his following suit
                follows = 1 - misses(len(pool) - 1, sum(card & 3 == led for card in pool), held - 1)
                up = 1 - misses(len(pool) - 1, len(higher), held - 1)
                return up + (1 - follows)
        up = 1 - misses(len(pool), len(higher), held)
        if not cuts:
            return up
        follow = sum(card & 3 == led for card in pool)
        none = misses(len(pool), follow, held)
        return up + none * (1 - misses(len(pool) - follow, len(cuts), held))

    def chance(self, card: int) -> float:
        """The chance that the own pair wins this trick when I play that card now."""
        led = self.trick[0] & 3 if self.trick else card & 3
        table = POWER[self.trump * 4 + led]
        power = max([table[card], *[table[each] for each in self.trick]])
        ours = table[card] == power or (self.best_seat is not None and self.best_seat & 1 == self.seat & 1)
        safe = 1.0
        partner = 0.0
        for after in range(1, 4 - len(self.trick)):
            seat = (self.seat + after) & 3
            could = self.beats(seat, led, power)
            if after == 2:
                partner = could
            else:
                safe *= 1 - could
        if ours:
            return safe + (1 - safe) * partner * DARE
        return partner * (1 if len(self.trick) == 1 else DARE + (1 - DARE) * safe)

    def above(self, card: int) -> int:
        """How many unseen cards of its suit are higher than a card."""
        return sum(HEIGHT[other] > HEIGHT[card] for other in self.by_suit[card & 3])

    def kept(self, card: int) -> float:
        """What a card is worth in later tricks, beside its points."""
        if len(self.mine) == 1:
            return 0.0
        left = (len(self.mine) - 1) / CARDS_EACH
        if card & 3 == self.trump:
            return TRUMP_KEPT + TRUMP_STEP * HEIGHT[card] if self.unseen else 0.0
        if not self.by_suit[card & 3]:
            return 0.0  # it would be cut
        above = self.above(card)
        worth = MASTER_KEPT if not above else SECOND_KEPT if above == 1 else 0.0
        return worth * (0.4 + 0.6 * left)

    def value(self, card: int) -> float:
        """What is to be hoped from playing a card now, in points."""
        points = sum(POINTS[each] for each in self.trick) + POINTS[card]
        stake = points + TO_COME * (3 - len(self.trick))
        value: float = (2 * self.chance(card) - 1) * stake - self.kept(card)
        if not self.trick:
            value += LENGTH * sum(each & 3 == card & 3 for each in self.mine)
        # of equal ones the lower card goes
        return value - 0.01 * HEIGHT[card]


def lays_down(mine: Sequence[int], trump: int) -> bool:
    """Whether a poor hand is better dealt again: fewer than four trumps, or two and a void (section 11)."""
    trumps = sum(card & 3 == trump for card in mine)
    void = len({card & 3 for card in mine}) < 4
    return not (trumps >= 4 or (trumps >= 2 and void))


class CasualSueca:
    """See the module; it must be asked with a view of its own seat."""

    def choose(self, view: View, rng: Random, budget: float) -> Move | None:
        """See `carteado.bots.base.Bot.choose`."""
        turn, _asides = moves_of(view)
        if not turn:
            return None
        plays = [move for move in turn if move.kind == "play"]
        lay_down = [move for move in turn if move.kind == "lay_down"]
        if len(turn) == 1:
            return turn[0]
        reading = Reading(view)
        if lay_down and lays_down(reading.mine, reading.trump):
            return lay_down[0]
        return max(plays, key=lambda move: reading.value(move.card))
