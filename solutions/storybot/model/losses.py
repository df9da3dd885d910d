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

from storybot.model.linear import convolve, convolve_gradients, is_large_product, linear_reference
from storybot.model.norm import is_cpu_float32

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
    if not (is_cpu_float32(x) and torch.is_grad_enabled()):
        return chunked_cross_entropy_reference(x, head, targets)
    return loss_operation(x.reshape(-1, x.shape[-1]), head, targets.reshape(-1))[0]  # type: ignore[no-any-return]


def chunked_cross_entropy_reference(x: Tensor, head: Tensor, targets: Tensor) -> Tensor:
    """The mean cross-entropy of the logits `x @ head.T`, all made at once: `x` is (..., C), `head` (V, C)."""
    logits = F.linear(x, head).float()  # (..., V)
    return F.cross_entropy(logits.view(-1, logits.shape[-1]), targets.reshape(-1))


@torch.library.custom_op("storybot::chunked_cross_entropy", mutates_args=())
def loss_operation(x: Tensor, head: Tensor, targets: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The loss of `x` (N, C) against `targets` (N,), and its gradients with respect to `x` and `head` (V, C)."""
    n, vocab = len(x), len(head)
    rows = max(64, LOGITS_PER_CHUNK // vocab)
    dx, dhead = torch.empty_like(x), torch.zeros_like(head)  # (N, C), (V, C)
    total = torch.zeros((), dtype=torch.float32)
    for start in range(0, n, rows):
        chunk, target = x[None, start : start + rows], targets[start : start + rows, None]  # (1, rows, C), (rows, 1)
        by_convolution = is_large_product(chunk, head)
        logits = (convolve(chunk, head) if by_convolution else linear_reference(chunk, head))[0]  # (rows, V)
        logits -= logits.amax(1, keepdim=True)
        right = logits.gather(1, target)  # (rows, 1)
        logits.exp_()
        sums = logits.sum(1, keepdim=True)  # (rows, 1)
        total += (sums.log() - right).sum()
        logits /= sums * n  # softmax / n
        logits.scatter_add_(1, target, torch.full_like(right, -1 / n))  # now the gradient of the logits
        if by_convolution:
            (dx[start : start + rows],), dhead_part = convolve_gradients(logits[None], chunk, head)
            dhead += dhead_part
        else:
            torch.mm(logits, head, out=dx[start : start + rows])
            dhead.addmm_(logits.T, chunk[0])
    return total / n, dx, dhead


@loss_operation.register_fake
def _(x: Tensor, head: Tensor, targets: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    return x.new_empty(()), x.new_empty(x.shape), head.new_empty(head.shape)


def _keep_gradients(ctx: Any, inputs: tuple[Tensor, ...], output: tuple[Tensor, ...]) -> None:
    ctx.save_for_backward(*output[1:])


def _scale_gradients(ctx: Any, gradient: Tensor, *_unused: Tensor) -> tuple[Tensor, Tensor, None]:
    """Backward: the gradients are there, and multiplied by what comes from above."""
    dx, dhead = ctx.saved_tensors
    return dx * gradient, dhead * gradient, None


loss_operation.register_autograd(_scale_gradients, setup_context=_keep_gradients)
