"""Ranks without processes: each rank is a thread, and messages are passed in memory.

For first steps and for `check`. The simulated network sees all ranks at once, so it notices what a real process
group cannot: that every rank which has not returned waits for something that will never come.
"""

from __future__ import annotations

import copy
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

RUNS, RETURNED = "runs", "has returned"
Wait = tuple[str, Callable[[], bool]]  # the call a rank waits in, and whether it can go on


class DeadlockError(RuntimeError):
    """Every rank that has not returned waits, and none of them can go on."""


class SimulatedRank:
    """One rank: its number, and the calls that it can make. It records what it has sent and how often it reduced."""

    def __init__(self, network: SimulatedNetwork, rank: int) -> None:
        self.network, self.rank, self.sent, self.calls = network, rank, list[Any](), 0

    def send(self, piece: Any) -> None:
        """Send to the next rank; does not wait. A copy goes out, as over a network."""
        self.sent.append(copy.deepcopy(piece))
        self.network._deliver((self.rank + 1) % self.network.size, copy.deepcopy(piece))

    def receive(self) -> Any:
        """Wait for a piece that the rank before has sent."""
        inbox = self.network.inboxes[self.rank]
        self.network._wait(self.rank, "receive", lambda: bool(inbox))
        return inbox.popleft()

    def all_reduce(self, value: Any) -> Any:
        """The sum over all ranks; waits until every rank has called it as often as this one."""
        self.calls += 1
        values = self.network.reductions.setdefault(self.calls, {})
        self.network._contribute(values, self.rank, value)
        self.network._wait(self.rank, f"all_reduce (call {self.calls})", lambda: len(values) == self.network.size)
        total = values[0]
        for rank in range(1, self.network.size):
            total = total + values[rank]
        return total


class SimulatedNetwork:
    """What the ranks share: their inboxes, the values of each all-reduce, and what every rank is doing."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.inboxes: list[deque[Any]] = [deque() for _ in range(size)]
        self.reductions: dict[int, dict[int, Any]] = {}  # number of the call → value of each rank
        self.changed = threading.Condition()
        self.doing: dict[int, Wait | str] = dict.fromkeys(range(size), RUNS)
        self.deadlock = ""  # what each rank was doing when none could go on
        self.cancelled = False  # the caller no longer waits for a result

    def finish(self, rank: int) -> None:
        """Record that a rank has returned; the others may now be deadlocked."""
        with self.changed:
            self.doing[rank] = RETURNED
            self._detect_deadlock()
            self.changed.notify_all()

    def all_returned(self) -> bool:
        """Whether no rank runs or waits any more."""
        return all(doing == RETURNED for doing in self.doing.values())

    def _check_cancelled(self) -> None:
        if self.cancelled:
            from storybot.check.timeout import TimeLimitError  # not above: every real rank would import hypothesis

            raise TimeLimitError

    def _deliver(self, receiver: int, piece: Any) -> None:
        self._check_cancelled()
        with self.changed:
            self.inboxes[receiver].append(piece)
            self.changed.notify_all()

    def _contribute(self, values: dict[int, Any], rank: int, value: Any) -> None:
        with self.changed:
            values[rank] = value
            self.changed.notify_all()

    def _wait(self, rank: int, call: str, ready: Callable[[], bool]) -> None:
        self._check_cancelled()
        with self.changed:
            self.doing[rank] = (call, ready)
            self._detect_deadlock()
            while not ready() and not self.deadlock:
                self.changed.wait(0.1)
                self._check_cancelled()
            if self.deadlock and not ready():
                raise DeadlockError(self.deadlock)
            self.doing[rank] = RUNS

    def _detect_deadlock(self) -> None:
        if self.deadlock:
            return  # ranks that end because of it do not change what it was
        waiting = [doing for doing in self.doing.values() if isinstance(doing, tuple)]
        if waiting and RUNS not in self.doing.values() and not any(ready() for _, ready in waiting):
            states = {r: f"waits in {how[0]}" if isinstance(how, tuple) else how for r, how in self.doing.items()}
            # who has returned comes first: a message goes on with the line of code in which the last one waits
            in_order = sorted(states, key=lambda r: (states[r] != RETURNED, r))
            self.deadlock = "; ".join(f"rank {r} {states[r]}" for r in in_order)
            self.changed.notify_all()


def run_ranks(work: Callable[[SimulatedRank], Any], size: int) -> list[Any]:
    """Call `work(rank)` for all ranks at once and return their results. The first error of a rank is raised here.

    >>> run_ranks(lambda me: me.all_reduce(10 * me.rank), 3)
    [30, 30, 30]
    """
    network = SimulatedNetwork(size)
    ranks = [SimulatedRank(network, rank) for rank in range(size)]
    results: list[Any] = [None] * size
    problems: dict[int, BaseException] = {}  # of each rank, as they come

    def run(rank: SimulatedRank) -> None:
        try:
            results[rank.rank] = work(rank)
        except BaseException as problem:
            problems[rank.rank] = problem
        finally:
            network.finish(rank.rank)

    threads = [threading.Thread(target=run, args=(rank,), daemon=True) for rank in ranks]
    for thread in threads:
        thread.start()
    try:
        while not network.all_returned():  # not `join`: an exception raised from another thread corrupts its state
            time.sleep(0.001)
    finally:
        network.cancelled = True  # when the caller's time limit ends this wait, it ends the ranks too
        if not network.all_returned():
            from storybot.check.timeout import TimeLimitError, raise_in

            for rank, thread in zip(ranks, threads, strict=True):
                if network.doing[rank.rank] != RETURNED and thread.ident is not None:
                    raise_in(thread.ident, TimeLimitError)
    for problem in problems.values():
        if not isinstance(problem, DeadlockError):
            raise problem  # an error of one rank, rather than the deadlock that it caused in the others
    if problems:
        raise problems[max(problems)]  # of the rank that the message names last
    return results


def simulate(function: Callable[..., list[Any]], arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Call `function(*arguments[r], r, send, receive)` on every rank r; one rank for each tuple of arguments.

    >>> def pass_on(text, rank, send, receive):
    ...     send(text)
    ...     return [text, receive()]
    >>> simulate(pass_on, [("a",), ("b",)])
    [['a', 'b'], ['b', 'a']]
    """
    return run_ranks(lambda r: function(*arguments[r.rank], r.rank, r.send, r.receive), len(arguments))
