"""all_reduce_uneven: mend the loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Exercise, PerRank
from storybot.ddp.exercises.inputs import describe_per_rank
from storybot.ddp.partitioning import all_reduce_uneven
from storybot.ddp.simulator import run_ranks


def run_with_all_reduce(function: Callable[..., Any], *per_rank: Any) -> Any:
    """The result of each rank."""
    return PerRank(run_ranks(lambda rank: function(per_rank[rank.rank], rank.all_reduce), len(per_rank)))


EXERCISE = Exercise(
    all_reduce_uneven,
    [([3, 4],), ([1, 2], [10, 20]), ([1, 2, 3], [10]), ([], [7]), ([0, 0, 5], [1]), ([], []), ([*range(40)], [1])],
    st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=1, max_size=3).map(tuple),
    invoke=run_with_all_reduce,
    describe_call=describe_per_rank("({own}, all_reduce)"),
)


@EXERCISE.mistake
def until_my_own_are_done(numbers, all_reduce):
    """The loop that deadlocks."""
    return [all_reduce(number) for number in numbers]


@EXERCISE.mistake
def until_the_first_is_done(numbers, all_reduce):
    """Nobody waits for ever, but what the longer ranks have left is lost."""
    sums = []
    while True:
        step = len(sums)
        if all_reduce(int(step >= len(numbers))):
            return sums
        sums.append(all_reduce(numbers[step]))


@EXERCISE.mistake
def until_a_sum_is_zero(numbers, all_reduce):
    """A sum of 0 need not be the end."""
    sums = []
    while True:
        step = len(sums)
        total = all_reduce(numbers[step] if step < len(numbers) else 0)
        if total == 0:
            return sums
        sums.append(total)


@EXERCISE.mistake
def leaves_without_a_word(numbers, all_reduce):
    """Asks whether anybody has more, but only while it has some itself."""
    sums = []
    while len(sums) < len(numbers) and all_reduce(1):
        sums.append(all_reduce(numbers[len(sums)]))
    return sums


@EXERCISE.mistake
def sums_up_the_lengths(numbers, all_reduce):
    """As many steps as all ranks have together."""
    steps = all_reduce(len(numbers))
    return [all_reduce(numbers[step] if step < len(numbers) else 0) for step in range(steps)]


@EXERCISE.mistake
def four_rounds(numbers, all_reduce):
    """Everybody goes on to a number of steps that nobody will need more of."""
    any_left = [all_reduce(int(step < len(numbers))) for step in range(8)]
    sums = [all_reduce(numbers[step] if step < len(numbers) else 0) for step in range(8)]
    return [total for total, left in zip(sums, any_left, strict=True) if left]
