"""The vocabulary of the playground is one the course trained, and its pattern splits like ours."""

from __future__ import annotations

import json

from storybot.bpe_basics import GPT4_PATTERN, train_bpe, unescape_bytes
from storybot.languages import LANGUAGES
from storybot.special_tokens import END
from storybot.stories import read_stories
from tools import playground


def read_script() -> tuple[str, dict[str, object]]:
    first, rest = playground.TARGET.read_text(encoding="utf-8").split("\n", 1)
    return first, json.loads(rest.removeprefix("window.STORYBOT_VOCAB = ").rstrip().rstrip(";"))


def test_it_is_fresh() -> None:
    head, content = read_script()
    assert playground.digest() in head, f"{playground.TARGET.name} is stale: run `python -m tools.playground`"
    assert playground.TARGET.read_text(encoding="utf-8") == playground.script(playground.train())
    assert content["pattern"] == playground.javascript_pattern(GPT4_PATTERN)
    assert content["special_tokens"] == {END: playground.SIZE - 1}


def test_its_merges_are_what_the_course_trains() -> None:
    """The first forty by the trainer of chapter 1: all of them would take half a minute."""
    stories = [story for language in LANGUAGES for story in read_stories(language)]
    merges = [(unescape_bytes(a), unescape_bytes(b)) for a, b in read_script()[1]["merges"]]  # type: ignore[attr-defined]
    assert merges[:40] == train_bpe(stories, 256 + 40).merges
    assert len(merges) == playground.SIZE - 257
