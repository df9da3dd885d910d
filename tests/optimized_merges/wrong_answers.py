"""Plausible wrong answers to the exercises of chapter 3. `check` must refuse every one of them."""

# mypy: ignore-errors
from __future__ import annotations

from collections import Counter
from functools import partial
from heapq import heappop, heappush
from itertools import pairwise

from storybot.bpe_basics import merge_pair
from storybot.optimized_merges import Candidate, count_weighted_pairs
from tests.check.wrong import Answers, collect

WRONG: Answers = {}
wrong = partial(collect, WRONG)


@wrong("build_pair_index")
def without_weights(words, weights):
    counts, index = Counter(), {}
    for number, ids in enumerate(words):
        for pair in pairwise(ids):
            counts[pair] += 1
            index.setdefault(pair, set()).add(number)
    return counts, index


@wrong("build_pair_index")
def each_pair_once_a_word(words, weights):
    counts, index = Counter(), {}
    for number, (ids, weight) in enumerate(zip(words, weights, strict=True)):
        for pair in set(pairwise(ids)):
            counts[pair] += weight
            index.setdefault(pair, set()).add(number)
    return counts, index


@wrong("build_pair_index")
def words_instead_of_numbers(words, weights):
    counts, index = Counter(), {}
    for ids, weight in zip(words, weights, strict=True):
        for pair in pairwise(ids):
            counts[pair] += weight
            index.setdefault(pair, set()).add(tuple(ids))
    return counts, index


@wrong("build_pair_index")
def lists_with_repeats(words, weights):
    counts, index = Counter(), {}
    for number, (ids, weight) in enumerate(zip(words, weights, strict=True)):
        for pair in pairwise(ids):
            counts[pair] += weight
            index.setdefault(pair, []).append(number)
    return counts, index


