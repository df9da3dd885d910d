"""Our ring and the library's all-reduce, side by side on real processes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist

from storybot.ddp.place import Place
from storybot.ddp.ring_group import all_reduce_by_hand

REPEATS = 7


def ring_times(place: Place, lengths: list[int]) -> dict[str, Any]:
    """For each length of a float32 tensor: is the sum right, and how many seconds do both ways take?"""
    rows = []
    for length in lengths:
        values = torch.arange(length, dtype=torch.float32) % 101 + place.rank
        library = values.clone()
        dist.all_reduce(library)
        equal = torch.equal(all_reduce_by_hand(values, place.rank, place.size), library)
        ours = median_seconds(lambda v=values: all_reduce_by_hand(v, place.rank, place.size))  # type: ignore[misc]
        theirs = median_seconds(lambda v=values: dist.all_reduce(v.clone()))  # type: ignore[misc]
        rows.append({"bytes": 4 * length, "equal": equal, "by_hand": ours, "library": theirs})
    return {"rows": rows}


def median_seconds(call: Callable[[], Any]) -> float:
    """All ranks begin together."""
    seconds = []
    for _ in range(REPEATS):
        dist.barrier()
        start = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)
