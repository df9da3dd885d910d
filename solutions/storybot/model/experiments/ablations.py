"""The model with one of its parts left out, to see what the part is for. For experiments only.

| without | what is left out |
|---|---|
| "rope" | the rotations: positions do not enter attention, which sees a set of tokens |
| "norm" | the RMSNorm of the residual stream, after the embedding, in the blocks and before the head |
| "qk_norm" | the RMSNorm of queries and keys; the usual scale 1 / sqrt(D) takes the place of 15 / D |
| "residual" | the additions: a part's result replaces the vector |
| "attention", "mlp" | that half of every block, with its parameters |
| "zero_init" | the zeros in the beginning: head and last matrices of a branch begin like all other matrices |

A model without residual connections begins without the zeros as well. With them every vector would be 0 after the
first block, and every gradient too, so that nothing could ever be learned.
"""

from __future__ import annotations

import math
from typing import Any, Literal, get_args

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit
from torch import nn

from storybot.model.attention import Attention
from storybot.model.config import ModelConfig
from storybot.model.gpt import GPT, Block
from storybot.model.norm import norm
from storybot.model.rope import rotate

Tensor = torch.Tensor
Part = Literal["rope", "norm", "qk_norm", "residual", "attention", "mlp", "zero_init"]
PARTS: tuple[Part, ...] = get_args(Part)


class AttentionWithoutQKNorm(Attention):
    """Attention with the queries and keys as they are."""

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, *unused: Any) -> Tensor:
        """(B, T, C) to (B, T, C)."""
        b, t, c = x.shape
        q = self.query(x).view(b, t, self.heads, self.head_width)  # (B, T, H, D)
        k = self.key(x).view(b, t, self.kv_heads, self.head_width)  # (B, T, G, D)
        v = self.value(x).view(b, t, self.kv_heads, self.head_width)  # (B, T, G, D)
        q, k, v = rotate(q, cos, sin).transpose(1, 2), rotate(k, cos, sin).transpose(1, 2), v.transpose(1, 2)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)  # (B, H, T, D)
        return self.output(y.transpose(1, 2).reshape(b, t, c))  # type: ignore[no-any-return]


class AblatedBlock(Block):
    """A block without one of its parts."""

    def __init__(self, config: ModelConfig, layer: int, without: Part | None) -> None:
        super().__init__(config, layer)
        self.without = without
        if without == "qk_norm":
            self.attention = AttentionWithoutQKNorm(config, layer)
        if without in ("attention", "mlp"):
            delattr(self, without)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, *unused: Any) -> Tensor:
        """(B, T, C) to (B, T, C)."""
        if self.without != "attention":
            x = self._add(x, self.attention(self._norm(x), cos, sin))
        if self.without != "mlp":
            x = self._add(x, self.mlp(self._norm(x)))
        return x

    def _norm(self, x: Tensor) -> Tensor:
        return x if self.without == "norm" else norm(x)

    def _add(self, x: Tensor, change: Tensor) -> Tensor:
        return change if self.without == "residual" else x + change


class AblatedGPT(GPT):
    """A GPT without one of its parts; without None it is the whole model, to the bit."""

    def __init__(self, config: ModelConfig, without: Part | None) -> None:
        super().__init__(config)
        self.without = without
        self.blocks = nn.ModuleList([AblatedBlock(config, layer, without) for layer in range(config.depth)])

    def init_weights(self, seed: int = 0) -> None:
        """As in GPT, with what the missing part changes."""
        super().init_weights(seed)
        if self.without == "rope":
            self.cos.fill_(1.0)
            self.sin.zero_()
        if self.without in ("zero_init", "residual"):
            fill_zeros(self, seed)

    def forward_hidden(self, inputs: Tensor, cache: Any = None, positions: Tensor | None = None) -> Tensor:
        """(B, T) to (B, T, C), for training only."""
        if cache is not None or positions is not None:
            raise ValueError("a model with a missing part is for training only: it has no cache and no positions")
        t = inputs.shape[1]
        normed = (lambda x: x) if self.without == "norm" else norm
        x = normed(self.embedding(inputs))  # (B, T, C)
        for block in self.blocks:
            x = block(x, self.cos[:t], self.sin[:t])  # (B, T, C)
        return normed(x)


def fill_zeros(model: GPT, seed: int = 0, head_std: float | None = None) -> None:
    """Give the matrices that begin at zero an ordinary beginning: a standard deviation of 1 / sqrt(inputs).

    `head_std` is another standard deviation for the head.

    >>> from storybot.model import config_for_depth, init_model
    >>> model = init_model(config_for_depth(2, vocab_size=300, seq_len=16))
    >>> fill_zeros(model)
    >>> f"{model.head.weight.std():.2f} {model.blocks[0].mlp.down.weight.std():.2f}"
    '0.09 0.04'
    """
    rng = torch.Generator(device=model.head.weight.device).manual_seed(seed + 1)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if name == "head.weight" or name.endswith(("output.weight", "down.weight")):
                std = head_std if name == "head.weight" and head_std is not None else 1 / math.sqrt(weight.shape[1])
                weight.normal_(std=std, generator=rng)


def ablated_model(config: ModelConfig, without: Part | None = None, seed: int = 0) -> AblatedGPT:
    """A new model without one part, or the whole one.

    >>> from storybot.model import config_for_depth
    >>> f"{ablated_model(config_for_depth(2, vocab_size=1024, seq_len=16), without='mlp').num_parameters():,}"
    '393,216'
    """
    if without is not None and without not in PARTS:
        raise ValueError(f"a part that can be left out is one of {', '.join(PARTS)}, not {without!r}")
    model = AblatedGPT(config, without)
    model.init_weights(seed)
    return model
