"""What no worked case of Sueca can show: the pack, views compared, what a view must not hold, imagination."""

import random
from collections import Counter
from itertools import combinations

import pytest

from carteado.cards import CARD_TEXT, card, cards
from carteado.games import GAMES
from carteado.games.game import BadData, BadMove, BadOptions, Move
from carteado.games.playout import play_out, random_order
from carteado.games.sueca import SuecaMatch
from carteado.games.sueca_cards import HEIGHT, LAY_DOWN, PACK, PLAYS, POINTS, points_of
from carteado.games.sueca_notation import GAME, memory_of, table_of
from tests.conformance import laws


def dealt(seed: object, **options: object) -> SuecaMatch:
    """A match after its first deal."""
    rng = random.Random(f"{seed}")
    match = GAME.start(options, 4)
    while (chance := match.chance()) is not None:
        match.deal(random_order(chance.items, rng))
    return match


def some_moves(match: SuecaMatch, number: int, seed: object = 1) -> SuecaMatch:
    """The match after so many cards drawn at random, over the deals that this takes."""
    rng = random.Random(f"{seed}")
    while number:
        chance = match.chance()
        if chance is not None:
            match.deal(random_order(chance.items, rng))
            continue
        plays = [move for move in match.legal(match.turn) if move is not LAY_DOWN]
        match.apply(match.turn, rng.choice(plays))
        number -= 1
    return match


@pytest.mark.case("sueca", "SS1")
@pytest.mark.covers("sueca", "R3", "R4", "R35", "R36", "R37", "R38", "R39", "R40")
def test_the_pack() -> None:
    assert len(set(PACK)) == len(PACK) == 40
    assert not [name for name in (CARD_TEXT[each] for each in PACK) if name[0] in "89T*"]
    worth = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2, "2": 0, "3": 0, "4": 0, "5": 0, "6": 0}
    assert {CARD_TEXT[each][0]: POINTS[each] for each in PACK} == worth
    assert points_of(PACK) == 120
    for suit in range(4):
        own = [each for each in PACK if each & 3 == suit]
        assert points_of(own) == 30
        assert "".join(CARD_TEXT[each][0] for each in sorted(own, key=HEIGHT.__getitem__)) == "23456QJK7A"
    match = dealt("pack")
    assert [len(hand) for hand in match.dealt] == [10] * 4


@pytest.mark.case("sueca", "SS2")
@pytest.mark.covers("sueca", "R1", "R2")
def test_four_seats_and_two_pairs() -> None:
    assert GAME.seats == (4,)
    assert GAME.pairs
    for seats in (0, 2, 3, 5, 8):
        with pytest.raises(BadOptions):
            GAME.start({}, seats)
    rng = random.Random(3)
    winners = set()
    for _ in range(20):
        match = GAME.start({}, 4)
        play_out(GAME, match, rng)
        result = match.result()
        assert result is not None
        winners.add(result.winners)
        assert sorted(result.ranking) == [(0, 2), (1, 3)]
    assert winners == {(0, 2), (1, 3)}


@pytest.mark.case("sueca", "SS4", "SS5")
@pytest.mark.covers("sueca", "R5", "R14", "R25", "R34")
def test_ten_tricks_a_deal_and_deals_until_a_pair_has_four() -> None:
    rng = random.Random(4)
    lengths = set()
    for _ in range(60):
        match = GAME.start({"lay_down": False}, 4)
        steps: list[object] = []
        play_out(GAME, match, rng, steps)
        moves = sum(isinstance(step, tuple) for step in steps)
        assert moves == 40 * match.hand
        lengths.add(match.hand)
        assert all(not hand for hand in match.hands)
        again = GAME.start({"lay_down": False}, 4)
        played = 0
        for step in steps:
            assert again.result() is None
            if isinstance(step, tuple):
                again.apply(*step)
                played += 1
                if played % 40 == 0:
                    swept = again.sheet[-1].reason == "sweep"
                    assert (again.result() is not None) == (max(again.score) >= 4 or swept)
            else:
                assert isinstance(step, list)
                again.deal(step)
    assert len(lengths) > 2


