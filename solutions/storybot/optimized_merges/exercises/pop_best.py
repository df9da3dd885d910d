"""pop_best: pop from a lazy heap."""

from __future__ import annotations

from collections import Counter
from heapq import heapify, heappop, heappush
from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.optimized_merges.trainers.lazy_heap import Candidate, pop_best


def candidates_left(arguments: Arguments) -> Any:
    """What is on the heap after the call, the best first."""
    return [(candidate.count, candidate.tokens, candidate.pair) for candidate in sorted(arguments[0])]


@st.composite
def heaps(draw: st.DrawFn) -> Arguments:
    """A heap, and counts that have changed since: some lower, some gone."""
    tokens = {97: b"a", 98: b"b", 300: b"ab"}
    one = st.sampled_from(list(tokens))
    pairs = draw(st.lists(st.tuples(one, one), unique=True, max_size=5))
    heap: list[Candidate] = []
    counts: Counter[tuple[int, int]] = Counter()
    for a, b in pairs:
        count = draw(st.integers(0, 4))
        heap.append(Candidate(count + draw(st.integers(0 if count else 1, 2)), (tokens[a], tokens[b]), (a, b)))
        if count:
            counts[a, b] = count
    heapify(heap)
    return heap, counts


def heap_of(*candidates: Candidate) -> list[Candidate]:
    heap = list(candidates)
    heapify(heap)
    return heap


EXERCISE = Exercise(
    pop_best,
    [
        (heap_of(Candidate(3, (b"a", b"b"), (97, 98))), Counter({(97, 98): 3})),
        (
            heap_of(Candidate(9, (b"a", b"b"), (97, 98)), Candidate(8, (b"c", b"c"), (99, 99))),
            Counter({(97, 98): 7, (99, 99): 8}),
        ),
        (heap_of(Candidate(2, (b"a", b"b"), (97, 98))), Counter()),
        ([], Counter()),
    ],
    heaps(),
    mutated=candidates_left,
)


@EXERCISE.mistake
def trusts_the_top(heap, counts):
    return heappop(heap).pair if heap else None


@EXERCISE.mistake
def throws_stale_ones_away(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair] == best.count:
            return best.pair
    return None


@EXERCISE.mistake
def keeps_what_is_gone(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair] == best.count:
            return best.pair
        heappush(heap, Candidate(max(counts[best.pair], 1), best.tokens, best.pair))
        if counts[best.pair] == 0:
            return None
    return None


@EXERCISE.mistake
def takes_the_stale_one_with_its_true_count(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair]:
            return best.pair
    return None


@EXERCISE.mistake
def looks_but_does_not_take(heap, counts):
    while heap:
        best = heap[0]
        if counts[best.pair] == best.count:
            return best.pair
        heappop(heap)
        if counts[best.pair]:
            heappush(heap, Candidate(counts[best.pair], best.tokens, best.pair))
    return None


@EXERCISE.mistake
def makes_the_tokens_from_the_ids(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair] == best.count:
            return best.pair
        if counts[best.pair]:
            a, b = best.pair
            heappush(heap, Candidate(counts[best.pair], (bytes([a % 256]), bytes([b % 256])), best.pair))
    return None
