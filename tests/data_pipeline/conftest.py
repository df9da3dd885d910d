"""What chapter 4's tests share: shards of our stories, and a tiny tokenizer."""

from __future__ import annotations

from pathlib import Path

import pytest

from storybot.data_pipeline import read_slice, slices_for_rank, write_shards
from storybot.languages import LANGUAGES
from storybot.optimized_merges import FastTokenizer
from storybot.special_tokens import END
from storybot.stories import read_stories

STORIES = [
    paragraph
    for language in LANGUAGES
    for story in read_stories(language)
    for paragraph in story.split("\n")
    if paragraph
]
TOKENIZER = FastTokenizer([(b"t", b"h"), (b"th", b"e"), (b" ", b"a")], [END])
BOS = TOKENIZER.special_tokens[END]


@pytest.fixture(scope="session")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shards") / "s"
    write_shards(STORIES, folder, rows_per_shard=60, row_group=8)
    return folder


def iter_texts(paths: list[Path], rank: int, world_size: int) -> list[str]:
    return [text for part in slices_for_rank(paths, rank, world_size) for text in read_slice(part)]
