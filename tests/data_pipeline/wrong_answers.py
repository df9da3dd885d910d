"""Plausible wrong answers to the exercises of chapter 4. `check` must refuse every one of them."""

# mypy: ignore-errors
from __future__ import annotations

from functools import partial

from tests.check.wrong import Answers, collect

WRONG: Answers = {}
wrong = partial(collect, WRONG)


@wrong("groups_for_rank")
def one_block_a_rank(n_groups, rank, world_size):
    size = n_groups // world_size
    return list(range(rank * size, (rank + 1) * size))


@wrong("groups_for_rank")
def everybody_reads_all(n_groups, rank, world_size):
    return list(range(n_groups))


@wrong("groups_for_rank")
def from_one(n_groups, rank, world_size):
    return list(range(rank + 1, n_groups, world_size))


@wrong("groups_for_rank")
def steps_by_rank(n_groups, rank, world_size):
    return list(range(0, n_groups, rank + 1))


@wrong("take_batch")
def targets_are_the_inputs(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    rows = [buffer[i : i + seq_len] for i in range(0, n, seq_len)]
    return rows, rows, buffer[n:]


@wrong("take_batch")
def loses_the_last_token(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    rows = range(0, n, seq_len)
    inputs = [buffer[i : i + seq_len] for i in rows]
    return inputs, [buffer[i + 1 : i + seq_len + 1] for i in rows], buffer[n + 1 :]


@wrong("take_batch")
def rows_overlap(buffer, batch_size, seq_len):
    inputs = [buffer[i : i + seq_len] for i in range(batch_size)]
    targets = [buffer[i + 1 : i + seq_len + 1] for i in range(batch_size)]
    return inputs, targets, buffer[batch_size * seq_len :]


@wrong("take_batch")
def shifts_within_a_row(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    inputs = [buffer[i : i + seq_len] for i in range(0, n, seq_len)]
    return inputs, [[*row[1:], row[0]] for row in inputs], buffer[n:]


@wrong("take_batch")
def takes_from_the_learners_list(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    rows = range(0, n, seq_len)
    inputs = [buffer[i : i + seq_len] for i in rows]
    targets = [buffer[i + 1 : i + seq_len + 1] for i in rows]
    del buffer[:n]
    return inputs, targets, buffer


@wrong("backoff_delays")
def one_pause_too_many(tries, first=1.0, factor=2.0, most=60.0):
    return [min(first * factor**i, most) for i in range(tries)]


@wrong("backoff_delays")
def without_a_limit(tries, first=1.0, factor=2.0, most=60.0):
    return [first * factor**i for i in range(tries - 1)]


@wrong("backoff_delays")
def grows_by_adding(tries, first=1.0, factor=2.0, most=60.0):
    return [min(first + factor * i, most) for i in range(tries - 1)]


@wrong("backoff_delays")
def starts_one_too_far(tries, first=1.0, factor=2.0, most=60.0):
    return [min(first * factor ** (i + 1), most) for i in range(tries - 1)]


@wrong("choose_best_fit")
def first_that_fits(lengths, space):
    for i, length in enumerate(lengths):
        if length <= space:
            return i, False
    return min(range(len(lengths)), key=lambda i: lengths[i]), True


@wrong("choose_best_fit")
def strictly_smaller(lengths, space):
    fitting = [(length, -i) for i, length in enumerate(lengths) if length < space]
    if fitting:
        return -max(fitting)[1], False
    return min(range(len(lengths)), key=lambda i: lengths[i]), True


@wrong("choose_best_fit")
def last_of_equals(lengths, space):
    fitting = [(length, i) for i, length in enumerate(lengths) if length <= space]
    if fitting:
        return max(fitting)[1], False
    return min(range(len(lengths)), key=lambda i: lengths[i]), True


@wrong("choose_best_fit")
def crops_the_longest(lengths, space):
    fitting = [(length, -i) for i, length in enumerate(lengths) if length <= space]
    if fitting:
        return -max(fitting)[1], False
    return max(range(len(lengths)), key=lambda i: lengths[i]), True


@wrong("find_resume_position")
def one_document_late(lengths, used):
    for document, length in enumerate(lengths):
        if used <= length:
            return document, used
        used -= length
    return len(lengths), 0


@wrong("find_resume_position")
def offset_from_the_start(lengths, used):
    total = 0
    for document, length in enumerate(lengths):
        if used < total + length:
            return document, used
        total += length
    return len(lengths), 0


@wrong("find_resume_position")
def forgets_the_end(lengths, used):
    for document, length in enumerate(lengths):
        if used < length:
            return document, used
        used -= length
    return len(lengths) - 1, 0


@wrong("find_resume_position")
def counts_from_one(lengths, used):
    for document, length in enumerate(lengths):
        if used < length:
            return document + 1, used
        used -= length
    return len(lengths) + 1, 0
