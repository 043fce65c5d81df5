"""Robots: what they may never do, how well they play, and what a player would expect of them."""

import os
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from carteado.bots import BOTS
from carteado.bots.casual import CasualBot
from carteado.bots.random_bot import RandomBot
from carteado.bots.truco import Reading, game_chances
from carteado.games import GAMES
from carteado.games.game import Match, Move, OptionValue
from carteado.simulate import Plan, simulate

DEEP = os.environ.get("CARTEADO_DEEP") == "1"
TABLES = [(game, seats) for game in sorted(GAMES) for seats in GAMES[game].seats]
LONG = frozenset(("cacheta", "mau_mau"))
"""Games of which one hand is a long match, when robots play at random."""
SPEAKS_UP = frozenset(("announce_boa", "announce", "accuse"))
"""Asides that the casual robot makes when it is asked: it is asked again afterwards."""
PAULISTA = GAMES["truco_paulista"]
MINEIRO = GAMES["truco_mineiro"]


def at(
    do: Sequence[str] = (),
    game: str = "truco_paulista",
    seats: int = 4,
    options: dict[str, object] | None = None,
    **given: object,
) -> Match:
    """A match in a given position, after some moves."""
    rules = GAMES[game]
    moves = [(int(each.split()[0]), rules.parse(each.partition(" ")[2])) for each in do]
    whole = {"seats": seats, "options": options or {}, **given}
    if game == "truco_paulista":
        whole.setdefault("vira", "6c")
    match = rules.from_position(rules.complete(whole, moves))
    for seat, move in moves:
        match.apply(seat, move)
    return match


def says(match: Match, seat: int, seed: int = 1, level: str = "casual") -> str | None:
    move = BOTS[level]().choose(match.view(seat), Random(seed), 0.1)
    return None if move is None else move.text


def answers(match: Match, seat: int, times: int = 200) -> Counter[str | None]:
    return Counter(says(match, seat, seed) for seed in range(times))


# ------------------------------------------------------------------------------------------------- any robot


@pytest.mark.parametrize("level", sorted(BOTS))
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_no_robot_ever_says_what_is_illegal_or_grave(level: str, game: str, seats: int) -> None:
    rules = GAMES[game]
    rng = Random(f"{level}{game}{seats}")
    for _ in range(4 if game in LONG else 60):
        options: dict[str, OptionValue] = {
            each.name: each.values[rng.randrange(len(each.values))] for each in rules.options
        }
        if game in LONG:
            options["max_hands"] = 1
        match = rules.start(options, seats)
        graves = 0
        while match.result() is None:
            chance = match.chance()
            if chance is not None:
                order = list(chance.items)
                rng.shuffle(order)
                match.deal(order)
                continue
            seat = match.actors()[0]
            # half of the moves by the other robot, so that all sorts of positions come up
            mover = level if rng.random() < 0.5 else "random"
            view = match.view(seat)
            move = BOTS[mover]().choose(view, rng, 0.1)
            assert move is not None
            assert move.text in view.legal
            assert match.check(seat, move) is None
            assert match.grave(seat, move) is None
            assert move.kind not in rules.asides or (mover == "casual" and move.kind in SPEAKS_UP)
            graves += any(
                match.grave(seat, each) is not None for each in match.legal(seat) if isinstance(each, Move)
            )
            match.apply(seat, move)


@pytest.mark.parametrize("level", sorted(BOTS))
def test_a_view_read_back_from_its_plain_form_is_all_that_a_robot_needs(level: str) -> None:
    match = at(["0 play 3h", "1 play 2d"])
    view = match.view(2)
    again = PAULISTA.read_view(view.plain())
    first = [BOTS[level]().choose(view, Random(seed), 0.1) for seed in range(20)]
    assert first == [BOTS[level]().choose(again, Random(seed), 0.1) for seed in range(20)]


@pytest.mark.parametrize("level", sorted(BOTS))
def test_a_robot_that_nobody_asks_says_nothing(level: str) -> None:
    assert says(at(), 1, level=level) is None


# ------------------------------------------------------------------------------------------------ the random


def test_random_draws_each_turn_move_alike_and_no_aside() -> None:
    match = at(game="truco_mineiro")
    legal = {move.text for move in match.legal(0) if isinstance(move, Move)}
    assert "propose" in legal
    drawn = Counter(
        move.text for seed in range(2000) if (move := RandomBot().choose(match.view(0), Random(seed), 0))
    )
    assert set(drawn) == legal - {"propose"}
    assert min(drawn.values()) > 2000 / len(drawn) * 0.8


