"""Chapter 5: a run on real text, by the course's own commands: shards, tokenizer, an hour of training, samples.

    PYTHONPATH=benchmarks python benchmarks/training_runs/bench_real_text.py stories.txt.xz --name real_text_en
    PYTHONPATH=benchmarks python benchmarks/training_runs/bench_real_text.py … --minutes 30 --vocab-size 8192

The text has one document after another, with a line `<|endoftext|>` between them. Every command is printed before it
runs and recorded with its time. A folder that has some of the results goes on from there, training included.
Measured afterwards: the loss and the bits per byte of the validation shard, and of some samples how much they copy
from the training text.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import statistics
import subprocess
import sys
import time
from itertools import chain
from pathlib import Path
from typing import Any

from record import copy_to_package, write_result

from storybot.data_pipeline.shards import shard_paths
from storybot.evaluation.generation import GenerationConfig, Generator
from storybot.training_loop import copied_share, longest_copied_span
from storybot.training_loop.runs.run_folder import load_run

SHOWN = 4  # samples in the record
NGRAM = 20  # tokens
CURVE_POINTS = 240


def storybot(words: str, done: Path, times: dict[str, float]) -> None:
    """Run a command of the course, unless what it makes is there already."""
    print(f"$ storybot {words}", flush=True)
    if done.exists():
        return
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "storybot", *shlex.split(words)], check=True)
    times[re.match(r"train|\w+ \w+", words)[0]] = round(time.perf_counter() - start, 1)


def thinned_curve(lines: list[dict[str, Any]]) -> dict[str, list[float]]:
    """The running mean of the loss at some steps, and all validation losses."""
    steps = [line for line in lines if "mean_loss" in line]
    every = max(1, len(steps) // CURVE_POINTS)
    chosen = [step for i, step in enumerate(steps, 1) if i % every == 0 and i > 20]
    scores = [line for line in lines if "validation" in line]
    return {
        "step": [step["step"] for step in chosen],
        "loss": [round(step["mean_loss"], 3) for step in chosen],
        "validation step": [score["step"] for score in scores],
        "validation": [round(score["validation"], 4) for score in scores],
    }


def copying(texts: list[str], tokenizer: Any, corpus: list[int]) -> dict[str, Any]:
    """Of each text the longest copied span in tokens, and the share of its 20-grams that the corpus has."""
    rows = [[int(i) for i in tokenizer.encode(text, "none")] for text in texts]
    spans = [longest_copied_span(row, corpus) for row in rows]
    shares = [round(copied_share(row, corpus, NGRAM), 4) for row in rows if len(row) >= NGRAM]
    return {
        "longest spans": spans, "median span": statistics.median(spans), "longest": max(spans),
        f"mean share of {NGRAM}-grams": round(statistics.mean(shares), 4),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", type=Path)
    parser.add_argument("--name", default="real_text_en")
    parser.add_argument("--about", default="", help="what the text is, for the record")
    parser.add_argument("--folder", type=Path, default=Path("real-text"))
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--vocab-size", type=int, default=4096)
    parser.add_argument("--samples", type=int, default=40, help="compared with the training text")
    args = parser.parse_args()
    folder, times = args.folder, {}
    shards, tokenizer_path, run = folder / "shards", folder / "tokenizer.json", folder / "run"
    commands = [
        (f"data shard {args.text} --shuffle 0 --rows 512 --out {shards}", shards / "manifest.json"),
        (f"tokenizer train TRAINING_SHARDS --vocab-size {args.vocab_size} --out {tokenizer_path}", tokenizer_path),
        (
            f"train --preset hour --minutes {args.minutes:g} --data {shards} --tokenizer {tokenizer_path} --out {run}",
            run / "finished",
        ),
    ]
    storybot(*commands[0], times)
    training = [str(path) for path in shard_paths(shards, "train")]  # the tokenizer never sees the validation shard
    tokenizer_command = commands[1][0].replace("TRAINING_SHARDS", " ".join(training))
    storybot(tokenizer_command, commands[1][1], times)
    resume = " --resume auto" if (run / "run.json").exists() else ""
    storybot(commands[2][0] + resume, commands[2][1], times)
    (run / "finished").touch()

    loaded = load_run(run)
    corpus_ids = [int(i) for i in chain.from_iterable(
        loaded.corpus.tokenizer.encode(text, "none") for text in loaded.corpus.training_texts()
    )]  # fmt: skip
    generator = Generator(loaded.model, loaded.corpus.tokenizer)
    config = GenerationConfig(temperature=0.8, top_p=0.95, seed=1, complete_characters=True)
    samples = generator.generate([""] * args.samples, config)
    held_out = [text for text, _ in zip(loaded.corpus.texts("validation"), range(args.samples), strict=False)]
    bpb = subprocess.run(
        [sys.executable, "-m", "storybot", "eval", "bpb", str(run)], check=True, capture_output=True, text=True
    ).stdout
    lines = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]
    steps = [line for line in lines if "seconds" in line]
    model = loaded.model.config
    results = {
        "commands": [
            words.replace(str(args.text), args.text.name).replace(f"{folder}/", "") for words, _done in commands
        ],
        "seconds": times,
        "tokens in the training shards": len(corpus_ids),
        "parameters": loaded.model.num_parameters(),
        "tokens": steps[-1]["step"] * loaded.config.tokens_per_step,
        "steps": steps[-1]["step"],
        "seconds in steps": round(sum(step["seconds"] for step in steps)),
        "curve": thinned_curve(lines),
        "bits per byte": bpb.strip(),
        "samples": samples[:SHOWN],
        "copying": {
            "samples": copying(samples, loaded.corpus.tokenizer, corpus_ids),
            "held-out stories": copying(held_out, loaded.corpus.tokenizer, corpus_ids),
        },
    }
    settings = {
        "text": args.about or args.text.name, "bytes": args.text.stat().st_size, "minutes": args.minutes,
        "model": vars(model) if hasattr(model, "__dict__") else str(model), "dtype": loaded.config.dtype,
        "sampling": "temperature 0.8, top-p 0.95, seed 1",
    }  # fmt: skip
    copy_to_package(write_result(args.name, settings, [loaded.config.seed], results))


if __name__ == "__main__":
    main()
