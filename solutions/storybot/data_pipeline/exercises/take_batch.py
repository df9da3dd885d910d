"""take_batch: cut a batch."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.data_pipeline.token_buffer import take_batch


@st.composite
def buffers(draw: st.DrawFn) -> Arguments:
    """A buffer with enough tokens for a batch."""
    batch_size, seq_len = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    more = draw(st.integers(1, 6))
    return list(range(batch_size * seq_len + more)), batch_size, seq_len


EXERCISE = Exercise(
    take_batch,
    [([1, 2, 3, 4, 5, 6, 7], 2, 2), ([1, 2, 3], 1, 2), ([5, 6], 1, 1)],
    buffers(),
)


@EXERCISE.mistake
def targets_are_the_inputs(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    rows = [buffer[i : i + seq_len] for i in range(0, n, seq_len)]
    return rows, rows, buffer[n:]


@EXERCISE.mistake
def loses_the_last_token(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    rows = range(0, n, seq_len)
    inputs = [buffer[i : i + seq_len] for i in rows]
    return inputs, [buffer[i + 1 : i + seq_len + 1] for i in rows], buffer[n + 1 :]


@EXERCISE.mistake
def rows_overlap(buffer, batch_size, seq_len):
    inputs = [buffer[i : i + seq_len] for i in range(batch_size)]
    targets = [buffer[i + 1 : i + seq_len + 1] for i in range(batch_size)]
    return inputs, targets, buffer[batch_size * seq_len :]


@EXERCISE.mistake
def shifts_within_a_row(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    inputs = [buffer[i : i + seq_len] for i in range(0, n, seq_len)]
    return inputs, [[*row[1:], row[0]] for row in inputs], buffer[n:]


@EXERCISE.mistake
def takes_from_the_learners_list(buffer, batch_size, seq_len):
    n = batch_size * seq_len
    rows = range(0, n, seq_len)
    inputs = [buffer[i : i + seq_len] for i in rows]
    targets = [buffer[i + 1 : i + seq_len + 1] for i in rows]
    del buffer[:n]
    return inputs, targets, buffer
