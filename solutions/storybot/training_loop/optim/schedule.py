"""How large the steps are over the run: small pure functions of the step."""

from __future__ import annotations


def lr_multiplier(step: int, steps: int, warmup: int, warmdown: int) -> float:
    """What the learning rate is multiplied by at `step`, counted from 0.

    It rises in `warmup` equal stairs to 1 (the first step is 1 / warmup,
    not 0), stays, and falls over the last `warmdown` steps in equal stairs
    towards 0, which it would reach at step `steps`, after the last one.
    Both may be 0 steps long; they never overlap.

    >>> [lr_multiplier(step, 10, 2, 4) for step in range(10)]
    [0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.75, 0.5, 0.25]
    """
    if step < warmup:
        return (step + 1) / warmup
    if step >= steps - warmdown:
        return (steps - step) / warmdown
    return 1.0


def muon_momentum(step: int, rise: int = 300) -> float:
    """The momentum of Muon: from 0.85 to 0.95 over the first `rise` steps.

    >>> [round(muon_momentum(step), 3) for step in (0, 150, 300, 1000)]
    [0.85, 0.9, 0.95, 0.95]
    """
    return 0.85 + 0.1 * min(1.0, step / rise)
