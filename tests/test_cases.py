"""Every worked case of tests/cases, and the machinery that runs them: it must be able to fail."""

from pathlib import Path

import pytest

from carteado import cases
from carteado.games import GAMES

FILES = sorted((Path(__file__).parent / "cases").glob("**/*.yaml"))


def _worked() -> list[object]:
    """A parameter for each case of each file; a file that cannot be read becomes one that fails."""
    found: list[object] = []
    for file in FILES:
        try:
            loaded = cases.load(file)
        except cases.BadCase as error:
            found.append(pytest.param(error, id=file.stem))
            continue
        for case in loaded:
            marks = [pytest.mark.case(case.game.id, case.id), pytest.mark.covers(case.game.id, *case.covers)]
            found.append(pytest.param(case, id=f"{file.stem}-{case.id}", marks=marks))
    return found


@pytest.mark.parametrize("case", _worked())
def test_worked_case(case: cases.Case | cases.BadCase) -> None:
    if isinstance(case, cases.BadCase):
        raise case
    failures = cases.run(case)
    assert not failures, "\n".join(map(str, failures))


def failures_of(text: str) -> list[cases.Failure]:
    (case,) = cases.read(text, "test.yaml", GAMES)
    return cases.run(case)


def case(do: str, expect: str, given: str = "{dealer: 3, vira: 6c}") -> str:
    return f"- {{id: T, game: truco_paulista, given: {given}, do: {do}, expect: {expect}}}"


RIGHT = [
    ("[0 play 3h, 1 play 2d, 2 play Ks, 3 play 7d]", "{actors: [3], chance: null, result: null}"),
    ("[0 play 3h]", "{position: {plays: [[0, 0, false]]}}"),
    ("[0 play 3h]", "{view: {1: {table: {tricks: [{plays: [{card: 3h}]}]}}}}"),
    ("[0 play 3h]", "{view: {public: {table.tricks.0.plays.0.card: 3h}}}"),
    ("[0 play 3h]", "{events: [{event: played, seat: 0, card: 3h}]}"),
    ("[0 play 3h]", "{events: {public: [{seat: 0}], 2: [{seat: 0}]}}"),
    ("[0 raise 3, 1 run]", "{events: {public: [], 3: [{event: voted, vote: run}]}}"),
    ("[0 raise 3]", "{legal: {1: [raise 6, accept, run], 0: []}}"),
    ("[1 play 3h]", "{refused: not_your_turn, refused_facts: {turn: 0}}"),
    ("[0 play dust]", "{refused: bad_move}"),
    ("[0 raise 3, 1 accept @2, 3 raise 6 @2]", "{refused: stale_decision}"),
    ("[0 raise 3, 1 accept @2]", "{position: {value: 3}}"),
    ("[9 play 3h @0]", "{refused: not_seated}"),
    ("[0 raise 3, timeout]", "{position: {score: [1, 0]}, chance: deal}"),
    ("[0 raise 3, timeout 3]", "{position: {score: [0, 0], votes: [3]}}"),
    ("[0 raise 3, timeout, deal vira 5c, 1 play 2s]", "{position: {vira: 5c, dealer: 0}}"),
    ("[0 raise 3, timeout, {deal: {vira: 5c, hands: {1: 4c 4d 4h}}}]", "{position: {dealt.1: [4c, 4d, 4h]}}"),
]

WRONG = [
    ("[0 play 3h]", "{actors: [2]}", "actors.0", 2, 1),
    ("[0 play 3h]", "{actors: [1, 2]}", "actors", [1, 2], [1]),
    ("[0 play 3h]", "{position: {turn: 1}}", "position.turn", 1, cases.ABSENT),
    ("[0 play 3h]", "{position: {score: [0, false]}}", "position.score.1", False, 0),
    ("[0 play 3h]", "{view: {1: {table: {cards: []}}}}", "view.1.table.cards", [], None),
    ("[0 play 3h]", "{view: {1: {table.tricks.0.plays.1.card: 3h}}}", None, "3h", cases.ABSENT),
    ("[0 play 3h]", "{events: [{event: trick_won}]}", "events.public.0.event", "trick_won", "played"),
    ("[0 raise 3, 1 run]", "{events: [{event: voted}]}", "events.public", [{"event": "voted"}], []),
    (
        "[0 raise 3]",
        "{legal: {1: [accept, run]}}",
        "legal.1",
        ["accept", "run"],
        ["raise 6", "accept", "run"],
    ),
    ("[0 play 3h]", "{result: {reason: points}}", "result", {"reason": "points"}, None),
    ("[1 play 3h]", "{refused: hand_over}", "refused", "hand_over", "not_your_turn"),
    ("[1 play 3h]", "{refused: not_your_turn, refused_facts: {turn: 1}}", "refused_facts.turn", 1, 0),
    ("[0 raise 3, timeout]", "{chance: null}", "chance", None, "deal"),
]


