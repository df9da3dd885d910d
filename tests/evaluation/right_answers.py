"""Right answers written in other ways than the reference: `check` must accept every one of them."""

# mypy: ignore-errors
from __future__ import annotations

import math
from functools import partial
from itertools import accumulate
from statistics import fmean

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit

from tests.check.right import Answers, collect

RIGHT: Answers = {}
right = partial(collect, RIGHT)


@right("token_bytes")
def from_the_ranks(tokenizer):
    sizes = torch.zeros(max(tokenizer.vocab) + 1, dtype=torch.int64)
    for token, i in tokenizer.ranks.items():
        sizes[i] = len(token)
    return sizes


@right("token_bytes")
def id_by_id(tokenizer):
    special = set(tokenizer.special_tokens.values())
    highest = max(tokenizer.vocab)
    return torch.tensor([0 if i in special else len(tokenizer.vocab.get(i, b"")) for i in range(highest + 1)])


@right("token_bytes")
def with_arrays(tokenizer):
    sizes = np.zeros(max(tokenizer.vocab) + 1, dtype=np.int64)
    sizes[list(tokenizer.vocab)] = [len(token) for token in tokenizer.vocab.values()]
    for i in tokenizer.special_tokens.values():
        sizes[i] = 0
    return torch.from_numpy(sizes)


@right("bits_per_byte")
def arrays(nats, sizes):
    losses, counts = np.array(nats), np.array(sizes)
    if not counts.any():
        raise ValueError("no bytes")
    return losses[counts > 0].sum() / (math.log(2) * counts.sum())


@right("bits_per_byte")
def in_a_loop(nats, sizes):
    total_nats, total_bytes = 0.0, 0
    for i in range(len(nats)):
        if sizes[i] != 0:
            total_nats += nats[i]
            total_bytes += sizes[i]
    if total_bytes == 0:
        raise ValueError("no bytes")
    return total_nats / total_bytes / math.log(2)


@right("bits_per_byte")
def float32_sums(nats, sizes):
    losses, counts = torch.tensor(nats), torch.tensor(sizes)
    if counts.sum() == 0:
        raise ValueError("no bytes")
    return (losses * (counts > 0)).sum().item() * math.log2(math.e) / int(counts.sum())


@right("score_choices")
def with_tensors(losses, starts, ends):
    means = [torch.tensor(row)[s - 1 : e - 1].mean() for row, s, e in zip(losses, starts, ends, strict=True)]
    return int(torch.stack(means).argmin())


@right("score_choices")
def with_argmin(losses, starts, ends):
    return np.argmin([fmean(row[s - 1 : e - 1]) for row, s, e in zip(losses, starts, ends, strict=True)])


@right("score_choices")
def the_best_so_far(losses, starts, ends):
    best, lowest = 0, math.inf
    for i, row in enumerate(losses):
        total = 0.0
        for t in range(starts[i], ends[i]):
            total += row[t - 1]
        if total / (ends[i] - starts[i]) < lowest:
            best, lowest = i, total / (ends[i] - starts[i])
    return best


@right("score_choices")
def by_key(losses, starts, ends):
    def mean(i):
        part = losses[i][starts[i] - 1 : ends[i] - 1]
        return sum(loss / len(part) for loss in part)

    return min(range(len(losses)), key=mean)


@right("centered_accuracy")
def all_in_per_cent(accuracy, baseline):
    if accuracy < 0 or accuracy > 1 or baseline < 0 or baseline >= 100:
        raise ValueError("out of range")
    return (100 * accuracy - baseline) / (100 - baseline)


@right("centered_accuracy")
def from_what_is_wrong(accuracy, baseline):
    if not (0 <= accuracy <= 1 and 0 <= baseline < 100):
        raise ValueError((accuracy, baseline))
    return 1 - (1 - accuracy) / (1 - baseline / 100)


@right("centered_accuracy")
def interpolated(accuracy, baseline):
    if not 0 <= accuracy <= 1:
        raise ValueError("accuracy")
    if not 0 <= baseline < 100:
        raise ValueError("baseline")
    room = 1 - baseline / 100
    return accuracy / room - (1 - room) / room


@right("top_k_filter")
def the_greatest_again_and_again(logits, k):
    if k < 1:
        raise ValueError("k")
    left, filtered = logits.clone(), torch.full_like(logits, -math.inf)
    for _ in range(min(k, len(logits))):
        i = left.argmax()
        filtered[i] = logits[i]
        left[i] = -math.inf
    return filtered


@right("top_k_filter")
def sorted_in_python(logits, k):
    if k < 1:
        raise ValueError("k")
    values = logits.tolist()
    kept = set(sorted(range(len(values)), key=lambda i: (-values[i], i))[:k])
    return torch.tensor([v if i in kept else -math.inf for i, v in enumerate(values)], dtype=logits.dtype)


@right("top_k_filter")
def with_a_mask(logits, k):
    if k < 1:
        raise ValueError("k")
    ranks = torch.argsort(torch.argsort(logits, descending=True, stable=True))
    return torch.where(ranks < k, logits, -torch.inf)


@right("top_k_filter")
def ties_counted_apart(logits, k):
    if k < 1:
        raise ValueError("k")
    if k >= len(logits):
        return logits
    least = logits.topk(k).values[-1]
    ties = logits == least
    room = k - (logits > least).sum()
    return logits.masked_fill((logits < least) | (ties & (ties.cumsum(0) > room)), -math.inf)


