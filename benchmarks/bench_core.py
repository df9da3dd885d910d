"""Chapter 7, measured: CORE in sorted batches with a shared beginning, against one question at a time.

    python benchmarks/bench_core.py              # a few minutes
    python benchmarks/bench_core.py --items 20   # fewer questions

The peer is the way of public evaluators, rebuilt here: the options of one question are one padded batch, the model
gives logits at every place, and loss and prediction are taken everywhere. `plain_core`, our own clear version, is
a little faster than that and is shown as well. All choices are compared. A model of 4 x 256 with drawn weights,
a tokenizer of 4,096 tokens trained on the tasks' text, float32, 2 threads, rounds interleaved, medians; making the
prompts and encoding them is part of the time. With the public bundle in STORYBOT_DATA its tasks are used, else
tasks of the same shapes made from the course's stories.
"""

from __future__ import annotations

import argparse
import os
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import torch
from timing import interleaved

from storybot.evaluation.core.bundle import read_bundle
from storybot.evaluation.core.evaluate import evaluate_task
from storybot.evaluation.core.prompts import PromptEncoder
from storybot.evaluation.core.scoring import pad_rows
from storybot.evaluation.core.scoring_reference import predict_choices_reference
from storybot.evaluation.core.tasks import NO_MATCH, Item, Task
from storybot.model.config import ModelConfig
from storybot.model.gpt import GPT, init_model
from storybot.optimized_merges import FastTokenizer, train_bpe
from storybot.special_tokens import END
from storybot.stories import make_stories

ROOT = Path(__file__).resolve().parents[1]
PUBLIC = Path(os.environ.get("STORYBOT_DATA", ROOT.parent / "shared" / "data")) / "eval_core.tar.xz"
SHOWN = {
    "arc_easy": "10 shots, multiple choice", "commonsense_qa": "10 shots, options of one letter",
    "lambada_openai": "0 shots, language modelling", "winogrande": "0 shots, schema",
    "copa": "0 shots, multiple choice",
}  # fmt: skip


def tasks() -> tuple[str, list[Task]]:
    if not PUBLIC.exists():
        return "tasks from the course's stories, of the public shapes", story_tasks()
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(PUBLIC) as archive:
            archive.extractall(folder, filter="data")
        found = {task.label: task for task in read_bundle(Path(folder) / "eval_core", "core_offline.yaml").tasks}
    return "the public bundle", [found[label] for label in SHOWN]


def story_tasks() -> list[Task]:
    """Questions as long as the public ones: some 40 tokens and 4 options, a passage, a sentence."""
    rng = Random(0)
    stories = [text.replace("\n", " ").split(". ") for text in make_stories("en", 1200, 3)]

    def sentence(least: int = 1) -> str:
        story = rng.choice(stories)
        return ". ".join(rng.choice(stories)[:least]) if least > 1 else rng.choice(story)

    choice = [Item((sentence(2),), tuple(sentence() for _ in range(4)), rng.randrange(4)) for _ in range(400)]
    letters = [Item((sentence(2),), ("A", "B", "C", "D"), rng.randrange(4)) for _ in range(400)]
    passages = [Item((sentence(6),), (rng.choice(("Mina", "door", "rain")),)) for _ in range(400)]
    schema = [Item((sentence(), sentence()), (sentence(),), rng.randrange(2)) for _ in range(400)]
    return [
        Task("arc_easy", "multiple_choice", choice, 10, "\nAnswer: "),
        Task("commonsense_qa", "multiple_choice", letters, 10),
        Task("lambada_openai", "language_modeling", passages),
        Task("winogrande", "schema", schema),
        Task("copa", "multiple_choice", choice),
    ]


def make_tokenizer(all_tasks: list[Task], size: int = 4096) -> FastTokenizer:
    texts = [text for task in all_tasks for item in task.items for text in (*item.contexts, *item.endings)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.txt"
        path.write_text(f"\n{END}\n".join(texts), encoding="utf-8")
        trained = train_bpe(path, size, special_tokens=[END], progress=False)
        trained.save(Path(folder) / "tokenizer.json")
        return FastTokenizer.load(Path(folder) / "tokenizer.json")


def drawn_model(vocab: int) -> GPT:
    torch.manual_seed(0)
    model = init_model(ModelConfig(vocab, 1024, 4, 256, 4, 4))
    with torch.no_grad():
        for weight in model.parameters():
            weight.normal_(std=0.08)
    return model


@torch.no_grad()
def public_way(model: GPT, tokenizer: FastTokenizer, task: Task, n: int) -> list[int]:
    """One question at a time: loss and prediction at every place, then those that count."""
    items = task.select_items(n)
    encoder = PromptEncoder(tokenizer, task, items, model.config.seq_len)
    chosen = []
    for number in range(n):
        question = encoder.encode_item(number)
        ids = pad_rows(question.rows, torch.device("cpu"))
        logits = model(ids)
        targets = torch.roll(ids, -1, 1)
        losses = torch.nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="none")
        losses, predicted = losses.view(ids.shape), logits.argmax(-1)
        spans = [slice(start - 1, len(row) - 1) for row, start in zip(question.rows, question.starts, strict=True)]
        if task.kind == "language_modeling":
            chosen.append(0 if bool((predicted[0, spans[0]] == targets[0, spans[0]]).all()) else NO_MATCH)
        else:
            means = [float(row[span].mean()) for row, span in zip(losses, spans, strict=True)]
            chosen.append(means.index(min(means)))
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--items", type=int, default=40, help="of each task with shots; five times as many without")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--task", choices=SHOWN, help="this one only")
    chosen = parser.parse_args()
    torch.set_num_threads(2)
    source, all_tasks = tasks()
    tokenizer = make_tokenizer(all_tasks)
    model = drawn_model(max(tokenizer.vocab) + 1)
    print(f"{source}; 2 threads, torch {torch.__version__}; questions a second, and times as fast as the public way")
    for task in all_tasks:
        if chosen.task not in (None, task.label):
            continue
        n = min(len(task.items), chosen.items * (1 if task.shots else 5))
        ways: dict[str, Callable[[], list[int]]] = {
            "public way": lambda task=task, n=n: public_way(model, tokenizer, task, n),  # type: ignore[misc]
            "reference": lambda task=task, n=n: predict_choices_reference(model, tokenizer, task, n),  # type: ignore[misc]
            "ours": lambda task=task, n=n: evaluate_task(model, tokenizer, task, max_per_task=n).choices,  # type: ignore[misc]
        }
        answers = [way() for way in ways.values()]
        seconds = interleaved(ways, chosen.rounds, warm_up=1)
        same = sum(len(set(one)) == 1 for one in zip(*answers, strict=True))
        print(f"\n{task.label} ({SHOWN[task.label]}), {n} questions; {same} of {n} chosen alike by all")
        for name, value in seconds.items():
            print(f"  {name:11} {n / value:9,.1f} /s   ratio {seconds['public way'] / value:5.2f}", flush=True)


if __name__ == "__main__":
    main()
