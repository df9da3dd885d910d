"""The order of the course: which chapters there are, what their files are called, and which exercises they have.

Every list of chapters follows `COURSE`: the book, the notebooks, the progress of the learner, the commands in `tools`.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from storybot.check.exercise import Exercise


@dataclass(frozen=True)
class ChapterEntry:
    """One line of the table of contents.

    >>> entry = ChapterEntry("01-bpe-basics", "bpe_basics", hours=(4, 5))
    >>> entry.label, entry.anchor, entry.module
    ('1', 'bpe-basics', 'storybot.bpe_basics')
    """

    slug: str  # the name of its text and its notebooks, without the ending
    package: str  # the folder below `storybot` that has its functions and exercises
    hours: tuple[int, int]  # at least and at most, with the exercises, as its text says
    needs: tuple[str, ...] = ()  # the labels of the chapters to be read before, as its text says
    exports: str = ""  # the subpackage that exports its functions, where that is not the package itself

    @property
    def numbered(self) -> bool:
        """Whether it has a number; an interlude has none."""
        return self.slug[:2].isdigit()

    @property
    def label(self) -> str:
        """What stands before the numbers of its sections and figures: "5" in "Fig. 5.2", "I" in "Fig. I.2"."""
        return str(int(self.slug[:2])) if self.numbered else self.slug[0].upper()

    @property
    def anchor(self) -> str:
        """The anchor of its title."""
        return re.sub(r"^\d\d-", "", self.slug)

    @property
    def module(self) -> str:
        """From where a learner imports the reference of an exercise."""
        return ".".join(filter(None, ["storybot", self.package, self.exports]))


COURSE = [
    ChapterEntry("01-bpe-basics", "bpe_basics", hours=(4, 5)),
    ChapterEntry("02-parallel-pretokenization", "parallel_pretokenization", hours=(3, 4), needs=("1",)),
    ChapterEntry("03-optimized-merges", "optimized_merges", hours=(3, 4), needs=("1", "2")),
    ChapterEntry("04-data-pipeline", "data_pipeline", hours=(3, 3), needs=("1", "2", "3")),
    ChapterEntry("interlude-model", "model", hours=(3, 4), needs=("1",), exports="from_scratch"),
    ChapterEntry("05-training-loop", "training_loop", hours=(5, 5), needs=("1", "2", "3", "4", "I")),
    ChapterEntry("06-ddp", "ddp", hours=(3, 3), needs=("4", "5")),
    ChapterEntry("07-evaluation", "evaluation", hours=(3, 3), needs=("1", "4", "5")),
]
CHAPTERS = [entry.package for entry in COURSE]


def entry_of(package: str) -> ChapterEntry:
    """The chapter whose functions and exercises are in `package`.

    >>> entry_of("model").slug, entry_of("model").label
    ('interlude-model', 'I')
    """
    return COURSE[CHAPTERS.index(package)]


def entry_named(slug: str) -> ChapterEntry | None:
    """The chapter whose files are called `slug`; None for another page, such as the glossary.

    >>> entry_named("05-training-loop").package
    'training_loop'
    """
    return next((entry for entry in COURSE if entry.slug == slug), None)


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
