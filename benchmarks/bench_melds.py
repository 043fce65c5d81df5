"""The search for the fewest missing cards of Cacheta, plain and compiled, beside RLCard's melds of gin rummy.

usage: python benchmarks/bench_melds.py [--hands N] [--rounds N] [--json] [--no-compiled]

Ours takes nine random cards of two packs under a random *vira* and says how many have to come in until nine
are melds: sets with doubled cards, runs with the ace low or high, one wild card a meld. The peer is
`get_best_meld_clusters` of RLCard's gin rummy, ten random cards of one pack without wild or doubled ones, the
nearest search there is in Python. Each contender searches the same number of hands in a process of its own,
round after round in turn; the figures are medians over the rounds, in microseconds of CPU time for a hand,
and the ratio to the peer's is what means something on another machine.

RLCard lives in .venv-bench, which is made from requirements/bench.txt when it is missing.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_engine import ROOT, bench_python, say

PEER = "rlcard get_best_meld_clusters"
SEARCHES = {
    "fewest missing of nine": lambda melds, nine, ten: melds.missing(nine),
    "fewest missing of ten": lambda melds, nine, ten: melds.missing(nine, 10),
    "goes out, ten cards": lambda melds, nine, ten: melds.discards(ten),
    "outs of nine cards": lambda melds, nine, ten: melds.outs(nine),
}


def ours(what, hands):
    """Microseconds a hand of one of our searches."""
    from carteado.games.cacheta_melds import Melds
    from carteado.games.cacheta_moves import wild_cards

    rng = random.Random(2)
    packs = [*range(52), *range(52)]
    tables = [Melds(wild_cards(vira, "colour", False), 1, False) for vira in range(52)]
    drawn = [rng.sample(packs, 11) for _ in range(hands)]
    asked = [(tables[vira], nine, [*nine, tenth]) for vira, tenth, *nine in drawn]
    search = SEARCHES[what]
    began = time.process_time()
    for table, nine, ten in asked:
        search(table, nine, ten)
    return (time.process_time() - began) / hands * 1e6


def rlcard(hands):
    """Microseconds a hand of the peer."""
    from rlcard.games.base import Card
    from rlcard.games.gin_rummy.utils import melding

    rng = random.Random(2)
    pack = [Card(suit, rank) for suit in Card.valid_suit[:4] for rank in Card.valid_rank[:13]]
    drawn = [rng.sample(pack, 10) for _ in range(hands)]
    began = time.process_time()
    for hand in drawn:
        melding.get_best_meld_clusters(hand)
    return (time.process_time() - began) / hands * 1e6


def measure(python, path, what, hands):
    """One contender in a process of its own, with the rules of one folder."""
    env = {**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": "0"}
    command = [python, __file__, "--child", what, "--hands", str(hands)]
    return float(subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE).stdout)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--no-compiled", action="store_true")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(rlcard(options.hands) if options.child == "rlcard" else ours(options.child, options.hands))
        return 0
    with tempfile.TemporaryDirectory(prefix="carteado-bench-") as folder:
        return compare(options, Path(folder))


def compare(options, folder):
    builds = {"plain": ROOT / "src"}
    if not options.no_compiled:
        say("compiling the rules ...")
        made = subprocess.run(
            [sys.executable, ROOT / "hatch_build.py", "rules", folder],
            check=False,
            stdout=subprocess.PIPE,
            text=True,
        )
        if made.returncode:
            say(f"the rules stay plain: {made.stdout.strip()}")
        else:
            builds["compiled"] = folder
    contenders = {
        f"{name}, {build}": (sys.executable, path, name)
        for name in SEARCHES
        for build, path in builds.items()
    }
    contenders[PEER] = (bench_python(), ROOT / "src", "rlcard")
    rows = {name: [] for name in contenders}
    for number in range(options.rounds):
        say(f"round {number + 1} of {options.rounds}")
        for name, (python, path, what) in contenders.items():
            rows[name].append(measure(python, path, what, options.hands))
    middle = {name: statistics.median(each) for name, each in rows.items()}
    if options.json:
        figures = {
            name: {
                "microseconds": middle[name],
                "least": min(rows[name]),
                "most": max(rows[name]),
                "times_peer": middle[name] / middle[PEER],
            }
            for name in contenders
        }
        print(json.dumps(figures, indent=2))
        return 0
    for name, each in rows.items():
        print(
            f"{name:34s} {middle[name]:8.2f} us a hand ({min(each):.2f} - {max(each):.2f})"
            f"  {middle[name] / middle[PEER]:5.2f} x the time of {PEER}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
