"""*Maior*, a game of the contract as small as one can be: to show how one is written, and to break it.

Two or three seats, 24 cards. Each gets two cards. First all are asked at once whether to throw the deal
away: a vote to throw is secret, it takes everybody's, and the first who keeps the deal keeps it for all.
Then each in turn plays one card, open or covered (worth nothing); the highest open card scores. Once a hand
each may peek at the bottom card of the stock, of which nobody else is told. First to five, or the best
after ``max_hands``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypedDict, cast

from carteado.cards import CARD_TEXT, is_permutation, pack, texts
from carteado.games import game as contract
from carteado.games.game import (
    BadData,
    BadDeal,
    BadMove,
    BadOptions,
    Chance,
    Event,
    Move,
    Option,
    Options,
    OptionValue,
    Plain,
    Random,
    Refusal,
    Refused,
    Result,
    Seat,
    View,
)
from carteado.games.shapes import read

PACK: Final = pack("A23456")
HAND: Final = 2
GOAL: Final = 5

PLAYS: Final = {card: Move("play", f"play {CARD_TEXT[card]}", card=card) for card in PACK}
COVERED: Final = {
    card: Move("play", f"play {CARD_TEXT[card]} covered", card=card, covered=True) for card in PACK
}
THROW: Final = Move("throw", "throw")
KEEP: Final = Move("keep", "keep")
PEEK: Final = Move("peek", "peek")
ALPHABET: Final = (*PLAYS.values(), *COVERED.values(), THROW, KEEP, PEEK)
BY_TEXT: Final = {move.text: move for move in ALPHABET}

Phase = Literal["first_dealer", "deal", "vote", "play", "over"]


class Play(TypedDict):
    """A card on the table, ``X`` where the reader may not see it."""

    seat: int
    card: str
    covered: bool


class Position(TypedDict):
    """The whole truth: cards as text, hands as dealt."""

    game: str
    options: dict[str, bool | int | str]
    seats: int
    decision: int
    since: int
    phase: Phase
    hand: int
    score: list[int]
    dealer: int | None
    dealt: list[list[str]]
    stock: list[str]
    plays: list[Play]
    thrown: list[int]
    peeked: list[int]
    before: list[int | None]


class Table(TypedDict):
    """What a seat may look up."""

    phase: Phase
    hand: int
    score: list[int]
    dealer: int | None
    turn: int | None
    cards: list[str]
    plays: list[Play]
    thrown: bool
    bottom: str | None
    before: list[int | None]


class Memory(TypedDict):
    """What a perfect memory adds: the hand as dealt, the decision at its start."""

    since: int
    dealt: list[str]


class PlainView(TypedDict):
    """A view in its plain form."""

    game: str
    seats: int
    seat: int | None
    decision: int
    waiting: list[int]
    table: Table
    legal: list[str]
    actions: list[dict[str, object]]
    options: dict[str, bool | int | str]
    memory: Memory


class ToyMatch:
    """The whole truth about one match; see `carteado.games.game.Match`."""

    def __init__(
        self, options: Mapping[str, OptionValue], seats: int, dealer: int | None, decision: int
    ) -> None:
        self.options = options
        self.seats = seats
        self.decision = decision
        self.since_hand = decision
        self.phase: Phase = "first_dealer" if dealer is None else "deal"
        self.hand = 0
        self.score = [0] * seats
        self.dealer = dealer
        self.dealt: list[list[int]] = [[] for _ in range(seats)]
        self.stock: list[int] = list(PACK)
        self.plays: list[tuple[int, int, bool]] = []  # seat, card, covered
        self.thrown: list[int] = []  # seats that voted to throw the deal away, rising
        self.peeked: list[int] = []  # seats that looked at the bottom card, rising
        self.before: list[int | None] = []  # who won each hand

    def copy(self) -> ToyMatch:
        new = type(self)(self.options, self.seats, self.dealer, self.decision)
        new.since_hand, new.phase, new.hand = self.since_hand, self.phase, self.hand
        new.score, new.plays = self.score[:], self.plays[:]
        new.dealt, new.stock = self.dealt, self.stock  # never changed in place
        new.thrown, new.peeked, new.before = self.thrown[:], self.peeked[:], self.before[:]
        return new

    # ------------------------------------------------------------------------------------- small questions

    def turn(self) -> int | None:
        return (self.first() + len(self.plays)) % self.seats if self.phase == "play" else None

    def first(self) -> int:
        return ((self.dealer or 0) + 1) % self.seats

    def held(self, seat: int) -> list[int]:
        gone = [card for player, card, _covered in self.plays if player == seat]
        return [card for card in self.dealt[seat] if card not in gone]

    def actors(self) -> list[int]:
        if self.phase == "vote":
            return [seat for seat in range(self.seats) if seat not in self.thrown]
        turn = self.turn()
        return [] if turn is None else [turn]

    def shared(self, seat: int) -> list[int]:
        return []

    def reveals(self, seat: int, move: Move) -> tuple[int, ...]:
        return (self.stock[-1],) if move is PEEK else ()

    def hand_number(self) -> int:
        return self.hand

    def since(self, seat: int, move: Move) -> int:
        return self.since_hand if move is PEEK else self.decision

    # ---------------------------------------------------------------------------------------------- chance

    def chance(self) -> Chance | None:
        if self.phase == "first_dealer":
            return Chance("first_dealer", tuple(range(self.seats)))
        return Chance("deal", PACK) if self.phase == "deal" else None

    def deal(self, order: Sequence[int]) -> list[Event]:
        chance = self.chance()
        if chance is None or not is_permutation(order, chance.items):
            raise BadDeal("a permutation of what is to be dealt is wanted")
        if self.phase == "first_dealer":
            self.dealer, self.phase = order[0], "deal"
            return [Event("first_dealer", {"dealer": self.dealer})]
        if self.hand:
            self.dealer = ((self.dealer or 0) + 1) % self.seats
        self.hand += 1
        self.dealt = [list(order[HAND * seat : HAND * seat + HAND]) for seat in range(self.seats)]
        self.stock = list(order[HAND * self.seats :])
        self.plays, self.thrown, self.peeked = [], [], []
        self.phase = "vote"
        self.decision += 1
        self.since_hand = self.decision
        own: dict[int, dict[str, Plain]] = {
            seat: {"cards": texts(hand)} for seat, hand in enumerate(self.dealt)
        }
        return [Event("dealt", {"hand": self.hand, "dealer": self.dealer}, own=own)]

    # ----------------------------------------------------------------------------------------------- moves

    def check(self, seat: int, move: Move) -> Refusal | None:
        if not 0 <= seat < self.seats:
            return Refusal("not_seated")
        if self.phase == "over":
            return Refusal("match_over")
        if self.phase not in ("vote", "play"):
            return Refusal("nothing_dealt")
        match move.kind:
            case "peek":
                return Refusal("already_peeked") if seat in self.peeked else None
            case "throw" | "keep":
                if self.phase != "vote":
                    return Refusal("no_vote")
                return Refusal("already_voted") if move is THROW and seat in self.thrown else None
        if self.phase == "vote":
            return Refusal("vote_pending")
        if seat != self.turn():
            return Refusal("not_your_turn", {"turn": self.turn()})
        if move.card not in self.held(seat):
            return Refusal("card_not_in_hand", {"card": CARD_TEXT[move.card]})
        if move.covered and not self.options["covered"]:
            return Refusal("covered_disabled")
        return None

    def grave(self, seat: int, move: Move) -> str | None:
        return None

    def legal(self, seat: int) -> list[Move]:
        wanted = [*[PLAYS[card] for card in self.dealt[seat]], *[COVERED[card] for card in self.dealt[seat]]]
        return [move for move in (*wanted, KEEP, THROW, PEEK) if self.check(seat, move) is None]

    def default(self, seat: int) -> Move:
        return KEEP if self.phase == "vote" else PLAYS[min(self.held(seat))]

    def apply(self, seat: int, move: Move) -> list[Event]:
        refusal = self.check(seat, move)
        if refusal is not None:
            raise Refused(refusal)
        if move is PEEK:
            self.peeked = sorted([*self.peeked, seat])
            return [Event("peeked", {"seat": seat, "card": CARD_TEXT[self.stock[-1]]}, only=(seat,))]
        if move is THROW:
            return self._throw(seat)
        self.decision += 1
        if move is KEEP:
            self.phase, self.thrown = "play", []
            return [Event("kept", {"seat": seat})]
        self.plays.append((seat, move.card, move.covered))
        shown = "X" if move.covered else CARD_TEXT[move.card]
        events = [
            Event("played", {"seat": seat, "card": shown}, own={seat: {"card": CARD_TEXT[move.card]}}),
        ]
        if len(self.plays) == self.seats:
            opened = [(card, seat) for seat, card, covered in self.plays if not covered]
            winner = max(opened)[1] if opened else None
            events.append(self._end_hand(winner))
        return events

    def _throw(self, seat: int) -> list[Event]:
        if len(self.thrown) + 1 < self.seats:
            self.thrown = sorted([*self.thrown, seat])
            return [Event("voted", {"seat": seat}, only=(seat,))]
        self.decision += 1
        return [self._end_hand(None)]

    def _end_hand(self, winner: int | None) -> Event:
        if winner is not None:
            self.score[winner] += 1
        self.before.append(winner)
        self.thrown = []
        self.phase = "over" if GOAL in self.score or self.hand == self.options["max_hands"] else "deal"
        return Event("hand_won", {"seat": winner, "score": self.score[:]})

    def result(self) -> Result | None:
        if self.phase != "over":
            return None
        groups = [
            tuple([seat for seat in range(self.seats) if self.score[seat] == score])
            for score in sorted(set(self.score), reverse=True)
        ]
        winners = groups[0] if len(groups) > 1 else ()
        following: dict[str, Plain] = {"dealer": ((self.dealer or 0) + 1) % self.seats}
        return Result(tuple(self.score), tuple(groups), winners, "points", following)

    # ------------------------------------------------------------------------------------ what others learn

    def views(self, seats: Sequence[Seat]) -> list[View]:
        return [self.view(seat) for seat in seats]

    def view(self, seat: Seat) -> View:
        at = -1 if seat is None else seat
        table: Table = {
            "phase": self.phase,
            "hand": self.hand,
            "score": self.score[:],
            "dealer": self.dealer,
            "turn": self.turn(),
            "cards": [] if seat is None else texts(self.held(seat)),
            "plays": [
                {
                    "seat": player,
                    "card": "X" if covered and player != seat else CARD_TEXT[card],
                    "covered": covered,
                }
                for player, card, covered in self.plays
            ],
            "thrown": at in self.thrown,
            "bottom": CARD_TEXT[self.stock[-1]] if at in self.peeked else None,
            "before": self.before[:],
        }
        memory: Memory = {"since": self.since_hand, "dealt": [] if seat is None else texts(self.dealt[seat])}
        legal: list[Plain] = [] if seat is None else [move.text for move in self.legal(seat)]
        return View(
            "toy", self.options, self.seats, seat, self.decision, self.waiting(at), table, legal, [], memory
        )

    def waiting(self, seat: int) -> list[int]:
        """Whom a seat may know the match waits for: of votes it knows its own."""
        if self.phase != "vote":
            return self.actors()
        return [other for other in range(self.seats) if other != seat or seat not in self.thrown]

    def places(self) -> dict[str, list[int]]:
        lie = {f"hand {seat}": self.held(seat) for seat in range(self.seats)}
        return {**lie, "stock": self.stock, "table": [card for _seat, card, _covered in self.plays]}

    def position(self) -> dict[str, Plain]:
        whole: Position = {
            "game": "toy",
            "options": dict(self.options),
            "seats": self.seats,
            "decision": self.decision,
            "since": self.since_hand,
            "phase": self.phase,
            "hand": self.hand,
            "score": self.score[:],
            "dealer": self.dealer,
            "dealt": [texts(hand) for hand in self.dealt],
            "stock": texts(self.stock),
            "plays": [
                {"seat": s, "card": CARD_TEXT[card], "covered": covered} for s, card, covered in self.plays
            ],
            "thrown": self.thrown[:],
            "peeked": self.peeked[:],
            "before": self.before[:],
        }
        return dict(whole)


class ToyGame:
    """The game of the catalogue; see `carteado.games.game.Game`."""

    id: str = "toy"
    name: str = "Maior"
    seats: tuple[int, ...] = (3, 2)
    options: tuple[Option, ...] = (
        Option("covered", True, (True, False), "toy"),
        Option("max_hands", 0, (0, 1, 4), ""),
    )
    presets: dict[str, dict[str, OptionValue]] = {"usual": {}}  # noqa: RUF012  (a constant, as in the other games)
    asides: frozenset[str] = frozenset(("peek",))
    watchful: frozenset[str] = frozenset()
    pairs: bool = False

    match_class: type[ToyMatch] = ToyMatch

    def full_options(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        return contract.full_options(self.options, given)

    def start(
        self,
        options: Mapping[str, object],
        seats: int,
        before: Mapping[str, object] | None = None,
        decision: int = 0,
    ) -> ToyMatch:
        dealer = None if before is None else before.get("dealer")
        if seats not in self.seats or not (dealer is None or (type(dealer) is int and 0 <= dealer < seats)):
            raise BadOptions("no such table")
        return self.match_class(self.full_options(options), seats, dealer, decision)

    def hand_bound(self, options: Options, seats: int) -> int:
        return 2 * seats

    def parse(self, text: str) -> Move:
        if text not in BY_TEXT:
            raise BadMove(f"no move is written {text[:40]!r}")
        return BY_TEXT[text]

    def seen(self, move: Move, mover: int, viewer: Seat) -> str:
        return "play X covered" if move.covered and viewer != mover else move.text

    def alphabet(self, options: Options, rng: Random) -> Iterator[Move]:
        return iter(ALPHABET)

    def pack(self, options: Options, seats: int) -> tuple[int, ...]:
        return PACK

    def imagine(self, view: View, rng: Random) -> ToyMatch:
        table, memory = cast(Table, view.table), cast(Memory, view.memory)
        seats = view.seats
        known = [play["card"] for play in table["plays"]] + memory["dealt"]
        known += [] if table["bottom"] is None else [table["bottom"]]
        pool = [card for card in PACK if CARD_TEXT[card] not in known]
        rng.shuffle(pool)
        unseen = texts(pool)
        dealt: list[list[str]] = [[] for _ in range(seats)]
        plays: list[Play] = []
        for play in table["plays"]:
            card = unseen.pop() if play["card"] == "X" else play["card"]
            plays.append({"seat": play["seat"], "card": card, "covered": play["covered"]})
            dealt[play["seat"]].append(card)
        for seat in range(seats if table["hand"] else 0):
            if seat == view.seat:
                dealt[seat] = memory["dealt"]
            while len(dealt[seat]) < HAND:
                dealt[seat].append(unseen.pop())
        thrown = [view.seat] if table["thrown"] and view.seat is not None else []
        if table["phase"] == "vote":
            others = [seat for seat in range(seats) if seat != view.seat]
            # never all of them, or the deal would have been thrown away
            most = len(others) - (0 if view.seat is not None and not table["thrown"] else 1)
            rng.shuffle(others)
            thrown = sorted(thrown + others[: rng.randrange(most + 1)])
        whole: Position = {
            "game": self.id,
            "options": dict(view.options),
            "seats": seats,
            "decision": view.decision,
            "since": memory["since"],
            "phase": table["phase"],
            "hand": table["hand"],
            "score": table["score"],
            "dealer": table["dealer"],
            "dealt": dealt,
            "stock": [*unseen, *([] if table["bottom"] is None else [table["bottom"]])],
            "plays": plays,
            "thrown": thrown,
            "peeked": [view.seat] if table["bottom"] is not None and view.seat is not None else [],
            "before": table["before"],
        }
        return self.from_position(dict(whole))

    def from_position(self, data: Mapping[str, object]) -> ToyMatch:
        whole = cast(Position, read(Position, data, "position"))
        seats, dealer = whole["seats"], whole["dealer"]
        try:
            match = self.start(whole["options"], seats, {"dealer": dealer}, whole["decision"])
        except BadOptions as error:
            raise BadData(str(error)) from error
        match.since_hand, match.phase, match.hand = whole["since"], whole["phase"], whole["hand"]
        match.score, match.before = whole["score"], whole["before"]
        match.thrown, match.peeked = whole["thrown"], whole["peeked"]
        by_text = {CARD_TEXT[card]: card for card in PACK}
        try:
            match.dealt = [[by_text[card] for card in hand] for hand in whole["dealt"]]
            match.stock = [by_text[card] for card in whole["stock"]]
            match.plays = [(play["seat"], by_text[play["card"]], play["covered"]) for play in whole["plays"]]
        except KeyError as error:
            raise BadData(f"no card {error}") from error
        self._check(match)
        return match

    def _check(self, match: ToyMatch) -> None:
        dealt = [card for hand in match.dealt for card in hand]
        need_each = HAND if match.hand else 0
        right = (
            is_permutation(dealt + match.stock, PACK)
            and [len(hand) for hand in match.dealt] == [need_each] * match.seats
            and all(
                seat == (match.first() + at) % match.seats and card in match.dealt[seat]
                for at, (seat, card, _covered) in enumerate(match.plays)
            )
            and len({seat for seat, _card, _covered in match.plays}) == len(match.plays)
            and not (any(covered for _seat, _card, covered in match.plays) and not match.options["covered"])
            and (match.dealer is None) == (match.phase == "first_dealer")
            and (match.hand > 0 or match.phase in ("first_dealer", "deal"))
            and (match.phase in ("vote", "play")) == (match.hand == len(match.before) + 1)
            and len(match.before) in (match.hand, match.hand - 1)
            and match.score == [match.before.count(seat) for seat in range(match.seats)]
            and (match.phase == "over")
            == (GOAL in match.score or 0 < match.hand == len(match.before) == match.options["max_hands"])
            and max(match.score) <= GOAL
            and match.thrown == sorted(set(match.thrown) & set(range(match.seats)))
            and len(match.thrown) < (match.seats if match.phase == "vote" else 1)
            and match.peeked == sorted(set(match.peeked) & set(range(match.seats)))
            and not (match.peeked and not match.hand)
            and (not match.plays or match.phase not in ("vote", "first_dealer"))
            and (match.phase != "play" or len(match.plays) < match.seats)
            and 0 <= match.since_hand <= match.decision
        )
        if not right:
            raise BadData("no match is like that")

    def hints(self, view: View, ask: Mapping[str, object]) -> dict[str, Plain]:
        """The best card in hand."""
        cards = cast(Table, view.table)["cards"]
        return {"best": max(cards, key=lambda written: BY_TEXT[f"play {written}"].card)} if cards else {}

    def read_view(self, data: Mapping[str, object]) -> View:
        whole = cast(PlainView, read(PlainView, data, "view"))
        view = View(
            whole["game"],
            whole["options"],
            whole["seats"],
            whole["seat"],
            whole["decision"],
            whole["waiting"],
            whole["table"],
            list(whole["legal"]),
            whole["actions"],
            whole["memory"],
        )
        try:
            shown = self.imagine(view, _Fixed()).view(view.seat).plain()
        except IndexError as error:
            raise BadData("no match looks like that") from error
        if shown != view.plain():
            raise BadData("no match looks like that")
        return view

    def complete(self, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]) -> dict[str, Plain]:
        match = self.start(
            cast(Mapping[str, object], given.get("options", {})),
            cast(int, given.get("seats", 3)),
            {"dealer": 0},
        )
        match.deal(self.arrange(match, given, plays))
        return match.position()

    def arrange(
        self, match: contract.Match, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]
    ) -> list[int]:
        """Each seat's first card is the one that it plays."""
        chance = match.chance()
        if chance is None:
            raise BadData("nothing is to be dealt")
        if chance.kind == "first_dealer":
            return list(chance.items)
        named = {seat: move.card for seat, move in plays if move.card >= 0}
        rest = [card for card in PACK if card not in named.values()]
        seats = match.view(None).seats
        hands = [[named[seat] if seat in named else rest.pop(), rest.pop()] for seat in range(seats)]
        return [*[card for hand in hands for card in hand], *rest]


class _Fixed:
    """Draws nothing: to see whether a view can be at all."""

    def random(self) -> float:
        return 0.0

    def randrange(self, stop: int, /) -> int:
        return 0

    def shuffle(self, x: list[int], /) -> None:
        pass


TOY: Final = ToyGame()
