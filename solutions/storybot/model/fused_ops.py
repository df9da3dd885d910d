"""Three small operations with their gradients written by hand: norm, rotation, ReLU².

Written plainly, each is a handful of passes over its numbers, and autograd makes as many again. By hand
they need half of them, which is a tenth of a training step of a small model. The plain versions stand
beside them; a compiler makes its own from those.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit

Tensor = torch.Tensor
EPS = torch.finfo(torch.float32).eps


def norm_reference(x: Tensor) -> Tensor:
    """Every vector (the last dimension) divided by the root of its mean square."""
    return F.rms_norm(x, (x.shape[-1],), eps=EPS)


def rotate_reference(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Number i and number i + D / 2 of each vector are a point in the plane, _rotate_half by an angle."""
    a, b = x.chunk(2, dim=-1)
    return torch.cat((a * cos - b * sin, a * sin + b * cos), dim=-1)


def relu_squared_reference(x: Tensor) -> Tensor:
    """Zero below zero, the square above."""
    return torch.relu(x) ** 2


class Norm(torch.autograd.Function):
    """y = r x with r = 1 / root mean square. Backward: r (g - y · mean(g y))."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        width = x.shape[-1]
        r = torch.linalg.vector_norm(x, dim=-1, keepdim=True).square_().div_(width).add_(EPS).rsqrt_()
        y: Tensor = x * r
        ctx.save_for_backward(y, r)
        return y

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        y, r = ctx.saved_tensors
        mean = torch.linalg.vecdot(gradient, y).div_(-y.shape[-1]).unsqueeze(-1)
        return torch.addcmul(gradient, y, mean).mul_(r)


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
    out = torch.empty_like(x)
    (a, b), (left, right) = x.chunk(2, dim=-1), out.chunk(2, dim=-1)
    torch.mul(a, cos, out=left)
    left.addcmul_(b, sin, value=-sign)
    torch.mul(b, cos, out=right)
    right.addcmul_(a, sin, value=sign)
    return out


class ReluSquared(torch.autograd.Function):
    """Keeps relu(x), from which both the result and its derivative 2 relu(x) follow."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        positive = x.clamp_min(0)
        ctx.save_for_backward(positive)
        return positive * positive

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        (positive,) = ctx.saved_tensors
        return torch.addcmul(gradient.new_zeros(()), gradient, positive, value=2)


def norm(x: Tensor) -> Tensor:
    """Every vector divided by the root of its mean square.

    >>> norm(torch.tensor([3.0, 4.0, 0.0, 0.0]))
    tensor([1.2000, 1.6000, 0.0000, 0.0000])
    """
    return Norm.apply(x) if use_fused(x) else norm_reference(x)  # type: ignore[no-untyped-call]


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Turn each head's vector by its place: `x` is (B, T, H, D), the tables are (T, 1, D / 2)."""
    return Rotate.apply(x, cos, sin) if use_fused(x) else rotate_reference(x, cos, sin)  # type: ignore[no-untyped-call]


def relu_squared(x: Tensor) -> Tensor:
    """The square of the positive part.

    >>> relu_squared(torch.tensor([-2.0, 0.0, 3.0]))
    tensor([0., 0., 9.])
    """
    return ReluSquared.apply(x) if use_fused(x) else relu_squared_reference(x)  # type: ignore[no-untyped-call]


def use_fused(x: Tensor) -> bool:
    """Whether the version by hand is the faster one: all in float32 on a CPU, not compiled."""
    if x.device.type != "cpu" or x.dtype != torch.float32:
        return False
    return not (torch.is_autocast_enabled("cpu") or torch.compiler.is_compiling())
