"""What all tests share: how long Hypothesis looks, and the compiled copy of the rules."""

import contextlib
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import hatch_build

try:
    import fcntl
except ImportError:  # Windows: no two processes of pytest at once there
    fcntl = None  # type: ignore[assignment]

DEEP = os.environ.get("CARTEADO_DEEP") == "1"
"""Whether this run may take its time (`python3 dev test --deep`)."""

# Tests are never timed. The daily run repeats the same examples, so that a red run is red for everybody;
# the deep run looks for new ones.
settings.register_profile(
    "daily", max_examples=60, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "deep", max_examples=2000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("deep" if DEEP else "daily")


@pytest.fixture(scope="session")
def deep() -> bool:
    """Whether this run may take its time."""
    return DEEP


@pytest.fixture(scope="session")
def compiled_rules() -> Path:
    """A folder to put first on the sys.path of a subprocess: the package with its rules compiled.

    It is compiled once for every state of the rules, by one process, and kept under build/ for the next run.
    A failed compile fails the tests that ask for it.
    """
    if not hatch_build.rule_files():
        pytest.fail("there are no rules to compile")
    games = (hatch_build.PACKAGE / "games").rglob("*.py")
    rules = _state([Path(hatch_build.__file__), hatch_build.PACKAGE / "cards.py", *games])
    whole = _state([Path(hatch_build.__file__), *hatch_build.PACKAGE.rglob("*.py")])
    shelf = hatch_build.ROOT / "build" / "rules"
    shelf.mkdir(parents=True, exist_ok=True)
    with _alone(shelf / "lock"):
        _sweep(shelf)
        if not (shelf / rules).is_dir():
            with _fresh(shelf / rules) as out:
                reason = hatch_build.compile_rules(out)
                if reason is not None:
                    pytest.fail(f"the rules do not compile: {reason}")
        # the rest of the package changes more often than the rules do, and needs no compiler
        if not (shelf / whole).is_dir():
            with _fresh(shelf / whole) as out:
                hatch_build.copy_package(out)
                made = [*hatch_build.native(shelf / rules), shelf / rules / "carteado" / "_build.txt"]
                for path in made:
                    shutil.copy(path, out / path.relative_to(shelf / rules))
    return shelf / whole


def _state(paths: Iterable[Path]) -> str:
    """A name for the contents of these files, as this Python and these compilers make of them."""
    state = hashlib.sha256(f"{sys.version} {version('mypy')} {version('setuptools')}".encode())
    for path in sorted(paths):
        state.update(str(path.relative_to(hatch_build.ROOT)).encode() + b"\0" + path.read_bytes())
    return state.hexdigest()[:16]


@contextlib.contextmanager
def _fresh(place: Path) -> Iterator[Path]:
    """A folder to fill, which becomes ``place`` when it is full and vanishes when filling it failed."""
    out = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        yield out
        out.rename(place)
    finally:
        shutil.rmtree(out, ignore_errors=True)


def _sweep(shelf: Path) -> None:
    """Throw away what nobody has built in the last day."""
    for old in shelf.iterdir():
        if old.is_dir() and old.stat().st_mtime < time.time() - 86_400:
            shutil.rmtree(old, ignore_errors=True)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    with open(path, "w", encoding="utf-8") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
