"""The gradient of the cross-entropy, by hand: what the model said minus what came."""

from __future__ import annotations

import torch


def cross_entropy_gradient(
    logits: torch.Tensor,
    targets: torch.Tensor,
) -> torch.Tensor:
    """How the mean cross-entropy changes with each logit.

    `logits` is (N, V): a row of V floats for each of N >= 1 positions.
    `targets` is (N,): the token that comes there, an int from 0 to V - 1.
    Number (n, i) of the result says how fast the mean surprise at the N
    targets grows when logit i of row n grows.

    The result has the shape and the dtype of `logits`, which stays
    unchanged. It is computed from a formula, without autograd, and is
    right for large logits, too, such as 1000 and -1000. If there are not
    as many targets as rows: ValueError.

    >>> cross_entropy_gradient(torch.zeros(1, 4), torch.tensor([2]))
    tensor([[ 0.2500,  0.2500, -0.7500,  0.2500]])
    >>> cross_entropy_gradient(torch.zeros(2, 2), torch.tensor([0, 1]))
    tensor([[-0.2500,  0.2500],
            [ 0.2500, -0.2500]])
    """
    if len(logits) != len(targets):
        raise ValueError(f"{len(logits)} rows of logits need as many targets, not {len(targets)}")
    exps = (logits - logits.amax(dim=1, keepdim=True)).exp()  # (N, V)
    gradient = exps / exps.sum(dim=1, keepdim=True)  # (N, V): softmax
    gradient[torch.arange(len(targets)), targets] -= 1
    return gradient / len(targets)
