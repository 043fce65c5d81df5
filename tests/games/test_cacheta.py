"""The structure of Cacheta: what the rulebook's tables of cases do not show."""

import itertools
import json
import random
from typing import cast

import pytest

from carteado import cards
from carteado.games import GAMES
from carteado.games.cacheta import CachetaMatch
from carteado.games.cacheta_notation import CachetaGame, memory_of, table_of
from carteado.games.cacheta_shapes import CachetaPosition, CachetaTable
from carteado.games.game import BadData, BadDeal, BadOptions, Event, Match, Plain, Refused

CACHETA = cast(CachetaGame, GAMES["cacheta"])
PACK = CACHETA.pack({}, 4)
D14, D1, D15 = "2s 3s 4h 5h 6h Tc Td Ts 9d", "3h 4h 5h 7c 7d 7h Qs Ks 2d", "2c 3c 4c 6d 7d 8d Ac Ad 5s"


def stood(*moves: str, **given: object) -> CachetaMatch:
    """A match in a position that is given in part, after some moves."""
    said = [(int(move.split(" ", 1)[0]), CACHETA.parse(move.split(" ", 1)[1])) for move in moves]
    match = CACHETA.from_position(CACHETA.complete({"vira": "8c", **given}, said))
    for seat, move in said:
        match.apply(seat, move)
    return match


def window(discard: str = "As", **given: object) -> CachetaMatch:
    """Section 9.5: seat 0 has discarded, seats 2 and 3 are *na boa*."""
    hands = {0: discard, 1: D14, 2: D1, 3: D15}
    whole = {"phase": "discard", "hands": hands, "announced": [2, 3], **given}
    return stood(f"0 discard {discard}", **whole)


def say(match: Match, said: str) -> list[Event]:
    seat, text = said.split(" ", 1)
    return match.apply(int(seat), CACHETA.parse(text))


def public(match: Match) -> CachetaTable:
    return table_of(match.view(None))


def whole(match: Match) -> CachetaPosition:
    return cast(CachetaPosition, match.position())


# ------------------------------------------------------------------------------------------------ the deal


@pytest.mark.case("cacheta", "F6")
@pytest.mark.covers("cacheta", "R4", "R7", "R18", "R23", "R28")
def test_cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer() -> None:
    match = CACHETA.start({}, 4, {"dealer": 0})
    match.deal(PACK)
    position = whole(match)
    assert position["hands"] == [
        [rank + suit for rank in "A23456789"] for suit in "scdh"
    ]  # the dealer, seat 0, gets every fourth card from the fourth on
    assert position["vira"] == "Tc"
    assert public(match)["wild"] == ["Jc", "Js"]
    assert position["stock"][0] == "Td"
    assert len(position["stock"]) == 67
    assert match.actors() == [1]


@pytest.mark.case("cacheta", "F7", "F8")
@pytest.mark.parametrize(
    ("points", "dealer", "firsts", "vira", "stock"),
    [
        ([3, 0, 5, 2], 0, {2: ["Ac", "As"], 3: ["Ad", "2c"], 0: ["Ah", "2d"]}, "7s", 76),
        ([3, 0, 0, 2], 3, {0: ["Ac", "Ah"], 3: ["Ad", "As"]}, "5h", 85),
    ],
)
def test_who_has_fallen_gets_no_cards(
    points: list[int], dealer: int, firsts: dict[int, list[str]], vira: str, stock: int
) -> None:
    match = stood(points=points, dealer=dealer)
    match.begin_hand(PACK)
    position = whole(match)
    for seat, hand in enumerate(position["hands"]):
        assert hand[:2] == firsts.get(seat, [])
        assert len(hand) == (9 if seat in firsts else 0)
    assert position["vira"] == vira
    assert len(position["stock"]) == stock
    assert position["turn"] == next(iter(firsts))


