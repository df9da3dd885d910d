"""Scoring written plainly: one question at a time, no cache, the logits of every position. The oracle of `scoring`.

The options of a question are one padded batch, as in public evaluators. `scoring` must make the same choice for
every question. The two add numbers in a different order, so two options whose losses differ by less than about a
millionth could change places: compare in float32, not in a shorter format.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit

from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.evaluation.core.prompts import EncodedItem, PromptEncoder
from storybot.evaluation.core.tasks import NO_MATCH, Kind, Task
from storybot.model.gpt import GPT


def score_choices(
    losses: list[list[float]],
    starts: list[int],
    ends: list[int],
) -> int:
    """The number of the option with the lowest mean loss.

    Each option has a row of `losses`, and all rows are equally long.
    `losses[i][t]` is the loss at position t of row i, where the model
    predicted the token at position t + 1. The tokens of option i are at
    the positions from `starts[i]`, which is at least 1, up to, not
    including, `ends[i]`; there is at least one. What a row holds before
    and behind them does not count. Means are compared as they are, not
    rounded. On a tie the first option wins.

    >>> losses = [[9.0, 4.0, 1.0], [9.0, 1.0, 3.0]]
    >>> score_choices(losses, [2, 2], [4, 4])
    1
    """
    means = [sum(row[s - 1 : e - 1]) / (e - s) for row, s, e in zip(losses, starts, ends, strict=True)]
    return means.index(min(means))


@torch.no_grad()
def predict_choice_reference(model: GPT, question: EncodedItem, kind: Kind) -> int:
    """The number of the chosen option; in language modelling 0 for the right ending, else `NO_MATCH`."""
    longest = max(map(len, question.rows))
    rows = [row + [0] * (longest - len(row)) for row in question.rows]  # no position sees what fills the right side
    ids = torch.tensor(rows, device=model.head.weight.device)  # (options, T)
    logits = model(ids).float()  # (options, T, V)
    ends = [len(row) for row in question.rows]
    if kind == "language_modeling":
        start, end = question.starts[0], ends[0]
        return 0 if torch.equal(logits[0, start - 1 : end - 1].argmax(1), ids[0, start:end]) else NO_MATCH
    losses = F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten(), reduction="none")
    return score_choices(losses.view(len(ids), -1).tolist(), question.starts, ends)


def predict_choices_reference(
    model: GPT, tokenizer: Tokenizer, task: Task, max_per_task: int | None = None
) -> list[int]:
    """The choice for every item of a task, in the order of `task.select_items`."""
    items = task.select_items(max_per_task)
    encoder = PromptEncoder(tokenizer, task, items, model.config.seq_len)
    return [predict_choice_reference(model, encoder.encode_item(number), task.kind) for number in range(len(items))]
