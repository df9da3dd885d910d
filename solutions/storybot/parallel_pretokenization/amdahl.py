"""Amdahl's law: what more workers can win when a part of the work cannot be shared."""

from __future__ import annotations

from collections.abc import Mapping


def amdahl_speedup(parallel_fraction: float, workers: int) -> float:
    """How many times faster `workers` are than one, if this share can be
    divided.

    `parallel_fraction` is the part of one worker's time that can be
    shared, 0 to 1.

    >>> amdahl_speedup(0.9, 2)
    1.8181818181818181
    """
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
    """The smallest batch size whose time is within `tolerance` of the
    best one.

    Small batches are kind to memory and to the progress bar, so a larger
    one must earn its place.

    >>> choose_batch_size({1: 9.0, 4: 4.1, 16: 4.0, 64: 4.3})
    4
    """
    limit = min(seconds.values()) * (1 + tolerance)
    return min(size for size, time in seconds.items() if time <= limit)
