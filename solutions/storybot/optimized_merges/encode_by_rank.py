"""Encode with pairs of ids instead of byte strings: the readable version of `kernels.encode_word` and `merge_ranks`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from storybot.bpe_basics.pair_merge import Pair


def pair_to_merged_id(ranks: Mapping[bytes, int]) -> dict[Pair, int]:
    """For every two tokens that together are a token: their ids and its id.

    >>> pair_to_merged_id({b"a": 0, b"b": 1, b"ab": 2, b"aba": 3})
    {(0, 1): 2, (2, 0): 3}
    """
    made = {}
    for token, token_id in ranks.items():
        for middle in range(1, len(token)):
            if token[:middle] in ranks and token[middle:] in ranks:
                made[ranks[token[:middle]], ranks[token[middle:]]] = token_id
    return made


def merge_by_rank(ids: list[int], made: Mapping[Pair, int]) -> list[int]:
    """Merge neighbours until no two neighbours make a token.

    `made` tells which id two ids make: any id from 0 on, and several
    pairs may make the same. Of all tokens that two neighbours make, the
    one with the lowest id is made next, at the leftmost position where
    it can be made, and at no other. `ids` stays as it was.

    >>> merge_by_rank([0, 1, 0, 1], {(0, 1): 2, (2, 2): 3})
    [3]
    >>> merge_by_rank([5, 6, 7], {(5, 6): 9, (6, 7): 8})
    [5, 8]
    """
    ids = list(ids)
    while True:
        possible = [(made[pair], i) for i, pair in enumerate(pairwise(ids)) if pair in made]
        if not possible:
            return ids
        new_id, i = min(possible)
        ids[i : i + 2] = [new_id]
