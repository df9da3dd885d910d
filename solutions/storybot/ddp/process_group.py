"""Which rank this process is, and its connection to the others.

`compute_init` joins the process group that `torchrun` has started, `compute_cleanup` leaves it, and
`process_group()` does both around a block. Without `torchrun` all three work, with a single process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

import torch
import torch.distributed as dist
from torch.distributed import PrefixStore, Store, rendezvous  # type: ignore[attr-defined]

from storybot.ddp.rendezvous import join_attempt

TIMEOUT = 300.0  # seconds that a rank waits for the others in a collective call


@dataclass(frozen=True)
class RankInfo:
    """Who a process is: rank `rank` of `size`, and process `local_rank` on its own machine.

    >>> RankInfo().is_single
    True
    """

    rank: int = 0
    local_rank: int = 0
    size: int = 1
    backend: str = ""  # "gloo", "nccl", or "" without a process group
    device: str = "cpu"
    timeout: float = TIMEOUT
    store: Store | None = None  # key-value store that all ranks of this attempt share

    @property
    def is_single(self) -> bool:
        """Whether there is no process group. (A group of one rank, under torchrun, is a group.)"""
        return self.store is None


def compute_init(timeout: float = TIMEOUT) -> RankInfo:
    """Join the process group that `torchrun` has started; without `torchrun` this is a single process.

    Ranks with a GPU each talk by nccl, ranks on CPUs by gloo. `torchrun` sets RANK, WORLD_SIZE and LOCAL_RANK
    in the environment of every process.

    >>> info = compute_init()
    >>> info.rank, info.size
    (0, 1)
    """
    cuda = torch.cuda.is_available()
    if "RANK" not in os.environ:
        return RankInfo(device="cuda" if cuda else "cpu")
    rank, size, local_rank = (_env_int(name) for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK"))
    backend = "nccl" if cuda else "gloo"
    if cuda:
        if local_rank >= torch.cuda.device_count():
            raise ValueError(
                f"rank {rank} is process {local_rank} (from 0) of a machine with {torch.cuda.device_count()} GPUs; "
                "start one process per GPU (--nproc-per-node)"
            )
        torch.cuda.set_device(local_rank)
    limit = timedelta(seconds=timeout)
    shared_store, _, _ = next(iter(rendezvous("env://", timeout=limit)))
    store = join_attempt(shared_store, rank, size, timeout)
    dist.init_process_group(backend, store=store, rank=rank, world_size=size, timeout=limit)
    device = f"cuda:{local_rank}" if cuda else "cpu"
    return RankInfo(rank, local_rank, size, backend, device, timeout, PrefixStore("trace", store))


def compute_cleanup() -> None:
    """Leave the process group, if there is one.

    >>> compute_cleanup()  # nothing to leave, no error
    """
    if dist.is_initialized():
        dist.destroy_process_group()


@contextmanager
def process_group(timeout: float = TIMEOUT) -> Iterator[RankInfo]:
    """The process group for the length of a block: left again however the block ends.

    >>> with process_group() as rank_info:
    ...     print(rank_info.rank, rank_info.size)
    0 1
    """
    rank_info = compute_init(timeout)
    try:
        yield rank_info
    finally:
        compute_cleanup()


def _env_int(name: str) -> int:
    """A number that `torchrun` has put into the environment."""
    value = os.environ.get(name, "")
    if not value.isdigit():
        raise ValueError(f"{name} is {value!r} in the environment, not a number; start the processes with torchrun")
    return int(value)
