"""A rehearsal without processes: each rank is a thread, and messages go through the air between them.

For the first steps and for checks. It knows what a real group cannot know: when every rank that has not returned
waits for something that will never come, and says so instead of hanging.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from storybot.check.timeout import TimeLimitError, raise_in

RETURNED = "has returned"


class DeadlockError(RuntimeError):
    """Everybody waits."""


class Rank:
    """What one rank can do in a rehearsal."""

    def __init__(self, stage: Stage, rank: int) -> None:
        self.stage, self.rank, self.sent, self.calls = stage, rank, list[Any](), 0

    def send(self, piece: Any) -> None:
        """Send to the next rank; does not wait."""
        self.sent.append(piece)
        self.stage.post((self.rank + 1) % self.stage.size, piece)

    def receive(self) -> Any:
        """Wait for what the rank before has sent."""
        mail = self.stage.mail[self.rank]
        self.stage.wait(self.rank, "receive", lambda: bool(mail))
        return mail.popleft()

    def all_reduce(self, value: Any) -> Any:
        """The sum over all ranks; waits until each has called it as often."""
        self.calls += 1
        given = self.stage.sums.setdefault(self.calls, {})
        self.stage.give(given, self.rank, value)
        self.stage.wait(self.rank, f"all_reduce (call {self.calls})", lambda: len(given) == self.stage.size)
        total = given[0]
        for rank in range(1, self.stage.size):
            total = total + given[rank]
        return total


class Stage:
    """Where the ranks meet."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.mail: list[deque[Any]] = [deque() for _ in range(size)]
        self.sums: dict[int, dict[int, Any]] = {}
        self.changed = threading.Condition()
        self.doing: dict[int, tuple[str, Callable[[], bool]] | str] = dict.fromkeys(range(size), "runs")
        self.stuck = ""
        self.over = False  # nobody waits for the end any more

    def go_on(self) -> None:
        if self.over:
            raise TimeLimitError

    def post(self, receiver: int, piece: Any) -> None:
        self.go_on()
        with self.changed:
            self.mail[receiver].append(piece)
            self.changed.notify_all()

    def give(self, given: dict[int, Any], rank: int, value: Any) -> None:
        with self.changed:
            given[rank] = value
            self.changed.notify_all()

    def finish(self, rank: int) -> None:
        with self.changed:
            self.doing[rank] = RETURNED
            self.look_for_deadlock()
            self.changed.notify_all()

    def all_returned(self) -> bool:
        return all(doing == RETURNED for doing in self.doing.values())

    def wait(self, rank: int, what: str, ready: Callable[[], bool]) -> None:
        self.go_on()
        with self.changed:
            self.doing[rank] = (what, ready)
            self.look_for_deadlock()
            while not ready() and not self.stuck:
                self.changed.wait(0.1)
                self.go_on()
            if self.stuck and not ready():
                raise DeadlockError(self.stuck)
            self.doing[rank] = "runs"

    def look_for_deadlock(self) -> None:
        waiting = [doing for doing in self.doing.values() if isinstance(doing, tuple)]
        if waiting and "runs" not in self.doing.values() and not any(ready() for _, ready in waiting):
            told = (f"waits in {doing[0]}" if isinstance(doing, tuple) else doing for doing in self.doing.values())
            self.stuck = "; ".join(f"rank {rank} {what}" for rank, what in enumerate(told))
            self.changed.notify_all()


def run_ranks(work: Callable[[Rank], Any], size: int) -> list[Any]:
    """`work(rank)` for all ranks at once; what each gave back. The first error of a rank is raised here."""
    stage = Stage(size)
    ranks = [Rank(stage, rank) for rank in range(size)]
    results: list[Any] = [None] * size
    problems: list[BaseException] = []

    def run(rank: Rank) -> None:
        try:
            results[rank.rank] = work(rank)
        except BaseException as problem:
            problems.append(problem)
        finally:
            stage.finish(rank.rank)

    threads = [threading.Thread(target=run, args=(rank,), daemon=True) for rank in ranks]
    for thread in threads:
        thread.start()
    try:
        while not stage.all_returned():  # no `join`: an error that comes from another thread confuses it
            time.sleep(0.001)
    finally:
        stage.over = True  # when the time is over for the whole, it is for them
        for rank, thread in zip(ranks, threads, strict=True):
            if stage.doing[rank.rank] != RETURNED and thread.ident is not None:
                raise_in(thread.ident, TimeLimitError)
    for problem in problems:
        if not isinstance(problem, DeadlockError):
            raise problem
    if problems:
        raise problems[0]
    return results


def simulate(function: Callable[..., list[Any]], arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Call `function(*arguments, rank, send, receive)` on as many ranks as there are arguments."""
    return run_ranks(lambda r: function(*arguments[r.rank], r.rank, r.send, r.receive), len(arguments))
