"""A task that only context can solve: a row of random tokens that begins again after a random number of them.

Nothing about these rows can be learned by heart, because every row has new tokens. From the second round on, however,
each token is certain: it is the one that followed the last time. To find it a model must look for its own token in
the past, and then at the position after. The length of a round differs from row to row, so that a fixed distance does
not help.
"""

from __future__ import annotations

import torch

from storybot.model.gpt import GPT

Tensor = torch.Tensor
IGNORED = -100  # a target that does not count: the value that torch's cross_entropy leaves out by default
START = 0  # every row begins with this token, which occurs nowhere else


def copying_batch(rows: int, length: int, vocab: int, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Inputs and targets, (rows, length) each, of a new batch.

    A row is the token 0 and then a round of different tokens from 1 to vocab - 1, repeated until the row is full. A
    round has from a quarter to a half of `length` tokens. Targets of the first round cannot be known: they are
    IGNORED.

    >>> inputs, targets = copying_batch(1, 8, 64, torch.Generator().manual_seed(0))
    >>> inputs
    tensor([[ 0, 13, 36, 13, 36, 13, 36, 13]])
    >>> targets
    tensor([[-100, -100,   13,   36,   13,   36,   13,   36]])
    """
    if length < 4 or rows < 1:
        raise ValueError(f"a batch has at least 1 row of at least 4 tokens, not {rows} of {length}")
    if vocab <= length // 2:
        raise ValueError(f"a round of {length // 2} different tokens needs a vocabulary of more, not {vocab}")
    tokens = torch.rand(rows, vocab - 1, generator=rng).argsort(1) + 1  # (rows, V - 1): all tokens, in random order
    round_length = torch.randint(length // 4, length // 2 + 1, (rows, 1), generator=rng)
    positions = torch.arange(length)
    targets = tokens.gather(1, positions % round_length)  # (rows, length)
    inputs = torch.cat((torch.full((rows, 1), START), targets[:, :-1]), 1)  # (rows, length)
    return inputs, targets.masked_fill(positions < round_length, IGNORED)


@torch.no_grad()
def copy_accuracy(model: GPT, inputs: Tensor, targets: Tensor) -> float:
    """The share of the targets that count for which the model finds the right token the likeliest."""
    counted = targets != IGNORED  # (B, T)
    right: Tensor = (model(inputs).argmax(-1) == targets)[counted]  # (positions that count,)
    return right.float().mean().item()
