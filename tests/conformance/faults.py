"""The toy game with one fault each: what the laws must catch.

Each fault is a class made from `ToyMatch` or `ToyGame` with a few lines such as a hurried author writes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from carteado.cards import CARD_TEXT
from carteado.games.game import Event, Move, Options, Plain, Random, Refusal, Seat, View
from tests.conformance.toy import KEEP, PEEK, PLAYS, THROW, Table, ToyGame, ToyMatch


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken game, and the law that must say so."""

    name: str
    law: int
    game: ToyGame


FAULTS: Final[list[Fault]] = []


def broken_match(law: int) -> Callable[[type[ToyMatch]], type[ToyMatch]]:
    """Register a match class with a fault."""

    def register(match_class: type[ToyMatch]) -> type[ToyMatch]:
        game = ToyGame()
        game.match_class = match_class
        FAULTS.append(Fault(match_class.__name__, law, game))
        return match_class

    return register


def broken_game(law: int) -> Callable[[type[ToyGame]], type[ToyGame]]:
    """Register a game class with a fault."""

    def register(game_class: type[ToyGame]) -> type[ToyGame]:
        FAULTS.append(Fault(game_class.__name__, law, game_class()))
        return game_class

    return register


def retold(event: Event, **facts: Plain) -> Event:
    """The event with more facts for everybody."""
    return Event(event.kind, {**event.facts, **facts}, event.only, event.own)


# ----------------------------------------------------------------------------------------------- leaks: law 2


def showing(view: View, **more: Plain) -> View:
    """The view with more, or other, fields of its table."""
    table = {**view.table, **more}
    return View(
        view.game,
        view.options,
        view.seats,
        view.seat,
        view.decision,
        view.waiting,
        table,
        view.legal,
        view.actions,
        view.memory,
    )


@broken_match(2)
class ViewShowsTheBottomCard(ToyMatch):
    """Where it is asked for by its place in the layout, the peeked card stands in every view."""

    def view(self, seat: Seat) -> View:
        view = super().view(seat)
        return showing(view, bottom=CARD_TEXT[self.stock[-1]] if self.peeked else view.table["bottom"])


@broken_match(2)
class ViewShowsCoveredCardsWhenAllHavePlayed(ToyMatch):
    """The table is uncovered with the trick gathered."""

    def view(self, seat: Seat) -> View:
        view = super().view(seat)
        if len(self.plays) < self.seats:
            return view
        plays = [{"seat": s, "card": CARD_TEXT[card], "covered": covered} for s, card, covered in self.plays]
        return showing(view, plays=plays)


@broken_match(2)
class SpectatorSeesAHand(ToyMatch):
    """A spectator is taken for seat 0."""

    def view(self, seat: Seat) -> View:
        cards = cast(Table, super().view(0).table)["cards"]
        return super().view(seat) if seat is not None else showing(super().view(None), cards=cards)


@broken_match(2)
class NeighbourSeesTheLastCard(ToyMatch):
    """One card of one other seat, in the memory that only robots get."""

    def view(self, seat: Seat) -> View:
        view = super().view(seat)
        if seat is not None and self.dealt[0]:
            cast(dict[str, Plain], view.memory)["since"] = self.since_hand if self.dealt[0][0] % 2 else 0
        return view


@broken_match(2)
class VoteIsToldToAll(ToyMatch):
    """The event of a secret vote names no `only`."""

    def apply(self, seat: int, move: Move) -> list[Event]:
        return [Event(e.kind, e.facts) if e.kind == "voted" else e for e in super().apply(seat, move)]


@broken_match(2)
class PeekIsToldToAll(ToyMatch):
    """The event of a peek tells everybody the card."""

    def apply(self, seat: int, move: Move) -> list[Event]:
        return [Event(e.kind, e.facts) if e.kind == "peeked" else e for e in super().apply(seat, move)]


@broken_match(2)
class EventShowsTheCoveredCard(ToyMatch):
    """The card stands in the event beside the X."""

    def apply(self, seat: int, move: Move) -> list[Event]:
        events = super().apply(seat, move)
        return [retold(e, face=CARD_TEXT[move.card]) if e.kind == "played" else e for e in events]


@broken_match(2)
class AnEventShowsTheStock(ToyMatch):
    """A public event with a fact of the bottom card."""

    def apply(self, seat: int, move: Move) -> list[Event]:
        events = super().apply(seat, move)
        return [retold(e, left=self.stock[-1] & 1) if e.kind == "kept" else e for e in events]


