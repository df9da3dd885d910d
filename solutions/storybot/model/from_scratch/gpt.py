"""The block and the whole model, assembled from the parts."""

from __future__ import annotations

from collections.abc import Mapping

import torch

from storybot.model.from_scratch.attention import multi_head_attention
from storybot.model.from_scratch.mlp import mlp
from storybot.model.from_scratch.rms_norm import rms_norm


def select_weights(weights: Mapping[str, torch.Tensor], prefix: str) -> dict[str, torch.Tensor]:
    """The weights whose name begins with `prefix` and a dot, under the rest of their name.

    >>> select_weights({"mlp.up.weight": torch.ones(1), "head.weight": torch.ones(1)}, "mlp")
    {'up.weight': tensor([1.])}
    """
    start = prefix + "."
    return {name.removeprefix(start): weight for name, weight in weights.items() if name.startswith(start)}


def transformer_block(
    x: torch.Tensor,
    weights: Mapping[str, torch.Tensor],
    heads: int,
) -> torch.Tensor:
    """One block: attention, then the MLP, each on a residual connection.

    `x` is (B, T, C). `weights` has the six matrices of a block under
    names such as "attention.query.weight" and "mlp.up.weight". Attention
    reads the normed vectors, and what it computes is added to the vectors
    as they were before the norm. The MLP does the same with the result.

    The result is (B, T, C); `x` stays unchanged.

    >>> names = [f"attention.{n}" for n in ("query", "key", "value")]
    >>> names += ["attention.output", "mlp.up", "mlp.down"]
    >>> zero = {name + ".weight": torch.zeros(2, 2) for name in names}
    >>> transformer_block(torch.tensor([[[3.0, 4.0]]]), zero, 1)
    tensor([[[3., 4.]]])
    """
    x = x + multi_head_attention(rms_norm(x), select_weights(weights, "attention"), heads)
    return x + mlp(rms_norm(x), select_weights(weights, "mlp"))


def gpt_logits(
    tokens: torch.Tensor,
    weights: Mapping[str, torch.Tensor],
    heads: int,
) -> torch.Tensor:
    """The logits of the whole model.

    `tokens` is (B, T): ints from 0 to V - 1. `weights` has all matrices:
    "embedding.weight", (V, C), then those of each block under names such
    as "blocks.0.attention.query.weight", and "head.weight", (V, C). There
    are as many blocks as `weights` has, from 0 on, and at least one.

    The vectors of the tokens are normed, go through the blocks in order,
    are normed again, and the head gives the logits: (B, T, V). No block
    in `weights`: ValueError.

    >>> zero = torch.zeros(3, 2)
    >>> weights = {"embedding.weight": zero, "head.weight": zero}
    >>> gpt_logits(torch.tensor([[0, 1]]), weights, 1)
    Traceback (most recent call last):
        ...
    ValueError: there is no block in the weights
    """
    depth = len({name.split(".")[1] for name in weights if name.startswith("blocks.")})
    if depth == 0:
        raise ValueError("there is no block in the weights")
    x = rms_norm(weights["embedding.weight"][tokens])  # (B, T, C)
    for layer in range(depth):
        x = transformer_block(x, select_weights(weights, f"blocks.{layer}"), heads)  # (B, T, C)
    return rms_norm(x) @ weights["head.weight"].T  # (B, T, V)
