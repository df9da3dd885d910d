"""Chapter 5: does a model that has read more names learn what a name is? Names that no run has read.

    PYTHONPATH=benchmarks GOMP_SPINCOUNT=2000 python benchmarks/training_runs/bench_held_out.py    # fifteen minutes

The default run's model and length, on stories of one world (five plots, one name for each role). The hero's name is
replaced: every story draws one of 1, 8, 64 or 512 invented names. Measured on stories that no run has read, once with
names from the training text and once with invented names that are not among the 512: the loss, and how often the
hero's name is right. The name is asked for wherever it occurs again in a story after its first time; it is right if
each of its tokens is the model's first choice, given all tokens before it. (At some places "she" would fit as well.)
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import torch
from record import copy_to_package, write_result
from tiny_runs import mean_and_deviation, say

from storybot.data_pipeline.shards import write_shards
from storybot.optimized_merges import FastTokenizer, train_bpe
from storybot.special_tokens import END, bos_id
from storybot.stories import make_stories
from storybot.training_loop import (
    GPT,
    Corpus,
    OptimizerConfig,
    TrainConfig,
    ValidationLoss,
    config_for_depth,
    train,
)

NUMBERS, SEEDS = [1, 8, 64, 512], [0, 1, 2]
HERO = "Mina"  # of all stories with a cast of 1
STEPS, ROWS, SEQ_LEN, VOCAB, PLOTS = 1400, 5, 320, 2048, 5
N_STORIES, MEASURED = 8000, 100


def invent_names(n: int, seed: int) -> list[str]:
    """Names of two or three syllables, such as Tavo and Nirela, all different."""
    rng, names = Random(seed), dict[str, None]()
    while len(names) < n:
        syllables = [rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(rng.choice([2, 2, 3]))]
        names["".join(syllables).capitalize()] = None
    return list(names)


def rename(stories: Iterator[str], names: list[str], seed: int) -> list[str]:
    rng = Random(seed)
    return [story.replace(HERO, rng.choice(names)) for story in stories]


def make_corpus(folder: Path, names: list[str]) -> Corpus:
    stories = rename(make_stories("en", N_STORIES, 1, 1, PLOTS), names, 1)
    if not (folder / "tokenizer.json").exists():
        write_shards(stories, folder / "shards", rows_per_shard=1000, row_group=128)
        text = folder / "stories.txt"
        text.write_text(f"\n{END}\n".join(stories[: 7 * N_STORIES // 8]), encoding="utf-8")
        train_bpe(text, VOCAB, special_tokens=[END], progress=False).save(folder / "tokenizer.json")
    return Corpus(folder / "shards", FastTokenizer.load(folder / "tokenizer.json"), "best_fit")


def name_accuracy(model: GPT, corpus: Corpus, stories: list[str], names: list[str]) -> float:
    """The share of the hero's names, after the first, that are right."""
    asked = right = 0
    for story in stories:
        name = next(name for name in sorted(names, key=len, reverse=True) if name in story)
        ids = [bos_id(corpus.tokenizer), *map(int, corpus.tokenizer.encode(story, "none"))][: SEQ_LEN + 1]
        begins, length = [], 0  # of each token the character that it begins at; the stories are ASCII
        for token in ids[1:]:
            begins.append(length)
            length += len(corpus.tokenizer.vocab[token])
        with torch.no_grad():
            choices = model(torch.tensor([ids[:-1]]))[0].argmax(-1).tolist()  # choice i is for token i + 1
        at = story.index(name) + len(name)
        while (at := story.find(name, at)) >= 0:
            inside = [i for i, begin in enumerate(begins) if at - 1 <= begin < at + len(name)]  # with the space before
            if inside:
                asked, right = asked + 1, right + all(choices[i] == ids[i + 1] for i in inside)
            at += len(name)
    return right / asked


def main() -> None:
    invented = invent_names(max(NUMBERS) + 100, 0)
    unread = invented[max(NUMBERS) :]
    fresh = list(make_stories("en", MEASURED, 9, 1, PLOTS))  # seed 9: none of them is in the training text
    results: dict[str, dict[str, object]] = {}
    for n in NUMBERS:
        known = invented[:n]
        corpus = make_corpus(Path(tempfile.gettempdir()) / f"storybot-names-{n}", known)
        model_config = config_for_depth(2, max(corpus.tokenizer.vocab) + 1, SEQ_LEN)
        rows: dict[str, list[float]] = {}
        for seed in SEEDS:
            optimizer = OptimizerConfig(warmup=20)
            config = TrainConfig(model_config, STEPS, ROWS, optimizer=optimizer, seed=seed, dtype="float32")
            model = train(config, corpus.loader(ROWS, SEQ_LEN)).model
            for kind, names in (("known names", known), ("new names", unread)):
                texts = rename(iter(fresh), names, 2)
                loss = ValidationLoss(corpus.text_batches(texts, ROWS, SEQ_LEN), 10)(model)
                rows.setdefault(f"{kind}, loss", []).append(round(loss, 3))
                rows.setdefault(f"{kind}, right", []).append(round(name_accuracy(model, corpus, texts, names), 3))
            say(n, seed, {name: values[-1] for name, values in rows.items()})
        means = {name: mean_and_deviation(values) for name, values in rows.items()}
        results[str(n)] = {"names in training": n, "runs": rows, "means": means}
    settings = {
        "model": f"2 layers x 128, V {VOCAB}, T {SEQ_LEN}", "steps": STEPS, "tokens a step": ROWS * SEQ_LEN,
        "optimizer": "Muon and AdamW, the package's rates", "measured on": f"{MEASURED} stories",
        "stories": f"English, {N_STORIES:,}, cast 1, {PLOTS} plots, the hero renamed",
    }  # fmt: skip
    copy_to_package(write_result("held_out", settings, SEEDS, results))


if __name__ == "__main__":
    main()
