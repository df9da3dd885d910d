"""How much of a text is copied? Its longest run of tokens, and the share of its n-grams, that a corpus holds.

A window of n tokens gets one 64-bit number, its hash, from the one before it in constant time, so that a million
windows are compared with a sample's in some hundredths of a second, however long the windows are. Equal hashes are
compared token by token, so the answers are exact. The `*_reference` functions are the readable twins.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

BASE = np.uint64(0x9E3779B97F4A7C15)  # odd, so that it has an inverse modulo 2**64
INVERSE = np.uint64(pow(int(BASE), -1, 2**64))


def longest_copied_span(
    sample: Sequence[int],
    corpus: Sequence[int],
) -> int:
    """The length of the longest run of tokens that the corpus has, too.

    A run is a part of `sample` without gaps, at least one token long. The
    corpus has it if the same tokens occur there one after another, in the
    same order, anywhere. If not even one token of the sample occurs in
    the corpus, or if one of the two is empty, the result is 0. Both
    arguments stay unchanged.

    The corpus can be long: for 1,000 tokens of sample and 200,000 of
    corpus, the answer takes less than three seconds.

    >>> longest_copied_span([9, 1, 2, 3, 9], [0, 1, 2, 3, 4])
    3
    >>> longest_copied_span([1, 3], [1, 2, 3])
    1
    """
    ours, theirs = _Hashes(sample), _Hashes(corpus)
    copied, too_long = 0, min(len(sample), len(corpus)) + 1  # if a run is copied, so is every part of it
    while too_long - copied > 1:
        n = min(2 * copied + 1, (copied + too_long) // 2)  # first doubling, then halving
        if copied_windows(ours, theirs, n).any():
            copied = n
        else:
            too_long = n
    return copied


def copied_share(sample: Sequence[int], corpus: Sequence[int], n: int) -> float:
    """The share of the sample's n-grams, its runs of `n` tokens, that occur in the corpus.

    >>> copied_share([1, 2, 3, 9], [0, 1, 2, 3], n=2)
    0.6666666666666666
    """
    if not 1 <= n <= len(sample):
        raise ValueError(f"a sample of {len(sample)} tokens has no runs of {n}")
    if n > len(corpus):
        return 0.0
    return float(copied_windows(_Hashes(sample), _Hashes(corpus), n).mean())


class _Hashes:
    """The tokens of a text, and what makes the hash of any of its windows.

    The hash of tokens t_i … t_(i+n-1) is the sum of t_(i+j) B^j, modulo 2^64. With the sums of t_i B^i from the
    beginning, it is one difference and one product.
    """

    def __init__(self, tokens: Sequence[int]) -> None:
        self.tokens = np.asarray(tokens, dtype=np.int64).reshape(-1)  # (N,)
        mixed = (self.tokens.view(np.uint64) + np.uint64(1)) * BASE
        mixed = (mixed ^ (mixed >> np.uint64(29))) * INVERSE
        powers = np.cumprod(np.full(len(mixed), BASE))
        self.sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(mixed * powers)))  # (N + 1,)
        self.inverses = np.cumprod(np.full(len(mixed), INVERSE))

    def of_windows(self, n: int) -> np.ndarray:
        """The hashes of all windows of `n` tokens, (N - n + 1,)."""
        hashes: np.ndarray = (self.sums[n:] - self.sums[:-n]) * self.inverses[: len(self.tokens) - n + 1]
        return hashes

    def windows(self, n: int) -> np.ndarray:
        """The windows themselves, (N - n + 1, n), as a view."""
        return np.lib.stride_tricks.sliding_window_view(self.tokens, n)


def copied_windows(sample: _Hashes, corpus: _Hashes, n: int) -> np.ndarray:
    """Of each window of `n` tokens of the sample whether the corpus has it."""
    ours, theirs = sample.of_windows(n), corpus.of_windows(n)
    wanted, where = np.unique(ours, return_inverse=True)
    slot = np.minimum(np.searchsorted(wanted, theirs), len(wanted) - 1)
    found = np.flatnonzero(wanted[slot] == theirs)  # windows of the corpus with a hash of the sample's
    match = np.full(len(wanted), -1)
    match[slot[found]] = found  # one of them for each hash
    first = match[where]  # (windows of the sample,)
    copied = first >= 0
    same = (sample.windows(n)[copied] == corpus.windows(n)[first[copied]]).all(1)
    if same.all():
        return copied
    known = {tuple(window) for window in corpus.windows(n).tolist()}  # two windows with one hash: compare all
    return np.array([tuple(window) in known for window in sample.windows(n).tolist()])


def longest_copied_span_reference(sample: Sequence[int], corpus: Sequence[int]) -> int:
    """`longest_copied_span` with a table: how long is the run that ends at this token of the sample and at that one
    of the corpus? One longer than the run that ends one before both, if the tokens are equal.

    >>> longest_copied_span_reference([9, 1, 2, 3, 9], [0, 1, 2, 3, 4])
    3
    """
    longest, before = 0, [0] * (len(corpus) + 1)
    for token in sample:
        row = [0] * (len(corpus) + 1)
        for at, other in enumerate(corpus, 1):
            if token == other:
                row[at] = before[at - 1] + 1
        longest, before = max(longest, *row), row
    return longest


def copied_share_reference(sample: Sequence[int], corpus: Sequence[int], n: int) -> float:
    """`copied_share` with a set of n-grams.

    >>> copied_share_reference([1, 2, 3, 9], [0, 1, 2, 3], n=2)
    0.6666666666666666
    """
    known = {tuple(corpus[at : at + n]) for at in range(len(corpus) - n + 1)}
    ours = [tuple(sample[at : at + n]) for at in range(len(sample) - n + 1)]
    return sum(run in known for run in ours) / len(ours)