@broken_match(2)
class TheDealShowsTheNextHand(ToyMatch):
    """The event of the deal tells each seat what its neighbour got."""

    def deal(self, order: Sequence[int]) -> list[Event]:
        events = super().deal(order)
        for event in events:
            for seat, facts in (event.own or {}).items():
                facts["next"] = CARD_TEXT[self.dealt[(seat + 1) % self.seats][0]]
        return events


@broken_match(2)
class RefusalTellsWhoHoldsTheCard(ToyMatch):
    """A fact of a refusal that its reader may not know."""

    def check(self, seat: int, move: Move) -> Refusal | None:
        refusal = super().check(seat, move)
        if refusal is not None and refusal.code == "card_not_in_hand":
            holders: list[Plain] = [other for other in range(self.seats) if move.card in self.dealt[other]]
            return Refusal(refusal.code, {**refusal.facts, "held": holders})
        return refusal


@broken_match(2)
class RefusalCodeTellsWhereTheCardIs(ToyMatch):
    """A kinder code for a card that nobody holds."""

    def check(self, seat: int, move: Move) -> Refusal | None:
        refusal = super().check(seat, move)
        if refusal is not None and refusal.code == "card_not_in_hand" and move.card in self.stock:
            return Refusal("card_in_the_stock", refusal.facts)
        return refusal


@broken_match(2)
class RefusalTellsThatAnotherHasPeeked(ToyMatch):
    """One who peeked late is told so."""

    def check(self, seat: int, move: Move) -> Refusal | None:
        refusal = super().check(seat, move)
        if refusal is not None and refusal.code == "already_peeked":
            return Refusal(refusal.code, {"also": len(self.peeked) - 1})
        return refusal


@broken_match(2)
class SecretVoteMovesTheDecision(ToyMatch):
    """Every accepted move counts, a secret vote too."""

    def apply(self, seat: int, move: Move) -> list[Event]:
        events = super().apply(seat, move)
        if move is THROW and self.thrown:
            self.decision += 1
        return events


@broken_match(2)
class SecretPeekMovesTheDecision(ToyMatch):
    """Every accepted move counts, a secret aside too."""

    def apply(self, seat: int, move: Move) -> list[Event]:
        events = super().apply(seat, move)
        if move is PEEK:
            self.decision += 1
        return events


@broken_match(2)
class SinceCountsTheVotes(ToyMatch):
    """The number that a move must quote grows with every vote."""

    def since(self, seat: int, move: Move) -> int:
        return super().since(seat, move) - len(self.thrown)


@broken_match(2)
class WaitingTellsWhoHasVoted(ToyMatch):
    """Views wait for whom the table waits for: clocks of the others stop before everybody's eyes."""

    def waiting(self, seat: int) -> list[int]:
        return self.actors()


@broken_match(2)
class TheClockPlaysByAnothersHand(ToyMatch):
    """The clock's card is the best answer to what the others hold."""

    def default(self, seat: int) -> Move:
        move = super().default(seat)
        others = [card for other in range(self.seats) if other != seat for card in self.held(other)]
        if move is not KEEP and others:
            return PLAYS[max(self.held(seat)) if max(self.held(seat)) > max(others) else min(self.held(seat))]
        return move


@broken_match(2)
class LegalMovesAreOrderedBySecrets(ToyMatch):
    """The order of the legal moves depends on the stock."""

    def legal(self, seat: int) -> list[Move]:
        moves = super().legal(seat)
        return moves[::-1] if self.stock[-1] & 1 else moves


@broken_match(2)
class PeekIsCalledNoChance(ToyMatch):
    """A card that is turned up is not named by `reveals`."""

    def reveals(self, seat: int, move: Move) -> tuple[int, ...]:
        return ()


@broken_game(2)
class SeenTellsTheCoveredCard(ToyGame):
    """Everybody reads the whole text of a move."""

    def seen(self, move: Move, mover: int, viewer: Seat) -> str:
        return move.text


@broken_game(2)
class ImagineForgetsWhatWasPeeked(ToyGame):
    """The peeked card is dealt to somebody."""

    def imagine(self, view: View, rng: Random) -> ToyMatch:
        match = super().imagine(view, rng)
        if match.peeked:
            match.stock = [match.stock[-1], *match.stock[:-1]]
        return match


