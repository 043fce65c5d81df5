"""The contract that every game keeps.

A *game* makes matches; a *match* is the whole truth about one play of it, and mutable; a *view* is what one
seat may know. Rules know no time, no names, no money outside the table and no random source: a shuffle
enters like a move, by `Match.deal`, and is recorded like one.

`Game` and `Match` are Protocols: a game satisfies them by structure and subclasses nothing, since a compiled
class cannot be subclassed by an interpreted one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from carteado.cards import texts

Plain = object
"""A value of dict (text keys), list, str, int, bool and None only: what JSON can hold, cards as text."""

Seat = int | None
"""A seat 0..n-1, clockwise; None is a spectator."""


class Refusal:
    """Why a move is not legal: a stable ``code`` and the facts a player needs to understand it.

    The facts hold nothing that the refused seat may not know.
    """

    __slots__ = ("_plain", "code", "facts")

    def __init__(self, code: str, facts: dict[str, Plain] | None = None) -> None:
        self.code: Final = code
        self.facts: Final[dict[str, Plain]] = {} if facts is None else facts
        self._plain: Final[dict[str, Plain]] = {"code": code, "facts": self.facts}

    def plain(self) -> dict[str, Plain]:
        """The refusal as plain data: its code, then its facts. To be read only."""
        return self._plain

    def __repr__(self) -> str:
        return f"<refused {self.code} {self.facts}>"


STALE: Final = Refusal("stale_decision")
"""Of a move that quotes less than `Match.since`, where its game has no word of its own for that."""


class Move:
    """What a seat says: one immutable object per meaning wherever a game's moves are finite.

    ``text`` is the whole text, which stands in cases, in the journal and in whole records only; what others
    may read of a move comes from `Game.seen`. ``late`` is how the move is refused, and never punished, when
    it quotes less than `Match.since`.
    """

    __slots__ = ("amount", "card", "cards", "covered", "kind", "late", "place", "text")

    def __init__(
        self,
        kind: str,
        text: str,
        card: int = -1,
        place: int = -1,
        covered: bool = False,
        amount: int = 0,
        cards: tuple[int, ...] = (),
        late: Refusal = STALE,
    ) -> None:
        self.kind: Final = kind
        self.text: Final = text
        self.card: Final = card
        self.place: Final = place
        self.covered: Final = covered
        self.amount: Final = amount
        self.cards: Final = cards
        self.late: Final = late

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


TABLE_MOVES: Final = frozenset(("drop",))
"""Kinds of moves that only the table makes, when a seat is left for good; no client's alphabet has them."""


class Choice:
    """Moves too many to list: any of ``kind`` from these cards, or of an amount from least to most.

    Every such move that `Match.check` accepts is legal, and no other.
    """

    __slots__ = ("cards", "kind", "least", "most")

    def __init__(self, kind: str, cards: tuple[int, ...], least: int, most: int) -> None:
        self.kind: Final = kind
        self.cards: Final = cards
        self.least: Final = least
        self.most: Final = most


