"""Rotary position embedding (RoPE): each query and key is rotated by an angle that grows with its position.

Numbers i and i + D / 2 of a head are the coordinates of a point in the plane. The product of a rotated query and a
rotated key depends on the difference of their angles, and so on how far apart their positions are.
"""

from __future__ import annotations

from typing import Any

import torch

from storybot.model.norm import use_fused

Tensor = torch.Tensor
ROPE_BASE = 10_000.0


def rope_table(seq_len: int, head_width: int) -> tuple[Tensor, Tensor]:
    """Cosine and sine of position × frequency: two tables of shape (T, D / 2).

    >>> cos, sin = rope_table(seq_len=3, head_width=4)
    >>> sin[:, 0]  # the fastest pair turns by 1 radian a position
    tensor([0.0000, 0.8415, 0.9093])
    """
    frequencies = ROPE_BASE ** -(torch.arange(0, head_width, 2, dtype=torch.float32) / head_width)  # (D / 2,)
    angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), frequencies)  # (T, D / 2)
    return angles.cos(), angles.sin()


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotate each head's vector by its position: `x` is (B, T, H, D), the tables (T, 1, D / 2) or (B, T, 1, D / 2)."""
    return Rotate.apply(x, cos, sin) if use_fused(x) else rotate_reference(x, cos, sin)  # type: ignore[no-untyped-call]


def rotate_reference(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """As `rotate`, by PyTorch's own operations."""
    a, b = x.chunk(2, dim=-1)  # (B, T, H, D / 2)
    return torch.cat((a * cos - b * sin, a * sin + b * cos), dim=-1)  # (B, T, H, D)


class Rotate(torch.autograd.Function):
    """Backward is the rotation by the opposite angle."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        ctx.save_for_backward(cos, sin)
        return _rotate_half(x, cos, sin, 1)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        cos, sin = ctx.saved_tensors
        return _rotate_half(gradient, cos, sin, -1), None, None


def _rotate_half(x: Tensor, cos: Tensor, sin: Tensor, sign: int) -> Tensor:
    out = torch.empty_like(x)  # (B, T, H, D)
    (a, b), (left, right) = x.chunk(2, dim=-1), out.chunk(2, dim=-1)  # (B, T, H, D / 2)
    torch.mul(a, cos, out=left)
    left.addcmul_(b, sin, value=-sign)
    torch.mul(b, cos, out=right)
    right.addcmul_(a, sin, value=sign)
    return out
