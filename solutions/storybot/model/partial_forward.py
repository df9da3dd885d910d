"""The vectors before the head at a few places only: what is scored of a row is often its last word.

Every place needs the layers below the last. In the last layer the keys and values of every place are needed, and
the rest at those places alone that somebody asks for: in a model of four layers a fifth of the work is saved.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit

from storybot.model.fused_ops import norm, rotate
from storybot.model.gpt import ATTENTION_SCALE, GPT, Attention, Block
from storybot.model.kv_cache import KVCache, attend, seen

Tensor = torch.Tensor


@torch.no_grad()
def hidden_at_positions(model: GPT, ids: Tensor, places: Tensor, cache: KVCache) -> Tensor:
    """`hidden_with_cache(model, ids, cache)` at the `places` (B, w) of each row, counted in `ids`: (B, w, C).

    Without places (w = 0) the cache takes the tokens in, and that is all.
    """
    old, t = cache.filled, ids.shape[1]
    cos, sin = model.cos[old : old + t], model.sin[old : old + t]
    mask = seen(old, t, ids.device) if old and t > 1 else None
    *blocks, last = model.blocks
    x = norm(model.embedding(ids))
    for layer, block in enumerate(blocks):
        x = x + attend(block.attention, norm(x), cos, sin, cache, layer, mask)  # type: ignore[arg-type]
        x = x + block.network(norm(x))  # type: ignore[operator]
    x = _last_block(last, x, cos, sin, places, cache)  # type: ignore[arg-type]
    cache.filled = old + t
    return norm(x)


def _last_block(block: Block, x: Tensor, cos: Tensor, sin: Tensor, places: Tensor, cache: KVCache) -> Tensor:
    """As the block with a cache, but only at `places`."""
    attention: Attention = block.attention
    (b, t, c), w = x.shape, places.shape[1]
    old, width = cache.filled, attention.head_width
    y = norm(x)
    keys, values = cache.keys[-1][:, :, : old + t], cache.values[-1][:, :, : old + t]
    k = attention.key(y).view(b, t, attention.kv_heads, width)
    keys[:, :, old:] = norm(rotate(k, cos, sin)).transpose(1, 2)
    values[:, :, old:] = attention.value(y).view(b, t, attention.kv_heads, width).transpose(1, 2)
    if not w:
        return x[:, :0]
    rows = torch.arange(b, device=x.device)[:, None]
    q = attention.query(y[rows, places]).view(b, w, attention.heads, width)
    q = norm(rotate(q, cos[places], sin[places])).transpose(1, 2)
    mask = torch.arange(old + t, device=x.device) <= old + places[:, None, :, None]
    answers = F.scaled_dot_product_attention(
        q, keys, values, attn_mask=mask, scale=ATTENTION_SCALE / width, enable_gqa=attention.heads != attention.kv_heads
    )
    x = x[rows, places] + attention.output(answers.transpose(1, 2).reshape(b, w, c))
    return x + block.network(norm(x))  # type: ignore[no-any-return]