@pytest.mark.parametrize(("do", "expect"), RIGHT)
def test_a_right_expectation_passes(do: str, expect: str) -> None:
    assert failures_of(case(do, expect)) == []


@pytest.mark.parametrize(("do", "expect", "where", "expected", "got"), WRONG)
def test_a_wrong_expectation_fails(
    do: str, expect: str, where: str | None, expected: object, got: object
) -> None:
    (failure,) = failures_of(case(do, expect))
    assert failure.expected == expected
    assert got is None or failure.got == got
    assert where is None or failure.where == where


@pytest.mark.parametrize(
    ("do", "expect", "where"),
    [
        ("[1 play 3h, 0 play 4d]", "{actors: [1]}", "do[0] '1 play 3h'"),  # refused before the last
        ("[0 play 3h]", "{refused: not_your_turn}", "do[0] '0 play 3h'"),  # accepted
        ("[deal]", "{actors: [1]}", "do[0] 'deal'"),  # nothing to deal
        ("[0 raise 3, timeout 2]", "{actors: [1]}", "do[1] 'timeout 2'"),  # not asked
        ("[0 raise 3, timeout, timeout]", "{actors: [1]}", "do[2] 'timeout'"),  # chance is due
        ("[0 raise 3, timeout, deal vira 6q]", "{actors: [1]}", "the case"),
    ],
)
def test_an_action_that_cannot_be_done_fails(do: str, expect: str, where: str) -> None:
    (failure,) = failures_of(case(do, expect))
    assert failure.where == where


def test_a_position_that_cannot_be_fails() -> None:
    (failure,) = failures_of(case("[]", "{actors: [0]}", "{score: [12, 3]}"))
    assert failure.where == "the case"
    assert "BadData" in str(failure)


def test_stages_go_on_from_where_the_last_ended() -> None:
    text = """
    game: truco_paulista
    options: {answer_policy: first_answer}
    cases:
      - id: T
        do: [0 raise 3, 1 run]
        expect: {position: {score: [1, 0]}}
        then:
          - do: [deal, 0 play 4c]
            expect: {refused: not_your_turn}
          - expect: {position: {hand: 3}}
    """
    (failure,) = failures_of(text)
    assert (failure.where, failure.expected, failure.got) == ("then[1] position.hand", 3, 2)


ONE = "do: [0 play 3h], expect: {actors: [1]}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a list of cases"),
        ("- {", "t.yaml:1"),
        ("{game: truco_paulista, cases: [], rules: 1}", "'rules' means nothing here"),
        ("cases: []", "a list of cases"),
        (f"- {{game: truco_paulista, {ONE}}}", "needs an id"),
        (f"- {{id: T, game: chess, {ONE}}}", "t.yaml:1 T: game: one of truco_paulista"),
        (f"- {{id: T, game: truco_paulista, seats: four, {ONE}}}", "seats: a number"),
        (f"- {{id: T, game: truco_paulista, given: [], {ONE}}}", "given: a mapping"),
        (f"- {{id: T, game: truco_paulista, covers: R1, {ONE}}}", "covers: a list"),
        ("- {id: T, game: truco_paulista, do: [0 play 3h]}", "could not fail"),
        ("- {id: T, game: truco_paulista, do: [0 play 3h], expect: {view: {all: {}}}}", "a seat or public"),
        ("- {id: T, game: truco_paulista, do: [0 play 3h], expect: {seen: 1}}", "'seen' means nothing"),
        ("- {id: T, game: truco_paulista, do: [0 dance], expect: {actors: [1]}}", "do[0]: '0 dance'"),
        ("- {id: T, game: truco_paulista, do: [play], expect: {actors: [1]}}", "neither a seat"),
        ("- {id: T, game: truco_paulista, do: [deal vira], expect: {actors: [1]}}", "each with a value"),
        ("- {id: T, game: truco_paulista, do: [timeout], expect: {refused: hand_over}}", "is no move"),
        ("- {id: T, game: truco_paulista, expect: {refused: hand_over}}", "nothing is done"),
        ("- {id: T, id: S}", "the key 'id' stands twice"),
        (f"- {{id: T, game: truco_paulista, {ONE}}}\n" * 2, "t.yaml:2 T: this id stands already in line 1"),
    ],
)
def test_a_malformed_file_says_where_and_why(text: str, says: str) -> None:
    with pytest.raises(cases.BadCase) as raised:
        cases.read(text, "t.yaml", GAMES)
    assert "t.yaml" in str(raised.value)
    assert says in str(raised.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(cases.BadCase, match="cannot be read"):
        cases.load(tmp_path / "none.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"- {id: m\xe3o}")
    with pytest.raises(cases.BadCase, match="not UTF-8"):
        cases.load(tmp_path / "latin.yaml")
