"""What several test areas share."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest


def logged_losses(folder: Path) -> list[float]:
    """The losses of all steps in a run's log."""
    from storybot.training_loop.runs.run_log import read_log  # here: most test areas do without torch

    return [record["loss"] for record in read_log(folder) if "loss" in record]


def wait_until(condition: Callable[[], bool], seconds: float = 90) -> None:
    """Poll a condition; fail when it does not come true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not true after {seconds:g} s"
        time.sleep(0.02)


def free_port() -> int:
    """A TCP port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def run_storybot(*arguments: object, data: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """The command line as a process of its own; `data` is its standard input."""
    command = [sys.executable, "-m", "storybot", *map(str, arguments)]
    return subprocess.run(command, input=data, capture_output=True, cwd=cwd)


def refusal(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The last line of a command that must be refused: exit code 2, and one line that begins with "storybot: "."""
    from storybot.cli import main

    assert main(arguments) == 2
    line = capsys.readouterr().err.splitlines()[-1]
    assert line.startswith("storybot: ")
    return line


def damage_file(path: Path) -> None:
    """Flip one bit in the middle of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
