"""merge_counts: add up."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Exercise, OneShot, sorted_counter
from storybot.parallel_pretokenization.count_worker import merge_counts

COUNTS = st.dictionaries(st.sampled_from([b"a", b"b", b" c", "日".encode()]), st.integers(1, 4), max_size=3)
LISTS = st.lists(COUNTS.map(Counter), max_size=4)


def large() -> tuple[Any, ...]:
    """Two large counts, and many counters: neither may make it slow."""
    small = [Counter({b"%d" % (20 * i + j): 1 for j in range(20)}) for i in range(300)]
    return ([Counter({b"the": 120_000_000}), Counter({b"the": 80_000_000}), *small],)


EXERCISE = Exercise(
    merge_counts,
    [
        ([Counter({b"a": 1}), Counter({b"a": 2, b"b": 1})],),
        ([Counter({b"a": 1})],),
        ([],),
        ([{b"a": 1}, {b"a": 2}],),
        (OneShot([Counter({b"a": 1}), Counter({b"b": 2}), Counter({b"a": 3})]),),
        (OneShot([]),),
    ],
    st.tuples(LISTS | LISTS.map(OneShot) | st.lists(COUNTS, max_size=4)),
    normalize=sorted_counter,
    large=large,
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
    total = None
    for counter in counters:
        if total is None:
            total = counter
        else:
            total.update(counter)
    return Counter() if total is None else total


@EXERCISE.mistake
def takes_the_largest(counters):
    """| is not +."""
    total = Counter()
    for counter in counters:
        total |= Counter(counter)
    return total


@EXERCISE.mistake
def counts_the_counters(counters):
    """How many counters hold a pretoken."""
    return Counter(pretoken for counter in counters for pretoken in counter)


@EXERCISE.mistake
def only_counters_can_be_added(counters):
    """A Counter plus a plain dict is a TypeError."""
    return sum(counters, Counter())


@EXERCISE.mistake
def needs_a_list(counters):
    """An iterator has no [0], and an empty list neither."""
    total = Counter(counters[0])
    for counter in counters[1:]:
        total.update(counter)
    return total


@EXERCISE.mistake
def goes_through_twice(counters):
    """The second time an iterator is empty."""
    keys = {pretoken for counter in counters for pretoken in counter}
    total = Counter(dict.fromkeys(keys, 0))
    for counter in counters:
        total.update(counter)
    return total


@EXERCISE.mistake(slow=True)
def one_by_one(counters):
    """Counts to a hundred million."""
    total = Counter()
    for counter in counters:
        for pretoken, n in counter.items():
            for _ in range(n):
                total[pretoken] += 1
    return total
