"""The casual robot at Cacheta: how well it plays, and what a player would expect of it."""

import os
from collections import Counter
from random import Random

import pytest

from carteado.bots import BOTS
from carteado.bots.casual import CasualBot
from carteado.games import GAMES
from carteado.games.cacheta_notation import table_of
from carteado.games.game import Match
from carteado.simulate import Plan, simulate

DEEP = os.environ.get("CARTEADO_DEEP") == "1"
CACHETA = GAMES["cacheta"]
D14, D1, D15 = "2s 3s 4h 5h 6h Tc Td Ts 9d", "3h 4h 5h 7c 7d 7h Qs Ks 2d", "2c 3c 4c 6d 7d 8d Ac Ad 5s"


def at(*moves: str, **given: object) -> Match:
    """A match in a position that is given in part, after some moves."""
    said = [(int(move.split(" ", 1)[0]), CACHETA.parse(move.split(" ", 1)[1])) for move in moves]
    match = CACHETA.from_position(CACHETA.complete({"vira": "8c", **given}, said))
    for seat, move in said:
        match.apply(seat, move)
    return match


def says(match: Match, seat: int, level: str = "casual") -> set[str]:
    """What a robot says, whatever its generator draws."""
    bot = BOTS[level]()
    return {str(bot.choose(match.view(seat), Random(seed), 0.1)) for seed in range(20)}


@pytest.mark.deep
@pytest.mark.parametrize("seats", CACHETA.seats if DEEP else (4, 3))
def test_one_among_random_players_wins_two_and_a_half_times_its_share_of_hands(seats: int) -> None:
    hands = 1000 if DEEP else 100
    plan = Plan(CACHETA, {"max_hands": 1}, seats, ["casual", *["random"] * (seats - 1)], "hands")
    tally = [each for each, _played in simulate(plan, hands)][-1]
    assert tally.matches == hands
    # 2.5 times the share of four players is more than there is of two
    assert tally.entries[0].share() >= min(2.5 / seats, 0.85)


def test_hands_between_robots_go_as_the_rulebook_counted() -> None:
    """Section 11: about 15 turns a hand, most of them ended by a jump, hardly ever a reshuffle."""
    rng = Random(3)
    ended: Counter[bool] = Counter()
    turns = 0
    for _ in range(40):
        match = CACHETA.start({"max_hands": 1}, 4)
        while match.result() is None:
            chance = match.chance()
            if chance is not None:
                assert chance.kind != "reshuffle"
                order = list(chance.items)
                rng.shuffle(order)
                match.deal(order)
                continue
            seat = match.actors()[0]
            move = CasualBot().choose(match.view(seat), rng, 0.1)
            assert move is not None
            match.apply(seat, move)
        table = table_of(match.view(None))
        assert table["burned"] == []  # it never jumps in vain
        assert table["shown"] is not None
        ended[table["shown"]["claimed"]] += 1
        turns += table["discards"]
    assert 11 < turns / 40 < 20
    assert ended[True] > 16


def test_it_goes_out_when_it_may() -> None:
    assert says(at(phase="discard", hands={0: D1 + " As"}), 0) == {"bater"}
    assert says(at(phase="discard", hands={0: D1 + " As"}), 0, "random") == {"bater", "bater 2d"}


def test_it_takes_the_discard_that_brings_it_nearer_and_no_other() -> None:
    assert says(at(pile="As", dealer=3, turn=0, hands={0: D1}), 0) == {"draw_discard"}
    assert says(at(pile="Jd", dealer=3, turn=0, hands={0: D1}), 0) == {"draw_stock"}


def test_it_announces_as_soon_as_one_card_would_do() -> None:
    match = at(phase="discard", hands={0: D1 + " Jd"})
    assert says(match, 0) == {"announce_boa"}
    match.apply(0, CACHETA.parse("announce_boa"))
    # both are worth nothing to it
    assert says(match, 0) <= {"discard 2d", "discard Jd"}


def test_it_claims_just_when_the_claim_is_right() -> None:
    for discard, answer in (("As", "furar"), ("6h", "let_pass"), ("Kd", "let_pass")):
        hands = {0: discard, 1: D14, 2: D1, 3: D15}
        match = at(f"0 discard {discard}", phase="discard", hands=hands, announced=[2, 3])
        assert says(match, 2) == {answer}


def test_it_never_throws_a_wild_card_away() -> None:
    match = at(phase="discard", hands={0: "9c 9s 9c Kd 2h 4d 6s Jc 7h Ac"})
    assert not {"discard 9c", "discard 9s"} & says(match, 0)


def test_what_has_passed_a_window_goes_before_what_has_not() -> None:
    """Of cards that are worth the same to it, while somebody waits for one."""
    hands = {0: "Kd", 1: "3c 7c Jc 2h Qh 4s Ts 6d Kd", 2: D1, 3: D15}
    match = at("0 discard Kd", phase="discard", hands=hands, announced=[2], stock="8s")
    for seat in (1, 2):
        match.apply(seat, CACHETA.parse("let_pass"))
    match.apply(1, CACHETA.parse("draw_stock"))
    assert says(match, 1) == {"discard Kd"}
