"""Worked cases: a position, what is done, and what must come of it, as YAML that a player can read.

A file is a list of cases, or a mapping ``{game, options, seats, cases}`` whose head holds what its cases
leave out. A case is

    - id: P01
      covers: [R14, R17]
      given: {dealer: 3, vira: 6c}
      do: ["0 play 3h", "1 play 2d", "2 play Ks", "3 play 7d"]
      expect: {view: {public: {table: {turn: 3}}}}

``given`` is a part of a position, made whole by the game's `complete`, which puts into hands that are not
given what ``do`` plays up to its first deal. An action of ``do`` is

- ``"0 play 4c"``: a seat and a move; with `` @7`` behind it the move quotes decision 7;
- ``"deal"`` or ``"deal vira 5c"`` (or a mapping ``{deal: {...}}``): the chance that is due, by the game's
  `arrange`;
- ``"timeout"`` for the open decision, ``"timeout 2"`` for one seat of it.

``expect`` holds any of

- ``refused``: the code of the last action, which must change nothing and be the only one refused; beside it
  ``refused_facts``;
- ``position``, ``result`` (null while the match goes on), ``view`` by seat or ``public``: of a mapping the
  keys that stand here, at any depth; lists item by item, none more and none less. A key with dots is a path
  (``table.cards.0.card``);
- ``events`` of the last action: a list as a spectator sees them, or lists by seat or ``public``;
- ``actors``, ``chance`` (its kind, or null), ``legal`` by seat: exactly these.

``then`` is a list of further ``{do, expect}``, each from where the one before ended.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from carteado.games.game import BadMove, Event, Game, Match, Move, Refusal, Refused, Seat, time_out

_CASE_KEYS: Final = frozenset(
    ("id", "game", "options", "seats", "given", "do", "expect", "then", "covers", "note")
)
_HEAD_KEYS: Final = frozenset(("game", "options", "seats", "cases", "note"))
_EXPECT_KEYS: Final = frozenset(
    (
        "refused",
        "refused_facts",
        "position",
        "view",
        "events",
        "result",
        "actors",
        "chance",
        "legal",
    )
)
_MOVE: Final = re.compile(r"(-?\d+)\s+(\S.*?)(?:\s+@(\d+))?")
_TIMEOUT: Final = re.compile(r"timeout(?:\s+(\d+))?")


class BadCase(ValueError):
    """A file of cases that cannot be read: says which file, line and case, and why."""


@dataclass(frozen=True, slots=True)
class Say:
    """A seat makes a move; ``move`` is None for a text that is no move of the game."""

    text: str
    seat: int
    move: Move | None
    quoted: int | None


@dataclass(frozen=True, slots=True)
class Deal:
    """The chance that is due comes out as ``given``."""

    text: str
    given: dict[str, object]


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The clock plays."""

    text: str
    seat: Seat


Action = Say | Deal | TimeOut


@dataclass(frozen=True, slots=True)
class Stage:
    """Some actions and what must have come of the last."""

    actions: tuple[Action, ...]
    expect: dict[str, object]


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a file."""

    file: str
    line: int
    id: str
    game: Game
    options: dict[str, object]
    seats: int
    given: dict[str, object]
    stages: tuple[Stage, ...]
    covers: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.id}"


@dataclass(frozen=True, slots=True)
class Failure:
    """What was expected at some place of a case, and what was there instead."""

    case: Case
    where: str
    expected: object
    got: object

    def __str__(self) -> str:
        return (
            f"FAILED {self.case}: {self.where}\n"
            f"    expected {_shown(self.expected)}\n"
            f"    got      {_shown(self.got)}"
        )


class _Absent:
    """Stands for a value that is not there."""

    def __repr__(self) -> str:
        return "nothing of that name"


ABSENT: Final = _Absent()


class _Words:
    """What is expected or was got, told in words."""

    def __init__(self, words: str) -> None:
        self.words: Final = words

    def __repr__(self) -> str:
        return self.words


# -------------------------------------------------------------------------------------------------- reading


def load(path: Path, games: Mapping[str, Game] | None = None) -> list[Case]:
    """The cases of a file.

    Raises:
        BadCase: it cannot be read, is no YAML, or holds something that is no case.
    """
    return read(_read_file(path), str(path), games)


def _read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise BadCase(f"{path}: cannot be read: {why}") from error


def read(text: str, file: str = "<text>", games: Mapping[str, Game] | None = None) -> list[Case]:
    """The cases of a text, which stands in ``file``.

    Raises:
        BadCase: it is no YAML, or holds something that is no case.
    """
    if games is None:
        from carteado.games import GAMES

        games = GAMES
    try:
        return _read(text, file, games)
    except RecursionError:
        raise BadCase(f"{file}: nested too deep") from None


def _read(text: str, file: str, games: Mapping[str, Game]) -> list[Case]:
    data, lines = _load_yaml(text, file)
    head: dict[str, object] = {}
    if isinstance(data, dict):
        head = data
        _known(head, _HEAD_KEYS, file)
        data = head.get("cases")
    if not isinstance(data, list) or not data:
        raise BadCase(f"{file}: a list of cases is expected, or a mapping with one under `cases`")
    cases: list[Case] = []
    seen: dict[str, int] = {}
    for item, line in zip(data, lines, strict=True):
        case = _read_case(item, head, file, line, games)
        if case.id in seen:
            raise BadCase(f"{case}: this id stands already in line {seen[case.id]}")
        seen[case.id] = line
        cases.append(case)
    return cases


class _Loader(yaml.SafeLoader):
    """YAML without the silence about a key that stands twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys: set[str] = set()
        for key, _value in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in keys:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"the key {key.value!r} stands twice", key.start_mark
                    )
                keys.add(key.value)
        return super().construct_mapping(node, deep)


