"""Causal self-attention: the one implementation for training, prefill, scoring and the reference generator.

The fast generator has a second one, for a single new position of every row: `Decoder.step` in
`storybot/evaluation/generation/decoder.py`, with weights packed for it. Whoever changes the scores here (a soft cap,
another scale) changes them there as well; `test_the_decoder_gives_the_models_logits` in
`tests/evaluation/test_generate.py` holds the two equal.

Shapes: B rows, T new positions, S = past + T positions in all, W positions that ask, C the width, H heads of D = C / H,
G key and value heads.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit
from torch import nn

from storybot.model.config import ModelConfig
from storybot.model.kv_cache import KVCache
from storybot.model.linear import Linear
from storybot.model.norm import norm
from storybot.model.rope import rotate

Tensor = torch.Tensor
# The score of a query and a key that point the same way: normed vectors of D numbers have D as their product.
ATTENTION_SCALE = 15.0


def causal_mask(positions: Tensor, length: int) -> Tensor:
    """Which of `length` positions each of `positions` (..., W) sees, itself and those before it: (..., W, length).

    >>> causal_mask(torch.tensor([2, 3, 4]), 5).int()
    tensor([[1, 1, 1, 0, 0],
            [1, 1, 1, 1, 0],
            [1, 1, 1, 1, 1]], dtype=torch.int32)
    """
    return torch.arange(length, device=positions.device) <= positions[..., None]


def select_positions(x: Tensor, positions: Tensor) -> Tensor:
    """The vectors of `x` (B, T, C) at `positions` (B, W) of each row: (B, W, C)."""
    rows = torch.arange(len(x), device=x.device)[:, None]  # (B, 1)
    return x[rows, positions]


class Attention(nn.Module):
    """Each position has a query, a key and a value, and attends to itself and to the positions before it."""

    def __init__(self, config: ModelConfig, layer: int) -> None:
        super().__init__()
        self.layer = layer  # which keys and values of a cache are its own
        self.heads, self.kv_heads, self.head_width = config.heads, config.kv_heads, config.head_width
        kv_width = self.kv_heads * self.head_width
        self.query = Linear(config.width, config.width)
        self.key = Linear(config.width, kv_width)
        self.value = Linear(config.width, kv_width)
        self.output = Linear(config.width, config.width)

    def forward(
        self,
        x: Tensor,
        cos: Tensor,
        sin: Tensor,
        cache: KVCache | None = None,
        mask: Tensor | None = None,
        positions: Tensor | None = None,
    ) -> Tensor:
        """From `x` (B, T, C) what is added to it, (B, T, C).

        With a `cache`, its positions come before those of `x`, whose keys and values are added to it; then `mask`
        (T, S) says which positions each new one sees, and may be left out for a single new one. With `positions`
        (B, W), counted in `x`, only these ask, the result is (B, W, C), and `mask` is (B, 1, W, S).
        """
        (b, t, c), w = x.shape, x.shape[1]
        asking, q_cos, q_sin = x, cos, sin
        if positions is not None:
            w = positions.shape[1]
            asking = select_positions(x, positions)  # (B, W, C)
            q_cos, q_sin = cos[positions], sin[positions]  # (B, W, 1, D / 2)
        q = self.query(asking).view(b, w, self.heads, self.head_width)  # (B, W, H, D)
        k = self.key(x).view(b, t, self.kv_heads, self.head_width)  # (B, T, G, D)
        v = self.value(x).view(b, t, self.kv_heads, self.head_width)  # (B, T, G, D)
        q, k = norm(rotate(q, q_cos, q_sin)), norm(rotate(k, cos, sin))
        q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)  # (B, H, W, D), (B, G, T, D) twice
        if cache is not None:
            k, v = cache.append(self.layer, k, v)  # (B, G, S, D)
        y = F.scaled_dot_product_attention(
            q,
            k,
            v,
            attn_mask=mask,
            is_causal=mask is None and w == k.shape[2],  # without a mask: all positions, or one that sees everything
            scale=ATTENTION_SCALE / self.head_width,
            enable_gqa=self.heads != self.kv_heads,
        )  # (B, H, W, D)
        out: Tensor = self.output(y.transpose(1, 2).reshape(b, w, c))  # (B, W, C)
        return out
