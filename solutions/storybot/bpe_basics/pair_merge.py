"""The two small steps that byte-pair encoding is made of: count the pairs, merge one of them.

A sequence is a list of token ids. At the start an id is a byte, 0 to 255.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

Pair = tuple[int, int]


def count_pairs(sequences: Iterable[list[int]]) -> Counter[Pair]:
    """How often each pair of neighbours occurs, over all the sequences.

    Every position counts, also where two pairs overlap. A pair never
    crosses from one sequence into the next. `sequences` may be a
    generator, which can be gone through only once. Where there is no
    pair, the Counter is empty. The sequences stay as they were.

    >>> count_pairs([[1, 2, 1, 2], [1, 2]])
    Counter({(1, 2): 3, (2, 1): 1})
    >>> count_pairs([[7, 7, 7], [7]])
    Counter({(7, 7): 2})
    """
    counts: Counter[Pair] = Counter()
    for ids in sequences:
        counts.update(pairwise(ids))
    return counts


def merge_pair(ids: list[int], pair: Pair, new_id: int) -> list[int]:
    """Replace every `pair` in `ids`, left to right, by `new_id`.

    An element that has gone into one merge cannot go into another. Ids
    may be of any size; `new_id` does not occur in `ids`. Gives a new
    list, even if there is nothing to replace; `ids` stays as it was.

    >>> merge_pair([1, 2, 1, 2, 3], (1, 2), 9)
    [9, 9, 3]
    >>> merge_pair([7, 7, 7], (7, 7), 256)
    [256, 7]
    """
    merged, i = [], 0
    while i < len(ids):
        if i + 1 < len(ids) and (ids[i], ids[i + 1]) == pair:
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged
