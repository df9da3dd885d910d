"""score_choices: score a choice."""

from __future__ import annotations

from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.evaluation.core.scoring_reference import score_choices

LENGTHS = [1, 2, 4]  # of an option: sums and means of the losses below are exact, so that ties are ties
LITTLE = 2.0**-18  # about four millionths: exact in float32 as well


@st.composite
def scored_options(draw: st.DrawFn) -> Arguments:
    """One to three rows of losses, all of one length, and where each option begins and ends."""
    n, length = draw(st.integers(1, 3)), draw(st.integers(2, 5))
    losses, starts, ends = [], [], []
    for _ in range(n):
        losses.append(draw(st.lists(st.integers(0, 8).map(lambda n: n / 2), min_size=length, max_size=length)))
        size = draw(st.sampled_from([size for size in LENGTHS if size <= length]))
        starts.append(draw(st.integers(1, length + 1 - size)))
        ends.append(starts[-1] + size)
    return losses, starts, ends


EXERCISE = Exercise(
    score_choices,
    [
        ([[9.0, 4.0, 1.0], [9.0, 1.0, 3.0]], [2, 2], [4, 4]),  # the shared context is dear, and does not count
        ([[0.0, 1.0, 5.0], [0.0, 2.0, 0.0]], [2, 2], [3, 3]),  # what fills the row does not count
        ([[0.0, 2.0, 2.0, 2.0], [0.0, 5.0, 0.0, 0.0]], [2, 2], [5, 3]),  # a longer option has the lower mean
        ([[3.0, 1.0, 2.0], [3.0, 2.0, 1.0]], [2, 2], [4, 4]),  # a tie
        ([[1.0, 4.0, 4.0], [4.0, 4.0, 1.0]], [1, 3], [2, 4]),  # a first and a last token; a tie again
        ([[5.0, 1.004], [5.0, 1.001]], [2, 2], [3, 3]),  # means that agree in two digits
        ([[1.0 + LITTLE], [1.0]], [1, 1], [2, 2]),  # and in five
        ([[2.0, 2.0, 2.0]], [1], [4]),  # one option
    ],
    scored_options(),
)


def best(values):
    return values.index(min(values))


def means(losses, starts, ends):
    return [sum(row[s - 1 : e - 1]) / (e - s) for row, s, e in zip(losses, starts, ends, strict=True)]


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
def one_loss_too_many(losses, starts, ends):
    parts = [row[s - 1 : e] for row, s, e in zip(losses, starts, ends, strict=True)]
    return best([sum(part) / len(part) for part in parts])


@EXERCISE.mistake
def without_the_first_token(losses, starts, ends):
    return best([sum(row[s : e - 1]) / max(1, e - 1 - s) for row, s, e in zip(losses, starts, ends, strict=True)])


@EXERCISE.mistake
def the_last_of_a_tie(losses, starts, ends):
    found = means(losses, starts, ends)
    return max(i for i, mean in enumerate(found) if mean == min(found))


@EXERCISE.mistake
def the_highest(losses, starts, ends):
    found = means(losses, starts, ends)
    return found.index(max(found))


@EXERCISE.mistake
def rounds(losses, starts, ends):
    return best([round(mean, 2) for mean in means(losses, starts, ends)])


@EXERCISE.mistake
def gives_the_loss(losses, starts, ends):
    return min(means(losses, starts, ends))
