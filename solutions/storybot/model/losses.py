"""The head and the loss together, a piece of the batch at a time.

Scores for every token of the vocabulary at every place are the largest array of a step: 2,048 places
and 4,096 tokens are 33 MB, written and read several times. Here they exist for one piece of the
places only, small enough for the processor's cache, and their gradient is computed on the spot.
`plain_head_loss` is the clear version.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812

from storybot.model.fused_ops import use_fused

PIECE = 1 << 20  # logits at a time: 4 MB


def plain_head_loss(x: torch.Tensor, head: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """The mean cross-entropy of `x @ head.T` and the targets."""
    logits = F.linear(x, head).float()
    return F.cross_entropy(logits.view(-1, logits.shape[-1]), targets.reshape(-1))


class ChunkedCrossEntropy(torch.autograd.Function):
    """Forward computes the loss and both gradients; backward multiplies them by what comes from above."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, head: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        n, vocab = len(x), len(head)
        rows = max(64, PIECE // vocab)
        dx, dhead = torch.empty_like(x), torch.zeros_like(head)
        total = torch.zeros((), dtype=torch.float32)
        for start in range(0, n, rows):
            piece, wanted = x[start : start + rows], targets[start : start + rows, None]
            logits = piece @ head.T
            logits -= logits.amax(1, keepdim=True)
            right = logits.gather(1, wanted)
            logits.exp_()
            sums = logits.sum(1, keepdim=True)
            total += (sums.log() - right).sum()
            logits /= sums * n  # softmax / n
            logits.scatter_add_(1, wanted, torch.full_like(right, -1 / n))
            torch.mm(logits, head, out=dx[start : start + rows])
            dhead.addmm_(logits.T, piece)
        ctx.save_for_backward(dx, dhead)
        return total / n

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, None]:
        dx, dhead = ctx.saved_tensors
        return dx * gradient, dhead * gradient, None


def chunked_cross_entropy(x: torch.Tensor, head: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """As `plain_head_loss`; in pieces where that is faster: training in float32 on a CPU."""
    if use_fused(x) and torch.is_grad_enabled():
        return ChunkedCrossEntropy.apply(x.reshape(-1, x.shape[-1]), head, targets.reshape(-1))  # type: ignore[no-any-return, no-untyped-call]
    return plain_head_loss(x, head, targets)
