"""The stories that come with the course: the same two dozen in four languages, our own.

They are small on purpose: a laptop trains a tokenizer on them in seconds, offline.
"""

from __future__ import annotations

import os
import random
from importlib.resources import files
from pathlib import Path

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from storybot.special_tokens import END


def read_stories(language: str) -> list[str]:
    """The stories in `language` ("en", "ja", "ko" or "zh"), in the same order in each.

    >>> len(read_stories("en")) == len(read_stories("ja"))
    True
    """
    if language not in LANGUAGES:
        raise ValueError(f"no stories in {language!r}; there are {', '.join(LANGUAGES)}")
    text = files(__package__).joinpath(f"{language}.txt").read_text(encoding="utf-8")
    return [story.strip("\n") for story in text.split(END) if story.strip()]


def write_corpus(path: str | os.PathLike[str], n_bytes: int, seed: int = 0) -> int:
    """Write stories in four languages until the file has at least `n_bytes`; return the size it got.

    The last line of each copy names an invented storyteller, so that the number of different
    pretokens grows with the file, but far more slowly than the file.
    """
    rng = random.Random(seed)
    stories = [(language, story) for language in LANGUAGES for story in read_stories(language)]
    written = 0
    with Path(path).open("wb") as file:
        while written < n_bytes:
            language, story = rng.choice(stories)
            text = f"{story}\n{_signature(language, rng)}\n{END}\n"
            written += file.write(text.encode("utf-8"))
    return written


def _signature(language: str, rng: random.Random) -> str:
    """A last line such as "Told by Mira.", with a name that is made of syllables."""
    words = load_ui_strings(language)["book"]
    name = "".join(rng.choices(words["syllables"].split(), k=rng.choice([2, 2, 3, 4])))
    return words["told_by"].format(name=name.title())
