"""Counts the tables of the casual robot: the chance to win a hand of truco with two cards left.

usage: python benchmarks/make_truco_tables.py [hands per round] [rounds]

The robot plays hands against itself, cards only, with the tables of the round before; after each first trick
the two cards of every seat are put into bins by the share of unseen cards that they beat, and what became of
the hand is counted. Writes src/carteado/bots/truco_tables.py.
"""

import sys
from pathlib import Path
from random import Random

from carteado.bots import truco, truco_tables
from carteado.bots.truco_tables import EDGES
from carteado.games import GAMES

OUT = Path(__file__).parents[1] / "src" / "carteado" / "bots" / "truco_tables.py"
N = len(EDGES) + 1
Key = tuple[int, bool]
Table = dict[Key, list[list[float]]]
PRIOR = 8.0  # how many hands the table before counts for


def hand(game: str, seats: int, rng: Random, sums: Table, counts: Table) -> None:
    match = GAMES[game].start({}, seats)
    while (chance := match.chance()) is not None:
        order = list(chance.items)
        rng.shuffle(order)
        match.deal(order)
    bot = truco.CasualTruco()
    seen: list[tuple[int, Key, int, int]] = []
    for at in range(3 * seats):
        seat = match.actors()[0]
        view = match.view(seat)
        plays = [text for text in view.legal if isinstance(text, str) and text.startswith("play")]
        moves = [GAMES[game].parse(text) for text in plays]
        match.apply(seat, bot._play(truco.Reading(view), moves, rng))
        if at + 1 == seats:
            for each in range(seats):
                reading = truco.Reading(match.view(each))
                first, second = sorted(
                    (truco._bin(reading.share(card)) for card in reading.mine), reverse=True
                )
                seen.append((each & 1, (reading.results[0], reading.we_lead), first, second))
        if match.chance() is not None or match.result() is not None:
            break
    line = match.view(None).table["sheet"][-1]  # type: ignore[index]  # a table of truco has its sheet
    for pair, key, first, second in seen:
        won = 0.5 if line["pair"] is None else float(line["pair"] == "AB"[pair])
        sums[key][first][second] += won
        counts[key][first][second] += 1


def blank() -> Table:
    return {
        (result, lead): [[0.0] * (first + 1) for first in range(N)]
        for result, lead in ((0, True), (1, False), (2, False), (2, True))
    }


def rising(table: list[list[float]]) -> list[list[float]]:
    """A better card never makes a hand worse: what few hands say otherwise is levelled."""
    out = [row[:] for row in table]
    for _ in range(4):
        for first in range(N):
            for second in range(first + 1):
                for a, b in ((first - 1, second), (first, second - 1)):
                    if b >= 0 and b <= a and out[a][b] > out[first][second]:
                        out[a][b] = out[first][second] = (out[a][b] + out[first][second]) / 2
    return out


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 40_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    rng = Random(20)
    for number in range(rounds):
        for seats in (2, 4):
            sums, counts = blank(), blank()
            for at in range(hands):
                hand(("truco_paulista", "truco_mineiro")[at & 1], seats, rng, sums, counts)
            for key, old in list(truco_tables.TWO_CARDS[seats].items()):
                if key not in sums:
                    continue
                table = [
                    [
                        (sums[key][i][j] + PRIOR * old[i][j]) / (counts[key][i][j] + PRIOR)
                        for j in range(i + 1)
                    ]
                    for i in range(N)
                ]
                truco_tables.TWO_CARDS[seats][key] = tuple(tuple(row) for row in rising(table))
            print(f"round {number + 1}, {seats} seats", file=sys.stderr, flush=True)
    write()


def write() -> None:
    body = [
        '"""Chances with two cards left, counted from hands that the casual robot played against itself.',
        "",
        "Made by ``benchmarks/make_truco_tables.py``; not to be edited by hand.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
        f"EDGES: Final = {EDGES!r}",
        '"""Bins of a card: the share of the unseen cards that it beats, equal ones half."""',
        "",
        "_PERCENT: Final[dict[int, dict[tuple[int, bool], str]]] = {",
    ]
    for seats, tables in sorted(truco_tables.TWO_CARDS.items()):
        body.append(f"    {seats}: {{")
        for key in blank():
            body.append(f"        {key!r}: (")
            rows = [" ".join(f"{round(value * 100):02d}" for value in row) for row in tables[key]]
            for at, row in enumerate(rows):
                body.append(f'            "{row}{"|" if at + 1 < len(rows) else ""}"')
            body.append("        ),")
        body.append("    },")
    body += [
        "}",
        "",
        "",
        "def _read(text: str) -> tuple[tuple[float, ...], ...]:",
        '    return tuple(tuple(int(each) / 100 for each in row.split()) for row in text.split("|"))',
        "",
        "",
        "TWO_CARDS: Final = {",
        "    seats: {key: _read(text) for key, text in tables.items()} for seats, tables in _PERCENT.items()",
        "}",
        '"""Chance to win the hand by seats, then by (first trick: 0 ours, 1 theirs, 2 tied; whether our',
        'pair leads the second), then by bins of the better and of the other card."""',
        "",
    ]
    OUT.write_text("\n".join(body))


if __name__ == "__main__":
    main()
