"""RMSNorm and its gradient, step by step."""

from __future__ import annotations

import torch

EPS = 2**-23  # under the root, so that a vector of zeros stays one; float32's own eps, as in the package


def rms_norm(x: torch.Tensor) -> torch.Tensor:
    """Every vector divided by the root of its mean square.

    `x` is (..., C), floats; the vectors lie along the last dimension.
    Before the root is taken, 2 ** -23 is added to the mean square, so
    that a vector of zeros stays one. The result has the shape and the
    dtype of `x`, which stays unchanged; gradients flow back to `x`.

    >>> rms_norm(torch.tensor([3.0, 4.0, 0.0, 0.0]))
    tensor([1.2000, 1.6000, 0.0000, 0.0000])
    >>> rms_norm(torch.tensor([[0.0, 0.0], [100.0, -100.0]]))
    tensor([[ 0.,  0.],
            [ 1., -1.]])
    """
    return x * (x.square().mean(dim=-1, keepdim=True) + EPS).rsqrt()  # (..., C)


def rms_norm_gradient(
    x: torch.Tensor,
    upstream: torch.Tensor,
) -> torch.Tensor:
    """The gradient that RMSNorm passes back to its input.

    `x` is (..., C), the input of `rms_norm`. `upstream`, of the same
    shape, is the gradient of the loss with respect to the output of
    `rms_norm`. The result is the gradient with respect to `x`, of its
    shape and dtype. It is computed from a formula, without autograd; both
    arguments stay unchanged. Different shapes: ValueError.

    >>> x = torch.tensor([3.0, 4.0, 0.0, 0.0])
    >>> rms_norm_gradient(x, torch.tensor([0.0, 0.0, 1.0, 0.0]))
    tensor([0.0000, 0.0000, 0.4000, 0.0000])
    >>> rms_norm_gradient(x, torch.tensor([1.0, 0.0, 0.0, 0.0]))
    tensor([ 0.2560, -0.1920,  0.0000,  0.0000])
    """
    if x.shape != upstream.shape:
        raise ValueError(f"the gradient has the shape {tuple(upstream.shape)}, the input {tuple(x.shape)}")
    r = (x.square().mean(dim=-1, keepdim=True) + EPS).rsqrt()  # (..., 1)
    y = r * x  # (..., C)
    return r * (upstream - y * (upstream * y).mean(dim=-1, keepdim=True))  # (..., C)
