"""The card of an exercise: level, hints and known mistakes, in every language, from `exercises/<name>.yml`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from storybot.languages import LANGUAGES

HINTS = 3


@dataclass(frozen=True)
class Card:
    """What is said about an exercise in one language."""

    name: str
    chapter: str
    level: int  # 1 to 3
    section: str  # the anchor of the section that explains it
    title: str
    hints: list[str]  # three, from a nudge to nearly all
    mistakes: dict[str, str]  # name of the mistake -> what it is and what to do about it
    sections: dict[str, str]  # name of the mistake -> the section to read again, where it is another one

    @property
    def stars(self) -> str:
        """The level as stars.

        >>> load_card("bpe_basics", "merge_pair", "en").stars
        '★☆☆'
        """
        return "★" * self.level + "☆" * (3 - self.level)

    def section_for(self, mistake: str) -> str:
        """The section to read again after this mistake."""
        return self.sections.get(mistake, self.section)


@cache
def load_card(chapter: str, name: str, language: str) -> Card:
    """The card of an exercise in a language; ValueError that names the file if it is incomplete."""
    file = files("storybot").joinpath(chapter, "exercises", f"{name}.yml")
    where = f"storybot/{chapter}/exercises/{name}.yml"
    card = yaml.safe_load(file.read_text(encoding="utf-8"))
    if not isinstance(card, dict) or card.get("level") not in (1, 2, 3) or not card.get("section"):
        raise ValueError(f"{where}: `level` (1 to 3) and `section` (an anchor) are needed")
    words = card.get(language)
    if not isinstance(words, dict):
        raise ValueError(f"{where} has no block `{language}:`")
    hints, mistakes = words.get("hints"), words.get("mistakes")
    if not words.get("title") or not isinstance(hints, list) or len(hints) != HINTS or not isinstance(mistakes, dict):
        raise ValueError(f"{where}, {language}: a title, {HINTS} hints and the mistakes are needed")
    return Card(
        name, chapter, card["level"], card["section"], words["title"], hints, mistakes, card.get("sections") or {}
    )


@cache
def section_title(anchor: str, language: str) -> str:
    """The heading of a section as its readers see it.

    >>> section_title("bpe-ties", "en")
    '1.5 Ties'
    """
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language!r}")
    return str(chapter_index()["sections"].get(anchor, {}).get(language, anchor))


@cache
def chapter_index() -> dict[str, Any]:
    """What the package knows of the chapters; `chapter_index.json` is generated with the notebooks.

    `sections`: anchor -> language -> heading. `mine`: the exercises that later chapters build on.
    """
    index: dict[str, Any] = json.loads(
        files("storybot.check").joinpath("chapter_index.json").read_text(encoding="utf-8")
    )
    return index
