"""The five exercises of chapter 3: what a right answer must agree on."""

from __future__ import annotations

from collections import Counter
from heapq import heapify
from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise, sorted_counter
from storybot.optimized_merges.encode_by_rank import merge_by_rank
from storybot.optimized_merges.trainers.batched import train_batched
from storybot.optimized_merges.trainers.incremental import build_pair_index, merge_in_word
from storybot.optimized_merges.trainers.lazy_heap import Candidate, pop_best
from storybot.optimized_merges.trainers.verify import first_wrong_merge

IDS = st.lists(st.integers(1, 3), max_size=8)
COUNTS = st.dictionaries(
    st.text("abc", min_size=1, max_size=6).map(str.encode), st.integers(1, 4), min_size=1, max_size=4
)


def both_in_order(result: Any) -> Any:
    """Counter and index with their keys in order."""
    counts, index = result
    return sorted_counter(counts), dict(sorted((pair, numbers) for pair, numbers in index.items()))


def word_and_changes(result: Any) -> Any:
    ids, changes = result
    return ids, sorted_counter(changes)


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


@st.composite
def mergings(draw: st.DrawFn) -> Arguments:
    """Ids, and which pairs of them make which."""
    pairs = st.tuples(st.integers(0, 5), st.integers(0, 5))
    made = draw(st.lists(pairs, unique=True, max_size=5))
    numbers = draw(st.permutations(range(3, 3 + len(made))))
    return draw(st.lists(st.integers(0, 2), max_size=8)), dict(zip(made, numbers, strict=True))


@st.composite
def trainings(draw: st.DrawFn) -> Arguments:
    """Counts, and the merges of a right or a wrong trainer."""
    counts = draw(COUNTS)
    at_once = draw(st.integers(1, 2))  # one is right, two are not
    merges = train_batched(counts, draw(st.integers(0, 4)), at_once)
    repeats: bool = draw(st.booleans())
    if merges and repeats:
        merges = [*merges[:-1], merges[0]]
    return counts, merges


EXERCISES = {
    "build_pair_index": Exercise(
        build_pair_index,
        [([[1, 2, 1, 2], [1, 2]], [10, 1]), ([[1, 2, 3], [2, 3]], [1, 1]), ([[1]], [5]), ([], [])],
        st.lists(st.tuples(IDS, st.integers(1, 4)), max_size=4).map(
            lambda items: ([ids for ids, _ in items], [weight for _, weight in items])
        ),
        normalize=both_in_order,
    ),
    "merge_in_word": Exercise(
        merge_in_word,
        [
            ([1, 2, 3], 5, (1, 2), 9),
            ([3, 1, 2, 1, 2], 1, (1, 2), 9),
            ([1, 1, 1], 2, (1, 1), 9),
            ([1, 2], 4, (2, 1), 9),
        ],
        st.tuples(IDS, st.integers(1, 4), st.tuples(st.integers(1, 3), st.integers(1, 3)), st.just(9)),
        normalize=word_and_changes,
    ),
    "pop_best": Exercise(
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
    ),
    "merge_by_rank": Exercise(
        merge_by_rank,
        [
            ([0, 1, 0, 1], {(0, 1): 2, (2, 2): 3}),
            ([0, 1, 2], {(1, 2): 3, (0, 1): 4}),
            ([0, 1, 2], {(0, 1): 4, (1, 2): 3}),
            ([0, 0, 0], {(0, 0): 1}),
            ([0, 1, 2], {(0, 1): 3, (1, 2): 4, (3, 2): 5, (0, 4): 5}),  # two ways to make 5
            ([1, 2, 0], {(7, 0): 4, (1, 2): 7}),
            ([0, 0, 1, 0, 1], {(7, 0): 4, (0, 1): 7}),  # one place at a time
            ([0, 1], {}),
            ([], {}),
        ],
        mergings(),
    ),
    "first_wrong_merge": Exercise(
        first_wrong_merge,
        [
            ({b"abc": 3, b"bcd": 2}, [(b"b", b"c"), (b"a", b"bc")]),
            ({b"abc": 3, b"bcd": 2}, [(b"b", b"c"), (b"b", b"c")]),
            ({b"ab": 1, b"cd": 1}, [(b"a", b"b")]),
            ({b"ab": 1}, [(b"a", b"b"), (b"a", b"b")]),
            ({b"ab": 1}, []),
            ({b"abc": 1}, [(b"b", b"c"), (b"ab", b"c")]),
        ],
        trainings(),
    ),
}
