"""`hint(f)`: the next of an exercise's three hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from storybot.check.cards import load_card
from storybot.check.messages import load_messages, notebook_language
from storybot.check.registry import chapter_of, entry_of, exercise_names

given: Counter[str] = Counter()  # how many hints of an exercise this notebook has shown


def hint(exercise: Callable[..., Any] | str) -> None:
    """Print the next hint for an exercise, which is given by its function or its name.

    >>> hint("merge_pair")  # doctest: +ELLIPSIS
    merge_pair, hint 1 of 3: ...
    """
    name = exercise if isinstance(exercise, str) else getattr(exercise, "__name__", repr(exercise))
    words = load_messages()
    chapter = chapter_of(name)
    if chapter is None:
        known = ", ".join(one for names in exercise_names().values() for one in names)
        print(words["unknown"].format(name=name, known=known))
        return
    hints = load_card(chapter, name, notebook_language()).hints
    number = given[name]
    if number < len(hints):
        print(words["hint"].format(name=name, number=number + 1, total=len(hints), text=hints[number]))
        given[name] += 1
    else:
        print(words["no_more_hints"].format(name=name))
        print(words["go_on"].format(module=entry_of(chapter).module, name=name))
        given[name] = 0  # and from the beginning again
