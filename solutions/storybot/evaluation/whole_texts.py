"""Batches of given texts, every token once: for scores of a text that must be whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import torch

from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.data_pipeline.loader import bos_id
from storybot.evaluation.bpb import IGNORED
from storybot.training_loop.data import END

Batch = tuple[torch.Tensor, torch.Tensor]


def batches_from_texts(texts: Iterable[str], tokenizer: Tokenizer, rows: int, seq_len: int) -> Iterator[Batch]:
    """(inputs, targets) of texts laid end to end, each after the token that begins a document.

    Every token of the texts is a target once. What fills up the last row has the target -1.

    >>> inputs, targets = next(batches_from_texts(["ab", "c"], Tokenizer([], [END]), rows=1, seq_len=5))
    >>> inputs.tolist(), targets.tolist()
    ([[256, 97, 98, 256, 256]], [[97, 98, 256, 99, -1]])
    """
    end = bos_id(tokenizer, END)
    ids = torch.tensor([i for text in texts for i in (end, *tokenizer.encode(text, "none"))], dtype=torch.int64)
    if len(ids) < 2:
        return
    size = rows * seq_len
    for start in range(0, len(ids) - 1, size):
        targets = ids[start + 1 : start + 1 + size]
        n = -(-len(targets) // seq_len)  # rows that are needed
        filled = torch.full((2, n * seq_len), IGNORED)
        filled[0] = end
        filled[0, : len(targets)] = ids[start : start + len(targets)]
        filled[1, : len(targets)] = targets
        yield filled[0].view(n, seq_len), filled[1].view(n, seq_len)
