"""The exercise on the cache against attention over the whole text at once."""

from __future__ import annotations

import pytest
import torch

from storybot.model.kv_cache import cached_attention


@pytest.mark.parametrize(("t", "d"), [(1, 2), (5, 3), (12, 8)])
def test_step_by_step_is_the_whole_at_once(t: int, d: int) -> None:
    queries, keys, values = torch.randn(3, t, d, generator=torch.Generator().manual_seed(t))
    whole = torch.nn.functional.scaled_dot_product_attention(queries[None], keys[None], values[None], is_causal=True)[0]
    cache = torch.zeros(0, d), torch.zeros(0, d)
    for position in range(t):
        answer, *cache = cached_attention(queries[position], keys[position], values[position], *cache)
        torch.testing.assert_close(answer, whole[position], rtol=1e-4, atol=1e-5)
    assert torch.equal(cache[0], keys)
    assert torch.equal(cache[1], values)
