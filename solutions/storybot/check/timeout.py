"""Call a function that may never come back, and give up on it after a while.

A second thread waits; when the time is over it raises `TimeLimitError` inside the calling
thread, between two steps of the interpreter. So an endless Python loop ends on every system,
Windows too. A single call into C that never returns cannot be ended this way.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any


class TimeLimitError(BaseException):
    """The time is over. No `Exception`, so that a learner's `except Exception` does not swallow it."""


def call_with_limit(function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float) -> Any:
    """`function(*arguments)`, or TimeLimitError after `seconds`.

    >>> call_with_limit(max, (1, 2), seconds=1)
    2
    """
    caller = threading.get_ident()
    lock = threading.Lock()
    done = threading.Event()

    def watch() -> None:
        while not done.wait(seconds):  # again and again: a bare `except:` in a loop swallows one
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


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise an error in another thread, between two of its steps."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
