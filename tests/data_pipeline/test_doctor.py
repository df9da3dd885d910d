"""The doctor: what is there, what is missing, and that it can say so on a bare machine."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from storybot.doctor import PACKAGES


def test_the_doctor_says_that_all_is_well() -> None:
    done = subprocess.run([sys.executable, "-m", "storybot.doctor", "--json"], capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert found["ok"]
    assert {check["what"] for check in found["checks"]} >= {*PACKAGES, "Python", "compiled kernels", "disk", "GPU"}
    assert found["settings"]["workers"] >= 1


@pytest.mark.parametrize("missing", [["torch"], ["numpy", "numba"], ["psutil"]], ids=" ".join)
def test_the_doctor_works_without_what_it_finds_missing(missing: list[str]) -> None:
    """A module that is None in sys.modules cannot be imported or found: as if it were not installed."""
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({missing})); from storybot.doctor import main; sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    problems = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("PROBLEM")]
    assert sorted(problems) == sorted(missing)
    assert "The course will not run yet" in done.stdout
