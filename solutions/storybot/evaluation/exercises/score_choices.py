"""score_choices: score a choice."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.evaluation.core.scoring_reference import score_choices


@st.composite
def scored_options(draw: st.DrawFn) -> Arguments:
    """Two or three rows of losses, all padded to one length, and where each option begins and ends."""
    n, length = draw(st.integers(2, 3)), draw(st.integers(2, 5))
    losses, starts, ends = [], [], []
    for _ in range(n):
        losses.append(draw(st.lists(st.integers(0, 8).map(lambda n: n / 2), min_size=length, max_size=length)))
        starts.append(draw(st.integers(1, length)))
        ends.append(draw(st.integers(starts[-1] + 1, length + 1)))
    return losses, starts, ends


EXERCISE = Exercise(
    score_choices,
    [
        ([[9.0, 1.0, 2.0], [9.0, 1.0, 1.0]], [2, 2], [4, 4]),  # the shared context is dear, and does not count
        ([[0.0, 1.0, 5.0], [0.0, 2.0, 0.0]], [2, 2], [3, 3]),  # what fills the row does not count
        ([[0.0, 2.0, 2.0, 2.0], [0.0, 5.0, 0.0, 0.0]], [2, 2], [5, 3]),  # a longer option has the lower mean
        ([[3.0, 1.0, 2.0], [3.0, 2.0, 1.0]], [1, 1], [4, 4]),  # a tie
        ([[1.0, 4.0, 4.0], [4.0, 4.0, 1.0]], [1, 3], [2, 4]),  # a first and a last token; a tie again
    ],
    scored_options(),
)


def best(values):
    return values.index(min(values))


@EXERCISE.mistake
def off_by_one(losses, starts, ends):
    return best([sum(row[s:e]) / (e - s) for row, s, e in zip(losses, starts, ends, strict=True)])


@EXERCISE.mistake
def the_sum(losses, starts, ends):
    return best([sum(row[s - 1 : e - 1]) for row, s, e in zip(losses, starts, ends, strict=True)])


@EXERCISE.mistake
def the_whole_row(losses, starts, ends):
    return best([sum(row[: e - 1]) / (e - 1) for row, e in zip(losses, ends, strict=True)])


@EXERCISE.mistake
def with_the_filling(losses, starts, ends):
    return best([sum(row[s - 1 :]) / len(row[s - 1 :]) for row, s in zip(losses, starts, strict=True)])


@EXERCISE.mistake
def the_last_of_a_tie(losses, starts, ends):
    means = [sum(row[s - 1 : e - 1]) / (e - s) for row, s, e in zip(losses, starts, ends, strict=True)]
    return max(i for i, mean in enumerate(means) if mean == min(means))


@EXERCISE.mistake
def the_highest(losses, starts, ends):
    means = [sum(row[s - 1 : e - 1]) / (e - s) for row, s, e in zip(losses, starts, ends, strict=True)]
    return means.index(max(means))


@EXERCISE.mistake
def without_the_first_token(losses, starts, ends):
    return best([sum(row[s : e - 1]) / max(1, e - 1 - s) for row, s, e in zip(losses, starts, ends, strict=True)])
