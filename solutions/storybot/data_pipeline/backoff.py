"""How long to wait before trying again."""

from __future__ import annotations


def backoff_delays(tries: int, first: float = 1.0, factor: float = 2.0, most: float = 60.0) -> list[float]:
    """The pauses in seconds between `tries` attempts.

    Each is `factor` times the one before, from `first` on, but never more
    than `most`. There is one pause fewer than there are attempts.

    >>> backoff_delays(5)
    [1.0, 2.0, 4.0, 8.0]
    >>> backoff_delays(4, first=10, factor=3, most=60)
    [10, 30, 60]
    """
    return [min(first * factor**i, most) for i in range(tries - 1)]