@pytest.mark.case("cacheta", "F19")
@pytest.mark.covers("cacheta", "R1", "R2", "R3", "R38")
def test_a_new_match() -> None:
    match = CACHETA.start({}, 4)
    assert public(match)["points"] == [10, 10, 10, 10]
    assert len(PACK) == 104
    assert sorted(PACK) == sorted([*range(52), *range(52)])
    assert cards.JOKER not in PACK
    assert not CACHETA.pairs
    assert [match.shared(seat) for seat in range(4)] == [[], [], [], []]


@pytest.mark.case("cacheta", "F21")
@pytest.mark.covers("cacheta", "R2")
def test_a_match_starts_with_as_many_as_the_table_has_seats() -> None:
    for seats in (0, 1, 9):
        with pytest.raises(BadOptions):
            CACHETA.start({}, seats)
    match = CACHETA.start({}, 3, {"dealer": 0})
    match.deal(PACK)
    assert public(match)["stock"] == 76


@pytest.mark.case("cacheta", "F23")
@pytest.mark.covers("cacheta", "R7", "R23", "R26")
def test_the_vira_stays_out_of_play_also_after_a_reshuffle() -> None:
    match = stood("0 draw_stock", stock_count=0, pile="6c", dealer=3, turn=0)
    chance = match.chance()
    assert chance is not None
    assert chance.kind == "reshuffle"
    assert len(chance.items) == 66
    before = [place for place, held in match.places().items() if cards.card("8c") in held]
    match.deal(chance.items)
    assert match.places()["vira"] == [cards.card("8c")]
    # the other 8c lies in one place
    assert sum(held.count(cards.card("8c")) for held in match.places().values()) == 2
    assert "vira" in before
    assert whole(match)["recycled"] == cards.texts(sorted(chance.items))


def test_a_reshuffle_wants_the_cards_of_the_pile() -> None:
    match = stood("0 draw_stock", stock_count=0, pile="6c 6h", dealer=3, turn=0)
    chance = match.chance()
    assert chance is not None
    before = match.position()
    for order in ([], chance.items[:-1], [*chance.items[:-1], chance.items[0] + 1], PACK):
        with pytest.raises(BadDeal):
            match.deal(order)
    assert match.position() == before
    with pytest.raises(Refused, match="wrong_phase"):
        say(match, "0 draw_stock")
    match.deal(chance.items[::-1])
    assert table_of(match.view(0))["drawn"] == cards.text(chance.items[-1])


# ------------------------------------------------------------------------------------- the claim window


ABLE = {"As": {1, 2, 3}, "6h": set(), "Js": {2}, "Ah": {3}}
"""Which of seats 1, 2 and 3 go out with a discard, by the rulebook's D1, D14 and D15."""


@pytest.mark.covers("cacheta", "R21", "R22", "R31", "R32", "R37")
@pytest.mark.parametrize("discard", list(ABLE))
@pytest.mark.parametrize("answers", list(itertools.product(("let_pass", "furar"), repeat=3)))
def test_all_orders_of_arrival_give_the_rulebooks_result(discard: str, answers: tuple[str, ...]) -> None:
    """Answers are resolved in table order, however they come (3.4)."""
    claims = [seat for seat, answer in zip((1, 2, 3), answers, strict=True) if answer == "furar"]
    winner = next((seat for seat in claims if seat in ABLE[discard]), None)
    burned = [seat for seat in claims if seat != 1 and (winner is None or seat < winner)]
    ends = []
    for order in itertools.permutations((1, 2, 3)):
        match = window(discard)
        decision = match.decision
        for seat in order:
            if public(match)["phase"] != "window":
                # what comes too late is void and burns nobody
                with pytest.raises(Refused, match="hand_over"):
                    say(match, f"{seat} furar")
                continue
            assert match.decision == decision
            assert seat in match.actors()
            say(match, f"{seat} {answers[seat - 1]}")
        table = public(match)
        assert table["burned"] == burned
        assert table["phase"] == ("draw" if winner is None else "hand_over")
        assert (table["shown"] and table["shown"]["seat"]) == winner
        if winner is None:
            assert (table["pile_top"], table["turn"], table["held"]) == (discard, 1, [9, 9, 9, 9])
        else:
            assert table["points"] == [10 if seat == winner else 9 for seat in range(4)]
        assert match.decision == decision + 1
        ends.append(match.position())
    assert all(end == ends[0] for end in ends)


