"""How the casual robot plays both trucos, from section 11 of their rulebooks.

A card counts by the share of the unseen cards that it beats, so one table serves every vira and both orders.
The chance to win the hand is looked at one card ahead: for each card that may be played, how likely the trick
is won, tied or lost if everybody else plays his best, and what two cards are worth after that
(`truco_tables`; the last trick is counted out). Raises and answers compare chances to win the game, not
points, so they depend on the score.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from carteado.bots.base import moves_of
from carteado.bots.truco_tables import EDGES, TWO_CARDS
from carteado.cards import card as card_of
from carteado.games.game import Move, View
from carteado.games.truco_cards import GOAL, MANILHA, PACK, TIE, hand_winner, strengths_for
from carteado.games.truco_notation import memory_of, table_of
from carteado.games.truco_shapes import TrucoMemory, TrucoTable

CLASSES: Final = 15
"""0 is a covered card, 1 to 10 the plain ranks, 11 to 14 the manilhas."""
PLAIN: Final = 10

BLUFF: Final = 0.05
"""Share of hands in which a raise is called without the cards for it."""
COVER: Final = 0.4
"""How often a card that changes nothing is hidden."""
NOISE: Final = 0.06
"""Half the width of the error that keeps the robot from being readable."""
RUNS_FROM_RAISE: Final = 0.3
"""How often people are thought to run from a raise."""
RAISER_HOLDS: Final = 0.4
"""By how much a raise of the others lowers the own chances, and the partner's lifts them, in log odds."""
STAYER_HOLDS: Final = 0.3
"""By how much it lowers them that the others do not run from a raise."""
PARTNER_GIVES_UP: Final = 0.25
"""By how much a partner's vote to run or decline lowers them."""
CALL_FROM: Final = 0.66
RERAISE_FROM: Final = 0.7
"""Chances from which a raise is called, and answered with the next."""
EAGER: Final = 0.4
"""How often it is called then: who always calls is an open book."""
HOPELESS: Final = 0.15
"""Below this chance, and without a manilha, a proposal to give up the hand is agreed to (M:8)."""
STAKES: Final = (0.5, 0.3, 0.12, 0.05, 0.03)
"""How often a hand ends at each step of the ladder, to weigh scores; the rest goes to the last step."""


def strength_class(strength: int) -> int:
    """A card's class by its strength in `carteado.games.truco`."""
    return strength if strength < MANILHA else strength - MANILHA + PLAIN + 1


