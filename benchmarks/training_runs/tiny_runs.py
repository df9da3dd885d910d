"""What the experiments of chapter 5 share: English stories in memory, in an order of their own for each seed.

A run's seed sets the first weights and the order of the training stories. The validation stories are always the same
and no run is trained on them. Everything is float32 on one thread, so that a run gives the same losses again.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch

from storybot.data_pipeline.row_groups import read_slice, slices_for_rank
from storybot.data_pipeline.shards import shard_paths
from storybot.optimized_merges import FastTokenizer
from storybot.special_tokens import END
from storybot.training_loop import (
    TrainConfig,
    TrainingStoppedError,
    TrainResult,
    ValidationLoss,
    config_for_depth,
    story_corpus,
    train,
)

SMALL = config_for_depth(2, vocab_size=1024, seq_len=128)  # the chapter's model: 2 layers, 128 wide
ROWS = 8  # a step is 8 x 128 = 1,024 tokens
WIDTH_SCALE = (SMALL.width / 768) ** -0.5  # what `Optimizers` multiplies AdamW's rates by
Batch = tuple[torch.Tensor, torch.Tensor]


@dataclass(frozen=True)
class Stories:
    """Training and validation stories as token ids, each with the special token in front."""

    tokenizer: FastTokenizer
    training: list[list[int]]
    validation: list[list[int]]


def load_stories(n: int = 16000, cast: int | None = None, plots: int | None = None) -> Stories:
    """`n` stories, by default with the whole cast and all plots; an eighth of them is for validation."""
    folder = Path(tempfile.gettempdir()) / f"storybot-tiny-runs-{n}-{cast}-{plots}"
    corpus = story_corpus("en", folder, n, SMALL.vocab_size, cast=cast, plots=plots)

    def read(split: Any) -> list[list[int]]:
        texts = [text for part in slices_for_rank(shard_paths(corpus.shards, split), 0, 1) for text in read_slice(part)]
        return [corpus.tokenizer.encode(END + text) for text in texts]

    return Stories(corpus.tokenizer, read("train"), read("validation"))


class Batches:
    """Batches of documents that lie one after another, endless, in the order that `seed` gives (None: as they come)."""

    def __init__(
        self,
        tokenizer: FastTokenizer,
        documents: Sequence[Sequence[int]],
        seed: int | None,
        rows: int = ROWS,
        seq_len: int = SMALL.seq_len,
        edit: Callable[[int, Batch], Batch] | None = None,
    ) -> None:
        self.tokenizer, self.epoch, self.edit = tokenizer, 0, edit
        self._batches = self._read(documents, seed, rows, seq_len)

    def _read(self, documents: Sequence[Sequence[int]], seed: int | None, rows: int, seq_len: int) -> Iterator[Batch]:
        rng = None if seed is None else np.random.default_rng(seed)
        count, needed, rest = 0, rows * seq_len + 1, np.empty(0, np.int64)
        while True:
            order = range(len(documents)) if rng is None else rng.permutation(len(documents))
            for i in order:
                rest = np.concatenate([rest, np.asarray(documents[i])])
                while len(rest) >= needed:
                    flat = torch.from_numpy(rest[:needed].copy())
                    batch = flat[:-1].view(rows, seq_len), flat[1:].view(rows, seq_len)
                    yield batch if self.edit is None else self.edit(count, batch)
                    count, rest = count + 1, rest[needed - 1 :]
            self.epoch += 1

    def __next__(self) -> Batch:
        return next(self._batches)

    def __iter__(self) -> Iterator[Batch]:
        return self._batches

    def state_dict(self) -> dict[str, Any]:
        return {}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        raise NotImplementedError("these runs are not resumed")


def validation_loss(stories: Stories, batches: int = 40, seq_len: int = SMALL.seq_len) -> ValidationLoss:
    """The mean loss over the first batches of the validation stories, 1,024 tokens each."""
    loader = Batches(stories.tokenizer, stories.validation, None, ROWS, seq_len)
    return ValidationLoss(islice(loader, batches), batches)


def run(config: TrainConfig, stories: Stories, validation: ValidationLoss, **options: Any) -> TrainResult:
    """Train by the config; its seed also orders the stories."""
    torch.set_num_threads(1)
    data = Batches(stories.tokenizer, stories.training, config.seed, config.device_batch, config.model.seq_len)
    return train(config, data, evaluators={"validation": validation}, **options)


def final_loss(config: TrainConfig, stories: Stories, validation: ValidationLoss) -> float | None:
    """The validation loss after the last step, or None if the training loss stopped being a number before."""
    try:
        return round(run(config, stories, validation).scores[-1]["validation"], 4)
    except TrainingStoppedError:
        return None


def mean_and_deviation(values: Sequence[float]) -> dict[str, float]:
    """Mean and sample standard deviation, rounded."""
    return {"mean": round(statistics.mean(values), 4), "deviation": round(statistics.stdev(values), 4)}


def say(*words: object) -> None:
    """Print at once: the runs take minutes."""
    print(*words, file=sys.stderr, flush=True)
