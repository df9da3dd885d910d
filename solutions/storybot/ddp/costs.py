"""How long will it take? A ring in two numbers: bandwidth and latency."""

from __future__ import annotations


def ring_all_reduce_seconds(n_bytes: float, world_size: int, bandwidth: float, latency: float) -> float:
    """How many seconds a ring all-reduce of `n_bytes` takes.

    The data is cut into W pieces, W is `world_size`. There are 2 (W - 1)
    steps. In each, every rank sends one piece, all at the same time; that
    takes `latency` seconds, and the piece's bytes divided by `bandwidth`
    (bytes a second).

    >>> ring_all_reduce_seconds(8e6, 2, bandwidth=1e9, latency=0.001)
    0.01
    """
    steps = 2 * (world_size - 1)
    return steps * (latency + n_bytes / world_size / bandwidth)