@pytest.mark.covers("cacheta", "R31")
def test_an_answer_shows_that_it_was_given_and_not_which() -> None:
    claimed, passed = window(), window()
    told = [say(claimed, "2 furar"), say(passed, "2 let_pass")]
    for viewer in (0, 1, 3, None):
        assert claimed.view(viewer) == passed.view(viewer)
        seen = [[event.seen_by(viewer) for event in events] for events in told]
        assert seen == [[{"event": "answered", "seat": 2}]] * 2
        moves = {CACHETA.seen(CACHETA.parse(text), 2, viewer) for text in ("furar", "let_pass")}
        assert moves == {"answer"}
    assert claimed.view(2) != passed.view(2)


def test_a_failed_claim_shows_no_card_of_the_hand() -> None:
    match = window("6h")
    before = cards.texts(match.hands[2])
    for said in ("1 let_pass", "3 let_pass"):
        say(match, said)
    events = say(match, "2 furar")
    for viewer in (0, 1, 3, None):
        text = json.dumps([match.view(viewer).plain()["memory"], [event.seen_by(viewer) for event in events]])
        assert not [card for card in before if f'"{card}"' in text]
    assert memory_of(match.view(2))["claims"][0]["held"] == before


@pytest.mark.covers("cacheta", "R22")
def test_a_claim_that_failed_is_respected_by_what_is_imagined() -> None:
    """Seven of nine cards are known: one card in ten would have let the hand go out."""
    hand = "3h 4h 5h 7c 7d 7h Qs Ts 8d"
    hands = {0: "As", 1: D14, 2: hand, 3: D15}
    match = stood("0 discard As", "1 let_pass", "3 let_pass", phase="discard", hands=hands, announced=[2, 3])
    match.known[2] = match.hands[2][:7]
    unburned, rng = 0, random.Random(1)
    for _ in range(300):
        imagined = CACHETA.imagine(match.view(0), rng)
        unburned += imagined.claimed_by(2) > 0
    assert unburned > 15
    say(match, "2 furar")
    for _ in range(300):
        imagined = CACHETA.imagine(match.view(0), rng)
        assert not imagined.claimed_by(2)
        assert imagined.view(0) == match.view(0)


def test_what_was_taken_from_the_pile_stays_with_the_seat_in_what_is_imagined() -> None:
    match = stood("0 draw_discard", pile="Kd", dealer=3, turn=0, hands={0: D14})
    say(match, "0 discard 9d")
    rng = random.Random(2)
    for viewer in (1, 2, 3, None):
        assert memory_of(match.view(viewer))["known"] == [["Kd"], [], [], []]
        for _ in range(20):
            assert cards.card("Kd") in CACHETA.imagine(match.view(viewer), rng).hands[0]


def test_a_stock_that_was_a_pile_holds_cards_of_that_pile_in_what_is_imagined() -> None:
    match = stood("0 draw_stock", stock_count=0, pile="6c 6h", dealer=3, turn=0)
    chance = match.chance()
    assert chance is not None
    match.deal(chance.items)
    rng = random.Random(3)
    for viewer in range(4):
        for _ in range(20):
            imagined = whole(CACHETA.imagine(match.view(viewer), rng))
            left = imagined["recycled"][:]
            for card in imagined["stock"]:
                left.remove(card)
            assert len(left) == 1


