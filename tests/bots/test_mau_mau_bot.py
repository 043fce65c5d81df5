"""The casual robot at Mau-Mau: how well it plays, and what a player would expect of it."""

import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from carteado import record
from carteado.bots import BOTS
from carteado.bots.mau_mau import ACCUSES, Reading, accusable
from carteado.cards import texts
from carteado.games import GAMES
from carteado.games.mau_mau import MauMauMatch
from carteado.games.mau_mau_cards import JACK
from carteado.games.mau_mau_notation import GAME, memory_of, table_of
from carteado.simulate import Plan, simulate

DEEP = os.environ.get("CARTEADO_DEEP") == "1"


def at(*said: str, options: dict[str, object] | None = None, **given: object) -> MauMauMatch:
    """A match in a position that is given in part, after some moves."""
    moves = [(int(each.split(" ", 1)[0]), GAME.parse(each.split(" ", 1)[1])) for each in said]
    match = GAME.from_position(GAME.complete({"options": options or {}, **given}, moves))
    for seat, move in moves:
        match.apply(seat, move)
    return match


def answers(match: MauMauMatch, seat: int, level: str = "casual", times: int = 100) -> Counter[str | None]:
    """What a robot says, whatever its generator draws."""
    bot = BOTS[level]()
    said = [bot.choose(match.view(seat), Random(seed), 0.1) for seed in range(times)]
    return Counter(None if move is None else move.text for move in said)


def says(match: MauMauMatch, seat: int) -> str | None:
    """What the robot says when chance has no part in it."""
    found = answers(match, seat, times=8)
    assert len(found) == 1, found
    return next(iter(found))


@pytest.mark.deep
@pytest.mark.parametrize("seats", GAME.seats if DEEP else (4, 8))
def test_one_among_random_players_wins_two_and_a_half_times_its_share_of_hands(seats: int) -> None:
    hands = 1000 if DEEP else 100
    plan = Plan(GAMES["mau_mau"], {}, seats, ["casual", *["random"] * (seats - 1)], "hands")
    tally = [each for each, _played in simulate(plan, hands)][-1]
    assert tally.matches == hands
    assert tally.entries[0].share() >= 2.5 / seats


def test_announces_just_when_that_is_right() -> None:
    assert says(at(top="Kc", hands={0: "Kd 5h"}), 0) == "announce"
    assert says(at(top="Kc", hands={0: "4d 5h"}), 0) == "draw"
    assert says(at(top="Kc", hands={0: "Kd 5h 6h"}), 0) == "discard Kd"
    assert says(at(top="7c", pending=2, hands={0: "7d 5h"}), 0) == "announce"
    assert says(at(top="7c", pending=2, hands={0: "Kd 5h"}), 0) == "take_sevens"
    assert says(at("0 draw", top="Kc", hands={0: "4d"}, stock="Ks"), 0) == "announce"
    assert says(at("0 announce", top="Kc", hands={0: "Kd 5h"}), 0) == "discard Kd"


def test_repairs_its_silence_where_the_table_lets_it() -> None:
    match = at("0 discard Kd", options={"late_mau_mau": True}, top="Kc", hands={0: "Kd 5h"})
    assert says(match, 0) == "announce"


def test_accuses_when_it_is_certain_and_not_always() -> None:
    match = at("0 discard Kd", top="Kc", hands={0: "Kd 5c", 1: "4d 5d 8c"})
    for seat in (1, 2, 3):
        found = answers(match, seat, times=400)
        assert found["accuse"] == pytest.approx(400 * ACCUSES, abs=45)
    assert set(answers(match, 0)) == {None}


@pytest.mark.parametrize(
    ("said", "seat"),
    [
        (("0 announce", "0 discard Kd"), None),
        (("0 discard Kd",), 0),
        (("0 discard Kd", "1 draw"), 0),
        (("0 discard Kd", "1 draw", "1 pass_turn"), None),
        (("0 discard Kd", "1 discard 4d"), None),
        (("0 discard Kd", "0 accuse"), 0),
        (("0 discard Kd", "3 accuse"), None),
        (("0 discard Kd", "1 announce"), 0),
        (("2 accuse", "0 discard Kd"), 0),
        (("0 discard Kd", "0 drop"), None),
        (("0 discard Kd", "1 drop"), 0),
    ],
)
def test_knows_by_what_was_seen_who_could_be_accused(said: tuple[str, ...], seat: int | None) -> None:
    match = at(*said, top="Kc", hands={0: "Kd 5c", 1: "4d 5d 8c"})
    for viewer in (1, 2, 3, None):
        view = match.view(viewer)
        assert accusable(table_of(view), memory_of(view)["log"]) == seat


