"""The data of a run: Parquet shards and a tokenizer, made here from the course's stories if none are given."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from storybot.data_pipeline import make_stories, shard_paths, write_shards
from storybot.data_pipeline.loader import TokenLoader
from storybot.data_pipeline.row_groups import read_slice, slices_for_rank
from storybot.files import FilePath
from storybot.optimized_merges import FastTokenizer, train_bpe
from storybot.training_loop.lanes import MicroStepLoader

END = "<|endoftext|>"
ROW_GROUP = 128  # small ones: many ranks find work


@dataclass(frozen=True)
class Corpus:
    """Where the shards are, and the tokenizer that reads them."""

    shards: Path
    tokenizer: FastTokenizer

    def loader(
        self, batch_size: int, seq_len: int, split: str = "train", rank: int = 0, world_size: int = 1
    ) -> TokenLoader:
        """Batches of the training shards, or of the validation shard."""
        paths = shard_paths(self.shards, split)
        return TokenLoader(paths, self.tokenizer, batch_size, seq_len, rank, world_size, threads=1)

    def lanes(self, batch_size: int, seq_len: int, n: int, rank: int = 0, world_size: int = 1) -> MicroStepLoader:
        """Batches for `n` micro-steps a step; of `world_size` processes, this one drives in its own lanes."""
        return MicroStepLoader(lambda lane: self.loader(batch_size, seq_len, "train", lane, n), n, rank, world_size)

    def openings(self, n: int = 3, tokens: int = 6) -> list[str]:
        """The first words of `n` documents of the validation shard, all different: the model is not trained on them."""
        unit = slices_for_rank(shard_paths(self.shards, "validation"), 0, 1)[0]
        starts = [self.tokenizer.encode(text, "none")[:tokens] for text in read_slice(unit)]
        words = [self.tokenizer.decode_bytes(ids).decode("utf-8", "ignore") for ids in starts]
        return list(dict.fromkeys(words))[:n]


def story_corpus(
    language: str,
    folder: FilePath,
    n: int = 8000,
    vocab_size: int = 1024,
    *,
    cast: int | None = None,
    plots: int | None = None,
    seed: int = 1,
) -> Corpus:
    """`n` stories of the course in shards, and a tokenizer trained on them. Made once, then found again."""
    target = Path(folder)
    shards, tokenizer = target / "shards", target / "tokenizer.json"
    if not tokenizer.exists():  # the tokenizer comes last: where it is, all is
        target.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(shards, ignore_errors=True)
        stories = list(make_stories(language, n, seed, cast, plots))
        write_shards(stories, shards, rows_per_shard=max(1, n // 8), row_group=ROW_GROUP)
        text = target / "stories.txt"
        text.write_text(f"\n{END}\n".join(stories), encoding="utf-8")
        train_bpe(text, vocab_size, special_tokens=[END], progress=False).save(tokenizer)
        text.unlink()
    return Corpus(shards, FastTokenizer.load(tokenizer))
