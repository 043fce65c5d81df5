"""The structure of both trucos: what the rulebooks' tables of moves do not show."""

import random
from collections.abc import Sequence

import pytest

from carteado import cards
from carteado.games import GAMES
from carteado.games.game import BadData, BadDeal, Match, Move, Refused
from carteado.games.truco_cards import hand_winner, strengths_for
from carteado.games.truco_notation import table_of
from carteado.games.truco_shapes import TrucoTable

PAULISTA = GAMES["truco_paulista"]
MINEIRO = GAMES["truco_mineiro"]
TRUCOS = ["truco_paulista", "truco_mineiro"]
FORTY = {rank + suit for rank in "4567QJKA23" for suit in "cdhs"}


def dealt(game: str, order: Sequence[str], seats: int = 4, dealer: int = 3, **options: object) -> Match:
    match = GAMES[game].start(options, seats, before={"dealer": dealer})
    match.deal([cards.card(name) for name in order])
    return match


def shuffled(seed: int) -> list[str]:
    order = sorted(FORTY)
    random.Random(seed).shuffle(order)
    return order


def stood(game: str, given: dict[str, object]) -> Match:
    """A match at the start of a hand that is given in part."""
    return GAMES[game].from_position(GAMES[game].complete(given, []))


def public(match: Match) -> TrucoTable:
    return table_of(match.view(None))


def ranked(strengths: list[int]) -> list[set[str]]:
    """Groups of equal cards, strongest first."""
    groups: dict[int, set[str]] = {}
    for name in FORTY:
        groups.setdefault(strengths[cards.card(name)], set()).add(name)
    return [groups[strength] for strength in sorted(groups, reverse=True)]


def rows(text: str, suits: str = "cdhs") -> list[set[str]]:
    return [{rank + suit for suit in suits} for rank in text.split()]


# ------------------------------------------------------------------------------------------- the deal, pairs


@pytest.mark.case("truco_paulista", "PS1")
@pytest.mark.covers("truco_paulista", "R1", "R2", "R3", "R4", "R7", "R16")
@pytest.mark.parametrize("seed", range(20))
def test_a_fresh_deal_of_paulista(seed: int) -> None:
    match = dealt("truco_paulista", shuffled(seed))
    position = match.position()
    hands, stock, vira = position["dealt"], position["stock"], position["vira"]
    assert isinstance(hands, list)
    assert isinstance(stock, list)
    assert [len(set(hand)) for hand in hands] == [3, 3, 3, 3]
    assert len(stock) == 27
    assert {card for hand in hands for card in hand} | {vira} | set(stock) == FORTY
    assert {name[0] for name in FORTY}.isdisjoint("89T")
    assert [cards.text(card) for card in PAULISTA.pack(PAULISTA.full_options({}), 4)] == sorted(
        FORTY, key=cards.card
    )


@pytest.mark.case("truco_paulista", "PS2")
@pytest.mark.case("truco_mineiro", "MS2")
@pytest.mark.covers("truco_paulista", "R1")
@pytest.mark.covers("truco_mineiro", "R2", "R3", "R4")
@pytest.mark.parametrize("game", TRUCOS)
def test_partners_sit_opposite(game: str) -> None:
    """A trick that both cards of a pair share is that pair's, one that two pairs share is tied."""
    # under a vira of 4 neither kings nor queens are manilhas
    best = {0: "Kc", 1: "Kd", 2: "Kh", 3: "Ks"}
    low = {0: "Qc", 1: "Qd", 2: "Qh", 3: "Qs"}
    for one in range(4):
        for other in range(one + 1, 4):
            shown = [best[seat] if seat in (one, other) else low[seat] for seat in range(4)]
            given: dict[str, object] = {"hands": {seat: [card] for seat, card in enumerate(shown)}}
            if game == "truco_paulista":
                given["vira"] = "4c"
            match = stood(game, given)
            for seat, card in enumerate(shown):
                match.apply(seat, GAMES[game].parse(f"play {card}"))
            pair = {(0, 2): "A", (1, 3): "B"}.get((one, other), "tie")
            assert public(match)["tricks"][0]["winner"] == pair
    assert GAMES[game].pairs


