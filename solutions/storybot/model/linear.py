"""The product with a weight matrix, by the faster of the two libraries that PyTorch brings along for it.

PyTorch gives float32 matrix products on a CPU to MKL and convolutions to oneDNN. On an AMD processor with AVX-512 MKL
is the slower one: with two cores and a width of 256 it makes 190 to 230 GFLOP/s, oneDNN mostly 370 to 500, forward and
backward (`benchmarks/LOG.md`). A linear layer is the same as a convolution whose window is one position wide, so
training asks for that one. Nothing changes but the order of the additions.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit
from torch import nn

from storybot.model.norm import use_fused

Tensor = torch.Tensor
MIN_PRODUCT = 1 << 22  # multiplications; below, the start of a convolution costs more than it saves


def linear(x: Tensor, weight: Tensor) -> Tensor:
    """`x` (B, T, C) times the transpose of `weight` (O, C): (B, T, O).

    >>> linear(torch.ones(1, 2, 3), torch.tensor([[1.0, 2.0, 3.0]]))
    tensor([[[6.],
             [6.]]])
    """
    if not use_convolution(x, weight):
        return linear_reference(x, weight)
    # a row is an image of T x 1 pixels with C channels; `permute` changes how the memory is read, and moves nothing
    image = x.contiguous().unsqueeze(2).permute(0, 3, 1, 2)  # (B, C, T, 1)
    result = F.conv2d(image, weight[:, :, None, None])  # (B, O, T, 1)
    return result.permute(0, 2, 3, 1).squeeze(2)  # (B, T, O)


def linear_reference(x: Tensor, weight: Tensor) -> Tensor:
    """As `linear`, by PyTorch's own operation."""
    return F.linear(x, weight)


def use_convolution(x: Tensor, weight: Tensor) -> bool:
    """Whether the convolution is the faster one: for the large products of training, in float32 on a CPU with oneDNN.

    Without gradients lengths differ from call to call, and oneDNN would have to prepare itself for each of them.
    """
    if not (torch.is_grad_enabled() and x.ndim == 3 and use_fused(x) and torch.backends.mkldnn.is_available()):  # type: ignore[no-untyped-call]
        return False
    return x.numel() * len(weight) >= MIN_PRODUCT


class Linear(nn.Linear):
    """A matrix without bias, with the names and the state of torch's own."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(inputs, outputs, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, inputs) to (B, T, outputs)."""
        return linear(x, self.weight)
