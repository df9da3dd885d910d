"""Right answers written in other ways than the reference: `check` must accept every one of them."""

# mypy: ignore-errors
from __future__ import annotations

import bisect
import itertools
from functools import partial

import numpy as np

from tests.check.right import Answers, collect

RIGHT: Answers = {}
right = partial(collect, RIGHT)


@right("backoff_delays")
def recursive_pauses(tries, first=1.0, factor=2.0, most=60.0):
    if tries < 1:
        raise ValueError("no attempt")
    if factor < 1:
        raise ValueError("pauses would shrink")
    pauses = []
    while len(pauses) < tries - 1:
        pauses.append(min(pauses[-1] * factor if pauses else first, most))
    return pauses


@right("backoff_delays")
def unlimited_product(tries, first=1.0, factor=2.0, most=60.0):
    if tries < 1 or factor < 1:
        raise ValueError
    pauses, pause = [], float(first)
    for _ in range(1, tries):
        pauses.append(min(pause, most))
        pause *= factor  # becomes inf, not an error
    return pauses


@right("backoff_delays")
def accumulated(tries, first=1.0, factor=2.0, most=60.0):
    if tries <= 0 or factor < 1:
        raise ValueError
    steps = itertools.repeat(factor, tries - 1)
    return list(itertools.accumulate(steps, lambda a, b: min(a * b, most), initial=min(first, most)))[:-1]


@right("backoff_delays")
def power_with_a_guard(tries, first=1.0, factor=2.0, most=60.0):
    if tries < 1 or factor < 1:
        raise ValueError

    def pause(i):
        try:
            return min(first * factor**i, most)
        except OverflowError:
            return most

    return [pause(i) for i in range(tries - 1)]


@right("groups_for_rank")
def by_remainder(n_groups, rank, world_size):
    if rank not in range(world_size):
        raise ValueError(rank)
    return [group for group in range(n_groups) if group % world_size == rank]


@right("groups_for_rank")
def by_slice(n_groups, rank, world_size):
    if rank < 0 or rank >= world_size:
        raise ValueError(rank)
    return list(range(n_groups))[rank::world_size]


@right("groups_for_rank")
def by_counting(n_groups, rank, world_size):
    if rank < 0 or not rank < world_size:
        raise ValueError(rank)
    groups = []
    while rank < n_groups:
        groups.append(rank)
        rank += world_size
    return groups


@right("groups_for_rank")
def by_numpy(n_groups, rank, world_size):
    if not 0 <= rank < world_size:
        raise ValueError(rank)
    return list(np.arange(rank, n_groups, world_size))


@right("take_batch")
def cut_then_split(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    if len(buffer) <= n:
        raise ValueError("too short")
    inputs, targets = buffer[:n], buffer[1 : n + 1]
    split = [slice(row * seq_len, (row + 1) * seq_len) for row in range(batch_size)]
    return [inputs[part] for part in split], [targets[part] for part in split], buffer[n:]


@right("take_batch")
def row_after_row(buffer, batch_size, seq_len):
    if len(buffer) < batch_size * seq_len + 1:
        raise ValueError("too short")
    inputs, targets = [], []
    for _ in range(batch_size):
        inputs.append(buffer[:seq_len])
        targets.append(buffer[1 : seq_len + 1])
        buffer = buffer[seq_len:]
    return inputs, targets, buffer


@right("take_batch")
def with_numpy(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    taken = np.array(buffer[: n + 1])
    shape = (batch_size, seq_len)  # reshape raises a ValueError itself if tokens are missing
    return taken[:n].reshape(shape).tolist(), taken[1 : n + 1].reshape(shape).tolist(), buffer[n:]


@right("take_batch")
def token_by_token(buffer, batch_size, seq_len):
    if len(buffer) < batch_size * seq_len + 1:
        raise ValueError("too short")
    inputs = [[buffer[row * seq_len + i] for i in range(seq_len)] for row in range(batch_size)]
    targets = [[buffer[row * seq_len + i + 1] for i in range(seq_len)] for row in range(batch_size)]
    return inputs, targets, list(buffer[batch_size * seq_len :])


@right("choose_best_fit")
def in_one_pass(lengths, space):
    if len(lengths) == 0:
        raise ValueError("nothing waits")
    best = shortest = None
    for i, length in enumerate(lengths):
        if length <= space and (best is None or length > lengths[best]):
            best = i
        if shortest is None or length < lengths[shortest]:
            shortest = i
    return (shortest, True) if best is None else (best, False)


@right("choose_best_fit")
def by_key(lengths, space):
    index = max(range(len(lengths)), key=lambda i: lengths[i] if lengths[i] <= space else -lengths[i])
    return index, lengths[index] > space  # max() of nothing raises a ValueError itself


@right("choose_best_fit")
def by_index(lengths, space):
    fitting = [length for length in lengths if length <= space]
    chosen = max(fitting) if fitting else min(lengths)
    return list(lengths).index(chosen), not fitting


@right("choose_best_fit")
def by_sorting(lengths, space):
    if not lengths:
        raise ValueError("nothing waits")
    order = sorted(range(len(lengths)), key=lambda i: (lengths[i], -i))
    fitting = [i for i in order if lengths[i] <= space]
    if fitting:
        return fitting[-1], False
    return min(order, key=lambda i: (lengths[i], i)), True


@right("find_resume_position")
def by_bisection(lengths, used):
    ends = list(itertools.accumulate(lengths))
    total = ends[-1] if ends else 0
    if used < 0 or used > total:
        raise ValueError("not this data")
    document = bisect.bisect_right(ends, used)
    if document == len(ends):
        return document, 0
    return document, used - (ends[document] - lengths[document])


@right("find_resume_position")
def with_a_while_loop(lengths, used):
    if not 0 <= used <= sum(lengths):
        raise ValueError("not this data")
    document = 0
    while document < len(lengths) and used >= lengths[document]:
        used -= lengths[document]
        document += 1
    return document, used


@right("find_resume_position")
def with_a_running_total(lengths, used):
    if used < 0:
        raise ValueError("negative")
    total = 0
    for document, length in enumerate(lengths):
        if used < total + length:
            return document, used - total
        total += length
    if used > total:
        raise ValueError("more than there is")
    return len(lengths), 0


@right("find_resume_position")
def with_numpy_search(lengths, used):
    ends = np.cumsum([0, *lengths])
    if used < 0 or used > ends[-1]:
        raise ValueError("not this data")
    document = int(np.searchsorted(ends[1:], used, side="right"))
    return document, int(used - ends[document])
