"""The command line: what each command prints, its exit codes, and that mistakes are told plainly."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from carteado import cli, record
from carteado.games import GAMES
from carteado.games.game import moves_of

CASES = Path(__file__).parent / "cases"
runner = CliRunner()


def call(*args: str | Path, input: str | None = None) -> Result:
    result = runner.invoke(cli.app, [str(each) for each in args], input=input)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """A whole record."""
    assert call("simulate", "truco_mineiro", "-n", "1", "--record", tmp_path).exit_code == 0
    (file,) = tmp_path.iterdir()
    return file


def test_help_names_every_command() -> None:
    result = call("--help")
    assert result.exit_code == 0
    for command in ("serve", "games", "check", "replay", "simulate", "play", "bench"):
        assert re.search(rf"\b{command}\b", result.output)


def test_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", call("--version").output)


def test_help_is_quick_because_nothing_of_the_house_is_loaded() -> None:
    program = (
        "import sys, carteado.cli; print(*[name for name in sys.modules if name.startswith('carteado.')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["carteado.cli"]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["dance"], "No such command"),
        (["check"], "Usage"),
        (["simulate", "chess"], "there is no game 'chess'; there are truco_paulista, truco_mineiro"),
        (["simulate", "truco_paulista", "--bots", "casual,hal"], "there is no robot 'hal'"),
        (["simulate", "truco_paulista", "--seats", "3"], "played by 4 or 2, not by 3"),
        (["simulate", "truco_paulista", "--bots", "random,random,random", "--seats", "2"], "3 robots for 2"),
        (["simulate", "truco_paulista", "-o", "jokers=1"], "has no option 'jokers'"),
        (["simulate", "truco_paulista", "-o", "iron=dark"], "iron takes blind, open, not 'dark'"),
        (["simulate", "truco_paulista", "-o", "iron"], "iron takes blind, open"),
        (["simulate", "truco_paulista", "--seed", "../x"], "may not hold a slash"),
        (["simulate", "truco_paulista", "-n", "0"], "greater than or equal to 1"),
        (["play", "chess"], "there is no game"),
        (["play", "truco_paulista", "--bot", "hal"], "there is no robot"),
        (["play", "truco_paulista", "--lang", "fr"], "'fr' is not one of"),
    ],
)
def test_a_wrong_call_is_told_plainly_and_ends_with_two(args: list[str], says: str) -> None:
    result = call(*args)
    assert result.exit_code == 2
    assert says in re.sub(r"\s*│?\n│?\s*", " ", result.stderr + result.stdout)
    assert "Traceback" not in result.output


# ---------------------------------------------------------------------------------------------------- games


def test_games_lists_the_catalogue() -> None:
    result = call("games")
    assert result.exit_code == 0
    for game in GAMES.values():
        assert game.id in result.output
        assert game.name in result.output
    assert "rules: " in result.output


def test_games_as_json() -> None:
    found = json.loads(call("games", "--json").output)
    assert [game["id"] for game in found["games"]] == list(GAMES)
    for game in found["games"]:
        assert game["options"] == [option.plain() for option in GAMES[game["id"]].options] or json.dumps(
            game["options"]
        ) == json.dumps([option.plain() for option in GAMES[game["id"]].options])
        assert game["seats"] == list(GAMES[game["id"]].seats)
        assert game["presets"] == GAMES[game["id"]].presets
    assert isinstance(found["rules"]["compiled"], bool)
    assert found["rules"]["compiled"] or found["rules"]["reason"]


# ---------------------------------------------------------------------------------------------------- check


def test_check_runs_the_worked_cases_of_both_games() -> None:
    result = call("check", CASES / "truco_paulista.yaml", CASES / "truco_mineiro.yaml")
    assert re.fullmatch(r"\d{3} passed, 0 failed", result.output.splitlines()[-1])
    assert result.exit_code == 0


def test_check_prints_what_was_expected_and_what_came(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(
        "game: truco_paulista\ncases:\n"
        "  - {id: GOOD, do: [0 raise 3], expect: {actors: [1, 3]}}\n"
        "  - {id: BAD, do: [0 raise 3], expect: {actors: [1]}}\n"
    )
    result = call("check", file)
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        f"FAILED {file}:4 BAD: actors",
        "    expected [1]",
        "    got      [1, 3]",
        "1 passed, 1 failed",
    ]


def test_check_goes_on_behind_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("cases: [")
    result = call("check", tmp_path / "none.yaml", broken, CASES / "truco_paulista.yaml")
    assert result.exit_code == 1
    assert "none.yaml: cannot be read" in result.output
    assert "broken.yaml:1" in result.output
    assert re.fullmatch(r"\d{3} passed, 2 failed", result.output.splitlines()[-1])


# ------------------------------------------------------------------------------------------------- simulate


def test_check_says_of_what_is_nested_without_end_that_it_is_nested_too_deep(tmp_path: Path) -> None:
    deep = tmp_path / "deep.yaml"
    for text in ("[" * 5000 + "]" * 5000, "- " * 3000 + "a", "cases: &a [*a]"):
        deep.write_text(text)
        result = call("check", deep)
        assert result.exit_code == 1
        assert result.output.startswith(f"FAILED {deep}:"), result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)


def test_replay_says_of_a_record_that_is_nested_without_end_what_it_is(tmp_path: Path) -> None:
    deep = tmp_path / "deep.jsonl"
    deep.write_text('{"line": "carteado", "version": ' + "[" * 5000 + "]" * 5000 + "}\n")
    result = call("replay", deep)
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit)


@pytest.mark.parametrize("args", [["simulate", "truco_paulista"], ["play", "truco_paulista"]])
def test_a_seed_that_is_no_text_is_told_plainly(args: list[str]) -> None:
    result = call(*args, "--seed", "a\udcff")
    assert result.exit_code == 2
    assert "a seed must be text" in result.output


def test_simulate_as_json_is_the_same_for_the_same_seed() -> None:
    args = ("simulate", "truco_paulista", "-n", "6", "--seed", "x", "-o", "max_hands=4", "--json")
    one, other = (json.loads(call(*args).output) for _ in range(2))
    for each in (one, other):
        assert each.pop("cpu_seconds") > 0
        assert each.pop("moves_per_cpu_second") > 0
    assert one == other
    assert one["options"]["max_hands"] == 4
    assert one["matches"] == 6
    assert [bot["name"] for bot in one["bots"]] == ["casual", "random"]


def test_simulate_tells_results_and_writes_records(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    result = call("simulate", "truco_mineiro", "-n", "3", "--seats", "2", "--record", folder)
    assert result.exit_code == 0
    assert re.search(r"casual +3 +[0-3] ", result.output)
    assert "3 matches" in result.output
    assert "moves per CPU second" in result.output
    assert len(list(folder.iterdir())) == 3
    for file in folder.iterdir():
        record.check(record.load(file), GAMES["truco_mineiro"])


def test_simulate_cannot_write_into_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = call("simulate", "truco_paulista", "-n", "1", "--record", tmp_path / "file")
    assert result.exit_code == 1
    assert "File exists" in result.output


# --------------------------------------------------------------------------------------------------- replay


def test_replay_tells_all_steps(paper: Path) -> None:
    result = call("replay", paper)
    assert result.exit_code == 0
    steps = len(record.load(paper).steps)
    assert f"{steps} steps" in result.output
    assert result.output.splitlines()[-1].split(maxsplit=1)[0] == str(steps)
    assert "Fim da partida" in result.output
    assert "End of the match" in call("replay", paper, "--lang", "en").output


def test_replay_shows_any_moment_with_any_eyes(paper: Path) -> None:
    loaded = record.load(paper)
    game = GAMES["truco_mineiro"]
    for eyes in ("public", "0", "3"):
        result = call("replay", paper, "--at", "3", "--as", eyes)
        assert result.exit_code == 0
        view = record.view_at(loaded, game, 3, None if eyes == "public" else int(eyes))
        assert ("Suas cartas" in result.output) == (eyes != "public")
        for card in view["table"]["cards"]:
            assert card["card"][0].replace("T", "10") in result.output
    assert call("replay", paper, "--at", "0").exit_code == 0


def test_replay_never_shows_a_seat_what_it_may_not_see(paper: Path) -> None:
    loaded = record.load(paper)
    game = GAMES["truco_mineiro"]
    hidden = record.match_at(loaded, game, 2).places()
    mine = [card["card"] for card in record.view_at(loaded, game, 2, 1)["table"]["cards"]]
    shown = call("replay", paper, "--at", "2", "--as", "1").output
    signs = dict(zip("cdhs", "♣♦♥♠", strict=True))
    from carteado.cards import texts

    for place, held in hidden.items():
        for card in texts(held):
            sign = card[0].replace("T", "10") + signs[card[1]]
            assert (sign in shown) == (card in mine), (place, card)


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (["--at", "9999"], 2, "has steps 0 to"),
        (["--at", "-1"], 2, "has steps 0 to"),
        (["--as", "4"], 2, "a seat from 0 to 3"),
        (["--as", "me"], 2, "a seat from 0 to 3"),
        (["--at", "2", "--as", "-1"], 2, "a seat from 0 to 3"),
    ],
)
def test_replay_of_a_moment_that_is_not_there(paper: Path, args: list[str], code: int, says: str) -> None:
    result = call("replay", paper, *args)
    assert result.exit_code == code
    assert says in result.output


def test_replay_of_a_viewers_record(paper: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.carteado.jsonl"
    with own.open("wb") as out:
        record.for_eyes(record.load(paper), GAMES["truco_mineiro"], 1, out)
    assert "Suas cartas" in call("replay", own, "--at", "2").output
    assert call("replay", own).exit_code == 0
    assert call("replay", own, "--as", "1").exit_code == 0
    refused = call("replay", own, "--as", "0")
    assert refused.exit_code == 2
    assert "for the eyes of 1 only" in refused.output


def test_replay_tells_the_line_of_a_damaged_record(paper: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(paper.read_bytes()[:-30])
    result = call("replay", cut)
    assert result.exit_code == 1
    assert re.search(r"cut\.jsonl: line \d+: .*truncated", result.output)
    missing = call("replay", tmp_path / "none")
    assert missing.exit_code == 1
    assert "No such file" in missing.output


# ----------------------------------------------------------------------------------------------------- play


def test_play_to_the_end_by_numbers() -> None:
    result = call("play", "truco_mineiro", "--seed", "1", "-o", "max_hands=2", input="1\n" * 100)
    assert result.exit_code == 0
    assert "Suas cartas" in result.output
    assert "Fim da partida" in result.output


def test_play_sueca_to_the_end_and_replay_it(tmp_path: Path) -> None:
    result = call("play", "sueca", "--seed", "3", "-o", "max_hands=2", input="1\n" * 100)
    assert result.exit_code == 0
    for words in ("Trunfo", "Na mesa", "Última rodada", "Rodada de", "em pontos", "Fim da partida"):
        assert words in result.output
    assert call("simulate", "sueca", "-n", "2", "--seed", "4", "--record", tmp_path).exit_code == 0
    for file in tmp_path.iterdir():
        record.check(record.load(file), GAMES["sueca"])
        told = call("replay", file, "--lang", "en")
        assert told.exit_code == 0
        assert "Deal 1. Trump: " in told.output
        assert "End of the match. Won by: pair " in told.output
        moment = call("replay", file, "--at", "30", "--as", "2")
        assert "Suas cartas" in moment.output
        assert "Suas cartas" not in call("replay", file, "--at", "30").output


def test_play_cacheta_to_the_end_and_replay_it(tmp_path: Path) -> None:
    result = call("play", "cacheta", "--seed", "3", "-o", "max_hands=1", input="1\n" * 400)
    assert result.exit_code == 0
    for words in ("Coringas", "Lixeira", "maço", "compra do maço", "descarta", "bate com", "Fim da partida"):
        assert words in result.output
    assert call("simulate", "cacheta", "-n", "1", "--seed", "4", "--record", tmp_path).exit_code == 0
    for file in tmp_path.iterdir():
        record.check(record.load(file), GAMES["cacheta"])
        told = call("replay", file, "--lang", "en")
        assert told.exit_code == 0
        assert "Hand 1. Vira " in told.output
        assert "End of the match. Won by: seat " in told.output
        assert "Suas cartas" in call("replay", file, "--at", "30", "--as", "2").output
        assert "Suas cartas" not in call("replay", file, "--at", "30").output


def test_cacheta_says_what_seldom_happens() -> None:
    """A jump in vain, a pile shuffled, a hand that is void, who falls: from the worked cases."""
    from carteado import cases, terminal

    said: list[str] = []
    for case in cases.load(CASES / "cacheta.yaml"):
        if case.id not in ("E5", "E9", "F1", "F15", "F18", "F28b"):
            continue
        actions = [action for stage in case.stages for action in stage.actions]
        plays = [(each.seat, each.move) for each in actions if isinstance(each, cases.Say) and each.move]
        given = {"options": case.options, **case.given}
        match = case.game.from_position(case.game.complete(given, plays))
        speaker = terminal.speaker(case.game, "en", 1)
        for action in actions:
            if isinstance(action, cases.Deal):
                said += map(str, speaker.events(match.deal(case.game.arrange(match, action.given, []))))
            elif isinstance(action, cases.Say) and action.move is not None:
                said.append(str(speaker.move(action.move, match.view(action.seat).for_person())))
                said += map(str, speaker.events(match.apply(action.seat, action.move)))
            said.append(str(speaker.table(match.view(1).for_person()).renderable))
    text = "\n".join(said)
    assert "Seat 2: not out, burned." in text
    assert "Burned: seat 2" in text
    assert "You: not out with this card." in text
    assert "you, seat 2, seat 3: who jumps the queue? 6♥" in text.replace("You, seat", "you, seat")
    assert "The discards are shuffled: 66 cards in the stock." in text
    assert "The stock is empty for good: nobody loses points." in text
    assert "Out: seat 0, you." in text
    assert "The other hands are shown." in text
    assert "Seat 0: out with 9\n     Q♠  K♠  A♠\n     3♥  4♥  5♥\n     7♣  7♦  7♥\ndiscard:  2♦" in text


def test_sueca_says_what_seldom_happens() -> None:
    """A hand laid down and dealt again, a draw, a sweep: from the worked cases, to every viewer."""
    from carteado import cases, terminal

    said: list[str] = []
    for case in cases.load(CASES / "sueca.yaml"):
        if case.id not in ("S54", "S39", "S37"):
            continue
        actions = [action for stage in case.stages for action in stage.actions]
        plays = [(each.seat, each.move) for each in actions if isinstance(each, cases.Say) and each.move]
        given = {"options": case.options, **case.given}
        match = case.game.from_position(case.game.complete(given, plays[:4]))
        speaker = terminal.speaker(case.game, "en", 1)
        for action in actions:
            if isinstance(action, cases.Deal):
                said += map(str, speaker.events(match.deal(case.game.arrange(match, action.given, []))))
            elif isinstance(action, cases.Say) and action.move is not None:
                said += map(str, speaker.events(match.apply(action.seat, action.move)))
            said.append(str(speaker.table(match.view(1).for_person()).renderable))
    text = "\n".join(said)
    assert "Seat 0: I lay my hand down, 10 points." in text
    assert "Laid down, with 10 points: seat 0" in text
    assert "Dealt again. Trump: spades. To lead: seat 0." in text
    assert "A draw, 60 to 60. Carried: 1." in text
    assert "All ten tricks for them! Score: 3 × 4." in text


def test_play_mau_mau_to_the_end_and_replay_it(tmp_path: Path) -> None:
    result = call("play", "mau_mau", "--seed", "4", input="1\n" * 300)
    assert result.exit_code == 0
    for words in ("Suas cartas", "Na mesa", "vale como descarte", "Acabou a mão", "Fim da partida"):
        assert words in result.output
    assert call("simulate", "mau_mau", "-n", "2", "--seed", "4", "--record", tmp_path).exit_code == 0
    for file in tmp_path.iterdir():
        record.check(record.load(file), GAMES["mau_mau"])
        told = call("replay", file, "--lang", "en")
        assert told.exit_code == 0
        assert "The hand is over. Fewest points: " in told.output
        assert "Drawn: " not in told.output  # nobody's cards are told to a watcher
        moment = call("replay", file, "--at", "20", "--as", "2")
        assert "Suas cartas" in moment.output
        assert "Suas cartas" not in call("replay", file, "--at", "20").output


def test_mau_mau_says_what_seldom_happens() -> None:
    """Every kind of event and move has its words, in both languages, for a player and for a watcher."""
    from carteado import cases, terminal

    said: dict[str, list[str]] = {"pt": [], "en": []}
    for case in cases.load(CASES / "mau_mau.yaml"):
        actions = [action for stage in case.stages for action in stage.actions]
        plays = [(each.seat, each.move) for each in actions if isinstance(each, cases.Say) and each.move]
        given = {"options": case.options, "seats": case.seats, **case.given}
        match = case.game.from_position(case.game.complete(given, plays))
        for action in actions:
            events = []
            if isinstance(action, cases.Deal):
                events = match.deal(case.game.arrange(match, action.given, []))
            elif isinstance(action, cases.Say) and action.move is not None:
                if match.check(action.seat, action.move) is not None:
                    continue
                events = match.apply(action.seat, action.move)
            for language in ("pt", "en"):
                for seat in (1, None):
                    speaker = terminal.speaker(case.game, language, seat)
                    said[language] += map(str, speaker.events(events))
                    said[language].append(str(speaker.table(match.view(seat).for_person()).renderable))
                    for other in range(case.seats):
                        view = match.view(other).for_person()
                        said[language] += [str(speaker.move(move, view)) for move in moves_of(match, other)]
    text = "\n".join(said["en"])
    for words in (
        "Seat 0: J♣, and asks for spades.",
        "discard J♣ and ask for spades",
        "You: draws 2 for the sevens. Drawn: 2♠ 2♦.",
        "Seat 3: draws 1 for the nine.",
        "Seat 3: I accuse seat 0, who did not speak!",
        "Seat 2: I accuse... but there is nobody to accuse.",
        "Seat 0: MAU-MAU? That is wrong.",
        "Seat 0: pays with 5 cards.",
        "The stock is empty, 1 to be drawn by you.",
        "2 cards of the pile are shuffled into the stock.",
        "You: I do not hit back, I owe 2.",
        "Seat 0: left the game.",
        "Gone: you.",
        "On the table: J♣ (by seat 0), spades was asked for",
        "Sevens: 2 cards to draw, unless you hit back.",
    ):
        assert words in text, words


def test_play_in_english_with_two_seats_by_text() -> None:
    lines = "what\n99\n?\nplay 9z\nplay 4c\nrun\naccept\nq\n"
    result = call("play", "truco_paulista", "--seats", "2", "--seed", "2", "--lang", "en", input=lines)
    assert result.exit_code == 0
    assert "Your cards" in result.output
    assert "I do not understand 'what'" in result.output
    assert "I do not understand '99'" in result.output
    assert "Not possible: " in result.output


def test_play_says_when_the_input_ends_before_the_match() -> None:
    result = call("play", "truco_paulista", "--seed", "1", input="1\n")
    assert result.exit_code == 1
    assert "A entrada acabou" in result.output


def test_play_asks_again_before_a_move_that_loses_the_game() -> None:
    # seed and hands do not matter: the first raise in a special hand is grave
    from carteado import terminal

    game = GAMES["truco_paulista"]
    match = game.from_position(game.complete({"score": [11, 4], "vira": "6c"}, []))
    said: list[str] = []
    answers: Iterator[str] = iter(["play_hand", "raise 6", "raise 6"])
    from rich.console import Console

    with open(os.devnull, "w", encoding="utf-8") as sink:
        console = Console(file=sink)

        def print_line(*lines: object, **_options: object) -> None:
            said.extend(str(each) for each in lines)

        console.print = print_line  # type: ignore[method-assign]  # to see what is said
        table = terminal.Table(
            game,
            match,
            "casual",
            "1",
            terminal.speaker(game, "en", 0),
            console,
            lambda _prompt: next(answers),
        )
        table.play()
    assert "That loses the game. Write it again to confirm." in said
    result = match.result()
    assert result is not None
    assert result.winners == (1, 3)
    assert result.reason == "truco_in_special"


# ------------------------------------------------------------------------------------------ as a process


def run(*args: str, input: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "carteado", *args], input=input, capture_output=True, text=True, check=False
    )


def test_play_through_a_pipe() -> None:
    done = run("play", "truco_paulista", "--seed", "1", "-o", "max_hands=1", input="1\n" * 60)
    assert done.returncode == 0, done.stderr
    assert "Fim da partida" in done.stdout
    assert "\x1b[" not in done.stdout  # no colours where nobody sees them


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "carteado", "games", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        assert b"Traceback" not in started.stderr.read()


def test_ctrl_c_ends_cleanly(tmp_path: Path) -> None:
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "carteado",
            "simulate",
            "truco_paulista",
            "-n",
            "1000000",
            "--record",
            tmp_path,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # tests run in the background are begun with the signal ignored, which a child inherits
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no thread runs here
    ) as started:
        try:
            while not list(tmp_path.iterdir()):
                assert started.poll() is None
            started.send_signal(signal.SIGINT)
            out, err = started.communicate(timeout=30)
        finally:
            started.kill()
    assert started.returncode == 130
    assert b"Traceback" not in out + err


def test_bench_is_there_in_a_clone() -> None:
    done = run("bench", "engine", "--help")
    assert done.returncode == 0
    assert "Moves per CPU second" in done.stdout
