"""Ctrl-C stops a run cleanly: the step is finished, a checkpoint is written. A second Ctrl-C ends it at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class StopFlag:
    """True once the run has been asked to stop."""

    def __init__(self) -> None:
        self.is_set = False

    def __bool__(self) -> bool:
        return self.is_set


@contextmanager
def stop_on_signals() -> Iterator[StopFlag]:
    """SIGINT and SIGTERM set the flag, once; the second one does what it did before.

    Python can handle signals in the main thread only; in another thread nothing is changed.
    """
    flag = StopFlag()
    if threading.current_thread() is not threading.main_thread():
        yield flag
        return
    before: dict[int, Any] = {}

    def set_flag(number: int, frame: FrameType | None) -> None:
        flag.is_set = True
        signal.signal(number, before[number])

    for name in (signal.SIGINT, signal.SIGTERM):
        before[int(name)] = signal.signal(name, set_flag)
    try:
        yield flag
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
