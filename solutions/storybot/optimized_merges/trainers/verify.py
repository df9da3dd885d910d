"""Find the step at which a trainer goes wrong: replay its merges, and look at each choice."""

from __future__ import annotations

from collections.abc import Mapping

from storybot.bpe_basics.pair_merge import merge_pair
from storybot.bpe_basics.tokenizer import Merge
from storybot.optimized_merges.trainers.weighted import count_weighted_pairs


def first_wrong_merge(
    counts: Mapping[bytes, int],
    merges: list[Merge],
) -> int:
    """The number of the first merge that is not the right one, from 0.

    `counts` says how often each word occurs; the keys are its bytes, any
    bytes. A pair counts as often as the words in which it stands. Right
    is the pair with the highest count after the merges before it; on a
    tie, the greatest pair of byte strings. A merge is wrong as well when
    no pair is left. If all are right, gives the number of merges.

    >>> merges = [(b"b", b"c"), (b"b", b"c")]
    >>> first_wrong_merge({b"abc": 3, b"bcd": 2}, merges)
    1
    >>> first_wrong_merge({b"ab": 7}, [(b"a", b"b")])
    1
    """
    words, weights = [list(word) for word in counts], list(counts.values())
    vocab = {byte: bytes([byte]) for byte in range(256)}
    for number, merge in enumerate(merges):
        pair_counts = count_weighted_pairs(words, weights)
        best = max(pair_counts, key=lambda p: (pair_counts[p], vocab[p[0]], vocab[p[1]]), default=None)
        if best is None or (vocab[best[0]], vocab[best[1]]) != merge:
            return number
        words = [merge_pair(ids, best, 256 + number) for ids in words]
        vocab[256 + number] = merge[0] + merge[1]
    return len(merges)
