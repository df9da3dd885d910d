"""Second rung: count once, then change only the counts of words in which something was merged.

The index says in which words a pair stands. A merge takes exactly those words out of the
counts, merges in them, and puts them back.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import pairwise

from storybot.bpe_basics.pair_merge import Pair, merge_pair
from storybot.bpe_basics.tokenizer import Merge

Index = dict[Pair, set[int]]


def train_incremental(counts: Mapping[bytes, int], n_merges: int) -> list[Merge]:
    """The merges that chapter 1 finds, from how often each pretoken occurs."""
    words, weights = [list(word) for word in counts], list(counts.values())
    pair_counts, index = build_pair_index(words, weights)
    vocab = {byte: bytes([byte]) for byte in range(256)}
    merges = []
    for new_id in range(256, 256 + n_merges):
        if not pair_counts:
            break
        pair = max(pair_counts, key=lambda p: (pair_counts[p], vocab[p[0]], vocab[p[1]]))
        apply_merge(words, weights, pair_counts, index, pair, new_id)
        merges.append((vocab[pair[0]], vocab[pair[1]]))
        vocab[new_id] = vocab[pair[0]] + vocab[pair[1]]
    return merges


def build_pair_index(
    words: list[list[int]],
    weights: list[int],
) -> tuple[Counter[Pair], dict[Pair, set[int]]]:
    """How often each pair occurs, and in which words it stands.

    `weights[i]` says how often `words[i]` occurs; the two lists are
    equally long. Each occurrence of a pair in a word counts that often.
    The index gives, for each pair, the set of the numbers of the words
    that contain it, counted from 0. A pair that occurs in no word is in
    neither of the two. `words` stays as it was.

    >>> build_pair_index([[1, 2, 1, 2], [1, 2]], [10, 1])
    (Counter({(1, 2): 21, (2, 1): 10}), {(1, 2): {0, 1}, (2, 1): {0}})
    """
    counts: Counter[Pair] = Counter()
    index: Index = defaultdict(set)
    for number, (ids, weight) in enumerate(zip(words, weights, strict=True)):
        for pair in pairwise(ids):
            counts[pair] += weight
            index[pair].add(number)
    return counts, dict(index)


def merge_in_word(
    ids: list[int],
    weight: int,
    pair: Pair,
    new_id: int,
) -> tuple[list[int], Counter[Pair]]:
    """Merge `pair` in one word, and tell by how much each count changes.

    Gives the word as `merge_pair` makes it, and a Counter of changes:
    minus `weight` for each occurrence of a pair that the word has lost,
    plus `weight` for each that it has gained. Pairs whose count does not
    change may be left out or stand there with 0. If `pair` does not
    occur, nothing changes. `ids` stays as it was.

    >>> merge_in_word([1, 2, 3], 5, (1, 2), 9)
    ([9, 3], Counter({(9, 3): 5, (1, 2): -5, (2, 3): -5}))
    >>> merge_in_word([1, 2], 4, (2, 1), 9)
    ([1, 2], Counter())
    """
    merged = merge_pair(ids, pair, new_id)
    changes: Counter[Pair] = Counter()
    for gone in pairwise(ids):
        changes[gone] -= weight
    for come in pairwise(merged):
        changes[come] += weight
    return merged, Counter({changed: n for changed, n in changes.items() if n})


def apply_merge(
    words: list[list[int]], weights: list[int], counts: Counter[Pair], index: Index, pair: Pair, new_id: int
) -> Counter[Pair]:
    """Merge `pair` in the words that contain it, and put words, counts and index right.

    Looks at no other word. A pair that is gone is gone from counts and index too. Gives the changes.

    >>> words, counts = [[1, 2, 3]], Counter({(1, 2): 5, (2, 3): 5})
    >>> index = {(1, 2): {0}, (2, 3): {0}}
    >>> apply_merge(words, [5], counts, index, (1, 2), 9)
    Counter({(9, 3): 5, (1, 2): -5, (2, 3): -5})
    >>> words, counts, index
    ([[9, 3]], Counter({(9, 3): 5}), {(9, 3): {0}})
    """
    changes: Counter[Pair] = Counter()
    for number in list(index[pair]):
        before = set(pairwise(words[number]))
        words[number], change = merge_in_word(words[number], weights[number], pair, new_id)
        after = set(pairwise(words[number]))
        for gone in before - after:
            index[gone].discard(number)
        for come in after - before:
            index.setdefault(come, set()).add(number)
        changes.update(change)
    for changed, n in changes.items():
        counts[changed] += n
        if not counts[changed]:
            del counts[changed], index[changed]
    return changes
