"""What the course says by itself, in every language: one YAML file a language, with the same keys in each.

The sections: `check` (the messages of `check`), `book` (words of pages and notebooks), `progress`, `playground`,
`attention_viewer`, `work_page`, `search_page`, and `theme` (words of the interface that the theme lacks).
"""

from __future__ import annotations

import string
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from storybot.languages import LANGUAGES

SECTIONS = ("check", "book", "progress", "playground", "attention_viewer", "work_page", "search_page", "theme")
UiStrings = dict[str, dict[str, str]]  # section -> key -> text


@cache
def load_ui_strings(language: str) -> UiStrings:
    """The strings of `language`, by section; ValueError if the file lacks something that English has.

    >>> load_ui_strings("ko")["book"]["solution"]
    '해답'
    """
    if language not in LANGUAGES:
        raise ValueError(f"there are no UI strings in {language!r}; the languages are {', '.join(LANGUAGES)}")
    name = f"{language}.yml"
    try:
        text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FileNotFoundError(
            f"storybot/languages/ui_strings/{name} is missing: copy en.yml to that name and translate it"
        ) from None
    strings = yaml.safe_load(text)
    problems = compare_strings(strings, strings if language == "en" else load_ui_strings("en"))
    if problems:
        raise ValueError(f"storybot/languages/ui_strings/{name}: {'; '.join(problems)}")
    loaded: UiStrings = strings
    return loaded


def compare_strings(strings: Any, english: UiStrings) -> list[str]:
    """What `strings` lacks or has too many of, measured against English."""
    if not isinstance(strings, dict) or set(strings) != set(SECTIONS):
        return [f"the sections must be {', '.join(SECTIONS)}"]
    problems = []
    for section in SECTIONS:
        ours, theirs = strings[section], english[section]
        if not isinstance(ours, dict):
            problems.append(f'the section {section} must hold lines such as `key: "text"`')
            continue
        problems += [f"{section}.{key} is empty" for key, text in ours.items() if not text or not isinstance(text, str)]
        if section == "theme":  # each language lacks other words of the theme
            continue
        problems += [f"{section}.{key} is missing" for key in theirs if key not in ours]
        problems += [f"{section}.{key} is unknown, English has no such key" for key in ours if key not in theirs]
        for key in theirs.keys() & ours.keys():
            if format_fields(str(ours[key])) != format_fields(theirs[key]):
                problems.append(f"{section}.{key} must use the fields {sorted(format_fields(theirs[key]))}")
    return problems


def format_fields(text: str) -> set[str]:
    """The names in braces.

    >>> sorted(format_fields("{name} took {seconds:g} s"))
    ['name', 'seconds']
    """
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
