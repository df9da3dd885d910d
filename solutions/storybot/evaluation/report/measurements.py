"""What a report measures: bits per byte and compression by language, speed, stories."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.data_pipeline import shard_paths
from storybot.evaluation.bpb import batches_from_texts, evaluate_bpb, token_bytes
from storybot.evaluation.generation import GenerationConfig, Generator
from storybot.languages import LANGUAGES
from storybot.model.gpt import GPT
from storybot.stories import make_stories
from storybot.training_loop.data import Corpus
from storybot.training_loop.strategy import SINGLE_PROCESS, Strategy

HELD_OUT = 2026  # a seed of stories that no run of the course trains on
ROWS = 4


@dataclass(frozen=True)
class LanguageScore:
    """How well the model predicts a language's stories, and how well its tokenizer shortens them."""

    language: str
    bits_per_byte: float
    bytes_per_token: float


def score_texts(model: GPT, tokenizer: Tokenizer, texts: Iterable[str]) -> tuple[float, float]:
    """Bits per byte and bytes per token of texts."""
    whole = list(texts)
    n_tokens = sum(len(tokenizer.encode(text, "none")) for text in whole)
    batches = batches_from_texts(whole, tokenizer, ROWS, model.config.seq_len)
    bpb = evaluate_bpb(model, batches, token_bytes(tokenizer))
    return bpb, sum(len(text.encode()) for text in whole) / n_tokens


def language_scores(model: GPT, tokenizer: Tokenizer, stories: int) -> list[LanguageScore]:
    """For each language of the course, on `stories` stories that are held out."""
    return [
        LanguageScore(language, *score_texts(model, tokenizer, make_stories(language, stories, HELD_OUT)))
        for language in LANGUAGES
    ]


def validation_bpb(
    model: GPT, corpus: Corpus, batches: int, rows: int = ROWS, strategy: Strategy = SINGLE_PROCESS
) -> float:
    """Bits per byte over the first batches of the validation shard, dealt out to the ranks."""
    loader = corpus.loader(rows, model.config.seq_len, "validation")
    try:
        mine = islice(loader, strategy.rank, batches, strategy.size)
        return evaluate_bpb(model, mine, token_bytes(corpus.tokenizer), strategy)
    finally:
        loader.close()


def held_out_bpb(model: GPT, corpus: Corpus, batches: int) -> float | None:
    """Bits per byte of the run's own validation shard, if the shards are still where they were."""
    try:
        shard_paths(corpus.shards, "validation")
    except OSError:
        return None
    return validation_bpb(model, corpus, batches)


def generation_speed(generator: Generator, tokens: int = 64) -> float:
    """Tokens per second of one story, after a first one that warms up."""
    config = generator.model.config
    n = min(tokens, config.seq_len - 1)
    for _ in range(2):
        start = time.perf_counter()
        generator.generate_ids([[0]], GenerationConfig(temperature=0, max_tokens=n, stop=[]))
    return n / (time.perf_counter() - start)


def generate_samples(generator: Generator, openings: list[str], seed: int = 0) -> list[str]:
    """A story from each opening, as long as the context at most."""
    texts = generator.generate(openings, GenerationConfig(temperature=0.5, top_k=50, seed=seed))
    return [opening + story for opening, story in zip(openings, texts, strict=True)]
