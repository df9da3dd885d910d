"""Which device, and is bfloat16 faster on it?

The machine is measured: on a CPU without instructions for bfloat16, it is many times slower than float32.
"""

from __future__ import annotations

import statistics
import time
from functools import lru_cache

import torch

LEAST_SPEEDUP = 1.2  # how many times faster bfloat16 must be to be worth its rounding


def pick_device(name: str = "auto") -> torch.device:
    """The device called `name`; "auto" is a GPU if there is one."""
    if name != "auto":
        return torch.device(name)
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


@lru_cache
def pick_dtype(device: torch.device, size: int = 256, rounds: int = 3) -> torch.dtype:
    """float32, or bfloat16 where a matrix product in it is at least 1.2 times as fast."""
    times: dict[torch.dtype, list[float]] = {torch.float32: [], torch.bfloat16: []}
    for _ in range(rounds + 1):
        for dtype, seconds in times.items():
            seconds.append(_product_seconds(device, dtype, size))
    medians = {dtype: statistics.median(seconds[1:]) for dtype, seconds in times.items()}  # the first round warms up
    return torch.bfloat16 if medians[torch.float32] >= LEAST_SPEEDUP * medians[torch.bfloat16] else torch.float32


def _product_seconds(device: torch.device, dtype: torch.dtype, size: int) -> float:
    matrix = torch.ones(size, size, device=device, dtype=dtype)  # (size, size)
    start = time.perf_counter()
    (matrix @ matrix)[0, 0].item()  # item() waits for the device
    return time.perf_counter() - start
