"""The data of a run: Parquet shards and a tokenizer, made here from the course's stories if none are given."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any, Literal

import torch

from storybot.data_pipeline.loader import Packing, TokenLoader
from storybot.data_pipeline.packing import pack_rows
from storybot.data_pipeline.row_groups import read_slice, slices_for_rank
from storybot.data_pipeline.shards import shard_paths, write_shards
from storybot.files import FilePath
from storybot.optimized_merges import FastTokenizer, train_bpe
from storybot.special_tokens import END, bos_id
from storybot.stories import make_stories

BUFFER = 1  # documents to choose from for "best_fit": with many, it is always the short stories that are cropped
ROWS_PER_GROUP = 128  # small row groups, so that every rank of a larger group has some to read


@dataclass(frozen=True)
class Corpus:
    """Where the shards are, the tokenizer that reads them, and how documents are packed into rows (`TokenLoader`)."""

    shards: Path
    tokenizer: FastTokenizer
    packing: Packing = "stream"

    def loader(
        self,
        batch_size: int,
        seq_len: int,
        split: Literal["train", "validation"] = "train",
        rank: int = 0,
        world_size: int = 1,
    ) -> TokenLoader:
        """Batches of the training shards, or of the validation shard."""
        paths = shard_paths(self.shards, split)
        return TokenLoader(
            paths, self.tokenizer, batch_size, seq_len, rank, world_size,
            packing=self.packing, buffer=BUFFER, threads=1,
        )  # fmt: skip

    def micro_step_loader(
        self, batch_size: int, seq_len: int, micro_steps: int, rank: int = 0, world_size: int = 1
    ) -> MicroStepLoader:
        """Training batches for steps of `micro_steps` micro-steps, divided among `world_size` processes."""

        def open_loader(micro_step: int) -> TokenLoader:
            return self.loader(batch_size, seq_len, "train", micro_step, micro_steps)

        return MicroStepLoader(open_loader, micro_steps, rank, world_size)

    def sample_prompts(self, n: int = 3, tokens: int = 6) -> list[str]:
        """The first words of `n` documents of the validation shard, all different: the model is not trained on them."""
        starts = [
            self.tokenizer.encode(text, "none")[:tokens] for text in islice(self.texts("validation"), ROWS_PER_GROUP)
        ]
        words = [self.tokenizer.decode_bytes(ids).decode("utf-8", "ignore") for ids in starts]
        return list(dict.fromkeys(words))[:n]

    def texts(self, split: Literal["train", "validation"] = "train") -> Iterator[str]:
        """All documents of the training shards, or of the validation shard, one after another."""
        for part in slices_for_rank(shard_paths(self.shards, split), 0, 1):
            yield from read_slice(part)

    def training_texts(self) -> Iterator[str]:
        """All documents of the training shards, one after another."""
        return self.texts("train")

    def text_batches(
        self, texts: Iterable[str], batch_size: int, seq_len: int
    ) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Batches of other texts, each begun by the token that begins a document, packed as the corpus packs its own.

        What does not fill a last batch is left out; less than one batch is a ValueError.
        """
        bos = bos_id(self.tokenizer)
        documents = [[bos, *(int(i) for i in self.tokenizer.encode(text, "none"))] for text in texts]
        rows = self._pack(documents, seq_len)  # (N, T + 1)
        if len(rows) < batch_size:
            n = sum(map(len, documents))
            raise ValueError(f"the texts have {n} tokens, less than one batch of {batch_size} × {seq_len} and one")
        for start in range(0, len(rows) - batch_size + 1, batch_size):
            batch = rows[start : start + batch_size]  # (B, T + 1)
            yield batch[:, :-1].contiguous(), batch[:, 1:].contiguous()  # (B, T), (B, T)

    def _pack(self, documents: list[list[int]], seq_len: int) -> torch.Tensor:
        """Rows of `seq_len` tokens and the one after them: (N, T + 1)."""
        if self.packing == "best_fit":
            packed = pack_rows(list(map(len, documents)), seq_len + 1, BUFFER)
            rows = [[token for number, used in row for token in documents[number][:used]] for row in packed]
            return torch.tensor(rows, dtype=torch.long).view(-1, seq_len + 1)
        tokens = torch.tensor(list(chain.from_iterable(documents)), dtype=torch.long)
        return tokens.unfold(0, seq_len + 1, seq_len) if len(tokens) > seq_len else tokens.new_empty((0, seq_len + 1))


class MicroStepLoader:
    """One TokenLoader per micro-step of a step, so that the batches do not depend on the number of processes.

    Of W processes, rank r owns the loaders r, r + W, r + 2 W, ...: a step reads the same `n` batches with any W,
    and a run that is resumed with another W goes on with the same data.
    """

    def __init__(self, open_loader: Callable[[int], TokenLoader], n: int, rank: int = 0, world_size: int = 1) -> None:
        self.loaders = {micro_step: open_loader(micro_step) for micro_step in range(rank, n, world_size)}
        self.tokenizer = self.loaders[rank].tokenizer
        self._turn = cycle(self.loaders.values())

    def __next__(self) -> tuple[torch.Tensor, torch.Tensor]:
        return next(next(self._turn))  # (B, T) and (B, T)

    @property
    def epoch(self) -> int:
        """How often the loader that is furthest ahead has read its documents."""
        return max(loader.epoch for loader in self.loaders.values())

    def state_dict(self) -> dict[str, Any]:
        """The states of the own loaders by micro-step. Between steps: all must have read equally many batches."""
        return {str(micro_step): loader.state_dict() for micro_step, loader in self.loaders.items()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Take the states of the own loaders out of the states of all."""
        missing = self.loaders.keys() - {int(micro_step) for micro_step in state}
        if missing:
            raise ValueError(
                f"the state has loaders for {len(state)} micro-steps; micro-step {min(missing)} is not among them"
            )
        for micro_step, loader in self.loaders.items():
            loader.load_state_dict(state[str(micro_step)])
        self._turn = cycle(self.loaders.values())

    def close(self) -> None:
        """End the loaders' threads."""
        for loader in self.loaders.values():
            loader.close()


def story_corpus(
    language: str,
    folder: FilePath,
    n: int = 8000,
    vocab_size: int = 1024,
    *,
    cast: int | None = None,
    plots: int | None = None,
    seed: int = 1,
    packing: Packing = "stream",
) -> Corpus:
    """`n` stories of the course in shards, and a tokenizer trained on them; made once, found again later.

    `cast` limits how many people and things there are for each role, `plots` the number of plots. With the packing
    "best_fit", every row of a batch begins with a whole story.
    """
    target = Path(folder)
    shards, tokenizer = target / "shards", target / "tokenizer.json"
    if not tokenizer.exists():  # the tokenizer is written last: if it is there, everything is
        target.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(shards, ignore_errors=True)
        stories = list(make_stories(language, n, seed, cast, plots))
        write_shards(stories, shards, rows_per_shard=max(1, n // 8), row_group=ROWS_PER_GROUP)
        text = target / "stories.txt"
        text.write_text(f"\n{END}\n".join(stories), encoding="utf-8")
        train_bpe(text, vocab_size, special_tokens=[END], progress=False).save(tokenizer)
        text.unlink()
    return Corpus(shards, FastTokenizer.load(tokenizer), packing)
