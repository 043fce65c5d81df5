"""The build: when the front end is stale, and that the rules compile and say so."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hatch_build
from carteado import buildinfo

PROGRAM = """
import importlib, json, sys
sys.path.insert(0, sys.argv[1])
out = {name: importlib.import_module(name).__file__ for name in json.loads(sys.argv[2])}
from carteado import buildinfo
print(json.dumps([out, buildinfo.compiled(), buildinfo.reason()]))
"""


def look(folder: Path) -> tuple[dict[str, str], bool, str]:
    """Where each module of the rules comes from with ``folder`` first on the path; what buildinfo says."""
    names = [
        ".".join(path.relative_to(hatch_build.PACKAGE.parent).with_suffix("").parts)
        for path in hatch_build.rule_files()
    ]
    done = subprocess.run(
        [sys.executable, "-I", "-c", PROGRAM, str(folder), json.dumps(names)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    files, compiled, reason = json.loads(done.stdout)
    return files, compiled, reason


def small_package(folder: Path, rules: str) -> Path:
    """A package as small as can be with the same shape as ours."""
    package = folder / "carteado"
    (package / "games").mkdir(parents=True)
    (package / "static").mkdir()
    (package / "static" / "index.html").touch()
    for name in ("__init__.py", "games/__init__.py"):
        (package / name).touch()
    shutil.copy(hatch_build.PACKAGE / "buildinfo.py", package)
    (package / "cards.py").write_text("def rank(card: int) -> int:\n    return card // 4\n")
    (package / "games" / "game.py").write_text(rules)
    return package


def test_every_module_of_the_rules_is_compiled(compiled_rules: Path) -> None:
    files, compiled, reason = look(compiled_rules)
    assert "carteado.games.game" in files
    for name, file in files.items():
        assert Path(file).is_relative_to(compiled_rules), name
        assert Path(file).suffix != ".py", name
    assert (compiled, reason) == (True, "")


def test_no_extension_module_lands_in_the_sources(compiled_rules: Path) -> None:
    assert compiled_rules.is_dir()
    assert hatch_build.native(hatch_build.PACKAGE) == []


def test_this_checkout_is_plain_and_says_why() -> None:
    assert not buildinfo.compiled()
    assert buildinfo.reason() == "editable install"


@pytest.mark.parametrize(
    ("variable", "value", "reason"),
    [
        ("CC", "no-such-compiler", "no C compiler: no-such-compiler: "),
        ("CARTEADO_COMPILE", "0", "CARTEADO_COMPILE=0"),
    ],
)
def test_without_a_compiler_the_copy_is_plain_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, reason: str
) -> None:
    monkeypatch.setenv(variable, value)
    got = hatch_build.compile_rules(tmp_path / "out")
    assert got is not None
    assert got.startswith(reason)
    files, compiled, said = look(tmp_path / "out")
    assert {Path(file).suffix for file in files.values()} == {".py"}
    assert (compiled, said) == (False, got)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("def answer() -> int:\n    return 'truco'\n", "mypyc: "),
        ("assert not __file__.endswith('so')\n", "the compiled rules do not import: AssertionError"),
    ],
)
def test_rules_that_do_not_compile_ship_plain(tmp_path: Path, rules: str, reason: str) -> None:
    package = small_package(tmp_path / "src", rules)
    got = hatch_build.compile_rules(tmp_path / "out", package)
    assert got is not None
    assert got.startswith(reason)
    assert hatch_build.native(tmp_path / "out") == []
    assert hatch_build.native(tmp_path / "src") == []
    stamp = tmp_path / "out" / "carteado" / "_build.txt"
    assert stamp.read_text(encoding="utf-8") == f"{got}\n"
    assert not (tmp_path / "out" / "carteado" / "static").exists()


def test_the_front_end_is_stale_exactly_when_its_sources_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    web, static = tmp_path / "web", tmp_path / "static"
    (web / "src").mkdir(parents=True)
    (web / "node_modules").mkdir()
    static.mkdir()
    (web / "package.json").write_text("{}")
    (web / "src" / "App.svelte").write_text("<p>1</p>")
    (static / "index.html").touch()
    for name, value in (("WEB", web), ("STATIC", static), ("STAMP", static / ".stamp")):
        monkeypatch.setattr(hatch_build, name, value)
    assert not hatch_build.fresh()
    hatch_build.STAMP.write_text(hatch_build.digest())
    assert hatch_build.fresh()
    (web / "node_modules" / "x.js").touch()
    (web / "test-results.json").touch()
    (web / "src" / "App.test.ts").touch()
    assert hatch_build.fresh()
    (web / "src" / "App.svelte").write_text("<p>2</p>")
    assert not hatch_build.fresh()
