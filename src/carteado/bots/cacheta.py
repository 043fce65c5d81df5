"""How the casual robot plays Cacheta, from section 11 of its rulebook.

It counts exactly how many cards its hand lacks (`carteado.games.cacheta_melds`): it takes the discard when
that brings it nearer, throws away what keeps it as near as it can be, goes out whenever it may, announces as
soon as one card would do and claims just when the claim is right. While somebody else is *na boa* it throws
away, of cards that cost it the same, the one that is least likely to be waited for.
"""

from __future__ import annotations

from random import Random
from typing import Final

from carteado.cards import CARD_TEXT
from carteado.cards import card as card_of
from carteado.games.cacheta_game import GAME
from carteado.games.cacheta_melds import NEAR, Melds
from carteado.games.cacheta_notation import memory_of, table_of
from carteado.games.game import Move, View

CLOSE: Final = 2
"""So many ranks may lie between two cards of a suit that one card more makes a run."""
LOOKED_AT: Final = 4
"""Of so many discards that leave one card missing the cards that would do are counted."""

SAFE: Final = 0
SEEN: Final = 1
UNKNOWN: Final = 2
WANTED: Final = 3


class CasualCacheta:
    """Plays Cacheta; see `carteado.bots.base.Bot`."""

    def choose(self, view: View, rng: Random, budget: float) -> Move | None:
        """See `carteado.bots.base.Bot.choose`."""
        if view.seat is None or not view.legal:
            return None
        reading = Reading(view)
        match table_of(view)["phase"]:
            case "draw":
                wanted = reading.draw()
            case "discard":
                wanted = reading.discard(rng)
            case "window":
                wanted = reading.answer()
            case _:
                return None
        return GAME.parse(wanted) if wanted in view.legal else None


class Reading:
    """What a view tells a seat: its cards, what melds are, what has been seen, who is dangerous."""

    def __init__(self, view: View) -> None:
        table = table_of(view)
        memory = memory_of(view)
        assert view.seat is not None
        assert table["vira"] is not None
        self.view: Final = view
        self.settings: Final = GAME.settings(view.options)
        self.vira: Final = card_of(table["vira"])
        self.melds: Final[Melds] = self.settings.melds(self.vira)
        self.hand: Final = [card_of(card) for card in table["cards"]]
        self.pile: Final = [card_of(card) for card in memory["pile"]]
        self.bought: Final = -1 if table["bought"] is None else card_of(table["bought"])
        self.known: Final = [[card_of(card) for card in known] for known in memory["known"]]
        self.passed: Final = {card_of(str(card)) for _seat, card in memory["passed"]}
        self.waiting_for_one: Final = [
            seat for seat in table["na_boa"] if seat != view.seat and seat not in table["burned"]
        ]

    def draw(self) -> str:
        """The discard when it brings the hand nearer, else the stock. A claim in a race, when it is right."""
        if "furar" in self.view.legal:
            return self.answer()
        if self.pile and "draw_discard" in self.view.legal:
            top = self.pile[-1]
            if self.melds.goes_out(self.hand, top):
                return "draw_discard"
            if self.melds.missing([*self.hand, top]) < self.melds.missing(self.hand):
                return "draw_discard"
        return "draw_stock"

    def answer(self) -> str:
        """It never burns itself."""
        able = self.melds.goes_out(self.hand, self.pile[-1], self.settings.card_in_meld)
        return "furar" if able and "furar" in self.view.legal else "let_pass"

    def discard(self, rng: Random) -> str:
        """Go out; else announce when one card is missing; else throw the worst card away."""
        if "bater" in self.view.legal:
            return "bater"
        worst, outs = self._worst(rng)
        if outs and "announce_boa" in self.view.legal:
            return "announce_boa"
        return f"discard {CARD_TEXT[worst]}"

    def _worst(self, rng: Random) -> tuple[int, int]:
        """The card to throw away, and how many unseen cards would then let the hand go out."""
        kept = -1 if self.settings.return_bought else self.bought
        cards = [card for card in dict.fromkeys(self.hand) if card != kept]
        plain = [card for card in cards if not self.melds.is_wild[card]] or cards
        rng.shuffle(plain)
        left = {card: self._without(card) for card in plain}
        missing = {card: self.melds.missing(nine) for card, nine in left.items()}
        nearest = min(missing.values())
        able = [card for card in plain if missing[card] == nearest]
        able.sort(key=lambda card: (self._danger(card), self._use(card, left[card])))
        if nearest > 1:
            return able[0], 0
        outs = {card: self._unseen(left[card], card) for card in able[:LOOKED_AT]}
        best = min(outs, key=lambda card: (self._danger(card), -outs[card]))
        return best, outs[best]

    def _without(self, card: int) -> list[int]:
        nine = self.hand[:]
        nine.remove(card)
        return nine

    def _use(self, card: int, others: list[int]) -> int:
        """How many cards of a hand are close to a card, those that would do at once twice."""
        use = 0
        for other in others:
            if other != card and other in NEAR[card]:
                use += 2 if other >> 2 == card >> 2 or abs((other >> 2) - (card >> 2)) <= CLOSE else 1
        return use

    def _unseen(self, nine: list[int], thrown: int) -> int:
        """How many cards that nobody has seen would let nine cards go out."""
        seen = [self.vira, thrown, *nine, *self.pile]
        for known in self.known:
            seen += known
        return sum([max(0, 2 - seen.count(card)) for card in self.melds.outs(nine, (self.vira,))])

    def _danger(self, card: int) -> int:
        """How likely a card is waited for by somebody who is *na boa*."""
        if not self.waiting_for_one or card in self.passed:
            return SAFE
        for seat in self.waiting_for_one:
            if any([card in NEAR[known] for known in self.known[seat]]):
                return WANTED
        return SEEN if card in self.pile else UNKNOWN
