"""Both files of a language: the model for the page, and the story that stands there until it is loaded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from storybot.atomic import write_atomically
from storybot.model import Sampling
from tools import ROOT
from tools.storyteller.asset import make_content, read_asset, script
from tools.storyteller.files import asset_path, recording_path
from tools.storyteller.openings import load_openings
from tools.storyteller.recording import Request, record
from tools.storyteller.training import default_config, train_model

SAMPLING = Sampling(temperature=0.8, top_k=50, top_p=0.95, seed=7)  # where the page's controls begin
MAX_TOKENS = 300


def write_language(language: str, folder: Path) -> Iterator[str]:
    """Train, if `folder` has no model yet, and write. The story is told by what was written."""
    model, corpus = train_model(language, folder)
    target = asset_path(language)
    target.parent.mkdir(exist_ok=True)
    write_atomically(target, script(make_content(language, model, corpus.tokenizer), default_config(corpus)))
    yield f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes"
    asset = read_asset(language)
    request = Request(load_openings(language)[0], SAMPLING, MAX_TOKENS)
    recording = record(asset.model(), asset.tokenizer, request, asset.content)
    head = json.dumps({**recording, "tokens": []}, ensure_ascii=False).removesuffix("]}")
    tokens = ",\n".join(json.dumps(token, ensure_ascii=False, separators=(",", ":")) for token in recording["tokens"])
    write_atomically(recording_path(language), f"{head}\n{tokens}\n]}}\n")
    yield f"{recording_path(language).relative_to(ROOT)}: {len(recording['tokens'])} tokens"
