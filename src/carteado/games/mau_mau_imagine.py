"""Whole hands of Mau-Mau drawn at random among those that a seat may think possible.

What a seat knows is a puzzle: the pack less its own cards lies somewhere; each shuffled pile is known and
holds what is drawn from it until the next; who laid a card had it, from a draw before; who passed with
nothing to draw, or said MAU-MAU wrongly with two cards, had nothing that fitted. Every unknown card is a
`Slot` of a seat, born at some time in one of the *pools* (the deal, then each shuffle); every card that was
laid is a `Demand` on a slot that may have held it. Demands are met at random; where one cannot be, others
make room.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from carteado.cards import CARD_TEXT, SUITS
from carteado.games.game import BadData, BadMove, Move, Random
from carteado.games.mau_mau_cards import (
    EFFECTS,
    FITS_JACK,
    FITS_SEVENS,
    FITS_SUIT,
    JACK,
    LOG_RESHUFFLE,
    NO_SUIT,
    PACK,
    SEVEN,
    WRONG,
    parse,
)

END: Final = 1 << 30
"""A time after everything."""
ANY: Final = -1
"""The card of a demand that may be any: a seat left with it."""
FREE: Final[list[int]] = [-1]
NOBODY: Final[list[int]] = []
MOST_STEPS: Final = 60_000
"""So many demands are met or moved in all tries together; what takes more than that cannot be."""
RETURNED: Final = 1
"""The pool of turned cards that went back into the stock: drawn from it, but in nobody's deal (A2)."""


class Line:
    """A line of the log, read."""

    __slots__ = ("count", "kind", "move", "seat", "wrong")

    def __init__(self, kind: str, seat: int, move: Move | None, count: int, wrong: bool) -> None:
        self.kind: Final = kind
        self.seat: Final = seat
        self.move: Final = move
        self.count: Final = count
        """Cards that came into a hand, or the card that was turned."""
        self.wrong: Final = wrong


def read_line(written: str, seats: int) -> Line:
    """A line of a hand's log.

    Raises:
        BadData: there is none like it.
    """
    if written == LOG_RESHUFFLE:
        return Line("reshuffle", -1, None, 0, False)
    first, _, rest = written.partition(" ")
    if first == "turned" and rest in CARD_TEXT[:52]:
        return Line("turned", -1, None, CARD_TEXT.index(rest), False)
    if len(first) != 1 or first not in "01234567" or int(first) >= seats:
        raise BadData(f"log: no seat says {written[:40]!r}")
    seat = int(first)
    if rest[:1] == "+" and rest[1:].isdecimal() and len(rest) < 5 and 0 < int(rest[1:]) <= len(PACK):
        return Line("drew", seat, None, int(rest[1:]), False)
    wrong = rest.endswith(WRONG)
    try:
        move = parse(rest[: -len(WRONG)] if wrong else rest)
    except BadMove as error:
        raise BadData(f"log: {written[:40]!r} is no line of it") from error
    return Line(move.kind, seat, move, 0, wrong)


class Slot:
    """An unknown card that came to a seat (or lies aside: seat -1) at some time from one of some pools."""

    __slots__ = ("born", "card", "demand", "pools", "seat")

    def __init__(self, seat: int, born: int, pools: tuple[int, ...]) -> None:
        self.seat: Final = seat
        self.born: Final = born
        self.pools: Final = pools
        self.card: int = -1
        self.demand: int = -1


class Demand:
    """A card that left a seat's hand at some time; ``only`` is the slot that it must have been, or -1."""

    __slots__ = ("card", "face", "into", "moved", "only", "places", "pool", "seat", "slot", "time")

    def __init__(self, seat: int, card: int, time: int, only: int) -> None:
        self.seat: Final = seat
        self.card: Final = card
        self.time: Final = time
        self.only: Final = only
        self.slot: int = -1
        self.pool: int = -1
        self.face: int = card
        self.moved: int = 1
        """How often it had to make room for another: who has moved often is let alone."""
        self.places: list[int] = []
        """Slots that it may be met by."""
        self.into: int = -1
        """The pool into which an unknown card was shuffled."""


