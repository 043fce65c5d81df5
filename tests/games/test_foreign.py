"""Whatever comes from outside is read or refused: an equal object, or the error that the contract names."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.games import GAMES
from carteado.games.game import BadData, BadMove, BadOptions, Game
from tests.conformance import laws, matches
from tests.games import foreign

PLAIN = st.recursive(
    st.sampled_from(foreign.SCRAPS) | st.integers() | st.text(max_size=8) | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.fixture(scope="module", params=list(GAMES.values()), ids=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def somewhere(game: Game, number: int) -> tuple[matches.Setup, matches.Played, int]:
    """A match of the game and a place in it, drawn by a number."""
    setup = matches.draw(game, number)
    played = next(matches.play(setup))
    return setup, played, setup.rng("somewhere").randrange(len(played.steps) + 1)


@given(data=PLAIN)
def test_any_data_is_no_position(game: Game, data: object) -> None:
    with pytest.raises(BadData):
        game.from_position(data)  # type: ignore[arg-type]  # foreign


@given(data=PLAIN)
def test_any_data_is_no_view(game: Game, data: object) -> None:
    with pytest.raises(BadData):
        game.read_view(data)  # type: ignore[arg-type]  # foreign


@given(number=st.integers(0, 10**6), times=st.integers(1, 3))
def test_a_mutated_position_is_read_whole_or_refused(game: Game, number: int, times: int) -> None:
    setup, played, steps = somewhere(game, number)
    data = foreign.mutated(played.replay(steps).position(), setup.rng("mutate"), times)
    try:
        match = game.from_position(data)  # type: ignore[arg-type]  # foreign
    except BadData:
        return
    assert isinstance(data, dict)
    full = game.full_options(data["options"])  # an option that a position leaves out has its default
    assert match.position() == {**data, "options": full}
    # what is read must be a match like any other
    table = laws.Table(game, dict(match.view(None).options), match.view(None).seats)
    rng = random.Random(number)
    laws.law_1(table, match)
    laws.law_5(table, match)
    laws.law_2_imagine(table, match, rng)
    laws.law_3(table, match, rng)
    laws.law_6(table, match, rng)


@given(number=st.integers(0, 10**6), times=st.integers(1, 3))
def test_a_mutated_view_is_read_whole_or_refused(game: Game, number: int, times: int) -> None:
    setup, played, steps = somewhere(game, number)
    rng = setup.rng("mutate")
    match = played.replay(steps)
    view = match.view(rng.choice([*range(setup.seats), None])).plain()
    data = foreign.mutated(view, rng, times)
    try:
        read = game.read_view(data)  # type: ignore[arg-type]  # foreign
    except BadData:
        return
    assert read.plain() == data
    assert game.imagine(read, rng).view(read.seat) == read


@given(number=st.integers(0, 10**6))
def test_a_view_read_from_its_own_json(game: Game, number: int) -> None:
    setup, played, steps = somewhere(game, number)
    match = played.replay(steps)
    for seat in (*range(setup.seats), None):
        assert game.read_view(json.loads(json.dumps(match.view(seat).plain()))) == match.view(seat)


def test_deep_data_is_refused(game: Game) -> None:
    _setup, played, steps = somewhere(game, 1)
    match = played.replay(steps)
    for data in (foreign.deep(), {"game": foreign.deep()}, {**match.position(), "dealt": foreign.deep()}):
        with pytest.raises(BadData):
            game.from_position(data)  # type: ignore[arg-type]  # foreign
        with pytest.raises(BadData):
            game.read_view(data)  # type: ignore[arg-type]  # foreign
    for name in ("table", "memory", "actions", "legal"):
        with pytest.raises(BadData):
            game.read_view({**match.view(0).plain(), name: foreign.deep()})


@given(name=st.text(max_size=12), value=PLAIN)
def test_any_option_is_taken_or_refused(game: Game, name: str, value: object) -> None:
    known = {option.name: option for option in game.options}
    for each in (name, *known):
        try:
            full = game.full_options({each: value})
        except BadOptions:
            continue
        assert list(full) == list(known)
        assert full[each] == value
        assert type(full[each]) is type(value)
        assert {other: full[other] for other in known if other != each} == {
            other: option.default for other, option in known.items() if other != each
        }


@given(value=PLAIN)
def test_what_is_no_mapping_holds_no_options(game: Game, value: object) -> None:
    if not isinstance(value, dict) or value:
        with pytest.raises(BadOptions):
            game.full_options(value)  # type: ignore[arg-type]  # foreign


@given(seats=st.integers() | st.booleans(), dealer=PLAIN)
def test_no_match_starts_at_a_table_that_cannot_be(game: Game, seats: int, dealer: object) -> None:
    if seats in game.seats:
        assert game.start({}, seats).view(None).seats == seats
    else:
        with pytest.raises(BadOptions):
            game.start({}, seats)
    if type(dealer) is int and 0 <= dealer < 4:
        assert game.start({}, 4, {"dealer": dealer}).position()["dealer"] == dealer
    else:
        for before in ({"dealer": dealer}, {}):
            with pytest.raises(BadOptions):
                game.start({}, 4, before)


@given(text=st.text(max_size=20) | st.from_regex(r"(play|raise|run) [#\w]{1,3}( covered)?", fullmatch=True))
def test_any_text_is_a_move_or_refused(game: Game, text: str) -> None:
    try:
        move = game.parse(text)
    except BadMove:
        return
    assert move.text == text
    assert game.parse(text) is move


def test_the_options_of_a_listing_are_checked_by_type(game: Game) -> None:
    """1 and True are one to Python, not to a table."""
    for option in game.options:
        for value in option.values:
            if type(value) is bool:
                with pytest.raises(BadOptions):
                    game.full_options({option.name: int(value)})
            if value in (0, 1) and type(value) is int:
                with pytest.raises(BadOptions):
                    game.full_options({option.name: bool(value)})
