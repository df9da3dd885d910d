"""What `make test` did not test: the skipped tests of several pytest runs, counted by reason.

pytest -p tools.skip_report --skip-report _build/skips.jsonl ...    appends to the file, once a run
python -m tools.skip_report _build/skips.jsonl                      prints the number and the reasons
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--skip-report", metavar="FILE", help="append the skipped tests and their reasons to FILE")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Write the skips of this run. pytest-xdist's workers come here too; their controller has all reports."""
    if not config.getoption("--skip-report") or hasattr(config, "workerinput"):
        return
    path = Path(config.getoption("--skip-report"))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        for report in terminalreporter.stats.get("skipped", []):
            file.write(json.dumps({"test": report.nodeid, "reason": skip_reason(report.longrepr)}) + "\n")


def skip_reason(longrepr: object) -> str:
    """pytest gives (file, line, "Skipped: reason").

    >>> skip_reason(("test_peers.py", 7, "Skipped: no tiktoken"))
    'no tiktoken'
    """
    text = longrepr[2] if isinstance(longrepr, tuple) else longrepr
    return str(text).removeprefix("Skipped: ")


def summarize(lines: list[str]) -> str:
    """
    >>> print(summarize(['{"test": "a", "reason": "no tiktoken"}', '{"test": "b", "reason": "no tiktoken"}']))
    2 tests were skipped:
      2 × no tiktoken
    """
    reasons = Counter(json.loads(line)["reason"] for line in lines)
    if not reasons:
        return "no test was skipped"
    total = reasons.total()
    head = f"{total} test{'s were' if total > 1 else ' was'} skipped:"
    return "\n".join([head, *(f"  {n} × {reason}" for reason, n in reasons.most_common())])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.skip_report", description="Print what was not tested.")
    parser.add_argument("file", type=Path, help="what `pytest --skip-report FILE` has written")
    path: Path = parser.parse_args().file
    print(summarize(path.read_text(encoding="utf-8").splitlines() if path.exists() else []))
    return 0


if __name__ == "__main__":
    sys.exit(main())
