"""Every check accepts the reference and other right answers, and refuses plausible wrong ones."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

import storybot.bpe_basics as reference
from storybot.check.checker import CHAPTERS, CheckFailed, check, find_exercise
from storybot.check.exercise import Exercise

BY_CHAPTER: dict[str, dict[str, Exercise]] = {
    chapter: import_module(f"storybot.{chapter}.exercises").EXERCISES for chapter in CHAPTERS
}
EXERCISES = {name: one for exercises in BY_CHAPTER.values() for name, one in exercises.items()}
WRONG = {
    name: answers
    for chapter in CHAPTERS
    for name, answers in import_module(f"tests.{chapter}.wrong_answers").WRONG.items()
}

CASES = [(name, answer) for name, answers in WRONG.items() for answer in answers]


def renamed(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The learner's function has the name of the exercise."""
    function.__name__ = name
    return function


@pytest.mark.parametrize("name", EXERCISES)
def test_the_reference_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    check(EXERCISES[name].reference)
    assert capsys.readouterr().out == f"✓ {name}\n"


@pytest.mark.parametrize("name", EXERCISES)
def test_there_are_at_least_three_wrong_answers(name: str) -> None:
    assert len(WRONG[name]) >= 3


@pytest.mark.parametrize(("name", "answer"), CASES, ids=[f"{name}-{answer.__name__}" for name, answer in CASES])
def test_wrong_answers_are_refused(name: str, answer: Callable[..., Any]) -> None:
    with pytest.raises(CheckFailed, match=name) as refused:
        check(renamed(answer, name))
    namespace: dict[str, Any] = {}
    (hint,) = re.findall(r"from storybot\.\S+ import \w+$", str(refused.value))
    exec(hint, namespace)  # how to go on without solving it: what the message says must work
    assert namespace[name] is EXERCISES[name].reference


def test_no_two_exercises_have_the_same_name() -> None:
    names = Counter(name for exercises in BY_CHAPTER.values() for name in exercises)
    assert [name for name, n in names.items() if n > 1] == []


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_an_exercise_is_found_in_its_chapter(chapter: str) -> None:
    for name, exercise in BY_CHAPTER[chapter].items():
        assert find_exercise(name) == (chapter, exercise)


def test_a_check_in_chapter_4_does_not_import_torch() -> None:
    code = """
import sys
from storybot.check import check
from storybot.bpe_basics import merge_pair
from storybot.data_pipeline import find_resume_position
check(merge_pair)
check(find_resume_position)
assert "storybot.training_loop" not in sys.modules
sys.exit("torch" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL).returncode == 0


def test_other_right_answers_pass() -> None:
    """Pairs in another order, another way to write the loop: what counts is the result."""

    def count_pairs(sequences: list[list[int]]) -> Counter[tuple[int, int]]:
        counts: Counter[tuple[int, int]] = Counter()
        for ids in reversed(sequences):
            for i in range(len(ids) - 1):
                counts[ids[i], ids[i + 1]] += 1
        return counts

    def merge_pair(ids: list[int], pair: tuple[int, int], new_id: int) -> list[int]:
        merged: list[int] = []
        for i in ids:
            if merged and (merged[-1], i) == pair:
                merged[-1] = new_id
            else:
                merged.append(i)
        return merged

    check(count_pairs)
    check(merge_pair)


def test_a_long_constant_is_called_by_its_name() -> None:
    def train_bpe(text, vocab_size, special_tokens=(), pattern="", *, progress=False):  # type: ignore[no-untyped-def]
        return reference.Tokenizer([], special_tokens, reference.GPT4_PATTERN)

    with pytest.raises(CheckFailed) as refused:
        check(train_bpe)
    assert "expected  Tokenizer([(b" in str(refused.value)
    assert "GPT4_PATTERN" in str(refused.value)
    assert r"\p{L}" not in str(refused.value)
