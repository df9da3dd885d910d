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
from torch.nn.grad import conv2d_weight

from storybot.model.norm import is_cpu_float32

Tensor = torch.Tensor
HAS_ONEDNN = bool(torch.backends.mkldnn.is_available())  # type: ignore[no-untyped-call]
MIN_PRODUCT = 1 << 22  # multiplications; below, the start of a convolution costs more than it saves


def linear(x: Tensor, weight: Tensor) -> Tensor:
    """`x` (B, T, C) times the transpose of `weight` (O, C): (B, T, O).

    >>> linear(torch.ones(1, 2, 3), torch.tensor([[1.0, 2.0, 3.0]]))
    tensor([[[6.],
             [6.]]])
    """
    if not use_convolution(x, weight):
        return linear_reference(x, weight)
    if torch.compiler.is_compiling():
        return linear_operation(x, weight)  # type: ignore[no-any-return]
    return convolve(x, weight)


def linear_reference(x: Tensor, weight: Tensor) -> Tensor:
    """As `linear`, by PyTorch's own operation."""
    return F.linear(x, weight)


def use_convolution(x: Tensor, weight: Tensor) -> bool:
    """Whether the convolution is the faster one: for the large products of training, in float32 on a CPU with oneDNN.

    Without gradients lengths differ from call to call, and oneDNN would have to prepare itself for each of them.
    """
    return torch.is_grad_enabled() and x.ndim == 3 and is_cpu_float32(x) and is_large_product(x, weight)


def is_large_product(x: Tensor, weight: Tensor) -> bool:
    """Whether a product is large enough to be worth the start of a convolution, and oneDNN is there for it."""
    return HAS_ONEDNN and x.numel() * len(weight) >= MIN_PRODUCT


def convolve(x: Tensor, weight: Tensor) -> Tensor:
    """As `linear`, by oneDNN, whatever the size."""
    return as_rows(F.conv2d(as_image(x), weight[:, :, None, None]))


def convolve_gradients(gradient: Tensor, x: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    """From the gradient of `convolve`'s result, (B, T, O), those of `x` and of `weight`."""
    images, weights = (as_image(gradient), as_image(x)), weight[:, :, None, None]
    options = ([1, 1], [0, 0], [1, 1], False, [0, 0], 1)  # stride, padding, dilation, transposed, its padding, groups
    dx, dweight, _ = torch.ops.aten.convolution_backward(*images, weights, None, *options, [True, True, False])
    return as_rows(dx), dweight[:, :, 0, 0]  # (B, T, C), (O, C)


def convolve_gram(x: Tensor) -> Tensor:
    """The dot products of all columns of `x` (1, T, C) with each other, (C, C), by oneDNN.

    It is the gradient of a convolution's weights, where `x` is both what went in and what comes from above.

    >>> convolve_gram(torch.tensor([[[1.0, 2.0], [3.0, 4.0]]]))
    tensor([[10., 14.],
            [14., 20.]])
    """
    image, width = as_image(x), x.shape[-1]
    gram: Tensor = conv2d_weight(image, torch.Size((width, width, 1, 1)), image)  # type: ignore[no-untyped-call]
    return gram[:, :, 0, 0]


def as_image(x: Tensor) -> Tensor:
    """Rows (B, T, C) as images of T × 1 pixels with C channels, (B, C, T, 1).

    `permute` changes how the memory is read, and moves nothing.
    """
    return x.contiguous().unsqueeze(2).permute(0, 3, 1, 2)


def as_rows(image: Tensor) -> Tensor:
    """Images (B, C, T, 1) as rows (B, T, C)."""
    return image.permute(0, 2, 3, 1).squeeze(2)


# torch.compile would turn a convolution back into one with copies around it; an operation of our own it leaves alone.


@torch.library.custom_op("storybot::linear", mutates_args=())
def linear_operation(x: Tensor, weight: Tensor) -> Tensor:
    """`convolve` as one operation of a compiled graph."""
    return convolve(x, weight)


@torch.library.custom_op("storybot::linear_gradients", mutates_args=())
def linear_gradients_operation(gradient: Tensor, x: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    """`convolve_gradients` as one operation of a compiled graph."""
    dx, dweight = convolve_gradients(gradient, x, weight)
    return dx, dweight.contiguous()


@linear_operation.register_fake
def _(x: Tensor, weight: Tensor) -> Tensor:
    return x.new_empty((*x.shape[:-1], weight.shape[0]))


@linear_gradients_operation.register_fake
def _(gradient: Tensor, x: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    return x.new_empty(x.shape), weight.new_empty(weight.shape)


linear_operation.register_autograd(
    lambda ctx, gradient: linear_gradients_operation(gradient, *ctx.saved_tensors),
    setup_context=lambda ctx, inputs, output: ctx.save_for_backward(*inputs),
)


class Linear(nn.Linear):
    """A matrix without bias, with the names and the state of torch's own."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(inputs, outputs, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, inputs) to (B, T, outputs)."""
        return linear(x, self.weight)
