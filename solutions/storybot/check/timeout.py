"""Call a function that may never come back, and give up on it after a while.

A second thread waits; when the time is over it raises `TimeLimitError` inside the calling
thread, between two steps of the interpreter. So an endless Python loop ends on every system,
Windows too. A single call into C that never returns cannot be ended this way.

The time is that of the processor where the system tells it (Linux), so that a right answer does not
fail because other programs keep the machine busy; a function that only waits has three times as long.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

WAITING = 3  # times the limit, for a function that uses less of the processor


class TimeLimitError(BaseException):
    """The time is over. No `Exception`, so that a learner's `except Exception` does not swallow it."""


def call_with_limit(function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float) -> Any:
    """`function(*arguments)`, or TimeLimitError after `seconds`.

    >>> call_with_limit(max, (1, 2), seconds=1)
    2
    """
    caller = threading.get_ident()
    used, started = processor_clock(caller), time.monotonic()
    used_before = used()
    lock = threading.Lock()
    done = threading.Event()

    def watch() -> None:
        left = seconds
        while not done.wait(max(left, 0.05)):  # again and again: a bare `except:` in a loop swallows one
            left = seconds - (used() - used_before)
            if left > 0 and time.monotonic() - started < WAITING * seconds:
                continue  # the machine is busy with something else
            left = seconds
            with lock:
                if not done.is_set():
                    raise_in(caller, TimeLimitError)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        return function(*arguments)
    finally:
        with lock:
            done.set()
        watcher.join()


def processor_clock(thread: int) -> Callable[[], float]:
    """A clock of one thread's processor time, in seconds; where there is none, of the time that passes."""
    if sys.platform != "linux":
        return time.monotonic
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise an error in another thread, between two of its steps."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
