"""The loss: how surprised is the model at the token that comes?

`cross_entropy` is the formula, written out. Training uses `chunked_cross_entropy`, which does the head and the loss
together, a chunk of the positions at a time: logits for every token of the vocabulary at every position are the
largest array of a step (2,048 positions and 4,096 tokens are 33 MB, written and read several times). Here they exist
for one chunk only, small enough for the processor's cache, and their gradient is computed on the spot.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit

from storybot.model.linear import linear
from storybot.model.norm import use_fused

Tensor = torch.Tensor
LOGITS_PER_CHUNK = 1 << 21  # 8 MB


def cross_entropy(
    logits: torch.Tensor,
    targets: torch.Tensor,
) -> torch.Tensor:
    """The mean surprise at the targets, in nats.

    `logits` is (N, V): a row of V floats for each of N >= 1 positions.
    `targets` is (N,): the token that comes there, an int from 0 to V - 1.
    The surprise at a position is minus the natural logarithm of the
    probability that softmax over its row gives to its target.

    The result is a tensor without dimensions, of the dtype of `logits`;
    gradients flow through it back to `logits`, which stays unchanged. It
    is right for large logits, too, such as 1000 and -1000. If there are
    not as many targets as rows: ValueError.

    >>> cross_entropy(torch.zeros(2, 4), torch.tensor([0, 3]))
    tensor(1.3863)
    >>> cross_entropy(torch.tensor([[1000.0, 0.0]]), torch.tensor([1]))
    tensor(1000.)
    """
    if len(logits) != len(targets):
        raise ValueError(f"{len(logits)} rows of logits need as many targets, not {len(targets)}")
    logits = logits - logits.amax(dim=1, keepdim=True)
    log_sums = logits.exp().sum(dim=1).log()
    right = logits[torch.arange(len(targets)), targets]
    return (log_sums - right).mean()


def chunked_cross_entropy(x: Tensor, head: Tensor, targets: Tensor) -> Tensor:
    """As `chunked_cross_entropy_reference`; in chunks where that is faster: training in float32 on a CPU.

    >>> chunked_cross_entropy(torch.zeros(1, 2, 8), torch.zeros(4, 8), torch.tensor([[0, 3]]))
    tensor(1.3863)
    """
    if use_fused(x) and torch.is_grad_enabled():
        return ChunkedCrossEntropy.apply(x.reshape(-1, x.shape[-1]), head, targets.reshape(-1))  # type: ignore[no-any-return, no-untyped-call]
    return chunked_cross_entropy_reference(x, head, targets)


def chunked_cross_entropy_reference(x: Tensor, head: Tensor, targets: Tensor) -> Tensor:
    """The mean cross-entropy of the logits `x @ head.T`, all made at once: `x` is (..., C), `head` (V, C)."""
    logits = F.linear(x, head).float()  # (..., V)
    return F.cross_entropy(logits.view(-1, logits.shape[-1]), targets.reshape(-1))


class ChunkedCrossEntropy(torch.autograd.Function):
    """Forward computes the loss and both gradients; backward multiplies them by what comes from above."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, head: Tensor, targets: Tensor) -> Tensor:
        n, vocab = len(x), len(head)
        rows = max(64, LOGITS_PER_CHUNK // vocab)
        dx, dhead = torch.empty_like(x), torch.zeros_like(head)  # (N, C), (V, C)
        head = head.detach().requires_grad_()
        total = torch.zeros((), dtype=torch.float32)
        for start in range(0, n, rows):
            chunk = x[start : start + rows].detach().requires_grad_()  # (rows, C)
            target = targets[start : start + rows, None]  # (rows, 1)
            with torch.enable_grad():
                product = linear(chunk[None], head)[0]  # (rows, V)
            logits = product.detach()  # the same memory, in which softmax and gradient follow
            logits -= logits.amax(1, keepdim=True)
            right = logits.gather(1, target)  # (rows, 1)
            logits.exp_()
            sums = logits.sum(1, keepdim=True)  # (rows, 1)
            total += (sums.log() - right).sum()
            logits /= sums * n  # softmax / n
            logits.scatter_add_(1, target, torch.full_like(right, -1 / n))
            dx[start : start + rows], dhead_part = torch.autograd.grad(product, (chunk, head), logits)
            dhead += dhead_part  # (V, C)
        ctx.save_for_backward(dx, dhead)
        return total / n

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, Tensor, None]:
        dx, dhead = ctx.saved_tensors
        return dx * gradient, dhead * gradient, None