@pytest.mark.covers("truco_paulista", "R36")
def test_random_leaves_the_raise_that_loses_the_game() -> None:
    match = at(["0 play_hand"], score=[11, 4])
    assert any(match.grave(0, move) == "loses_game" for move in match.legal(0) if isinstance(move, Move))
    assert all(text and text.startswith("play ") for text in map(str, answers_random(match, 0)))


def answers_random(match: Match, seat: int) -> set[str | None]:
    return {says(match, seat, seed, "random") for seed in range(300)}


# ------------------------------------------------------------------------------------------------ the casual


@pytest.mark.deep
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_casual_beats_random_with_seats_swapped(game: str, seats: int) -> None:
    matches, floor = (1000, 0.80) if DEEP else (100, 0.70)
    options = {"max_hands": 1} if game in LONG else {}
    plan = Plan(GAMES[game], options, seats, ["casual", "random"], "beats")
    tally = [each for each, _played in simulate(plan, matches)][-1]
    assert tally.matches == matches
    assert tally.entries[0].share() >= floor


def test_last_to_play_lets_the_partners_winning_card_stand() -> None:
    match = at(["0 play 4h", "1 play 3d", "2 play 5c"], hands={3: "7c 2s 4d"})
    assert answers_of_plays(match, 3) == {"play 4d"}


def test_wins_with_the_cheapest_card_that_wins() -> None:
    match = at(["0 play 4h", "1 play 5d", "2 play Kc"], hands={3: "7c As 4d"})
    assert answers_of_plays(match, 3) == {"play As"}


@pytest.mark.parametrize("game", ["truco_mineiro", "truco_paulista"])
def test_plays_the_highest_card_after_a_tied_first_trick(game: str) -> None:
    do = ["0 play Kh", "1 play Ks", "2 play 5c", "3 play 5d"]
    match = at(do, game, hands={0: "Kh 3s 4d"})
    assert answers_of_plays(match, 0) == {"play 3s"}


def answers_of_plays(match: Match, seat: int) -> set[str]:
    """What is played when something is played; raises are another matter."""
    found = {text for text in answers(match, seat) if text is not None and text.startswith("play")}
    assert found
    return found


@pytest.mark.covers("truco_paulista", "R21")
def test_plays_the_first_place_of_a_blind_hand() -> None:
    match = at(score=[11, 11])
    assert set(answers(match, 0)) == {"play #0"}
    match.apply(0, PAULISTA.parse("play #0"))
    assert set(answers(match, 1)) == {"play #0"}


@pytest.mark.covers("truco_paulista", "R36")
@pytest.mark.parametrize("score", [[11, 4], [4, 11], [11, 11]])
def test_never_calls_where_calling_loses_the_game(score: list[int]) -> None:
    do = ["0 play_hand"] if score == [11, 4] else ["1 play_hand"] if score == [4, 11] else []
    match = at(do, score=score, hands={0: "7c 7h 3s"})
    assert not [text for text in answers(match, 0) if text and text.startswith("raise")]


def test_covers_only_a_card_that_changes_nothing() -> None:
    do = ["0 play 3h", "1 play 2d", "2 play 4h", "3 play 4s", "0 play 7c", "1 play 5h"]
    match = at(do, hands={2: "4h 5c Qs"})
    assert answers_of_plays(match, 2) == {"play 5c", "play 5c covered"}
    winning = at(do[:4], hands={0: "3h 7c 7h"})
    assert not [text for text in answers(winning, 0) if text and text.endswith("covered")]


def test_answers_a_raise_by_its_cards() -> None:
    good = at(["0 raise 3"], hands={1: "7c 7h 3s"})
    bad = at(["0 raise 3"], hands={1: "4c 4h 5s"})
    assert answers(good, 1)["run"] == 0
    assert answers(good, 1)["raise 6"] > 20
    assert answers(bad, 1)["run"] > 180


def test_never_accepts_or_raises_what_is_lost_already() -> None:
    one_each = ["0 play 3h", "1 play 4s", "2 play 4h", "3 play 5s"]
    one_each += ["0 play 4d", "1 play 3d", "2 play 5d", "3 play 5h"]
    zap_lies_there = [*one_each, "1 play 7c", "2 play Qs"]
    match = at([*zap_lies_there, "3 raise 3"], hands={0: "3h 4d 5c", 3: "5s 5h 6d"})
    assert Reading(match.view(0)).of_hand() == 0
    assert set(answers(match, 0)) == {"run"}
    match = at([*zap_lies_there, "3 play 6d"], hands={0: "3h 4d 5c"})
    assert set(answers(match, 0)) <= {"play 5c", "play 5c covered"}


