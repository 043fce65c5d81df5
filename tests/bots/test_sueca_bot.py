"""The casual robot of Sueca: what a partner would expect of it, each in a position of its own."""

from collections.abc import Sequence
from random import Random

import pytest

from carteado.bots.casual import CasualBot
from carteado.bots.sueca import Reading, lays_down, misses
from carteado.cards import cards
from carteado.games.sueca import SuecaMatch
from carteado.games.sueca_notation import GAME


def at(do: Sequence[str] = (), **given: object) -> SuecaMatch:
    """A match in a given position, after some moves."""
    moves = [(int(each.split()[0]), GAME.parse(each.partition(" ")[2])) for each in do]
    match = GAME.from_position(GAME.complete(given, moves))
    for seat, move in moves:
        match.apply(seat, move)
    return match


def says(match: SuecaMatch) -> str:
    move = CasualBot().choose(match.view(match.turn), Random(1), 0.1)
    assert move is not None
    return move.text


def test_feeds_the_trick_that_the_partner_has_won() -> None:
    """Last to play: the partner's ace stands, so the seven goes there and not the two."""
    match = at(
        ["0 play 3h", "1 play Ah", "2 play 4h"],
        hands={3: "7h 2h 3c 4c 5d 6d Qs Js 2s Kc"},
        trump_card="Kc",
    )
    assert says(match) == "play 7h"


def test_gives_nothing_to_a_trick_that_the_others_have_won() -> None:
    match = at(
        ["0 play Ah", "1 play 3h", "2 play 4h"],
        hands={3: "7h 2h 3c 4c 5d 6d Qs Js 2s Kc"},
        trump_card="Kc",
    )
    assert says(match) == "play 2h"


def test_takes_points_with_the_seven_where_nobody_can_take_them_back() -> None:
    """Last to play over the king of an opponent: the seven wins 10 and 4."""
    match = at(
        ["0 play Kh", "1 play 3h", "2 play Qh"],
        hands={3: "7h 2h 3c 4c 5d 6d Qs Js 2s Kc"},
        trump_card="Kc",
    )
    assert says(match) == "play 7h"


def test_cuts_a_trick_that_pays_with_the_lowest_trump_and_leaves_an_empty_one() -> None:
    hand = "2c 6c 3d 4d 5d 2s 3s 4s 5s Qc"
    paying = at(["0 play Kh", "1 play 3h", "2 play Ah"], hands={3: hand}, trump_card="Qc")
    assert says(paying) == "play 2c"
    empty = at(["0 play 5h", "1 play 3h", "2 play 4h"], hands={3: hand}, trump_card="Qc")
    assert says(empty).split()[1] in ("3d", "4d", "5d", "2s", "3s", "4s", "5s")


def test_never_leads_a_seven_under_its_ace_while_there_is_something_else() -> None:
    rng = Random(11)
    met = 0
    for _ in range(300):
        match = GAME.start({"lay_down": False}, 4, {"dealer": rng.randrange(4)})
        match.deal(rng.sample(GAME.pack({}, 4), 40))
        seat = match.turn
        plain = [card for card in match.hands[seat] if card & 3 != match.trump]
        under = [card for card in plain if card >> 2 == 6 and card - 24 not in plain]
        if under and len(plain) > len(under):
            met += 1
            assert says(match) not in [f"play 7{'cdhs'[card & 3]}" for card in under]
    assert met > 100


def test_cashes_an_ace_when_the_suit_has_not_been_led() -> None:
    match = at(hands={0: "Ah 2h 3h 2d 3d 4s 5s 6s 3c Qc"}, trump="c", dealer=3)
    assert says(match) == "play Ah"


@pytest.mark.parametrize(
    ("hand", "trump", "lays"),
    [
        ("Qc 2d 3d 4d 5d 6d 2h 3h 4h 2s", 3, True),
        ("2s 3s 4s 5s 2d 3d 4d 2h 3h 4c", 3, False),  # four trumps
        ("2s 3s 2d 3d 4d 5d 6d 2h 3h 4h", 3, False),  # two trumps, no clubs
        ("2s 3s 2d 3d 4d 5d 6d 2h 3h 4c", 3, True),
        ("2d 3d 4d 5d 6d 2h 3h 4h 5h 6h", 3, True),  # a void, and nothing to cut with
    ],
)
def test_lays_a_poor_hand_down_unless_its_trumps_are_good(hand: str, trump: int, lays: bool) -> None:
    assert lays_down(cards(hand), trump) == lays
    match = at(dealer=3, hands={0: hand}, trump="cdhs"[trump])
    assert (says(match) == "lay_down") == lays


def test_the_chance_that_a_seat_has_none_of_some_cards() -> None:
    assert misses(30, 0, 10) == 1
    assert misses(30, 30, 1) == 0
    assert misses(3, 1, 1) == pytest.approx(2 / 3)
    assert misses(4, 2, 2) == pytest.approx(1 / 6)
    assert misses(5, 1, 0) == 1


def test_knows_where_the_trump_card_is_and_who_lacks_a_suit() -> None:
    """Seat 3 dealt and shows the queen of clubs; seat 1 did not follow hearts."""
    match = at(["0 play 2h", "1 play 2d", "2 play 3h", "3 play Kh"], trump_card="Qc")
    reading = Reading(match.view(0))
    assert reading.void == [0, 1 << 2, 0, 0]
    assert reading.trump_holder == 3
    assert reading.beats(3, 0, 1) == 1.0  # over the two of trumps, for certain
    assert reading.beats(1, 2, 4) < 1.0  # only by a trump
    assert reading.beats(1, 2, 4) == pytest.approx(
        reading.beats(1, 2, 10)
    )  # a height of hearts changes nothing
