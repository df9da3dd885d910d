"""Weights in a quarter of the space: whole numbers from -127 to 127, and one scale for each row of a matrix.

A row is what makes one output: one number of a query, one hidden unit, one token of the embedding or of the head. Rows
differ in size much more than the numbers within a row, so that a scale for each of them loses little.
"""

from __future__ import annotations

import torch

Tensor = torch.Tensor
LARGEST = 127


def quantize_rows(weight: Tensor) -> tuple[Tensor, Tensor]:
    """A matrix (O, C) as int8 (O, C) and the scale of each row, float32 (O,).

    >>> values, scales = quantize_rows(torch.tensor([[1.0, -0.5], [0.0, 0.0]]))
    >>> values.tolist(), scales.tolist()
    ([[127, -64], [0, 0]], [0.007874015718698502, 0.0])
    """
    scales = weight.float().abs().amax(1) / LARGEST  # (O,)
    divisors = torch.where(scales > 0, scales, 1.0)
    return (weight.float() / divisors[:, None]).round().to(torch.int8), scales


def dequantize_rows(values: Tensor, scales: Tensor) -> Tensor:
    """The matrix (O, C) in float32 that `quantize_rows` stands for.

    >>> dequantize_rows(torch.tensor([[127, -64]], dtype=torch.int8), torch.tensor([0.5]))
    tensor([[ 63.5000, -32.0000]])
    """
    return values.float() * scales[:, None]
