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

Group = dict[str, Any]  # a parameter group as torch keeps it


class Muon(torch.optim.Optimizer):
    """One parameter group per shape. The momenta of a group are one tensor, a stack of shape (N, rows, columns)."""

    def __init__(
        self,
        matrices: Iterable[torch.nn.Parameter],
        lr: float = 0.02,
        momentum: float = 0.95,
        weight_decay: float = 0.0,
        coefficients: Coefficients = FIVE_STEPS,
    ) -> None:
        groups: dict[tuple[int, int], list[torch.nn.Parameter]] = {}
        for matrix in matrices:
            if matrix.ndim != 2:
                raise ValueError(f"Muon takes matrices, not a parameter of shape {tuple(matrix.shape)}")
            groups.setdefault((min(matrix.shape), max(matrix.shape)), []).append(matrix)
        self.coefficients = coefficients
        self._stacks: dict[torch.Tensor, torch.Tensor] = {}  # of momenta, by the first parameter of their group
        defaults = {"lr": lr, "momentum": momentum, "weight_decay": weight_decay}
        super().__init__([{"params": group} for group in groups.values()], defaults)

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> None:  # type: ignore[override]
        """Update every matrix from its gradient. `closure` is there for torch's signature only."""
        for group in self.param_groups:
            self._step_group(group)

    def owned_params(self, group: Group) -> list[Any]:
        """The matrices of a group whose updates are computed here: all of them. Chapter 6 divides them among ranks."""
        return list(group["params"])

    def all_gather_updates(self, group: Group, updates: torch.Tensor) -> torch.Tensor:
        """The updates of all matrices of a group, (N, rows, columns), from those of the owned ones."""
        return updates

    def _step_group(self, group: Group) -> None:
        if group["params"][0] not in self._stacks:
            self.init_momentum(group)
        updates = self.all_gather_updates(group, self._owned_updates(group))  # (N, rows, columns)
        for p, update in zip(group["params"], updates, strict=True):
            rows, columns = p.shape
            p.mul_(1 - group["lr"] * group["weight_decay"])
            p.add_(update.T if rows > columns else update, alpha=-group["lr"] * math.sqrt(max(1, rows / columns)))

    def _owned_updates(self, group: Group) -> torch.Tensor:
        """Nesterov momentum of the owned matrices, made orthogonal."""
        stack, owned, momentum = self._stacks[group["params"][0]], self.owned_params(group), group["momentum"]
        if not owned:
            return stack  # (0, rows, columns)
        gradients = torch.stack([as_wide(p.grad) for p in owned])  # (N owned, rows, columns)
        stack.lerp_(gradients, 1 - momentum)
        return orthogonalize(gradients.lerp_(stack, momentum), self.coefficients)

    def init_momentum(self, group: Group) -> None:
        """Momenta of 0 for the owned matrices, in one tensor; each parameter's own is a view of it."""
        owned, like = self.owned_params(group), as_wide(group["params"][0])
        stack = like.new_zeros((len(owned), *like.shape))  # (N owned, rows, columns)
        self._stacks[group["params"][0]] = stack
        for p, momentum in zip(owned, stack, strict=True):
            self.state[p]["momentum"] = momentum.T if p.shape[0] > p.shape[1] else momentum


def as_wide(matrix: torch.Tensor) -> torch.Tensor:
    """The matrix, or its transpose if it has more rows than columns."""
    return matrix.T if matrix.shape[0] > matrix.shape[1] else matrix
