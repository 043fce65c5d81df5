"""The laws can fail: they catch each fault planted in the toy game, with plain and with compiled rules."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance import matches
from tests.conformance.faults import FAULTS, Fault
from tests.conformance.laws import Broken

ENOUGH = 60  # matches; the default run plays many more of each game


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_fault_is_caught(fault: Fault) -> None:
    with pytest.raises(Broken) as caught:
        matches.hold(fault.game, range(ENOUGH), only=fault.law)
    told = str(caught.value)
    assert told.startswith(f"law {fault.law}: "), told
    # what it takes to see it again
    assert re.search(r"in match \d+ of toy after \d+ steps", told)
    assert '"phase"' in told


def test_faults_differ() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) > 40
    assert {fault.law for fault in FAULTS} == {1, 2, 3, 4, 5, 6}


def test_faults_are_caught_with_compiled_rules(compiled_rules: Path) -> None:
    """The same file again, in a process that finds the compiled package first."""
    root = Path(__file__).parents[2]
    program = (
        "import sys, pytest, carteado.games.truco as rules\n"
        "assert not rules.__file__.endswith('.py'), rules.__file__\n"
        "sys.exit(pytest.main(sys.argv[1:]))\n"
    )
    tests = ["test_fault_is_caught", "test_laws_of_the_toy"]
    done = subprocess.run(
        [
            *(sys.executable, "-c", program, "-q", "-p", "no:cacheprovider", "-k", " or ".join(tests)),
            *(__file__, str(Path(__file__).with_name("test_laws.py"))),
        ],
        cwd=root,
        env={**os.environ, "PYTHONPATH": f"{compiled_rules}{os.pathsep}{root}", "CARTEADO_DEEP": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert f"{len(FAULTS) + 1} passed" in done.stdout
