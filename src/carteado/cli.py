"""The command ``carteado``.

Nothing but typer is imported until a command runs, so that ``carteado --help`` answers at once.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="carteado",
    help="An open Brazilian card room: play, host, study.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def fail(message: str, code: int = 1) -> typer.Exit:
    """Say on standard error what is wrong; the result is to be raised."""
    typer.echo(f"carteado: {message}", err=True)
    return typer.Exit(code)


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


def main() -> None:
    """Run the command line."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
