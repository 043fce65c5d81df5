"""The command ``carteado``.

Nothing but typer is imported until a command runs, so that ``carteado --help`` answers at once.

Exit codes: 0 all is well, 1 something was found wrong (a case, a record, a match), 2 the command was called
wrongly, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from carteado.games.game import Game
    from carteado.simulate import Tally

app = typer.Typer(
    name="carteado",
    help="An open Brazilian card room: play, host, study.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
bench = typer.Typer(
    help="Measure, beside the peers, from a clone of the repository.",
    no_args_is_help=True,
    add_completion=False,
)
app.add_typer(bench, name="bench")


class Language(StrEnum):
    """What the terminal speaks to players."""

    PT = "pt"
    EN = "en"


Lang = Annotated[Language, typer.Option("--lang", help="Language of the table.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's id: see `carteado games`.")]
Seats = Annotated[
    int, typer.Option("--seats", help="How many play; 0: as many as usual.", show_default=False)
]
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the table; may be repeated."),
]


def _fail(message: str, code: int = 1) -> NoReturn:
    """Say on standard error what is wrong, and leave."""
    typer.echo(f"carteado: {message}", err=True)
    raise typer.Exit(code)


def _console() -> Console:
    from rich.console import Console

    # at a pipe's end a line is as long as it needs to be
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def _game(name: str) -> Game:
    from carteado.games import GAMES

    found = GAMES.get(name)
    if found is None:
        _fail(f"there is no game {name!r}; there are {', '.join(GAMES)}", 2)
    return found


def _options(game: Game, given: list[str] | None) -> dict[str, object]:
    """Options written ``name=value``, each value read as one that the option takes."""
    known = {option.name: option for option in game.options}
    options: dict[str, object] = {}
    for each in given or []:
        name, equals, written = each.partition("=")
        if name not in known:
            _fail(f"{game.id} has no option {name!r}; it has {', '.join(known)}", 2)
        values = {_written(value): value for value in known[name].values}
        if not equals or written not in values:
            _fail(f"option {name} takes {', '.join(values)}, not {written!r}", 2)
        options[name] = values[written]
    return options


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _seats(game: Game, seats: int) -> int:
    if seats and seats not in game.seats:
        _fail(f"{game.name} is played by {' or '.join(map(str, game.seats))}, not by {seats}", 2)
    return seats or game.seats[0]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(version("carteado"))
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """An open Brazilian card room: play, host, study."""


# --------------------------------------------------------------------------------------------------- serve


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes any that is free.")] = 8017,
    data: Annotated[Path | None, typer.Option(help="Data file; it is made where there is none.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let phones on the same network in.")] = False,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open a browser.")] = False,
    public_name: Annotated[
        list[str] | None, typer.Option(help="Name by which others may call the server; may be repeated.")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(help="Address of a proxy to be believed; may be repeated.")
    ] = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
) -> None:
    """Open the card room for browsers."""
    from carteado.web import serve as web

    try:
        web.serve(
            host=host,
            port=port,
            data=data,
            lan=lan,
            open_browser=open_browser,
            public_names=public_name or [],
            trusted_proxies=trusted_proxy or [],
            log_level=log_level,
        )
    except web.ServeError as error:
        _fail(str(error))


# --------------------------------------------------------------------------------------------------- games


@app.command()
def games(
    as_json: Annotated[bool, typer.Option("--json", help="The catalogue for programs.")] = False,
) -> None:
    """List the games, their options, and whether their rules are compiled."""
    from carteado import buildinfo
    from carteado.games import GAMES

    if as_json:
        typer.echo(json.dumps(_catalogue(GAMES), indent=2, ensure_ascii=False))
        return
    from rich.table import Table

    console = _console()
    for game in GAMES.values():
        seats = " or ".join(map(str, game.seats))
        console.print(f"[bold]{game.id}[/]  {game.name}, {seats} seats; presets: {', '.join(game.presets)}")
        table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
        for head in ("  option", "default", "values", "clause"):
            table.add_column(head, style="dim" if head == "clause" else "")
        for option in game.options:
            values = ", ".join(_written(value) for value in option.values)
            table.add_row(f"  {option.name}", _written(option.default), values, option.clause)
        console.print(table)
        console.print()
    console.print(
        "rules: compiled" if buildinfo.compiled() else f"rules: plain Python ({buildinfo.reason()})"
    )


def _catalogue(games: Mapping[str, Game]) -> dict[str, Any]:
    from carteado import buildinfo

    return {
        "rules": {"compiled": buildinfo.compiled(), "reason": buildinfo.reason()},
        "games": [
            {
                "id": game.id,
                "name": game.name,
                "seats": list(game.seats),
                "pairs": game.pairs,
                "presets": game.presets,
                "options": [option.plain() for option in game.options],
            }
            for game in games.values()
        ],
    }


# --------------------------------------------------------------------------------------------------- check


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="YAML files of cases.")],
) -> None:
    """Run worked cases and print each that fails; the last line counts them."""
    from carteado import cases

    passed = failed = 0
    for file in files:
        try:
            loaded = cases.load(file)
        except cases.BadCase as error:
            typer.echo(f"FAILED {error}")
            failed += 1
            continue
        for case in loaded:
            failures = cases.run(case)
            for failure in failures:
                typer.echo(str(failure))
            if failures:
                failed += 1
            else:
                passed += 1
    typer.echo(f"{passed} passed, {failed} failed")
    if failed:
        raise typer.Exit(1)


# -------------------------------------------------------------------------------------------------- replay


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, *.carteado.jsonl.")],
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="Show the moment after step N; 0 is the start.")
    ] = None,
    eyes: Annotated[
        str | None, typer.Option("--as", metavar="SEAT", help="Whose view: a seat or public.")
    ] = None,
    lang: Lang = Language.PT,
) -> None:
    """Play a record by the rules: all its steps, or one moment of it."""
    from carteado import record, terminal

    try:
        loaded = record.load(file)
        game = _game(loaded.header.game)
        seat = _viewer(loaded, eyes)
        speaker = terminal.speaker(game, "en" if lang is Language.EN else "pt", seat)
        console = _console()
        if at is not None:
            console.print(speaker.table(record.view_at(loaded, game, at, seat)))
        else:
            _tell_steps(console, speaker, loaded, game)
    except record.BadRecord as error:
        _fail(f"{file}: {error}")
    except IndexError as error:
        _fail(f"{file}: {error}", 2)
    except OSError as error:
        _fail(f"{file}: {error.strerror}")


def _viewer(loaded: Any, eyes: str | None) -> int | None:
    """Whose eyes a record is shown with; only a whole record leaves the choice."""
    header = loaded.header
    if header.eyes != "whole":
        own = str(header.eyes)
        if eyes not in (None, own):
            _fail(f"this record was written for the eyes of {own} only", 2)
        return None if header.eyes == "public" else int(header.eyes)
    if eyes is None or eyes == "public":
        return None
    if not eyes.isdecimal() or int(eyes) >= header.seats:
        _fail(f"--as takes a seat from 0 to {header.seats - 1}, or public, not {eyes!r}", 2)
    return int(eyes)


def _tell_steps(console: Console, speaker: Any, loaded: Any, game: Game) -> None:
    from rich.text import Text

    from carteado import record

    header = loaded.header
    names = ", ".join(header.players) if header.players else f"{header.seats} seats"
    console.print(Text(f"{game.name}: {names}; eyes: {header.eyes}; {len(loaded.steps)} steps"))
    if header.eyes == "whole":
        for step, events, _match in record.replay(loaded, game):
            for line in speaker.events(events):
                console.print(Text(f"{0 if step is None else step.n:5}  ") + line)
    else:
        for step in loaded.steps:
            for seen in step.events:
                console.print(Text(f"{step.n:5}  ") + speaker.event(seen))
    if loaded.result is None:
        console.print("The match was not played to its end.")


# ------------------------------------------------------------------------------------------------ simulate


@app.command()
def simulate(
    name: GameName,
    matches: Annotated[int, typer.Option("--matches", "-n", min=1, help="How many.")] = 100,
    bots: Annotated[
        str, typer.Option(help="Robots by seat, with commas; they go round the seats.")
    ] = "casual,random",
    seed: Annotated[str, typer.Option(help="The same seed gives the same matches.")] = "1",
    seats: Seats = 0,
    option: OptionList = None,
    record: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a whole record of each match there.")
    ] = None,
    fixed: Annotated[bool, typer.Option("--fixed", help="Do not change seats from match to match.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Results for programs, and no progress bar.")
    ] = False,
) -> None:
    """Let robots play many matches against each other."""
    from carteado.bots import BOTS

    game = _game(name)
    names = [each.strip() for each in bots.split(",")]
    for each in names:
        if each not in BOTS:
            _fail(f"there is no robot {each!r}; there are {', '.join(BOTS)}", 2)
    count = _seats(game, seats)
    if len(names) > count:
        _fail(f"{len(names)} robots for {count} seats", 2)
    if record is not None:
        try:
            record.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            _fail(f"{record}: {error.strerror}")
    _check_seed(seed)
    if any(letter in seed for letter in "/\\\0"):
        _fail("a seed becomes part of file names: it may not hold a slash", 2)
    from carteado.simulate import Plan, SimulationFailed

    plan = Plan(game, _options(game, option), count, names, seed, not fixed, record)
    try:
        tally = _simulated(plan, matches, as_json)
    except SimulationFailed as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}")
    if as_json:
        head = {"game": game.id, "options": game.full_options(plan.options), "seats": count, "seed": seed}
        typer.echo(json.dumps({**head, **tally.plain()}, indent=2))
    else:
        _show_tally(tally)


def _check_seed(seed: str) -> None:
    """Leave with an error when it holds bytes that are no text: nothing could be drawn from it."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        _fail("a seed must be text", 2)


