"""take_batch: cut a batch."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.data_pipeline.token_buffer import take_batch


@st.composite
def buffers(draw: st.DrawFn) -> Arguments:
    """A buffer that is usually long enough for a batch; tokens may repeat."""
    batch_size, seq_len = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    n = batch_size * seq_len + 1 + draw(st.integers(-1, 6))
    return draw(st.lists(st.integers(0, 999), min_size=n, max_size=n)), batch_size, seq_len


def large_buffer() -> Arguments:
    """Many tokens, two thirds of which go into the batch."""
    rng = Random(0)
    return [rng.randrange(1000) for _ in range(200_000)], 128, 1024


EXERCISE = Exercise(
    take_batch,
    [
        ([1, 2, 3, 4, 5, 6, 7], 2, 2),
        ([1, 2, 3], 1, 2),
        ([5, 6], 1, 1),
        ([7, 7, 7, 9, 300, 7, 7, 9], 2, 3),
        ([4, 5, 6, 7, 8, 9, 10, 11], 3, 2),
        ([1, 2, 3, 4], 2, 2),
        ([1, 2, 3], 2, 2),
        ([], 1, 1),
    ],
    buffers(),
    errors=(ValueError,),
    large=large_buffer,
)


@EXERCISE.mistake
def targets_are_the_inputs(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    rows = [buffer[i : i + seq_len] for i in range(0, n, seq_len)]
    return rows, rows, buffer[n:]


@EXERCISE.mistake
def loses_the_last_token(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    if len(buffer) < n + 1:
        raise ValueError
    rows = range(0, n, seq_len)
    inputs = [buffer[i : i + seq_len] for i in rows]
    return inputs, [buffer[i + 1 : i + seq_len + 1] for i in rows], buffer[n + 1 :]


@EXERCISE.mistake
def nothing_is_used_up(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    if len(buffer) < n + 1:
        raise ValueError
    rows = range(0, n, seq_len)
    inputs = [buffer[i : i + seq_len] for i in rows]
    return inputs, [buffer[i + 1 : i + seq_len + 1] for i in rows], buffer


@EXERCISE.mistake
def rows_overlap(buffer, batch_size, seq_len):
    inputs = [buffer[i : i + seq_len] for i in range(batch_size)]
    targets = [buffer[i + 1 : i + seq_len + 1] for i in range(batch_size)]
    return inputs, targets, buffer[batch_size * seq_len :]


@EXERCISE.mistake
def rows_of_one_token_more(buffer, batch_size, seq_len):
    inputs, targets = [], []
    for _ in range(batch_size):
        row, buffer = buffer[: seq_len + 1], buffer[seq_len + 1 :]
        inputs.append(row[:-1])
        targets.append(row[1:])
    return inputs, targets, buffer


@EXERCISE.mistake
def shifts_within_a_row(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    if len(buffer) < n + 1:
        raise ValueError
    inputs = [buffer[i : i + seq_len] for i in range(0, n, seq_len)]
    return inputs, [[*row[1:], row[0]] for row in inputs], buffer[n:]


@EXERCISE.mistake
def swaps_the_sizes(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    if len(buffer) < n + 1:
        raise ValueError
    rows = range(0, n, batch_size)
    inputs = [buffer[i : i + batch_size] for i in rows]
    return inputs, [buffer[i + 1 : i + batch_size + 1] for i in rows], buffer[n:]


@EXERCISE.mistake
def changes_the_buffer(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    if len(buffer) < n + 1:
        raise ValueError
    rows = range(0, n, seq_len)
    inputs = [buffer[i : i + seq_len] for i in rows]
    targets = [buffer[i + 1 : i + seq_len + 1] for i in rows]
    del buffer[:n]
    return inputs, targets, buffer


@EXERCISE.mistake
def takes_a_short_buffer(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    rows = range(0, n, seq_len)
    inputs = [buffer[i : i + seq_len] for i in rows]
    return inputs, [buffer[i + 1 : i + seq_len + 1] for i in rows], buffer[n:]


@EXERCISE.mistake
def forgets_the_last_target(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    if len(buffer) < n:
        raise ValueError
    rows = range(0, n, seq_len)
    inputs = [buffer[i : i + seq_len] for i in rows]
    return inputs, [buffer[i + 1 : i + seq_len + 1] for i in rows], buffer[n:]


@EXERCISE.mistake(slow=True)
def copies_the_rest_for_each_token(buffer, batch_size, seq_len):
    if len(buffer) < batch_size * seq_len + 1:
        raise ValueError
    inputs, targets = [], []
    for _ in range(batch_size):
        inputs.append([])
        targets.append([])
        for _ in range(seq_len):
            inputs[-1].append(buffer[0])
            targets[-1].append(buffer[1])
            buffer = buffer[1:]
    return inputs, targets, buffer
