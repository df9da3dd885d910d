"""What `check` says, in the language of the notebook. The sentences are in `ui_strings/<language>.yml`."""

from __future__ import annotations

import os
from pathlib import Path

from storybot.languages import LANGUAGES
from storybot.ui_strings import load_ui_strings


def load_messages() -> dict[str, str]:
    """The messages in the language of the notebook, by key; `{name}` and the like stand in them."""
    return load_ui_strings(notebook_language())["check"]


def notebook_language() -> str:
    """STORYBOT_LANG if set; else the name of the notebook's folder (`work/ko`); else English."""
    for candidate in (os.environ.get("STORYBOT_LANG", ""), Path.cwd().name):
        if candidate in LANGUAGES:
            return candidate
    return "en"
