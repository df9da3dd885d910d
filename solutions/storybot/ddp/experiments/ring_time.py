"""Our ring and the library's all-reduce, side by side on real processes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist

from storybot.ddp.process_group import RankInfo
from storybot.ddp.ring_group import ring_all_reduce_tensor

REPEATS = 15


def ring_times(place: RankInfo, lengths: list[int]) -> dict[str, Any]:
    """For each length of a float32 tensor: is the sum right, and how many seconds do both ways take?"""
    rows = []
    for length in lengths:
        values = torch.arange(length, dtype=torch.float32) % 101 + place.rank
        library = values.clone()
        dist.all_reduce(library)
        equal = torch.equal(ring_all_reduce_tensor(values, place.rank, place.size), library)
        ways: dict[str, Callable[[torch.Tensor], Any]] = {
            "by_hand": lambda v: ring_all_reduce_tensor(v, place.rank, place.size),
            "library": lambda v: dist.all_reduce(v.clone()),
        }
        rows.append({"bytes": 4 * length, "equal": equal, **median_seconds(ways, values)})
    return {"rows": rows}


def median_seconds(ways: dict[str, Callable[[torch.Tensor], Any]], values: torch.Tensor) -> dict[str, float]:
    """Of each way; they take turns, and all ranks begin together."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(REPEATS):
        for name, way in ways.items():
            dist.barrier()
            start = time.perf_counter()
            way(values)
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(values) for name, values in seconds.items()}
