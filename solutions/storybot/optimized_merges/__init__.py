"""Chapter 3, optimized merges: the same merges and the same ids, hundreds of times faster.

The ladder, each rung a whole trainer: `distinct`, `indexed`, `lazy_heap`, `sorted_pairs`, `flat`
(with `flat_state`, `pair_table`, `flat_start`, `pair_heap`, `flat_kernel`). Then the compiled
scanner: `unicode_classes`, `scan`, `scan_words`, `word_table`, `count`. Then the encoder:
`rank_table`, `merge_word`, `encode_kernel`, `fast_tokenizer`. `compiled` and `vector` are what
they stand on; `fallback` does without.
"""

from storybot.optimized_merges.encode_by_rank import merge_by_rank, pair_to_merged_id
from storybot.optimized_merges.fast_tokenizer import FastTokenizer
from storybot.optimized_merges.kernels import load_kernels
from storybot.optimized_merges.train import count_pretokens_fast, train_bpe
from storybot.optimized_merges.trainers.batched import train_batched
from storybot.optimized_merges.trainers.incremental import (
    apply_merge,
    build_pair_index,
    merge_in_word,
    train_incremental,
)
from storybot.optimized_merges.trainers.lazy_heap import Candidate, pop_best, train_lazy_heap
from storybot.optimized_merges.trainers.sorted_list import train_sorted_list
from storybot.optimized_merges.trainers.verify import first_wrong_merge
from storybot.optimized_merges.trainers.weighted import count_weighted_pairs, train_weighted

__all__ = [
    "Candidate",
    "FastTokenizer",
    "apply_merge",
    "build_pair_index",
    "load_kernels",
    "count_pretokens_fast",
    "first_wrong_merge",
    "pair_to_merged_id",
    "merge_by_rank",
    "merge_in_word",
    "pop_best",
    "train_bpe",
    "train_weighted",
    "train_incremental",
    "train_lazy_heap",
    "train_batched",
    "train_sorted_list",
    "count_weighted_pairs",
]
