"""The three small steps that byte-pair encoding is made of: bytes, pairs, one merge.

A sequence is a list of token ids. At the start an id is a byte, 0 to 255.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

Pair = tuple[int, int]


def utf8_bytes(text: str) -> list[int]:
    """The bytes of `text` in UTF-8, as numbers from 0 to 255.

    >>> utf8_bytes("é!")
    [195, 169, 33]
    """
    return list(text.encode("utf-8"))


def count_pairs(sequences: Iterable[list[int]]) -> Counter[Pair]:
    """How often each pair of neighbours occurs, over all the sequences.

    A pair never crosses from one sequence into the next.

    >>> count_pairs([[1, 2, 1, 2], [1, 2]])
    Counter({(1, 2): 3, (2, 1): 1})
    """
    counts: Counter[Pair] = Counter()
    for ids in sequences:
        counts.update(pairwise(ids))
    return counts


def merge_pair(ids: list[int], pair: Pair, new_id: int) -> list[int]:
    """Replace every `pair` in `ids`, left to right, by `new_id`.

    Gives a new list; `ids` stays as it was.

    >>> merge_pair([1, 2, 1, 2, 3], (1, 2), 9)
    [9, 9, 3]
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
