"""First rung: a word that occurs a thousand times is worked on once, with the weight 1,000."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from storybot.bpe_basics.pair_merge import Pair, merge_pair
from storybot.bpe_basics.tokenizer import Merge


def train_weighted(counts: Mapping[bytes, int], n_merges: int) -> list[Merge]:
    """The merges that chapter 1 finds, from how often each pretoken occurs.

    >>> train_weighted({b"aaab": 2}, 2)
    [(b'a', b'a'), (b'aa', b'a')]
    """
    words, weights = [list(word) for word in counts], list(counts.values())
    vocab = {byte: bytes([byte]) for byte in range(256)}
    merges = []
    for new_id in range(256, 256 + n_merges):
        pair_counts = count_weighted_pairs(words, weights)
        if not pair_counts:
            break
        pair = max(pair_counts, key=lambda p: (pair_counts[p], vocab[p[0]], vocab[p[1]]))
        words = [merge_pair(ids, pair, new_id) for ids in words]
        merges.append((vocab[pair[0]], vocab[pair[1]]))
        vocab[new_id] = vocab[pair[0]] + vocab[pair[1]]
    return merges


def count_weighted_pairs(words: list[list[int]], weights: list[int]) -> Counter[Pair]:
    """How often each pair occurs, if each word occurs as often as its weight says.

    >>> count_weighted_pairs([[1, 2, 1, 2], [1, 2]], [10, 1])
    Counter({(1, 2): 21, (2, 1): 10})
    """
    counts: Counter[Pair] = Counter()
    for ids, weight in zip(words, weights, strict=True):
        for pair in pairwise(ids):
            counts[pair] += weight
    return counts
