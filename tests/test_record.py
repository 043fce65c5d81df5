"""A match on paper: what is written is read, replayed and shown; what was damaged is found, with its line."""

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from carteado import record
from carteado.bots import BOTS
from carteado.games import GAMES
from carteado.games.game import Match
from carteado.record import BadRecord, Header, Record, Writer
from carteado.simulate import Plan, play

PAULISTA = GAMES["truco_paulista"]


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A whole record of a match between robots."""
    folder = tmp_path_factory.mktemp("records")
    play(Plan(PAULISTA, {"forfeit": True}, 4, ["casual", "random"], "paper", folder=folder), 3)
    (file,) = folder.iterdir()
    assert file.name == "truco_paulista-paper-3.carteado.jsonl"
    return file.read_bytes()


def read(data: bytes) -> Record:
    return record.read(io.BytesIO(data))


def sealed(lines: list[dict[str, object]]) -> bytes:
    """Lines as a record whose checksum fits, as who wants to deceive would make it."""
    *body, end = lines
    text = b"".join(json.dumps(each).encode() + b"\n" for each in body)
    return text + json.dumps({**end, "sha256": hashlib.sha256(text).hexdigest()}).encode() + b"\n"


def lines_of(data: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in data.splitlines()]


# ------------------------------------------------------------------------------------------------ round trip


@pytest.mark.parametrize(
    ("game", "seats"), [(id, seats) for id in sorted(GAMES) for seats in GAMES[id].seats]
)
def test_a_record_gives_back_the_match_that_was_written(game: str, seats: int) -> None:
    rng = Random(f"{game}{seats}")
    rules = GAMES[game]
    long = rules.hand_bound(rules.full_options({}), seats) > 1000
    for _ in range(2 if long else 10):
        options = {each.name: each.values[rng.randrange(len(each.values))] for each in rules.options}
        if long:
            # who plays at random goes out seldom
            short = {"max_hands": 1, "max_reshuffles": 1}
            options |= {name: value for name, value in short.items() if name in options}
        positions: list[object] = []
        out = io.BytesIO()
        writer = Writer(out, Header(game=game, options=options, seats=seats, eyes="whole"))
        match = rules.start(options, seats)
        positions.append(match.position())
        at = 0
        while match.result() is None:
            at += rng.randrange(1000)
            _step(match, rng, writer, at)
            positions.append(match.position())
        writer.end(match.result())
        read_back = read(out.getvalue())
        record.check(read_back, rules)
        assert [each.position() for _s, _e, each in record.replay(read_back, rules)] == positions
        middle = len(positions) // 2
        assert record.match_at(read_back, rules, middle).position() == positions[middle]
        assert read_back.steps[-1].at == at
        result = match.result()
        assert result is not None
        assert read_back.result == json.loads(json.dumps(result.plain()))


def _step(match: Match, rng: Random, writer: Writer, at: int) -> None:
    chance = match.chance()
    if chance is not None:
        order = list(chance.items)
        rng.shuffle(order)
        writer.deal(chance, order, at)
        match.deal(order)
        return
    seat = match.actors()[0]
    move = BOTS["random"]().choose(match.view(seat), rng, 0.1)
    assert move is not None
    writer.move(seat, move, at, "robot")
    match.apply(seat, move)


def test_a_match_that_follows_another_starts_from_it() -> None:
    out = io.BytesIO()
    header = Header(
        game="truco_paulista", options={}, seats=4, eyes="whole", before={"dealer": 2}, decision=40
    )
    Writer(out, header).end(None)
    match = record.match_at(read(out.getvalue()), PAULISTA, 0)
    assert (match.decision, match.view(None).table["dealer"]) == (40, 2)


def test_a_match_that_was_not_played_to_its_end_has_no_result(paper: bytes) -> None:
    short = read(sealed([*lines_of(paper)[:6], {"line": "end", "steps": 5, "result": None}]))
    record.check(short, PAULISTA)
    assert short.result is None


# ------------------------------------------------------------------------------------------- a viewer's eyes


@pytest.mark.parametrize("eyes", [None, 0, 1, 2, 3])
def test_a_viewers_record_has_his_events_and_views_and_no_deal(paper: bytes, eyes: int | None) -> None:
    whole = read(paper)
    out = io.BytesIO()
    record.for_eyes(whole, PAULISTA, eyes, out)
    seen = read(out.getvalue())
    assert seen.header.eyes == ("public" if eyes is None else eyes)
    assert seen.result == whole.result
    assert all(isinstance(step, record.Seen) for step in seen.steps)
    views = [match.view(eyes).for_person() for step, _e, match in record.replay(whole, PAULISTA) if step]
    shown = [record.view_at(seen, PAULISTA, step.n) for step in seen.steps]
    assert shown[-1] == views[-1]
    assert all(view in views for view in shown)
    text = out.getvalue().decode()
    for forbidden in ('"line":"deal"', '"line":"move"', '"order"', '"memory"', '"stock"', '"dealt":'):
        assert forbidden not in text


def test_no_number_or_time_in_a_viewers_record_tells_of_a_secret_vote() -> None:
    """Two matches that differ in a vote of the other pair only, and in when it was cast."""
    texts = []
    for votes in ([], [1], [3]):
        whole = io.BytesIO()
        writer = Writer(whole, Header(game="truco_paulista", options={}, seats=4, eyes="whole"))
        match = PAULISTA.start({}, 4)
        for order in ([3, 0, 1, 2], sorted(PAULISTA.pack({}, 4))):
            chance = match.chance()
            assert chance is not None
            writer.deal(chance, order)
            match.deal(order)
        said = [(0, "raise 3"), *((seat, "run") for seat in votes), (1, "accept")]
        for at, (seat, text) in enumerate(said):
            move = PAULISTA.parse(text)
            match.apply(seat, move)
            writer.move(seat, move, 500 if seat == 1 and text == "accept" else 100 * at)
        writer.end(None)
        out = io.BytesIO()
        record.for_eyes(read(whole.getvalue()), PAULISTA, 0, out)
        texts.append(out.getvalue())
    assert texts[0] == texts[1] == texts[2]


def test_a_viewers_record_shows_his_own_view_only(paper: bytes) -> None:
    out = io.BytesIO()
    record.for_eyes(read(paper), PAULISTA, 2, out)
    seen = read(out.getvalue())
    with pytest.raises(BadRecord, match="only a whole record"):
        record.check(seen, PAULISTA)
    with pytest.raises(IndexError, match="steps 1 to"):
        record.view_at(seen, PAULISTA, 0)


def test_a_writer_keeps_deals_and_views_apart() -> None:
    whole = Writer(io.BytesIO(), Header(game="truco_paulista", options={}, seats=4, eyes="whole"))
    public = Writer(io.BytesIO(), Header(game="truco_paulista", options={}, seats=4, eyes="public"))
    match = PAULISTA.start({}, 4)
    chance = match.chance()
    assert chance is not None
    with pytest.raises(ValueError, match="whole records"):
        public.deal(chance, [0, 1, 2, 3])
    with pytest.raises(ValueError, match="whole records"):
        public.move(0, PAULISTA.parse("accept"))
    with pytest.raises(ValueError, match="whole records"):
        whole.seen([], match.view(None))


# -------------------------------------------------------------------------------------------------- damage

Change = Callable[[bytes], bytes]


def line(number: int, change: Callable[[bytes], bytes]) -> Change:
    """A change of one line, counted from 1."""

    def apply(data: bytes) -> bytes:
        lines = data.splitlines(keepends=True)
        lines[number - 1] = change(lines[number - 1])
        return b"".join(lines)

    return apply


@pytest.mark.parametrize(
    ("change", "number", "says"),
    [
        (lambda data: b"", 1, "empty"),
        (lambda data: b"hello\n", 1, "no record"),
        (lambda data: b'{"line":"deal"}\n', 1, "no header"),
        (lambda data: b"[]\n", 1, "no record"),
        (lambda data: data.replace(b'"version":1', b'"version":2'), 1, "version 2 of the format"),
        (lambda data: data.replace(b'"version":1', b'"version":"old"'), 1, "version 'old'"),
        (lambda data: data.replace(b'"seats":4', b'"seats":"four"'), 1, "Expected `int`"),
        (lambda data: data.replace(b'"seats":4', b'"seats":4,"cheat":1'), 1, "unknown field"),
        (lambda data: data.replace(b'"eyes":"whole"', b'"eyes":7'), 1, "no seat 7"),
        (lambda data: data.replace(b'"players":["', b'"players":["x","'), 1, "one name for each seat"),
        (lambda data: data[:-1], None, "cut off"),
        (lambda data: b"".join(data.splitlines(keepends=True)[:-1]), None, "truncated"),
        (lambda data: b"".join(data.splitlines(keepends=True)[:5]), 6, "truncated"),
        (lambda data: data + b"{}\n", None, "behind the last line"),
        (line(4, lambda text: b""), 4, "step 3 is expected, not 4"),
        (line(4, lambda text: text * 2), 5, "step 4 is expected, not 3"),
        (line(4, lambda text: text[:-5] + b"\n"), 4, "malformed"),
        (line(4, lambda text: b"\xff\xfe\n"), 4, "malformed"),
        (line(4, lambda text: b" " * (record.LONGEST + 5) + b"\n"), 4, "longer than"),
        (line(4, lambda text: text.replace(b'"at":0', b'"at":-5')), 4, "before the step before"),
        (
            line(4, lambda text: b'{"line":"seen","n":3,"at":0,"events":[],"view":{}}\n'),
            4,
            "whole records only",
        ),
        (lambda data: data.splitlines(keepends=True)[0] * 2, 2, "second header"),
        (lambda data: data.replace(b'"robot"', b'"clock"', 1), None, "checksum"),
    ],
)
def test_what_was_damaged_is_found_with_its_line(
    paper: bytes, change: Change, number: int | None, says: str
) -> None:
    read(paper)
    with pytest.raises(BadRecord, match=says) as raised:
        read(change(paper))
    assert raised.value.line == (number or raised.value.line)
    assert str(raised.value).startswith(f"line {raised.value.line}: ")


@pytest.mark.parametrize(
    ("number", "change", "says"),
    [
        (1, {"game": "chess"}, "a record of chess"),
        (1, {"seats": 3, "players": None}, "4 or 2"),
        (1, {"options": {"jokers": True}}, "jokers"),
        (2, {"chance": "deal", "order": ["4c"]}, "kind first_dealer is due"),
        (2, {"order": [0, 0, 1, 2]}, "impossible"),
        (3, {"order": ["4c"]}, "impossible"),
        (3, {"order": ["9z"] * 40}, "impossible"),
        (4, {"move": "play 9z"}, "no move"),
        (4, {"move": "agree"}, "no_proposal"),
        (4, {"seat": 9}, "not_seated"),
    ],
)
def test_what_the_rules_do_not_allow_is_found_with_its_line(
    paper: bytes, number: int, change: dict[str, object], says: str
) -> None:
    lines = lines_of(paper)
    lines[number - 1] = {**lines[number - 1], **change}
    forged = read(sealed(lines))
    with pytest.raises(BadRecord, match=says) as raised:
        record.check(forged, PAULISTA)
    assert raised.value.line == number


def test_a_forged_result_is_found(paper: bytes) -> None:
    lines = lines_of(paper)
    lines[-1] = {**lines[-1], "result": None}
    with pytest.raises(BadRecord, match="not that of the moves") as raised:
        record.check(read(sealed(lines)), PAULISTA)
    assert raised.value.line == len(lines)
    lines[-1] = {**lines[-1], "steps": 3}
    with pytest.raises(BadRecord, match="3 steps are announced"):
        read(sealed(lines))


def test_a_deal_where_none_is_due_is_found(paper: bytes) -> None:
    lines = lines_of(paper)
    again: list[dict[str, object]] = [*lines[:3], {**lines[2], "n": 3}]
    again.append({"line": "end", "steps": 3, "result": None})
    with pytest.raises(BadRecord, match="where none is due") as raised:
        record.check(read(sealed(again)), PAULISTA)
    assert raised.value.line == 4


def test_a_moment_that_is_not_there(paper: bytes) -> None:
    whole = read(paper)
    for n in (-1, len(whole.steps) + 1):
        with pytest.raises(IndexError, match=f"steps 0 to {len(whole.steps)}"):
            record.view_at(whole, PAULISTA, n)
    with pytest.raises(IndexError, match="seats are 0 to 3"):
        record.view_at(whole, PAULISTA, 1, 4)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        record.load(tmp_path / "none.carteado.jsonl")