@pytest.mark.parametrize("game", ["truco_mineiro", "truco_paulista"])
def test_calls_with_a_hand_that_cannot_lose(game: str) -> None:
    best = {"truco_paulista": "7c 7h 7s", "truco_mineiro": "4c 7h As"}[game]
    match = at(game=game, hands={0: best})
    called = [text for text, times in answers(match, 0).items() if text and text.startswith("raise")]
    assert len(called) == 1


def test_bluffs_now_and_then_and_not_more() -> None:
    match = at(hands={0: "4c 4h 5s"})
    assert 0 < answers(match, 0, 1000)["raise 3"] < 60


@pytest.mark.covers("truco_paulista", "R11", "R20")
def test_decides_the_special_hand_by_six_cards() -> None:
    weak = at(score=[11, 4], hands={0: "4c 4h 5s", 2: "4d 5c Qs"})
    mixed = at(score=[11, 4], hands={0: "4c 4h 5s", 2: "7c 7h 3s"})
    assert set(answers(weak, 0)) == {"decline"}
    assert set(answers(mixed, 0)) == {"play_hand"}


@pytest.mark.covers("truco_mineiro", "R45", "R46", "R47")
def test_decides_the_special_hand_of_mineiro_too() -> None:
    weak = at(game="truco_mineiro", score=[10, 4], hands={0: "4h 4d 5s", 2: "4s 5c 6s"})
    strong = at(game="truco_mineiro", score=[10, 4], hands={0: "4h 4d 5s", 2: "4c 7h 3s"})
    assert set(answers(weak, 2)) == {"decline"}
    assert set(answers(strong, 0)) == {"play_hand"}


@pytest.mark.parametrize(("other", "threshold"), [(10, 0.50), (9, 0.62), (8, 0.39), (7, 0.44)])
def test_thresholds_of_the_special_hand_are_those_of_the_rulebook(other: int, threshold: float) -> None:
    chances = game_chances((1, 3, 6, 9, 12))[11]
    declined, lost = chances[other + 1], chances[min(12, other + 3)]
    assert (declined - lost) / (1 - lost) == pytest.approx(threshold, abs=0.015)


@pytest.mark.covers("truco_mineiro", "R57", "R58")
def test_agrees_to_give_up_a_hopeless_hand_only() -> None:
    lost = ["0 play 5h", "1 play 4c", "2 play 4h", "3 play 6d", "2 propose"]
    hopeless = at(lost, "truco_mineiro", hands={0: "5h 4s 4d", 1: "4c 3d 3h"})
    assert set(answers(hopeless, 0)) == {"agree"}
    with_manilha = at(lost, "truco_mineiro", hands={0: "5h 4s 7h", 1: "4c 3d 3h"})
    assert set(answers(with_manilha, 0)) == {"refuse"}


def test_on_its_turn_a_card_answers_a_proposal() -> None:
    match = at(["2 propose"], "truco_mineiro", hands={0: "4c 7h 3s"})
    assert "agree" not in answers(match, 0)
    assert "refuse" not in answers(match, 0)


def test_a_raise_of_the_others_counts_against_the_own_hand() -> None:
    quiet = Reading(at(hands={0: "3h 3d 5s"}).view(0))
    warned = Reading(at(["0 play 5s", "1 raise 3"], hands={0: "3h 3d 5s"}).view(2))
    assert quiet.believed(0.5) == 0.5
    assert warned.believed(0.5) < 0.45
    assert warned.believed(1.0) == 1.0
    own = Reading(at(["0 raise 3"], hands={0: "3h 3d 5s"}).view(0))
    assert own.believed(0.5) == 0.5


def test_of_hand_rises_with_the_cards() -> None:
    hands = ["4c 4h 4s", "5c Qs Kd", "Ks Ah 2d", "3c 3d 2h", "7d 3h 2s", "7h 7s 3d", "7c 7h 7s"]
    chances = [Reading(at(hands={0: hand}).view(0)).of_hand() for hand in hands]
    assert chances == sorted(chances)
    assert chances[0] < 0.35
    assert chances[-1] > 0.99


def test_every_game_has_its_heuristics() -> None:
    for game in GAMES.values():
        for seats in game.seats:
            match = game.start({}, seats)
            while (chance := match.chance()) is not None:
                match.deal(chance.items)
            seat = match.actors()[0]
            assert CasualBot().choose(match.view(seat), Random(1), 0.1) is not None
