"""Write fixtures.json and sueca.json: views and events of real matches, for the development page and tests.

Run from the root of the repository: ``python web/src/table/dev/make_fixtures.py``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from carteado.cards import cards
from carteado.games import GAMES, sueca_cards
from carteado.games.game import Match, Move
from carteado.games.sueca import Line as SuecaLine
from carteado.games.truco import Line
from carteado.games.truco_cards import PACK, PAIRS

FOLDER = Path(__file__).parent
NAMES = ("Ana", "Zeca", "Bia", "Toninho")


def room(game: str, seats: int, you: int | None, options: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The table's own state around a scene: a robot sits at 3."""
    base: dict[str, Any] = {
        "table": "mesa-de-teste",
        "game": game,
        "options": options,
        "pace": "normal",
        "private": False,
        "watchers": True,
        "stage": "playing",
        "host": you == 0,
        "you": you,
        "seats": [
            {
                "name": NAMES[seat],
                "person": None if seat == 3 else f"p{seat}",
                "robot": seat == 3,
                "connected": True,
                "away_ms": None,
                "ready": True,
                "rematch": None,
                "coming": None,
            }
            for seat in range(seats)
        ],
        "watching": 1,
        "clock": None,
        "hold_ms": None,
        "go_on": [],
        "advice": None,
        "match": 1,
    }
    base.update(more)
    return base


class Scene:
    """A match driven by hand, seen by one seat."""

    def __init__(
        self,
        game: str,
        seats: int = 4,
        you: int | None = 0,
        dealer: int = 0,
        score: tuple[int, int] = (7, 5),
        games: tuple[int, int] = (0, 0),
        hands: Sequence[str] = (),
        vira: str = "",
        sheet: Sequence[tuple[str | None, int, str]] = (),
        **options: Any,
    ) -> None:
        self.game = GAMES[game]
        self.seats = seats
        self.you = you
        self.options = self.game.full_options(options)
        match: Any = self.game.start(self.options, seats, before={"dealer": dealer})
        match.score, match.games, match.hand = list(score), list(games), len(sheet)
        match.sheet = [
            Line(-1 if pair is None else PAIRS.index(pair), points, reason) for pair, points, reason in sheet
        ]
        self.match: Match = match
        self.events: list[dict[str, Any]] = []
        order: list[int] = []
        for turn in range(1, seats + 1):
            order += cards(hands[(dealer + turn) % seats])
        if vira:
            order += cards(vira)
        order += [card for card in PACK if card not in order]
        self.take(self.match.deal(order))

    def take(self, events: Sequence[Any]) -> None:
        """Keep what this seat may know of events."""
        self.events += [seen for event in events if (seen := event.seen_by(self.you)) is not None]

    def do(self, *moves: str) -> Scene:
        """Moves as ``"0 play 4c"``; the events of the last one are the scene's."""
        for text in moves:
            self.events = []
            seat, move = text.split(" ", 1)
            self.take(self.match.apply(int(seat), self.game.parse(move)))
        return self

    def plain(self, you: int | None = -1, **more: Any) -> dict[str, Any]:
        """View, room and events; ``more`` are fields of the room. ``you``: seen by another."""
        if you != -1:
            self.you = you
        view = self.match.view(self.you).for_person()
        waiting = view["waiting"]
        assert isinstance(waiting, list)
        if waiting and "clock" not in more:
            more["clock"] = {
                "seats": waiting,
                "left_ms": 14_000,
                "of_ms": 20_000,
                "reserve_ms": 60_000 if len(waiting) == 1 else 0,
                "in_reserve": False,
            }
        return {
            "view": view,
            "room": room(self.game.id, self.seats, self.you, self.options, **more),
            "events": self.events,
        }


FOUR = ("Qd 3s 6c", "2s Ad 4c", "Kh Qh 7c", "6h 3d Jd")
MINE = ("Qd 3s 4c", "2s Ad 5c", "Kh Qh 7c", "7h 3d Jd")
SHEET = (("A", 1, "tricks"), ("B", 3, "tricks"), ("A", 3, "tricks"), ("B", 1, "run"), (None, 0, "three_ties"),
         ("A", 3, "tricks"), ("B", 1, "tricks"))  # fmt: skip
SECOND = ("1 play 2s", "2 play Qh", "3 play 3d", "0 play Qd")


def paulista(**more: Any) -> Scene:
    """A hand of Truco Paulista with the cards of the pictures."""
    return Scene("truco_paulista", **{"hands": FOUR, "vira": "5d", "sheet": SHEET, **more})


def mineiro(**more: Any) -> Scene:
    """A hand of Truco Mineiro in the second game."""
    given = {"hands": MINE, "score": (6, 4), "games": (1, 0), "sheet": SHEET[:3]}
    return Scene("truco_mineiro", **{**given, **more})