def _load_yaml(text: str, file: str) -> tuple[Any, list[int]]:
    """The data of a text, and the line on which each of its cases begins."""
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return None, []
        lines = [each.start_mark.line + 1 for each in _case_nodes(node)]
        return loader.construct_document(node), lines
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{file}:{mark.line + 1}" if mark is not None else file
        raise BadCase(f"{where}: {getattr(error, 'problem', None) or error}") from error
    finally:
        loader.dispose()


def _case_nodes(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == "cases":
                return _case_nodes(value)
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def _known(data: Mapping[str, object], keys: frozenset[str], where: str) -> None:
    for key in data:
        if key not in keys:
            raise BadCase(f"{where}: {key!r} means nothing here; known are {', '.join(sorted(keys))}")


def _read_case(
    item: object, head: dict[str, object], file: str, line: int, games: Mapping[str, Game]
) -> Case:
    where = f"{file}:{line}"
    if not isinstance(item, dict):
        raise BadCase(f"{where}: a case is a mapping, not {item!r}")
    id = item.get("id")
    if not isinstance(id, str) or not id:
        raise BadCase(f"{where}: a case needs an id, a text")
    where = f"{where} {id}"
    _known(item, _CASE_KEYS, where)
    name = item.get("game", head.get("game"))
    if not isinstance(name, str) or name not in games:
        raise BadCase(f"{where}: game: one of {', '.join(games)} is expected, not {name!r}")
    game = games[name]
    seats = item.get("seats", head.get("seats", game.seats[0]))
    if type(seats) is not int:
        raise BadCase(f"{where}: seats: a number is expected, not {seats!r}")
    options = {**_mapping(head, "options", where), **_mapping(item, "options", where)}
    covers = item.get("covers", [])
    if not isinstance(covers, list) or not all(isinstance(each, str) for each in covers):
        raise BadCase(f"{where}: covers: a list of clauses is expected, not {covers!r}")
    stages = [_read_stage(item, game, where)]
    then = item.get("then", [])
    if not isinstance(then, list):
        raise BadCase(f"{where}: then: a list of mappings with do and expect is expected")
    for at, more in enumerate(then):
        inner = f"{where} then[{at}]"
        if not isinstance(more, dict):
            raise BadCase(f"{inner}: a mapping with do and expect is expected, not {more!r}")
        _known(more, frozenset(("do", "expect", "note")), inner)
        stages.append(_read_stage(more, game, inner))
    return Case(
        file, line, id, game, options, seats, _mapping(item, "given", where), tuple(stages), tuple(covers)
    )


def _mapping(data: Mapping[str, object], key: str, where: str) -> dict[str, object]:
    value = data.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BadCase(f"{where}: {key}: a mapping is expected, not {value!r}")
    return value


def _read_stage(data: dict[str, object], game: Game, where: str) -> Stage:
    do = data.get("do", [])
    if do is None:
        do = []
    if not isinstance(do, list):
        raise BadCase(f"{where}: do: a list of actions is expected, not {do!r}")
    expect = _mapping(data, "expect", where)
    if not expect:
        raise BadCase(f"{where}: expect: says nothing, so the case could not fail")
    _known(expect, _EXPECT_KEYS, f"{where} expect")
    actions = tuple(_read_action(each, game, f"{where} do[{at}]") for at, each in enumerate(do))
    refused = "refused" in expect
    if "refused_facts" in expect and not refused:
        raise BadCase(f"{where}: refused_facts: needs `refused` beside it")
    if refused and not isinstance(expect["refused"], str):
        raise BadCase(f"{where}: refused: a code is expected, not {expect['refused']!r}")
    if (refused or "events" in expect) and not actions:
        raise BadCase(f"{where}: nothing is done that could be refused or seen")
    if refused and not isinstance(actions[-1], Say):
        raise BadCase(f"{where}: refused: the last action is no move")
    for at, action in enumerate(actions):
        if isinstance(action, Say) and action.move is None:
            if not (at == len(actions) - 1 and expect.get("refused") == "bad_move"):
                raise BadCase(f"{where} do[{at}]: {action.text!r}: this is no move of {game.id}")
    for key in ("view", "legal"):
        for viewer in _mapping(expect, key, where):
            _viewer(viewer, f"{where} expect {key}")
    return Stage(actions, expect)


def _read_action(item: object, game: Game, where: str) -> Action:
    if isinstance(item, dict) and list(item) == ["deal"]:
        return Deal(f"deal {item['deal']}", _mapping(item, "deal", where))
    if not isinstance(item, str):
        raise BadCase(f'{where}: an action is a text such as "0 play 4c", not {item!r}')
    words = item.split()
    if words[:1] == ["deal"]:
        if len(words) % 2 == 0:
            raise BadCase(f"{where}: {item!r}: after deal come names, each with a value")
        return Deal(item, {words[at]: _scalar(words[at + 1]) for at in range(1, len(words), 2)})
    found = _TIMEOUT.fullmatch(item.strip())
    if found is not None:
        return TimeOut(item, int(found[1]) if found[1] else None)
    said = _MOVE.fullmatch(item.strip())
    if said is None:
        raise BadCase(f"{where}: {item!r}: neither a seat with a move, nor deal, nor timeout")
    try:
        move: Move | None = game.parse(said[2])
    except BadMove:
        move = None
    return Say(item, int(said[1]), move, int(said[3]) if said[3] else None)


def _scalar(word: str) -> object:
    return int(word) if word.isdecimal() else word


def _viewer(name: object, where: str) -> Seat:
    if name == "public":
        return None
    if type(name) is int:
        return name
    raise BadCase(f"{where}: a seat or public is expected, not {name!r}")


# -------------------------------------------------------------------------------------------------- running


class _Stop(Exception):
    """The case cannot go on."""

    def __init__(self, where: str, expected: object, got: object) -> None:
        super().__init__(where)
        self.where = where
        self.expected = expected
        self.got = got


def run(case: Case) -> list[Failure]:
    """Play a case; every place where what came differs from what was expected."""
    failures: list[Failure] = []
    try:
        for where, expected, got in _run(case):
            failures.append(Failure(case, where, expected, got))
    except _Stop as stop:
        failures.append(Failure(case, stop.where, stop.expected, stop.got))
    except (
        Exception
    ) as error:  # whatever a rules module or the data of a case raises is a failure of the case
        frame = traceback.extract_tb(error.__traceback__)[-1]
        got = _Words(f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})")
        failures.append(Failure(case, "the case", _Words("to run"), got))
    return failures


