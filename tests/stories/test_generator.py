"""The story generator: the same for a seed, varied, whole sentences, enough words."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from storybot.languages import LANGUAGES
from storybot.stories import course_text, load_plots, make_stories

ENDS = re.compile('([.!?。！？…]+["”’」』]*)')
languages = pytest.mark.parametrize("language", LANGUAGES)
DIGESTS = {  # of the first 10,000 stories of seed 0, each followed by a zero byte
    "en": "6e93086cf2ba617c6a43ebb0aae459b7ac503e1e39a6024b322b7800d78f9d38",
    "ja": "4c20ce984d04c89b21f8c98ab49bf287d5bdcfe3e923fbdb691e2fa270a29dda",
    "ko": "3e0815563b52cb39d7f444f55ee7285bd06681a3be5a1057d58c6b35ca47514a",
    "zh": "0a83f005e08f4281c15c70bfbd699c98d0b9dc3b6399d2fead9c40489b3702ea",
}


@languages
def test_the_same_seed_gives_the_same_bytes(language: str) -> None:
    first = list(make_stories(language, 50, seed=1))
    assert first == list(make_stories(language, 50, seed=1))
    assert first != list(make_stories(language, 50, seed=2))
    assert first[:20] == list(make_stories(language, 20, seed=1))
    code = f"from storybot.stories import make_stories; import hashlib; print(hashlib.sha256(''.join(make_stories({language!r}, 50, 1)).encode()).hexdigest())"  # noqa: E501
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == hashlib.sha256("".join(first).encode()).hexdigest(), "in another process too"


@languages
def test_stories_of_a_seed_never_change(language: str) -> None:
    """Later chapters print what was learned from them, and people compare results by seed."""
    made = hashlib.sha256()
    for story in make_stories(language, 10_000, seed=0):
        made.update(story.encode() + b"\0")
    assert made.hexdigest() == DIGESTS[language]


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
    players = [{name for name, _forms in players} for players in load_plots(language)[0].cast.values()]
    names = players[0]

    def in_every_story(**options: int) -> int:
        stories = list(make_stories(language, 300, plots=1, **options))
        return sum(all(name in story for story in stories) for name in names)

    assert in_every_story(cast=1) == players.count(names)
    assert in_every_story() == 0
    assert len(set(make_stories(language, 300, cast=1, plots=1))) > 200, "still many stories"


@pytest.mark.parametrize("option", ["cast", "plots"])
def test_a_world_without_anybody_is_refused(option: str) -> None:
    with pytest.raises(ValueError, match=f"{option} must be at least 1, not 0"):
        next(make_stories("en", 1, **{option: 0}))


def test_a_cast_that_uses_up_everybody_is_refused() -> None:
    with pytest.raises(ValueError, match="cast=1000 is too many: others use everybody who can play 'friend'"):
        next(make_stories("ko", 1, cast=1000))


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


def sentences_of(stories: list[str]) -> list[str]:
    parts = [ENDS.split(line) for story in stories for line in story.split("\n")]
    pairs = [(text + end).strip() for line in parts for text, end in zip(line[::2], [*line[1::2], ""], strict=True)]
    return [sentence for sentence in pairs if sentence]


@languages
@pytest.mark.parametrize("cast", [1, 6])
def test_names_that_are_held_out_are_in_no_story_of_the_same_world(language: str, cast: int) -> None:
    known = list(make_stories(language, 4000, 1, cast, 5))
    text, known_sentences = "\n".join(known), set(sentences_of(known))
    held_out = list(make_stories(language, 300, 2, cast, 5, held_out="names"))
    names = {name for plot in load_plots(language)[:5] for name, _forms in plot.cast["hero"] if name not in text}
    assert len(names) > 5
    assert all(any(name in story for name in names) for story in held_out)
    with_a_name = [one for one in sentences_of(held_out) if any(name in one for name in names)]
    assert len(with_a_name) > 2000
    assert known_sentences.isdisjoint(with_a_name)
    without = [one for one in sentences_of(held_out) if not any(name in one for name in names)]
    assert sum(one in known_sentences for one in without) > 0.8 * len(without), "the plots are the same"


@languages
def test_plots_that_are_held_out_have_other_sentences(language: str) -> None:
    known = set(sentences_of(list(make_stories(language, 4000, 1, 1, 3))))
    seen = sentences_of(list(make_stories(language, 300, 2, 1, 3)))
    held_out = sentences_of(list(make_stories(language, 300, 2, 1, 3, held_out="plots")))
    assert sum(one in known for one in seen) > 0.99 * len(seen)
    assert sum(one in known for one in held_out) < 0.13 * len(held_out), "only those that several plots share"


def test_what_cannot_be_held_out_is_refused() -> None:
    with pytest.raises(ValueError, match="plots=None leaves no plot to hold out; ask for less than 10"):
        next(make_stories("en", 1, cast=1, held_out="plots"))
    with pytest.raises(ValueError, match="cast=None leaves no name to hold out"):
        next(make_stories("en", 1, plots=1, held_out="names"))
    with pytest.raises(ValueError, match='held_out is "names" or "plots", not \'places\''):
        next(make_stories("en", 1, cast=1, plots=1, held_out="places"))  # type: ignore[arg-type]
