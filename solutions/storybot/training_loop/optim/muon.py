"""Muon: momentum, made orthogonal. For the matrices inside the blocks.

A gradient matrix has a few strong directions and many weak ones. Muon gives all of them the same
strength: the update is the momentum with its singular values set to about 1. Matrices of one
shape (a wide one counts as its transpose) lie in one stack, so that a few batched products serve
all of them; large ones go through oneDNN one by one, which is faster on some processors (see
`model/linear.py`). torch.optim.Muon is the oracle in the tests; it computes in bfloat16, which many
CPUs cannot do fast.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import torch

from storybot.model.linear import HAS_ONEDNN, convolve, convolve_gram
from storybot.model.norm import use_fused

A, B, C = 3.4445, -4.7750, 2.0315  # x → A x + B x³ + C x⁵ drives every x in (0, 1] towards 1, the small ones fast
Coefficients = tuple[tuple[float, float, float], ...]  # one triple a step
FIVE_STEPS: Coefficients = ((A, B, C),) * 5
# The best three steps for singular values from 0.01 to 1: each brings what the one before leaves as near to 1 as an
# odd polynomial of degree 5 can, which ends between 0.73 and 1.27. (The five steps above end between 0.68 and 1.13.)
THREE_STEPS: Coefficients = ((8.0195, -22.9987, 16.8990), (3.6414, -2.7254, 0.5369), (2.6684, -1.9829, 0.4533))

LARGE = 256  # columns; for smaller matrices the start of each product costs more than oneDNN saves


def newton_schulz(matrix: torch.Tensor, steps: int = 5) -> torch.Tensor:
    """A matrix with the same directions, and singular values near 1.

    First the matrix is divided by its norm, which is the root of the sum
    of all its squares; 1e-7 is added to the norm, so that a matrix of
    zeros stays one. Then each singular value x becomes
    A x + B x^3 + C x^5, and that `steps` times (0 or more).

    The result has the shape and the dtype of `matrix`, which stays
    unchanged. A matrix with thousands of rows and few columns must not
    take longer than its transpose.

    >>> result = newton_schulz(torch.tensor([[3.0, 0.0], [0.0, -1.0]]))
    >>> [round(float(x), 2) for x in result.diagonal()]
    [0.75, -1.13]
    """
    tall = matrix.shape[0] > matrix.shape[1]
    x: torch.Tensor = matrix.T if tall else matrix  # the shorter side first: s is as small as it can be
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        s = x @ x.T
        x = A * x + (B * s + C * s @ s) @ x
    return x.T if tall else x


def orthogonalize(matrices: torch.Tensor, coefficients: Coefficients = FIVE_STEPS) -> torch.Tensor:
    """Newton–Schulz for a stack of tall (or square) matrices, (N, rows, columns), rows ≥ columns.

    One triple of coefficients a step. Overwrites nothing that it was given.
    """
    x: torch.Tensor = matrices / (matrices.flatten(1).norm(dim=1)[:, None, None] + 1e-7)
    if x.shape[2] >= LARGE and use_fused(x) and HAS_ONEDNN:
        return torch.stack([_orthogonalize_large(one, coefficients) for one in x])
    for a, b, c in coefficients:
        s = torch.bmm(x.mT, x)  # (N, columns, columns)
        x = torch.baddbmm(x, x, torch.baddbmm(s, s, s, beta=b, alpha=c), beta=a)
    return x


def _orthogonalize_large(x: torch.Tensor, coefficients: Coefficients) -> torch.Tensor:
    """As `orthogonalize`, for one matrix (rows, columns) of norm 1, by oneDNN."""
    for a, b, c in coefficients:
        s = convolve_gram(x[None])  # (columns, columns), symmetric
        p = convolve(s[None], s)[0].mul_(c).add_(s, alpha=b)  # symmetric as well, so it is its own transpose
        p.diagonal().add_(a)
        x = convolve(x[None], p)[0]  # (rows, columns)
    return x


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
            groups.setdefault((max(matrix.shape), min(matrix.shape)), []).append(matrix)
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
            if group["weight_decay"]:
                p.mul_(1 - group["lr"] * group["weight_decay"])
            p.add_(update.T if rows < columns else update, alpha=-group["lr"] * math.sqrt(max(1, rows / columns)))

    def _owned_updates(self, group: Group) -> torch.Tensor:
        """Nesterov momentum of the owned matrices, made orthogonal."""
        stack, owned, momentum = self._stacks[group["params"][0]], self.owned_params(group), group["momentum"]
        if not owned:
            return stack  # (0, rows, columns)
        gradients = torch.stack([as_tall(p.grad) for p in owned])  # (N owned, rows, columns)
        stack.lerp_(gradients, 1 - momentum)
        return orthogonalize(gradients.lerp_(stack, momentum), self.coefficients)

    def init_momentum(self, group: Group) -> None:
        """Momenta of 0 for the owned matrices, in one tensor; each parameter's own is a view of it."""
        owned, like = self.owned_params(group), as_tall(group["params"][0])
        stack = like.new_zeros((len(owned), *like.shape))  # (N owned, rows, columns)
        self._stacks[group["params"][0]] = stack
        for p, momentum in zip(owned, stack, strict=True):
            self.state[p]["momentum"] = momentum.T if p.shape[0] < p.shape[1] else momentum


def as_tall(matrix: torch.Tensor) -> torch.Tensor:
    """The matrix, or its transpose if it has more columns than rows."""
    return matrix.T if matrix.shape[0] < matrix.shape[1] else matrix
