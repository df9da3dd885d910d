"""Plausible wrong answers to the exercises of chapter 7. `check` must refuse every one of them."""

# mypy: ignore-errors
from __future__ import annotations

import math
from functools import partial

import torch

from storybot.evaluation.bpb import token_bytes as right_sizes
from storybot.model.kv_cache import cached_attention as right_attention
from tests.check.wrong import Answers, collect

WRONG: Answers = {}
wrong = partial(collect, WRONG)


@wrong("token_bytes")
def by_decoding(tokenizer):
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for i in tokenizer.vocab:
        if i not in tokenizer.special_tokens.values():
            sizes[i] = len(tokenizer.decode([i]).encode())
    return sizes


@wrong("token_bytes")
def counts_characters(tokenizer):
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for token, i in tokenizer.ranks.items():
        sizes[i] = len(token.decode("utf-8", "replace"))
    return sizes


@wrong("token_bytes")
def special_tokens_are_text(tokenizer):
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for i, token in tokenizer.vocab.items():
        sizes[i] = len(token)
    return sizes


@wrong("token_bytes")
def trips_over_gaps(tokenizer):
    special = tokenizer.special_tokens.values()
    return torch.tensor([0 if i in special else len(token) for i, token in sorted(tokenizer.vocab.items())])


@wrong("token_bytes")
def forgets_the_special_tokens(tokenizer):
    return torch.tensor([len(tokenizer.vocab[i]) for i in range(len(tokenizer.ranks))])


@wrong("token_bytes")
def as_floats(tokenizer):
    return right_sizes(tokenizer).float()


@wrong("token_bytes")
def as_a_list(tokenizer):
    return right_sizes(tokenizer).tolist()


@wrong("bits_per_byte")
def multiplies(nats, sizes):
    return sum(nats) / len(nats) / math.log(2) * (sum(sizes) / len(sizes))


@wrong("bits_per_byte")
def special_tokens_cost(nats, sizes):
    return sum(nats) / (math.log(2) * sum(sizes))


@wrong("bits_per_byte")
def nats_a_byte(nats, sizes):
    return sum(n for n, size in zip(nats, sizes, strict=True) if size) / sum(sizes)


@wrong("bits_per_byte")
def mean_of_ratios(nats, sizes):
    ratios = [n / size for n, size in zip(nats, sizes, strict=True) if size]
    return sum(ratios) / len(ratios) / math.log(2)


@wrong("bits_per_byte")
def times_ln_2(nats, sizes):
    return sum(n for n, size in zip(nats, sizes, strict=True) if size) * math.log(2) / sum(sizes)


@wrong("bits_per_byte")
def bits_a_token(nats, sizes):
    kept = [n for n, size in zip(nats, sizes, strict=True) if size]
    return sum(kept) / len(kept) / math.log(2)


@wrong("centered_accuracy")
def forgets_the_per_cent(accuracy, baseline):
    return (accuracy - baseline) / (1 - baseline)


@wrong("centered_accuracy")
def not_stretched(accuracy, baseline):
    return accuracy - baseline / 100


@wrong("centered_accuracy")
def times_better_than_chance(accuracy, baseline):
    return accuracy / (baseline / 100) - 1


@wrong("centered_accuracy")
def never_below_zero(accuracy, baseline):
    chance = baseline / 100
    return max(0.0, (accuracy - chance) / (1 - chance))


@wrong("centered_accuracy")
def in_per_cent(accuracy, baseline):
    return 100 * (100 * accuracy - baseline) / (100 - baseline)


def best(values):
    return values.index(min(values))


@wrong("score_choices")
def off_by_one(losses, starts, ends):
    return best([sum(row[s:e]) / (e - s) for row, s, e in zip(losses, starts, ends, strict=True)])


@wrong("score_choices")
def the_sum(losses, starts, ends):
    return best([sum(row[s - 1 : e - 1]) for row, s, e in zip(losses, starts, ends, strict=True)])


@wrong("score_choices")
def the_whole_row(losses, starts, ends):
    return best([sum(row[: e - 1]) / (e - 1) for row, e in zip(losses, ends, strict=True)])


@wrong("score_choices")
def with_the_filling(losses, starts, ends):
    return best([sum(row[s - 1 :]) / len(row[s - 1 :]) for row, s in zip(losses, starts, strict=True)])


