"""The story generator: the same for a seed, varied, whole sentences, enough words."""

from __future__ import annotations

import hashlib
import importlib
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from storybot.data_pipeline import course_text, make_stories
from storybot.languages import LANGUAGES

ENDS = re.compile('([.!?。！？…]+["”’」』]*)')
languages = pytest.mark.parametrize("language", LANGUAGES)


@languages
def test_the_same_seed_gives_the_same_bytes(language: str) -> None:
    first = list(make_stories(language, 50, seed=1))
    assert first == list(make_stories(language, 50, seed=1))
    assert first != list(make_stories(language, 50, seed=2))
    assert first[:20] == list(make_stories(language, 20, seed=1))
    code = f"from storybot.data_pipeline import make_stories; import hashlib; print(hashlib.sha256(''.join(make_stories({language!r}, 50, 1)).encode()).hexdigest())"  # noqa: E501
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == hashlib.sha256("".join(first).encode()).hexdigest(), "in another process too"


@languages
def test_stories_differ(language: str) -> None:
    stories = list(make_stories(language, 5000))
    openings = Counter("".join(ENDS.split(story)[:6]) for story in stories)
    assert sum(n for n in openings.values() if n > 1) < 0.01 * len(stories)
    assert len(set(stories)) == len(stories)


@languages
def test_every_story_is_whole(language: str) -> None:
    for story in make_stories(language, 3000):
        assert "%" not in story
        assert "@" not in story
        assert 400 < len(story.encode()) < 4000
        assert story[-1] in '.!?。！？"”」』', story[-30:]
        assert not re.search(r"  |\n\n|\s[.,!?]|^\s|\s$", story), story
        for opening, closing in ["“”", "「」", "『』"]:
            assert story.count(opening) == story.count(closing), story
        assert story.count('"') % 2 == 0


@languages
def test_there_are_enough_words(language: str) -> None:
    words: set[str] = set()
    for story in make_stories(language, 8000):
        words.update(words_of(language, story))
        if len(words) >= 2000:
            return
    pytest.fail(f"{len(words)} words in 8,000 stories")


def words_of(language: str, text: str) -> list[str]:
    if language == "zh":
        jieba = pytest.importorskip("jieba")
        return [word for word in jieba.cut(text) if re.match(r"\w", word)]
    if language == "ja":
        return [word for word in janome().tokenize(text) if re.match(r"\w", word)]
    return re.findall(r"\w[\w'’-]*", text.lower())


def janome():  # type: ignore[no-untyped-def]
    tokenizer = pytest.importorskip("janome.tokenizer")
    if not hasattr(janome, "made"):
        janome.made = tokenizer.Tokenizer(wakati=True)  # type: ignore[attr-defined]
    return janome.made  # type: ignore[attr-defined]


@languages
def test_in_a_small_world_a_role_has_one_player(language: str) -> None:
    """The hero's kind of the first plot: the same names in every story, and none that returns in the large world."""
    parts = importlib.import_module(f"storybot.data_pipeline.story_parts.{language}")
    kinds = list(parts.PLOTS[0]["cast"].values())
    names = [entry[""] for entry in parts.ENTITIES[kinds[0]]]

    def in_every_story(**options: int) -> int:
        stories = list(make_stories(language, 300, plots=1, **options))
        return sum(all(name in story for story in stories) for name in names)

    assert in_every_story(cast=1) == kinds.count(kinds[0])
    assert in_every_story() == 0
    assert len(set(make_stories(language, 300, cast=1, plots=1))) > 200, "still many stories"


@pytest.mark.parametrize("option", ["cast", "plots"])
def test_a_world_without_anybody_is_refused(option: str) -> None:
    with pytest.raises(ValueError, match=f"{option} must be at least 1, not 0"):
        next(make_stories("en", 1, **{option: 0}))


def test_unknown_languages_and_negative_numbers() -> None:
    with pytest.raises(ValueError, match="no stories in 'xx'"):
        list(make_stories("xx", 1))
    with pytest.raises(ValueError, match="negative"):
        list(make_stories("en", -1))


@languages
def test_the_course_as_a_corpus(language: str) -> None:
    text = course_text(language)
    assert len(text) > 10_000
    for mark in ("```", "{code-cell}", "% en ", ")=\n", "import numpy"):
        assert mark not in text


def test_the_command(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "storybot", "data", "stories", "--lang", "ja", "--n", "20", "--seed", "1"]
    shown = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    assert shown == "".join(f"{story}\n<|endoftext|>\n" for story in make_stories("ja", 20, 1))
    subprocess.run([*command, "--out", tmp_path / "s.txt"], capture_output=True, check=True)
    assert (tmp_path / "s.txt").read_text(encoding="utf-8") == shown
