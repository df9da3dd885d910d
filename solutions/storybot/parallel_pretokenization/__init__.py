"""Chapter 2, parallel pretokenization: the reader's corpus through all cores, then through a cluster.

`chunk_boundaries` (where a file may be cut), `chunk_plan`, `count_worker` (what a worker does),
`parallel_count` (one pool, results merged as they come), in this order; `amdahl` and
`resource_monitor` for measuring.
"""

from storybot.parallel_pretokenization.amdahl import amdahl_speedup, choose_batch_size, parallel_fraction
from storybot.parallel_pretokenization.chunk_boundaries import find_chunk_boundaries
from storybot.parallel_pretokenization.count_worker import count_chunk, merge_counts
from storybot.parallel_pretokenization.parallel_count import WorkerDiedError, count_pretokens, drop_rare
from storybot.parallel_pretokenization.resource_monitor import Monitor

__all__ = [
    "Monitor",
    "WorkerDiedError",
    "amdahl_speedup",
    "choose_batch_size",
    "count_chunk",
    "count_pretokens",
    "drop_rare",
    "find_chunk_boundaries",
    "merge_counts",
    "parallel_fraction",
]
