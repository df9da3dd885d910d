"""Muon: momentum, made orthogonal. For the matrices inside the blocks.

A gradient matrix has a few strong directions and many weak ones. Muon gives all of them the same
strength: the update is the momentum with its singular values set to about 1. Matrices of one
shape (a tall one counts as its transpose) lie in one stack, so that a few batched products serve
all of them. torch.optim.Muon is the oracle in the tests; it computes in bfloat16, which many CPUs
cannot do fast.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import torch

from storybot.training_loop.optim.orthogonal import FIVE_STEPS, Coefficients, orthogonalize

Shape = tuple[int, int]


class Muon(torch.optim.Optimizer):
    """One group a stack. The momenta of a stack are one tensor, (N, rows, columns)."""

    def __init__(
        self,
        matrices: Iterable[torch.nn.Parameter],
        lr: float = 0.02,
        momentum: float = 0.95,
        weight_decay: float = 0.0,
        coefficients: Coefficients = FIVE_STEPS,
    ) -> None:
        stacks: dict[Shape, list[torch.nn.Parameter]] = {}
        for matrix in matrices:
            if matrix.ndim != 2:
                raise ValueError(f"Muon takes matrices, not a parameter of shape {tuple(matrix.shape)}")
            stacks.setdefault((min(matrix.shape), max(matrix.shape)), []).append(matrix)
        self.coefficients = coefficients
        defaults = {"lr": lr, "momentum": momentum, "weight_decay": weight_decay}
        super().__init__([{"params": stack} for stack in stacks.values()], defaults)

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> None:  # type: ignore[override]
        for group in self.param_groups:
            self._step_stack(group)

    def own(self, group: dict[str, Any]) -> list[Any]:
        """The matrices of a group whose updates are computed here: all of them. Chapter 6 shares them out."""
        return list(group["params"])

    def exchange(self, group: dict[str, Any], updates: torch.Tensor) -> torch.Tensor:
        """The updates of all matrices of a group, from those of the own ones."""
        return updates

    def _step_stack(self, group: dict[str, Any]) -> None:
        if "stack" not in group:
            self.make_stack(group)
        updates = self.exchange(group, self._updates(group))
        for p, update in zip(group["params"], updates, strict=True):
            rows, columns = p.shape
            p.mul_(1 - group["lr"] * group["weight_decay"])
            p.add_(update.T if rows > columns else update, alpha=-group["lr"] * math.sqrt(max(1, rows / columns)))

    def _updates(self, group: dict[str, Any]) -> torch.Tensor:
        """The momenta of the own matrices, made orthogonal."""
        own, momentum = self.own(group), group["momentum"]
        if not own:
            return group["stack"]  # type: ignore[no-any-return]
        gradients = torch.stack([wide(p.grad) for p in own])
        group["stack"].lerp_(gradients, 1 - momentum)
        return orthogonalize(gradients.lerp_(group["stack"], momentum), self.coefficients)

    def make_stack(self, group: dict[str, Any]) -> None:
        """The momenta of the own matrices, in one piece; each parameter's own is a view of it."""
        params, like = self.own(group), wide(group["params"][0])
        group["stack"] = like.new_zeros((len(params), *like.shape))
        for p, momentum in zip(params, group["stack"], strict=True):
            self.state[p]["momentum"] = momentum.T if p.shape[0] > p.shape[1] else momentum


def wide(matrix: torch.Tensor) -> torch.Tensor:
    """The matrix, or its transpose if it has more rows than columns."""
    return matrix.T if matrix.shape[0] > matrix.shape[1] else matrix
