"""The repository itself: locks without hosts, no traces of a machine, floors that hold."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import carteado

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
GAMES = [
    path
    for path in [ROOT / "src/carteado/cards.py", *sorted((ROOT / "src/carteado/games").rglob("*.py"))]
    if path.is_file()
]
TEXT = {
    "", ".cfg", ".css", ".html", ".in", ".js", ".json", ".jsonl", ".md", ".mjs", ".py", ".pyi", ".sh",
    ".svelte", ".svg", ".toml", ".ts", ".txt", ".webmanifest", ".yaml", ".yml",
}  # fmt: skip

# Put together here, so that this file does not hold what it looks for.
TRACES = {
    "a folder of one machine": re.compile(r"(?<![\w.])/(?:work|root|workspace)/" + r"|/home/(?!carteado)\w"),
    "a conflict left over": re.compile(r"^(?:<{7} |>{7} |={7}$)", re.MULTILINE),
    "a package index": re.compile(r"--(?:(?:extra-)?index" + "-url|find" + "-links|trusted" + "-host)"),
    "a key": re.compile("-----BEGIN [A-Z ]*PRIVATE" + " KEY-----"),
}
LOCK_LINE = re.compile(r"[a-z0-9-]+==\S+(?: ; .+)? \\|    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def files() -> list[Path]:
    """Every text file that is in the repository or about to be."""
    done = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = (ROOT / name for name in done.stdout.split("\0") if name)
    return [path for path in paths if path.suffix in TEXT and path.is_file() and not path.is_symlink()]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: str(path.name))
def test_locks_name_packages_and_hashes_and_no_host(lock: Path) -> None:
    for line in lock.read_text(encoding="utf-8").splitlines():
        assert re.fullmatch(r"[a-z0-9-]+==\S+(?: ; .+)? \\|    --hash=sha256:[0-9a-f]{64}(?: \\)?", line), (
            line
        )


def test_there_is_a_lock_for_each_use() -> None:
    assert [path.name for path in LOCKS] == ["bench.txt", "build.txt", "dev.txt"]
    assert not list(ROOT.glob("pylock*.toml"))
    assert not (ROOT / "uv.lock").exists()


@pytest.mark.parametrize("extra", ["build", "dev", "bench"])
def test_locks_hold_what_pyproject_asks_for(extra: str) -> None:
    project = PYPROJECT["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"][extra]]
    names = {re.split(r"[<>=;\[ ]", line)[0].lower().replace("_", "-") for line in asked} - {"carteado"}
    lock = (ROOT / "requirements" / f"{extra}.txt").read_text(encoding="utf-8")
    assert names <= set(re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE))


def test_the_lock_of_the_front_end_names_no_host() -> None:
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        assert "resolved" not in package, name
        rest = {key: value for key, value in package.items() if key != "funding"}
        assert "://" not in json.dumps(rest), name
    assert "omit-lockfile-registry-resolved=true" in (ROOT / "web/.npmrc").read_text().splitlines()


def test_the_front_end_asks_for_exact_versions() -> None:
    package = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    for name, version in {**package["dependencies"], **package["devDependencies"]}.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name


def test_the_version_is_said_once() -> None:
    package = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    assert carteado.__version__ == PYPROJECT["project"]["version"] == package["version"]


def test_no_file_tells_of_a_machine() -> None:
    found = []
    for path in files():
        name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        for what, trace in TRACES.items():
            found += [f"{name}: {what}: {hit.group()}" for hit in trace.finditer(text)]
    assert found == []


def test_nothing_built_is_in_the_repository() -> None:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    built = re.compile(r"\.(so|pyd|pyc|whl|sqlite3)$|^web/node_modules/|^src/carteado/static/|^dist/|^build/")
    assert [name for name in done.stdout.splitlines() if built.search(name)] == []


@pytest.mark.parametrize("name", ["dev", ".ci/run"])
def test_entries_can_be_run(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)


def test_the_entry_still_parses_with_old_pythons() -> None:
    # so that an old Python gets as far as looking for a newer one
    ast.parse((ROOT / "dev").read_text(encoding="utf-8"), feature_version=(3, 8))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.stem))
def test_rules_import_rules_cards_and_the_standard_library(path: Path) -> None:
    allowed = sys.stdlib_module_names | {"mypy_extensions"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                modules = [alias.name for alias in names]
            case ast.ImportFrom(module=module, level=level):
                assert level == 0, f"line {node.lineno}: a relative import"
                modules = [module or ""]
            case _:
                continue
        for module in modules:
            ours = re.fullmatch(r"carteado(\.cards|\.games(\..+)?)", module)
            assert ours or module.split(".")[0] in allowed, f"line {node.lineno}: {module}"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.stem))
def test_rules_shift_no_bare_one_where_machine_integers_are_used(path: Path) -> None:
    # mypyc computes `1 << n` with the width of an i64 and wraps without a word
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if names.isdisjoint({"i16", "i32", "i64", "u8"}):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            assert not isinstance(node.left, ast.Constant), f"line {node.lineno}"


def test_rules_of_style_that_are_off_say_why() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    block = text.split("[tool.ruff.lint]")[1].split("[tool.ruff.lint.pydocstyle]")[0]
    for line in block.splitlines():
        if re.match(r'\s+"[A-Z]+\d*",', line) or re.match(r'"\S+" = \["', line):
            assert " # " in line, line
