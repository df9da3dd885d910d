"""The KV cache: keys and values of the places that were seen, so that none is computed twice.

A place looks back at the places before it and at nothing else, so what they answered never changes.
`hidden_with_cache` takes the new tokens only; the old ones are in the cache. It gives the numbers of
`model.hidden` on the whole text, which is the clear version, in pieces of any size.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit

from storybot.model.config import ModelConfig
from storybot.model.fused_ops import norm, rotate
from storybot.model.gpt import ATTENTION_SCALE, GPT, Attention

Tensor = torch.Tensor


class KVCache:
    """Room for `length` places in each of `rows` texts, of which the first `filled` are used.

    `keys` and `values` have one tensor (rows, kv_heads, length, head_width) for each layer.

    >>> from storybot.model.config import config_for_depth
    >>> cache = KVCache(config_for_depth(2, vocab_size=300, seq_len=16), rows=3, length=16)
    >>> len(cache.keys), tuple(cache.keys[0].shape), cache.filled
    (2, (3, 2, 16, 64), 0)
    """

    def __init__(
        self,
        config: ModelConfig,
        rows: int,
        length: int,
        device: str | torch.device = "cpu",
        dtype: torch.dtype = torch.float32,
    ) -> None:
        if rows < 1 or length < 1:
            raise ValueError(f"a cache needs at least 1 row and 1 place, not {rows} and {length}")
        self.config, self.rows, self.length, self.filled = config, rows, length, 0
        shape = (config.depth, rows, config.kv_heads, length, config.head_width)
        self.keys = torch.empty(shape, device=device, dtype=dtype).unbind()
        self.values = torch.empty(shape, device=device, dtype=dtype).unbind()

    def expand(self, rows: int, length: int | None = None) -> KVCache:
        """A new cache of so many rows that all begin with what this cache of one row holds."""
        if self.rows != 1:
            raise ValueError(f"only a cache of one row can be expanded, and this one has {self.rows}")
        wide = KVCache(self.config, rows, length or self.length, self.keys[0].device, self.keys[0].dtype)
        if self.filled > wide.length:
            raise ValueError(f"{self.filled} places are filled, which {wide.length} cannot hold")
        for mine, new in zip(self.keys + self.values, wide.keys + wide.values, strict=True):
            new[:, :, : self.filled] = mine[:, :, : self.filled]
        wide.filled = self.filled
        return wide


@torch.no_grad()
def hidden_with_cache(model: GPT, ids: Tensor, cache: KVCache) -> Tensor:
    """The vectors before the head for the new tokens `ids` (B, t), which the cache takes in: (B, t, C).

    All rows go on at the same place. Rows of different lengths are padded at the right: no place looks ahead,
    so the padding changes nothing before it.
    """
    old, (rows, t) = cache.filled, ids.shape
    if rows != cache.rows:
        raise ValueError(f"{rows} rows for a cache of {cache.rows}")
    if old + t > model.config.seq_len:
        raise ValueError(f"{old + t} tokens in a row, but the model sees {model.config.seq_len} at most")
    if old + t > cache.length:
        raise ValueError(f"{old + t} tokens in a row, but the cache has room for {cache.length}")
    cos, sin = model.cos[old : old + t], model.sin[old : old + t]
    mask = seen(old, t, ids.device) if old and t > 1 else None
    x = norm(model.embedding(ids))
    for layer, block in enumerate(model.blocks):
        x = x + attend(block.attention, norm(x), cos, sin, cache, layer, mask)  # type: ignore[arg-type]
        x = x + block.network(norm(x))  # type: ignore[operator]
    cache.filled = old + t
    return norm(x)


def seen(old: int, t: int, device: torch.device) -> Tensor:
    """Which of `old + t` places each of the last `t` sees: (t, old + t).

    >>> seen(2, 3, torch.device("cpu")).int()
    tensor([[1, 1, 1, 0, 0],
            [1, 1, 1, 1, 0],
            [1, 1, 1, 1, 1]], dtype=torch.int32)
    """
    return torch.ones(t, old + t, dtype=torch.bool, device=device).tril(old)


def attend(
    attention: Attention, x: Tensor, cos: Tensor, sin: Tensor, cache: KVCache, layer: int, mask: Tensor | None
) -> Tensor:
    """As `attention(x, cos, sin)`, with the places of the cache before those of `x`."""
    b, t, c = x.shape
    old, width = cache.filled, attention.head_width
    q = norm(rotate(attention.query(x).view(b, t, attention.heads, width), cos, sin))
    k = norm(rotate(attention.key(x).view(b, t, attention.kv_heads, width), cos, sin))
    v = attention.value(x).view(b, t, attention.kv_heads, width)
    keys, values = cache.keys[layer][:, :, : old + t], cache.values[layer][:, :, : old + t]
    keys[:, :, old:] = k.transpose(1, 2)
    values[:, :, old:] = v.transpose(1, 2)
    y = F.scaled_dot_product_attention(
        q.transpose(1, 2), keys, values, attn_mask=mask, is_causal=not old, scale=ATTENTION_SCALE / width,
        enable_gqa=attention.heads != attention.kv_heads,
    )  # fmt: skip
    answer: Tensor = attention.output(y.transpose(1, 2).reshape(b, t, c))
    return answer
