"""The settings of the course's JupyterLab: a folder of their own in `work/`, and the language of its menus.

JupyterLab reads its language from a settings file whenever a page of it is loaded. So one JupyterLab serves all
languages of the book: `make learn` writes the language that it starts with, and the book writes the language of the
page just before it leads to a notebook. Two JupyterLabs of the same `work/` share the file, and the last click counts.

A language that the learner has chosen in JupyterLab's own menu (Settings > Language) stays, on whatever page they
click: JupyterLab then writes the file itself, and only a file that is ours word for word is written again. To let
JupyterLab follow the book once more, restore the default in its settings, or delete the file.

The learner's other JupyterLabs are not touched. Their settings (theme, keys, fonts) are copied once.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import json5
from jupyter_core.paths import jupyter_config_dir

from storybot.atomic import write_atomically
from storybot.languages import LANGUAGES

FOLDER = ".jupyterlab-settings"
LANGUAGE_FILE = "@jupyterlab/translation-extension/plugin.jupyterlab-settings"
NEWS_FILE = "@jupyterlab/apputils-extension/notification.jupyterlab-settings"


def settings_folder(work: Path) -> Path:
    """Where the JupyterLab of the notebooks in `work` keeps its settings."""
    return work / FOLDER


def make_settings(work: Path) -> None:
    """Make the folder, with a copy of the learner's own settings, if it is not there. No news from JupyterLab.

    JupyterLab would ask at its first start whether it may fetch news and look for updates.
    """
    folder = settings_folder(work)
    own = Path(os.environ.get("JUPYTERLAB_SETTINGS_DIR") or Path(jupyter_config_dir()) / "lab/user-settings")
    if not folder.exists() and own.is_dir():
        ignore = shutil.ignore_patterns("translation-extension")
        shutil.copytree(own, folder, ignore=ignore, copy_function=shutil.copyfile, ignore_dangling_symlinks=True)
    news = folder / NEWS_FILE
    if not news.exists():
        news.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(news, json.dumps({"fetchNews": "false", "checkForUpdates": False}, indent=4) + "\n")


def set_language(work: Path, language: str) -> None:
    """Let the next page of JupyterLab speak `language`, unless the learner has chosen one there; OSError if unwritable.

    English is written too: without a language JupyterLab takes that of the machine.
    """
    text = language_text(LANGUAGES[language].jupyterlab)
    if own_choice(work) is None and _written(work) != text:
        path = language_file(work)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)


def language_text(locale: str) -> str:
    """The settings file as the course writes it."""
    return f'{{\n    // The course sets the language of the page that you come from.\n    "locale": "{locale}"\n}}\n'


def own_choice(work: Path) -> str | None:
    """The locale that the learner has chosen in JupyterLab's settings, or None: the language is the course's to set."""
    text = _written(work)
    try:
        locale = json5.loads(text).get("locale", "default")
    except (ValueError, AttributeError):  # empty, or broken: JupyterLab cannot read it either
        return None
    return None if locale == "default" or text == language_text(locale) else str(locale)


def language_file(work: Path) -> Path:
    """The settings file that holds the language."""
    return settings_folder(work) / LANGUAGE_FILE


def _written(work: Path) -> str:
    """What the language's file holds; nothing if there is no such file."""
    path = language_file(work)
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
