"""recover_merges: the merges of a rank file."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import strategies as st

from storybot.bpe_basics.encode import encode_pretoken
from storybot.bpe_basics.formats.tiktoken import recover_merges
from storybot.bpe_basics.train import train_bpe
from storybot.check.exercise import Exercise


@st.composite
def rank_tables(draw: st.DrawFn) -> tuple[dict[bytes, int]]:
    """The ranks of a tokenizer that was trained on a small text, in any order; at times a token is missing."""
    text = draw(st.text("abbc字", max_size=24))
    merges = train_bpe(text, 256 + draw(st.integers(0, 8)), (), r"(?s).{1,8}").merges
    ranks = {bytes([byte]): byte for byte in sorted({*text.encode()})}
    ranks |= {left + right: 256 + i for i, (left, right) in enumerate(merges)}
    longer = [token for token in ranks if len(token) > 1]
    if longer and draw(st.integers(0, 3)) == 3:
        del ranks[draw(st.sampled_from(longer))]
    tokens = list(ranks)
    return ({token: ranks[token] for token in (draw(st.permutations(tokens)) if draw(st.booleans()) else tokens)},)


def large_table() -> tuple[dict[bytes, int]]:
    """20,000 tokens: going through all tokens for each of them takes too long."""
    numbers = random.Random(0)
    ranks = {bytes([byte]): byte for byte in range(256)}
    tokens = list(ranks)
    while len(tokens) < 20_000:
        token = numbers.choice(tokens) + numbers.choice(tokens[:400])
        if len(token) <= 8 and token not in ranks and len(encode_pretoken(token, ranks)) == 2:
            ranks[token] = len(tokens)
            tokens.append(token)
    return (ranks,)


EXERCISE = Exercise(
    recover_merges,
    [
        ({b"a": 0, b"b": 1, b"ab": 2, b"aab": 3},),
        ({b"a": 0, b"b": 1, b"aab": 2},),
        ({b"a": 97, b"b": 98, b"c": 99, b"bc": 256, b"ab": 257, b"abc": 258},),
        ({b"a": 97, b"b": 98, b"c": 99, b"ab": 256, b"bc": 257, b"abc": 258},),
        ({b"a": 97, b"b": 98, b"c": 99, b"abc": 256, b"ab": 257},),
        ({b"aaaa": 300, b"aa": 256, b"a": 97, b"aaa": 299},),
        ({b"a": 0, b"b": 1, b"c": 2, b"bc": 3, b"ab": 4, b"abc": 5, b"abca": 6, b"abcab": 7, b"bca": 8},),
        ({b"a": 97, b"b": 98, b"bb": 256, b"ab": 257, b"abb": 258, b"abbb": 259},),
        ({b"a": 0, b"b": 1},),
        ({},),
    ],
    rank_tables(),
    errors=(ValueError,),
    large=large_table,
)


def splits(token, ranks):
    """All pairs of earlier tokens that make the token."""
    pairs = [(token[:i], token[i:]) for i in range(1, len(token))]
    found = [(a, b) for a, b in pairs if ranks.get(a, ranks[token]) < ranks[token] > ranks.get(b, ranks[token])]
    if not found:
        raise ValueError(token)
    return found


def in_order(ranks):
    return sorted((token for token in ranks if len(token) > 1), key=ranks.get)


def parts_of(token, ranks, limit):
    """Merge the bytes of a token by the ranks below the limit, down to two parts."""
    parts = [bytes([byte]) for byte in token]
    while len(parts) > 2:
        rank, i = min((ranks.get(a + b, limit), i) for i, (a, b) in enumerate(pairwise(parts)))
        if rank >= limit:
            raise ValueError(token)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return tuple(parts)


@EXERCISE.mistake
def shortest_left(ranks):
    """The first cut that gives two earlier tokens."""
    return [splits(token, ranks)[0] for token in in_order(ranks)]


@EXERCISE.mistake
def longest_left(ranks):
    """The last cut that gives two earlier tokens."""
    return [splits(token, ranks)[-1] for token in in_order(ranks)]


@EXERCISE.mistake
def lowest_ranks(ranks):
    """Of all cuts the one whose parts both have low ranks: nearly always right."""

    def later(pair):
        return max(ranks[pair[0]], ranks[pair[1]])

    return [min(reversed(splits(token, ranks)), key=later) for token in in_order(ranks)]


@EXERCISE.mistake
def all_cuts(ranks):
    """Every pair of earlier tokens that makes the token."""
    return [pair for token in in_order(ranks) for pair in splits(token, ranks)]


@EXERCISE.mistake
def order_of_the_dictionary(ranks):
    """Not sorted by rank."""
    return [parts_of(token, ranks, ranks[token]) for token in ranks if len(token) > 1]


@EXERCISE.mistake
def later_ranks_too(ranks):
    """Merges down to two parts by any rank, also one above its own."""
    return [parts_of(token, {**ranks, token: 10**9}, 10**9) for token in in_order(ranks)]


@EXERCISE.mistake
def leaves_out_what_fails(ranks):
    """No error for a token that no pair makes."""
    merges = []
    for token in in_order(ranks):
        try:
            merges.append(parts_of(token, ranks, ranks[token]))
        except ValueError:
            continue
    return merges


@EXERCISE.mistake
def pairs_of_ids(ranks):
    """Ranks instead of bytes."""
    return [tuple(ranks[part] for part in parts_of(token, ranks, ranks[token])) for token in in_order(ranks)]


@EXERCISE.mistake(slow=True)
def all_tokens_for_each(ranks):
    """A dictionary of the lower ranks for every token."""
    merges = []
    for token in in_order(ranks):
        lower = {one: rank for one, rank in ranks.items() if rank < ranks[token]}
        merges.append(parts_of(token, lower, ranks[token]))
    return merges
