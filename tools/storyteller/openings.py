"""Openings for a reader to choose from: how stories of the default run begin, cut where something is still open."""

from __future__ import annotations

from storybot.languages.ui_strings import load_ui_strings

OPENINGS = 4


def load_openings(language: str) -> list[str]:
    """The openings of a language, which stand among its words for the page."""
    words = load_ui_strings(language)["storyteller"]
    return [words[f"opening_{number}"] for number in range(1, OPENINGS + 1)]
