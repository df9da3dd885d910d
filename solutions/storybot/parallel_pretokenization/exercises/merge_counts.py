"""merge_counts: add up."""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as st

from storybot.check.exercise import Exercise, sorted_counter
from storybot.parallel_pretokenization.count_worker import merge_counts

COUNTS = st.dictionaries(st.sampled_from([b"a", b"b", b" c"]), st.integers(1, 4), max_size=3).map(Counter)


EXERCISE = Exercise(
    merge_counts,
    [([Counter({b"a": 1}), Counter({b"a": 2, b"b": 1})],), ([Counter({b"a": 1})],), ([],)],
    st.tuples(st.lists(COUNTS, max_size=4)),
    normalize=sorted_counter,
)


@EXERCISE.mistake
def overwrites(counters):
    """dict.update keeps the last, not the sum."""
    total = {}
    for counter in counters:
        total.update(counter)
    return Counter(total)


@EXERCISE.mistake
def adds_into_the_first(counters):
    """The right sum, in a counter that was given."""
    if not counters:
        return Counter()
    for counter in counters[1:]:
        counters[0].update(counter)
    return counters[0]


@EXERCISE.mistake
def takes_the_largest(counters):
    """| is not +."""
    total = Counter()
    for counter in counters:
        total |= counter
    return total


@EXERCISE.mistake
def counts_the_counters(counters):
    """How many counters hold a pretoken."""
    return Counter(pretoken for counter in counters for pretoken in counter)
