"""`make test` says how many tests were skipped and why, over several runs and under pytest-xdist."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

TESTS = """
import pytest

@pytest.mark.parametrize("n", range(3))
def test_skipped(n):
    pytest.skip("no reference corpus")

def test_run():
    pass

@pytest.mark.skipif(True, reason="Linux only")
def test_elsewhere():
    pass
"""


def test_skips_are_counted_by_reason(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    report = tmp_path / "build" / "skips.jsonl"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tools.skip_report", "--skip-report", str(report)]
    for workers in ([], ["-n", "2"]):
        subprocess.run([*command, *workers, "--rootdir", str(tmp_path), str(tmp_path)], cwd=ROOT, check=True)
    shown = subprocess.run(
        [sys.executable, "-m", "tools.skip_report", str(report)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert shown.stdout == "8 tests were skipped:\n  6 × no reference corpus\n  2 × Linux only\n"


def test_without_skips_it_says_so(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.skip_report", str(tmp_path / "absent.jsonl")]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown.stdout == "no test was skipped\n"
