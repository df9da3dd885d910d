"""find_resume_position: where does the next batch begin?"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.data_pipeline.loader import find_resume_position


@st.composite
def resume_positions(draw: st.DrawFn) -> Arguments:
    """Lengths of documents, and a number of used tokens that they hold."""
    lengths = draw(st.lists(st.integers(0, 4), max_size=5))
    return lengths, draw(st.integers(0, sum(lengths)))


def many_documents() -> Arguments:
    """Ninety thousand documents, nearly all of them used up."""
    rng = Random(0)
    lengths = [rng.randrange(9) for _ in range(90_000)]
    return lengths, sum(lengths) - 10


EXERCISE = Exercise(
    find_resume_position,
    [
        ([5, 3, 4], 6),
        ([5, 3, 4], 5),
        ([5, 3, 4], 12),
        ([5, 3, 4], 0),
        ([2, 0, 3], 2),
        ([0, 0, 2, 3], 0),
        ([2, 3, 0], 5),
        ([0, 0], 0),
        ([], 0),
        ((300, 400, 500), 699),
        ([5, 3, 4], 13),
        ([], 1),
        ([5, 3, 4], -1),
    ],
    resume_positions(),
    errors=(ValueError,),
    large=many_documents,
)


@EXERCISE.mistake
def stays_in_a_used_up_document(lengths, used):
    for document, length in enumerate(lengths):
        if used <= length:
            return document, used
        used -= length
    return len(lengths), 0


@EXERCISE.mistake
def stops_at_an_empty_document(lengths, used):
    for document, length in enumerate(lengths):
        if used == 0 or used < length:
            return document, used
        used -= length
    return len(lengths), 0


@EXERCISE.mistake
def position_from_the_start(lengths, used):
    total = 0
    for document, length in enumerate(lengths):
        if used < total + length:
            return document, used
        total += length
    return len(lengths), 0


@EXERCISE.mistake
def only_the_document(lengths, used):
    for document, length in enumerate(lengths):
        if used < length:
            return document, 0
        used -= length
    return len(lengths), 0


@EXERCISE.mistake
def counts_what_is_left(lengths, used):
    for document, length in enumerate(lengths):
        if used < length:
            return document, length - used
        used -= length
    return len(lengths), 0


@EXERCISE.mistake
def counts_from_one(lengths, used):
    for document, length in enumerate(lengths):
        if used < length:
            return document + 1, used
        used -= length
    return len(lengths) + 1, 0


@EXERCISE.mistake
def forgets_the_end(lengths, used):
    for document, length in enumerate(lengths):
        if used < length:
            return document, used
        used -= length
    return len(lengths) - 1, 0


@EXERCISE.mistake
def runs_off_the_end(lengths, used):
    document = 0
    while used >= lengths[document]:
        used -= lengths[document]
        document += 1
    return document, used


@EXERCISE.mistake
def takes_any_number(lengths, used):
    for document, length in enumerate(lengths):
        if used < length:
            return document, used
        used -= length
    return len(lengths), 0


@EXERCISE.mistake
def takes_a_negative_number(lengths, used):
    if used > sum(lengths):
        raise ValueError
    for document, length in enumerate(lengths):
        if used < length:
            return document, used
        used -= length
    return len(lengths), 0


@EXERCISE.mistake(slow=True)
def adds_up_again_and_again(lengths, used):
    if not 0 <= used <= sum(lengths):
        raise ValueError
    for document in range(len(lengths)):
        if used < sum(lengths[: document + 1]):
            return document, used - sum(lengths[:document])
    return len(lengths), 0