@pytest.mark.case("truco_mineiro", "MS2")
@pytest.mark.covers("truco_mineiro", "R4")
@pytest.mark.parametrize("seed", range(20))
def test_a_fresh_deal_of_mineiro(seed: int) -> None:
    order = shuffled(seed)
    position = dealt("truco_mineiro", order, dealer=2).position()
    assert position["dealt"] == [order[3:6], order[6:9], order[9:12], order[0:3]]
    assert position["stock"] == order[12:]
    assert len(order[12:]) == 28
    assert position["vira"] is None


@pytest.mark.case("truco_paulista", "PS8")
@pytest.mark.parametrize("seed", range(20))
def test_deal_order_of_paulista(seed: int) -> None:
    order = shuffled(seed)
    match = dealt("truco_paulista", order, dealer=2)
    position = match.position()
    assert position["dealt"] == [order[3:6], order[6:9], order[9:12], order[0:3]]
    assert position["vira"] == order[12]
    assert position["stock"] == order[13:]
    assert match.actors() == [3]


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("game", TRUCOS)
def test_deal_order_of_two_seats(game: str, dealer: int) -> None:
    order = shuffled(7)
    match = dealt(game, order, seats=2, dealer=dealer)
    position = match.position()
    hands = [order[0:3], order[3:6]]
    assert position["dealt"] == (hands if dealer == 1 else hands[::-1])
    vira = game == "truco_paulista"
    assert position["vira"] == (order[6] if vira else None)
    assert position["stock"] == order[7 if vira else 6 :]
    assert match.actors() == [1 - dealer]


@pytest.mark.parametrize("seats", [4, 2])
@pytest.mark.parametrize("game", TRUCOS)
def test_the_first_dealer_is_chance(game: str, seats: int) -> None:
    for first in range(seats):
        match = GAMES[game].start({}, seats)
        chance = match.chance()
        assert chance is not None
        assert (chance.kind, chance.items) == ("first_dealer", tuple(range(seats)))
        assert match.actors() == []
        rest = [seat for seat in range(seats) if seat != first]
        match.deal([first, *rest])
        match.deal(GAMES[game].pack(GAMES[game].full_options({}), seats))
        assert match.position()["dealer"] == first
        assert match.actors() == [(first + 1) % seats]


@pytest.mark.parametrize("game", TRUCOS)
def test_a_deal_that_is_no_permutation_is_refused(game: str) -> None:
    match = GAMES[game].start({}, 4)
    for order in ([], [0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4]):
        with pytest.raises(BadDeal):
            match.deal(order)
    match.deal([2, 0, 1, 3])
    pack = list(GAMES[game].pack(GAMES[game].full_options({}), 4))
    before = match.position()
    for order in (pack[:-1], [*pack, pack[0]], [*pack[:-1], pack[0]], [*pack[:-1], cards.card("8c")]):
        with pytest.raises(BadDeal):
            match.deal(order)
    assert match.position() == before
    match.deal(pack)
    with pytest.raises(BadDeal):
        match.deal(pack)


@pytest.mark.parametrize("game", TRUCOS)
def test_the_match_after_starts_from_the_next_dealer(game: str) -> None:
    match = GAMES[game].start({"max_hands": 1}, 4, before={"dealer": 1}, decision=40)
    match.deal(GAMES[game].pack(GAMES[game].full_options({}), 4))
    while (actors := match.actors()) and match.result() is None:
        match.apply(actors[0], match.default(actors[0]))
    result = match.result()
    assert result is not None
    assert result.reason == "max_hands"
    assert result.next == {"dealer": 2}
    after = GAMES[game].start({}, 4, before=result.next, decision=match.decision)
    assert after.decision == match.decision > 40
    assert after.position()["dealer"] == 2
    chance = after.chance()
    assert chance is not None
    assert chance.kind == "deal"


