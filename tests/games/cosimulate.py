"""Random matches told step by step, and foreign data read, to hold two builds of the rules side by side.

    python -m tests.games.cosimulate GAME FIRST LAST           a line for each match: its number and a digest
    python -m tests.games.cosimulate GAME NUMBER NUMBER --all  each step of that match, in full

prints the same whether the rules it finds are compiled or not.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator

import msgspec

from carteado.games import GAMES
from carteado.games.game import Game, Match, Refused
from tests.conformance import laws, matches
from tests.games import foreign


def told(game: Game, number: int) -> Iterator[str]:
    """Every step of a match: what was done, what each then sees or is refused, and what foreign data was."""
    setup = matches.draw(game, number)
    table = setup.table
    rng = setup.rng("cosimulate")
    match: Match = game.start(setup.options, setup.seats, None, rng.choice((0, 7, 2**40)))
    yield _plain([setup.options, setup.seats, match.position()])
    # the first hands show most; every fourth match is told to its end
    for done in range(setup.cut if number % 4 == 0 else 40):
        step = matches.next_step(setup, table, match, rng, done)
        if step is None:
            break
        events = laws.take(match, step)
        yield laws.told(step)
        yield _plain(
            [[laws.seen_by(events, seat) for seat in table.viewers], match.position(), match.actors()]
        )
        yield from _looked_at(table, match, rng)
        if rng.random() < 0.03:
            yield from _foreign(game, match, rng)
    result = match.result()
    yield _plain([result and result.plain(), match.decision, match.hand_number()])


def _looked_at(table: laws.Table, match: Match, rng: random.Random) -> Iterator[str]:
    """One viewer's view; some moves checked and some tried though they are refused."""
    viewer = rng.choice(table.viewers)
    yield _plain(match.view(viewer).plain())
    seat = rng.randrange(-1, table.seats + 1)
    for move in rng.sample(table.alphabet(rng), 4):
        yield _plain([seat, move.text, laws.refusal_plain(match.check(seat, move)), match.grave(seat, move)])
        if match.check(seat, move) is not None:
            try:
                match.apply(seat, move)
            except Refused as error:
                yield error.refusal.code
        elif 0 <= seat < table.seats:
            yield _plain([match.since(seat, move), list(match.reveals(seat, move)), match.shared(seat)])
    if rng.random() < 0.05:
        again = table.game.imagine(match.view(viewer), random.Random(rng.random()))
        yield _plain([again.position(), match.copy().position(), match.places()])


def _foreign(game: Game, match: Match, rng: random.Random) -> Iterator[str]:
    """What comes of data that a stranger might send: what was read, or which error it was."""
    position = match.position()
    view = match.view(rng.choice([0, 1, None])).plain()
    for _ in range(4):
        yield _tried(lambda data: game.from_position(data).position(), foreign.mutated(position, rng))
        yield _tried(lambda data: game.read_view(data).plain(), foreign.mutated(view, rng))
    yield _tried(lambda data: game.from_position(data).position(), foreign.scrap(rng))
    yield _tried(lambda data: game.read_view(data).plain(), foreign.scrap(rng))
    name = rng.choice([option.name for option in game.options] + ["nothing"])
    yield _tried(lambda data: game.full_options({name: data}), foreign.scrap(rng))
    yield _tried(game.full_options, foreign.mutated(position["options"], rng))
    yield _tried(
        lambda data: game.start({}, data).position(), rng.choice((-1, 0, 1, 2, 3, 4, 5, True, 10**30))
    )
    yield _tried(lambda data: game.start({}, 4, {"dealer": data}).position(), foreign.scrap(rng))
    words = " ".join(
        rng.choice(("play", "raise", "4c", "#1", "covered", "12", "X", "é", "")) for _ in range(3)
    )
    yield _tried(lambda data: game.parse(data).text, words)
    yield _tried(
        lambda data: game.parse(data).text, rng.choice([each for each in foreign.SCRAPS if type(each) is str])
    )
    chance = match.chance()
    order = list(chance.items if chance else game.pack(match.view(None).options, 4))
    order[rng.randrange(len(order))] = rng.choice((-1, 0, 52, 53, 10**30))
    yield _tried(lambda data: match.copy().deal(data) or None, order)


def _tried(read: object, data: object) -> str:
    assert callable(read)
    try:
        return _plain(read(data))
    except Exception as error:  # which one it is, is what is told
        return type(error).__name__


def _plain(data: object) -> str:
    return msgspec.json.encode(data).decode()


def main() -> int:
    """Print digests of matches, or one match whole."""
    name, first, last, *rest = sys.argv[1:]
    for number in range(int(first), int(last) + 1):
        if rest:
            for line in told(GAMES[name], number):
                print(line)
            continue
        digest = hashlib.sha256()
        for line in told(GAMES[name], number):
            digest.update(line.encode() + b"\n")
        print(number, digest.hexdigest())
    return 0


if __name__ == "__main__":
    sys.exit(main())
