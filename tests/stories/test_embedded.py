"""The embedded stories: the same in every language, and files of any size made from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from storybot.special_tokens import END
from storybot.stories import read_stories, write_corpus


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_dozen_stories_in_each_language(language: str) -> None:
    stories = read_stories(language)
    assert len(set(stories)) == 24
    for story in stories:
        assert END not in story
        assert story == story.strip()
        assert len(story) > 100


def test_a_language_without_stories() -> None:
    with pytest.raises(ValueError, match="no stories in 'xx'; there are en, ja, ko, zh"):
        read_stories("xx")


def test_a_corpus_of_any_size(tmp_path: Path) -> None:
    size = write_corpus(tmp_path / "a.txt", 100_000, seed=1)
    text = (tmp_path / "a.txt").read_text(encoding="utf-8")
    assert 100_000 <= size == (tmp_path / "a.txt").stat().st_size < 110_000
    assert text.endswith(f"\n{END}\n")
    copies = [story.strip("\n").rpartition("\n")[::2] for story in text.split(END)[:-1]]
    assert {story for story, _ in copies} <= {story for language in LANGUAGES for story in read_stories(language)}
    for language in LANGUAGES:  # each copy is signed in its own language
        own = [signature for story, signature in copies if story in read_stories(language)]
        before, after = load_ui_strings(language)["book"]["told_by"].split("{name}")
        assert own
        assert all(one.startswith(before) and one.endswith(after) for one in own)
    write_corpus(tmp_path / "b.txt", 100_000, seed=1)
    assert (tmp_path / "b.txt").read_text(encoding="utf-8") == text
    write_corpus(tmp_path / "c.txt", 100_000, seed=2)
    assert (tmp_path / "c.txt").read_text(encoding="utf-8") != text