# ------------------------------------------------------------------------------------------- order of cards


@pytest.mark.case("truco_paulista", "PS3")
@pytest.mark.covers("truco_paulista", "R14", "R16")
def test_ten_viras_make_ten_manilhas() -> None:
    following = dict(zip("4567QJKA23", "567QJKA234", strict=True))
    for rank, manilha in following.items():
        for suit in "cdhs":
            strengths = strengths_for(cards.card(rank + suit))
            assert [group.copy().pop() for group in ranked(strengths)[:4]] == [
                manilha + suit for suit in "chsd"
            ]
            position = PAULISTA.complete({"vira": rank + suit}, [])
            assert public(PAULISTA.from_position(position))["manilha"] == manilha


@pytest.mark.case("truco_paulista", "PS4")
@pytest.mark.covers("truco_paulista", "R14", "R15", "R17", "R18")
def test_the_whole_order_of_paulista() -> None:
    alone = [{"7c"}, {"7h"}, {"7s"}, {"7d"}]
    assert ranked(strengths_for(cards.card("6c"))) == alone + rows("3 2 A K J Q 6 5 4")
    alone = [{"4c"}, {"4h"}, {"4s"}, {"4d"}]
    assert ranked(strengths_for(cards.card("3d"))) == alone + rows("3 2 A K J Q 7 6 5")


@pytest.mark.case("truco_mineiro", "MS1")
@pytest.mark.covers("truco_mineiro", "R1")
def test_the_pack_of_mineiro() -> None:
    pack = MINEIRO.pack(MINEIRO.full_options({}), 4)
    assert len(pack) == 40
    assert {cards.text(card) for card in pack} == FORTY
    assert sum(len(row) for row in MINEIRO_ROWS) == 40


MINEIRO_ROWS = [
    *({"4c"}, {"7h"}, {"As"}, {"7d"}),
    *rows("3 2"),
    {"Ac", "Ah", "Ad"},
    *rows("K J Q"),
    {"7c", "7s"},
    *rows("6 5"),
    {"4h", "4s", "4d"},
]


@pytest.mark.case("truco_mineiro", "MS3")
@pytest.mark.covers(
    "truco_mineiro",
    *(
        "R6",
        "R7",
        "R8",
        "R9",
        "R10",
        "R11",
        "R12",
        "R13",
        "R14",
        "R15",
        "R16",
        "R17",
        "R18",
        "R19",
        "R20",
        "R21",
    ),
)
def test_the_fourteen_rows_of_mineiro() -> None:
    assert ranked(strengths_for(-1)) == MINEIRO_ROWS
    assert len(MINEIRO_ROWS) == 14
    assert sum(len(row) == 1 for row in MINEIRO_ROWS) == 4


# -------------------------------------------------------------------------------------------- hands, tricks

TABLE_OF_27 = """
AAA 2 A   AAB 2 A   AAT 2 A   ABA 3 A   ABB 3 B   ABT 3 A   ATA 2 A   ATB 2 A   ATT 2 A
BAA 3 A   BAB 3 B   BAT 3 B   BBA 2 B   BBB 2 B   BBT 2 B   BTA 2 B   BTB 2 B   BTT 2 B
TAA 2 A   TAB 2 A   TAT 2 A   TBA 2 B   TBB 2 B   TBT 2 B   TTA 3 A   TTB 3 B   TTT 3 T
"""
ROWS = [tuple(row.split()) for row in TABLE_OF_27.replace("\n", "   ").split("   ") if row.strip()]


def test_the_table_is_whole() -> None:
    assert len({row[0] for row in ROWS}) == 27