def test_a_drawn_deal_leaves_the_dealer_to_move_on() -> None:
    """Every seat deals in its turn, whatever came of the deal before (Q1)."""
    match = GAME.start({"target": 10, "lay_down": False}, 4)
    dealers: list[int] = []
    rng = random.Random(8)
    while match.result() is None and len(dealers) < 9:
        chance = match.chance()
        if chance is None:
            match.apply(match.turn, rng.choice(match.legal(match.turn)))
            continue
        match.deal(random_order(chance.items, rng))
        if chance.kind == "deal":
            dealers.append(match.dealer)
    assert dealers == [(dealers[0] + at) % 4 for at in range(len(dealers))]
    result = match.result()
    assert result is None or result.next == {"dealer": (match.dealer + 1) % 4}


@pytest.mark.covers("sueca", "R8", "R21", "R22")
def test_the_winner_of_a_trick_by_another_way_of_looking() -> None:
    """Against pairs of cards compared one by one, in as many tricks as there are leads."""
    order = "23456QJK7A"

    def beats(one: str, other: str, trump: str) -> bool:
        """Whether a card that comes later takes the trick from the one that had it."""
        if one[1] == other[1]:
            return order.index(one[0]) > order.index(other[0])
        return one[1] == trump

    rng = random.Random(9)
    for number in range(200):
        match = dealt(number, lay_down=False)
        trump = "cdhs"[match.trump]
        while match.turn >= 0:
            leader, best, holder = match.turn, "", -1
            for at in range(4):
                seat = (leader + at) % 4
                move = rng.choice(match.legal(seat))
                match.apply(seat, move)
                name = CARD_TEXT[move.card]
                if not best or beats(name, best, trump):
                    best, holder = name, seat
            assert match.leaders[-1] == holder


@pytest.mark.covers("sueca", "R16")
def test_who_may_lay_down_has_ten_points_or_less() -> None:
    may = 0
    for number in range(400):
        match = dealt(f"lay {number}")
        poor = points_of(match.dealt[match.turn]) <= 10
        assert (LAY_DOWN in match.legal(match.turn)) == poor
        may += poor
    assert 3 <= may <= 30  # of a hand in thirty


@pytest.mark.case("sueca", "S70")
def test_nobody_else_sees_that_a_hand_may_be_laid_down() -> None:
    """A match whose first player may lay down, and twins in which he may not: the others see the same."""
    match = GAME.from_position(
        GAME.complete({"dealer": 3, "hands": {0: "Kc Jc Qc 4c 5c 2d 3d 4d 5d 6d"}}, [])
    )
    assert match.view(0).actions[0]["move"] == "lay_down"
    for viewer in (1, 2, 3, None):
        view = match.view(viewer)
        twins = [GAME.imagine(view, random.Random(seed)) for seed in range(200)]
        phases = Counter(str(twin.position()["phase"]) for twin in twins)
        assert phases["tricks"] > 100
        assert all(twin.view(viewer) == view for twin in twins)
    assert any(
        GAME.imagine(match.view(1), random.Random(seed)).position()["phase"] == "opening"
        for seed in range(400)
    )


@pytest.mark.covers("sueca", "R23")
def test_older_tricks_stand_in_the_memory_only() -> None:
    match = some_moves(dealt(5), 14)
    for viewer in (0, 1, 2, 3, None):
        view = match.view(viewer)
        seen = view.for_person()
        older = [CARD_TEXT[each] for each in match.plays[:8]]
        assert not [each for each in older if f"'{each}'" in str(seen["table"])]
        assert table_of(view)["points"] is None
        assert [play["card"] for play in memory_of(view)["plays"]] == [
            CARD_TEXT[each] for each in match.plays
        ]
        assert memory_of(view)["dealt"] == (
            [] if viewer is None else [CARD_TEXT[each] for each in match.dealt[viewer]]
        )


def test_running_points_are_those_of_the_cards() -> None:
    match = some_moves(dealt(6, show_running_points=True), 26)
    expected = [0, 0]
    for trick in range(6):
        expected[match.leaders[trick + 1] & 1] += points_of(match.plays[4 * trick : 4 * trick + 4])
    for viewer in (0, 3, None):
        assert table_of(match.view(viewer))["points"] == expected


