"""diagnose: eight runs and their faults. Only which letters are right is compared and shown, not the answer."""

from __future__ import annotations

from typing import Any

from storybot.check.exercise import Exercise
from storybot.training_loop.analysis.clinic import diagnose


class Verdicts(dict[str, bool]):
    """For each letter, whether the diagnosis is right."""

    def __repr__(self) -> str:
        right, wrong = (" ".join(letter for letter, ok in self.items() if ok is which) for which in (True, False))
        return f"✓ {right or '–'}   ✗ {wrong or '–'}"


def judge(answer: Any) -> Verdicts:
    """What is right in an answer; one that is not a dictionary is shown as it is."""
    if not isinstance(answer, dict):
        raise TypeError(type(answer).__name__)
    verdicts = Verdicts({letter: answer.get(letter) == cause for letter, cause in diagnose().items()})
    verdicts.update({str(letter): False for letter in answer if letter not in verdicts})
    return verdicts


EXERCISE = Exercise(diagnose, [()], normalize=judge)


def with_two_swapped(one: int, other: int) -> dict[str, int]:
    swap = {one: other, other: one}
    return {letter: swap.get(cause, cause) for letter, cause in diagnose().items()}


@EXERCISE.mistake
def low_rate_and_wrong_targets():
    return with_two_swapped(1, 5)


@EXERCISE.mistake
def high_rate_and_large_head():
    return with_two_swapped(2, 3)


@EXERCISE.mistake
def high_rate_and_overflow():
    return with_two_swapped(2, 4)


@EXERCISE.mistake
def spike_and_order():
    return with_two_swapped(7, 8)


@EXERCISE.mistake
def wrong_row_and_not_shifted():
    return with_two_swapped(5, 6)


@EXERCISE.mistake
def large_head_and_overflow():
    return with_two_swapped(3, 4)


@EXERCISE.mistake
def low_rate_and_not_shifted():
    return with_two_swapped(1, 6)


@EXERCISE.mistake
def in_the_order_of_the_list():
    return {letter: number for number, letter in enumerate("ABCDEFGH", 1)}


@EXERCISE.mistake
def causes_as_keys():
    return {cause: letter for letter, cause in diagnose().items()}
