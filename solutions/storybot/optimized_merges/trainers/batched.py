"""A shortcut that is wrong, kept as a warning: merge several of the best pairs before counting again."""

from __future__ import annotations

from collections.abc import Mapping

from storybot.bpe_basics.pair_merge import merge_pair
from storybot.bpe_basics.tokenizer import Merge
from storybot.optimized_merges.trainers.weighted import count_weighted_pairs


def train_batched(counts: Mapping[bytes, int], n_merges: int, at_once: int = 2) -> list[Merge]:
    """Merge the `at_once` best pairs of every count. Fewer counts, other merges: not byte-pair encoding.

    >>> train_batched({b"abc": 3, b"bcd": 2}, 2)
    [(b'b', b'c'), (b'a', b'b')]
    """
    words, weights = [list(word) for word in counts], list(counts.values())
    vocab = {byte: bytes([byte]) for byte in range(256)}
    merges: list[Merge] = []
    while len(merges) < n_merges:
        pair_counts = count_weighted_pairs(words, weights)
        best = sorted(pair_counts, key=lambda p: (pair_counts[p], vocab[p[0]], vocab[p[1]]), reverse=True)
        if not best:
            break
        for pair in best[: min(at_once, n_merges - len(merges))]:
            new_id = 256 + len(merges)
            words = [merge_pair(ids, pair, new_id) for ids in words]
            merges.append((vocab[pair[0]], vocab[pair[1]]))
            vocab[new_id] = vocab[pair[0]] + vocab[pair[1]]
    return merges
