"""CORE, clear and slow: one question at a time, no cache, the logits of every place. The fast one's oracle.

The options of a question are one padded batch, as in public evaluators. `core_scores` must make the same choice
for every question. The two add numbers in another order, and so two options whose losses differ by less than
about a millionth could swap places: compare in float32, not in a shorter format.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit

from storybot.evaluation.core.prompts import PromptEncoder, Question
from storybot.evaluation.core.tasks import Task
from storybot.evaluation.multiple_choice import score_choices
from storybot.model.gpt import GPT

WRONG = -1  # in language modelling: the model would write something else


def padded(rows: list[list[int]], device: torch.device) -> torch.Tensor:
    """Rows of different lengths as one tensor. No place looks ahead, so what fills the right side is harmless."""
    longest = max(map(len, rows))
    return torch.tensor([row + [0] * (longest - len(row)) for row in rows], device=device)


@torch.no_grad()
def predict_choice_reference(model: GPT, question: Question, kind: str) -> int:
    """The number of the chosen option; in language modelling 0 for the right ending, else `WRONG`."""
    ids = padded(question.rows, model.head.weight.device)
    logits = model(ids).float()
    ends = [len(row) for row in question.rows]
    if kind == "language_modeling":
        start, end = question.starts[0], ends[0]
        return 0 if torch.equal(logits[0, start - 1 : end - 1].argmax(1), ids[0, start:end]) else WRONG
    losses = F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten(), reduction="none")
    return score_choices(losses.view(len(ids), -1).tolist(), question.starts, ends)


def predict_choices_reference(model: GPT, tokenizer: Any, task: Task, max_per_task: int | None = None) -> list[int]:
    """The choice for every item of a task, in the order of `task.chosen`."""
    items = task.chosen(max_per_task)
    asker = PromptEncoder(tokenizer, task, items, model.config.seq_len)
    return [predict_choice_reference(model, asker.question(number), task.kind) for number in range(len(items))]
