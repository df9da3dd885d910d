"""The MLP of a block: at each position by itself, four times as wide, ReLU², and back."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from storybot.model.config import ModelConfig
from storybot.model.linear import Linear
from storybot.model.norm import use_fused

Tensor = torch.Tensor


def relu_squared(x: Tensor) -> Tensor:
    """The square of the positive part.

    >>> relu_squared(torch.tensor([-2.0, 0.0, 3.0]))
    tensor([0., 0., 9.])
    """
    return ReluSquared.apply(x) if use_fused(x) else relu_squared_reference(x)  # type: ignore[no-untyped-call]


def relu_squared_reference(x: Tensor) -> Tensor:
    """As `relu_squared`, by PyTorch's own operations."""
    return torch.relu(x) ** 2


class ReluSquared(torch.autograd.Function):
    """Keeps relu(x), from which both the result and its derivative 2 relu(x) follow."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        positive = x.clamp_min(0)  # (..., 4 C)
        ctx.save_for_backward(positive)
        return positive * positive

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        (positive,) = ctx.saved_tensors
        return torch.addcmul(gradient.new_zeros(()), gradient, positive, value=2)  # (..., 4 C)


class MLP(nn.Module):
    """Two matrices with ReLU² between them."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.up = Linear(config.width, 4 * config.width)
        self.down = Linear(4 * config.width, config.width)

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, C) to (B, T, C)."""
        wide = relu_squared(self.up(x))  # (B, T, 4 C)
        out: Tensor = self.down(wide)  # (B, T, C)
        return out
