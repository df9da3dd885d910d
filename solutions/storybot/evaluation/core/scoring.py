"""Scoring many questions at once: the same choices as `scoring_reference`, with less work.

Three things save it. Rows of all questions are sorted by length and go through the model in full batches.
A prefix that the options of a question share, such as its few-shot examples, goes through once, into a KV cache,
and only the rest of each option follows. And the last layer and the logits are computed at the scored positions only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import torch

from storybot.evaluation.core.prompts import EncodedItem, Row, common_length
from storybot.evaluation.core.tasks import NO_MATCH, Kind
from storybot.model.gpt import GPT
from storybot.model.kv_cache import KVCache

BATCH_TOKENS = 1024  # padded tokens that go through the model at once: on a CPU more would leave its caches
MIN_TOKENS_SAVED = 192  # by sharing a prefix: below, two small forward passes cost more than a large one
LOGITS_PER_CHUNK = 1 << 21


@dataclass
class ForwardRow:
    """A row that goes through the model, and its targets: (position, token to predict, index of the score)."""

    ids: Row
    targets: list[tuple[int, int, int]] = field(default_factory=list)


class Scorer:
    """Collects the scores of many rows: the sum of their losses, or how many tokens the model would not write."""

    def __init__(self, model: GPT, n_scores: int, exact: bool) -> None:
        self.model, self.exact = model, exact
        self.device, self.dtype = model.head.weight.device, model.head.weight.dtype
        self.sums = torch.zeros(n_scores, dtype=torch.float64, device=self.device)

    def new_cache(self, rows: int, length: int) -> KVCache:
        return KVCache(self.model.config, rows, length, self.device, self.dtype)

    def run(self, rows: list[ForwardRow], cache: KVCache | None = None) -> None:
        """Put rows through the model, after what is in the cache if there is one, and score their targets."""
        positions = [sorted({position for position, _, _ in row.targets}) for row in rows]
        column = [{position: i for i, position in enumerate(of_row)} for of_row in positions]
        targets = [(i, column[i][position], *rest) for i, row in enumerate(rows) for position, *rest in row.targets]
        ids = pad_rows([row.ids for row in rows], self.device)  # (B, T)
        if cache is None:
            cache = self.new_cache(*ids.shape)
        hidden = self.model.forward_hidden(ids, cache, pad_rows(positions, self.device))  # (B, W, C)
        row, position, target, score = torch.tensor(targets, device=self.device).unbind(1)
        self.add(hidden[row, position], target, score)

    def add(self, vectors: torch.Tensor, target: torch.Tensor, score: torch.Tensor) -> None:
        """Score the prediction of each target (N,) from its vector (N, C). The logits are computed in chunks."""
        step = max(1, LOGITS_PER_CHUNK // self.model.config.vocab_size)
        for i in range(0, len(vectors), step):
            chunk = slice(i, i + step)
            logits = self.model.head(vectors[chunk]).float()  # (n, V)
            if self.exact:
                found = logits.argmax(1) != target[chunk]
            else:
                found = logits.logsumexp(1) - logits.gather(1, target[chunk, None])[:, 0]
            self.sums.index_add_(0, score[chunk], found.double())


@torch.no_grad()
def predict_choices(
    model: GPT, questions: list[EncodedItem], kind: Kind, batch_tokens: int = BATCH_TOKENS
) -> list[int]:
    """For each question the index of the chosen option; in language modelling 0 for the right ending or `NO_MATCH`."""
    exact = kind == "language_modeling"
    lengths = [len(row) - start for one in questions for row, start in zip(one.rows, one.starts, strict=True)]
    scorer = Scorer(model, len(lengths), exact)
    unshared: list[ForwardRow] = []
    first = 0
    for question in questions:
        rows = rows_of_question(question, first)
        first += len(question.rows)
        shared = shared_length(rows)
        if shared * (len(rows) - 1) >= MIN_TOKENS_SAVED:
            score_with_shared_prefix(scorer, rows, shared)
        else:
            unshared += rows
    for batch in batch_by_length(unshared, batch_tokens):
        scorer.run(batch)
    sums = scorer.sums.tolist()
    if exact:
        return [0 if missed == 0 else NO_MATCH for missed in sums]
    means = iter([total / length for total, length in zip(sums, lengths, strict=True)])
    per_question = [[next(means) for _ in question.rows] for question in questions]
    return [losses.index(min(losses)) for losses in per_question]


def rows_of_question(question: EncodedItem, first: int) -> list[ForwardRow]:
    """One row for each different text; `first` is the index of the question's first score among all scores.

    The last token of a row is only predicted, so options of one token are a single row.

    >>> [row.targets for row in rows_of_question(EncodedItem([[1, 2, 3], [1, 2, 4]], [2, 2]), 10)]
    [[(1, 3, 10), (1, 4, 11)]]
    """
    rows: dict[tuple[int, ...], ForwardRow] = {}
    for score, (ids, start) in enumerate(zip(question.rows, question.starts, strict=True), first):
        row = rows.setdefault(tuple(ids[:-1]), ForwardRow(ids[:-1]))
        row.targets += [(position - 1, ids[position], score) for position in range(start, len(ids))]
    return list(rows.values())


def shared_length(rows: list[ForwardRow]) -> int:
    """How many tokens can go through the model once for all rows: those before the first target."""
    first_target = min(position for row in rows for position, _, _ in row.targets)
    return min(first_target, common_length([row.ids for row in rows]))


def score_with_shared_prefix(scorer: Scorer, rows: list[ForwardRow], shared: int) -> None:
    """Score the rows of one question, whose first `shared` tokens go through the model once."""
    cache = scorer.new_cache(1, shared)
    prefix = pad_rows([rows[0].ids[:shared]], scorer.device)
    scorer.model.forward_hidden(prefix, cache, prefix[:, :0])
    rest = [
        ForwardRow(row.ids[shared:], [(position - shared, target, score) for position, target, score in row.targets])
        for row in rows
    ]
    longest = max(len(row.ids) for row in rest)
    scorer.run(rest, cache.expand(len(rest), shared + longest))


def batch_by_length(rows: list[ForwardRow], batch_tokens: int) -> Iterator[list[ForwardRow]]:
    """Rows of similar length, as many as fit: the longest first, so that too large a batch shows at once."""
    batch: list[ForwardRow] = []
    for row in sorted(rows, key=lambda row: len(row.ids), reverse=True):
        if batch and len(batch[0].ids) * (len(batch) + 1) > batch_tokens:
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def pad_rows(rows: list[list[int]], device: torch.device) -> torch.Tensor:
    """Rows of different lengths as one tensor. No position looks ahead, so what fills the right side is harmless.

    >>> pad_rows([[1, 2], [3]], torch.device("cpu"))
    tensor([[1, 2],
            [3, 0]])
    """
    longest = max(map(len, rows))
    return torch.tensor([row + [0] * (longest - len(row)) for row in rows], device=device)
