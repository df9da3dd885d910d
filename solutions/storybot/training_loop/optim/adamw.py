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
    """One step of AdamW: the new weight, mean and square, as a tuple.

    The four tensors have one shape and stay unchanged. `mean` is the
    running mean of the gradient, `square` that of its square; before the
    first step both are 0. In a step each becomes beta times itself plus
    1 - beta times what is new (`beta1` for the mean, `beta2` for the
    square), and that is returned.

    The weight first shrinks by lr * decay of itself. Then it moves
    against the gradient by lr * m / (root of s + eps). Here m and s are
    the new mean and square with the bias corrected: m is the new mean
    divided by 1 - beta1 ** step, and s likewise with beta2. `step` counts
    from 1; below 1: ValueError.

    >>> w, m, s = adamw_step(*torch.tensor([1.0, 4.0, 0.0, 0.0]), 1, 0.5)
    >>> print(f"{w:.2f} {m:.2f} {s:.2f}")
    0.50 0.80 0.80
    """
    if step < 1:
        raise ValueError(f"steps are counted from 1, so there is no step {step}")
    mean = beta1 * mean + (1 - beta1) * gradient
    square = beta2 * square + (1 - beta2) * gradient**2
    unbiased_mean = mean / (1 - beta1**step)
    unbiased_square = square / (1 - beta2**step)
    weight = weight - lr * decay * weight
    weight = weight - lr * unbiased_mean / (unbiased_square.sqrt() + eps)
    return weight, mean, square
