"""The five exercises of chapter 4: what a right answer must agree on."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.data_pipeline.download import backoff_delays
from storybot.data_pipeline.loader import find_resume_position
from storybot.data_pipeline.packing import choose_best_fit
from storybot.data_pipeline.row_groups import groups_for_rank
from storybot.data_pipeline.token_buffer import take_batch


def as_floats(delays: Any) -> Any:
    """10 and 10.0 are the same pause."""
    return [float(delay) for delay in delays] if isinstance(delays, list) else delays


@st.composite
def buffers(draw: st.DrawFn) -> Arguments:
    """A buffer with enough tokens for a batch."""
    batch_size, seq_len = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    more = draw(st.integers(1, 6))
    return list(range(batch_size * seq_len + more)), batch_size, seq_len


@st.composite
def resume_positions(draw: st.DrawFn) -> Arguments:
    """Lengths of documents, and a number of used tokens that they hold."""
    lengths = draw(st.lists(st.integers(0, 4), min_size=1, max_size=5))
    return lengths, draw(st.integers(0, sum(lengths)))


EXERCISES = {
    "groups_for_rank": Exercise(
        groups_for_rank,
        [(7, 1, 3), (4, 0, 1), (2, 2, 3), (0, 0, 2), (6, 1, 2)],
        st.integers(1, 4).flatmap(lambda w: st.tuples(st.integers(0, 12), st.integers(0, w - 1), st.just(w))),
    ),
    "take_batch": Exercise(
        take_batch,
        [([1, 2, 3, 4, 5, 6, 7], 2, 2), ([1, 2, 3], 1, 2), ([5, 6], 1, 1)],
        buffers(),
    ),
    "backoff_delays": Exercise(
        backoff_delays,
        [(5,), (1,), (4, 10.0, 3.0, 60.0), (3, 0.5), (6, 1.0, 10.0, 50.0), (9,), (3, 10.0, 2.0, 5.0)],
        st.tuples(
            st.integers(1, 8),
            st.sampled_from([0.5, 1.0, 3.0]),
            st.sampled_from([1.0, 2.0, 4.0]),
            st.sampled_from([5.0, 60.0]),
        ),
        normalize=as_floats,
    ),
    "choose_best_fit": Exercise(
        choose_best_fit,
        [([5, 3, 9, 3], 6), ([5, 3, 9, 3], 2), ([4], 4), ([2, 5, 5], 5), ([7, 6, 6], 3)],
        st.tuples(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.integers(1, 9)),
    ),
    "find_resume_position": Exercise(
        find_resume_position,
        [([5, 3, 4], 6), ([5, 3, 4], 5), ([5, 3, 4], 12), ([5, 3, 4], 0), ([2, 0, 3], 2)],
        resume_positions(),
    ),
}
