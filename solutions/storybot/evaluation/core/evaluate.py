"""CORE: how much better than chance is the model at a bundle of tasks?

Items are distributed over the ranks; every rank gets all results. After each task the scores so far
are in `core.json`, so that an interrupted evaluation resumes after its last task.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.evaluation.core.bundle import Bundle
from storybot.evaluation.core.metric import baseline_for, centered_accuracy, core_score
from storybot.evaluation.core.prompts import PromptEncoder
from storybot.evaluation.core.results_file import CORE_FILE, CoreScores, TaskScore, tasks_done, write_scores
from storybot.evaluation.core.scoring import BATCH_TOKENS, predict_choices
from storybot.evaluation.core.tasks import Task
from storybot.files import FilePath
from storybot.fingerprints import tokenizer_fingerprint
from storybot.model.config import check_vocab_size
from storybot.model.gpt import GPT
from storybot.training_loop.strategy import SINGLE_PROCESS, Strategy


@dataclass(frozen=True)
class TaskResult:
    """How a model did on a task; `choices` is the chosen option of each item, in the order of `task.select_items`."""

    accuracy: float
    n: int
    truncated: int  # items that lost their beginning
    choices: list[int]


def evaluate_task(
    model: GPT,
    tokenizer: Tokenizer,
    task: Task,
    *,
    max_per_task: int | None = None,
    strategy: Strategy = SINGLE_PROCESS,
    batch_tokens: int = BATCH_TOKENS,
) -> TaskResult:
    """Ask the model all items of a task, or `max_per_task` of them."""
    check_vocab_size(model.config, tokenizer)
    items = task.select_items(max_per_task)
    encoder = PromptEncoder(tokenizer, task, items, model.config.seq_len)
    mine = slice(strategy.rank, len(items), strategy.size)
    questions = [encoder.encode_item(number) for number in range(len(items))[mine]]
    results = torch.zeros(2, len(items), dtype=torch.int64, device=model.head.weight.device)
    results[0, mine] = results.new_tensor(predict_choices(model, questions, task.kind, batch_tokens))
    results[1, mine] = results.new_tensor([question.truncated for question in questions])
    chosen, truncated = strategy.all_reduce_sum(results).tolist()
    right = sum(choice == item.gold for choice, item in zip(chosen, items, strict=True))
    return TaskResult(right / len(items), len(items), sum(truncated), chosen)


def evaluate_core(
    model: GPT,
    tokenizer: Tokenizer,
    bundle: Bundle,
    out: FilePath | None = None,
    *,
    max_per_task: int | None = None,
    baselines: str = "v1",
    fresh: bool = False,
    strategy: Strategy = SINGLE_PROCESS,
    batch_tokens: int = BATCH_TOKENS,
    on_task: Callable[[str, TaskScore], None] | None = None,
) -> CoreScores:
    """The scores of all tasks of a bundle and their mean (CORE or story score); with `out`, also in its `core.json`.

    Tasks that are in the file already are not evaluated again, unless `fresh` is set. `on_task` gets each score.
    """
    check_vocab_size(model.config, tokenizer)
    for task in bundle.tasks:
        baseline_for(task.label, task.baseline, baselines)
        task.select_items(max_per_task)
    scores = CoreScores(bundle.name, baselines, model_fingerprint(model, tokenizer), max_per_task)
    path = None if out is None else Path(out) / CORE_FILE
    labels = [task.label for task in bundle.tasks]
    device = model.head.weight.device
    done = {} if path is None or fresh else tasks_done(path, scores, labels, strategy, device)
    for task in bundle.tasks:
        if task.label in done:
            accuracy, n, truncated = done[task.label]
        else:
            result = evaluate_task(
                model, tokenizer, task, max_per_task=max_per_task, strategy=strategy, batch_tokens=batch_tokens
            )
            accuracy, n, truncated = result.accuracy, result.n, result.truncated
        baseline = baseline_for(task.label, task.baseline, baselines)
        centered = centered_accuracy(accuracy, baseline)
        scores.tasks[task.label] = TaskScore(accuracy, centered, baseline, n, task.shots, truncated)
        if len(scores.tasks) == len(labels):
            scores.score = core_score(one.centered for one in scores.tasks.values())
        if path is not None and strategy.rank == 0 and task.label not in done:
            write_scores(path, scores)
        if on_task is not None:
            on_task(task.label, scores.tasks[task.label])
    return scores


def model_fingerprint(model: GPT, tokenizer: Tokenizer) -> str:
    """A fingerprint of all parameters and of the tokenizer."""
    digest = hashlib.sha256(f"{model.config} {tokenizer_fingerprint(tokenizer)}".encode())
    for name, weight in model.state_dict().items():
        digest.update(name.encode())
        digest.update(weight.detach().cpu().contiguous().view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()[:16]
