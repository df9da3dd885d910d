"""Where this process stands among the others: `compute_init` finds out and connects, `compute_cleanup` takes leave."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import timedelta

import torch
import torch.distributed as dist
from torch.distributed import PrefixStore, Store, rendezvous  # type: ignore[attr-defined]

from storybot.ddp.rendezvous import roll_call

TIMEOUT = 300.0  # seconds that a process waits for the others


@dataclass(frozen=True)
class RankInfo:
    """One process of `size`, which is the `local_rank`-th on its machine."""

    rank: int = 0
    local_rank: int = 0
    size: int = 1
    backend: str = ""  # "gloo", "nccl", or "" when there is nobody to talk to
    device: str = "cpu"
    timeout: float = TIMEOUT
    store: Store | None = None  # where the processes leave notes for each other

    @property
    def alone(self) -> bool:
        return self.store is None


def compute_init(timeout: float = TIMEOUT) -> RankInfo:
    """Join the group that `torchrun` has started; without `torchrun`, this process is a group of one.

    GPUs talk by nccl, CPUs by gloo. `torchrun` tells each process in its environment who it is.
    """
    cuda = torch.cuda.is_available()
    if "RANK" not in os.environ:
        return RankInfo(device="cuda" if cuda else "cpu")
    rank, size, local_rank = (told(name) for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK"))
    backend = "nccl" if cuda else "gloo"
    if cuda:
        if local_rank >= torch.cuda.device_count():
            raise ValueError(
                f"rank {rank} is process {local_rank} (from 0) of a machine with {torch.cuda.device_count()} GPUs; "
                "start one process a GPU (--nproc-per-node)"
            )
        torch.cuda.set_device(local_rank)
    limit = timedelta(seconds=timeout)
    common, _, _ = next(iter(rendezvous("env://", timeout=limit)))
    store = roll_call(common, rank, size, timeout)
    dist.init_process_group(backend, store=store, rank=rank, world_size=size, timeout=limit)
    device = f"cuda:{local_rank}" if cuda else "cpu"
    return RankInfo(rank, local_rank, size, backend, device, timeout, PrefixStore("notes", store))


def compute_cleanup() -> None:
    """Leave the group, if there is one."""
    if dist.is_initialized():
        dist.destroy_process_group()


def told(name: str) -> int:
    """A number that `torchrun` has put into the environment."""
    value = os.environ.get(name, "")
    if not value.isdigit():
        raise ValueError(f"{name} is {value!r} in the environment, not a number; start the processes with torchrun")
    return int(value)
