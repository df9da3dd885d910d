"""The loss, written out: how surprised is the model at the token that comes?"""

from __future__ import annotations

import torch


def cross_entropy(scores: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """The mean surprise, in nats, at the targets.

    `scores` is (N, V): one row for each place, any real numbers. `targets`
    is (N,): the token that comes there. Softmax turns a row of scores into
    probabilities; the surprise is minus the logarithm of the target's one.
    Large scores must not overflow: take the largest of a row off first.

    >>> cross_entropy(torch.zeros(2, 4), torch.tensor([0, 3]))
    tensor(1.3863)
    """
    scores = scores - scores.amax(dim=1, keepdim=True)
    log_sums = scores.exp().sum(dim=1).log()
    right = scores[torch.arange(len(targets)), targets]
    return (log_sums - right).mean()