def test_a_drawn_card_is_known_to_the_drawer_alone() -> None:
    position = stood().position()
    stock = cast(list[str], position["stock"])
    other = CACHETA.from_position({**position, "stock": [stock[30], *stock[1:30], stock[0], *stock[31:]]})
    match = CACHETA.from_position(position)
    assert stock[0] != stock[30]
    told = [say(match, "0 draw_stock"), say(other, "0 draw_stock")]
    for viewer in (1, 2, 3, None):
        assert match.view(viewer) == other.view(viewer)
        seen = [[event.seen_by(viewer) for event in events] for events in told]
        assert seen[0] == seen[1] == [{"event": "drew", "seat": 0, "card": "X"}]
    assert told[0][0].seen_by(0) == {"event": "drew", "seat": 0, "card": stock[0]}
    assert match.view(0) != other.view(0)


@pytest.mark.covers("cacheta", "R19")
def test_only_the_top_of_the_pile_is_looked_up() -> None:
    table = public(stood(pile="6c 6h 5d", dealer=3, turn=3))
    assert (table["pile_top"], table["pile"]) == ("5d", 3)
    assert "6h" not in json.dumps({**table, "cards": []})


# --------------------------------------------------------------------------------------------------- hints


def hints(match: Match, seat: int | None, **ask: object) -> dict[str, Plain]:
    return CACHETA.hints(match.view(seat), ask)


def test_hints_of_a_hand_that_lacks_one_card() -> None:
    told = hints(stood(hands={0: D1}), 0)
    assert told["missing"] == 1
    assert told["going_out"] == 0
    assert told["discards"] == []
    assert told["outs"] == {"As": 9, "9c": 9, "9s": 9, "Js": 9}
    assert told["groups"] == [
        {"cards": ["3h", "4h", "5h"], "meld": "run", "takes": ["2h", "6h", "9c", "9s"]},
        {"cards": ["7c", "7d", "7h"], "meld": "trinca", "takes": ["7c", "7d", "7h", "9c", "9s"]},
        {"cards": ["2d"], "meld": None, "takes": []},
        {"cards": ["Qs", "Ks"], "meld": None, "takes": ["As", "9c", "9s", "Js"]},
    ]


def test_hints_of_groups_that_the_player_has_made() -> None:
    told = hints(stood(hands={0: D1}), 0, groups=[["3h", "5h"], ["Ks", "2d"], "7c 7d"])
    assert told["groups"] == [
        {"cards": ["3h", "5h"], "meld": None, "takes": ["4h", "9c", "9s"]},
        {"cards": ["Ks", "2d"], "meld": None, "takes": []},
        {"cards": ["7c", "7d"], "meld": None, "takes": ["7h", "7s", "9c", "9s"]},
    ]


def test_hints_of_ten_cards_that_go_out() -> None:
    ten = stood(phase="discard", hands={0: "3h 4h 5h 6h 7c 7d 7h Qs Ks As"})
    told = hints(ten, 0)
    assert (told["missing"], told["going_out"], told["discards"]) == (0, 10, ["3h", "6h"])
    assert [len(meld["cards"]) for meld in cast(list[dict[str, list[str]]], told["melds"])] == [3, 4, 3]
    bought = stood(phase="discard", hands={0: D1 + " As"}, bought="2d")
    assert hints(bought, 0)["going_out"] == 0
    nine = hints(stood(phase="discard", hands={0: D1 + " As"}), 0)
    assert (nine["going_out"], nine["discards"]) == (9, ["2d"])
    assert sum(len(meld["cards"]) for meld in cast(list[dict[str, list[str]]], nine["melds"])) == 9


@pytest.mark.parametrize("groups", [5, [5], [["4h", "4h"]], [["Kh"]], [["Zz"]], ["3h 3h"], {"a": 1}, [["*"]]])
def test_hints_are_given_of_cards_that_the_seat_holds(groups: object) -> None:
    with pytest.raises(BadData):
        hints(stood(hands={0: D1}), 0, groups=groups)