@pytest.mark.case("truco_paulista", "PS6")
@pytest.mark.covers("truco_paulista", "R24", "R25")
@pytest.mark.covers("truco_mineiro", "R22", "R23", "R24", "R25", "R26")
@pytest.mark.parametrize(("tricks", "after", "winner"), ROWS)
def test_row_of_27(tricks: str, after: str, winner: str) -> None:
    numbers = ["ABT".index(each) for each in tricks]
    for played in range(1, 4):
        expected = None if played < int(after) else "ABT".index(winner)
        if played <= int(after):
            assert hand_winner(numbers[:played]) == expected


@pytest.mark.case("truco_paulista", "PS6")
@pytest.mark.case("truco_paulista", "PS7")
@pytest.mark.covers("truco_paulista", "R6", "R8", "R9", "R22", "R23", "R24", "R25")
@pytest.mark.covers("truco_mineiro", "R22", "R23", "R24", "R25", "R26")
@pytest.mark.parametrize("seats", [4, 2])
@pytest.mark.parametrize("game", TRUCOS)
@pytest.mark.parametrize(("tricks", "after", "winner"), ROWS)
def test_row_of_27_at_the_table(tricks: str, after: str, winner: str, game: str, seats: int) -> None:
    first: list[str] = []
    second: list[str] = []
    for result, tie, suit in zip(tricks, "QJK", "cdh", strict=True):
        good, bad = f"3{suit}", f"2{suit}"
        pair = {"A": (good, bad), "B": (bad, good), "T": (f"{tie}c", f"{tie}d")}[result]
        first.append(pair[0])
        second.append(pair[1])
    hands = {0: first, 1: second, 2: ["6s", "4d", "4s"], 3: ["6c", "6d", "6h"]}
    given: dict[str, object] = {"seats": seats, "hands": {seat: hands[seat] for seat in range(seats)}}
    if game == "truco_paulista":
        given["vira"] = "4h"  # nobody holds a five
    match = stood(game, given)
    position = match.position()
    held = position["dealt"]
    assert isinstance(held, list)
    for trick in range(int(after)):
        manilha = public(match)["manilha"]
        for _ in range(seats):
            seat = match.actors()[0]
            match.apply(seat, GAMES[game].parse(f"play {held[seat][trick]}"))
        now = public(match)
        assert len(now["tricks"]) == trick + 1
        assert sorted(play["seat"] for play in now["tricks"][trick]["plays"]) == list(range(seats))  # PS7
        assert now["manilha"] == manilha
        assert now["phase"] == ("play" if trick + 1 < int(after) else "hand_over")
    end = public(match)
    base = end["ladder"][0]
    assert end["score"] == [base * (winner == "A"), base * (winner == "B")]
    assert end["sheet"][-1]["reason"] == ("three_ties" if winner == "T" else "tricks")
    assert end["held"] == [3 - int(after)] * seats
    with pytest.raises(Refused):  # what is left is not played
        match.apply(0, GAMES[game].parse(f"play {held[0][2]}"))


# ------------------------------------------------------------------------------------------- what is hidden


@pytest.mark.case("truco_mineiro", "MV6")
@pytest.mark.covers("truco_mineiro", "R57", "R58")
@pytest.mark.parametrize("answer", ["propose", "agree", "refuse", "withdraw"])
def test_a_proposal_moves_nothing_that_the_others_see(answer: str) -> None:
    match = stood("truco_mineiro", {})
    others = (1, 3, None)
    before = [repr(match.view(seat).plain()) for seat in others]
    proposed = match.apply(0, MINEIRO.parse("propose"))
    assert [repr(match.view(seat).plain()) for seat in others] == before
    assert table_of(match.view(2))["proposal"] == {"seat": 0, "since": match.decision}
    assert [event.seen_by(seat) for event in proposed for seat in others] == [None] * 3
    if answer in ("refuse", "withdraw"):
        match.apply(2 if answer == "refuse" else 0, MINEIRO.parse(answer))
        assert [repr(match.view(seat).plain()) for seat in others] == before