@lru_cache(maxsize=16)
def _classes(manilha_of: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Class of each card by its int, and the number of cards of each class, under a vira (-1: none)."""
    by_card = tuple(strength_class(strength) for strength in strengths_for(manilha_of))
    totals = [0] * CLASSES
    for card in PACK:
        totals[by_card[card]] += 1
    return by_card, tuple(totals)


@lru_cache(maxsize=8)
def game_chances(ladder: tuple[int, ...]) -> tuple[tuple[float, ...], ...]:
    """Chance to win a game by [own score][other score], both sides being equally good (section 11)."""
    special = GOAL - ladder[0]
    weights = list(STAKES[: len(ladder)])
    weights[-1] += 1 - sum(weights)
    table = [[0.5] * (GOAL + 1) for _ in range(GOAL + 1)]
    for total in range(2 * GOAL, -1, -1):
        for own in range(max(0, total - GOAL), min(GOAL, total) + 1):
            other = total - own
            if GOAL in (own, other):
                table[own][other] = float(own == GOAL) if own != other else 0.5
            elif own >= special and other >= special:
                table[own][other] = 0.5
            elif own >= special:
                table[own][other] = _deciding(table, own, other, ladder)
            elif other >= special:
                table[own][other] = 1 - _deciding(table, other, own, ladder)
            else:
                table[own][other] = sum(
                    weight * (table[min(GOAL, own + stake)][other] + table[own][min(GOAL, other + stake)]) / 2
                    for weight, stake in zip(weights, ladder, strict=True)
                )
    return tuple(map(tuple, table))


def _deciding(table: list[list[float]], own: int, other: int, ladder: tuple[int, ...]) -> float:
    """Chance of the side that may play for the second step or decline for the first, its cards being any."""
    lost = table[own][min(GOAL, other + ladder[1])]
    declined = table[own][min(GOAL, other + ladder[0])]
    return sum(max(p + (1 - p) * lost, declined) for p in (0.05 + at / 10 for at in range(10))) / 10


class Reading:
    """What a view tells of the hand, seen from the own pair: 0 is ours, 1 theirs, `TIE` a tie."""

    def __init__(self, view: View) -> None:
        table = table_of(view)
        memory = memory_of(view)
        assert view.seat is not None
        self.seat: Final = view.seat
        self.pair: Final = view.seat & 1
        self.seats: Final = view.seats
        self.blind: Final = table["blind"]
        vira = table["vira"]
        self.by_card, totals = _classes(-1 if vira is None else card_of(vira))
        self.mine: Final[list[int]] = [] if self.blind else [card_of(each["card"]) for each in table["cards"]]
        self._read_tricks(table)
        self._read_partner(table)
        self._count(table, memory, totals)
        self._read_calls(memory)

    def _read_tricks(self, table: TrucoTable) -> None:
        self.results: list[int] = []
        self.ours = self.theirs = 0  # the best class on the table of each side
        self.we_lead = True
        self.played: list[int] = []
        leader = table["leader"]
        for trick in table["tricks"]:
            winner = trick["winner"]
            if winner is not None:
                own = "AB"[self.pair]
                self.results.append(TIE if winner == "tie" else 0 if winner == own else 1)
                if trick["seat"] is not None:
                    leader = trick["seat"]
                continue
            for play in trick["plays"]:
                self.played.append(play["seat"])
                shown = 0 if play["covered"] else self.by_card[card_of(play["card"])]
                if play["seat"] & 1 == self.pair:
                    self.ours = max(self.ours, shown)
                else:
                    self.theirs = max(self.theirs, shown)
            leader = trick["plays"][0]["seat"]
        self.we_lead = leader is None or leader & 1 == self.pair
        held = table["held"]
        self.have_played = self.seat in self.played
        self.partner_seat = (self.seat + 2) % 4 if self.seats == 4 else -1
        others = [seat for seat in range(self.seats) if seat & 1 != self.pair and seat not in self.played]
        # of those who still play in this trick; with one opponent the last cards are his best
        self.their_cards = sum(held[seat] for seat in others)
        if self.seats == 2 and self.their_cards and self.results:
            self.their_cards += 1
        self.partner_plays = self.partner_seat >= 0 and self.partner_seat not in self.played
        self.partner_cards = held[self.partner_seat] if self.partner_plays else 0

    def _read_partner(self, table: TrucoTable) -> None:
        """The partner's cards that may still be in hand, where the rules show them."""
        self.partner: list[int] | None = None
        if table["partner"] is None:
            return
        shown = {
            play["card"]
            for trick in table["tricks"]
            for play in trick["plays"]
            if play["seat"] == self.partner_seat
        }
        left = [each["card"] for each in table["partner"] if each["card"] not in shown]
        self.partner = [card_of(each) for each in left]

    def _count(self, table: TrucoTable, memory: TrucoMemory, totals: Sequence[int]) -> None:
        """How many unseen cards there are up to each class."""
        known = {play["card"] for trick in table["tricks"] for play in trick["plays"]}
        known.update(memory["dealt"])
        if table["partner"] is not None:
            known.update(each["card"] for each in table["partner"])
        if table["vira"] is not None:
            known.add(table["vira"])
        known.discard("X")
        unseen = list(totals)
        for each in known:
            unseen[self.by_card[card_of(each)]] -= 1
        total = 0
        below: list[int] = []
        for count in unseen:
            total += count
            below.append(total)
        self.up_to: list[float] = [each / total for each in below]

    def _read_calls(self, memory: TrucoMemory) -> None:
        """What the raises of this hand say of the others' cards, in log odds."""
        self.said = 0.0
        before = 0
        for seat, value in memory["calls"]:
            if value != before and seat != self.seat:  # an acceptance names the value that was asked for
                self.said += RAISER_HOLDS if seat & 1 == self.pair else -RAISER_HOLDS
            before = value

    def believed(self, chance: float, more: float = 0.0) -> float:
        """A chance by the cards, in the light of what has been said; certainty stays certainty."""
        return _shifted(chance, self.said + more) if 0 < chance < 1 else chance

    def share(self, card: int) -> float:
        """The share of the unseen cards that a card beats, equal ones half."""
        cls = self.by_card[card]
        return (self.up_to[cls] + self.up_to[cls - 1]) / 2

    # --------------------------------------------------------------------------------------------- chances

    def outcomes(self, own: int) -> tuple[float, float]:
        """Chances that this trick is won and tied when the best class of mine and of the table is ``own``."""
        up_to = self.up_to
        theirs, their_cards = self.theirs, self.their_cards
        partner_cards = self.partner_cards
        if self.partner is not None and self.partner_plays:
            own = max(own, *(self.by_card[card] for card in self.partner), 0)
            partner_cards = 0
        won = tied = 0.0
        our_before = 0.0
        their_before = 0.0
        for cls in range(CLASSES):
            share = up_to[cls]
            their_now = 0.0 if cls < theirs else math.pow(share, their_cards) if their_cards else 1.0
            if cls >= own:
                our_now = math.pow(share, partner_cards) if partner_cards else 1.0
                ours = our_now - our_before
                won += ours * their_before
                tied += ours * (their_now - their_before)
                our_before = our_now
            their_before = their_now
        return won, tied

    def after(self, result: int, left: Sequence[int]) -> float:
        """Chance to win the hand when this trick ends so and I hold ``left`` then."""
        results = [*self.results, result]
        winner = hand_winner(results)
        if winner is not None:
            return 0.5 if winner == TIE else float(winner == 0)
        if len(left) == 1:
            return self._last(results, left[0])
        we_lead = self.we_lead if result == TIE else result == 0
        value = self._two(result, we_lead, left)
        if self.partner is not None and len(self.partner) > 1:
            # independent evidence adds up on the scale of log odds
            best = sorted(self.partner, key=lambda card: self.by_card[card])[-2:]
            usual = TWO_CARDS[self.seats][result, we_lead]
            middle = sum(map(sum, usual)) / sum(map(len, usual))
            value = _shifted(value, _log_odds(self._two(result, we_lead, best)) - _log_odds(middle))
        return value

    def _two(self, result: int, we_lead: bool, left: Sequence[int]) -> float:
        bins = sorted((_bin(self.share(card)) for card in left), reverse=True)
        return TWO_CARDS[self.seats][result, we_lead][bins[0]][bins[1]]

    def _last(self, results: Sequence[int], card: int) -> float:
        """Chance in the third trick, where everybody has one card left."""
        opponents = 2  # with two seats one, who has kept his better card
        own = self.by_card[card]
        partner = self.partner_seat >= 0
        if partner and self.partner:
            own = max(own, *(self.by_card[each] for each in self.partner))
            partner = False
        won = tied = our_before = their_before = 0.0
        for cls in range(1, CLASSES):
            their_now = math.pow(self.up_to[cls], opponents)
            if cls >= own:
                our_now = self.up_to[cls] if partner else 1.0
                won += (our_now - our_before) * their_before
                tied += (our_now - our_before) * (their_now - their_before)
                our_before = our_now
            their_before = their_now
        winner = hand_winner([*results, TIE])
        return won + tied * (0.5 if winner == TIE else float(winner == 0))

    def of_play(self, at: int, covered: bool) -> float:
        """Chance to win the hand when I play the card ``mine[at]`` now."""
        card = self.mine[at]
        own = max(self.ours, 0 if covered else self.by_card[card])
        return self._expect(own, [*self.mine[:at], *self.mine[at + 1 :]])

    def _expect(self, own: int, left: Sequence[int]) -> float:
        won, tied = self.outcomes(own)
        value = 0.0
        for chance, result in ((won, 0), (tied, TIE), (1 - won - tied, 1)):
            if chance > 0:
                value += chance * self.after(result, left)
        return value

    def of_hand(self) -> float:
        """Chance to win the hand from here, whoever is to play."""
        if self.blind or (not self.mine and not self.have_played):
            return 0.5
        if self.have_played:
            return self._expect(self.ours, self.mine)
        return max(self.of_play(at, False) for at in range(len(self.mine)))

    def has_manilha(self) -> bool:
        """Whether a manilha is in the own hand."""
        return any(self.by_card[card] > PLAIN for card in self.mine)


def _bin(share: float) -> int:
    place = 0
    for edge in EDGES:
        if share < edge:
            break
        place += 1
    return place


def _log_odds(chance: float) -> float:
    chance = min(0.99, max(0.01, chance))
    return math.log(chance / (1 - chance))


def _shifted(chance: float, odds: float) -> float:
    return 1 / (1 + math.exp(-odds - _log_odds(chance)))


class CasualTruco:
    """See the module; it must be asked with a view of its own seat."""

    def choose(self, view: View, rng: Random, budget: float) -> Move | None:
        """See `carteado.bots.base.Bot.choose`."""
        turn, asides = moves_of(view)
        asked = view.seat in view.waiting
        if not asked and not asides:
            return None
        reading = Reading(view)
        table = table_of(view)
        kinds = {move.kind: move for move in (turn if asked else [])}
        answer = self._proposal(reading, {move.kind: move for move in asides}, bool(kinds))
        if answer is not None or not kinds:
            return answer
        if "play_hand" in kinds:
            return self._decide(reading, table, kinds)
        if "run" in kinds or "accept" in kinds:
            return self._answer(reading, table, kinds, rng)
        raised = kinds.get("raise")
        if raised is not None and self._calls(reading, table, raised, rng):
            return raised
        return self._play(reading, turn, rng)

    def _proposal(self, reading: Reading, asides: dict[str, Move], asked: bool) -> Move | None:
        """The answer to a partner who wants to give the hand up; when also asked to play, a card says no."""
        if "agree" not in asides:
            return None
        if not reading.blind and not reading.has_manilha() and reading.of_hand() < HOPELESS:
            return asides["agree"]
        return None if asked else asides.get("refuse")

    def _decide(self, reading: Reading, table: TrucoTable, kinds: dict[str, Move]) -> Move:
        """Play the special hand or decline it, by the own cards, the partner's and the others' score."""
        if "decline" not in kinds:
            return kinds["play_hand"]
        chances = game_chances(tuple(table["ladder"]))
        own, other = _scores(reading, table)
        chance = reading.believed(reading.of_hand(), -PARTNER_GIVES_UP if table["votes"] else 0)
        stake, base = table["value"], table["ladder"][0]
        play = _mean(chance, _at(chances, own + stake, other), _at(chances, own, other + stake))
        return kinds["play_hand" if play >= _at(chances, own, other + base) else "decline"]

    def _answer(self, reading: Reading, table: TrucoTable, kinds: dict[str, Move], rng: Random) -> Move:
        pending = table["pending"]
        assert pending is not None
        chances = game_chances(tuple(table["ladder"]))
        own, other = _scores(reading, table)
        sure = reading.of_hand()
        chance = reading.believed(sure, -PARTNER_GIVES_UP if table["votes"] else 0)
        if 0 < sure < 1:
            chance += (2 * rng.random() - 1) * NOISE
        to = pending["to"]
        run = _at(chances, own, other + table["value"])
        accept = _mean(chance, _at(chances, own + to, other), _at(chances, own, other + to))
        if "raise" in kinds:
            more = kinds["raise"].amount
            raised = _raised(chances, own, other, to, more, chance)
            bluff = sure > 0.1 and rng.random() < BLUFF / 4
            strong = chance > RERAISE_FROM and raised > max(accept, run) and rng.random() < EAGER
            if bluff or strong:
                return kinds["raise"]
        if "run" not in kinds or accept >= run:
            return kinds["accept"]
        return kinds["run"]

    def _calls(self, reading: Reading, table: TrucoTable, raised: Move, rng: Random) -> bool:
        if reading.blind:
            return False
        chances = game_chances(tuple(table["ladder"]))
        own, other = _scores(reading, table)
        sure = reading.of_hand()
        if sure == 0:
            return False
        value = table["value"]
        chance = sure if sure == 1 else reading.believed(sure) + (2 * rng.random() - 1) * NOISE
        stay = _mean(chance, _at(chances, own + value, other), _at(chances, own, other + value))
        call = _raised(chances, own, other, value, raised.amount, chance)
        if chance > CALL_FROM and call > stay:
            return rng.random() < EAGER
        # a hand gives a seat about two turns to call
        return rng.random() < BLUFF / 2 and sure < 0.4

    def _play(self, reading: Reading, moves: Sequence[Move], rng: Random) -> Move:
        plays = [move for move in moves if move.kind == "play"]
        if reading.blind:
            return plays[0]
        at = {card: place for place, card in enumerate(reading.mine)}
        best = -1.0
        choice = plays[0]
        for move in plays:
            if move.covered:
                continue
            # of equally good cards the weakest
            chance = reading.of_play(at[move.card], False) - reading.share(move.card) * 0.01
            if chance > best:
                best = chance
                choice = move
        covered = [move for move in plays if move.covered and move.card == choice.card]
        if covered and reading.by_card[choice.card] <= PLAIN and rng.random() < COVER:
            same = reading.of_play(at[choice.card], True) >= reading.of_play(at[choice.card], False) - 1e-9
            if same:
                return covered[0]
        return choice


def _scores(reading: Reading, table: TrucoTable) -> tuple[int, int]:
    return table["score"][reading.pair], table["score"][1 - reading.pair]


def _at(chances: Sequence[Sequence[float]], own: int, other: int) -> float:
    return chances[min(GOAL, own)][min(GOAL, other)]


def _mean(chance: float, won: float, lost: float) -> float:
    return chance * won + (1 - chance) * lost


def _raised(
    chances: Sequence[Sequence[float]], own: int, other: int, value: int, to: int, chance: float
) -> float:
    """Chance to win the game after a raise from ``value`` to ``to``; who stays has better cards than most."""
    staying = _shifted(chance, -STAYER_HOLDS) if chance < 1 else chance
    stay = _mean(staying, _at(chances, own + to, other), _at(chances, own, other + to))
    return _mean(RUNS_FROM_RAISE, _at(chances, own + value, other), stay)
