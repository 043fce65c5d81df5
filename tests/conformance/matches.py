"""Random matches for the laws: drawn from a number, held to the laws, told so that they can be played again.

    python -m tests.conformance.matches GAME NUMBER [NUMBER]

plays those matches of a game again, with every law.

The first numbers of a game are drawn so that over all numbers of seats every two values of any two options
meet (`rows`); the others are drawn at random. Matches of truco are played to their end. Where random moves
take long to end a match, or never would, it is left after `CUT` of them, the tests count moves instead of
matches, and the robot `casual` plays some matches whole and others until they are well under way.
"""

from __future__ import annotations

import functools
import itertools
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from carteado.bots import casual
from carteado.games import GAMES
from carteado.games.game import Game, Match, Option, OptionValue
from tests.conformance import laws
from tests.conformance.laws import Bounds, Broken, Step, Table, encoded, need, take, told

MOST_HANDS = 500
"""A match drawn at random that has not ended by then never will."""

SHORT = frozenset(("truco_paulista", "truco_mineiro", "toy"))
"""Games whose matches random moves end soon: they are always played to their end."""
CUT = 400
"""So many random moves are made in a match of any other game."""
WHOLE = 1 / 16
"""How many matches of such a game the robot plays whole."""
BEGUN = 1 / 10
"""In how many it plays up to `LEAD` steps first."""
LEAD = 600


@dataclass(frozen=True, slots=True)
class Setup:
    """What a match drawn by a number starts from, and how it is driven."""

    game: Game
    number: int
    options: dict[str, OptionValue]
    seats: int
    style: str
    lead: int = 0
    """So many steps are the robot's before the style sets in."""
    cut: int = 10**6
    """After so many steps more the match is left."""

    @property
    def asides(self) -> float:
        """How often an aside is made where one may be."""
        return {"asides": 0.02, "secrets": 0.2}.get(self.style, 0.0)

    @property
    def table(self) -> Table:
        return Table(self.game, self.options, self.seats)

    def rng(self, purpose: str) -> random.Random:
        """A generator of this match's own."""
        return random.Random(f"{self.game.id} {self.number} {purpose}")


ROBOT = casual.CasualBot()
STYLES = ("default", "turns", "asides", "asides", "secrets")
"""How matches are driven: by the clock, by turn moves at random, with asides at 1 in 50, and at 1 in 5."""


def draw(game: Game, number: int) -> Setup:
    """The match of this number: its options by `rows` or at random, its seats, its style."""
    rng = random.Random(f"{game.id} {number}")
    chosen = {option.name: rng.choice(option.values) for option in game.options}
    # the usual number of seats has most to test
    seats = rng.choice((game.seats[0], *game.seats))
    style = rng.choice(STYLES)
    if number < len(rows(game)):
        seats, chosen = rows(game)[number]
    options = game.full_options(chosen)
    if game.id in SHORT:
        return Setup(game, number, options, seats, style)
    lead = 0
    part = rng.random()
    if casual.plays(game.id) and part < WHOLE + BEGUN:
        lead = 10**6 if part < WHOLE else rng.randrange(LEAD)
    return Setup(game, number, options, seats, style, lead, CUT)


Row = tuple[int, dict[str, OptionValue]]
"""A number of seats and a value of every option."""
Chosen = tuple[str, OptionValue]


@functools.cache
def _rows(game_id: str, seats: tuple[int, ...], options: tuple[Option, ...]) -> list[Row]:
    rng = random.Random(game_id)
    found: list[Row] = []
    for number in seats:
        rest = {
            pair
            for one, other in itertools.combinations(options, 2)
            for pair in itertools.product(_values(one), _values(other))
        }
        while rest:
            row = _row(options, rest, rng)
            rest.difference_update(itertools.permutations(row, 2))
            found.append((number, dict(row)))
    return rng.sample(found, len(found))


def _values(option: Option) -> list[Chosen]:
    return [(option.name, value) for value in option.values]


def _row(options: tuple[Option, ...], rest: set[tuple[Chosen, Chosen]], rng: random.Random) -> list[Chosen]:
    """A pair that has not met yet, and of every other option the value that most new pairs come with."""
    row = list(min(rest, key=str))
    for option in rng.sample(options, len(options)):
        if option.name in (name for name, _value in row):
            continue
        values = _values(option)
        new = [sum((each, had) in rest or (had, each) in rest for had in row) for each in values]
        row.append(values[rng.choice([at for at, number in enumerate(new) if number == max(new)])])
    return row


def rows(game: Game) -> list[Row]:
    """Options so chosen that with each number of seats any two values of two options meet in some row."""
    return _rows(game.id, game.seats, game.options)


@dataclass(slots=True)
class Drawn:
    """A position drawn from a match: after how many steps, and its bytes there."""

    steps: int = 0
    position: bytes = b""


@dataclass(slots=True)
class Played:
    """A match that was played to its end."""

    setup: Setup
    before: dict[str, object] | None
    decision: int
    steps: list[Step] = field(default_factory=list)
    random: int = 0
    """How many of the steps were moves that no robot made."""
    drawn: list[Drawn] = field(default_factory=list)

    def start(self) -> Match:
        return self.setup.game.start(self.setup.options, self.setup.seats, self.before, self.decision)

    def replay(self, steps: int) -> Match:
        """The match after so many of its steps."""
        match = self.start()
        for step in self.steps[:steps]:
            take(match, step)
        return match


