"""encode_pretoken: encode one pretoken."""

from __future__ import annotations

import math
from itertools import pairwise

from hypothesis import strategies as st

from storybot.bpe_basics.encode import encode_pretoken
from storybot.bpe_basics.train import train_bpe
from storybot.check.exercise import Exercise

Arguments = tuple[bytes, dict[bytes, int]]


@st.composite
def trained(draw: st.DrawFn) -> Arguments:
    """A pretoken, and the ranks of a tokenizer that was trained on a small text: its own bytes, and the merges."""
    letters = draw(st.sampled_from(["abc", "ab", "a字é\0", "이야기"]))
    text = draw(st.text(letters, max_size=24))
    pretoken = draw(st.text(letters, max_size=8)).encode()
    merges = train_bpe(text, 256 + draw(st.integers(0, 8)), (), r"(?s).{1,6}").merges
    kept = {bytes([byte]): byte for byte in sorted({*text.encode(), *pretoken})}
    return pretoken, kept | {left + right: 256 + i for i, (left, right) in enumerate(merges)}


def bytes_of(text: str) -> dict[bytes, int]:
    return {bytes([byte]): byte for byte in text.encode()}


def long_pretoken() -> Arguments:
    """One that takes more than a thousand merges."""
    return b"a" * 1600, {b"a": 97, b"aa": 256, b"a" * 4: 257, b"a" * 8: 258}


EXERCISE = Exercise(
    encode_pretoken,
    [
        (b"a", {b"a": 0}),
        (b"abab", {b"a": 0, b"b": 1, b"ab": 2}),
        (b"abc", {b"a": 0, b"b": 1, b"c": 2, b"bc": 3, b"ab": 4, b"abc": 5}),
        (b"aaa", {b"a": 0, b"aa": 1}),
        (b"bca", {b"c": 7, b"a": 5, b"b": 3, b"ca": 256, b"bc": 300}),
        (b"", {b"a": 0}),
        (b"abc", {b"a": 97, b"b": 98, b"c": 99, b"ab": 256, b"bc": 257}),
        (b"abcde", {**bytes_of("abcde"), b"bc": 256, b"de": 257, b"bcde": 258, b"abcde": 259, b"ab": 260}),
        ("é".encode(), bytes_of("é")),
        ("字".encode(), bytes_of("字") | {"字".encode()[:2]: 256, "字".encode(): 257}),
        (b"abb", {b"a": 0, b"b": 1, b"ab": 3, b"bb": 2}),  # ranks come in any order
        (b"ab", {b"a": 97, b"b": 98, b"ab": 200_000}),
        (b"abccbbb", {b"a": 97, b"b": 98, b"c": 99, b"bb": 256, b"cbb": 260, b"cc": 262}),
        ("字".encode()[:2], bytes_of("字") | {"字".encode()[1:]: 256, "字".encode(): 257}),
    ],
    trained(),
    large=long_pretoken,
)


def merge(pretoken, ranks, choose=min):
    """Merging with a choice to break."""
    parts = [bytes([byte]) for byte in pretoken]
    while found := [(ranks[a + b], i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]:
        i = choose(found)[1]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts


@EXERCISE.mistake
def calls_itself(pretoken, ranks):
    """One call within the other for each merge."""

    def go_on(parts):
        rank, i = min(
            ((ranks.get(a + b, math.inf), i) for i, (a, b) in enumerate(pairwise(parts))), default=(math.inf, 0)
        )
        return parts if rank == math.inf else go_on([*parts[:i], parts[i] + parts[i + 1], *parts[i + 2 :]])

    return [ranks[part] for part in go_on([bytes([byte]) for byte in pretoken])]


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
    return [ranks[part] for part in merge(pretoken, ranks, lambda found: min(found, key=lambda one: one[1]))]


@EXERCISE.mistake
def highest_rank_first(pretoken, ranks):
    """The order turned round."""
    return [ranks[part] for part in merge(pretoken, ranks, lambda found: max(found, key=lambda one: (one[0], -one[1])))]


@EXERCISE.mistake
def rightmost_of_equals(pretoken, ranks):
    """Of equal ranks the last one: aaa becomes a, aa."""
    return [ranks[part] for part in merge(pretoken, ranks, lambda found: min(found, key=lambda one: (one[0], -one[1])))]


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
def bytes_as_letters(pretoken, ranks):
    """chr(byte).encode() is two bytes from 128 on."""
    parts = [chr(byte).encode() for byte in pretoken]
    while found := [(ranks[a + b], i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]:
        i = min(found)[1]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return [ranks[part] for part in parts]


@EXERCISE.mistake
def begins_with_characters(pretoken, ranks):
    """Whole characters instead of bytes."""
    parts = [character.encode() for character in pretoken.decode()]
    while found := [(ranks[a + b], i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]:
        i = min(found)[1]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return [ranks[part] for part in parts]


@EXERCISE.mistake
def positions_not_ranks(pretoken, ranks):
    """Where a token stands in the dictionary, instead of its rank."""
    numbers = {token: i for i, token in enumerate(ranks)}
    return [numbers[part] for part in merge(pretoken, numbers)]


@EXERCISE.mistake
def tokens_not_ids(pretoken, ranks):
    """Stops at the bytes of the tokens."""
    return merge(pretoken, ranks)
