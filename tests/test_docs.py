"""The documents: they name what there is, agree with the panel of rules, and lead where they say."""

import ast
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from carteado import cases
from carteado.games import GAMES
from carteado.games.game import Option

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "carteado"
WORDS = ROOT / "web" / "src" / "lib" / "i18n"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LANGUAGES = {"Pt": "pt", "En": "en"}
CLAUSE = re.compile(r"\b[RQA]\d+\b")
# What only the table says of a move stands in the rules of a game too.
OF_THE_TABLE = {"stale_decision"}


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def rules(game: str) -> str:
    return read(ROOT / "docs" / "rules" / f"{game}.md")


def section(text: str, number: int) -> str:
    found = re.search(rf"^## {number}\. .*?(?=^## |\Z)", text, re.M | re.S)
    assert found, f"section {number} is missing"
    return found[0]


def clauses(text: str) -> list[str]:
    """The clauses that a document tells, each opening an item of a list."""
    return re.findall(r"^- \*\*([RQA]\d+)\*\* ", text, re.M)


def catalogue(file: str, language: str) -> dict[str, str]:
    """Keys of a file of the message catalogue in one language, with the text of their line or lines."""
    block = re.search(rf"^export const {language}\b.*?^}}", read(WORDS / file), re.M | re.S)
    assert block, f"{file} has no {language}"
    keys = re.findall(r"^  '([^']+)':\s*(.+?)(?=^  '|^\s*//|\Z)", block[0], re.M | re.S)
    return dict(keys)


def files_of_games() -> list[str]:
    """The files of the catalogue in which games other than truco have all their words."""
    return [f"{game}.ts" for game in GAMES if (WORDS / f"{game}.ts").exists()]


def panel(game: str, language: str) -> str:
    """The text of a game's panel of rules."""
    file, name = "rules.ts", game.removeprefix("truco_") + language
    if (WORDS / f"{game}.rules.ts").exists():
        file, name = f"{game}.rules.ts", f"rules{language}"
    block = re.search(rf"^(?:export )?const {name}\b.*?^\];", read(WORDS / file), re.M | re.S)
    assert block, f"{file} has no {name}"
    return block[0]


# ------------------------------------------------------------------------------------------------- the rules


@pytest.mark.parametrize("game", GAMES)
def test_rules_tell_every_clause_once_and_in_order(game: str) -> None:
    facts, open_points = clauses(section(rules(game), 5)), clauses(section(rules(game), 6))
    assert facts == [f"R{number}" for number in range(1, len(facts) + 1)]
    letter = open_points[0][0]  # Q in most rulebooks, A in some
    assert open_points == [f"{letter}{number}" for number in range(1, len(open_points) + 1)]
    assert clauses(rules(game)) == facts + open_points
    assert len(facts) > 30
    assert len(open_points) > 20


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_panel_tells_the_same_clauses(game: str, language: str) -> None:
    assert set(CLAUSE.findall(panel(game, language))) == set(clauses(rules(game)))


@pytest.mark.parametrize("game", GAMES)
def test_rules_name_no_clause_that_they_do_not_tell(game: str) -> None:
    assert set(CLAUSE.findall(rules(game))) <= set(clauses(rules(game)))


def test_clauses_in_the_source_are_told() -> None:
    letters = {"P": "truco_paulista", "M": "truco_mineiro"}
    told = {letter: set(clauses(rules(game))) for letter, game in letters.items()}
    met = 0
    for path in sorted((SOURCE / "games").glob("truco*.py")):
        for letter, clause in re.findall(r"\b([PM]):([RQ]\d+)\b", read(path)):
            assert clause in told[letter], f"{path.name}: {letter}:{clause}"
            met += 1
        for clause in re.findall(r"(?<![:\w])[RQ]\d+\b", read(path)):
            assert any(clause in each for each in told.values()), f"{path.name}: {clause}"
    assert met > 50


@pytest.mark.parametrize("game", [game for game in GAMES if not game.startswith("truco")])
def test_clauses_in_the_source_of_a_game_are_told(game: str) -> None:
    told = set(clauses(rules(game)))
    met: set[str] = set()
    for path in sorted((SOURCE / "games").glob(f"{game}*.py")):
        met |= set(CLAUSE.findall(read(path)))
    assert met <= told
    assert len(met) > 30


@pytest.mark.parametrize("game", GAMES)
def test_clauses_in_the_worked_cases_are_told(game: str) -> None:
    covered = {
        clause for case in cases.load(ROOT / "tests" / "cases" / f"{game}.yaml") for clause in case.covers
    }
    assert len(covered) > 40
    assert covered <= set(clauses(rules(game)))


OPTIONS = [
    pytest.param(game, each, id=f"{game}-{each.name}") for game in GAMES for each in GAMES[game].options
]


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_an_option_is_described_where_its_clause_stands(game: str, option: Option) -> None:
    if not option.clause:
        described = section(rules(game), 4)
    else:
        found = re.search(
            rf"^- \*\*{option.clause}\*\* .*?(?=^- |^#|\Z)", section(rules(game), 6), re.M | re.S
        )
        assert found, f"{option.clause} is missing"
        described = found[0]
    assert f"`{option.name}`" in described
    for value in option.values:
        written = str(value).lower() if isinstance(value, bool) else str(value)
        assert re.search(rf"(?<![\w-]){re.escape(written)}(?![\w-])", described), f"{option.name}={written}"
    if option.clause:
        default = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
        after = described[described.index(f"`{option.name}`") + len(option.name) + 2 :]
        values = re.search(r"`([^`]+)`", after)
        assert values, option.name
        assert values[1] == default, "the default stands first"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_an_option_stands_in_the_panel_with_words_for_each_value(
    game: str, option: Option, language: str
) -> None:
    assert f"option: '{option.name}'" in panel(game, language)
    words = catalogue("options.ts", LANGUAGES[language])
    if f"{game}.ts" in files_of_games():
        words |= catalogue(f"{game}.ts", LANGUAGES[language])
    assert {f"option.{option.name}", f"option.{option.name}.help"} <= set(words)
    for value in option.values:
        written = str(value).lower() if isinstance(value, bool) else str(value)
        own = f"option.{option.name}.{written}"
        assert own in words or (isinstance(value, bool) and f"option.value.{written}" in words), own