def test_nobody_else_is_given_hints() -> None:
    assert hints(stood(), None) == {}
    assert hints(CACHETA.start({}, 4), 0) == {}
    assert hints(stood(points=[3, 0, 5, 2]), 1) == {}
    assert GAMES["truco_mineiro"].hints(GAMES["truco_mineiro"].start({}, 4).view(0), {}) == {}


# ----------------------------------------------------------------------------------- positions that cannot be

IMPOSSIBLE: dict[str, dict[str, object]] = {
    "a turn that the discards do not make": {"turn": 2},
    "more burned than have announced": {"burned": [1]},
    "an announcement in the future": {"announced": [None, None, 2, 0]},
    "a window that asks another": {"window": {"seats": [2, 3], "answers": [None, None]}},
    "a window in which all have answered": {
        "window": {"seats": [1, 2, 3], "answers": ["let_pass", "let_pass", "let_pass"]}
    },
    "a settled claim that would have gone out": {
        "window": {"seats": [1, 2, 3], "answers": ["furar", None, None]}
    },
    "a pile that is not there": {"pile": []},
    "a known card that is not held": {"known": [["Kc"], [], [], []]},
    "somebody with no points who plays": {"points": [10, 10, 10, 0]},
    "a fall in a hand to come": {"fallen": [[1, 1], [0, 0], [0, 0], [0, 0]]},
    "a score sheet of the running hand": {
        "sheet": [{"hand": 1, "seat": 0, "going_out": 9, "points": [10, 9, 9, 9]}]
    },
    "an end that was not": {"ended": "max_hands"},
    "an empty reason": {"ended": ""},
    "a drawn card in a window": {"drawn": "As"},
    "a reshuffled stock without a reshuffle": {"recycled": ["As"]},
    "more reshuffles than the table has": {"reshuffles": 4},
    "since after the decision": {"since": 9},
    "a claim of a hand that would have gone out": {
        "claims": [{"seat": 2, "card": "As", "held": D1.split(), "discarded": [], "taken": [], "drawn": 0}]
    },
    "a claim of cards that never were held": {
        "claims": [{"seat": 2, "card": "6h", "held": D14.split(), "discarded": [], "taken": [], "drawn": 0}]
    },
    "nobody who went out": {"out": {"seat": 2, "going_out": 9, "claimed": True}},
}


@pytest.mark.parametrize("why", IMPOSSIBLE)
def test_impossible_positions_are_refused(why: str) -> None:
    position = window().position()
    assert CACHETA.from_position(position).position() == position
    with pytest.raises(BadData):
        CACHETA.from_position({**position, **IMPOSSIBLE[why]})


def test_impossible_ends_are_refused() -> None:
    match = window()
    say(match, "1 furar")
    position = match.position()
    assert CACHETA.from_position(position).position() == position
    changes: list[dict[str, object]] = [
        {"out": None},
        {"out": {"seat": 2, "going_out": 9, "claimed": True}},
        {"out": {"seat": 1, "going_out": 10, "claimed": True}},
        {"known": [[], [], [], []]},
        {"sheet": []},
        {"phase": "match_over", "ended": "last_standing"},
    ]
    for change in changes:
        with pytest.raises(BadData):
            CACHETA.from_position({**position, **change})


def test_places_of_those_who_fell_and_of_those_who_play_on() -> None:
    """Section 4: later falls are better; in one hand the points before count; then they are equal."""
    match = stood(points=[4, 0, 2, 0, 1], seats=5, options={"max_hands": 2}, hand=2, phase="discard",
                  turn=0, hands={0: "3h 4h 5h 6h 7c 7d 7h Qs Ks As"})  # fmt: skip
    match.fallen[1], match.fallen[3] = (1, 1), (1, 2)
    say(match, "0 bater")
    result = match.result()
    assert result is not None
    assert result.ranking == ((0,), (2,), (4,), (3,), (1,))
    assert (result.winners, result.reason) == ((0,), "last_standing")
    assert result.next == {"dealer": 0}
