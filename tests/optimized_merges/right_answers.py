"""Right answers written in other ways than the reference: `check` must accept every one of them."""

# mypy: ignore-errors
from __future__ import annotations

from bisect import insort
from collections import Counter, defaultdict
from functools import partial
from heapq import heapify, heappop, heappush, heapreplace
from itertools import pairwise

from storybot.bpe_basics import merge_pair
from storybot.optimized_merges import Candidate, count_weighted_pairs, train_weighted
from tests.check.right import Answers, collect

RIGHT: Answers = {}
right = partial(collect, RIGHT)


@right("build_pair_index")
def by_positions(words, weights):
    counts, index = Counter(), {}
    for i in range(len(words)):
        for j in range(len(words[i]) - 1):
            pair = words[i][j], words[i][j + 1]
            counts[pair] += weights[i]
            if pair not in index:
                index[pair] = set()
            index[pair].add(i)
    return counts, index


@right("build_pair_index")
def a_counter_for_each_word(words, weights):
    counts, index = Counter(), defaultdict(set)
    for number, ids in enumerate(words):
        for pair, times in Counter(pairwise(ids)).items():
            counts[pair] += times * weights[number]
            index[pair] |= {number}
    return counts, index


@right("build_pair_index")
def the_index_first(words, weights):
    index = {}
    for number, ids in enumerate(words):
        for pair in set(pairwise(ids)):
            index.setdefault(pair, set()).add(number)
    return count_weighted_pairs(words, weights), index


@right("build_pair_index")
def from_a_list_of_triples(words, weights):
    found = [(pair, n, w) for n, (ids, w) in enumerate(zip(words, weights, strict=False)) for pair in pairwise(ids)]
    counts = Counter()
    for pair, _, weight in found:
        counts.update({pair: weight})
    index = {pair: set() for pair in counts}
    for pair, number, _ in found:
        index[pair].add(number)
    return counts, index