@broken_game(2)
class ImagineDealsACardTwice(ToyGame):
    """A hidden card that lies on the table already."""

    def imagine(self, view: View, rng: Random) -> ToyMatch:
        match = super().imagine(view, rng)
        if match.plays and not match.peeked:
            match.stock = [match.plays[0][1], *match.stock[1:]]
        return match


@broken_game(2)
class ImagineLetsEverybodyThrow(ToyGame):
    """All votes to throw the deal away, and still it lies there."""

    def imagine(self, view: View, rng: Random) -> ToyMatch:
        match = super().imagine(view, rng)
        if match.phase == "vote" and view.seat is None:
            match.thrown = list(range(match.seats))
        return match


# --------------------------------------------------------------------------------------------- the other laws


@broken_match(1)
class ACardIsLost(ToyMatch):
    """The bottom card leaves the stock when it is looked at and goes nowhere."""

    def apply(self, seat: int, move: Move) -> list[Event]:
        events = super().apply(seat, move)
        if move is PEEK:
            self.stock = self.stock[1:]
        return events


@broken_match(1)
class ACardIsInTwoPlaces(ToyMatch):
    """A covered card stays in the hand too."""

    def held(self, seat: int) -> list[int]:
        covered = [card for player, card, covered in self.plays if player == seat and covered]
        return super().held(seat) + covered


@broken_match(3)
class AMoveOutOfTurnIsAccepted(ToyMatch):
    """The check knows whose turn it is, what applies a move does not ask it."""

    def apply(self, seat: int, move: Move) -> list[Event]:
        refusal = self.check(seat, move)
        if refusal is not None and refusal.code == "not_your_turn" and move.card in self.held(seat):
            self.plays.append((seat, move.card, False))
            return []
        return super().apply(seat, move)


@broken_match(3)
class TheCheckAcceptsWhatIsNotListed(ToyMatch):
    """A second peek."""

    def check(self, seat: int, move: Move) -> Refusal | None:
        refusal = super().check(seat, move)
        return None if refusal is not None and refusal.code == "already_peeked" else refusal

    def legal(self, seat: int) -> list[Move]:
        return [move for move in super().legal(seat) if not (move is PEEK and seat in self.peeked)]


@broken_match(3)
class AListedMoveIsRefused(ToyMatch):
    """A second vote to throw is listed."""

    def legal(self, seat: int) -> list[Move]:
        moves = super().legal(seat)
        return [*moves, THROW] if seat in self.thrown else moves


@broken_match(3)
class ARefusalCounts(ToyMatch):
    """A refused move leaves its mark."""

    def apply(self, seat: int, move: Move) -> list[Event]:
        if self.check(seat, move) is not None:
            self.since_hand = self.decision
        return super().apply(seat, move)


@broken_match(3)
class ACodeIsASentence(ToyMatch):
    """A refusal in words for people."""

    def check(self, seat: int, move: Move) -> Refusal | None:
        refusal = super().check(seat, move)
        return Refusal("No vote now") if refusal is not None and refusal.code == "no_vote" else refusal


@broken_match(3)
class ASpectatorMayPeek(ToyMatch):
    """A seat that is not there is not refused."""

    def check(self, seat: int, move: Move) -> Refusal | None:
        return None if seat == self.seats and move is PEEK else super().check(seat, move)


@broken_match(4)
class ThePositionForgetsWhoPeeked(ToyMatch):
    """History that still matters is left out."""

    def position(self) -> dict[str, Plain]:
        return {**super().position(), "peeked": []}


@broken_match(4)
class TheRulesThrowDice(ToyMatch):
    """A random source of the rules' own."""

    thrown_dice = 0

    def apply(self, seat: int, move: Move) -> list[Event]:
        events = super().apply(seat, move)
        TheRulesThrowDice.thrown_dice += 1
        if move is KEEP:
            self.decision += TheRulesThrowDice.thrown_dice % 2
        return events


@broken_match(4)
class ThePositionIsNotPlain(ToyMatch):
    """A tuple, which comes back as a list."""

    def position(self) -> dict[str, Plain]:
        return {**super().position(), "before": tuple(self.before)}


