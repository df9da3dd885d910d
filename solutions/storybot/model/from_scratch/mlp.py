"""The MLP: two matrices with ReLU² between them."""

from __future__ import annotations

from collections.abc import Mapping

import torch


def mlp(
    x: torch.Tensor,
    weights: Mapping[str, torch.Tensor],
) -> torch.Tensor:
    """Work on each position by itself: wider, ReLU², and back.

    `x` is (..., C). `weights` has two matrices: "up.weight", (4 C, C),
    and "down.weight", (C, 4 C). A projection multiplies a vector by the
    transpose of its matrix. Between the two projections each negative
    number becomes 0, and each other one its square.

    The result is (..., C); gradients flow back to `x` and the matrices,
    which stay unchanged.

    >>> up = torch.tensor([[1.0], [-1.0], [2.0], [0.0]])
    >>> down = torch.tensor([[1.0, 1.0, 1.0, 1.0]])
    >>> weights = {"up.weight": up, "down.weight": down}
    >>> mlp(torch.tensor([[3.0], [-2.0]]), weights)
    tensor([[45.],
            [ 4.]])
    """
    wide = (x @ weights["up.weight"].T).clamp(min=0).square()  # (..., 4 C)
    return wide @ weights["down.weight"].T  # (..., C)
