"""RMSNorm without parameters: every vector divided by the root of its mean square.

Written with PyTorch's operations it is several passes over the numbers, and autograd makes as many again. `Norm` has
its gradient written by hand and needs half of them. Together with the fused operations of `rope` and `mlp` that is a
tenth of a training step of a small model. The `*_reference` versions stand beside them; torch.compile fuses those.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit

Tensor = torch.Tensor
EPS = torch.finfo(torch.float32).eps


def norm(x: Tensor) -> Tensor:
    """Every vector (the last dimension) divided by the root of its mean square.

    >>> norm(torch.tensor([3.0, 4.0, 0.0, 0.0]))
    tensor([1.2000, 1.6000, 0.0000, 0.0000])
    """
    return Norm.apply(x) if use_fused(x) else norm_reference(x)  # type: ignore[no-untyped-call]


def norm_reference(x: Tensor) -> Tensor:
    """As `norm`, by PyTorch's own operation."""
    return F.rms_norm(x, (x.shape[-1],), eps=EPS)  # (..., C)


class Norm(torch.autograd.Function):
    """y = r x with r = 1 / root mean square. Backward: r (g - y · mean(g y))."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        width = x.shape[-1]
        r = torch.linalg.vector_norm(x, dim=-1, keepdim=True).square_().div_(width).add_(EPS).rsqrt_()  # (..., 1)
        y: Tensor = x * r  # (..., C)
        ctx.save_for_backward(y, r)
        return y

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        y, r = ctx.saved_tensors
        mean = torch.linalg.vecdot(gradient, y).div_(-y.shape[-1]).unsqueeze(-1)  # (..., 1)
        return torch.addcmul(gradient, y, mean).mul_(r)  # (..., C)


def use_fused(x: Tensor) -> bool:
    """Whether a gradient written by hand is the faster one: in float32 on a CPU, not compiled."""
    return is_cpu_float32(x) and not torch.compiler.is_compiling()


def is_cpu_float32(x: Tensor) -> bool:
    """Whether operations on `x` are computed in float32 on a CPU."""
    return x.device.type == "cpu" and x.dtype == torch.float32 and not torch.is_autocast_enabled("cpu")
