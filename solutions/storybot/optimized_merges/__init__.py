"""Chapter 3, optimized merges: the same merges and the same ids, hundreds of times faster.

`trainers` is a ladder of trainers in Python, from simple to quick; `kernels` is the compiled code.
`train` counts and merges files, `fast_tokenizer` encodes, `encode_by_rank` is the readable version of
compiled encoding, `compression` compares tokenizers.
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
    "count_pretokens_fast",
    "count_weighted_pairs",
    "first_wrong_merge",
    "load_kernels",
    "merge_by_rank",
    "merge_in_word",
    "pair_to_merged_id",
    "pop_best",
    "train_batched",
    "train_bpe",
    "train_incremental",
    "train_lazy_heap",
    "train_sorted_list",
    "train_weighted",
]
