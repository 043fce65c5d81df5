"""Moves per CPU second of the rules, plain and compiled, beside OpenSpiel's nearest games.

usage: python benchmarks/bench_engine.py [GAME ...] [--seconds S] [--rounds N]
                                         [--json] [--no-peer] [--no-compiled]

A move is a decision by a player: his legal moves are listed, one that is neither grave nor an aside is drawn
uniformly, checked and applied, its events are made and the move is kept for the record. Beside a game run the
games of OpenSpiel that are most like it (`PEERS`: tricks and trumps, melds, or effects and drawing). Their
players draw uniformly too; their deals are chance steps card by card, which cost time but count as no moves,
as ours do. Each contender runs in a process of its own, round after round in turn; the figures are medians
over the rounds, in moves per second of that process's CPU time.

"plain" and "compiled" are driven by a loop here, in Python, like the peers; "compiled, play_out" by
`carteado.games.playout`, which is compiled with the rules and goes through the contract just the same.

OpenSpiel lives in .venv-bench, which is made from requirements/bench.txt when it is missing.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BENCH = ROOT / ".venv-bench"
PEERS = {
    "truco_paulista": ("euchre",),
    "truco_mineiro": ("euchre",),
    "sueca": ("spades", "hearts"),
    "cacheta": ("gin_rummy",),
    "mau_mau": ("crazy_eights(players=4,use_special_cards=True)",),
}
"""By game, the games of OpenSpiel that it is measured beside."""
OPTIONS = {"cacheta": {"max_hands": 1}}
"""A match of gin rummy is one hand; of Cacheta players who draw at random would play hundreds."""


# ------------------------------------------------------------------------------------------ measured loops


def run(one_match, seconds):
    """Play matches for some seconds of CPU time. The clock is asked seldom: it costs more than a move."""
    one_match()  # warm up
    moves = matches = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        for _ in range(50):
            moves += one_match()
        matches += 50
    return {"moves": moves, "matches": matches, "cpu": spent}


def carteado(game_id, seconds, seats=4):
    from random import Random

    from carteado.buildinfo import compiled
    from carteado.games import GAMES
    from carteado.games.playout import random_order

    game = GAMES[game_id]
    options = game.full_options(OPTIONS.get(game_id, {}))
    asides = game.asides
    rng = Random(1)
    random = rng.random
    # either way each order is as likely; this one is the faster where the rules are not compiled
    if compiled():
        shuffled = partial(random_order, rng=rng)
    else:
        shuffled = partial(sorted, key=lambda _: random())

    def one_match():
        match = game.start(options, seats)
        record = []
        keep = record.append
        actors_now, legal_of, grave, apply = match.actors, match.legal, match.grave, match.apply
        moves = 0
        while True:
            actors = actors_now()
            if not actors:
                chance = match.chance()
                if chance is None:
                    break
                order = shuffled(chance.items)
                keep(order)
                match.deal(order)
                continue
            seat = actors[0] if len(actors) == 1 else actors[int(random() * len(actors))]
            legal = legal_of(seat)
            move = legal[int(random() * len(legal))]
            while move.kind in asides or grave(seat, move) is not None:
                move = legal[int(random() * len(legal))]
            apply(seat, move)  # checks, and gives the events
            keep((seat, move))
            moves += 1
        assert match.result() is not None
        return moves

    return run(one_match, seconds)


def played_out(game_id, seconds, seats=4):
    from random import Random

    from carteado.games import GAMES
    from carteado.games.playout import play_out

    game = GAMES[game_id]
    options = game.full_options(OPTIONS.get(game_id, {}))
    rng = Random(1)

    def one_match():
        record = []
        return play_out(game, game.start(options, seats), rng, record)

    return run(one_match, seconds)


def openspiel(name, seconds):
    from random import Random

    import pyspiel

    game = pyspiel.load_game(name)
    random = Random(1).random

    def one_match():
        state = game.new_initial_state()
        ended, by_chance, apply = state.is_terminal, state.is_chance_node, state.apply_action
        outcomes_now, legal_now = state.chance_outcomes, state.legal_actions
        moves = 0
        while not ended():
            if by_chance():
                outcomes = outcomes_now()  # all as likely in these games
                apply(outcomes[int(random() * len(outcomes))][0])
            else:
                legal = legal_now()
                apply(legal[int(random() * len(legal))])
                moves += 1
        return moves

    return run(one_match, seconds)


def child(what, seconds):
    if what.startswith("openspiel "):
        figures = openspiel(what.removeprefix("openspiel "), seconds)
    elif what.endswith("+"):
        figures = played_out(what[:-1], seconds)
    else:
        figures = carteado(what, seconds)
    print(json.dumps(figures))


# ----------------------------------------------------------------------------------------------- contenders


def bench_python():
    """The interpreter of .venv-bench, made when it is missing and filled when it is not as the lock says."""
    python = BENCH / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    lock = ROOT / "requirements" / "bench.txt"
    stamp = BENCH / ".lock"
    if not python.exists() or not stamp.exists() or stamp.read_bytes() != lock.read_bytes():
        say("making .venv-bench from requirements/bench.txt ...")
        if not python.exists():
            venv.create(BENCH, with_pip=True)
        pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "-q"]
        subprocess.run([*pip, "--require-hashes", "-r", lock], check=True)
        stamp.write_bytes(lock.read_bytes())
    return python


def measure(python, path, what, seconds):
    """Run one loop in a process of its own, with the rules of one folder."""
    env = {**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [python, __file__, "--child", what, "--seconds", str(seconds)],
        env=env,
        check=True,
        stdout=subprocess.PIPE,
    )
    return json.loads(done.stdout)


def say(text):
    print(text, file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", help=f"of {', '.join(PEERS)}; all when none is named")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time of one run")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--no-compiled", action="store_true")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child, options.seconds)
        return 0
    for game in options.game:
        if game not in PEERS:
            parser.error(f"{game!r} is none of {', '.join(PEERS)}")
    with tempfile.TemporaryDirectory(prefix="carteado-bench-") as folder:
        return compare(options, Path(folder))


def compare(options, folder):
    plain = ROOT / "src"
    games = options.game or list(PEERS)
    contenders = {f"{game} plain": (sys.executable, plain, game) for game in games}
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
            for game in games:
                contenders[f"{game} compiled"] = (sys.executable, folder, game)
                contenders[f"{game} compiled, play_out"] = (sys.executable, folder, f"{game}+")
    if not options.no_peer:
        for peer in dict.fromkeys(peer for game in games for peer in PEERS[game]):
            contenders[f"openspiel {peer}"] = (bench_python(), plain, f"openspiel {peer}")
    rows = {name: [] for name in contenders}
    for number in range(options.rounds):
        say(f"round {number + 1} of {options.rounds}")
        for name, (python, path, what) in contenders.items():
            rows[name].append(measure(python, path, what, options.seconds))
    report(rows, options)
    return 0


def report(rows, options):
    speeds = {name: [row["moves"] / row["cpu"] for row in row_list] for name, row_list in rows.items()}
    middle = {name: statistics.median(each) for name, each in speeds.items()}
    figures = {}
    for name, each in speeds.items():
        beside = [f"openspiel {peer}" for peer in PEERS.get(name.split()[0], ())]
        figures[name] = {
            "moves_per_cpu_second": middle[name],
            "least": min(each),
            "most": max(each),
            "moves_per_match": sum(row["moves"] for row in rows[name])
            / sum(row["matches"] for row in rows[name]),
            "times": {peer: middle[name] / middle[peer] for peer in beside if peer in middle},
        }
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, figure in figures.items():
        against = "".join(f"  {times:5.2f} x {peer}" for peer, times in figure["times"].items())
        print(
            f"{name:34s} {figure['moves_per_cpu_second']:12,.0f} moves/s "
            f"({figure['least']:,.0f} - {figure['most']:,.0f}){against}"
        )


if __name__ == "__main__":
    sys.exit(main())
