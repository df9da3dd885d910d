"""Our ring and the library's all-reduce, timed side by side on real processes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.distributed as dist

from storybot.ddp.process_group import RankInfo
from storybot.ddp.ring import ring_all_reduce_tensor

REPEATS = 15


def benchmark_ring(rank_info: RankInfo, lengths: Sequence[int]) -> list[dict[str, Any]]:
    """For each length of a float32 tensor: whether both sums are equal, and the median seconds of both."""
    rows = []
    for length in lengths:
        values = torch.arange(length, dtype=torch.float32) % 101 + rank_info.rank  # (length,)
        library = values.clone()
        dist.all_reduce(library)
        equal = torch.equal(ring_all_reduce_tensor(values, rank_info.rank, rank_info.size), library)
        methods: dict[str, Callable[[torch.Tensor], Any]] = {
            "by_hand": lambda v: ring_all_reduce_tensor(v, rank_info.rank, rank_info.size),
            "library": lambda v: dist.all_reduce(v.clone()),
        }
        rows.append({"bytes": 4 * length, "equal": equal, **median_seconds(methods, values)})
    return rows


def median_seconds(methods: dict[str, Callable[[torch.Tensor], Any]], values: torch.Tensor) -> dict[str, float]:
    """The median of each method; they alternate, and a barrier lets all ranks begin together."""
    seconds: dict[str, list[float]] = {name: [] for name in methods}
    for _ in range(REPEATS):
        for name, method in methods.items():
            dist.barrier()
            start = time.perf_counter()
            method(values)
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(values) for name, values in seconds.items()}