class NoFit:
    """At some time a seat held nothing that fitted (or its slot ``only`` did not)."""

    __slots__ = ("fits", "only", "seat", "time")

    def __init__(self, seat: int, time: int, fits: list[bool], only: int) -> None:
        self.seat: Final = seat
        self.time: Final = time
        self.fits: Final = fits
        self.only: Final = only


class Start:
    """What a viewer knows of how the hand began; ``seat`` is -1 for a spectator."""

    __slots__ = (
        "aside",
        "dealt",
        "drawn_only",
        "ends",
        "fits",
        "lines",
        "pending",
        "pile",
        "received",
        "returned",
        "seat",
        "seats",
        "sizes",
        "stock",
        "suit",
        "turning",
    )

    def __init__(
        self,
        seats: int,
        seat: int,
        sizes: list[int],
        stock: int,
        aside: int,
        pile: list[int],
        returned: list[int],
        pending: int,
        suit: int,
        turning: bool,
        dealt: list[int],
        received: list[int],
        lines: list[Line],
        ends: list[list[int]] | None,
        fits: list[list[bool]],
        drawn_only: bool,
    ) -> None:
        self.seats: Final = seats
        self.seat: Final = seat
        self.sizes: Final = sizes
        self.stock: Final = stock
        self.aside: Final = aside
        self.pile: Final = pile
        self.returned: Final = returned
        self.pending: Final = pending
        self.suit: Final = suit
        self.turning: Final = turning
        self.dealt: Final = dealt
        self.received: Final = received
        self.lines: Final = lines
        self.ends: Final = ends
        self.fits: Final = fits
        self.drawn_only: Final = drawn_only


def _need(right: bool, wrong: str) -> None:
    if not right:
        raise BadData(wrong)


