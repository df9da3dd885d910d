"""Where each head looks: the attention weights of every layer, recomputed from what the model gave its attention.

`Attention` never keeps its weights, because PyTorch's fused operation does not return them. Here they are computed
once more, in the open: softmax of the scaled products of rotated and normed queries and keys. What an attention was
given is caught by a hook, so that nothing of the model's forward pass is written twice.

Shapes: L layers, B rows, T positions, H heads of D = C / H.
"""

from __future__ import annotations

import math
from typing import Any

import torch

from storybot.model.attention import ATTENTION_SCALE, Attention, causal_mask
from storybot.model.gpt import GPT
from storybot.model.norm import norm
from storybot.model.rope import rotate

Tensor = torch.Tensor


@torch.no_grad()
def attention_maps(model: GPT, tokens: Tensor) -> Tensor:
    """The attention weights for `tokens` (B, T): (L, B, H, T, T).

    `maps[layer, row, head, t, s]` is how much position `t` takes from position `s`; each line sums to 1.

    >>> from storybot.model import config_for_depth, init_model
    >>> maps = attention_maps(init_model(config_for_depth(2, vocab_size=300, seq_len=16)), torch.tensor([[7, 7, 7]]))
    >>> maps.shape, maps[0, 0, 0, 0].tolist()  # the first position sees only itself
    (torch.Size([2, 1, 2, 3, 3]), [1.0, 0.0, 0.0])
    """
    if tokens.ndim != 2:
        raise ValueError(f"the tokens of several rows, (B, T), are needed, not a tensor of shape {tuple(tokens.shape)}")
    maps: list[Tensor] = []

    def keep_weights(attention: Any, args: tuple[Any, ...]) -> None:
        x, cos, sin = args[:3]
        maps.append(attention_weights(attention, x, cos, sin))  # (B, H, T, T)

    layers = [module for module in model.modules() if isinstance(module, Attention)]
    hooks = [attention.register_forward_pre_hook(keep_weights) for attention in layers]
    try:
        model.forward_hidden(tokens)
    finally:
        for hook in hooks:
            hook.remove()
    return torch.stack(maps)  # (L, B, H, T, T)


def attention_weights(attention: Attention, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """The weights of one layer for what it is given, `x` (B, T, C): (B, H, T, T)."""
    b, t, _ = x.shape
    q = attention.query(x).view(b, t, attention.heads, attention.head_width)  # (B, T, H, D)
    k = attention.key(x).view(b, t, attention.kv_heads, attention.head_width)  # (B, T, G, D)
    q, k = norm(rotate(q, cos, sin)).transpose(1, 2), norm(rotate(k, cos, sin)).transpose(1, 2)  # (B, H or G, T, D)
    k = k.repeat_interleave(attention.heads // attention.kv_heads, dim=1)  # (B, H, T, D)
    scores = q @ k.mT * (ATTENTION_SCALE / attention.head_width)  # (B, H, T, T)
    visible = causal_mask(torch.arange(t, device=x.device), t)  # (T, T)
    return scores.masked_fill(~visible, -math.inf).softmax(-1)


def previous_token_scores(maps: Tensor) -> Tensor:
    """How much of its attention each head gives to the position just before: the mean over all but the first, (L, H).

    >>> previous_token_scores(torch.eye(4).roll(-1, 1)[None, None, None])  # every position looks at the one before
    tensor([[1.]])
    """
    return maps.diagonal(offset=-1, dim1=-2, dim2=-1).mean((1, 3))  # (L, B, H, T - 1) to (L, H)


def induction_scores(maps: Tensor, tokens: Tensor) -> Tensor:
    """How much of its attention each head gives to the token that came after the last occurrence of its own: (L, H).

    The mean is taken over all positions of `tokens` (B, T) whose token has occurred before.

    >>> maps = torch.zeros(1, 1, 1, 4, 4)
    >>> maps[..., 2, 1] = 0.75  # in "a b a c", position 2 looks at what followed the first "a"
    >>> induction_scores(maps, torch.tensor([[5, 6, 5, 7]]))
    tensor([[0.7500]])
    """
    t = tokens.shape[1]
    positions = torch.arange(t, device=tokens.device)
    same = (tokens[:, :, None] == tokens[:, None, :]) & (positions < positions[:, None])  # (B, T, T): equal and earlier
    if not same.any():
        raise ValueError("no token occurs twice in its row, so that there is nothing to look back to")
    after = torch.where(same, positions + 1, 0).amax(-1)  # (B, T): the position after the last occurrence, or 0
    weights = maps.gather(-1, after[None, :, None, :, None].expand(*maps.shape[:-1], 1))[..., 0]  # (L, B, H, T)
    return weights.transpose(1, 2)[..., after > 0].mean(-1)  # (L, H, positions) to (L, H)
