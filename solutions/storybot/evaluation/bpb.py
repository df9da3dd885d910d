"""Bits per byte: how well a model foresees a text, whatever its tokens are.

The loss of a token depends on how much text the token stands for. The sum of all losses does not: it is
what the text costs, in nats. Divided by the text's bytes, and in bits, it compares any two models.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit

from storybot.model.gpt import GPT
from storybot.model.losses import PIECE
from storybot.training_loop.strategy import SINGLE_PROCESS, Strategy

IGNORED = -1  # a target that nobody asks for


def bits_per_byte(nats: list[float], sizes: list[int]) -> float:
    """What a byte of the text costs, in bits.

    `nats` has the loss of every token of the text, `sizes` the number of
    bytes that the token stands for. A token of 0 bytes (a special token)
    is no text: its loss and its bytes both stay out. There are two sums,
    over all tokens, and one division. A nat is 1 / ln 2 bits. There is
    always a token with bytes.

    >>> round(bits_per_byte([2.0, 1.0, 5.0], [3, 1, 0]), 3)
    1.082
    """
    n_bytes = sum(sizes)
    if n_bytes == 0:
        raise ValueError("no token stands for any byte: there is no text to measure")
    total = sum(loss for loss, size in zip(nats, sizes, strict=True) if size > 0)
    return total / (math.log(2) * n_bytes)


def evaluate_bpb(
    model: GPT,
    batches: Iterable[tuple[torch.Tensor, torch.Tensor]],
    token_bytes: torch.Tensor,
    world: Strategy = SINGLE_PROCESS,
) -> float:
    """Bits per byte of a model over all batches of (inputs, targets), and over all processes of the world.

    A loader has no end: give `itertools.islice(loader, n)`. Targets of 0 bytes or of -1 leave both sums.
    """
    device = model.head.weight.device
    sizes = token_bytes.to(device)
    sums = torch.zeros(2, dtype=torch.float64, device=device)  # nats, bytes
    for inputs, targets in batches:
        sums += nats_and_bytes(model, inputs.to(device), targets.to(device), sizes)
    nats, n_bytes = world.sum(sums).tolist()
    if n_bytes == 0:
        raise ValueError("no target stands for any byte: there is no text to measure")
    return float(nats / (math.log(2) * n_bytes))


@torch.no_grad()
def nats_and_bytes(model: GPT, inputs: torch.Tensor, targets: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
    """The two sums over one batch, as float64."""
    if int(targets.max()) >= len(sizes):
        raise ValueError(f"a target is {int(targets.max())}, but the tokenizer's ids end at {len(sizes) - 1}")
    counts = torch.where(targets == IGNORED, 0, sizes[targets])
    losses = token_losses(model, inputs, targets.masked_fill(counts == 0, IGNORED))
    return torch.stack([losses.sum(dtype=torch.float64), counts.sum().to(torch.float64)])


@torch.no_grad()
def token_losses(model: GPT, inputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """The loss of every target in nats, (B × T,); 0 where the target is -1.

    The logits exist for one piece of the places at a time, small enough for the processor's cache.
    """
    x, wanted = model.hidden(inputs).flatten(0, 1), targets.flatten()
    rows = max(64, PIECE // model.config.vocab_size)
    losses = [
        F.cross_entropy(model.head(piece).float(), right, ignore_index=IGNORED, reduction="none")
        for piece, right in zip(torch.split(x, rows), torch.split(wanted, rows), strict=True)
    ]
    return torch.cat(losses)