def _simulated(plan: Any, matches: int, quiet: bool) -> Tally:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from carteado.simulate import Tally, simulate

    tally = Tally([])
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True) as progress:
        task = progress.add_task(plan.game.name, total=matches)
        for tally, _played in simulate(plan, matches):  # noqa: B007  # the last one is the result
            progress.advance(task)
    return tally


def _show_tally(tally: Tally) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for head in ("robot", "matches", "won", "share", "95 %", "points per match"):
        table.add_column(head, justify="left" if head == "robot" else "right")
    for entry in tally.entries:
        low, high = entry.interval()
        table.add_row(
            entry.name,
            str(entry.matches),
            str(entry.won),
            f"{entry.share():.1%}",
            f"{low:.1%} - {high:.1%}",
            f"{entry.points / max(1, entry.matches):.2f}",
        )
    console = _console()
    console.print(table)
    speed = tally.moves / tally.cpu_seconds if tally.cpu_seconds else 0
    draws = f", {tally.draws} drawn" if tally.draws else ""
    console.print(
        f"{tally.matches} matches{draws}, {tally.hands / max(1, tally.matches):.1f} hands a match, "
        f"{tally.moves} moves, {speed:,.0f} moves per CPU second (robots and rules)"
    )


# ---------------------------------------------------------------------------------------------------- play


