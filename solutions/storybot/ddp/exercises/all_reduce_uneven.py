"""all_reduce_uneven: mend the loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from storybot.check.exercise import Exercise, PerRank
from storybot.ddp.exercises.inputs import describe_per_rank, for_numbers
from storybot.ddp.partitioning import all_reduce_uneven
from storybot.ddp.simulator import run_ranks


def run_with_all_reduce(function: Callable[..., Any], *per_rank: Any) -> Any:
    """The result of each rank."""
    return PerRank(run_ranks(lambda rank: function(per_rank[rank.rank], for_numbers(rank.all_reduce)), len(per_rank)))


EXERCISE = Exercise(
    all_reduce_uneven,
    [
        ([3, 4],),
        ([1, 2], [10, 20]),
        ([1, 2, 3], [10]),
        ([], [7]),
        ([0, 0, 5], [1]),
        ([], []),
        ([1, 4], [-1], [2, -4, 3]),
        ([600, 10**12], [2 * 10**6], []),
        ([-(10**9)], [1, 2]),
        ([*range(40)], [1]),
    ],
    st.lists(st.lists(st.integers(-9, 9), max_size=4), min_size=1, max_size=3).map(tuple),
    invoke=run_with_all_reduce,
    describe_call=describe_per_rank("({own}, all_reduce)"),
)


@EXERCISE.mistake
def until_my_own_are_done(numbers, all_reduce):
    return [all_reduce(number) for number in numbers]


@EXERCISE.mistake
def until_the_first_is_done(numbers, all_reduce):
    sums = []
    while True:
        step = len(sums)
        if all_reduce(int(step >= len(numbers))):
            return sums
        sums.append(all_reduce(numbers[step]))


@EXERCISE.mistake
def until_a_sum_is_zero(numbers, all_reduce):
    sums = []
    while True:
        step = len(sums)
        total = all_reduce(numbers[step] if step < len(numbers) else 0)
        if total == 0:
            return sums
        sums.append(total)


@EXERCISE.mistake
def own_numbers_then_until_zero(numbers, all_reduce):
    sums = [all_reduce(number) for number in numbers]
    while total := all_reduce(0):
        sums.append(total)
    return sums


@EXERCISE.mistake
def sums_up_the_lengths(numbers, all_reduce):
    steps = all_reduce(len(numbers))
    return [all_reduce(numbers[step] if step < len(numbers) else 0) for step in range(steps)]


@EXERCISE.mistake
def one_step_at_least(numbers, all_reduce):
    sums = []
    while True:
        step = len(sums)
        sums.append(all_reduce(numbers[step] if step < len(numbers) else 0))
        if not all_reduce(int(step + 1 < len(numbers))):
            return sums


@EXERCISE.mistake
def adds_a_thousand(numbers, all_reduce):
    sums = []
    while True:
        step = len(sums)
        total = all_reduce(numbers[step] + 1000 if step < len(numbers) else 0)
        if total < 500:
            return sums
        sums.append((total + 500) % 1000 - 500)


@EXERCISE.mistake
def hands_in_the_list(numbers, all_reduce):
    everything = all_reduce([numbers])
    longest = max(map(len, everything))
    return [sum(own[step] for own in everything if step < len(own)) for step in range(longest)]
