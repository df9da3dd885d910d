"""The storyteller's files: fresh, small, as good as what was trained, and their recorded story is the model's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from storybot.languages import LANGUAGES
from storybot.stories import make_stories
from storybot.training_loop import Corpus
from tests.conftest import ROOT
from tools.chapters import chapter_paths, read_chapter
from tools.myst_to_markdown import to_markdown
from tools.storyteller.asset import Asset, digest, fingerprint, read_asset
from tools.storyteller.files import asset_path, read_recording, told_text
from tools.storyteller.openings import load_openings
from tools.storyteller.quality import HELD_OUT, HELD_OUT_SEED, held_out_stories, measure_quality
from tools.storyteller.quantize import dequantize_rows, quantize_rows
from tools.storyteller.recording import request_of, tell
from tools.storyteller.training import PRESET, default_config
from tools.storyteller.writing import MAX_TOKENS, SAMPLING

LARGEST = 3_000_000  # bytes of a model: what a reader waits for
MOST_LOST = 1.0  # percent more bits per byte than in float32
RESULT = ROOT / "benchmarks/results/storyteller.json"


@pytest.fixture(scope="module", params=LANGUAGES)
def asset(request: pytest.FixtureRequest) -> Asset:
    return read_asset(request.param)


def test_it_is_fresh(asset: Asset) -> None:
    language = asset.content["language"]
    config = default_config(Corpus(Path(), asset.tokenizer))  # type: ignore[arg-type]  # of a tokenizer it wants a size
    message = f"{asset_path(language).name} is stale: run `python -m tools.storyteller {language}`"
    assert digest(language, config) in asset.head, message
    assert fingerprint(asset.content) in asset.head, "it was changed by hand"
    assert asset.config == config.model
    assert asset_path(language).stat().st_size <= LARGEST


def test_the_recorded_story_is_what_the_reference_generator_tells(asset: Asset) -> None:
    recording = read_recording(asset.content["language"])
    assert recording["weights"] == fingerprint(asset.content)
    request = request_of(recording)
    assert (request.sampling, request.max_tokens) == (SAMPLING, MAX_TOKENS)
    assert told_text(recording).startswith(request.opening)
    told = tell(asset.model(), asset.tokenizer, request)
    assert [token["bytes"] for token in told] == [token["bytes"] for token in recording["tokens"]]
    for now, then in zip(told, recording["tokens"], strict=True):
        assert now["model"] == pytest.approx(then["model"], abs=1e-3)
        assert now.get("sampled", 0) == pytest.approx(then.get("sampled", 0), abs=1e-3)
    assert recording["tokens"][-1]["id"] == recording["end"], "the story that everybody sees first comes to its end"


def test_hardly_anything_is_lost_in_int8(asset: Asset) -> None:
    record = json.loads(RESULT.read_text(encoding="utf-8"))
    assert (record["settings"]["held_out_stories"], record["settings"]["held_out_seed"]) == (HELD_OUT, HELD_OUT_SEED)
    result = record["results"][asset.content["language"]]
    stories = held_out_stories(asset.content["language"])
    assert len(stories) == HELD_OUT
    now = measure_quality(asset.model(), asset.tokenizer, stories)
    assert now.bits_per_byte == pytest.approx(result["int8"]["bits_per_byte"], rel=1e-3)
    assert now.nats_a_story == pytest.approx(result["int8"]["nats_a_story"], rel=1e-3)
    assert 100 * (now.bits_per_byte / result["float32"]["bits_per_byte"] - 1) < MOST_LOST
    assert 100 * (now.nats_a_story / result["float32"]["nats_a_story"] - 1) < MOST_LOST
    assert result["chromium"]["where"] == "worker"
    assert result["chromium"]["tokens_per_second"] >= 100


def test_a_number_moves_by_half_a_step_at_most() -> None:
    weight = torch.randn(50, 30, generator=torch.Generator().manual_seed(0)) * torch.logspace(-3, 3, 50)[:, None]
    weight[7] = 0
    values, scales = quantize_rows(weight)
    assert values.dtype == torch.int8
    assert values.abs().amax(1).tolist() == [0 if row == 7 else 127 for row in range(50)], "every row uses all numbers"
    error = (dequantize_rows(values, scales) - weight).abs()
    assert bool((error <= 0.5001 * scales[:, None]).all())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_openings_begin_stories_of_the_corpus(language: str) -> None:
    stories = list(make_stories(language, 1000, 1, PRESET.cast, PRESET.plots))
    for opening in load_openings(language):
        assert any(story.startswith(opening) for story in stories), opening
    assert read_recording(language)["opening"] in load_openings(language)


def test_a_notebook_says_where_the_storyteller_is() -> None:
    chapter = read_chapter(chapter_paths(ROOT, "ko")[0])
    text = to_markdown("```{storyteller}\n```", chapter)
    assert text.endswith(f"<http://localhost:8000/ko/{chapter.slug}.html>")
