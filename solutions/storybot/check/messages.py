"""What `check` says, in the language of the notebook. The sentences are in `languages/ui_strings/<language>.yml`."""

from __future__ import annotations

import os
from pathlib import Path

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings

chosen: list[str] = []  # the language that the notebook's first cell has named


def load_messages() -> dict[str, str]:
    """The messages in the language of the notebook, by key; `{name}` and the like stand in them."""
    return load_ui_strings(notebook_language())["check"]


def notebook_language() -> str:
    """STORYBOT_LANG if set; else the notebook's folder (`work/ko`); else what its first cell says; else English."""
    for candidate in (os.environ.get("STORYBOT_LANG", ""), Path.cwd().name, *chosen):
        if candidate in LANGUAGES:
            return candidate
    return "en"
