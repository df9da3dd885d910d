"""The loss, written out: how surprised is the model at the token that comes?"""

from __future__ import annotations

import torch


def cross_entropy(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """The mean surprise, in nats, at the targets.

    `logits` is (N, V): one row for each place, any real numbers. `targets`
    is (N,): the token that comes there. Softmax turns a row of logits into
    probabilities; the surprise is minus the logarithm of the target's one.
    Large logits must not overflow: subtract the largest of a row first.

    >>> cross_entropy(torch.zeros(2, 4), torch.tensor([0, 3]))
    tensor(1.3863)
    """
    logits = logits - logits.amax(dim=1, keepdim=True)
    log_sums = logits.exp().sum(dim=1).log()
    right = logits[torch.arange(len(targets)), targets]
    return (log_sums - right).mean()