@app.command()
def play(
    name: GameName,
    seats: Seats = 0,
    option: OptionList = None,
    bot: Annotated[str, typer.Option(help="The robot that fills the other seats.")] = "casual",
    seed: Annotated[str | None, typer.Option(help="Play the same cards again; else they are new.")] = None,
    lang: Lang = Language.PT,
) -> None:
    """Play in the terminal, in seat 0, against robots."""
    import secrets

    from carteado import terminal
    from carteado.bots import BOTS

    game = _game(name)
    if bot not in BOTS:
        _fail(f"there is no robot {bot!r}; there are {', '.join(BOTS)}", 2)
    if seed is not None:
        _check_seed(seed)
    match = game.start(_options(game, option), _seats(game, seats))
    speaker = terminal.speaker(game, "en" if lang is Language.EN else "pt", 0)
    table = terminal.Table(game, match, bot, seed or secrets.token_hex(8), speaker, _console(), _ask)
    try:
        table.play()
    except terminal.Quit as left:
        if str(left):
            _fail(str(left))


def _ask(prompt: str) -> str:
    if not sys.stdin.isatty():
        typer.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        typer.echo(line.rstrip("\n"))
        return line
    return input(prompt)


# --------------------------------------------------------------------------------------------------- bench

Rest = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


@bench.command("engine", context_settings=Rest)
def bench_engine(context: typer.Context) -> None:
    """Moves per CPU second of the rules, plain and compiled, beside OpenSpiel."""
    _benchmark("bench_engine.py", context.args)


@bench.command("melds", context_settings=Rest)
def bench_melds(context: typer.Context) -> None:
    """The search for melds of Cacheta, plain and compiled, beside RLCard."""
    _benchmark("bench_melds.py", context.args)


@bench.command("server", context_settings=Rest)
def bench_server(context: typer.Context) -> None:
    """Moves per second of the server with 250 tables, beside boardgame.io."""
    _benchmark("bench_server.py", context.args)


def _benchmark(script: str, args: list[str]) -> None:
    """Run a program of benchmarks/, which comes with the source only."""
    import subprocess

    path = Path(__file__).resolve().parents[2] / "benchmarks" / script
    if not path.is_file():
        _fail(f"benchmarks/{script} is not here: it comes with a clone of the repository", 2)
    raise typer.Exit(subprocess.run([sys.executable, str(path), *args], check=False).returncode)


def main() -> None:
    """Run the command line; typer turns Ctrl-C into exit code 130 and a reader that left into a quiet end."""
    app()
