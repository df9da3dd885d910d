"""Chapter 4, the data pipeline: from text to batches, at full speed and restartable.

The way of a document: `shards` (Parquet files with a manifest; `download` fetches public ones) → `row_groups`
(who reads what) → `document_stream` (tokenized ahead) → `token_buffer` or `packing` → `loader` (batches).
`token_shards` is the other way, for a corpus that is tokenized once and read by memory map.
"""

from storybot.data_pipeline.download import backoff_delays, dataset_files, download_all
from storybot.data_pipeline.loader import TokenLoader, find_resume_position
from storybot.data_pipeline.packing import choose_best_fit, pack_rows
from storybot.data_pipeline.row_groups import groups_for_rank, read_slice, slices_for_rank
from storybot.data_pipeline.shards import read_documents, read_manifest, shard_paths, verify_shards, write_shards
from storybot.data_pipeline.token_buffer import TokenBuffer, take_batch
from storybot.data_pipeline.token_shards import open_tokens, random_batch, read_index, tokenize_shards

__all__ = [
    "TokenBuffer",
    "TokenLoader",
    "backoff_delays",
    "choose_best_fit",
    "dataset_files",
    "download_all",
    "find_resume_position",
    "groups_for_rank",
    "open_tokens",
    "pack_rows",
    "random_batch",
    "read_documents",
    "read_index",
    "read_manifest",
    "read_slice",
    "shard_paths",
    "slices_for_rank",
    "take_batch",
    "tokenize_shards",
    "verify_shards",
    "write_shards",
]