class Refused(Exception):
    """A move that the rules refuse was applied; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class BadMove(ValueError):
    """A text that is no move of the game."""


class BadOptions(ValueError):
    """Options that the game does not have, or values out of their range."""


class BadData(ValueError):
    """A position or a view that no match can have."""


class BadDeal(ValueError):
    """An order that is no permutation of what the match wants dealt, or that it does not want now."""


class Chance:
    """What the match wants shuffled now: a permutation of ``items``, given to `Match.deal`.

    ``kind`` is ``deal`` (items are cards), ``first_dealer`` (items are seats) or ``reshuffle`` (items are the
    cards of a pile that becomes the stock, in pile order; a move may have stopped there and goes on then).
    """

    __slots__ = ("items", "kind")

    def __init__(self, kind: str, items: tuple[int, ...]) -> None:
        self.kind: Final = kind
        self.items: Final = items


class Event:
    """What just happened, for animation and log.

    ``facts`` are for everybody, unless ``only`` names the seats that learn of the event at all; ``own`` holds
    facts that replace or add to them for single seats. ``hands`` are cards by seat that each seat alone
    learns, as ``cards``, and ``partners`` the seats that learn their partner's too: ints until looked at.
    """

    __slots__ = ("facts", "hands", "kind", "only", "own", "partners")

    def __init__(
        self,
        kind: str,
        facts: dict[str, Plain],
        only: tuple[int, ...] | None = None,
        own: dict[int, dict[str, Plain]] | None = None,
        hands: list[list[int]] | None = None,
        partners: tuple[int, ...] = (),
    ) -> None:
        self.kind: Final = kind
        self.facts: Final = facts
        self.only: Final = only
        self.own: Final = own
        self.hands: Final = hands
        self.partners: Final = partners

    def seen_by(self, seat: Seat) -> dict[str, Plain] | None:
        """The event as this seat may know it, ``event`` first; None when it may not know of it."""
        if self.only is not None and seat not in self.only:
            return None
        seen: dict[str, Plain] = {"event": self.kind}
        seen.update(self.facts)
        if self.own is not None and seat is not None:
            more = self.own.get(seat)
            if more is not None:
                seen.update(more)
        if self.hands is not None and seat is not None and 0 <= seat < len(self.hands):
            seen["cards"] = texts(self.hands[seat])
            if seat in self.partners:
                seen["partner"] = texts(self.hands[(seat + len(self.hands) // 2) % len(self.hands)])
        return seen


class Result:
    """How a match ended.

    ``points`` by seat in the game's own unit, ``ranking`` of seats from best to worst as groups of equals,
    ``winners`` (empty in a draw), a stable ``reason``, and ``next``: what the match after it starts from.
    """

    __slots__ = ("next", "points", "ranking", "reason", "winners")

    def __init__(
        self,
        points: tuple[int, ...],
        ranking: tuple[tuple[int, ...], ...],
        winners: tuple[int, ...],
        reason: str,
        next: dict[str, Plain],
    ) -> None:
        self.points: Final = points
        self.ranking: Final = ranking
        self.winners: Final = winners
        self.reason: Final = reason
        self.next: Final = next

    def plain(self) -> dict[str, Plain]:
        """The result as plain data."""
        return {
            "points": list(self.points),
            "ranking": [list(group) for group in self.ranking],
            "winners": list(self.winners),
            "reason": self.reason,
            "next": self.next,
        }


class Option:
    """One option of a table: its name, default, allowed values in order, and the rulebook's clause."""

    __slots__ = ("clause", "default", "name", "values")

    def __init__(self, name: str, default: OptionValue, values: tuple[OptionValue, ...], clause: str) -> None:
        self.name: Final = name
        self.default: Final = default
        self.values: Final = values
        self.clause: Final = clause

    def plain(self) -> dict[str, Plain]:
        """The option for a catalogue."""
        return {
            "name": self.name,
            "default": self.default,
            "values": list(self.values),
            "clause": self.clause,
        }


OptionValue = bool | int | str
Options = Mapping[str, OptionValue]


