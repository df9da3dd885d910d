"""find_resume_position: where does the next batch begin?."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.data_pipeline.loader import find_resume_position


@st.composite
def resume_positions(draw: st.DrawFn) -> Arguments:
    """Lengths of documents, and a number of used tokens that they hold."""
    lengths = draw(st.lists(st.integers(0, 4), min_size=1, max_size=5))
    return lengths, draw(st.integers(0, sum(lengths)))


EXERCISE = Exercise(
    find_resume_position,
    [([5, 3, 4], 6), ([5, 3, 4], 5), ([5, 3, 4], 12), ([5, 3, 4], 0), ([2, 0, 3], 2)],
    resume_positions(),
)


@EXERCISE.mistake
def one_document_late(lengths, used):
    for document, length in enumerate(lengths):
        if used <= length:
            return document, used
        used -= length
    return len(lengths), 0


@EXERCISE.mistake
def offset_from_the_start(lengths, used):
    total = 0
    for document, length in enumerate(lengths):
        if used < total + length:
            return document, used
        total += length
    return len(lengths), 0


@EXERCISE.mistake
def forgets_the_end(lengths, used):
    for document, length in enumerate(lengths):
        if used < length:
            return document, used
        used -= length
    return len(lengths) - 1, 0


@EXERCISE.mistake
def counts_from_one(lengths, used):
    for document, length in enumerate(lengths):
        if used < length:
            return document + 1, used
        used -= length
    return len(lengths) + 1, 0