@wrong("score_choices")
def the_last_of_a_tie(losses, starts, ends):
    means = [sum(row[s - 1 : e - 1]) / (e - s) for row, s, e in zip(losses, starts, ends, strict=True)]
    return max(i for i, mean in enumerate(means) if mean == min(means))


@wrong("score_choices")
def the_highest(losses, starts, ends):
    means = [sum(row[s - 1 : e - 1]) / (e - s) for row, s, e in zip(losses, starts, ends, strict=True)]
    return means.index(max(means))


@wrong("score_choices")
def without_the_first_token(losses, starts, ends):
    return best([sum(row[s : e - 1]) / max(1, e - 1 - s) for row, s, e in zip(losses, starts, ends, strict=True)])


@wrong("top_k_filter")
def keeps_all_ties(logits, k):
    least = logits.sort(descending=True).values[:k][-1]
    return logits.masked_fill(logits < least, -math.inf)


@wrong("top_k_filter")
def zeros_the_rest(logits, k):
    order = torch.sort(logits, descending=True, stable=True).indices
    return logits.index_fill(0, order[k:], 0.0)


@wrong("top_k_filter")
def loses_the_order(logits, k):
    values = torch.sort(logits, descending=True, stable=True).values.clone()
    values[k:] = -math.inf
    return values


@wrong("top_k_filter")
def one_too_many(logits, k):
    order = torch.sort(logits, descending=True, stable=True).indices
    return logits.index_fill(0, order[k + 1 :], -math.inf)


@wrong("top_k_filter")
def the_higher_id_first(logits, k):
    order = torch.sort(logits, stable=True).indices
    return logits.index_fill(0, order[: max(0, len(logits) - k)], -math.inf)


@wrong("top_k_filter")
def writes_into_the_logits(logits, k):
    logits[torch.sort(logits, descending=True, stable=True).indices[k:]] = -math.inf
    return logits


def with_kept(logits, kept, fill=-math.inf):
    """`kept` says of each place of the sorted logits whether it stays."""
    order = torch.sort(logits, descending=True, stable=True).indices
    return logits.index_fill(0, order[~kept], fill)


def sums(logits):
    chances = torch.softmax(logits, 0).sort(descending=True).values
    return chances, chances.cumsum(0)


@wrong("top_p_filter")
def drops_the_one_that_crosses(logits, p):
    _, total = sums(logits)
    return with_kept(logits, total < p)


@wrong("top_p_filter")
def drops_it_but_keeps_the_first(logits, p):
    _, total = sums(logits)
    kept = total < p
    kept[0] = True
    return with_kept(logits, kept)


@wrong("top_p_filter")
def goes_beyond_p(logits, p):
    chances, total = sums(logits)
    return with_kept(logits, total - chances <= p)


@wrong("top_p_filter")
def as_a_threshold(logits, p):
    return logits.masked_fill(torch.softmax(logits, 0) < p, -math.inf)


@wrong("top_p_filter")
def forgets_softmax(logits, p):
    values = logits.sort(descending=True).values
    return with_kept(logits, values.cumsum(0) - values < p)


@wrong("top_p_filter")
def from_the_unlikeliest(logits, p):
    values, order = torch.sort(logits, stable=True)
    chances = torch.softmax(values, 0)
    return logits.index_fill(0, order[chances.cumsum(0) - chances >= p], -math.inf)


@wrong("top_p_filter")
def mask_in_sorted_order(logits, p):
    chances, total = sums(logits)
    return logits.masked_fill(total - chances >= p, -math.inf)


@wrong("top_p_filter")
def gives_probabilities(logits, p):
    chances, total = sums(logits)
    return torch.softmax(with_kept(logits, total - chances < p), 0)


@wrong("cached_attention")
def does_not_see_itself(query, key, value, keys, values):
    grown = torch.cat([keys, key[None]]), torch.cat([values, value[None]])
    return torch.softmax(keys @ query / math.sqrt(len(query)), 0) @ values, *grown


@wrong("cached_attention")
def not_divided(query, key, value, keys, values):
    keys, values = torch.cat([keys, key[None]]), torch.cat([values, value[None]])
    return torch.softmax(keys @ query, 0) @ values, keys, values


