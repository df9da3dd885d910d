"""pop_best: pop from a lazy heap."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from hypothesis import strategies as st

from storybot.bpe_basics.pair_merge import Pair
from storybot.check.exercise import Arguments, Exercise, sorted_counter
from storybot.optimized_merges.trainers.lazy_heap import Candidate, pop_best


@dataclass(frozen=True)
class Left:
    """What is left after the call: the candidates, the best first; whether they lie as a heap must; the counts."""

    heap: list[Candidate]
    is_heap: bool
    counts: Counter[Pair]

    def __repr__(self) -> str:
        return f"{self.heap}; counts: {self.counts}" + ("" if self.is_heap else "; is_heap: False")


def what_is_left(arguments: Arguments) -> Left:
    """Heap and counts after the call."""
    heap, counts = arguments
    is_heap = not any(heap[i] < heap[(i - 1) // 2] for i in range(1, len(heap)))
    zeros = {pair: n for pair, n in counts.items() if not n}
    return Left(sorted(heap), is_heap, Counter({**sorted_counter(counts), **zeros}))


def heap_of(*candidates: Candidate) -> list[Candidate]:
    """The candidates as a heap."""
    heap = list(candidates)
    heapify(heap)
    return heap


@st.composite
def heaps(draw: st.DrawFn) -> Arguments:
    """A heap, and counts that have changed since: some lower, some gone."""
    tokens = {97: b"a", 98: b"b", 300: b"ab", 301: b"\xff\xc3"}
    one = st.sampled_from(list(tokens))
    pairs = draw(st.lists(st.tuples(one, one), unique=True, max_size=6))
    heap: list[Candidate] = []
    counts: Counter[Pair] = Counter()
    for a, b in pairs:
        count = draw(st.integers(0, 4)) * draw(st.sampled_from([1, 1, 1000]))
        heap.append(Candidate(count + draw(st.integers(0 if count else 1, 2)), (tokens[a], tokens[b]), (a, b)))
        if count or draw(st.booleans()):  # gone: absent, or 0
            counts[a, b] = count
    heapify(heap)
    return heap, counts


def many_stale() -> Arguments:
    """A heap of stale candidates only: each of them comes to the top, and only then the first true one."""
    n = 8000
    pairs = [(i, i + 1) for i in range(n)]
    heap = [Candidate(2 * n + i, (b"%d" % i, b"x"), pair) for i, pair in enumerate(pairs)]
    return heap_of(*heap), Counter({pair: 1 + i % 7 for i, pair in enumerate(pairs)})


A_B, C_C, D_E, F_F = (97, 98), (99, 99), (100, 101), (102, 102)
EXERCISE = Exercise(
    pop_best,
    [
        (heap_of(Candidate(3, (b"a", b"b"), A_B)), Counter({A_B: 3})),
        (heap_of(Candidate(9, (b"a", b"b"), A_B), Candidate(8, (b"c", b"c"), C_C)), Counter({A_B: 7, C_C: 8})),
        (heap_of(Candidate(2, (b"a", b"b"), A_B)), Counter()),
        (heap_of(Candidate(2, (b"a", b"b"), A_B)), Counter({A_B: 0})),
        ([], Counter()),
        (heap_of(Candidate(9, (b"ab", b"c"), (256, 99))), Counter({(256, 99): 7})),
        (
            [
                Candidate(9, (b"a", b"b"), A_B),
                Candidate(5, (b"c", b"c"), C_C),
                Candidate(8, (b"d", b"e"), D_E),
                Candidate(4, (b"f", b"f"), F_F),
            ],
            Counter({A_B: 6, C_C: 2, D_E: 8, F_F: 4}),
        ),
        (
            [
                Candidate(9, (b"a", b"b"), A_B),
                Candidate(5, (b"c", b"c"), C_C),
                Candidate(8, (b"d", b"e"), D_E),
                Candidate(4, (b"f", b"f"), F_F),
            ],
            Counter({A_B: 9, C_C: 2, D_E: 3}),
        ),
    ],
    heaps(),
    mutated=what_is_left,
    mutated_name="heap",
    large=many_stale,
)


@EXERCISE.mistake  # the first, because it shows only on the large input, where each comparison takes long
def calls_itself(heap, counts):
    if not heap:
        return None
    best = heappop(heap)
    if counts[best.pair] == best.count:
        return best.pair
    if counts[best.pair]:
        heappush(heap, Candidate(counts[best.pair], best.tokens, best.pair))
    return calls_itself(heap, counts)


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
def brings_back_what_is_gone(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair] == best.count:
            return best.pair
        heappush(heap, Candidate(counts[best.pair], best.tokens, best.pair))
    return None


@EXERCISE.mistake
def gone_only_if_absent(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair] == best.count:
            return best.pair
        if best.pair in counts:
            heappush(heap, Candidate(counts[best.pair], best.tokens, best.pair))
    return None


@EXERCISE.mistake
def takes_every_pair_that_still_occurs(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair]:
            return best.pair
    return None


@EXERCISE.mistake
def looks_only_once(heap, counts):
    if not heap:
        return None
    best = heappop(heap)
    if counts[best.pair] == best.count:
        return best.pair
    if counts[best.pair]:
        heappush(heap, Candidate(counts[best.pair], best.tokens, best.pair))
    return heappop(heap).pair if heap else None


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
            heappush(heap, Candidate(counts[best.pair], (bytes([a]), bytes([b])), best.pair))
    return None


@EXERCISE.mistake
def appends_instead_of_pushing(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair] == best.count:
            return best.pair
        if counts[best.pair]:
            heap.append(Candidate(counts[best.pair], best.tokens, best.pair))
    return None


@EXERCISE.mistake
def pops_from_the_list(heap, counts):
    while heap:
        best = heap.pop(0)
        if counts[best.pair] == best.count:
            return best.pair
        if counts[best.pair]:
            heappush(heap, Candidate(counts[best.pair], best.tokens, best.pair))
    return None


@EXERCISE.mistake
def deletes_from_counts(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair] == best.count:
            del counts[best.pair]
            return best.pair
        if counts[best.pair]:
            heappush(heap, Candidate(counts[best.pair], best.tokens, best.pair))
    return None


@EXERCISE.mistake
def corrects_them_all(heap, counts):
    heap[:] = [Candidate(counts[c.pair], c.tokens, c.pair) for c in heap if counts[c.pair]]
    heapify(heap)
    return heappop(heap).pair if heap else None


@EXERCISE.mistake(slow=True)
def orders_all_again(heap, counts):
    while heap:
        heap.sort()
        best = heap.pop(0)
        if counts[best.pair] == best.count:
            return best.pair
        if counts[best.pair]:
            heap.append(Candidate(counts[best.pair], best.tokens, best.pair))
    return None