def play(setup: Setup, positions: int = 1) -> Iterator[Played]:
    """Play a match, and now and then one after it at the same table; laws 1 and 5 hold at each move.

    Every position of a match is as likely as any other to be among the drawn ones.
    """
    rng = setup.rng("play")
    before: dict[str, object] | None = None
    decision = 0
    for _ in range(2 if rng.random() < 0.1 and setup.lead == 0 else 1):
        played = Played(setup, before, decision)
        try:
            match = _play_one(played, rng, positions)
        except Exception as error:  # whatever a game raises breaks a law
            raise Broken(tell(played, len(played.steps), error)) from error
        yield played
        result = match.result()
        if result is None:
            return  # it was left
        before, decision = result.next, match.decision


def _play_one(played: Played, rng: random.Random, positions: int) -> Match:
    setup = played.setup
    table = setup.table
    match = played.start()
    bounds = Bounds(table, match)
    reservoirs = [(Drawn(), random.Random(rng.random())) for _ in range(positions)]
    played.drawn = [drawn for drawn, _own in reservoirs]
    count = 0
    while True:
        laws.law_1(table, match)
        laws.law_5(table, match)
        count += 1
        for drawn, own in reservoirs:
            if own.randrange(count) == 0:
                drawn.steps, drawn.position = len(played.steps), encoded(match.position())
        done = len(played.steps)
        step = next_step(setup, table, match, rng, done) if done < setup.lead + setup.cut else None
        if step is None:
            return match
        chance = match.chance()
        take(match, step)
        played.steps.append(step)
        if isinstance(step, list):
            bounds.after(match, None, chance is not None and chance.kind == "deal")
        else:
            bounds.after(match, step[1])
            played.random += done >= setup.lead
        need(match.hand_number() < MOST_HANDS, f"law 5: no end after {MOST_HANDS} hands")


def next_step(setup: Setup, table: Table, match: Match, rng: random.Random, done: int = 0) -> Step | None:
    """The next step of a match, of which so many are done; None when it is over."""
    if match.chance() is None:
        if done < setup.lead:
            return robot_step(match, rng)
        if setup.style == "default":
            actors = match.actors()
            if not actors:
                return None
            seat = rng.choice(actors)
            return seat, match.default(seat)
    return laws.random_step(table, match, rng, setup.asides)


def robot_step(match: Match, rng: random.Random) -> Step | None:
    """A move of the robot `casual`, of a seat that has something to say; None when the match is over."""
    actors = match.actors()
    for seat in rng.sample(actors, len(actors)):
        move = ROBOT.choose(match.view(seat), rng, 1.0)
        if move is not None:
            return seat, move
    return (actors[0], match.default(actors[0])) if actors else None


def laws_at_a_position(played: Played, drawn: Drawn, only: int = 0) -> int:
    """Laws 2, 3, 4 and 6 at a position that was drawn, or one of them alone.

    Returns:
        How many steps of twins were compared.
    """
    setup, table = played.setup, played.setup.table
    rng = setup.rng(f"laws {drawn.steps}")
    compared = 0
    try:
        match = played.replay(drawn.steps)
        if only in (0, 4):
            same = encoded(match.position()) == drawn.position
            need(same, "law 4: replaying the moves and deals gives another position")
        if only in (0, 6):
            laws.law_6(table, match, rng)  # the others drive copies
        if only in (0, 3):
            laws.law_3(table, match, rng)
        if only in (0, 4):
            laws.law_4(table, match, rng)
        if only in (0, 2):
            laws.law_2_imagine(table, match, rng)
            laws.law_2_silence(table, match, rng)
            laws.law_2_deal(table, match, rng)
            compared = laws.law_2_twins(table, match, rng.choice([*table.viewers, *match.actors()]), rng)
    except Exception as error:  # whatever a game raises breaks a law
        raise Broken(tell(played, drawn.steps, error)) from error
    return compared


def hold(
    game: Game, numbers: Iterable[int], positions: int = 1, only: int = 0, moves: int = 0
) -> Counter[str]:
    """Hold a game to all laws in the matches of these numbers; what was seen on the way, counted.

    ``only`` leaves laws 1, 5 and this one. With ``moves`` numbers are taken until so many random moves have
    been made and the numbers of all `rows` are used up.

    Raises:
        Broken: at the first law that is broken, with all that is needed to see it again.
    """
    seen: Counter[str] = Counter()
    for number in numbers:
        if moves and seen["random moves"] >= moves and number >= len(rows(game)):
            break
        for played in play(draw(game, number), positions):
            seen["matches"] += 1
            seen["steps"] += len(played.steps)
            seen["random moves"] += played.random
            for drawn in played.drawn:
                seen["positions"] += 1
                seen["twin steps"] += laws_at_a_position(played, drawn, only)
    return seen


def tell(played: Played, steps: int, error: Exception) -> str:
    """What is needed to see a broken law again: the match's number, and the hand from its deal."""
    setup = played.setup
    driver = "casual" if steps < setup.lead else f"casual and {setup.style}" if setup.lead else setup.style
    what = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
    lines = [
        what,
        f"in match {setup.number} of {setup.game.id} after {steps} steps, driven by {driver}; again by",
        f"    python -m tests.conformance.matches {setup.game.id} {setup.number}",
        f"{setup.seats} seats, {setup.options}",
    ]
    done = played.steps[:steps]
    deals = [at for at, step in enumerate(done) if isinstance(step, list)]
    since = deals[-1] if deals else 0
    try:
        lines.append(f"from {encoded(played.replay(since).position()).decode()}")
    except Exception as again:
        lines.append(f"which cannot be replayed: {type(again).__name__}: {again}")
    lines += [f"    {told(step)}" for step in done[since:]]
    return "\n".join(lines)


def main() -> int:
    """Play matches again by their numbers."""
    name, *numbers = sys.argv[1:]
    first, last = int(numbers[0]), int(numbers[-1])
    print(dict(hold(GAMES[name], range(first, last + 1))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