@pytest.mark.parametrize("game", GAMES)
def test_presets_are_described(game: str) -> None:
    first = section(rules(game), 1)
    for name, options in GAMES[game].presets.items():
        assert f"`{name}`" in first
        for value in options.values():
            assert f"`{value}`" in first


# ---------------------------------------------------------------------------------------------- the refusals


def refusals(folder: Path, names: str = "*.py") -> Iterator[str]:
    """The codes with which the modules of a folder refuse, by their source."""
    for path in sorted(folder.glob(names)):
        for node in ast.walk(ast.parse(read(path))):
            match node:
                case ast.Call(func=ast.Name(id="Refusal"), args=[ast.Constant(value=str(code)), *_]):
                    yield code
                case ast.Call(func=ast.Name(id="RefusedAnswer"), args=[_, ast.Constant(value=str(code)), *_]):
                    yield code
                case ast.Call(func=ast.Name(id="Refused"), keywords=[*keywords]):
                    for each in keywords:
                        if each.arg == "code" and isinstance(each.value, ast.Constant):
                            yield str(each.value.value)
                case ast.Return(value=ast.Tuple(elts=[ast.Constant(value=str(code)), ast.Dict()])):
                    yield code


CODES = {name: sorted(set(refusals(SOURCE / name))) for name in ("games", "room", "web")}


def test_codes_are_found() -> None:
    assert {"not_your_turn", "raise_useless", "stale_decision"} <= set(CODES["games"])
    assert {"options_locked", "frozen", "room_full"} <= set(CODES["room"])
    assert {"malformed", "too_fast"} <= set(CODES["web"])


@pytest.mark.parametrize("language", LANGUAGES.values())
@pytest.mark.parametrize("code", sorted({code for codes in CODES.values() for code in codes}))
def test_a_refusal_has_words(code: str, language: str) -> None:
    words = {**catalogue("refusals.ts", language), **catalogue("truco.ts", language)}
    for file in files_of_games():
        words |= catalogue(file, language)
    assert f"refusal.{code}" in words


def listed_refusals(game: str) -> list[str]:
    rows = re.findall(r"^\| (`[^|]+) \|", section(rules(game), 10), re.M)
    return [code for row in rows for code in re.findall(r"`(\w+)`", row)]


@pytest.mark.parametrize("game", [game for game in GAMES if not game.startswith("truco")])
def test_rules_list_the_refusals_of_a_game(game: str) -> None:
    codes = set(refusals(SOURCE / "games", f"{game}*.py"))
    assert sorted(listed_refusals(game)) == sorted(codes | OF_THE_TABLE)


def test_rules_list_the_refusals_of_the_games() -> None:
    listed = listed_refusals("truco_paulista")
    codes = set(refusals(SOURCE / "games", "truco*.py"))
    assert sorted(listed) == sorted(codes | OF_THE_TABLE)
    for code in re.findall(r"`(\w+)`", section(rules("truco_mineiro"), 10)):
        assert code in listed or code in {"reraise"}, code


# ------------------------------------------------------------------------------------------------- the links

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)|(?:src|href)=\"([^\"]+)\"")


def prose(text: str) -> str:
    """A document without its blocks of code."""
    return re.sub(r"^(`{3,}).*?^\1", "", text, flags=re.M | re.S)


def anchors(text: str) -> set[str]:
    """The names that GitHub gives to headings."""
    names: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", prose(text), re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "").lower()
        kept = (each for each in plain if each in " -_" or unicodedata.category(each)[0] in "LN")
        name = "".join(kept).replace(" ", "-")
        names.add(name if name not in names else f"{name}-1")
    return names


def test_there_are_documents() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in DOCUMENTS}
    wanted = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "docs/adding-a-game.md"}
    assert wanted <= names


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    for link in (one or other for one, other in LINK.findall(prose(read(path)))):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = unquote(link).partition("#")
        target = path if not name else (path.parent / name).resolve()
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        if anchor:
            assert anchor in anchors(read(target)), link


# -------------------------------------------------------------------------------------- quotations of the toy

TOY = ROOT / "tests" / "conformance" / "toy.py"


def test_the_guide_quotes_the_toy_as_it_is() -> None:
    guide = read(ROOT / "docs" / "adding-a-game.md")
    source = [line.strip() for line in read(TOY).splitlines()]
    blocks = re.findall(r"^```python\n# toy\.py\n(.*?)^```", guide, re.M | re.S)
    assert len(blocks) >= 4
    for block in blocks:
        for part in re.split(r"^\s*\.\.\.\n", block, flags=re.M):
            lines = [line.strip() for line in part.strip("\n").splitlines()]
            at = range(len(source) - len(lines) + 1)
            assert any(source[i : i + len(lines)] == lines for i in at), part
