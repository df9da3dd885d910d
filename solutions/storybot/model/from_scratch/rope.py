"""Rotary position embedding, with its angles computed on the spot."""

from __future__ import annotations

import torch


def apply_rope(
    x: torch.Tensor,
    positions: torch.Tensor,
    base: float = 10000.0,
) -> torch.Tensor:
    """Rotate each vector by angles that grow with its position.

    `x` is (..., T, D), floats, and D is even. `positions` is (T,), ints:
    the position of each of the T vectors. Numbers i and i + D / 2 of a
    vector are a point (a, b) in the plane, for i from 0 to D / 2 - 1. At
    position p that point is rotated by p * base ** (-2 * i / D) radians,
    counterclockwise: a turn of pi / 2 takes (1, 0) to (0, 1).

    The result has the shape and the dtype of `x`, which stays unchanged;
    gradients flow back to `x`. An odd D, or not as many positions as
    vectors: ValueError.

    >>> x = torch.tensor([[1.0, 0.0], [1.0, 0.0]])
    >>> apply_rope(x, torch.tensor([0, 1]))
    tensor([[1.0000, 0.0000],
            [0.5403, 0.8415]])
    """
    width = x.shape[-1]
    if width % 2:
        raise ValueError(f"the vectors must have an even number of elements, not {width}")
    if len(positions) != x.shape[-2]:
        raise ValueError(f"{x.shape[-2]} vectors need as many positions, not {len(positions)}")
    frequencies = base ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)  # (D / 2,)
    angles = torch.outer(positions.to(torch.float64), frequencies)  # (T, D / 2)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x.chunk(2, dim=-1)  # (..., T, D / 2) each
    return torch.cat((a * cos - b * sin, a * sin + b * cos), dim=-1)  # (..., T, D)
