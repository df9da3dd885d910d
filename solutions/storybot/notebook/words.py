"""The language of a notebook: its stories, what its cells print, and the labels of its plots.

Code is the same in all languages, so a cell writes `t("bytes per token")`, and the table of the
language, `languages/notebook_words/<language>.yml`, has the words for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml

from storybot.check import messages
from storybot.languages import LANGUAGES


@dataclass(frozen=True)
class Translator:
    """`t("step")` gives the reader's word; fields are filled in: `t("{n} stories", n=4)`.

    >>> Translator("en")("{n} stories", n=4)
    '4 stories'
    """

    language: str

    def __call__(self, text: str, **fields: object) -> str:
        translated = text if self.language == "en" else load_notebook_words(self.language).get(text, text)
        return translated.format(**fields) if fields else translated


@cache
def load_notebook_words(language: str) -> dict[str, str]:
    """English -> the words of `language`; a language without a table keeps the English words."""
    file = files("storybot.languages").joinpath("notebook_words", f"{language}.yml")
    if not file.is_file():
        return {}
    words: dict[str, str] = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    return words


def set_language(language: str) -> Translator:
    """Choose the language of a notebook, give its plots their style and fonts, and return its translator.

    >>> set_language("fr")
    Traceback (most recent call last):
    ...
    ValueError: LANGUAGE must be one of en, ja, ko, zh, not 'fr'
    """
    if language not in LANGUAGES:
        raise ValueError(f"LANGUAGE must be one of {', '.join(LANGUAGES)}, not {language!r}")
    messages.chosen[:] = [language]
    from storybot.notebook.plots import set_plot_style  # matplotlib is slow to import

    set_plot_style(language)
    return Translator(language)