class Puzzle:
    """All that a viewer knows of the unknown cards of a hand."""

    def __init__(self, start: Start) -> None:
        self.start: Final = start
        self.slots: list[Slot] = []
        self.of_seat: list[list[int]] = [[] for _ in range(start.seats)]
        self.demands: list[Demand] = []
        self.no_fits: list[NoFit] = []
        # by stock: what was drawn from it in order, a slot or (below zero) -1 - card
        self.draws: list[list[int]] = [[]]
        self.turned: list[int] = []  # what shuffles of the turning phase brought up
        self.pools: list[list[int]] = [[0] * 52, [0] * 52]
        self.wilds: list[list[int]] = [[], []]  # by pool: demands for any card that were shuffled into it
        self.announced: list[int] = []  # slots of the seat that has announced now, of which one fits
        self.announced_fits: list[bool] = []
        self.left_over: list[list[int]] = []  # what no slot got, by stock
        self.steps: int = MOST_STEPS
        for card in PACK:
            self.pools[0][card] += 1
        self._own: list[list[int]] = self._own_draws()
        self._begin()
        self._walk()
        self.fillers: list[int] = []  # demands on a slot, where no other is met by it
        self.order: list[int] = self._find_places()
        self._check_numbers()

    def _find_places(self) -> list[int]:
        """The slots that each demand may be met by; the known cards with the fewest come first."""
        order: list[int] = []
        for at, demand in enumerate(self.demands):
            for number in self.of_seat[demand.seat]:
                if self._may_be(number, demand):
                    demand.places.append(number)
            if demand.card != ANY:
                order.append(at)
        order.sort(key=lambda at: len(self.demands[at].places))
        for number, slot in enumerate(self.slots):
            for each in self.no_fits:
                if each.seat == slot.seat and each.time > slot.born and each.only in (-1, number):
                    # what stays in such a slot may not fit either
                    filler = Demand(slot.seat, ANY, END, number)
                    filler.places.append(number)
                    self.fillers.append(len(self.demands))
                    self.demands.append(filler)
                    break
        return order

    def _check_numbers(self) -> None:
        """Every card must have had a place, and a stock as many as were drawn from it, the last one more."""
        for demand in self.demands:
            _need(bool(demand.places), "log: a card came from nowhere")
        free = [sum(counts) + len(wilds) for counts, wilds in zip(self.pools, self.wilds, strict=True)]
        free[0] += free[RETURNED]
        free[RETURNED] = 0
        for slot in self.slots:
            free[slot.pools[0]] -= 1
        # what is left over of the last stock lies there still
        last = len(free) - 1 if len(free) > 2 else 0
        for number, count in enumerate(free):
            _need(count == 0 or (number == last and count > 0), "log: not so many cards as there were")

    def _own_draws(self) -> list[list[int]]:
        """The viewer's cards that came later, by the stock that they came from."""
        start = self.start
        draws: list[list[int]] = [[]]
        at = 0
        for line in start.lines:
            if line.kind == "reshuffle":
                draws.append([])
            elif line.kind == "drew" and line.seat == start.seat:
                draws[-1] += start.received[at : at + line.count]
                at += line.count
        _need(at == len(start.received), "received: not what the log tells")
        return draws

    def _take(self, pool: int, card: int) -> None:
        _need(self.pools[pool][card] > 0, f"{CARD_TEXT[card]} is nowhere left")
        self.pools[pool][card] -= 1

    def _begin(self) -> None:
        start = self.start
        for card in [*start.dealt, *start.pile]:
            self._take(0, card)
        for card in start.returned:
            self._take(0, card)
            self.pools[RETURNED][card] += 1
        for seat in range(start.seats):
            if seat != start.seat:
                for _ in range(start.sizes[seat]):
                    self._add_slot(seat, -1, (0,))
        for _ in range(start.aside):
            self.slots.append(Slot(-1, -1, (0,)))
        if not start.turning:
            self._reserve(self._own[0], 0)

    def _add_slot(self, seat: int, born: int, pools: tuple[int, ...]) -> int:
        self.slots.append(Slot(seat, born, pools))
        self.of_seat[seat].append(len(self.slots) - 1)
        return len(self.slots) - 1

    def _own_draw(self, card: int, time: int, pools: tuple[int, ...]) -> int:
        """A card that the viewer drew: a demand on a slot where unknown cards were shuffled in."""
        if not self.wilds[pools[-1]]:
            return -1 - card
        slot = self._add_slot(self.start.seat, time, pools)
        self.demands.append(Demand(self.start.seat, card, END, slot))
        return slot

    def _reserve(self, cards: list[int], pool: int) -> None:
        """Take the viewer's own draws out of the pool of their stock, if it is known."""
        for card in cards:
            if pool == 0 and self.pools[RETURNED][card]:
                self.pools[RETURNED][card] -= 1
            elif not self.wilds[pool]:
                self._take(pool, card)

    # ------------------------------------------------------------------------------------------ the log

    def _walk(self) -> None:
        """Read the log: who got how many cards when, and which ones left a hand."""
        start = self.start
        seats = start.seats
        held = start.sizes[:]
        own = start.dealt[:]
        received = 0
        pile = start.pile[:]  # cards, or (below zero) -1 - demand for one that nobody knows
        pending = start.pending
        suit = start.suit
        turning = start.turning
        pools: tuple[int, ...] = (0, RETURNED)
        drew = False
        drawn = -1
        drawer = -1
        for time, line in enumerate(start.lines):
            seat = line.seat
            move = line.move
            match line.kind:
                case "discard":
                    assert move is not None
                    card = move.card
                    if seat == start.seat:
                        _need(card in own, "log: the viewer had no such card")
                        own.remove(card)
                    else:
                        only = drawn if drew and start.drawn_only else -1
                        self.demands.append(Demand(seat, card, time, only))
                    self.announced = []
                    held[seat] -= 1
                    pile.append(card)
                    suit = move.place
                    if card >> 2 == SEVEN:
                        pending += 2
                    drew = False
                case "draw":
                    drew = True
                    drawn = -1
                    drawer = seat
                case "drew":
                    for at in range(line.count):
                        if seat == start.seat:
                            card = start.received[received]
                            received += 1
                            own.append(card)
                            self.draws[-1].append(self._own_draw(card, time, pools))
                        else:
                            slot = self._add_slot(seat, time, pools)
                            self.draws[-1].append(slot)
                            if drew and seat == drawer and drawn < 0 and at == 0:
                                drawn = slot
                    held[seat] += line.count
                case "pass_turn":
                    if not drew and seat != start.seat:  # A12: nothing to draw, nothing to play
                        self.no_fits.append(NoFit(seat, time, self._fits(pile, suit, pending), -1))
                    drew = False
                case "take_sevens":
                    pending = 0
                    drew = False
                case "name_suit":
                    assert move is not None
                    suit = move.place
                case "announce":
                    if seat != start.seat and held[seat] == 2:
                        only = drawn if start.drawn_only and drew and seat == drawer else -1
                        fits = self._fits(pile, suit, pending)
                        if line.wrong:
                            self.no_fits.append(NoFit(seat, time, fits, only))  # R19
                        else:
                            self._note_announced(seat, only, fits)
                case "drop":
                    unknown: list[int] = []
                    if seat == start.seat:
                        unknown += own
                        own = []
                    else:
                        for _ in range(held[seat]):
                            self.demands.append(Demand(seat, ANY, time, -1))
                            unknown.append(-len(self.demands))
                    held[seat] = 0
                    pile[:0] = unknown
                    if seat == drawer:
                        drew = False
                    suit = self._suit_after_drop(pile, suit)
                case "reshuffle":
                    self.draws.append([])
                    if not turning:
                        _need(len(pile) > 1, "log: nothing could be shuffled")
                        pools = (self._shuffle(pile),)
                        pile = pile[-1:]
                case "turned":
                    _need(turning, "log: nothing was turned up")
                    self.turned.append(line.count)
                    if line.count >> 2 in EFFECTS:
                        if not self.pools[RETURNED][line.count]:
                            self._take(0, line.count)
                            self.pools[RETURNED][line.count] += 1
                    else:
                        self._take(0, line.count)
                        turning = False
                        pile = [line.count]
                        self._reserve(self._own[len(self.draws) - 1], 0)
            _need(seat < 0 or held[seat] >= 0, "log: more cards than the seat had")
        if start.ends is not None:
            for seat in range(seats):
                _need(len(start.ends[seat]) == held[seat], "hands: not so many as the log tells")
                if seat != start.seat:
                    for card in start.ends[seat]:
                        self.demands.append(Demand(seat, card, END, -1))

    def _suit_after_drop(self, pile: list[int], suit: int) -> int:
        """Who leaves with a turned jack's suit to name has named the jack's own."""
        top = pile[-1] if pile else -1
        return top & 3 if suit < 0 and top >= 0 and top >> 2 == JACK else suit

    def _fits(self, pile: list[int], suit: int, pending: int) -> list[bool]:
        _need(len(pile) > 0 and pile[-1] >= 0, "log: nothing lies on the table")
        if pending:
            return FITS_SEVENS
        top = pile[-1]
        if top >> 2 != JACK:
            return self.start.fits[top]
        return FITS_SUIT[suit] if suit != NO_SUIT else FITS_JACK

    def _note_announced(self, seat: int, only: int, fits: list[bool]) -> None:
        """Of two cards one fits: if they have not been laid yet they are among the seat's last slots."""
        self.announced = [only] if only >= 0 else self.of_seat[seat][:]
        self.announced_fits = fits

    def _shuffle(self, pile: list[int]) -> int:
        """A pile becomes a stock: a pool of its own."""
        counts = [0] * 52
        wilds: list[int] = []
        number = len(self.pools)
        for card in pile[:-1]:
            if card >= 0:
                counts[card] += 1
            else:
                wilds.append(-1 - card)
                self.demands[-1 - card].into = number
        self.pools.append(counts)
        self.wilds.append(wilds)
        self._reserve(self._own[len(self.draws) - 1], number)
        return number

    # -------------------------------------------------------------------------------------------- solving

    def solve(self, rng: Random, force: bool) -> bool:
        """Give every slot a card; False when these random choices lead nowhere.

        ``force`` makes whoever has announced hold a card that fits; else that is left to chance.
        """
        pools = [counts[:] for counts in self.pools]
        for slot in self.slots:
            slot.card = slot.demand = -1
        for demand in self.demands:
            demand.slot = demand.pool = -1
            demand.face = demand.card
            demand.moved = 1
        waiting: list[int] = []
        for at in self.order:
            if not self._meet(at, pools, rng):
                waiting.append(at)
        for at, demand in enumerate(self.demands):
            if demand.card == ANY and demand.time < END and not self._meet_any(at, pools, rng):
                waiting.append(at)
        steps = 20 * len(self.demands) + 200
        while True:
            while waiting:
                at = waiting.pop(rng.randrange(len(waiting)))
                if not self._needs_place(at):
                    continue
                done = self._meet(at, pools, rng) or self._make_room(at, pools, waiting, rng)
                steps -= 1
                self.steps -= 1
                if not done or steps == 0 or self.steps <= 0:
                    return False
            waiting = [at for at in self.fillers if self._needs_place(at)]
            if not waiting:
                break
        return self._fill(pools, rng, force)

    def _allowed(self, slot: Slot, number: int, card: int, until: int) -> bool:
        """Whether a slot may have held a card until some time."""
        for each in self.no_fits:
            if (
                each.seat == slot.seat
                and slot.born < each.time < until
                and each.fits[card]
                and (each.only < 0 or each.only == number)
            ):
                return False
        return True

    def _may_be(self, number: int, demand: Demand) -> bool:
        """Whether a slot may have held what left, by its time and by what it is known not to have been."""
        slot = self.slots[number]
        if slot.born >= demand.time or (demand.only >= 0 and demand.only != number):
            return False
        return demand.card == ANY or self._allowed(slot, number, demand.card, demand.time)

    def _bind(self, at: int, number: int, pool: int, card: int, pools: list[list[int]]) -> None:
        demand = self.demands[at]
        demand.slot = number
        demand.pool = pool
        demand.face = card
        slot = self.slots[number]
        slot.demand = at
        slot.card = card
        pools[pool][card] -= 1
        if demand.into >= 0:
            pools[demand.into][card] += 1

    def _free(self, at: int, pools: list[list[int]]) -> None:
        demand = self.demands[at]
        slot = self.slots[demand.slot]
        slot.demand = slot.card = -1
        pools[demand.pool][demand.face] += 1
        if demand.into >= 0:
            pools[demand.into][demand.face] -= 1
        demand.slot = demand.pool = -1

    def _needs_place(self, at: int) -> bool:
        """Whether a demand is met by no slot yet; to fill one is not needed where another demand has it."""
        demand = self.demands[at]
        if demand.slot >= 0:
            return False
        return demand.card != ANY or demand.time < END or self.slots[demand.only].demand < 0

    def _meet(self, at: int, pools: list[list[int]], rng: Random) -> bool:
        """Meet a demand by a free slot, if there is one for it."""
        demand = self.demands[at]
        card = demand.card
        if card == ANY:
            return self._meet_any(at, pools, rng)
        found: list[int] = []
        for number in demand.places:
            slot = self.slots[number]
            if slot.demand < 0 and self._pool_for(slot, card, pools) >= 0:
                found.append(number)
        if not found:
            return False
        number = found[rng.randrange(len(found))]
        self._bind(at, number, self._pool_for(self.slots[number], card, pools), card, pools)
        return True

    def _pool_for(self, slot: Slot, card: int, pools: list[list[int]]) -> int:
        """A pool of the slot that still has the card; the returned ones first, which others cannot use."""
        for pool in reversed(slot.pools):
            if pools[pool][card] > 0:
                return pool
        return -1

    def _meet_any(self, at: int, pools: list[list[int]], rng: Random) -> bool:
        """A seat left with an unknown card: any of its free slots, any card."""
        demand = self.demands[at]
        found = [number for number in demand.places if self.slots[number].demand < 0]
        if not found:
            return False
        number = found[rng.randrange(len(found))]
        slot = self.slots[number]
        cards: list[int] = []
        for pool in slot.pools:
            for card in range(52):
                if pools[pool][card] > 0 and self._allowed(slot, number, card, demand.time):
                    cards += [card] * pools[pool][card]
        if not cards:
            return False
        card = cards[rng.randrange(len(cards))]
        self._bind(at, number, self._pool_for(slot, card, pools), card, pools)
        return True

    def _move_out(self, at: int, pools: list[list[int]], waiting: list[int]) -> None:
        """Make a demand look for a place again, and who has the card that it brought into a stock."""
        demand = self.demands[at]
        demand.moved += 1
        if demand.into >= 0 and pools[demand.into][demand.face] == 0:
            for other, each in enumerate(self.demands):
                if each.slot >= 0 and each.pool == demand.into and each.face == demand.face:
                    self._move_out(other, pools, waiting)
                    break
        self._free(at, pools)
        waiting.append(at)

    def _turn_into(self, at: int, card: int, pools: list[list[int]], waiting: list[int], rng: Random) -> bool:
        """Make an unknown card that was shuffled into a stock this one."""
        demand = self.demands[at]
        found: list[tuple[int, int, int]] = []  # slot, pool, who holds its card of this face, or -1
        for number in demand.places:
            slot = self.slots[number]
            if slot.demand >= 0 and slot.demand != at:
                continue
            if not self._allowed(slot, number, card, demand.time):
                continue
            for pool in slot.pools:
                if pools[pool][card] > 0:
                    found.append((number, pool, -1))
                for other, each in enumerate(self.demands):
                    if each.slot >= 0 and each.pool == pool and each.face == card and other != at:
                        found.append((number, pool, other))
        if not found:
            return False
        costs = [self.demands[holder].moved if holder >= 0 else 0 for _number, _pool, holder in found]
        least = min(costs)
        found = [each for each, cost in zip(found, costs, strict=True) if cost == least]
        number, pool, holder = found[rng.randrange(len(found))]
        if demand.slot >= 0:
            self._move_out(at, pools, waiting)
            waiting.remove(at)
        if holder >= 0 and self.demands[holder].slot >= 0:
            self._move_out(holder, pools, waiting)
        if pools[pool][card] <= 0 or self.slots[number].demand >= 0:
            waiting.append(at)
            return False
        self._bind(at, number, pool, card, pools)
        return True

    def _make_room(self, at: int, pools: list[list[int]], waiting: list[int], rng: Random) -> bool:
        """Put a demand where others stand, who have to look for a place again; False when there is none."""
        demand = self.demands[at]
        card = demand.card
        if card == ANY:
            return self._take_any_place(at, pools, waiting, rng)
        holders: dict[int, list[int]] = {}  # by pool: who has a card of this face from there
        for other, each in enumerate(self.demands):
            if each.face == card and each.slot >= 0:
                holders.setdefault(each.pool, []).append(other)
        best: list[tuple[int, int, int]] = []  # slot, pool, and who holds its card of this face, or -1
        fewest = 1 << 30
        for number in demand.places:
            slot = self.slots[number]
            here = self.demands[slot.demand].moved if slot.demand >= 0 else 0
            if here > fewest:
                continue
            for pool in slot.pools:
                held = FREE
                if pools[pool][card] <= 0:
                    held = holders.get(pool, NOBODY)
                    if self.wilds[pool]:
                        held = held + [
                            other for other in self.wilds[pool] if self.demands[other].face != card
                        ]
                for holder in held:
                    moved = here
                    if holder >= 0 and holder != slot.demand:
                        moved += self.demands[holder].moved
                    if moved > fewest:
                        continue
                    if moved < fewest:
                        fewest = moved
                        best = []
                    best.append((number, pool, holder))
        if not best:
            return False
        number, pool, holder = best[rng.randrange(len(best))]
        if self.slots[number].demand >= 0:
            self._move_out(self.slots[number].demand, pools, waiting)
        if holder >= 0 and pools[pool][card] <= 0:
            if holder in self.wilds[pool]:
                if self._turn_into(holder, card, pools, waiting, rng) and holder in waiting:
                    waiting.remove(holder)
            elif self.demands[holder].slot >= 0:
                self._move_out(holder, pools, waiting)
        if pools[pool][card] > 0 and self.slots[number].demand < 0:
            self._bind(at, number, pool, card, pools)
        else:
            waiting.append(at)
        return True

    def _take_any_place(self, at: int, pools: list[list[int]], waiting: list[int], rng: Random) -> bool:
        """Meet a demand for any card by a slot, or with a card, that another demand has taken."""
        demand = self.demands[at]
        best: list[tuple[int, int]] = []  # slot, and who holds a card that could be there, or -1
        fewest = 1 << 30
        for number in demand.places:
            slot = self.slots[number]
            here = self.demands[slot.demand].moved if slot.demand >= 0 else 0
            for other, each in enumerate(self.demands):
                if each.slot < 0 or each.pool not in slot.pools:
                    continue
                if not self._allowed(slot, number, each.face, demand.time):
                    continue
                moved = here + (each.moved if other != slot.demand else 0)
                if moved < fewest:
                    fewest = moved
                    best = []
                if moved == fewest:
                    best.append((number, other))
        if not best:
            return demand.time == END and self._bring(demand.only, pools, waiting, rng)
        number, holder = best[rng.randrange(len(best))]
        if self.slots[number].demand >= 0:
            self._move_out(self.slots[number].demand, pools, waiting)
        if self.demands[holder].slot >= 0:
            self._move_out(holder, pools, waiting)
        if not self._meet_any(at, pools, rng):
            waiting.append(at)
        return True

    def _bring(self, number: int, pools: list[list[int]], waiting: list[int], rng: Random) -> bool:
        """Let a slot that nothing can stay in have held a card that was laid."""
        slot = self.slots[number]
        best: list[tuple[int, int, int]] = []  # demand, pool, and who holds its card there, or -1
        fewest = 1 << 30
        for at, demand in enumerate(self.demands):
            if demand.seat != slot.seat or demand.card == ANY or number not in demand.places:
                continue
            for pool in slot.pools:
                held = [-1]
                if pools[pool][demand.card] <= 0:
                    held = [
                        other
                        for other, each in enumerate(self.demands)
                        if each.slot >= 0 and each.pool == pool and each.face == demand.card
                    ]
                for holder in held:
                    moved = demand.moved + (self.demands[holder].moved if holder >= 0 else 0)
                    if moved < fewest:
                        fewest = moved
                        best = []
                    if moved == fewest:
                        best.append((at, pool, holder))
        if not best:
            return False
        at, pool, holder = best[rng.randrange(len(best))]
        if self.demands[at].slot >= 0:
            self._move_out(at, pools, waiting)
        if holder >= 0 and self.demands[holder].slot >= 0:
            self._move_out(holder, pools, waiting)
        if pools[pool][self.demands[at].card] > 0 and slot.demand < 0:
            self._bind(at, number, pool, self.demands[at].card, pools)
        return True

    def _fill(self, pools: list[list[int]], rng: Random, force: bool) -> bool:
        """What is left of the pools goes to the slots that are left."""
        for counts in pools:
            for count in counts:
                if count < 0:
                    return False
        if force and not self._fill_announced(pools, rng):
            return False
        rest = [number for number, slot in enumerate(self.slots) if slot.card < 0]
        heaps: list[list[int]] = []
        for counts in pools:
            heap = [card for card in range(52) for _ in range(counts[card])]
            rng.shuffle(heap)
            heaps.append(heap)
        # the deal's own slots may not use what went back into the stock
        rest.sort(key=lambda number: len(self.slots[number].pools))
        merged = False
        for number in rest:
            slot = self.slots[number]
            if len(slot.pools) == 2 and not merged:
                heaps[0] += heaps[RETURNED]
                heaps[RETURNED] = []
                rng.shuffle(heaps[0])
                merged = True
            heap = heaps[slot.pools[0]]
            if not heap:
                return False
            slot.card = heap.pop()
        if not merged:
            heaps[0] += heaps[RETURNED]
            rng.shuffle(heaps[0])
        self.left_over = [heaps[0], *heaps[2:]]
        return True

    def _fill_announced(self, pools: list[list[int]], rng: Random) -> bool:
        """Give who has announced a card that fits, if what he holds does not do so yet."""
        open_still: list[int] = []
        for number in self.announced:
            slot = self.slots[number]
            if slot.demand < 0 or slot.demand in self.fillers:
                open_still.append(number)
                if slot.card >= 0 and self.announced_fits[slot.card]:
                    return True
        if not open_still:
            return True
        number = open_still[rng.randrange(len(open_still))]
        slot = self.slots[number]
        if slot.demand >= 0:
            self._free(slot.demand, pools)
        cards: list[int] = []
        for card in range(52):
            pool = self._pool_for(slot, card, pools)
            if self.announced_fits[card] and pool >= 0 and self._allowed(slot, number, card, END):
                cards += [card] * pools[pool][card]
        if not cards:
            return False
        slot.card = cards[rng.randrange(len(cards))]
        pools[self._pool_for(slot, slot.card, pools)][slot.card] -= 1
        return True

    # -------------------------------------------------------------------------------------------- the answer

    def hands(self) -> list[list[int]]:
        """The hands at the beginning, sorted."""
        start = self.start
        hands = [[] if seat != start.seat else start.dealt[:] for seat in range(start.seats)]
        for slot in self.slots:
            if slot.born < 0 and slot.seat >= 0:
                hands[slot.seat].append(slot.card)
        for hand in hands:
            hand.sort()
        return hands

    def aside(self) -> list[int]:
        """What is out of play."""
        return [slot.card for slot in self.slots if slot.seat < 0]

    def stocks(self) -> list[list[int]]:
        """Every stock of the hand from its top, the first one first."""
        found: list[list[int]] = []
        turning = self.start.turning
        first = len(self.turned)
        for at, draws in enumerate(self.draws):
            drawn = [self.slots[each].card if each >= 0 else -1 - each for each in draws]
            if at >= first:
                found.append(drawn + self.left_over[at - first])
        if not turning:
            return found
        # stocks that were only turned up hold the same cards; the first has its turned card at the bottom
        whole = found[0]
        plain = bool(self.turned) and self.turned[-1] >> 2 not in EFFECTS
        if plain:
            whole = [self.turned[-1], *whole]
        before: list[list[int]] = []
        rest = whole[:]
        rest.remove(self.start.returned[0])
        before.append([*rest, self.start.returned[0]])
        for card in self.turned[:-1] if plain else self.turned:
            rest = whole[:]
            rest.remove(card)
            before.append([card, *rest])
        return [*before, whole, *found[1:]] if plain else before


def suit_of(name: str | None) -> int:
    """The suit of a letter, `NO_SUIT` for None."""
    return NO_SUIT if name is None else SUITS.index(name)


def numbers(cards: Sequence[str]) -> list[int]:
    """The cards of some texts.

    Raises:
        BadData: one is no card of the packs.
    """
    found: list[int] = []
    for written in cards:
        if written not in CARD_TEXT[:52]:
            raise BadData(f"{written[:20]!r} is not in the packs")
        found.append(CARD_TEXT.index(written))
    return found
