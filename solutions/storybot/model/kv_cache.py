"""The KV cache: keys and values of the positions that were seen, so that none is computed twice.

A position attends to itself and to the positions before it, so nothing that comes later changes its key and its value.
`cached_attention` is the idea in one head and one step. `KVCache` is the memory: `forward_hidden(new_tokens, cache)`
gives the vectors that `forward_hidden(all_tokens)` of a `GPT` gives for the new tokens.
"""

from __future__ import annotations

import math

import torch

from storybot.model.config import ModelConfig

Tensor = torch.Tensor


def cached_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    keys: torch.Tensor,
    values: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """One new position attends to itself and to all positions before it.

    `query`, `key` and `value` are the new position's vectors, (D,).
    `keys` and `values` are those of the t positions before it, (t, D); t
    may be 0. All are of one float type, which the results keep. A key's
    score is its dot product with the query, divided by the root of D; it
    may be large. The answer is the mean of the values of all t + 1
    positions, weighted by the softmax of the scores. Gives the answer,
    (D,), and the keys and values with the new ones as last rows,
    (t + 1, D); the tensors that were given stay as they are.

    >>> one, none = torch.tensor([1.0, 0.0]), torch.zeros(0, 2)
    >>> cached_attention(one, one, torch.tensor([3.0, 4.0]), none, none)
    (tensor([3., 4.]), tensor([[1., 0.]]), tensor([[3., 4.]]))
    """
    keys = torch.cat([keys, key[None]])  # (t + 1, D)
    values = torch.cat([values, value[None]])  # (t + 1, D)
    scores = keys @ query / math.sqrt(len(query))  # (t + 1,)
    return torch.softmax(scores, 0) @ values, keys, values


class KVCache:
    """Room for `capacity` positions in each of `rows` texts, of which the first `length_used` are filled.

    `keys` and `values` have one tensor (rows, kv_heads, capacity, head_width) for each layer. All rows go on at the
    same position. Rows of different lengths are padded at the right: no position looks ahead, so the padding changes
    nothing before it.

    >>> from storybot.model.config import config_for_depth
    >>> cache = KVCache(config_for_depth(2, vocab_size=300, seq_len=16), rows=3, capacity=16)
    >>> len(cache.keys), tuple(cache.keys[0].shape), cache.length_used
    (2, (3, 2, 16, 64), 0)
    """

    def __init__(
        self,
        config: ModelConfig,
        rows: int,
        capacity: int,
        device: str | torch.device = "cpu",
        dtype: torch.dtype = torch.float32,
    ) -> None:
        if rows < 1 or capacity < 1:
            raise ValueError(f"a cache needs at least 1 row and 1 position, not {rows} and {capacity}")
        self.config, self.rows, self.capacity, self.length_used = config, rows, capacity, 0
        shape = (config.depth, rows, config.kv_heads, capacity, config.head_width)
        self.keys = torch.empty(shape, device=device, dtype=dtype).unbind()  # depth times (B, G, capacity, D)
        self.values = torch.empty(shape, device=device, dtype=dtype).unbind()

    def check_room(self, rows: int, t: int) -> None:
        """Raise a ValueError if `t` more positions of `rows` rows do not fit."""
        if rows != self.rows:
            raise ValueError(f"{rows} rows for a cache of {self.rows}")
        if self.length_used + t > self.capacity:
            raise ValueError(f"{self.length_used + t} tokens in a row, but the cache has room for {self.capacity}")

    def append(self, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """Write a layer's new keys and values, (B, G, T, D) each, behind the old; gives all of them, (B, G, S, D).

        `length_used` stays: it grows once all layers have written (`advance`).
        """
        past, end = self.length_used, self.length_used + k.shape[2]
        keys, values = self.keys[layer][:, :, :end], self.values[layer][:, :, :end]
        keys[:, :, past:] = k
        values[:, :, past:] = v
        return keys, values

    def advance(self, t: int) -> None:
        """Count the `t` positions that all layers have appended."""
        self.length_used += t

    def expand(self, rows: int, capacity: int | None = None) -> KVCache:
        """A new cache of `rows` rows that all begin with what this cache of one row holds."""
        if self.rows != 1:
            raise ValueError(f"only a cache of one row can be expanded, and this one has {self.rows}")
        wide = KVCache(self.config, rows, capacity or self.capacity, self.keys[0].device, self.keys[0].dtype)
        if self.length_used > wide.capacity:
            raise ValueError(f"{self.length_used} positions are filled, which {wide.capacity} cannot hold")
        for mine, new in zip(self.keys + self.values, wide.keys + wide.values, strict=True):
            new[:, :, : self.length_used] = mine[:, :, : self.length_used]
        wide.length_used = self.length_used
        return wide
