"""Newton–Schulz: make the singular values of a matrix nearly 1, with nothing but matrix products.

`newton_schulz` is the clear version, one matrix at a time. `orthogonalize` is the one that Muon
uses: many matrices of one shape at once.
"""

from __future__ import annotations

import torch

A, B, C = 3.4445, -4.7750, 2.0315  # x → A x + B x³ + C x⁵ drives every x in (0, 1] towards 1, the small ones fast
Coefficients = tuple[tuple[float, float, float], ...]  # one triple a step
FIVE_STEPS: Coefficients = ((A, B, C),) * 5
# The best three steps for singular values from 0.01 to 1: each brings what the one before leaves as near to 1 as an
# odd polynomial of degree 5 can, which ends between 0.73 and 1.27. (The five steps above end between 0.68 and 1.13.)
THREE_STEPS: Coefficients = ((8.0195, -22.9987, 16.8990), (3.6414, -2.7254, 0.5369), (2.6684, -1.9829, 0.4533))


def newton_schulz(matrix: torch.Tensor, steps: int = 5) -> torch.Tensor:
    """A matrix with the same directions, whose singular values are near 1.

    Divide the matrix X by its norm (the root of the sum of all squares, plus
    1e-7), so that no singular value is above 1. Then, `steps` times:
    S = X X^T, and X becomes A X + (B S + C S S) X. A matrix with more rows
    than columns is transposed first, and the result transposed back.

    >>> result = newton_schulz(torch.tensor([[3.0, 0.0], [0.0, -1.0]]))
    >>> [round(float(x), 2) for x in result.diagonal()]
    [0.75, -1.13]
    """
    tall = matrix.shape[0] > matrix.shape[1]
    x: torch.Tensor = matrix.T if tall else matrix
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        s = x @ x.T
        x = A * x + (B * s + C * s @ s) @ x
    return x.T if tall else x


def orthogonalize(matrices: torch.Tensor, coefficients: Coefficients = FIVE_STEPS) -> torch.Tensor:
    """Newton–Schulz for a stack of wide (or square) matrices, (N, rows, columns), rows ≤ columns.

    One triple of coefficients a step. Overwrites nothing that it was given.
    """
    x: torch.Tensor = matrices / (matrices.flatten(1).norm(dim=1)[:, None, None] + 1e-7)
    for a, b, c in coefficients:
        s = torch.bmm(x, x.mT)
        x = torch.baddbmm(x, torch.baddbmm(s, s, s, beta=b, alpha=c), x, beta=a)
    return x