def test_what_could_not_be_followed_is_not_imagined() -> None:
    """Who showed a void has no card of that suit in any imagined match, and the dealer his trump card."""
    for number in range(40):
        match = some_moves(dealt(number), 21 + number % 15, number)
        void = {
            (seat, led)
            for at in range(0, len(match.plays), 4)
            for place, each in enumerate(match.plays[at : at + 4])
            for seat, led in [((match.leaders[at // 4] + place) % 4, match.plays[at] & 3)]
            if each & 3 != led
        }
        for viewer in (match.turn, None):
            view = match.view(viewer)
            for seed in range(10):
                twin = GAME.imagine(view, random.Random(seed))
                for seat, suit in void:
                    assert not [each for each in twin.hands[seat] if each & 3 == suit]
                held = match.trump_card in match.hands[match.dealer]
                assert (match.trump_card in twin.hands[twin.dealer]) == held


def test_every_way_to_deal_the_unseen_cards_is_as_likely() -> None:
    """Two tricks before the end, against all ways counted out one by one, with voids and without."""
    most = 0
    for number in range(12):
        match = some_moves(dealt(number, lay_down=False), 32, number)
        viewer = match.turn
        view = match.view(viewer)
        others = [seat for seat in range(4) if seat != viewer]
        fixed = {match.trump_card} & set(match.hands[match.dealer]) if match.dealer != viewer else set()
        pool = [each for seat in others for each in match.hands[seat] if each not in fixed]
        void: dict[int, set[int]] = {seat: set() for seat in range(4)}
        for at, each in enumerate(match.plays):
            led = match.plays[at & ~3] & 3
            if each & 3 != led:
                void[(match.leaders[at // 4] + at) & 3].add(led)

        def fits(seat: int, hand: tuple[int, ...], void: dict[int, set[int]] = void) -> bool:
            return not any(each & 3 in void[seat] for each in hand)

        room = [2 - (len(fixed) if seat == match.dealer else 0) for seat in others]
        ways = set()
        for one in combinations(pool, room[0]):
            rest = [each for each in pool if each not in one]
            for two in combinations(rest, room[1]):
                three = tuple(each for each in rest if each not in two)
                if all(fits(seat, hand) for seat, hand in zip(others, (one, two, three), strict=True)):
                    ways.add((frozenset(one), frozenset(two), frozenset(three)))
        rng = random.Random(number)
        times = 40 * len(ways)
        drawn = Counter(
            tuple(frozenset(twin.hands[seat]) - fixed for seat in others)
            for twin in (GAME.imagine(view, rng) for _ in range(times))
        )
        assert set(drawn) == ways
        # the sum of squares has len(ways) - 1 degrees of freedom: six deviations are far beyond chance
        surprise = sum((count - 40) ** 2 / 40 for count in drawn.values())
        free = len(ways) - 1
        assert surprise < free + 6 * (2 * max(free, 1)) ** 0.5, (number, len(ways))
        most = max(most, len(ways))
    assert most > 10


def test_moves_are_read_and_others_are_none() -> None:
    assert GAME.parse("play 7s") is PLAYS[card("7s")]
    assert GAME.parse("lay_down") is LAY_DOWN
    for text in (
        "play",
        "play 7s covered",
        "play X",
        "play #1",
        "raise 3",
        "lay down",
        "",
        "Play 7s",
        "play 10s",
    ):
        with pytest.raises(BadMove):
            GAME.parse(text)


def test_a_move_of_another_game_is_refused() -> None:
    match = dealt(7)
    for text in ("raise 3", "accept", "play 4c covered", "play #1"):
        refusal = match.check(match.turn, GAMES["truco_paulista"].parse(text))
        assert refusal is not None
        assert refusal.code == "bad_move"


def test_the_clock_plays_the_cheapest_card() -> None:
    """Section 8: fewest points, then no trump, then the lowest, then clubs, diamonds, hearts, spades."""
    for number in range(60):
        match = some_moves(dealt(number), number % 39, number)
        seat = match.turn
        if seat < 0:
            continue

        def key(
            move: Move, match: SuecaMatch = match, order: str = "23456QJK7A"
        ) -> tuple[int, bool, int, int]:
            each = move.card
            return POINTS[each], each & 3 == match.trump, order.index(CARD_TEXT[each][0]), each & 3

        plays = [move for move in match.legal(seat) if move is not LAY_DOWN]
        assert match.default(seat) is min(plays, key=key)
        with pytest.raises(ValueError, match="nothing is asked"):
            match.default((seat + 1) % 4)


@pytest.mark.parametrize(
    "given",
    [
        {"hands": {0: "As As"}},
        {"hands": {0: "8c"}},
        {"hands": {4: "As"}},
        {"hands": {0: "As 2s 3s 4s 5s 6s 7s Qs Js Ks Ac"}},
        {"hands": {0: "As", 1: "As"}},
        {"trump": "x"},
        {"trump_card": "Th"},
        {"trump_card": "As", "hands": {0: "As"}},
        {"dealer": 4},
        {"seats": 2},
        {"score": [4, 0]},
        {"score": [0]},
        {"carry": -1},
        {"carry": 1, "options": {"draw_carry": "none"}},
        {"played": ["As 2s 3s 4s"]},
        {"trump": "h", "played": ["As 2s 3s", "2c"]},
        {"trump": "h", "hands": {1: "2s 3h"}, "played": ["As 3h 4s 5s"]},
        {"unknown": 1},
    ],
    ids=str,
)
def test_a_case_that_cannot_be_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(BadData):
        try:
            GAME.complete(given, [])
        except BadOptions as error:
            raise BadData(str(error)) from error


def test_a_case_gives_the_void_that_its_plays_show() -> None:
    """Seat 1 discards on spades, so it is dealt no spade, nor anybody a card twice."""
    plays = [(0, PLAYS[card("2s")]), (1, PLAYS[card("2h")]), (2, PLAYS[card("As")]), (3, PLAYS[card("3s")])]
    match = GAME.from_position(GAME.complete({"trump": "d"}, plays))
    assert not [each for each in match.dealt[1] if each & 3 == 3]
    assert match.dealt[3][-1] == cards("2d")[0]
    for seat, move in plays:
        match.apply(seat, move)
    assert match.turn == 2


@pytest.mark.covers("sueca", "R16", "R17")
@pytest.mark.parametrize("seed", range(30))
def test_the_laws_hold_where_a_hand_may_be_and_has_been_laid_down(seed: int) -> None:
    """Random matches seldom come there: poor hands, before and after they are laid down, and dealt again."""
    rng = random.Random(seed)
    options = GAME.full_options(
        {"lay_down_max": rng.choice((8, 10, 15)), "show_running_points": seed % 2 == 0}
    )
    zeros = [each for each in PACK if not POINTS[each]]
    dealer = rng.randrange(4)
    hand = [CARD_TEXT[each] for each in rng.sample(zeros, 9)]
    hand.append(rng.choice(("Qh", "Ks", "Jc")))
    given = {"dealer": dealer, "options": options, "hands": {(dealer + 1) % 4: hand}}
    match = GAME.from_position(GAME.complete(given, []))
    table = laws.Table(GAME, options, 4)

    def hold() -> None:
        laws.law_1(table, match)
        laws.law_5(table, match)
        laws.law_6(table, match, rng)
        laws.law_3(table, match, rng)
        laws.law_4(table, match, rng)
        laws.law_2_imagine(table, match, rng)
        laws.law_2_silence(table, match, rng, most=12)
        laws.law_2_deal(table, match, rng)
        for seat in table.viewers:
            laws.law_2_twins(table, match, seat, rng)

    assert match.position()["phase"] == "opening"
    hold()
    match.apply(match.turn, LAY_DOWN)
    assert match.position()["phase"] == "laid_down"
    hold()
    match.deal(random_order(PACK, rng))
    assert match.dealer == dealer
    hold()
