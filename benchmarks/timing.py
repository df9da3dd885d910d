"""Timing side by side, for all benchmarks: every round runs every task once, and the median of the rounds counts.

So a slow minute of the machine hits all tasks alike, and one slow call does not count.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext

Task = Callable[[], object]


def time_once(task: Task) -> float:
    """The seconds that one call takes."""
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def interleaved(
    tasks: Mapping[str, Task],
    rounds: int,
    *,
    warm_up: int = 0,
    seldom: str = "",
    around: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> dict[str, float]:
    """The median seconds of each task.

    The first `warm_up` rounds do not count. A slow task called `seldom` runs in every third round only.
    `around` makes a context for each call, for example one that silences it.
    """
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for number in range(-warm_up, rounds):
        for name, task in tasks.items():
            if name == seldom and (number < 0 or number % 3):
                continue
            with around():
                value = time_once(task)
            if number >= 0:
                seconds[name].append(value)
    return {name: statistics.median(values) for name, values in seconds.items()}