@broken_game(4)
class ParseMakesNewMoves(ToyGame):
    """A new object for each text."""

    def parse(self, text: str) -> Move:
        known = super().parse(text)
        return Move(known.kind, known.text, card=known.card, covered=known.covered)


@broken_game(4)
class AViewReadBackForgets(ToyGame):
    """The dealt hand is not read."""

    def read_view(self, data: Mapping[str, object]) -> View:
        return showing(super().read_view(data), cards=[])


@broken_game(4)
class HintsWriteIntoTheView(ToyGame):
    """The cards of the view are sorted in place to find the best."""

    def hints(self, view: View, ask: Mapping[str, object]) -> dict[str, Plain]:
        cast(Table, view.table)["cards"].sort(key=lambda card: (card[1], card[0]))
        return super().hints(view, ask)


@broken_game(4)
class HintsAreNoPlainData(ToyGame):
    """A hint that JSON does not hold."""

    def hints(self, view: View, ask: Mapping[str, object]) -> dict[str, Plain]:
        return {"cards": set(cast(Table, view.table)["cards"])}


@broken_match(5)
class NobodyIsAsked(ToyMatch):
    """The last to vote is not waited for."""

    def actors(self) -> list[int]:
        actors = super().actors()
        return [] if self.thrown and len(actors) == 1 else actors


@broken_match(5)
class NobodyHasAMove(ToyMatch):
    """Who must play may not."""

    def legal(self, seat: int) -> list[Move]:
        moves = super().legal(seat)
        return [move for move in moves if move.kind != "play"] if len(self.plays) == 1 else moves


@broken_match(5)
class TheClockPlaysWhatIsRefused(ToyMatch):
    """The clock keeps the deal for one who is to play."""

    def default(self, seat: int) -> Move:
        return THROW if self.thrown else KEEP


@broken_match(5)
class TheClockRuinsItsSeat(ToyMatch):
    """What the clock plays is grave."""

    def grave(self, seat: int, move: Move) -> str | None:
        return "loses_game" if self.check(seat, move) is None and move is self.default(seat) else None


@broken_match(5)
class MatchesGoOnBeyondTheirHands(ToyMatch):
    """`max_hands` is not looked at."""

    def _end_hand(self, winner: int | None) -> Event:
        event = super()._end_hand(winner)
        if max(self.score) < 5:
            self.phase = "deal"
        return event


@broken_match(5)
class TheDecisionStartsAnewWithEachDeal(ToyMatch):
    """A number that falls."""

    def deal(self, order: Sequence[int]) -> list[Event]:
        self.decision = 0
        return super().deal(order)


@broken_match(5)
class OneSharesAQuestionWithOneWhoDoesNot(ToyMatch):
    """Seat 0 is asked with seat 1, seat 1 alone."""

    def shared(self, seat: int) -> list[int]:
        return [1] if seat == 0 else []


@broken_game(5)
class HandsTakeLongerThanTheyMay(ToyGame):
    """A bound that forgets the votes."""

    def hand_bound(self, options: Options, seats: int) -> int:
        return seats


@broken_match(6)
class CopiesShareTheTable(ToyMatch):
    """The list of plays is one for both."""

    def copy(self) -> ToyMatch:
        new = super().copy()
        new.plays = self.plays
        return new


@broken_match(6)
class CopiesShareTheScore(ToyMatch):
    """The score is one for both."""

    def copy(self) -> ToyMatch:
        new = super().copy()
        new.score = self.score
        return new


@broken_match(6)
class ACopyForgets(ToyMatch):
    """Who peeked is not copied."""

    def copy(self) -> ToyMatch:
        new = super().copy()
        new.peeked = []
        return new


@broken_match(6)
class ViewsChangeAfterwards(ToyMatch):
    """The view holds the match's own list."""

    def view(self, seat: Seat) -> View:
        return showing(super().view(seat), score=cast(Plain, self.score))


@broken_match(6)
class ViewsTogetherAreTheFirstOnes(ToyMatch):
    """What is made once for several viewers is more than what all of them know."""

    def views(self, seats: Sequence[Seat]) -> list[View]:
        first = self.view(seats[0])
        return [showing(self.view(seat), cards=first.table["cards"]) for seat in seats]


@broken_match(6)
class PositionsAreTheMatchItself(ToyMatch):
    """The position holds the match's own list."""

    def position(self) -> dict[str, Plain]:
        return {**super().position(), "score": self.score}