class View:
    """What one seat may know, made field by field: a field that is not written here reaches nobody.

    ``table`` is what the rulebook lets this seat look up; ``legal`` the texts of its legal moves (a `Choice`
    as a dict); ``actions`` the game's fixed buttons in fixed order; ``memory`` what a perfect memory would
    add from this hand, for robots and `Game.imagine`, never sent to persons.

    A view is for reading: what it holds may be shared with other views, and never changes.
    """

    __slots__ = (
        "actions",
        "decision",
        "game",
        "legal",
        "memory",
        "options",
        "seat",
        "seats",
        "table",
        "waiting",
    )

    def __init__(
        self,
        game: str,
        options: Options,
        seats: int,
        seat: Seat,
        decision: int,
        waiting: list[int],
        table: Mapping[str, Plain],
        legal: list[Plain],
        actions: list[dict[str, Plain]],
        memory: Mapping[str, Plain],
    ) -> None:
        self.game: Final = game
        self.options: Final = options
        self.seats: Final = seats
        self.seat: Final = seat
        self.decision: Final = decision
        self.waiting: Final = waiting
        self.table: Final = table
        self.legal: Final = legal
        self.actions: Final = actions
        self.memory: Final = memory

    def plain(self) -> dict[str, Plain]:
        """The whole view as plain data in fixed key order, from which `Game.read_view` reads it back."""
        data = self.for_person()
        data["options"] = dict(self.options)
        data["memory"] = self.memory
        return data

    def own(self, public: View) -> dict[str, Plain]:
        """The fields of ``table`` in which this seat sees other things than a spectator (``public``) now."""
        own: dict[str, Plain] = {}
        theirs = public.table
        for name, value in self.table.items():
            common = theirs[name]
            if value is not common and value != common:
                own[name] = value
        return own

    def for_person(self) -> dict[str, Plain]:
        """The view without the options, which a table's listing has, and without the perfect memory."""
        return {
            "game": self.game,
            "seats": self.seats,
            "seat": self.seat,
            "decision": self.decision,
            "waiting": self.waiting,
            "table": self.table,
            "legal": self.legal,
            "actions": self.actions,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash((self.game, self.seat, self.decision))


class Random(Protocol):
    """As much of `random.Random` as the rules use to imagine a match or to sample a move."""

    def random(self) -> float:
        """A float of [0, 1)."""

    def randrange(self, stop: int, /) -> int:
        """An int of 0 .. stop - 1."""

    def shuffle(self, x: list[int], /) -> None:
        """Bring a list into a random order, in place."""


class Match(Protocol):
    """The whole truth about one match. It never leaves the owner of the table."""

    @property
    def decision(self) -> int:
        """A number that never falls at one table and grows when the set of open decisions changes.

        Nothing secret (a vote, a proposal) moves it.
        """

    def actors(self) -> list[int]:
        """The seats the match waits for; none when chance is due or the match is over. For the table only."""

    def chance(self) -> Chance | None:
        """What is to be shuffled now, or None."""

    def deal(self, order: Sequence[int]) -> list[Event]:
        """Give the outcome that `chance` asked for, and go on.

        Raises:
            BadDeal: chance is not due, or the order is no permutation of its items.
        """

    def legal(self, seat: int) -> Sequence[Move | Choice]:
        """Every legal move of a seat in a fixed order, also moves that need no turn, grave ones included."""

    def check(self, seat: int, move: Move) -> Refusal | None:
        """None when the move is legal, or why it is not."""

    def grave(self, seat: int, move: Move) -> str | None:
        """A code for a legal move that ruins its player (``loses_game``); robots and the clock play none."""

    def apply(self, seat: int, move: Move) -> list[Event]:
        """Check, then change the match.

        Raises:
            Refused: the move is not legal; nothing at all has changed.
        """

    def since(self, seat: int, move: Move) -> int:
        """The decision from which this move has meant what it means now; one quoting less is `Move.late`."""

    def shared(self, seat: int) -> list[int]:
        """The other seats that are asked the same question as this one (a partner)."""

    def reveals(self, seat: int, move: Move) -> tuple[int, ...]:
        """Cards that this legal move turns up, for all or for its mover, and that its text does not name.

        Where it opens answers that were secret, each of them is told by a number of the game's own below 0.
        """

    def default(self, seat: int) -> Move:
        """What the clock plays for a silent seat: legal and not grave wherever the seat is an actor."""

    def view(self, seat: Seat) -> View:
        """What a seat may know, or a spectator."""

    def views(self, seats: Sequence[Seat]) -> list[View]:
        """What several viewers may know now, each equal to his `view`; what all know is made once."""

    def result(self) -> Result | None:
        """None while the match goes on."""

    def hand_number(self) -> int:
        """How many hands have begun."""

    def places(self) -> dict[str, list[int]]:
        """Where every card of the pack lies, by the name of the place. For tests of law 1 only."""

    def position(self) -> dict[str, Plain]:
        """The whole truth as plain data, from which `Game.from_position` makes an equal match."""

    def copy(self) -> Match:
        """An equal match that shares nothing which changes."""


class Game(Protocol):
    """A game of the catalogue."""

    @property
    def id(self) -> str:
        """The name in the catalogue, on the wire and in files."""

    @property
    def name(self) -> str:
        """The Portuguese name, which is not translated."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats it can be played with, the usual one first."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What a table may choose, in the order of a table's listing."""

    @property
    def presets(self) -> dict[str, dict[str, OptionValue]]:
        """Named sets of options, the default first; what a preset leaves out has its default."""

    @property
    def asides(self) -> frozenset[str]:
        """The kinds of moves that need no turn."""

    @property
    def watchful(self) -> frozenset[str]:
        """Those of the asides that a robot thinks of whenever something has happened (accuse, announce)."""

    @property
    def pairs(self) -> bool:
        """Whether partners sit opposite."""

    def full_options(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """All options in declared order, the given ones checked.

        Raises:
            BadOptions: an unknown name or a value outside its range.
        """

    def start(
        self,
        options: Mapping[str, object],
        seats: int,
        before: Mapping[str, object] | None = None,
        decision: int = 0,
    ) -> Match:
        """A new match. ``before`` is ``result().next`` of the match before at this table.

        Raises:
            BadOptions: options or number of seats that the game does not have.
        """

    def hand_bound(self, options: Options, seats: int) -> int:
        """The most turn moves that one hand can take, from its last deal where it may be dealt again."""

    def parse(self, text: str) -> Move:
        """The move that a text means; the very same object for the same meaning.

        Raises:
            BadMove: the text means no move of this game.
        """

    def seen(self, move: Move, mover: int, viewer: Seat) -> str:
        """The text of a move that a viewer may read (``play X covered``)."""

    def alphabet(self, options: Options, rng: Random) -> Iterator[Move]:
        """All moves where they are finite, else a sample."""

    def imagine(self, view: View, rng: Random) -> Match:
        """A whole match drawn at random among those that the view allows."""

    def from_position(self, data: Mapping[str, object]) -> Match:
        """The match that a position describes.

        Raises:
            BadData: no match can be there.
        """

    def pack(self, options: Options, seats: int) -> tuple[int, ...]:
        """All cards in play, in pack order."""

    def complete(self, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]) -> dict[str, Plain]:
        """A whole position from part of one, for cases: hands not given hold the cards of ``plays``.

        Raises:
            BadData: the given part allows no whole.
        """

    def arrange(
        self, match: Match, given: Mapping[str, object], plays: Sequence[tuple[int, Move]]
    ) -> list[int]:
        """An order for the chance that is due which deals what is ``given`` (``{"vira": "5c"}``), for cases.

        Raises:
            BadData: no order does.
        """

    def hints(self, view: View, ask: Mapping[str, object]) -> dict[str, Plain]:
        """What the rules can tell a seat about its own cards, on demand and never inside a view.

        ``ask`` and the hints are the game's own; a game without hints gives none, whatever is asked.

        Raises:
            BadData: the game does not understand what it is asked, or the seat does not hold the cards.
        """

    def read_view(self, data: Mapping[str, object]) -> View:
        """A view from its plain form.

        Raises:
            BadData: it is no view of this game.
        """


def moves_of(match: Match, seat: int) -> list[Move]:
    """The listed legal moves of a seat, without its choices."""
    return [each for each in match.legal(seat) if isinstance(each, Move)]


def full_options(options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, OptionValue]:
    """Every option in declared order, given values checked against the declared ones.

    Raises:
        BadOptions: an unknown option, or a value that it does not take.
    """
    if not isinstance(given, Mapping):
        raise BadOptions("options: a name and a value for each are wanted")
    full: dict[str, OptionValue] = {}
    for option in options:
        value = given.get(option.name, option.default)
        full[option.name] = _allowed(option, value)
    for name in given:
        if name not in full:
            raise BadOptions(f"there is no option {name!r}")
    return full


def _allowed(option: Option, value: object) -> OptionValue:
    if value is option.default:
        return option.default
    for allowed in option.values:
        # 1 == True in Python, so the type decides too
        if type(allowed) is type(value) and allowed == value:
            return allowed
    raise BadOptions(f"option {option.name} takes {', '.join(map(repr, option.values))}, not {value!r}")


def time_out(match: Match, seat: Seat = None) -> list[tuple[int, Move, list[Event]]]:
    """Let the clock play the open decision (or only ``seat``'s part of it): who, what, and what happened.

    Partners who are asked the same question are silent together, until an answer closes it.
    """
    done: list[tuple[int, Move, list[Event]]] = []
    decision = match.decision
    for each in match.actors():
        if match.decision != decision:
            break
        if seat is None or each == seat:
            move = match.default(each)
            done.append((each, move, match.apply(each, move)))
    return done
