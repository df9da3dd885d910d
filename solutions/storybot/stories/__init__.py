"""The stories that come with the course: the same two dozen in four languages, our own.

They are small on purpose: a laptop trains a tokenizer on them in seconds, offline.
"""

from __future__ import annotations

from importlib.resources import files

from storybot.languages import LANGUAGES

END_OF_STORY = "<|endoftext|>"


def read_stories(language: str) -> list[str]:
    """The stories in `language` ("en", "ja", "ko" or "zh"), in the same order in each.

    >>> len(read_stories("en")) == len(read_stories("ja"))
    True
    """
    if language not in LANGUAGES:
        raise ValueError(f"no stories in {language!r}; there are {', '.join(LANGUAGES)}")
    text = files(__package__).joinpath(f"{language}.txt").read_text(encoding="utf-8")
    return [story.strip("\n") for story in text.split(END_OF_STORY) if story.strip()]
