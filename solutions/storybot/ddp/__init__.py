"""Chapter 6, DDP: the same training loop on many processes.

`ring` is all-reduce written out, and `simulator` runs it on threads. `process_group` connects real processes, and
`strategy` is what chapter 5's loop is given to train on all of them. `launcher` starts them with torchrun.
`experiments` are the small programs that the chapter and the tests start that way.
"""

from storybot.ddp.collectives import print0
from storybot.ddp.launcher import launch, summarize_failure
from storybot.ddp.partitioning import (
    all_reduce_uneven,
    average_gradients,
    partition_by_size,
    row_groups_by_micro_step,
)
from storybot.ddp.process_group import RankInfo, compute_cleanup, compute_init
from storybot.ddp.ring import ring_all_reduce, ring_all_reduce_seconds
from storybot.ddp.simulator import DeadlockError, run_ranks, simulate
from storybot.ddp.strategy import DDPStrategy, make_strategy

__all__ = [
    "DDPStrategy",
    "DeadlockError",
    "RankInfo",
    "all_reduce_uneven",
    "average_gradients",
    "compute_cleanup",
    "compute_init",
    "launch",
    "make_strategy",
    "partition_by_size",
    "print0",
    "ring_all_reduce",
    "ring_all_reduce_seconds",
    "row_groups_by_micro_step",
    "run_ranks",
    "simulate",
    "summarize_failure",
]
