"""CORE, fast: the same choices as `plain_core`, with less work.

Three things save it. Rows of all questions are sorted by length and go through the model in full batches.
A beginning that is common to the options of a question, such as the examples shown before it, goes through once,
into a cache, and only the rest of each option follows. And the last layer and the logits are made at the scored
places alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import torch

from storybot.evaluation.core.prompts import Question, Row, common_length
from storybot.evaluation.core.scoring_reference import WRONG, padded
from storybot.model.gpt import GPT
from storybot.model.kv_cache import KVCache
from storybot.model.partial_forward import hidden_at_positions

BATCH_TOKENS = 1024  # padded tokens that go through the model at once: on a CPU more would leave its caches
WORTH_SHARING = 192  # tokens that a shared beginning must save: below, two small passes cost more than a large one
LOGITS = 1 << 21  # logits that are made at once


@dataclass
class Pass:
    """A row that goes through the model, and what is wanted of it: (place, token to predict, whose score)."""

    ids: Row
    wanted: list[tuple[int, int, int]] = field(default_factory=list)


class Scorer:
    """Collects the scores of many rows: the sum of their losses, or how many tokens the model would not write."""

    def __init__(self, model: GPT, rows: int, exact: bool) -> None:
        self.model, self.exact = model, exact
        self.device, self.dtype = model.head.weight.device, model.head.weight.dtype
        self.sums = torch.zeros(rows, dtype=torch.float64, device=self.device)

    def cache(self, rows: int, length: int) -> KVCache:
        return KVCache(self.model.config, rows, length, self.device, self.dtype)

    def run(self, passes: list[Pass], cache: KVCache | None = None) -> None:
        """Put passes through the model, after what is in the cache if there is one, and score what is wanted."""
        places = [sorted({place for place, _, _ in a_pass.wanted}) for a_pass in passes]
        column = [{place: i for i, place in enumerate(of_row)} for of_row in places]
        wanted = [(row, column[row][at], *one) for row, a_pass in enumerate(passes) for at, *one in a_pass.wanted]
        ids = padded([a_pass.ids for a_pass in passes], self.device)
        if cache is None:
            cache = self.cache(*ids.shape)
        hidden = hidden_at_positions(self.model, ids, padded(places, self.device), cache)
        row, place, target, owner = torch.tensor(wanted, device=self.device).unbind(1)
        self.add(hidden[row, place], target, owner)

    def add(self, vectors: torch.Tensor, target: torch.Tensor, owner: torch.Tensor) -> None:
        """Score the prediction of each target from its vector, for its owner. The logits are made in pieces."""
        step = max(1, LOGITS // self.model.config.vocab_size)
        for i in range(0, len(vectors), step):
            part = slice(i, i + step)
            logits = self.model.head(vectors[part]).float()
            if self.exact:
                scores = logits.argmax(1) != target[part]
            else:
                scores = logits.logsumexp(1) - logits.gather(1, target[part, None])[:, 0]
            self.sums.index_add_(0, owner[part], scores.double())


def rows_of_question(question: Question, first: int) -> list[Pass]:
    """One pass for each different row; `first` is the number of the question's first row among all rows.

    The last token of a row is only predicted, so options of one token are a single pass.

    >>> [a_pass.wanted for a_pass in rows_of_question(Question([[1, 2, 3], [1, 2, 4]], [2, 2]), 10)]
    [[(1, 3, 10), (1, 4, 11)]]
    """
    passes: dict[tuple[int, ...], Pass] = {}
    for number, (row, start) in enumerate(zip(question.rows, question.starts, strict=True), first):
        a_pass = passes.setdefault(tuple(row[:-1]), Pass(row[:-1]))
        a_pass.wanted += [(place - 1, row[place], number) for place in range(start, len(row))]
    return list(passes.values())


def shared_length(passes: list[Pass]) -> int:
    """How many tokens can go through the model once for all passes: before the first place that is wanted."""
    first_wanted = min(place for a_pass in passes for place, _, _ in a_pass.wanted)
    return min(first_wanted, common_length([a_pass.ids for a_pass in passes]))


def batches(passes: list[Pass], batch_tokens: int) -> Iterator[list[Pass]]:
    """Passes of similar length, as many as fit: the longest first, so that too large a batch shows at once."""
    batch: list[Pass] = []
    for a_pass in sorted(passes, key=lambda one: len(one.ids), reverse=True):
        if batch and len(batch[0].ids) * (len(batch) + 1) > batch_tokens:
            yield batch
            batch = []
        batch.append(a_pass)
    if batch:
        yield batch


def score_with_shared_prefix(scorer: Scorer, passes: list[Pass], shared: int) -> None:
    """Score the passes of one question, whose first `shared` tokens go through the model once."""
    cache = scorer.cache(1, shared)
    prefix = padded([passes[0].ids[:shared]], scorer.device)
    hidden_at_positions(scorer.model, prefix, prefix[:, :0], cache)
    rest = [
        Pass(a_pass.ids[shared:], [(place - shared, target, owner) for place, target, owner in a_pass.wanted])
        for a_pass in passes
    ]
    longest = max(len(a_pass.ids) for a_pass in rest)
    scorer.run(rest, cache.expand(len(rest), shared + longest))


@torch.no_grad()
def choices(model: GPT, questions: list[Question], kind: str, batch_tokens: int = BATCH_TOKENS) -> list[int]:
    """For each question the number of the chosen option; in language modelling 0 for the right ending, else `WRONG`."""
    exact = kind == "language_modeling"
    lengths = [len(row) - start for one in questions for row, start in zip(one.rows, one.starts, strict=True)]
    scorer = Scorer(model, len(lengths), exact)
    loose: list[Pass] = []
    first = 0
    for question in questions:
        passes = rows_of_question(question, first)
        first += len(question.rows)
        shared = shared_length(passes)
        if shared * (len(passes) - 1) >= WORTH_SHARING:
            score_with_shared_prefix(scorer, passes, shared)
        else:
            loose += passes
    for batch in batches(loose, batch_tokens):
        scorer.run(batch)
    sums = scorer.sums.tolist()
    if exact:
        return [0 if missed == 0 else WRONG for missed in sums]
    means = iter([total / length for total, length in zip(sums, lengths, strict=True)])
    chosen = []
    for question in questions:
        of_question = [next(means) for _ in question.rows]
        chosen.append(of_question.index(min(of_question)))
    return chosen
