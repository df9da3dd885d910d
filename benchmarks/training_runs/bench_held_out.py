"""Chapter 5: does a model that has seen more names learn what a name is? Names and plots that no run has seen.

    PYTHONPATH=benchmarks GOMP_SPINCOUNT=2000 python benchmarks/training_runs/bench_held_out.py    # fifteen minutes

The default run's model and length, on stories with 1, 2, 4 or 6 people and things for each role. Measured on stories of
the same world that the run has not read, on stories of heroes with other names, and on other plots: the loss, and how
often the hero's name is right. The name is asked for wherever it occurs again in a story after its first time; it is
right if each of its tokens is the model's first choice, given all tokens before it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import torch
from record import copy_to_package, write_result
from tiny_runs import mean_and_deviation, say

from storybot.special_tokens import bos_id
from storybot.stories import load_plots, make_stories
from storybot.training_loop import (
    GPT,
    Corpus,
    OptimizerConfig,
    TrainConfig,
    ValidationLoss,
    config_for_depth,
    story_corpus,
    train,
)

CASTS, SEEDS = [1, 2, 4, 6], [0, 1, 2]
STEPS, ROWS, SEQ_LEN, VOCAB, PLOTS = 1400, 5, 320, 2048, 5
STORIES = 100  # of each kind that is measured


def name_positions(story: str, names: list[str]) -> Iterator[tuple[int, int]]:
    """Where the hero's name occurs again after its first time, in characters: begin and end."""
    name = next((name for name in names if name in story), None)
    if name is None:
        return
    at = story.index(name) + len(name)
    while (at := story.find(name, at)) >= 0:
        yield at, at + len(name)
        at += len(name)


def name_accuracy(model: GPT, corpus: Corpus, stories: list[str]) -> float:
    """The share of names that are right, among those whose tokens begin and end where the name does."""
    names = sorted({name for plot in load_plots("en") for name, _forms in plot.cast["hero"]}, key=len, reverse=True)
    asked = right = 0
    for story in stories:
        ids = [bos_id(corpus.tokenizer), *map(int, corpus.tokenizer.encode(story, "none"))][: SEQ_LEN + 1]
        begins, length = [], 0  # of each token the character that it begins at; the stories are ASCII
        for token in ids[1:]:
            begins.append(length)
            length += len(corpus.tokenizer.vocab[token])
        with torch.no_grad():
            choices = model(torch.tensor([ids[:-1]]))[0].argmax(-1).tolist()  # choice i is for token i + 1
        for begin, end in name_positions(story, names):
            inside = [i for i, at in enumerate(begins) if begin - 1 <= at < end]  # a token may begin with the space
            if inside:
                asked, right = asked + 1, right + all(choices[i] == ids[i + 1] for i in inside)
    return right / max(1, asked)


def main() -> None:
    folder = Path(tempfile.gettempdir())
    results: dict[str, dict[str, object]] = {}
    for cast in CASTS:
        corpus = story_corpus(
            "en", folder / f"storybot-held-out-{cast}", 8000, VOCAB, cast=cast, plots=PLOTS, packing="best_fit"
        )
        model_config = config_for_depth(2, max(corpus.tokenizer.vocab) + 1, SEQ_LEN)
        tests = {
            "new stories": list(islice(corpus.texts("validation"), STORIES)),
            "new names": list(make_stories("en", STORIES, 9, cast, PLOTS, held_out="names")),
            "new plots": list(make_stories("en", STORIES, 9, cast, PLOTS, held_out="plots")),
        }
        rows: dict[str, list[float]] = {}
        for seed in SEEDS:
            config = TrainConfig(
                model_config, STEPS, ROWS, optimizer=OptimizerConfig(warmup=20), seed=seed, dtype="float32"
            )
            model = train(config, corpus.loader(ROWS, SEQ_LEN)).model
            for kind, texts in tests.items():
                loss = ValidationLoss(corpus.text_batches(texts, ROWS, SEQ_LEN), 10)(model)
                rows.setdefault(f"{kind}, loss", []).append(round(loss, 3))
                if kind != "new plots":
                    accuracy = name_accuracy(model, corpus, texts)
                    rows.setdefault(f"{kind}, names right", []).append(round(accuracy, 3))
            say(cast, seed, {name: values[-1] for name, values in rows.items()})
        heroes = {name for plot in load_plots("en", cast)[:PLOTS] for name, _forms in plot.cast["hero"]}
        means = {name: mean_and_deviation(values) for name, values in rows.items()}
        results[str(cast)] = {"names of heroes in training": len(heroes), "runs": rows, "means": means}
    settings = {
        "model": f"2 layers x 128, V {VOCAB}, T {SEQ_LEN}", "steps": STEPS, "tokens a step": ROWS * SEQ_LEN,
        "optimizer": "Muon and AdamW, the package's rates", "stories": f"English, 8,000, {PLOTS} plots",
        "measured on": f"{STORIES} stories of each kind",
    }  # fmt: skip
    copy_to_package(write_result("held_out", settings, SEEDS, results))


if __name__ == "__main__":
    main()
