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
        ([0.0, 3.0], [2, 1]),  # a token that costs nothing has bytes as well
        ([1.0] * 100, [1] * 40 + [9] * 60),
        ([5.0, 1.0], [0, 0]),
        ([], []),
    ],
    losses_and_sizes(),
    tolerance=1e-6,
    errors=(ValueError,),
)


def pairs(nats, sizes):
    """Losses and sizes of the tokens that are text."""
    return [(n, size) for n, size in zip(nats, sizes, strict=True) if size]


@EXERCISE.mistake
def multiplies(nats, sizes):
    return sum(nats) / len(nats) / math.log(2) * (sum(sizes) / len(sizes))


@EXERCISE.mistake
def special_tokens_cost(nats, sizes):
    return sum(nats) / (math.log(2) * sum(sizes))


@EXERCISE.mistake
def nats_a_byte(nats, sizes):
    return sum(n for n, _ in pairs(nats, sizes)) / sum(sizes)


@EXERCISE.mistake
def mean_of_ratios(nats, sizes):
    ratios = [n / size for n, size in pairs(nats, sizes)]
    return sum(ratios) / len(ratios) / math.log(2)


@EXERCISE.mistake
def times_ln_2(nats, sizes):
    return sum(n for n, _ in pairs(nats, sizes)) * math.log(2) / sum(sizes)


@EXERCISE.mistake
def bits_a_token(nats, sizes):
    kept = [n for n, _ in pairs(nats, sizes)]
    return sum(kept) / len(kept) / math.log(2)


@EXERCISE.mistake
def divides_by_zero(nats, sizes):
    return sum(n for n, _ in pairs(nats, sizes)) / math.log(2) / sum(sizes)


@EXERCISE.mistake
def nothing_costs_nothing(nats, sizes):
    return sum(n for n, _ in pairs(nats, sizes)) / math.log(2) / sum(sizes) if any(sizes) else 0.0
