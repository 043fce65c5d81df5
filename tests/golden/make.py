"""Golden playthroughs: what every viewer is shown after each step of one fixed match of each game.

    python -m tests.golden.make

writes the files of this folder anew: the steps are read from them, what came of each is written below it. A
line is who, a field and its value: ``all`` or the seats (``-`` is the public) that are shown the same. What
somebody was shown before and has not changed is not told again.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from carteado import cards
from carteado.games import GAMES
from carteado.games.game import BadDeal, Event, Game, Match, Refused, Seat

FOLDER = Path(__file__).parent
HEAD = ("game", "options", "seats", "given")


def files() -> list[Path]:
    """The golden files, one for each game."""
    return sorted(FOLDER.glob("*.txt"))


def played(text: str) -> str:
    """The text of a golden file with everything below its steps written anew."""
    lines = text.splitlines()
    head = {name: json.loads(_after(lines, f"{name}: ")) for name in HEAD}
    steps = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    return "\n".join([*[f"{name}: {_json(head[name])}" for name in HEAD], *_play(head, steps)]) + "\n"


def _after(lines: list[str], start: str) -> str:
    return next(line.removeprefix(start) for line in lines if line.startswith(start))


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


def _play(head: dict[str, object], steps: list[str]) -> Iterator[str]:
    game = GAMES[str(head["game"])]
    given = head["given"]
    assert isinstance(given, dict)
    first = itertools.takewhile(lambda step: step[0].isdigit(), steps)  # up to the first deal
    plays = [(int(step.split()[0]), game.parse(step.split(" ", 1)[1])) for step in first]
    whole = {"options": head["options"], "seats": head["seats"], **given}
    match = game.from_position(game.complete(whole, plays))
    viewers: list[Seat] = [*range(match.view(None).seats), None]
    shown: dict[Seat, dict[str, str]] = {viewer: {} for viewer in viewers}
    yield from _views(match, shown)
    for step in steps:
        yield ""
        yield f"> {step}"
        try:
            events = _take(game, match, step)
        except (Refused, BadDeal) as error:
            yield f"refused: {error}"
            continue
        for event in events:
            yield from _told(event, viewers)
        yield from _views(match, shown)


def _take(game: Game, match: Match, step: str) -> list[Event]:
    first, rest = step.split(" ", 1)
    if first == "deal":
        return match.deal(cards.cards(rest))
    return match.apply(int(first), game.parse(rest))


def _told(event: Event, viewers: list[Seat]) -> Iterator[str]:
    """An event as those see it who may."""
    seen = {viewer: _json(told) for viewer in viewers if (told := event.seen_by(viewer)) is not None}
    for who, event_seen in _grouped(seen, viewers):
        yield f"{who} event: {event_seen}"


def _grouped(values: dict[Seat, str], viewers: list[Seat]) -> Iterator[tuple[str, str]]:
    """Values with all who have them, by the first of them."""
    for value in dict.fromkeys(values.values()):
        who = [viewer for viewer in viewers if values.get(viewer) == value]
        yield "all" if who == viewers else ",".join("-" if each is None else str(each) for each in who), value


def _views(match: Match, shown: dict[Seat, dict[str, str]]) -> Iterator[str]:
    now = {viewer: dict(_fields(match.view(viewer).plain(), "")) for viewer in shown}
    viewers = list(shown)
    for field in dict.fromkeys(field for fields in [*now.values(), *shown.values()] for field in fields):
        changed: dict[Seat, str] = {}
        for viewer in viewers:
            value = now[viewer].get(field, "gone")
            if value != shown[viewer].get(field, "gone"):
                changed[viewer] = value
        for who, value in _grouped(changed, viewers):
            yield f"{who} {field}: {value}"
    shown.update(now)


def _fields(data: dict[str, object], path: str) -> Iterator[tuple[str, str]]:
    """Fields by their path: of a view, its table and memory, each trick and button on a line of its own."""
    for name, value in data.items():
        if name in ("table", "memory") and isinstance(value, dict):
            yield from _fields(value, f"{name}.")
        elif name in ("tricks", "actions", "sheet") and isinstance(value, list):
            for at, item in enumerate(value):
                kind = item.get("kind", at) if isinstance(item, dict) else at
                yield f"{path}{name}.{kind}", _json(item)
        else:
            yield f"{path}{name}", _json(value)


def main() -> int:
    """Write every golden file anew and say which have changed."""
    for file in files():
        old = file.read_text(encoding="utf-8")
        new = played(old)
        file.write_text(new, encoding="utf-8")
        print(f"{file.name}: {'as it was' if new == old else 'changed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
