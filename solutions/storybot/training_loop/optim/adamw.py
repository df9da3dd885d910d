"""One step of AdamW, written out. The loop uses torch's own, fused into one pass."""

from __future__ import annotations

import torch


def adamw_step(
    weight: torch.Tensor,
    gradient: torch.Tensor,
    mean: torch.Tensor,
    square: torch.Tensor,
    step: int,
    lr: float,
    beta1: float = 0.8,
    beta2: float = 0.95,
    eps: float = 1e-10,
    decay: float = 0.0,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The weight, the mean and the mean square after one step.

    `mean` and `square` are running means of the gradient and of its
    square: beta of the old plus 1 - beta of the new. Both began at 0, so
    they are divided by 1 - beta ** step before they are used (`step`
    counts from 1). The weight shrinks by lr * decay of itself, then moves
    by lr times mean / (root of square + eps), against the gradient.

    >>> w, m, s = adamw_step(*torch.tensor([1.0, 4.0, 0.0, 0.0]), 1, 0.5)
    >>> print(f"{w:.2f} {m:.2f} {s:.2f}")
    0.50 0.80 0.80
    """
    mean = beta1 * mean + (1 - beta1) * gradient
    square = beta2 * square + (1 - beta2) * gradient**2
    unbiased_mean = mean / (1 - beta1**step)
    unbiased_square = square / (1 - beta2**step)
    weight = weight - lr * decay * weight
    weight = weight - lr * unbiased_mean / (unbiased_square.sqrt() + eps)
    return weight, mean, square
