"""Amdahl's law: what more workers can win when a part of the work cannot be shared."""

from __future__ import annotations

from collections.abc import Mapping


def amdahl_speedup(parallel_fraction: float, workers: int) -> float:
    """How many times faster `workers` are than one, by Amdahl's law.

    `parallel_fraction` is the part of one worker's time that can be
    divided among the workers, 0 to 1.
    ValueError if it is less than 0 or more than 1, or if `workers` is
    less than 1.

    >>> amdahl_speedup(0.75, 2)
    1.6
    """
    if not 0 <= parallel_fraction <= 1:
        raise ValueError(f"parallel_fraction must be from 0 to 1, not {parallel_fraction}")
    if workers < 1:
        raise ValueError(f"workers must be at least 1, not {workers}")
    return 1 / ((1 - parallel_fraction) + parallel_fraction / workers)


def parallel_fraction(speedup: float, workers: int) -> float:
    """The part of the work that was shared, worked out from a measured speed-up: Amdahl's law solved for it.

    >>> round(parallel_fraction(1.8, 2), 3)
    0.889
    """
    if workers < 2:
        raise ValueError(f"with {workers} worker there is nothing to compare: measure at least 2")
    return (1 - 1 / speedup) / (1 - 1 / workers)


def choose_batch_size(
    seconds: Mapping[int, float],
    tolerance: float = 0.05,
) -> int:
    """The smallest batch size that is nearly as fast as the fastest.

    `seconds` gives the time of each batch size, in any order. Fast enough
    is a time of at most 1 + `tolerance` times the shortest one; exactly
    so much is still fast enough.
    ValueError if `seconds` is empty.

    >>> choose_batch_size({1: 9.0, 4: 4.1, 16: 4.0, 64: 4.3})
    4
    >>> choose_batch_size({8: 4.0, 2: 5.0}, tolerance=0.25)
    2
    """
    if not seconds:
        raise ValueError("there are no measurements: seconds is empty")
    limit = min(seconds.values()) * (1 + tolerance)
    return min(size for size, time in seconds.items() if time <= limit)
