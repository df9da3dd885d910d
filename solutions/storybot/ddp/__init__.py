"""Chapter 6, DDP: the same training loop on many processes.

Begin with `ring` (all-reduce written out, with `simulator` to try it in threads) and `process_group`; `strategy` is
what the loop of chapter 5 is given. `launcher` starts processes; `experiments/` is what chapter and tests run under torchrun.
"""

from storybot.ddp.costs import ring_all_reduce_seconds
from storybot.ddp.launcher import launch
from storybot.ddp.partitioning import average_gradients
from storybot.ddp.printing import print0
from storybot.ddp.process_group import compute_cleanup, compute_init
from storybot.ddp.readers import row_groups_by_micro_step
from storybot.ddp.ring import ring_all_reduce
from storybot.ddp.shares import partition_by_size
from storybot.ddp.together import all_reduce_uneven

__all__ = [
    "all_reduce_uneven",
    "average_gradients",
    "compute_cleanup",
    "compute_init",
    "launch",
    "partition_by_size",
    "print0",
    "ring_all_reduce",
    "ring_all_reduce_seconds",
    "row_groups_by_micro_step",
]