@wrong("cached_attention")
def divided_by_d(query, key, value, keys, values):
    keys, values = torch.cat([keys, key[None]]), torch.cat([values, value[None]])
    return torch.softmax(keys @ query / len(query), 0) @ values, keys, values


@wrong("cached_attention")
def divided_by_the_root_of_the_places(query, key, value, keys, values):
    keys, values = torch.cat([keys, key[None]]), torch.cat([values, value[None]])
    return torch.softmax(keys @ query / math.sqrt(len(keys)), 0) @ values, keys, values


@wrong("cached_attention")
def new_ones_in_front(query, key, value, keys, values):
    answer, _, _ = right_attention(query, key, value, keys, values)
    return answer, torch.cat([key[None], keys]), torch.cat([value[None], values])


@wrong("cached_attention")
def the_cache_does_not_grow(query, key, value, keys, values):
    return right_attention(query, key, value, keys, values)[0], keys, values


@wrong("cached_attention")
def keeps_the_query(query, key, value, keys, values):
    answer, _, grown = right_attention(query, key, value, keys, values)
    return answer, torch.cat([keys, query[None]]), grown


@wrong("cached_attention")
def no_softmax(query, key, value, keys, values):
    keys, values = torch.cat([keys, key[None]]), torch.cat([values, value[None]])
    return keys @ query / math.sqrt(len(query)) @ values, keys, values


@wrong("bits_per_byte")
def mean_of_large_batches(nats, sizes):
    parts = [(nats[i : i + 16], sizes[i : i + 16]) for i in range(0, len(nats), 16)]
    ratios = [
        sum(n for n, size in zip(*part, strict=True) if size) / (math.log(2) * sum(part[1]))
        for part in parts
        if any(part[1])
    ]
    return sum(ratios) / len(ratios)


@wrong("token_bytes")
def special_by_its_name(tokenizer):
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for i, token in tokenizer.vocab.items():
        sizes[i] = 0 if token.decode(errors="replace") in tokenizer.special_tokens else len(token)
    return sizes


@wrong("token_bytes")
def special_by_its_looks(tokenizer):
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for i, token in tokenizer.vocab.items():
        sizes[i] = 0 if token.startswith(b"<|") else len(token)
    return sizes


@wrong("centered_accuracy")
def per_cent_or_share(accuracy, baseline):
    chance = baseline / 100 if baseline > 1 else baseline
    return (accuracy - chance) / (1 - chance)


@wrong("top_k_filter")
def equals_in_any_order(logits, k):
    filtered = torch.full_like(logits, -math.inf)
    kept = torch.sort(logits, descending=True).indices[:k]
    filtered[kept] = logits[kept]
    return filtered


@wrong("top_k_filter")
def ids_as_tie_breakers(logits, k):
    order = (logits - 1e-3 * torch.arange(len(logits))).argsort(descending=True, stable=True)
    filtered = logits.clone()
    filtered[order[k:]] = -math.inf
    return filtered


@wrong("top_p_filter")
def all_is_not_all(logits, p):
    ordered, order = torch.sort(logits, descending=True, stable=True)
    chances = torch.softmax(ordered, 0)
    filtered = logits.clone()
    filtered[order[chances.cumsum(0) - chances >= p]] = -math.inf
    return filtered


@wrong("top_p_filter")
def overflows_p(logits, p):
    chances = logits.exp() / logits.exp().sum()
    ordered, order = torch.sort(chances, descending=True, stable=True)
    filtered = logits.clone()
    if p < 1:
        filtered[order[ordered.cumsum(0) - ordered >= p - 1e-6]] = -math.inf
    return filtered


@wrong("top_p_filter")
def equals_in_any_order_p(logits, p):
    ordered, order = torch.sort(logits, descending=True)
    chances = torch.softmax(ordered.double(), 0)
    filtered = logits.clone()
    if p < 1:
        filtered[order[chances.cumsum(0) - chances >= p]] = -math.inf
    return filtered


@wrong("cached_attention")
def overflows(query, key, value, keys, values):
    keys, values = torch.cat([keys, key[None]]), torch.cat([values, value[None]])
    weights = (keys @ query / math.sqrt(len(query))).exp()
    return weights / weights.sum() @ values, keys, values