def test_it_is_never_wrong_about_that() -> None:
    """Against the match itself, in many random positions with few cards in hand."""
    rng = Random(4)
    met: Counter[bool] = Counter()
    for _ in range(200):
        seats = rng.choice(GAME.seats)
        options: dict[str, object] = {each.name: rng.choice(each.values) for each in GAME.options}
        pack = [*GAME.pack({}, seats)]
        rng.shuffle(pack)
        hands = {seat: texts([pack.pop() for _ in range(rng.choice((1, 2, 2, 3)))]) for seat in range(seats)}
        options["match"] = "single"
        top = next(each for each in pack if each >> 2 != JACK)
        match = at(options=options, seats=seats, hands=hands, top=texts([top])[0])
        for _ in range(25):
            chance = match.chance()
            if chance is not None:
                match.deal(chance.items)
                continue
            if match.result() is not None:
                break
            seat = rng.randrange(seats) if rng.random() < 0.1 else match.actors()[0]
            legal = match.legal(seat)
            cards = [move for move in legal if move.kind == "discard"]
            if legal:
                match.apply(seat, rng.choice(cards or legal))
            view = match.view(0)
            if match.actors():
                found = accusable(table_of(view), memory_of(view)["log"])
                assert found == (None if match.accusable < 0 else match.accusable)
                met[found is None] += 1
    assert min(met.values()) > 200


def test_keeps_its_jacks_and_names_the_suit_of_the_rest() -> None:
    assert says(at(top="Kc", hands={0: "Jc Kd 5h 6h"}), 0) == "discard Kd"
    assert says(at(top="Kc", hands={0: "Jd 5h 6h"}), 0) == "discard Jd h"
    assert says(at(top="Kc", hands={0: "Jd Js 5h 6h"}), 0).endswith(" h")  # type: ignore[union-attr]  # a move


def test_hits_back_with_a_seven_and_aims_at_who_is_about_to_go_out() -> None:
    assert says(at(top="7c", pending=2, hands={0: "7d 5h 6h"}), 0) == "discard 7d"
    hands = {0: "9c 4c Qd Qs", 1: "4h 5h 6h", 3: "4s"}
    assert says(at(top="Kc", hands=hands), 0) == "discard 9c"
    hands = {0: "Ac 4c Ad As", 1: "4h", 3: "4s 5s 6s"}
    assert says(at(top="Kc", hands=hands), 0) == "discard Ac"


def test_plays_what_it_may_after_drawing_and_passes_else() -> None:
    assert says(at("0 draw", top="Kc", hands={0: "4d 5h 6h"}, stock="Ks"), 0) == "discard Ks"
    assert says(at("0 draw", top="Kc", hands={0: "4d 5h 6h"}, stock="2s"), 0) == "pass_turn"


def test_names_the_suit_of_a_turned_jack_by_its_hand() -> None:
    match = at(dealer=3, turned="Jd", hands={0: "3s 4s Ts 6h 8h"})
    assert says(match, 0) == "name_suit s"


def test_counts_what_nobody_has_seen() -> None:
    match = at("0 discard Kd", "1 draw", top="Kc", hands={0: "Kd 5c 6c", 1: "4d 5d"}, stock="5c")
    unseen = Reading(match.view(1)).unseen
    assert sum(unseen) == 104 - 2 - 3
    assert unseen[4 * 12 : 4 * 12 + 2] == [1, 1]  # a king of clubs and one of diamonds lie on the table
    assert unseen[4 * 4] == 1  # and it drew a five of clubs


def test_random_never_speaks_and_goes_out_when_it_may() -> None:
    assert set(answers(at(top="Kc", hands={0: "Kd"}), 0, "random")) == {"discard Kd"}
    silent = at("0 discard Kd", top="Kc", hands={0: "Kd 5c", 1: "4d 5d 8c"})
    assert set(answers(silent, 1, "random")) == {"discard 4d", "discard 5d", "draw"}
    assert set(answers(silent, 2, "random")) == {None}


def test_a_silent_robot_is_accused_in_simulations(tmp_path: Path) -> None:
    """The random one never announces; the casual one is asked after each move, in its turn or not."""
    plan = Plan(GAMES["mau_mau"], {}, 4, ["random", "casual"], "accused", folder=tmp_path)
    list(simulate(plan, 20))
    accused: Counter[int] = Counter()
    for file in sorted(tmp_path.iterdir()):
        taken = record.load(file)
        record.check(taken, GAME)
        for step in taken.steps:
            if isinstance(step, record.Moved) and step.move == "accuse":
                accused[(step.seat + int(file.name.split("-")[2].split(".")[0])) % 2] += 1
    assert accused[0] == 0
    assert accused[1] > 0