@right("merge_in_word")
def zeros_stay(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes = Counter()
    for gone in pairwise(ids):
        changes[gone] -= weight
    for come in pairwise(merged):
        changes[come] += weight
    return merged, changes


@right("merge_in_word")
def with_subtract(ids, weight, pair, new_id):
    merged = merge_pair(ids, pair, new_id)
    changes = Counter(pairwise(merged))
    changes.subtract(pairwise(ids))
    return merged, Counter({p: n * weight for p, n in changes.items()})


@right("merge_in_word")
def with_its_own_merge(ids, weight, pair, new_id):
    merged, i = ids.copy(), 0
    while i < len(merged) - 1:
        if tuple(merged[i : i + 2]) == tuple(pair):
            merged[i : i + 2] = [new_id]
        i += 1
    before, after = Counter(pairwise(ids)), Counter(pairwise(merged))
    return merged, Counter({p: (after[p] - before[p]) * weight for p in before.keys() | after.keys()})


@right("merge_in_word")
def only_around_the_merged_positions(ids, weight, pair, new_id):
    merged, changes, i = [], Counter(), 0
    while i < len(ids):
        if i + 1 < len(ids) and (ids[i], ids[i + 1]) == pair:
            changes[pair] -= weight
            if merged:
                changes[(pair[1] if merged[-1] == new_id else merged[-1]), pair[0]] -= weight
                changes[merged[-1], new_id] += weight
            merged.append(new_id)
            i += 2
        else:
            if merged and merged[-1] == new_id:
                changes[pair[1], ids[i]] -= weight
                changes[new_id, ids[i]] += weight
            merged.append(ids[i])
            i += 1
    return merged, changes


@right("pop_best")
def looks_before_it_pops(heap, counts):
    while heap:
        top = heap[0]
        true = counts[top.pair]
        if top.count == true:
            heappop(heap)
            return top.pair
        if true > 0:
            heapreplace(heap, Candidate(true, top.tokens, top.pair))
        else:
            heappop(heap)
    return None


@right("pop_best")
def changes_the_candidate_it_popped(heap, counts):
    while True:
        try:
            best = heappop(heap)
        except IndexError:
            return None
        if best.pair not in counts or counts[best.pair] == 0:
            continue
        if best.count > counts[best.pair]:
            best.count = counts[best.pair]
            heappush(heap, best)
            continue
        return best.pair


@right("pop_best")
def pushes_in_the_end(heap, counts):
    aside, found = [], None
    while heap:
        if aside and aside[0] < heap[0]:
            found = aside.pop(0).pair
            break
        best = heappop(heap)
        true = counts.get(best.pair, 0)
        if true == best.count:
            found = best.pair
            break
        if true:
            insort(aside, Candidate(true, best.tokens, best.pair))
    if found is None and aside:
        found = aside.pop(0).pair
    heap += aside
    heapify(heap)
    return found


@right("first_wrong_merge")
def with_byte_strings_for_tokens(counts, merges):
    words = [[word[i : i + 1] for i in range(len(word))] for word in counts]
    for number, (left, right) in enumerate(merges):
        pairs = Counter()
        for word, times in zip(words, counts.values(), strict=True):
            for pair in pairwise(word):
                pairs[pair] += times
        if not pairs or (left, right) != max((n, pair) for pair, n in pairs.items())[1]:
            return number
        words = [merge_pair(word, (left, right), left + right) for word in words]
    return len(merges)


@right("first_wrong_merge")
def trains_and_compares(counts, merges):
    expected = train_weighted(counts, len(merges))
    for number, merge in enumerate(merges):
        if number == len(expected) or merge != expected[number]:
            return number
    return len(merges)


@right("first_wrong_merge")
def sorts_the_pairs(counts, merges):
    vocab = [bytes([byte]) for byte in range(256)]
    words = {word: list(word) for word in counts}
    right_ones = 0
    for left, right in merges:
        pairs = defaultdict(int)
        for word, ids in words.items():
            for pair in pairwise(ids):
                pairs[pair] += counts[word]
        most = max(pairs.values(), default=0)
        ties = sorted((pair for pair in pairs if pairs[pair] == most), key=lambda p: (vocab[p[0]], vocab[p[1]]))
        if not ties or [vocab[i] for i in ties[-1]] != [left, right]:
            break
        words = {word: merge_pair(ids, ties[-1], len(vocab)) for word, ids in words.items()}
        vocab.append(left + right)
        right_ones += 1
    return right_ones


@right("merge_by_rank")
def with_a_loop_over_positions(ids, made):
    ids = ids[:]
    while True:
        best = None
        for i in range(len(ids) - 1):
            new_id = made.get((ids[i], ids[i + 1]))
            if new_id is not None and (best is None or new_id < best[0]):
                best = new_id, i
        if best is None:
            return ids
        ids[best[1]] = best[0]
        del ids[best[1] + 1]


@right("merge_by_rank")
def builds_new_lists(ids, made):
    while possible := {i for i in range(len(ids) - 1) if (ids[i], ids[i + 1]) in made}:
        at = min(possible, key=lambda i: (made[ids[i], ids[i + 1]], i))
        ids = [*ids[:at], made[ids[at], ids[at + 1]], *ids[at + 2 :]]
    return list(ids)


@right("merge_by_rank")
def calls_itself(ids, made):
    numbers = [made.get(pair, float("inf")) for pair in pairwise(ids)]
    lowest = min(numbers, default=float("inf"))
    if lowest == float("inf"):
        return list(ids)
    at = numbers.index(lowest)
    return calls_itself([*ids[:at], lowest, *ids[at + 2 :]], made)


@right("merge_by_rank")
def with_a_heap(ids, made):
    ids, after, before = list(ids), list(range(1, len(ids) + 1)), list(range(-1, len(ids) - 1))
    heap = [(made[pair], i, pair) for i, pair in enumerate(pairwise(ids)) if pair in made]
    heapify(heap)
    while heap:
        new_id, i, pair = heappop(heap)
        j = after[i]
        if j >= len(ids) or (ids[i], ids[j]) != pair:
            continue  # stale
        ids[i], ids[j], after[i] = new_id, None, after[j]
        if after[i] < len(ids):
            before[after[i]] = i
        for left, right in ((before[i], i), (i, after[i])):
            if left >= 0 and right < len(ids) and (ids[left], ids[right]) in made:
                heappush(heap, (made[ids[left], ids[right]], left, (ids[left], ids[right])))
    return [one for one in ids if one is not None]
