"""Inputs that several exercises of the interlude share, and the call of a function whose gradients are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from hypothesis import strategies as st

from storybot.check.formatting import format_tensor

SMALL = st.integers(-8, 8).map(lambda n: n / 2)
DTYPES = st.sampled_from([torch.float32, torch.float64])


@st.composite
def tensors(draw: st.DrawFn, shape: tuple[int, ...], dtype: torch.dtype = torch.float64) -> torch.Tensor:
    """A tensor of small numbers, all of them halves."""
    n = torch.Size(shape).numel()
    return torch.tensor(draw(st.lists(SMALL, min_size=n, max_size=n)), dtype=dtype).view(shape)


def random_tensor(seed: int, *shape: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    """Normally distributed numbers, always the same for a seed.

    >>> random_tensor(0, 2, 3).shape
    torch.Size([2, 3])
    """
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64).to(dtype)


@dataclass(frozen=True)
class WithGradients:
    """A result, and what `backward` leaves in the arguments; None where no gradient comes back."""

    result: Any
    gradients: list[torch.Tensor] | None

    def __repr__(self) -> str:
        gradients = "None" if self.gradients is None else ", ".join(map(format_tensor, self.gradients))
        return f"{format_tensor(self.result)}, gradients: {gradients}"


def with_gradients(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call the function as a training step does: its float tensors come from a computation, and `backward` follows.

    The gradients are those of the arguments in order, and in a dict of weights of each of them; what comes from above
    differs from number to number of the result. A function that changes its arguments is found by that, as always.

    >>> with_gradients(torch.square, torch.tensor([1.0, 3.0]))
    tensor([1., 9.]), gradients: tensor([1., 6.])
    """
    leaves: list[torch.Tensor] = []
    given = tuple(_lend(argument, leaves) for argument in arguments)
    result = function(*given)
    for argument, lent in zip(arguments, given, strict=True):
        _take_back(argument, lent)
    if not isinstance(result, torch.Tensor):
        return result
    gradients = None
    if result.requires_grad:
        above = torch.arange(1, result.numel() + 1, dtype=result.dtype).view(result.shape) / result.numel()
        try:
            (result * above).sum().backward()
            gradients = [torch.zeros_like(leaf) if leaf.grad is None else leaf.grad for leaf in leaves]
        except RuntimeError:  # something that backward needs has been overwritten
            pass
    return WithGradients(result.detach(), gradients)


def _lend(argument: Any, leaves: list[torch.Tensor]) -> Any:
    """What the function gets: a float tensor is a copy of a leaf, which is kept in `leaves`."""
    if isinstance(argument, dict):
        return {name: _lend(value, leaves) for name, value in argument.items()}
    if not isinstance(argument, torch.Tensor) or not argument.is_floating_point():
        return argument
    leaves.append(argument.clone().requires_grad_())
    return leaves[-1].clone()


def _take_back(argument: Any, lent: Any) -> None:
    """Make the argument what the function left of the lent one."""
    if isinstance(argument, dict):
        for name in argument.keys() & lent.keys():
            _take_back(argument[name], lent[name])
        for name in argument.keys() - lent.keys():
            del argument[name]
    elif isinstance(argument, torch.Tensor) and argument is not lent:
        argument.data = lent.detach()


def without_autograd(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call the function where autograd does not work: for exercises that ask for a formula."""
    with torch.inference_mode():
        return function(*arguments)
