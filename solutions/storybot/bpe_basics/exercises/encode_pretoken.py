"""encode_pretoken: encode one pretoken."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from storybot.bpe_basics.encode import encode_pretoken
from storybot.check.exercise import Exercise


@st.composite
def rank_tables(draw: st.DrawFn) -> dict[bytes, int]:
    """A few tokens in some order, as a trained vocabulary has them: the bytes first, each token after its parts."""
    chosen = draw(st.lists(st.sampled_from([b"ab", b"bc", b"aa", b"ca"]), unique=True, max_size=4))
    longer = draw(st.lists(st.sampled_from([b"abc", b"aaa", b"abab", b"cab"]), unique=True, max_size=3))
    return {token: rank for rank, token in enumerate([b"a", b"b", b"c", *chosen, *longer])}


EXERCISE = Exercise(
    encode_pretoken,
    [
        (b"a", {b"a": 0}),
        (b"abab", {b"a": 0, b"b": 1, b"ab": 2}),
        (b"abc", {b"a": 0, b"b": 1, b"c": 2, b"bc": 3, b"ab": 4, b"abc": 5}),
        (b"aaa", {b"a": 0, b"aa": 1}),
        (b"", {b"a": 0}),
    ],
    st.tuples(st.text("abc", max_size=8).map(str.encode), rank_tables()),
)


@EXERCISE.mistake
def longest_token_first(pretoken, ranks):
    """Greedy: the longest token that fits."""
    ids = []
    while pretoken:
        length = max(n for n in range(1, len(pretoken) + 1) if pretoken[:n] in ranks)
        ids.append(ranks[pretoken[:length]])
        pretoken = pretoken[length:]
    return ids


@EXERCISE.mistake
def leftmost_pair_first(pretoken, ranks):
    """Any pair that can be merged, from the left, whatever its rank."""
    parts = [bytes([byte]) for byte in pretoken]
    i = 0
    while i + 1 < len(parts):
        if parts[i] + parts[i + 1] in ranks:
            parts[i : i + 2] = [parts[i] + parts[i + 1]]
            i = 0
        else:
            i += 1
    return [ranks[part] for part in parts]


@EXERCISE.mistake
def highest_rank_first(pretoken, ranks):
    """The order turned round."""
    parts = [bytes([byte]) for byte in pretoken]
    while True:
        found = [(ranks[a + b], -i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]
        if not found:
            return [ranks[part] for part in parts]
        i = -max(found)[1]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


@EXERCISE.mistake
def one_round(pretoken, ranks):
    """Merges once and stops."""
    parts = [bytes([byte]) for byte in pretoken]
    found = [(ranks[a + b], i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]
    if found:
        i = min(found)[1]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return [ranks[part] for part in parts]


@EXERCISE.mistake
def tokens_not_ids(pretoken, ranks):
    """Stops at the bytes of the tokens."""
    return [bytes([byte]) for byte in pretoken]