Difference = tuple[str, object, object]


def _run(case: Case) -> Iterator[Difference]:
    game = case.game
    actions = [action for stage in case.stages for action in stage.actions]
    given = {"options": game.full_options(case.options), "seats": case.seats, **case.given}
    match = game.from_position(game.complete(given, _plays(actions)))
    done = 0
    for number, stage in enumerate(case.stages):
        prefix = f"then[{number - 1}] " if number else ""
        events: list[Event] = []
        refusal: Refusal | None = None
        for at, action in enumerate(stage.actions):
            where = f"{prefix}do[{at}] {action.text!r}"
            last = at == len(stage.actions) - 1
            done += 1
            if last and "refused" in stage.expect:
                before = match.position()
                refusal = _try(match, action, where)
                after = match.position()
                if before != after:
                    yield f"{prefix}position after a refusal", before, after
            else:
                events = _act(case, match, action, _plays(actions[done:]), where)
        yield from _expected(match, stage.expect, refusal, events, prefix)


def _plays(actions: Sequence[Action]) -> list[tuple[int, Move]]:
    """The moves up to the first deal."""
    plays: list[tuple[int, Move]] = []
    for action in actions:
        if isinstance(action, Deal):
            break
        if isinstance(action, Say) and action.move is not None:
            plays.append((action.seat, action.move))
    return plays


