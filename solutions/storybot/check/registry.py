"""Which exercises there are, and in which chapter."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.resources import files

from storybot.check.exercise import Exercise

CHAPTERS = [
    "bpe_basics",
    "parallel_pretokenization",
    "optimized_merges",
    "data_pipeline",
    "training_loop",
    "ddp",
    "evaluation",
]


def load_exercise(chapter: str, name: str) -> Exercise:
    """One exercise; its module is `storybot/<chapter>/exercises/<name>.py`."""
    exercise: Exercise = importlib.import_module(f"storybot.{chapter}.exercises.{name}").EXERCISE
    return exercise


def exercises_of(chapter: str) -> dict[str, Exercise]:
    """The exercises of a chapter by name, in the order of the chapter."""
    return {name: load_exercise(chapter, name) for name in exercise_names()[chapter]}


@cache
def exercise_names() -> dict[str, list[str]]:
    """Chapter -> the names of its exercises, from `exercises/order.txt`: nothing of a chapter is imported.

    >>> "merge_pair" in exercise_names()["bpe_basics"]
    True
    """
    return {
        chapter: files("storybot").joinpath(chapter, "exercises", "order.txt").read_text(encoding="utf-8").split()
        for chapter in CHAPTERS
    }


def chapter_of(name: str) -> str | None:
    """The chapter that has the exercise `name`, or None.

    >>> chapter_of("merge_pair")
    'bpe_basics'
    """
    return next((chapter for chapter, names in exercise_names().items() if name in names), None)


def find_exercise(name: str) -> tuple[str, Exercise]:
    """The chapter and the exercise called `name`; KeyError if there is none.

    Only that chapter is imported: a check in chapter 1 must not wait for torch.

    >>> find_exercise("merge_pair")[0]
    'bpe_basics'
    """
    chapter = chapter_of(name)
    if chapter is None:
        raise KeyError(name)
    return chapter, load_exercise(chapter, name)
