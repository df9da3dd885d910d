"""Third rung: the best pair from a heap, with lazy deletion.

Counts change with every merge, and a heap cannot find an entry in its middle. So entries are left
where they are. An entry that comes to the top with a count from earlier is stale: it goes back
with its true count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from storybot.bpe_basics.pair_merge import Pair
from storybot.bpe_basics.tokenizer import Merge
from storybot.optimized_merges.trainers.incremental import apply_merge, build_pair_index


@dataclass(slots=True, repr=False)
class Candidate:
    """A pair on the heap. Python's heap gives the smallest first, so a better candidate counts as smaller.

    >>> Candidate(5, (b"a", b"b"), (0, 1)) < Candidate(5, (b"a", b"a"), (0, 0)) < Candidate(4, (b"z", b"z"), (3, 3))
    True
    """

    count: int
    tokens: Merge
    pair: Pair

    def __lt__(self, other: Candidate) -> bool:
        return (self.count, self.tokens) > (other.count, other.tokens)

    def __repr__(self) -> str:
        return f"Candidate({self.count}, {self.tokens}, {self.pair})"


def train_lazy_heap(counts: Mapping[bytes, int], n_merges: int) -> list[Merge]:
    """The merges that chapter 1 finds, from how often each pretoken occurs."""
    words, weights = [list(word) for word in counts], list(counts.values())
    pair_counts, index = build_pair_index(words, weights)
    vocab = {byte: bytes([byte]) for byte in range(256)}
    heap = [Candidate(count, (vocab[a], vocab[b]), (a, b)) for (a, b), count in pair_counts.items()]
    heapify(heap)
    merges: list[Merge] = []
    for new_id in range(256, 256 + n_merges):
        pair = pop_best(heap, pair_counts)
        if pair is None:
            break
        merges.append((vocab[pair[0]], vocab[pair[1]]))
        vocab[new_id] = vocab[pair[0]] + vocab[pair[1]]
        for a, b in apply_merge(words, weights, pair_counts, index, pair, new_id):
            if new_id in (a, b) and pair_counts[a, b]:
                heappush(heap, Candidate(pair_counts[a, b], (vocab[a], vocab[b]), (a, b)))
    return merges


def pop_best(heap: list[Candidate], counts: Counter[Pair]) -> Pair | None:
    """Take the best pair off the heap, or None when none is left.

    A candidate whose count is not the pair's count in `counts` is stale,
    and its true count is lower. When it comes to the top, it goes back
    onto the heap with its true count, or is dropped if the pair is gone:
    not in `counts`, or there with 0. Candidates below stay as they are,
    stale or not. `heap` is a heap after the call as it was before, and
    `counts` stays as it was.

    >>> stale, true = (b"x", b"y"), (b"z", b"z")
    >>> heap = [Candidate(9, stale, (1, 2)), Candidate(8, true, (3, 3))]
    >>> pop_best(heap, Counter({(1, 2): 7, (3, 3): 8})), len(heap)
    ((3, 3), 1)
    """
    while heap:
        best = heappop(heap)
        count = counts.get(best.pair, 0)
        if count == best.count:
            return best.pair
        if count:
            heappush(heap, Candidate(count, best.tokens, best.pair))
    return None
