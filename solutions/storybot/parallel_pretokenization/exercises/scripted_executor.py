"""An executor that does the same every time: tasks are finished one by one, in an order that the check has chosen.

`submit` only notes the task. A thread of its own finishes one task whenever the function under check has nothing left
to do but wait, which it sees without a clock: the function's thread is inside `Condition.wait`, where every wait of
Python's futures, queues and semaphores ends, and its lock has not been released. So a busy machine changes nothing.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
import weakref
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from storybot.check.exercise import InWords
from storybot.check.messages import load_messages

POLL = 0.0005  # seconds between two looks at the function's thread
PATIENCE = 0.5  # seconds without a sign of life, for a function that waits in a way of its own
HOPELESS = 0.3  # seconds in which a function may wait for what never comes
Order = Literal["oldest", "newest", "pairs"]


class DiskError(OSError):
    """What a task fails with."""


class WatchedFuture(Future[Any]):
    """A future that notes when its result is asked for, and how often somebody asks whether it is done.

    Its hash is its number: several that are done at once then come out of a set in the same order each time.
    """

    taken, polls = False, 0

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def __hash__(self) -> int:
        return self.number

    def result(self, timeout: float | None = None) -> Any:
        self.taken = self.taken or self.done()
        value = super().result(timeout)
        self.taken = True
        return value

    def exception(self, timeout: float | None = None) -> BaseException | None:
        error = super().exception(timeout)
        self.taken = self.taken or error is not None
        return error

    def done(self) -> bool:
        self.polls += 1
        return super().done()


class ScriptedExecutor(Executor):
    """Finishes one task at a time, the oldest or the newest first, when the calling thread waits.

    With "pairs", two tasks are done together as soon as a second one is submitted, so that a function that waits
    afterwards finds both.
    """

    def __init__(self, order: Order) -> None:
        self.order = order
        self.caller = threading.get_ident()
        self.tasks: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []  # all that were submitted, in order
        self.pending: dict[WatchedFuture, int] = {}  # to the number of the task
        self.finished = weakref.WeakSet[WatchedFuture]()
        self.results = weakref.WeakSet[_Kept]()
        self.most = self.most_kept = self.waits = self.waits_after_error = 0
        self.failed = self.closed = self.was_shut = False
        self.work_left: Callable[[], bool] = lambda: False
        self._lock = threading.Lock()
        self._last = self._blocked_since = time.monotonic()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop, after the function has returned."""
        self.closed = True
        self._thread.join()

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with self._lock:
            future = WatchedFuture(len(self.tasks))
            self._last = time.monotonic()
            self.pending[future] = len(self.tasks)
            self.tasks.append((function, (*args, *kwargs.values())))
            self.most = max(self.most, len(self.not_begun()))
        if self.order == "pairs" and len(self.tasks) % 2 == 0:
            for one in self.not_begun()[:2]:
                self.finish(one)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.was_shut = True

    def not_begun(self) -> list[WatchedFuture]:
        """The futures that are neither finished nor cancelled, the oldest first."""
        return [future for future in list(self.pending) if not future.cancelled()]

    def _run(self) -> None:
        while not self.closed:
            time.sleep(POLL)
            with contextlib.suppress(RuntimeError):  # it has been woken, or something changed while we looked
                self._look()

    def _look(self) -> None:
        """Finish a task if the function's thread waits."""
        now, waiter = time.monotonic(), self._waiting_lock()
        with self._lock:
            futures = self.not_begun()
            idle = now - self._last > PATIENCE
        polled = bool(futures) and all(future.polls >= 3 for future in futures)
        if futures and (waiter is not None or polled or idle):
            self._finish_one(futures, counted=waiter is not None)
        if futures or waiter is None:
            self._blocked_since = now
        elif now - self._blocked_since > HOPELESS:  # wake it, so that the time limit reaches it
            self.waits_after_error += self.failed
            self._blocked_since = now
            waiter.release()

    def _waiting_lock(self) -> Any:
        """The lock for which the function's thread waits, or None if it runs or has been woken already."""
        frame = sys._current_frames().get(self.caller)
        if frame is None or frame.f_code is not threading.Condition.wait.__code__:
            return None
        waiter = frame.f_locals.get("waiter")
        return waiter if waiter is not None and waiter.locked() else None

    def _finish_one(self, futures: list[WatchedFuture], counted: bool) -> None:
        """Finish a task; before that, note whether the function waits although it could do something."""
        late = any(not future.taken for future in self.finished)
        if counted and self.failed:
            self.waits_after_error += 1
        elif counted and (late or self.work_left()):
            self.waits += 1
        self.most_kept = max(self.most_kept, len(self.results))
        self.finish(futures[-1] if self.order == "newest" else futures[0])

    def finish(self, future: WatchedFuture) -> None:
        """Run the task of this future, now."""
        number = self.pending.pop(future)
        if not future.set_running_or_notify_cancel():
            return
        function, arguments = self.tasks[number]
        for one in list(self.pending):
            one.polls = 0
        self.finished.add(future)
        with self._lock:
            self._last = time.monotonic()
        try:
            result = function(*arguments)
            if isinstance(result, Counter):
                result = _Kept(result)
                self.results.add(result)
            future.set_result(result)
        except DiskError as error:
            self.failed = True
            future.set_exception(error)
        except Exception as error:  # the function was called in another way than the check expects
            future.set_exception(error)


class _Kept(Counter[bytes]):
    """A Counter that is told apart from an equal one, so that it can be watched."""

    __hash__ = object.__hash__  # type: ignore[assignment]


_Kept.__name__ = _Kept.__qualname__ = "Counter"  # what messages call it


@dataclass
class Run(InWords):
    """What a function did with a scripted executor, shown in words without what is as it should be."""

    counts: Any = None  # what it returned
    error: str = ""  # or the error of a task that came out of it
    tasks: list[Any] = field(default_factory=list)  # what was submitted, in order
    too_many: int = 0  # tasks under way beyond those that are allowed
    idle_waits: int = 0  # how often it waited although there was something to do
    waits_after_error: int = 0  # how often it waited on after a task had failed
    read_ahead: bool = False  # whether it read the chunks further than it needed
    results_kept: bool = False
    results_changed: bool = False
    not_cancelled: int = 0  # tasks that had not begun and were left to run after an error
    executor_shut: bool = False

    def __repr__(self) -> str:
        words = load_messages()
        lines = [repr(self.counts) if not self.error else words["run_error"].format(error=self.error)]
        if self.tasks:
            lines.append(words["run_tasks"].format(tasks=self.tasks))
        wrong = [(one.name, getattr(self, one.name)) for one in fields(self)[3:]]
        return "\n".join([*lines, *(words[f"run_{name}"].format(n=n) for name, n in wrong if n)])


def describe_order(order: Order) -> str:
    """In which order the tasks finish, in the language of the notebook."""
    return load_messages()[f"run_{order}"]


def plain_counter(counts: Any) -> Any:
    """A Counter of ours as an ordinary one."""
    return Counter(counts) if isinstance(counts, _Kept) else counts
