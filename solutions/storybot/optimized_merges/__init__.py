"""Chapter 3, optimized merges: the same merges and the same ids, hundreds of times faster.

The ladder, each rung a whole trainer: `distinct`, `indexed`, `lazy_heap`, `sorted_pairs`, `flat`
(with `flat_state`, `pair_table`, `flat_start`, `pair_heap`, `flat_kernel`). Then the compiled
scanner: `unicode_classes`, `scan`, `scan_words`, `word_table`, `count`. Then the encoder:
`rank_table`, `merge_word`, `encode_kernel`, `fast_tokenizer`. `compiled` and `vector` are what
they stand on; `fallback` does without.
"""

from storybot.optimized_merges.by_rank import made_from, merge_by_rank
from storybot.optimized_merges.distinct import train_distinct, weighted_pairs
from storybot.optimized_merges.fallback import compiled_kernels
from storybot.optimized_merges.fast_tokenizer import FastTokenizer
from storybot.optimized_merges.first_wrong import first_wrong_merge
from storybot.optimized_merges.indexed import apply_merge, build_pair_index, merge_in_word, train_indexed
from storybot.optimized_merges.lazy_heap import Candidate, pop_best, train_lazy_heap
from storybot.optimized_merges.several_at_once import train_several
from storybot.optimized_merges.sorted_pairs import train_sorted
from storybot.optimized_merges.train import count_pretokens_fast, train_bpe

__all__ = [
    "Candidate",
    "FastTokenizer",
    "apply_merge",
    "build_pair_index",
    "compiled_kernels",
    "count_pretokens_fast",
    "first_wrong_merge",
    "made_from",
    "merge_by_rank",
    "merge_in_word",
    "pop_best",
    "train_bpe",
    "train_distinct",
    "train_indexed",
    "train_lazy_heap",
    "train_several",
    "train_sorted",
    "weighted_pairs",
]
