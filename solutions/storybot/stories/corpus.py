"""A corpus of any size from the stories that come with the course: repeated, shuffled, never quite the same."""

from __future__ import annotations

import os
import random
from pathlib import Path

from storybot.languages import LANGUAGES
from storybot.stories import END_OF_STORY, read_stories

SYLLABLES = ["mi", "ra", "to", "ko", "le", "sa", "nu", "vi", "po", "da", "ri", "be"]


def write_corpus(path: str | os.PathLike[str], n_bytes: int, seed: int = 0) -> int:
    """Write stories in four languages until the file has at least `n_bytes`; the size it got.

    Each copy is told by somebody with a name of their own, so the number of different
    pretokens grows with the file, but far more slowly than the file.
    """
    dice = random.Random(seed)
    stories = [story for language in LANGUAGES for story in read_stories(language)]
    written = 0
    with Path(path).open("wb") as file:
        while written < n_bytes:
            name = "".join(dice.choices(SYLLABLES, k=dice.choice([2, 2, 3, 4]))).title()
            text = f"{dice.choice(stories)}\nTold by {name}.\n{END_OF_STORY}\n"
            written += file.write(text.encode("utf-8"))
    return written
