"""bits_per_byte: bits per byte."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.evaluation.bpb import bits_per_byte


@st.composite
def losses_and_sizes(draw: st.DrawFn) -> Arguments:
    n = draw(st.integers(1, 4))
    nats = draw(st.lists(st.integers(0, 20).map(lambda n: n / 4), min_size=n, max_size=n))
    sizes = draw(st.lists(st.integers(0, 6), min_size=n, max_size=n).filter(any))
    return nats, sizes


EXERCISE = Exercise(
    bits_per_byte,
    [
        ([1.0], [1]),
        ([2.0, 2.0], [4, 4]),
        ([2.0, 1.0], [3, 1]),
        ([2.0, 1.0, 5.0], [3, 1, 0]),
        ([1.0] * 100, [1] * 40 + [9] * 60),  # so long that means of batches differ, too
    ],
    losses_and_sizes(),
    tolerance=1e-6,
)


@EXERCISE.mistake
def multiplies(nats, sizes):
    return sum(nats) / len(nats) / math.log(2) * (sum(sizes) / len(sizes))


@EXERCISE.mistake
def special_tokens_cost(nats, sizes):
    return sum(nats) / (math.log(2) * sum(sizes))


@EXERCISE.mistake
def nats_a_byte(nats, sizes):
    return sum(n for n, size in zip(nats, sizes, strict=True) if size) / sum(sizes)


@EXERCISE.mistake
def mean_of_ratios(nats, sizes):
    ratios = [n / size for n, size in zip(nats, sizes, strict=True) if size]
    return sum(ratios) / len(ratios) / math.log(2)


@EXERCISE.mistake
def times_ln_2(nats, sizes):
    return sum(n for n, size in zip(nats, sizes, strict=True) if size) * math.log(2) / sum(sizes)


@EXERCISE.mistake
def bits_a_token(nats, sizes):
    kept = [n for n, size in zip(nats, sizes, strict=True) if size]
    return sum(kept) / len(kept) / math.log(2)


@EXERCISE.mistake
def mean_of_large_batches(nats, sizes):
    parts = [(nats[i : i + 16], sizes[i : i + 16]) for i in range(0, len(nats), 16)]
    ratios = [
        sum(n for n, size in zip(*part, strict=True) if size) / (math.log(2) * sum(part[1]))
        for part in parts
        if any(part[1])
    ]
    return sum(ratios) / len(ratios)
