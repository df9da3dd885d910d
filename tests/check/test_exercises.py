"""Every check accepts the reference and other right answers, refuses plausible wrong ones and says which they are."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import types
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from storybot.check.cards import load_card, section_title
from storybot.check.checker import check
from storybot.check.registry import CHAPTERS, exercise_names, find_exercise, load_exercise
from storybot.check.report import CheckFailed
from storybot.languages import LANGUAGES

# The time limit raises an error between two steps of the learner's thread. If that step is a callback of the garbage
# collector (hypothesis has one), Python reports and swallows it, and the watch raises it again.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

NAMES = [(chapter, name) for chapter, names in exercise_names().items() for name in names]
MISTAKES = [(chapter, name, mistake) for chapter, name in NAMES for mistake in load_exercise(chapter, name).mistakes]
RIGHT = [
    (name, answer)
    for chapter in CHAPTERS
    for name, answers in import_module(f"tests.{chapter}.right_answers").RIGHT.items()
    for answer in answers
]


def renamed(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A copy of the function or class that bears the name of the exercise, as the learner's does."""
    if isinstance(function, type):
        return type(name, (function,), {"__module__": function.__module__})
    copy = types.FunctionType(
        function.__code__, function.__globals__, name, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


@pytest.mark.parametrize(("chapter", "name"), NAMES, ids=[name for _, name in NAMES])
def test_the_reference_passes_and_is_marked_as_such(
    chapter: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check(load_exercise(chapter, name).reference)
    assert capsys.readouterr().out == f"◇ {name}: the course's solution, not yours yet\n"


@pytest.mark.parametrize(("chapter", "name", "mistake"), MISTAKES, ids=[f"{n}-{m}" for _, n, m in MISTAKES])
def test_a_known_mistake_is_refused_and_recognised(chapter: str, name: str, mistake: str) -> None:
    exercise = load_exercise(chapter, name)
    with pytest.raises(CheckFailed, match=name) as refused:
        check(renamed(exercise.mistakes[mistake].function, name))
    message = str(refused.value)
    assert refused.value.mistake == mistake, message
    if mistake == exercise.given:
        assert "still wrong as it was given" in message
    else:
        assert load_card(chapter, name, "en").mistakes[mistake] in message
    namespace: dict[str, Any] = {}
    (hint,) = re.findall(r"from storybot\.\S+ import \w+$", message)
    exec(hint, namespace)  # how to go on without solving it: what the message says must work
    assert namespace[name] is exercise.reference


@pytest.mark.parametrize(("name", "answer"), RIGHT, ids=[f"{name}-{answer.__name__}" for name, answer in RIGHT])
def test_a_right_answer_passes(name: str, answer: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    check(renamed(answer, name))
    assert capsys.readouterr().out.startswith(f"✓ {name}")


@pytest.mark.parametrize(("chapter", "name"), NAMES, ids=[name for _, name in NAMES])
def test_there_are_three_right_answers_and_three_mistakes(chapter: str, name: str) -> None:
    assert sum(one == name for one, _ in RIGHT) >= 3
    assert len(load_exercise(chapter, name).mistakes) >= 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("chapter", "name"), NAMES, ids=[name for _, name in NAMES])
def test_a_card_is_complete(chapter: str, name: str, language: str) -> None:
    card = load_card(chapter, name, language)
    exercise = load_exercise(chapter, name)
    assert list(card.mistakes) == [one for one in exercise.mistakes if one != exercise.given]
    assert set(card.sections) <= set(card.mistakes)
    for anchor in (card.section, *card.sections.values()):
        assert section_title(anchor, language) != anchor, "no chapter has this section"
    texts = [card.title, *card.hints, *card.mistakes.values()]
    assert all(isinstance(text, str) and len(text.strip()) > 1 for text in texts)
    assert len(set(card.hints)) == 3


def solution_lines(function: Callable[..., Any]) -> set[str]:
    """The lines of a solution, without its docstring, that say more than a name or two."""
    tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(function)))
    body = tree.body[0].body[1:]  # type: ignore[attr-defined]
    lines = {squeeze(line) for node in body for line in ast.unparse(node).split("\n")}
    return {line for line in lines if len(line) >= 12}


def squeeze(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("chapter", "name"), NAMES, ids=[name for _, name in NAMES])
def test_no_hint_contains_a_line_of_the_solution(chapter: str, name: str, language: str) -> None:
    for text in load_card(chapter, name, language).hints:
        for line in solution_lines(load_exercise(chapter, name).reference):
            assert line not in squeeze(text), (text, line)


def test_no_two_exercises_have_the_same_name() -> None:
    assert [name for name, n in Counter(name for _, name in NAMES).items() if n > 1] == []


def test_an_exercise_is_found_in_its_chapter() -> None:
    for chapter, name in NAMES:
        assert find_exercise(name) == (chapter, load_exercise(chapter, name))


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
