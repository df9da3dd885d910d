"""Random weights for the exercises that take them under their names, and how a message writes such a call."""

from __future__ import annotations

import torch

from storybot.check.exercise import Arguments
from storybot.check.formatting import format_value
from storybot.model.exercises.inputs import random_tensor

Weights = dict[str, torch.Tensor]


def attention_weights(seed: int, width: int, dtype: torch.dtype = torch.float64) -> Weights:
    """Four matrices, (C, C) each."""
    names = ["query", "key", "value", "output"]
    matrices = random_tensor(seed, len(names), width, width, dtype=dtype) / width**0.5  # (4, C, C)
    return {f"{name}.weight": matrix.clone() for name, matrix in zip(names, matrices, strict=True)}


def mlp_weights(seed: int, width: int, dtype: torch.dtype = torch.float64) -> Weights:
    """Two matrices, (4 C, C) and (C, 4 C)."""
    up = random_tensor(seed, 4 * width, width, dtype=dtype) / width**0.5
    return {"up.weight": up, "down.weight": random_tensor(seed + 1, width, 4 * width, dtype=dtype) / width**0.5}


def block_weights(seed: int, width: int, dtype: torch.dtype = torch.float64) -> Weights:
    """The six matrices of a block.

    >>> list(block_weights(0, 2))[::5]
    ['attention.query.weight', 'mlp.down.weight']
    """
    parts = {"attention": attention_weights(seed, width, dtype), "mlp": mlp_weights(seed + 100, width, dtype)}
    return {f"{part}.{name}": weight for part, weights in parts.items() for name, weight in weights.items()}


def model_weights(seed: int, vocab: int, width: int, depth: int, dtype: torch.dtype = torch.float64) -> Weights:
    """All matrices of a model."""
    weights = {"embedding.weight": random_tensor(seed, vocab, width, dtype=dtype)}
    for layer in range(depth):
        block = block_weights(seed + 1000 * (layer + 1), width, dtype)
        weights |= {f"blocks.{layer}.{name}": weight for name, weight in block.items()}
    return weights | {"head.weight": random_tensor(seed + 1, vocab, width, dtype=dtype)}


def describe_call(name: str, arguments: Arguments) -> str:
    """The weights in a line of their own, so that what is before and behind them can be seen.

    >>> print(describe_call("mlp", (torch.ones(1), {"up.weight": torch.zeros(1)})))
    weights = {'up.weight': tensor([0.])}
    mlp(tensor([1.]), weights)
    """
    first, weights, *rest = arguments
    call = ", ".join([format_value(first), "weights", *map(format_value, rest)])
    return f"weights = {format_value(weights)}\n{name}({call})"
