"""A small run on one rank of a group, for the chapter and the tests: chapter 5's `train` with another world."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from storybot.ddp.experiments.fault_injection import FaultInjector
from storybot.ddp.process_group import RankInfo
from storybot.ddp.strategy import checksum, make_strategy
from storybot.model.config import config_for_depth
from storybot.optimized_merges import FastTokenizer
from storybot.training_loop.data import Corpus
from storybot.training_loop.loop import train
from storybot.training_loop.optim.optimizers import OptimizerConfig
from storybot.training_loop.train_config import TrainConfig


@dataclass
class TinyRunConfig:
    """What a small run is told."""

    corpus: Path  # of `story_corpus`
    steps: int = 20
    micro_steps: int = 2
    rows: int = 2
    seq_len: int = 64
    depth: int = 1
    out: Path | None = None
    checkpoint_every: int = 0
    shard: bool = True
    optimizer: str = "muon"
    accident: Sequence[Any] = ()  # kind, rank, step


def tiny_run(told: TinyRunConfig, place: RankInfo) -> dict[str, Any]:
    """Train; losses, a checksum of the parameters, and the bytes that this rank's optimizers remember."""
    world = make_strategy(place, told.shard)
    corpus = Corpus(told.corpus / "shards", FastTokenizer.load(told.corpus / "tokenizer.json"))
    model = config_for_depth(told.depth, max(corpus.tokenizer.vocab) + 1, told.seq_len)
    config = TrainConfig(
        model, told.steps, told.rows, told.micro_steps, optimizer=OptimizerConfig(told.optimizer, warmup=2),
        dtype="float32", checkpoint_every=told.checkpoint_every,
    )  # fmt: skip
    callbacks = []
    if told.accident and int(told.accident[1]) == place.rank:
        callbacks.append(FaultInjector(told.accident[0], int(told.accident[2])))
    lanes = corpus.lanes(told.rows, told.seq_len, told.micro_steps, place.rank, place.size)
    try:
        result = train(
            config, lanes, folder=told.out, resume="auto" if told.out is not None else None, callbacks=callbacks,
            world=world,
        )  # fmt: skip
    finally:
        lanes.close()
    return {
        "rank": place.rank,
        "attempt": int(os.environ.get("TORCHELASTIC_RESTART_COUNT", "0")),
        "losses": result.losses,
        "checksum": checksum(result.model),
        "state_bytes": result.state_bytes,
    }