def ended(scene: Scene, votes: Sequence[bool | None], **more: Any) -> dict[str, Any]:
    """A match that is over, with the votes for a rematch by seat."""
    plain = scene.plain(stage="over", **more)
    for seat, vote in zip(plain["room"]["seats"], votes, strict=True):
        seat["rematch"] = vote
    return plain


def changed(plain: dict[str, Any], change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """A scene with something of its room changed."""
    change(plain)
    return plain


def scenes() -> dict[str, dict[str, Any]]:
    """Every state that the component must draw."""
    made: dict[str, dict[str, Any]] = {}
    made["my_turn"] = paulista().do("1 play 2s", "2 play Kh", "3 play 6h").plain()
    made["i_lead"] = paulista(dealer=3).plain()
    made["reserve"] = (
        paulista()
        .do("1 play 2s", "2 play Kh", "3 play 6h")
        .plain(clock={"seats": [0], "left_ms": 0, "of_ms": 20_000, "reserve_ms": 4_400, "in_reserve": True})
    )
    made["waiting"] = paulista().do("1 play 2s", "2 play Kh").plain()
    made["second_trick"] = paulista().do(*SECOND, "3 play 6h").plain()
    made["covered"] = paulista(dealer=3).do(
        "0 play 3s", "1 play Ad", "2 play Qh", "3 play Jd", "0 play Qd covered", "1 play 2s"
    ).plain()  # fmt: skip
    made["call"] = (
        paulista()
        .do(*SECOND, "3 raise 3", "2 run")
        .plain(
            clock={"seats": [0, 2], "left_ms": 11_000, "of_ms": 15_000, "reserve_ms": 0, "in_reserve": False}
        )
    )
    made["call_advice"] = changed(
        paulista().do("1 play 2s", "2 play Kh", "3 raise 3").plain(advice="run"),
        lambda plain: plain["room"]["seats"][2].update(robot=True, person=None),
    )
    made["call_six"] = paulista(dealer=3).do("0 raise 3", "1 raise 6").plain()
    made["called_by_me"] = paulista(dealer=3).do("0 raise 3").plain()
    made["accepted"] = paulista(dealer=3).do("0 raise 3", "3 accept").plain()
    made["voted_run"] = paulista().do("1 play 2s", "2 play Kh", "3 raise 3", "0 run").plain()
    eleven = ("3d As Ks", "2s Ad 4c", "Kd 2c 7h", "6h 3c Jd")
    made["eleven"] = paulista(hands=eleven, vira="Js", score=(11, 9)).do("2 decline").plain()
    made["eleven_played"] = paulista(hands=eleven, vira="Js", score=(11, 9)).do(
        "0 play_hand", "1 play 2s", "2 play 7h", "3 play 3c"
    ).plain()  # fmt: skip
    made["eleven_theirs"] = paulista(hands=eleven, vira="Js", score=(9, 11)).plain()
    made["iron"] = paulista(hands=eleven, vira="Js", score=(11, 11)).do(
        "1 play #0", "2 play #0", "3 play #0"
    ).plain()  # fmt: skip
    made["hand_over"] = paulista().do(
        *SECOND, "3 play Jd", "0 play 3s", "1 play Ad", "2 play 7c", "0 play 6c", "1 play 4c", "2 play Kh",
        "3 play 6h",
    ).plain(hold_ms=2500)  # fmt: skip
    made["ran"] = paulista(dealer=3).do("0 raise 3", "1 run", "3 run").plain(hold_ms=2500)
    over = paulista(score=(9, 9)).do(
        *SECOND, "3 raise 3", "0 raise 6", "1 accept", "3 play Jd", "0 play 3s", "1 play Ad", "2 play 7c",
        "0 play 6c", "1 play 4c", "2 play Kh", "3 play 6h",
    )  # fmt: skip
    made["match_over"] = ended(over, (True, True, None, None), hold_ms=20_000)
    lost = paulista(score=(9, 10)).do("1 play 2s", "2 raise 3", "1 raise 6", "0 run", "2 run")
    made["match_lost"] = ended(lost, (None, None, True, None), hold_ms=20_000)
    made["spectator"] = paulista(you=None).do("1 play 2s", "2 play Kh", "3 play 6h").plain()
    made["spectator_seat"] = changed(
        paulista(you=None).do("1 play 2s", "2 play Kh").plain(),
        lambda plain: plain["room"]["seats"][2].update(name=None, person=None, robot=False, connected=False),
    )
    made["spectator_call"] = paulista(you=None).do("1 raise 3").plain()
    made["away"] = changed(
        paulista().do("1 play 2s", "2 play Kh").plain(),
        lambda plain: plain["room"]["seats"][1].update(connected=False, away_ms=18_000),
    )
    made["robot_holds"] = changed(
        paulista().do("1 play 2s").plain(), lambda plain: plain["room"]["seats"][0].update(robot=True)
    )
    made["mineiro"] = mineiro().do("1 play 2s", "2 play Kh", "3 play 7h").plain()
    made["mineiro_proposal"] = mineiro().do("1 play 2s", "2 play Kh", "3 play 7h", "2 propose").plain()
    made["mineiro_proposed"] = mineiro().do("1 play 2s", "0 propose").plain()
    made["mineiro_ten"] = mineiro(score=(10, 4)).plain()
    made["mineiro_call_six"] = mineiro(dealer=3).do("0 raise 4", "1 raise 8").plain()
    made["mineiro_game_over"] = mineiro(score=(8, 4), games=(0, 1)).do(
        "1 raise 4", "0 accept", "1 play 2s", "2 play Kh", "3 play 7h", "0 play 4c", "0 play 3s", "1 play Ad",
        "2 play Qh", "3 play 3d",
    ).plain(hold_ms=2500)  # fmt: skip
    two = ("Qd 3s 6c", "2s Ad 4c")
    made["two"] = paulista(seats=2, hands=two).do("1 play 2s").plain()
    called = paulista(seats=2, hands=two).do("1 play 2s", "0 play 3s", "0 raise 3", "1 raise 6")
    made["two_call"] = called.plain()
    made["two_spectator"] = paulista(seats=2, hands=two, you=None).do("1 play 2s").plain()
    return made


def whole(game_id: str, seats: int, you: int | None, seed: int, **options: Any) -> dict[str, Any]:
    """A random match from first to last, as the stream of one viewer."""
    rng = random.Random(seed)
    game = GAMES[game_id]
    full = game.full_options(options)
    match = game.start(full, seats)
    steps: list[dict[str, Any]] = []
    while match.result() is None:
        chance = match.chance()
        if chance is not None:
            order = list(chance.items)
            rng.shuffle(order)
            events = match.deal(order)
        else:
            seat = rng.choice(match.actors())
            legal = [
                move for move in match.legal(seat) if isinstance(move, Move) and not match.grave(seat, move)
            ]
            events = match.apply(seat, rng.choice(legal))
        seen = [fact for event in events if (fact := event.seen_by(you)) is not None]
        stage = "over" if match.result() is not None else "playing"
        steps.append({"events": seen, "view": match.view(you).for_person(), "stage": stage})
    return {"room": room(game_id, seats, you, full), "steps": steps}


# ------------------------------------------------------------------------------------------------- Sueca


class SuecaScene(Scene):
    """A deal of Sueca with the hands given by seat; the dealer's last card is the trump card."""

    def __init__(
        self,
        hands: Sequence[str],
        dealer: int = 3,
        you: int | None = 0,
        score: tuple[int, int] = (2, 1),
        carry: int = 0,
        sheet: Sequence[tuple[str | None, int, str, tuple[int, int], tuple[int, int], int]] = (),
        **options: Any,
    ) -> None:
        self.game = GAMES["sueca"]
        self.seats = 4
        self.you = you
        self.options = self.game.full_options(options)
        match: Any = self.game.start(self.options, 4, before={"dealer": dealer})
        match.score, match.carry, match.hand = list(score), carry, len(sheet)
        match.sheet = [SuecaLine(-1 if pair is None else PAIRS.index(pair), *rest) for pair, *rest in sheet]
        self.match = match
        self.events = []
        order: list[int] = []
        for turn in range(1, 5):
            order += cards(hands[(dealer + turn) % 4])
        self.take(self.match.deal(order))

    def out(self) -> SuecaScene:
        """Play on with the first legal card of everybody, to the count."""
        while self.match.actors():
            seat = self.match.actors()[0]
            self.events = []
            self.take(self.match.apply(seat, self.match.legal(seat)[0]))
        return self


TEN = (
    "5c Jc Ac 3s 6s Qs 4h 7h Kd 7d",
    "6c 7c 2s Js 7s 3h Qh Kh 4d Qd",
    "2c 3c Kc 4s Ks Ah 2d 5d Jd Ad",
    "4c Qc 5s As 2h 5h 6h Jh 3d 6d",
)
"""The cards of the picture; with seat 0 dealing, its seven of diamonds is the trump card."""
POOR = (
    "2c 3c 4c 5c 6c 2s 3s 4s Qs Qd",
    "7c Jc Qc Kc Ac 7d Jd Kd Ad 6d",
    "5s 6s Js 7s Ks As 2d 3d 4d 5d",
    "2h 3h 4h 5h 6h Qh Jh Kh 7h Ah",
)
STRONG = ("7h Jh Qh Kh 2h 3h 4h 5h 6h Ah", POOR[1], POOR[2], "2c 3c 4c 5c 6c 2s 3s 4s Qs Qd")
DEALS = (
    ("A", 1, "points", (74, 46), (6, 4), 0),
    (None, 0, "draw", (60, 60), (5, 5), 1),
    ("B", 2, "points", (51, 69), (4, 6), 0),
    ("A", 1, "points", (61, 59), (5, 5), 0),
)  # fmt: skip


def drawn(seed: int = 0) -> SuecaScene:
    """A deal that ends 60 to 60, looked for."""
    while True:
        rng = random.Random(seed)
        order = [sueca_cards.CARD_TEXT[card] for card in rng.sample(sueca_cards.PACK, 40)]
        scene = SuecaScene(
            [" ".join(order[at : at + 10]) for at in (0, 10, 20, 30)], sheet=DEALS[:1], score=(1, 0)
        )
        match: Any = scene.out().match
        if match.sheet[-1].reason == "draw":
            return scene
        seed += 1


def sueca_scenes() -> dict[str, dict[str, Any]]:
    """Every state that Sueca's table must draw."""
    led = ("1 play Kh", "2 play Ah", "3 play 2h")
    made: dict[str, dict[str, Any]] = {}

    def picture(**more: Any) -> SuecaScene:
        return SuecaScene(TEN, **{"dealer": 0, "sheet": DEALS, **more})

    first = ("1 play 6c", "2 play Kc", "3 play Qc", "0 play Ac")
    made["i_lead"] = SuecaScene(TEN, sheet=DEALS).plain()
    made["follow"] = picture().do(*led).plain()
    made["any_card"] = SuecaScene(STRONG, dealer=0).do("1 play Ac", "2 play 5s", "3 play 2c").plain()
    made["waiting"] = picture().do(*led[:2]).plain()
    made["second_trick"] = picture().do(*first, "0 play 3s", "1 play Js", "2 play Ks").plain()
    made["trump_played"] = picture().do("1 play 4d", "2 play Ad", "3 play 3d", "0 play 7d").plain()
    made["opening"] = SuecaScene(POOR).plain()
    made["opening_others"] = SuecaScene(POOR, you=2).plain()
    made["laid_down"] = SuecaScene(POOR, you=2).do("0 lay_down").plain(hold_ms=5000)
    made["laid_down_mine"] = SuecaScene(POOR).do("0 lay_down").plain(hold_ms=5000)
    made["laid_down_watched"] = SuecaScene(POOR, you=None).do("0 lay_down").plain(hold_ms=5000)
    made["points_shown"] = picture(show_running_points=True).do(*first, "0 play 3s").plain()
    made["carry"] = SuecaScene(TEN, carry=2, score=(0, 0), sheet=(DEALS[1], DEALS[1])).plain()
    made["hand_over"] = picture(score=(0, 0)).out().plain(hold_ms=9000)
    made["hand_drawn"] = drawn().plain(hold_ms=9000)
    made["bandeirada"] = ended(SuecaScene(STRONG, dealer=0, sheet=DEALS).out(), (None, True, True, True))
    made["match_lost"] = ended(
        SuecaScene(STRONG, dealer=0, you=1, sheet=DEALS).out(), (True, None, False, True), hold_ms=40_000
    )
    made["spectator"] = picture(you=None).do(*led).plain()
    made["away"] = changed(
        picture().do(*led[:1]).plain(),
        lambda plain: plain["room"]["seats"][1].update(connected=False, away_ms=18_000),
    )
    made["robot_holds"] = changed(
        picture().do(*led).plain(), lambda plain: plain["room"]["seats"][0].update(robot=True)
    )
    return made


def write(name: str, data: dict[str, Any]) -> None:
    """One line of JSON, as small as it goes."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    (FOLDER / name).write_text(f"{text}\n", encoding="utf-8")


def main() -> None:
    """Write the files."""
    write(
        "fixtures.json",
        {
            "scenes": scenes(),
            "matches": {
                "paulista": whole("truco_paulista", 4, 0, 5),
                "mineiro": whole("truco_mineiro", 4, 0, 6, games_to_win=1),
                "two": whole("truco_mineiro", 2, 0, 7, games_to_win=1),
                "watcher": whole("truco_paulista", 4, None, 8),
            },
        },
    )
    write(
        "sueca.json",
        {
            "scenes": sueca_scenes(),
            "matches": {
                "sueca": whole("sueca", 4, 0, 5, max_hands=2),
                "sueca_watcher": whole("sueca", 4, None, 6, max_hands=1, show_running_points=True),
            },
        },
    )


if __name__ == "__main__":
    main()
