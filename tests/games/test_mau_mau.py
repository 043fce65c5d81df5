"""Mau-Mau: what the rulebook's cases do not show. The structure, who accuses first, what may be imagined."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from carteado.cards import CARD_TEXT, card
from carteado.games.game import BadData, BadDeal, BadOptions, Match, Move, Refused
from carteado.games.mau_mau import TURNS_EACH, MauMauMatch
from carteado.games.mau_mau_cards import ALPHABET, DROP, FITS_TOP, JACK, PACK, points_of_cards
from carteado.games.mau_mau_notation import GAME, memory_of, table_of
from tests.conformance import laws


def at(*said: str, options: dict[str, object] | None = None, seats: int = 4, **given: object) -> MauMauMatch:
    """A match in a position that is given in part, after some moves."""
    moves = [(int(each.split(" ", 1)[0]), GAME.parse(each.split(" ", 1)[1])) for each in said]
    whole = {"options": options or {}, "seats": seats, **given}
    match = GAME.from_position(GAME.complete(whole, moves))
    for seat, move in moves:
        match.apply(seat, move)
    return match


def dealt(seed: int, seats: int, **options: object) -> MauMauMatch:
    match = GAME.start(options, seats, {"dealer": seed % seats})
    order = list(PACK)
    random.Random(seed).shuffle(order)
    match.deal(order)
    return match


def play(match: Match, seat: int, text: str) -> None:
    match.apply(seat, GAME.parse(text))


BASE: dict[str, Any] = {
    "top": "Kc",
    "hands": {0: "Kd 5c", 1: "4d 5d 8c", 2: "4h 5h", 3: "4s 5s"},
    "stock": "2s 2d 2c 2h 3c 3d 3h 3s Tc Td Th",
}


# ----------------------------------------------------------------------------------------- cards and the deal


@pytest.mark.case("mau_mau", "V77")
@pytest.mark.covers("mau_mau", "R1", "R2", "R4", "R6", "R7")
@pytest.mark.parametrize(("seats", "stock"), [(4, 83), (5, 78), (6, 73), (7, 68), (8, 63)])
def test_a_fresh_deal(seats: int, stock: int) -> None:
    assert Counter(PACK) == Counter({each: 2 for each in range(52)})
    assert not any(CARD_TEXT[each] == "*" for each in PACK)
    for seed in range(40):
        match = dealt(seed, seats)
        everywhere = Counter(each for place in match.places().values() for each in place)
        assert everywhere == Counter(PACK)
        view = match.view(None)
        table = table_of(view)
        top = table["top"]
        assert top is not None
        assert table["first"] == table["by"] == (seed % seats + 1) % seats
        assert len(table["score"]) == seats
        drew = top[0] == "9"
        assert sum(table["held"]) == 5 * seats + drew
        assert table["stock"] == stock - drew
        assert table["pile"] == 1


@pytest.mark.covers("mau_mau", "R4")
def test_cards_are_dealt_one_at_a_time_from_the_first_player() -> None:
    match = GAME.start({}, 4, {"dealer": 1})
    order = list(PACK)
    match.deal(order)
    for turn, seat in enumerate((2, 3, 0, 1)):
        assert match.base is not None
        assert match.base.hands[seat] == sorted(order[turn:20:4])


@pytest.mark.case("mau_mau", "V78")
@pytest.mark.covers("mau_mau", "R1")
@pytest.mark.parametrize("seats", [0, 1, 2, 3, 9, True])
def test_no_table_of_three_or_nine(seats: int) -> None:
    with pytest.raises(BadOptions):
        GAME.start({}, seats)
    assert GAME.seats == (4, 5, 6, 7, 8)


@pytest.mark.covers("mau_mau", "R8", "R26", "R27", "R28", "R29")
@pytest.mark.parametrize("rule", ["suit_only", "forbidden", "free_when_paid"])
def test_what_fits_on_what(rule: str) -> None:
    """The four lines of 3.3, written anew in texts."""
    for top, other in itertools.product(CARD_TEXT[:52], repeat=2):
        if other[0] == "J" and top[0] == "7":
            wanted = {"suit_only": other[1] == top[1], "forbidden": False, "free_when_paid": True}[rule]
        else:
            wanted = other[0] == "J" or other[0] == top[0] or other[1] == top[1]
        assert FITS_TOP[rule][card(top)][card(other)] == wanted, (top, other)


@pytest.mark.covers("mau_mau", "R35")
def test_what_cards_cost() -> None:
    assert [points_of_cards(1)[rank * 4] for rank in range(13)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 30, 10, 10]
    assert points_of_cards(11)[:4] == [11] * 4
    assert sum(points_of_cards(1)[each] for each in PACK) == 8 * (55 + 50)


def test_a_deal_of_other_cards_is_refused() -> None:
    match = GAME.start({}, 4, {"dealer": 0})
    for order in ([], list(PACK)[:-1], [*PACK[:-1], 0], [*PACK, 0]):
        with pytest.raises(BadDeal):
            match.deal(order)
    match = at("0 draw", pile="8c 8d Kc", rest="aside", hands={0: "4d 5d"})
    for order in ([], [card("8c")], [card("8c"), card("8c")], [card("8c"), card("Kc")]):
        with pytest.raises(BadDeal):
            match.deal(order)
    match.deal([card("8d"), card("8c")])
    with pytest.raises(BadDeal):
        match.deal([card("8d"), card("8c")])


# ------------------------------------------------------------------------------------------------ accusations


def said(match: MauMauMatch, seat: int, text: str, quoted: int) -> str:
    """What the table answers to a move that quotes a decision."""
    move = GAME.parse(text)
    if not match.since(seat, move) <= quoted <= match.decision:
        return move.late.code
    try:
        match.apply(seat, move)
    except Refused as refused:
        return refused.refusal.code
    return "done"


@pytest.mark.covers("mau_mau", "R16", "R17", "R20")
@pytest.mark.parametrize("order", list(itertools.permutations((1, 2, 3))))
def test_of_accusers_at_once_the_first_counts_and_nobody_else_pays(order: tuple[int, ...]) -> None:
    match = at("0 discard Kd", **BASE)
    seen = match.decision
    answers = [said(match, seat, "accuse", seen) for seat in order]
    assert answers == ["done", "too_late", "too_late"]
    assert table_of(match.view(None))["held"] == [6, 3, 2, 2]
    # who looks again and accuses all the same pays
    assert said(match, order[1], "accuse", match.decision) == "done"
    assert table_of(match.view(None))["held"][order[1]] == 5 + [6, 3, 2, 2][order[1]]


@pytest.mark.covers("mau_mau", "R16", "R20")
@pytest.mark.parametrize("order", list(itertools.permutations(("2 accuse", "3 accuse", "1 discard 4d"))))
def test_accusers_and_the_next_discard_at_once(order: tuple[str, ...]) -> None:
    """All three quote the decision at which seat 0 could be accused: nobody is wronged, whoever is first."""
    match = at("0 discard Kd", **BASE)
    seen = match.decision
    answers = {each: said(match, int(each[0]), each[2:], seen) for each in order}
    assert answers["1 discard 4d"] == "done"
    first = order[0]
    caught = first.endswith("accuse")
    assert [answers[each] for each in order if each.endswith("accuse")] == (
        ["done", "too_late"] if caught else ["too_late", "too_late"]
    )
    assert table_of(match.view(None))["held"] == [6 if caught else 1, 2, 2, 2]
    assert match.turn == 2


@pytest.mark.covers("mau_mau", "R20")
@pytest.mark.parametrize("order", list(itertools.permutations(("0 accuse", "3 accuse"))))
def test_who_could_be_accused_accuses_at_once_with_another(order: tuple[str, ...]) -> None:
    match = at("0 discard Kd", **BASE)
    seen = match.decision
    answers = {each: said(match, int(each[0]), each[2:], seen) for each in order}
    assert answers["3 accuse"] == "done"
    if order[0] == "3 accuse":
        assert answers["0 accuse"] == "too_late"
        assert table_of(match.view(None))["held"] == [6, 3, 2, 2]
    else:
        assert answers["0 accuse"] == "done"
        assert table_of(match.view(None))["held"] == [11, 3, 2, 2]


@pytest.mark.covers("mau_mau", "R20")
def test_two_wrong_accusers_at_once_pay_both() -> None:
    match = at(**BASE)
    seen = match.decision
    assert [said(match, seat, "accuse", seen) for seat in (2, 3)] == ["done", "done"]
    assert table_of(match.view(None))["held"] == [2, 3, 7, 7]


@pytest.mark.covers("mau_mau", "R18", "R19")
def test_an_announcement_is_judged_by_what_its_sender_saw() -> None:
    """The clock has drawn and passed for seat 0 when his MAU-MAU comes: it costs nothing."""
    match = at(**BASE)
    seen = match.decision
    play(match, 0, "draw")
    assert said(match, 0, "announce", seen) == "stale_decision"
    play(match, 0, "pass_turn")
    assert said(match, 0, "announce", seen) == "stale_decision"
    assert table_of(match.view(None))["held"] == [3, 3, 2, 2]
    # who speaks at the right moment is not made stale by an accusation of somebody else
    match = at("0 discard Kd", top="Kc", hands={0: "Kd 5c", 1: "4d 8c", 3: "4s 5s"})
    seen = match.decision
    assert said(match, 3, "accuse", seen) == "done"
    assert said(match, 1, "announce", seen) == "done"
    assert match.announced


@pytest.mark.covers("mau_mau", "R16")
def test_nothing_that_is_shown_says_who_could_be_accused() -> None:
    """Section 7: buttons and legal moves are the same, whether he spoke or not."""
    silent, spoken = at("0 discard Kd", **BASE), at("0 announce", "0 discard Kd", **BASE)
    for seat in (1, 2, 3, None):
        one, other = silent.view(seat), spoken.view(seat)
        assert one.table == other.table
        assert one.legal == other.legal
        assert [each["move"] for each in one.actions] == [each["move"] for each in other.actions]
    assert "accusable" not in str(silent.view(2).plain())


def test_the_accuse_button_is_offered_to_every_active_seat_all_the_time() -> None:
    rng = random.Random(3)
    for seed in range(30):
        match = dealt(seed, 4 + seed % 5)
        for _ in range(60):
            if match.actors():
                for seat in range(match.seats):
                    legal = [move.text for move in match.legal(seat)]
                    assert ("accuse" in legal) == (match.is_active(seat))
            step = laws.random_step(laws.Table(GAME, dict(match.options), match.seats), match, rng, 0.0)
            if step is None:
                break
            laws.take(match, step)


# -------------------------------------------------------------------------------- a fuzzer of its own


def fuzzed(seed: int) -> tuple[MauMauMatch, laws.Table, Counter[str]]:
    """A match in which everybody accuses, announces and leaves at random, right or wrong."""
    rng = random.Random(f"fuzz {seed}")
    options = GAME.full_options({each.name: rng.choice(each.values) for each in GAME.options})
    seats = rng.choice(GAME.seats)
    table = laws.Table(GAME, options, seats)
    match = GAME.start(options, seats)
    said: Counter[str] = Counter()
    leaves = rng.choice((0.0, 0.003, 0.02))
    asides = rng.choice((0.05, 0.2, 0.4))
    for _ in range(rng.randrange(400)):
        if match.result() is not None:
            break
        chance = match.chance()
        if chance is not None:
            said[chance.kind] += 1
            order = list(chance.items)
            rng.shuffle(order)
            match.deal(order)
        else:
            seat = rng.randrange(seats)
            kind = rng.random()
            if kind < leaves:
                move = DROP
            elif kind < asides:
                move = GAME.parse(rng.choice(("accuse", "announce")))
            else:
                seat = match.actors()[0]
                turns = [each for each in match.legal(seat) if each.kind not in GAME.asides]
                move = rng.choice(turns)
            held = [len(hand) for hand in match.hands]
            accusable = match.accusable
            refusal = match.check(seat, move)
            before = match.position()
            try:
                events = match.apply(seat, move)
            except Refused as error:
                assert refusal is not None
                assert error.refusal is refusal or error.refusal.plain() == refusal.plain()
                assert match.position() == before
                continue
            assert refusal is None
            said[move.kind] += 1
            if move.kind in GAME.asides:
                fined = [event for event in events if event.kind == "drew"]
                right = move.kind == "accuse" and accusable >= 0 and accusable != seat
                payer = accusable if right else seat
                good = events[0].kind == "announced"
                paid = len(match.hands[payer]) - held[payer] + (match.owed if match.owed_seat == payer else 0)
                assert paid == 0 if good else paid == 5 or not match.can_draw()
                assert good or right or (match.fined_accuse | match.fined_announce) >> seat & 1
                for event in fined:
                    assert event.facts["seat"] == payer
        laws.law_1(table, match)
        laws.law_5(table, match)
        inside = [each for each in range(seats) if match.is_active(each)]
        if match.actors():
            assert match.turn in inside
            assert all(match.hands[each] for each in inside)
        for seat in match.left:
            assert match.phase >= 5 or not match.hands[seat]
    return match, table, said


@pytest.mark.parametrize("part", range(8))
def test_fuzz(part: int) -> None:
    """Whatever is said by whomever: no card is lost, nobody is stuck, views are imagined and read back."""
    total: Counter[str] = Counter()
    for seed in range(part * 16, part * 16 + 16):
        match, table, said = fuzzed(seed)
        total += said
        rng = random.Random(seed)
        laws.law_2_imagine(table, match, rng)
        laws.law_3(table, match, rng)
        laws.law_4(table, match, rng)
        laws.law_6(table, match, rng, steps=4)
    for kind in ("accuse", "announce", "drop", "discard", "draw", "pass_turn", "reshuffle", "deal"):
        assert total[kind] > 3, total


# ------------------------------------------------------------------------------------------- what is imagined


def imagined(match: MauMauMatch, seat: int | None, times: int = 60) -> list[MauMauMatch]:
    view = match.view(seat)
    found = [GAME.imagine(view, random.Random(number)) for number in range(times)]
    for each in found:
        assert each.view(seat) == view
    return found


def test_a_reshuffled_pile_is_known() -> None:
    """What is drawn from it is of it, and what was in hands before is not."""
    match = at("0 draw", "0 pass_turn", "1 draw", pile="8c 8d Ts Kc", stock="2s", hands={0: "4d 5d", 1: "4h"})
    match = at(
        "0 draw",
        "0 pass_turn",
        "1 draw",
        pile="8c 8d Ts Kc",
        stock="2s",
        rest="aside",
        hands={0: "4d 5d", 1: "4h 5h", 2: "6h 6d", 3: "6s 6c"},
    )
    match.deal([card("Ts"), card("8d"), card("8c")])
    for seat in (0, 2, 3, None):
        drawn = Counter(CARD_TEXT[each.received[1][0]] for each in imagined(match, seat, 200))
        assert set(drawn) == {"8c", "8d", "Ts"}
        assert min(drawn.values()) > 40
    for each in imagined(match, 1):
        assert each.received[1] == [card("Ts")]
        assert sorted(each.stock) == [card("8c"), card("8d")]


def test_who_said_mau_mau_wrongly_with_two_cards_had_none_that_fits() -> None:
    match = at("1 announce", top="Kc", hands={1: "4h 5h"}, stock="Kd Ks Kh Qc 2c")
    for each in imagined(match, 0):
        assert each.base is not None
        for held in each.base.hands[1]:
            assert not FITS_TOP["suit_only"][card("Kc")][held]


def test_who_has_announced_holds_a_card_that_fits() -> None:
    match = at("0 announce", top="Kc", hands={0: "Kd 5h"})
    for each in imagined(match, 2):
        assert each.has_fit(0)
        assert each.announced


def test_who_passed_with_nothing_to_draw_had_nothing_to_play() -> None:
    match = at("0 pass_turn", pile="Kc", rest="aside", hands={0: "4d 5d", 1: "3d 5d", 2: "Ah 5h", 3: "4s 5s"})
    for each in imagined(match, 2):
        assert not any(FITS_TOP["suit_only"][card("Kc")][held] for held in each.hands[0])


def test_a_card_laid_after_drawing_where_only_the_drawn_one_may_be() -> None:
    match = at(
        "0 draw",
        "0 discard Ks",
        options={"play_after_draw": "drawn_only"},
        top="Kh",
        hands={0: "4d 5d 6d"},
        stock="Ks",
    )
    for each in imagined(match, 2):
        assert each.received[0] == [card("Ks")]


def test_the_cards_of_a_seat_that_left_may_be_drawn_by_others() -> None:
    match = at(
        "2 drop", "0 draw", pile="Kc", rest="aside", hands={0: "4d 5d", 1: "3d 5d", 2: "Ah Qh", 3: "4s 5s"}
    )
    match.deal([card("Ah"), card("Qh")])
    seen = {CARD_TEXT[each.received[0][0]] for each in imagined(match, 1, 200)}
    assert len(seen) > 20  # nobody but its owner knew them
    for each in imagined(match, 0):
        assert card("Ah") in each.base.hands[2]  # type: ignore[union-attr]  # a hand has begun
        assert each.received[0] == [card("Ah")]


def test_every_deal_that_fits_is_as_likely() -> None:
    """Of two unseen cards for one place each comes up as often: no order of the pack is favoured."""
    match = at(top="Kc", hands={0: "4d 5d", 1: "3d", 2: "Ah", 3: "4s"}, stock="2s")
    counts = Counter(each.hands[1][0] for each in imagined(match, 0, 2000))
    # 101 unseen cards, of each face one or two
    twice = sum(count for face, count in counts.items() if [*match.pile, *match.hands[0]].count(face) == 0)
    assert twice / 2000 == pytest.approx(98 / 101, abs=0.02)
    assert len(counts) > 45
    assert max(counts.values()) < 75


# ------------------------------------------------------------------------------------------------ hands, ends


def test_a_hand_without_end_is_counted() -> None:
    """The clock alone, with five seats, draws and discards in turn for ever: A20 ends it."""
    match = GAME.start({}, 5, {"dealer": 0})
    rng = random.Random(8)
    longest = 0
    for seed in range(6):
        match = dealt(seed, 5)
        moves = 0
        while match.result() is None:
            chance = match.chance()
            if chance is not None:
                order = list(chance.items)
                rng.shuffle(order)
                match.deal(order)
                continue
            seat = match.actors()[0]
            match.apply(seat, match.default(seat))
            moves += 1
        assert moves <= GAME.hand_bound(match.options, 5)
        longest = max(longest, match.turns)
        result = match.result()
        assert result is not None
        assert (result.reason == "too_long") == (match.turns == TURNS_EACH * 5)
    assert longest == TURNS_EACH * 5


@pytest.mark.covers("mau_mau", "R34", "R36")
def test_places_by_points_and_shared() -> None:
    match = at("0 discard 8c", top="Kc", hands={0: "8c", 1: "5d", 2: "5h", 3: "Ac"})
    result = match.result()
    assert result is not None
    assert result.ranking == ((0,), (3,), (1, 2))


def test_moves_and_their_texts() -> None:
    assert len(ALPHABET) == len({move.text for move in ALPHABET}) == 77
    for at_, move in enumerate(ALPHABET):
        assert move.amount == at_
        assert GAME.parse(move.text) is move
    assert GAME.parse("drop") is DROP
    assert DROP not in ALPHABET
    jacks = [move for move in ALPHABET if move.kind == "discard" and move.card >> 2 == JACK]
    assert len(jacks) == 20


def test_hints_name_the_cards_that_would_fit() -> None:
    match = at(top="Kc", turn=1, hands={0: "Kd 5c 6d Js"})
    assert GAME.hints(match.view(0), {}) == {"playable": ["5c", "Js", "Kd"]}
    assert GAME.hints(match.view(None), {}) == {"playable": []}
    owed = at(top="7c", pending=2, turn=1, hands={0: "Kc 7d Jc"})
    assert GAME.hints(owed.view(0), {}) == {"playable": ["7d"]}
    drawn = at("0 draw", options={"play_after_draw": "drawn_only"}, top="Kh", hands={0: "Kd 5c"}, stock="Ks")
    assert GAME.hints(drawn.view(0), {}) == {"playable": ["Ks"]}
    assert GAME.hints(GAME.start({}, 4).view(0), {}) == {"playable": []}


def test_a_view_tells_nobody_elses_cards() -> None:
    match = at("0 draw", top="Kc", hands={0: "Kd 5c", 1: "4d"}, stock="2s")
    for seat in (1, 2, None):
        told = str(match.view(seat).plain())
        assert "2s" not in str(match.view(seat).table) and "'received': ['2s']" not in told
        assert memory_of(match.view(seat))["received"] == []
    assert memory_of(match.view(0))["received"] == ["2s"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", 2),
        ("accusable", 1),
        ("stuck", 1),
        ("turns", 3),
        ("drew", True),
        ("pending", 2),
        ("since", [0, 0, 0, 0, 0, 0]),
        ("fined", [[1], []]),
        ("log", ["0 draw", "0 +1", "1 draw", "1 +1"]),
        ("log", ["0 discard Kd", "0 discard Kd"]),
        ("log", ["reshuffle"]),
        ("log", ["9 draw"]),
        ("shuffles", [["Kc"]]),
    ],
)
def test_a_position_that_its_hand_did_not_make_is_refused(field: str, value: object) -> None:
    position = at("0 discard Kd", **BASE).position()
    GAME.from_position(position)
    with pytest.raises(BadData):
        GAME.from_position({**position, field: value})


def test_every_kind_of_move_has_its_late_refusal() -> None:
    late = {move.kind: move.late.code for move in ALPHABET}
    assert late.pop("accuse") == "too_late"
    assert set(late.values()) == {"stale_decision"}
    assert isinstance(DROP, Move)
