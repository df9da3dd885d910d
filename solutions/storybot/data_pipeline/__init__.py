"""Chapter 4, the data pipeline: from text to batches, at full speed and restartable.

Read in this order: `stories` (a corpus to begin with), `shards`, `backoff` and `download`, `row_groups`,
`documents`, `ring`, `best_fit`, `loader`, `token_shards`, `settings`, `doctor`.
"""

from storybot.data_pipeline.backoff import backoff_delays
from storybot.data_pipeline.packing import choose_best_fit, pack_rows
from storybot.data_pipeline.resume_position import find_resume_position
from storybot.data_pipeline.row_groups import groups_for_rank
from storybot.data_pipeline.shards import read_documents, shard_paths, verify_shards, write_shards
from storybot.data_pipeline.stories import course_text, make_stories
from storybot.data_pipeline.token_buffer import TokenBuffer, take_batch

__all__ = [
    "TokenBuffer",
    "backoff_delays",
    "choose_best_fit",
    "course_text",
    "groups_for_rank",
    "find_resume_position",
    "make_stories",
    "pack_rows",
    "read_documents",
    "shard_paths",
    "take_batch",
    "verify_shards",
    "write_shards",
]
