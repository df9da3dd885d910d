"""One step of training as a function by itself: gradients of all micro-steps, clipped, then the optimizer.

`loop.py` does the same with everything that a long run needs beside it (precision, several processes, the log).
"""

from __future__ import annotations

from collections.abc import Sequence

import torch


def train_step(
    model: torch.nn.Module,
    batches: Sequence[tuple[torch.Tensor, torch.Tensor]],
    optimizer: torch.optim.Optimizer,
    max_norm: float,
) -> float:
    """One step of training; the mean loss of its micro-steps.

    `batches` has the (inputs, targets) of each micro-step, all of one
    size; no batch at all: ValueError. model(inputs, targets) is the mean
    loss of a batch. The gradient of the step is that of the mean loss of
    all batches; what earlier backward passes have left in the
    parameters does not count. If its norm, taken over all parameters
    together, is above `max_norm`, it is scaled down to that norm.
    Then the optimizer makes one step.

    The result is a float: the mean loss before the update.

    >>> from storybot.training_loop import config_for_depth, init_model
    >>> model = init_model(config_for_depth(1, vocab_size=4, seq_len=2))
    >>> optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    >>> batch = torch.tensor([[0, 1]]), torch.tensor([[1, 2]])
    >>> losses = []
    >>> for _ in range(3):
    ...     losses.append(train_step(model, [batch] * 2, optimizer, 0.5))
    >>> [f"{loss:.2f}" for loss in losses]
    ['1.39', '1.15', '0.93']
    """
    if not batches:
        raise ValueError("a step needs at least one batch")
    optimizer.zero_grad()
    mean = 0.0
    for inputs, targets in batches:
        loss = model(inputs, targets) / len(batches)  # ()
        loss.backward()
        mean += loss.item()
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return mean
