"""The same rung with a sorted list instead of a heap: every entry is true, and a change means out and in again."""

from __future__ import annotations

from collections.abc import Mapping

from sortedcontainers import SortedList

from storybot.bpe_basics.pair_merge import Pair
from storybot.bpe_basics.tokenizer import Merge
from storybot.optimized_merges.trainers.incremental import apply_merge, build_pair_index


def train_sorted_list(counts: Mapping[bytes, int], n_merges: int) -> list[Merge]:
    """The merges that chapter 1 finds, from how often each pretoken occurs."""
    words, weights = [list(word) for word in counts], list(counts.values())
    pair_counts, index = build_pair_index(words, weights)
    vocab = {byte: bytes([byte]) for byte in range(256)}
    listed: dict[Pair, int] = dict(pair_counts)  # the count with which a pair stands in the list
    ordered = SortedList((count, vocab[a], vocab[b], (a, b)) for (a, b), count in listed.items())
    merges: list[Merge] = []
    for new_id in range(256, 256 + n_merges):
        if not ordered:
            break
        pair = ordered[-1][3]
        merges.append((vocab[pair[0]], vocab[pair[1]]))
        vocab[new_id] = vocab[pair[0]] + vocab[pair[1]]
        for a, b in apply_merge(words, weights, pair_counts, index, pair, new_id):
            if (a, b) in listed:
                ordered.remove((listed.pop((a, b)), vocab[a], vocab[b], (a, b)))
            if pair_counts[a, b]:
                listed[a, b] = pair_counts[a, b]
                ordered.add((pair_counts[a, b], vocab[a], vocab[b], (a, b)))
    return merges