def _refusal(match: Match, action: Say) -> Refusal | None:
    """Why a move is refused; a stale one is told so unless its sender has nothing to say here at all."""
    if action.move is None:
        return Refusal("bad_move")
    refusal = match.check(action.seat, action.move)
    if refusal is not None and refusal.code in ("not_seated", "match_over"):
        return refusal
    if action.quoted is not None and action.quoted < match.since(action.seat, action.move):
        return Refusal(action.move.late.code, {"decision": match.decision})
    return refusal


def _try(match: Match, action: Action, where: str) -> Refusal:
    """The refusal that the last action meets, by `check` and by `apply` alike."""
    assert isinstance(action, Say)
    refusal = _refusal(match, action)
    if refusal is None:
        raise _Stop(where, _Words("a refusal"), _Words("accepted"))
    if action.move is not None and refusal.code != action.move.late.code:
        try:
            match.apply(action.seat, action.move)
        except Refused as refused:
            if refused.refusal.plain() != refusal.plain():
                raise _Stop(f"{where} applied", refusal, refused.refusal) from refused
        else:
            raise _Stop(f"{where} applied", refusal, _Words("accepted"))
    return refusal


def _act(case: Case, match: Match, action: Action, plays: list[tuple[int, Move]], where: str) -> list[Event]:
    match action:
        case Say(_, seat, move):
            refusal = _refusal(match, action)
            if refusal is not None or move is None:
                raise _Stop(where, _Words("accepted"), refusal)
            return match.apply(seat, move)
        case Deal(_, given):
            if match.chance() is None:
                raise _Stop(where, _Words("a deal that is due"), _Words("none"))
            return match.deal(case.game.arrange(match, given, plays))
        case TimeOut(_, seat):
            played = time_out(match, seat)
            if not played:
                raise _Stop(where, _Words("somebody whom the match waits for"), _Words("nobody"))
            return [event for _seat, _move, events in played for event in events]


def _expected(
    match: Match, expect: dict[str, object], refusal: Refusal | None, events: list[Event], prefix: str
) -> Iterator[Difference]:
    for key, value in expect.items():
        where = f"{prefix}{key}"
        match key:
            case "refused":
                assert refusal is not None
                yield from compare(value, refusal.code, where)
            case "refused_facts":
                assert refusal is not None
                yield from compare(value, refusal.facts, where)
            case "position":
                yield from compare(value, match.position(), where)
            case "result":
                result = match.result()
                yield from compare(value, None if result is None else result.plain(), where)
            case "actors":
                yield from compare(value, match.actors(), where)
            case "chance":
                chance = match.chance()
                yield from compare(value, None if chance is None else chance.kind, where)
            case "view" | "legal":
                assert isinstance(value, dict)
                for name, part in value.items():
                    view = match.view(_viewer(name, where)).plain()
                    yield from compare(part, view if key == "view" else view["legal"], f"{where}.{name}")
            case "events":
                for name, part in (value if isinstance(value, dict) else {"public": value}).items():
                    seat = _viewer(name, where)
                    seen = [each for event in events if (each := event.seen_by(seat)) is not None]
                    yield from compare(part, seen, f"{where}.{name}")


def compare(expected: object, got: object, where: str) -> Iterator[Difference]:
    """Where ``got`` lacks what is expected: mappings by the keys expected, lists item by item."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key, value in expected.items():
            yield from compare(value, _at(got, key), f"{where}.{key}")
    elif isinstance(expected, list) and isinstance(got, (list, tuple)):
        if len(expected) != len(got):
            yield where, expected, got
            return
        for at, (one, other) in enumerate(zip(expected, got, strict=True)):
            yield from compare(one, other, f"{where}.{at}")
    elif type(expected) is not type(got) or expected != got:
        # 1 == True in Python, so the type decides too
        yield where, expected, got


def _at(got: object, key: object) -> object:
    """What lies under a key, or under a path of keys and places with dots between."""
    name = str(key)
    if isinstance(got, Mapping):
        if name in got:
            return got[name]
        if key in got:
            return got[key]
    elif isinstance(got, (list, tuple)) and name.isdecimal() and int(name) < len(got):
        return got[int(name)]
    first, dot, rest = name.partition(".")
    if dot:
        inner = _at(got, first)
        return ABSENT if inner is ABSENT else _at(inner, rest)
    return ABSENT


def _shown(value: object) -> str:
    return value if isinstance(value, str) else repr(value)
