"""Chapter 2, parallel pretokenization: the reader's corpus through all cores, then through a cluster.

`chunk_boundaries` (where a file may be cut), `chunk_plan`, `count_worker` (what a worker does), `task_loop` (a few
tasks under way at a time), `parallel_count` (one pool, results merged as they come), in this order; `amdahl` and
`resource_monitor` for measuring, `self_check` for the exercise that is a check.
"""

from storybot.parallel_pretokenization.amdahl import amdahl_speedup, choose_batch_size, fit_amdahl, parallel_fraction
from storybot.parallel_pretokenization.chunk_boundaries import find_chunk_boundaries
from storybot.parallel_pretokenization.count_worker import count_chunk, count_chunks, merge_counts
from storybot.parallel_pretokenization.parallel_count import WorkerDiedError, count_pretokens, drop_rare
from storybot.parallel_pretokenization.resource_monitor import Monitor
from storybot.parallel_pretokenization.self_check import check_find_chunk_boundaries
from storybot.parallel_pretokenization.task_loop import add_results, count_in_parallel

__all__ = [
    "Monitor",
    "WorkerDiedError",
    "add_results",
    "amdahl_speedup",
    "check_find_chunk_boundaries",
    "choose_batch_size",
    "count_chunk",
    "count_chunks",
    "count_in_parallel",
    "count_pretokens",
    "drop_rare",
    "find_chunk_boundaries",
    "fit_amdahl",
    "merge_counts",
    "parallel_fraction",
]
