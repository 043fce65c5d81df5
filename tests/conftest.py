"""What all tests share: how long Hypothesis looks, and the compiled copy of the rules."""

import contextlib
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Iterator
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

    It is built once for every state of the sources, by one process, and kept under build/ for the next run.
    A failed compile fails the tests that ask for it.
    """
    if not hatch_build.rule_files():
        pytest.fail("there are no rules to compile")
    state = hashlib.sha256(f"{sys.version} {version('mypy')} {version('setuptools')}".encode())
    for path in [Path(hatch_build.__file__), *sorted(hatch_build.PACKAGE.rglob("*.py"))]:
        state.update(str(path.relative_to(hatch_build.ROOT)).encode() + b"\0" + path.read_bytes())
    shelf = hatch_build.ROOT / "build" / "rules"
    shelf.mkdir(parents=True, exist_ok=True)
    place = shelf / state.hexdigest()[:16]
    with _alone(shelf / "lock"):
        if not place.is_dir():
            _sweep(shelf)
            fresh = shelf / f"{place.name}.{os.getpid()}"
            reason = hatch_build.compile_rules(fresh)
            if reason is not None:
                shutil.rmtree(fresh)
                pytest.fail(f"the rules do not compile: {reason}")
            fresh.rename(place)
    return place


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
