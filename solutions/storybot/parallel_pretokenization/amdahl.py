"""Amdahl's law: how much faster more workers are when a part of the work cannot run in parallel."""

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
    """The part of the work that ran in parallel, worked out from a measured speed-up: Amdahl's law solved for it.

    >>> round(parallel_fraction(1.8, 2), 3)
    0.889
    """
    if workers < 2:
        raise ValueError(f"with {workers} worker there is nothing to compare: measure at least 2")
    return (1 - 1 / speedup) / (1 - 1 / workers)


def fit_amdahl(seconds: Mapping[int, float]) -> tuple[float, float]:
    """The serial and the parallel seconds that explain measured times.

    `seconds` gives the time for each number of workers. The result is
    (s, p): the two numbers, neither of them negative, for which
    s + p / workers comes nearest to the times, that is, with the least
    sum of squared differences. Where the best line has a negative s, s is
    0 and p is fitted alone; where it has a negative p, p is 0 and s is
    the mean of the times.
    ValueError with fewer than two numbers of workers.

    >>> fit_amdahl({1: 10.0, 2: 6.0, 4: 4.0})
    (2.0, 8.0)
    >>> fit_amdahl({1: 8.0, 2: 3.0})
    (0.0, 7.6)
    """
    if len(seconds) < 2:
        raise ValueError(f"two numbers of workers or more are needed, not {len(seconds)}")
    shares, times = [1 / workers for workers in seconds], list(seconds.values())
    mean_share, mean_time = sum(shares) / len(shares), sum(times) / len(times)
    covariance = sum((x - mean_share) * (y - mean_time) for x, y in zip(shares, times, strict=True))
    parallel = covariance / sum((x - mean_share) ** 2 for x in shares)
    serial = mean_time - parallel * mean_share
    if serial < 0:
        return 0.0, sum(x * y for x, y in zip(shares, times, strict=True)) / sum(x * x for x in shares)
    if parallel < 0:
        return mean_time, 0.0
    return serial, parallel


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
