"""Ctrl-C ends a run well: the step is finished, a checkpoint is written. A second Ctrl-C ends it at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class StopFlag:
    """Up when somebody wants the run to end."""

    def __init__(self) -> None:
        self.up = False

    def __bool__(self) -> bool:
        return self.up


@contextmanager
def stop_on_signals() -> Iterator[StopFlag]:
    """SIGINT and SIGTERM raise the flag, once; outside the main thread nothing is changed."""
    flag = StopFlag()
    if threading.current_thread() is not threading.main_thread():
        yield flag
        return
    before: dict[int, Any] = {}

    def raise_flag(number: int, frame: Any) -> None:
        flag.up = True
        signal.signal(number, before[number])

    for name in (signal.SIGINT, signal.SIGTERM):
        before[int(name)] = signal.signal(name, raise_flag)
    try:
        yield flag
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
