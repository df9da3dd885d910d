"""Every language says the same things with the same fields; a file that does not is refused, naming what is wrong."""

from __future__ import annotations

from copy import deepcopy

import pytest

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import SECTIONS, compare_strings, load_ui_strings


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_strings(language: str) -> None:
    strings = load_ui_strings(language)
    assert tuple(strings) == SECTIONS
    assert strings["check"].keys() == load_ui_strings("en")["check"].keys()


@pytest.mark.parametrize(
    ("section", "key", "text", "problem"),
    [
        ("check", "wrong", None, "check.wrong is missing"),
        ("book", "tip", "", "book.tip is empty"),
        ("book", "tipp", "Tipp", "book.tipp is unknown, English has no such key"),
        ("check", "slow", "{name} is slow", "check.slow must use the fields ['done', 'name', 'seconds']"),
        ("theme", "Dark", "", "theme.Dark is empty"),
    ],
)
def test_a_string_that_differs_is_named(section: str, key: str, text: str | None, problem: str) -> None:
    strings = deepcopy(load_ui_strings("en"))
    if text is None:
        del strings[section][key]
    else:
        strings[section][key] = text
    assert compare_strings(strings, load_ui_strings("en")) == [problem]


def test_a_missing_section_is_named() -> None:
    strings = {name: load_ui_strings("en")[name] for name in SECTIONS if name != "theme"}
    assert compare_strings(strings, load_ui_strings("en")) == [
        "the sections must be check, book, progress, playground, attention_viewer, work_page, print, theme"
    ]


def test_an_unknown_language_is_told_the_languages() -> None:
    with pytest.raises(ValueError, match="no UI strings in 'xx'; the languages are en, ja, ko, zh"):
        load_ui_strings("xx")
