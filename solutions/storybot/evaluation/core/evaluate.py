"""CORE: how much better than chance is the model at a bundle of tasks?

Items are dealt to the processes of a world; every process knows all results. After each task the scores so far
are in `core.json`, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from storybot.evaluation.belongs import check_vocab_size
from storybot.evaluation.core.bundle import Bundle
from storybot.evaluation.core.metric import baseline_for, centered_accuracy, core_score
from storybot.evaluation.core.prompts import PromptEncoder
from storybot.evaluation.core.results_file import CORE_FILE, Scores, tasks_done, write_scores
from storybot.evaluation.core.scoring import BATCH_TOKENS, choices
from storybot.evaluation.core.tasks import Task
from storybot.files import FilePath
from storybot.fingerprints import tokenizer_fingerprint
from storybot.model.gpt import GPT
from storybot.training_loop.strategy import SINGLE_PROCESS, Strategy


@dataclass(frozen=True)
class TaskResult:
    """How a model did on a task; `choices` is the chosen option of each item, in the order of `task.chosen`."""

    accuracy: float
    n: int
    truncated: int  # items that lost their beginning
    choices: list[int]


def evaluate_task(
    model: GPT,
    tokenizer: Any,
    task: Task,
    *,
    max_per_task: int | None = None,
    world: Strategy = SINGLE_PROCESS,
    batch_tokens: int = BATCH_TOKENS,
) -> TaskResult:
    """Ask the model all items of a task, or `max_per_task` of them."""
    check_vocab_size(model.config, tokenizer)
    items = task.chosen(max_per_task)
    asker = PromptEncoder(tokenizer, task, items, model.config.seq_len)
    mine = slice(world.rank, len(items), world.size)
    questions = [asker.question(number) for number in range(len(items))[mine]]
    results = torch.zeros(2, len(items), dtype=torch.int64, device=model.head.weight.device)
    results[0, mine] = results.new_tensor(choices(model, questions, task.kind, batch_tokens))
    results[1, mine] = results.new_tensor([question.truncated for question in questions])
    chosen, truncated = world.sum(results).tolist()
    right = sum(choice == item.gold for choice, item in zip(chosen, items, strict=True))
    return TaskResult(right / len(items), len(items), sum(truncated), chosen)


def evaluate_core(
    model: GPT,
    tokenizer: Any,
    bundle: Bundle,
    out: FilePath | None = None,
    *,
    max_per_task: int | None = None,
    baselines: str = "v1",
    fresh: bool = False,
    world: Strategy = SINGLE_PROCESS,
    batch_tokens: int = BATCH_TOKENS,
    on_task: Callable[[str, Scores], None] | None = None,
) -> Scores:
    """The scores of all tasks of a bundle, and CORE; with a folder `out`, also in its `core.json`.

    Tasks that are in the file already are not evaluated again; `fresh` begins anew. `on_task` is told of each.
    """
    check_vocab_size(model.config, tokenizer)
    for task in bundle.tasks:
        baseline_for(task.label, task.baseline, baselines)
        task.chosen(max_per_task)
    scores: Scores = {
        "bundle": bundle.name, "baselines": baselines, "model": model_fingerprint(model, tokenizer),
        "max_per_task": max_per_task, "tasks": {}, "core": None,
    }  # fmt: skip
    path = None if out is None else Path(out) / CORE_FILE
    labels = [task.label for task in bundle.tasks]
    device = model.head.weight.device
    done = {} if path is None or fresh else tasks_done(path, scores, labels, world, device)
    for task in bundle.tasks:
        if task.label in done:
            accuracy, n, truncated = done[task.label]
        else:
            result = evaluate_task(
                model, tokenizer, task, max_per_task=max_per_task, world=world, batch_tokens=batch_tokens
            )
            accuracy, n, truncated = result.accuracy, result.n, result.truncated
        baseline = baseline_for(task.label, task.baseline, baselines)
        scores["tasks"][task.label] = {
            "accuracy": accuracy, "centered": centered_accuracy(accuracy, baseline), "baseline": baseline,
            "n": int(n), "shots": task.shots, "truncated": int(truncated),
        }  # fmt: skip
        if len(scores["tasks"]) == len(labels):
            scores["core"] = core_score(one["centered"] for one in scores["tasks"].values())
        if path is not None and world.rank == 0 and task.label not in done:
            write_scores(path, scores)
        if on_task is not None:
            on_task(task.label, scores["tasks"][task.label])
    return scores


def model_fingerprint(model: GPT, tokenizer: Any) -> str:
    """A fingerprint of all parameters and of the tokenizer."""
    digest = hashlib.sha256(f"{model.config} {tokenizer_fingerprint(tokenizer)}".encode())
    for name, weight in model.state_dict().items():
        digest.update(name.encode())
        digest.update(weight.detach().cpu().contiguous().view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()[:16]