@pytest.mark.parametrize("game", TRUCOS)
def test_who_has_no_seat_is_told_so_first(game: str) -> None:
    """Section 10: not seated, then game over; whatever is said."""
    match = GAMES[game].start({"max_hands": 1}, 4, before={"dealer": 1})
    for _ in range(2):
        for seat in (-1, 4, 7):
            for move in GAMES[game].alphabet({}, random.Random(0)):
                refusal = match.check(seat, move)
                assert refusal is not None
                assert refusal.code == "not_seated"
        if match.chance():
            match.deal(GAMES[game].pack(GAMES[game].full_options({}), 4))
        while actors := match.actors():
            match.apply(actors[0], match.default(actors[0]))
    refusal = match.check(0, GAMES[game].parse("run"))
    assert refusal is not None
    assert refusal.code == "match_over"


def test_a_closed_pack_of_moves() -> None:
    """Every move has one text, and one object."""
    for game in GAMES.values():
        moves: list[Move] = list(game.alphabet(game.full_options({}), random.Random(0)))
        assert len({move.text for move in moves}) == len(moves)
        assert all(game.parse(move.text) is move for move in moves)


# ----------------------------------------------------------------------------------- positions that cannot be


def reached(game: str, given: dict[str, object], *moves: str) -> dict[str, object]:
    """The position after some moves, to be written into."""
    match = stood(game, given)
    for move in moves:
        seat, text = move.split(" ", 1)
        match.apply(int(seat), GAMES[game].parse(text))
    return match.position()


IMPOSSIBLE: dict[str, tuple[list[str], dict[str, object]]] = {
    "an open request that began out of turn": (["0 raise 3"], {"calls": [[2, 3]], "caller": 2}),
    "a request that its own pair answers": (
        ["0 raise 3"],
        {"calls": [[0, 3], [2, 6]], "pending": 6, "value": 3},
    ),
    "a step that was left out": (["0 raise 3"], {"calls": [[0, 6]], "pending": 6}),
    "both asked have run and it is open": (["0 raise 3", "1 run"], {"votes": [1, 3]}),
    "a vote of one who is not asked": (["0 raise 3"], {"votes": [2]}),
    "a hand that is over and nobody says how": (["0 raise 3", "1 run", "3 run"], {"sheet": []}),
    "a hand that ended by tricks before they were played": (
        ["0 raise 3", "1 run", "3 run"],
        {"sheet": [{"pair": "A", "points": 1, "reason": "tricks"}]},
    ),
    "an empty reason": ([], {"ended": ""}),
    "a match that is over and nobody won": (
        ["0 raise 3", "1 run", "3 run"],
        {"phase": "match_over", "ended": "points"},
    ),
    "two pairs with twelve": ([], {"score": [12, 12]}),
    "twelve in the middle of a game": ([], {"score": [12, 0]}),
    "a special hand at another score": ([], {"special": "A", "value": 3}),
    "a value that nobody called": ([], {"value": 3}),
    "since after the decision": ([], {"since": 2}),
    "a proposal where none may be made": ([], {"proposals": [{"seat": 0, "since": 1}, None]}),
    "a card played twice": (
        ["0 play 3h"],
        {"plays": [[0, 0, False], [1, 0, False], [2, 0, False], [3, 0, False]] * 2},
    ),
    "a card covered too early": (["0 play 3h"], {"plays": [[0, 0, True]]}),
    "a card out of turn": (["0 play 3h"], {"plays": [[1, 0, False]]}),
}


@pytest.mark.parametrize("why", IMPOSSIBLE)
def test_impossible_positions_are_refused(why: str) -> None:
    moves, changes = IMPOSSIBLE[why]
    position = reached("truco_paulista", {"vira": "6c", "hands": {"0": "3h 4d Qs"}}, *moves)
    assert PAULISTA.from_position(position).position() == position
    with pytest.raises(BadData):
        PAULISTA.from_position({**position, **changes})


def test_a_position_may_leave_out_options_that_have_their_default() -> None:
    """A table that was written down before an option existed can still be read."""
    position = reached("truco_mineiro", {})
    assert MINEIRO.from_position({**position, "options": {}}).position() == position