@wrong("merge_in_word")
def only_the_merged_pair(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    return merged, Counter({pair: -weight * (len(ids) - len(merged))})


@wrong("merge_in_word")
def neighbours_forgotten_on_the_left(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes = Counter()
    for i, p in enumerate(pairwise(ids)):
        if p == pair:
            changes[p] -= weight
            if i + 2 < len(ids):
                changes[ids[i + 1], ids[i + 2]] -= weight
                changes[new_id, ids[i + 2]] += weight
    return merged, changes


@wrong("merge_in_word")
def weight_forgotten(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes = Counter(pairwise(merged))
    changes.subtract(Counter(pairwise(ids)))
    return merged, changes


@wrong("merge_in_word")
def counter_subtraction_drops_negatives(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes = Counter(pairwise(merged)) - Counter(pairwise(ids))
    return merged, Counter({p: n * weight for p, n in changes.items()})


@wrong("merge_in_word")
def merges_in_place(ids, weight, pair, new_id):
    changes = Counter()
    for p in pairwise(ids):
        changes[p] -= weight
    ids[:] = merge_pair(ids, pair, new_id)
    for p in pairwise(ids):
        changes[p] += weight
    return ids, changes


@wrong("pop_best")
def trusts_the_top(heap, counts):
    return heappop(heap).pair if heap else None


@wrong("pop_best")
def throws_stale_ones_away(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair] == best.count:
            return best.pair
    return None


@wrong("pop_best")
def keeps_what_is_gone(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair] == best.count:
            return best.pair
        heappush(heap, Candidate(max(counts[best.pair], 1), best.tokens, best.pair))
        if counts[best.pair] == 0:
            return None
    return None


@wrong("pop_best")
def takes_the_stale_one_with_its_true_count(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair]:
            return best.pair
    return None


@wrong("pop_best")
def looks_but_does_not_take(heap, counts):
    while heap:
        best = heap[0]
        if counts[best.pair] == best.count:
            return best.pair
        heappop(heap)
        if counts[best.pair]:
            heappush(heap, Candidate(counts[best.pair], best.tokens, best.pair))
    return None


@wrong("pop_best")
def makes_the_tokens_from_the_ids(heap, counts):
    while heap:
        best = heappop(heap)
        if counts[best.pair] == best.count:
            return best.pair
        if counts[best.pair]:
            a, b = best.pair
            heappush(heap, Candidate(counts[best.pair], (bytes([a % 256]), bytes([b % 256])), best.pair))
    return None


@wrong("merge_by_rank")
def leftmost_first(ids, made):
    ids, i = list(ids), 0
    while i + 1 < len(ids):
        if (ids[i], ids[i + 1]) in made:
            ids[i : i + 2] = [made[ids[i], ids[i + 1]]]
            i = 0
        else:
            i += 1
    return ids


@wrong("merge_by_rank")
def each_pair_once(ids, made):
    for pair, new_id in made.items():
        ids = merge_pair(ids, pair, new_id)
    return ids


@wrong("merge_by_rank")
def highest_first(ids, made):
    ids = list(ids)
    while True:
        possible = [(made[p], -i) for i, p in enumerate(pairwise(ids)) if p in made]
        if not possible:
            return ids
        new_id, i = max(possible)
        ids[-i : -i + 2] = [new_id]


@wrong("merge_by_rank")
def rightmost_of_equals(ids, made):
    ids = list(ids)
    while True:
        possible = [(made[p], -i) for i, p in enumerate(pairwise(ids)) if p in made]
        if not possible:
            return ids
        new_id, i = min(possible)
        ids[-i : -i + 2] = [new_id]


@wrong("merge_by_rank")
def all_places_at_once(ids, made):
    while True:
        possible = [p for p in pairwise(ids) if p in made]
        if not possible:
            return list(ids)
        pair = min(possible, key=made.get)
        ids = merge_pair(ids, pair, made[pair])


@wrong("merge_by_rank")
def one_pass_from_the_lowest(ids, made):
    for pair, new_id in sorted(made.items(), key=lambda item: item[1]):
        ids = merge_pair(ids, pair, new_id)
    return ids


@wrong("merge_by_rank")
def one_way_to_make_each(ids, made):
    only = {pair: new_id for new_id, pair in {new_id: pair for pair, new_id in made.items()}.items()}
    ids = list(ids)
    while True:
        possible = [(only[p], i) for i, p in enumerate(pairwise(ids)) if p in only]
        if not possible:
            return ids
        new_id, i = min(possible)
        ids[i : i + 2] = [new_id]


def replayed(counts, merges, best_key, weights=None):
    words, weights = [list(word) for word in counts], weights or list(counts.values())
    vocab = {byte: bytes([byte]) for byte in range(256)}
    for number, merge in enumerate(merges):
        pair_counts = count_weighted_pairs(words, weights)
        best = max(pair_counts, key=lambda p: best_key(pair_counts, vocab, p), default=None)
        if best is None or (vocab[best[0]], vocab[best[1]]) != merge:
            return number
        words = [merge_pair(ids, best, 256 + number) for ids in words]
        vocab[256 + number] = merge[0] + merge[1]
    return len(merges)


@wrong("first_wrong_merge")
def ties_by_first_seen(counts, merges):
    return replayed(counts, merges, lambda c, vocab, p: c[p])


@wrong("first_wrong_merge")
def ties_by_id(counts, merges):
    return replayed(counts, merges, lambda c, vocab, p: (c[p], p))


@wrong("first_wrong_merge")
def without_the_counts(counts, merges):
    return replayed(counts, merges, lambda c, v, p: (c[p], v[p[0]], v[p[1]]), [1] * len(counts))


@wrong("first_wrong_merge")
def counts_from_one(counts, merges):
    return 1 + replayed(counts, merges, lambda c, v, p: (c[p], v[p[0]], v[p[1]]))


@wrong("first_wrong_merge")
def compares_only_the_joined_token(counts, merges):
    words, weights = [list(word) for word in counts], list(counts.values())
    vocab = {byte: bytes([byte]) for byte in range(256)}
    for number, (left, right) in enumerate(merges):
        pairs = count_weighted_pairs(words, weights)
        best = max(pairs, key=lambda p: (pairs[p], vocab[p[0]], vocab[p[1]]), default=None)
        if best is None or vocab[best[0]] + vocab[best[1]] != left + right:
            return number
        words = [merge_pair(ids, best, 256 + number) for ids in words]
        vocab[256 + number] = left + right
    return len(merges)