def keep(logits, order, n):
    filtered = torch.full_like(logits, -math.inf)
    filtered[order[:n]] = logits[order[:n]]
    return filtered


def ordered(logits, p, dtype=torch.float32):
    if not 0 < p <= 1:
        raise ValueError("p")
    values, order = torch.sort(logits, descending=True, stable=True)
    return torch.softmax(values.to(dtype), 0), order


@right("top_p_filter")
def count_of_sums_float32(logits, p):
    chances, order = ordered(logits, p)
    return logits.clone() if p == 1 else keep(logits, order, int((chances.cumsum(0) < p).sum()) + 1)


@right("top_p_filter")
def count_of_sums_float64(logits, p):
    chances, order = ordered(logits, p, torch.float64)
    return logits.clone() if p == 1 else keep(logits, order, int((chances.cumsum(0) < p).sum()) + 1)


@right("top_p_filter")
def sum_before_float32(logits, p):
    chances, order = ordered(logits, p)
    return logits.clone() if p == 1 else keep(logits, order, int((chances.cumsum(0) - chances < p).sum()))


@right("top_p_filter")
def sum_before_float64(logits, p):
    chances, order = ordered(logits, p, torch.float64)
    return logits.clone() if p == 1 else keep(logits, order, int((chances.cumsum(0) - chances < p).sum()))


@right("top_p_filter")
def searchsorted(logits, p):
    chances, order = ordered(logits, p)
    return logits.clone() if p == 1 else keep(logits, order, int(torch.searchsorted(chances.cumsum(0), p)) + 1)


@right("top_p_filter")
def loop_over_python_floats(logits, p):
    chances, order = ordered(logits, p)
    total, n = 0.0, 0
    for chance in chances.tolist():
        if n and p < 1 and total >= p:
            break
        total, n = total + chance, n + 1
    return keep(logits, order, n)


@right("top_p_filter")
def loop_over_tensors(logits, p):
    chances, order = ordered(logits, p)
    total, n = torch.tensor(0.0), 0
    while n < len(logits) and (p == 1 or total < p):
        total = total + chances[n]
        n += 1
    return keep(logits, order, n)


@right("top_p_filter")
def loop_with_fsum(logits, p):
    chances, order = ordered(logits, p, torch.float64)
    n = 1
    while n < len(logits) and (p == 1 or math.fsum(chances[:n].tolist()) < p):
        n += 1
    return keep(logits, order, n)


@right("top_p_filter")
def p_minus_each_probability(logits, p):
    chances, order = ordered(logits, p)
    rest, n = p, 0
    while n < len(logits) and (p == 1 or rest > 0):
        rest -= float(chances[n])
        n += 1
    return keep(logits, order, n)


@right("top_p_filter")
def in_log_space(logits, p):
    if not 0 < p <= 1:
        raise ValueError("p")
    values, order = torch.sort(logits, descending=True, stable=True)
    sums = torch.log_softmax(values, 0).logcumsumexp(0)
    return logits.clone() if p == 1 else keep(logits, order, int((sums < math.log(p)).sum()) + 1)


@right("top_p_filter")
def python_from_beginning_to_end(logits, p):
    if not 0 < p <= 1:
        raise ValueError("p")
    values = logits.tolist()
    largest = max(values)
    weights = [math.exp(value - largest) for value in values]
    kept, total, whole = set(), 0.0, sum(weights)
    for i in sorted(range(len(values)), key=lambda i: (-values[i], i)):
        kept.add(i)
        total += weights[i] / whole
        if p < 1 and total >= p:
            break
    return torch.tensor([v if i in kept else -math.inf for i, v in enumerate(values)], dtype=logits.dtype)


@right("top_p_filter")
def accumulated(logits, p):
    if not 0 < p <= 1:
        raise ValueError("p")
    if p == 1:
        return logits
    chances, order = torch.softmax(logits, 0).sort(descending=True, stable=True)
    n = next((n for n, total in enumerate(accumulate(chances.tolist()), 1) if total >= p), len(logits))
    return logits.index_fill(0, order[n:], -math.inf)


@right("cached_attention")
def with_torchs_own(query, key, value, keys, values):
    keys, values = torch.vstack((keys, key)), torch.vstack((values, value))
    return F.scaled_dot_product_attention(query[None], keys, values)[0], keys, values


@right("cached_attention")
def with_einsum(query, key, value, keys, values):
    keys = torch.cat((keys, key.unsqueeze(0)), dim=0)
    values = torch.cat((values, value.unsqueeze(0)), dim=0)
    weights = torch.einsum("d,td->t", query, keys).div(len(query) ** 0.5).softmax(-1)
    return torch.einsum("t,td->d", weights, values), keys, values


@right("cached_attention")
def position_by_position(query, key, value, keys, values):
    keys, values = torch.stack([*keys, key]), torch.stack([*values, value])
    scores = [torch.dot(query, one) / math.sqrt(query.numel()) for one in keys]
    largest = max(scores)
    weights = [torch.exp(score - largest) for score in scores]
    answer = torch.zeros_like(value)
    for weight, one in zip(weights, values, strict=True):
        answer = answer + weight / sum(weights) * one
    return answer, keys, values


@right("cached_attention")
def query_scaled_first(query, key, value, keys, values):
    keys, values = torch.cat([keys, key.view(1, -1)]), torch.cat([values, value.view(1, -1)])
    weights = torch.softmax((query / math.sqrt(query.shape[0]))[None] @ keys.T, 1)  # (1, t + 1)
    return (weights @ values).squeeze(0), keys, values
