"""The exercise on the cache against attention over the whole text at once."""

from __future__ import annotations

import pytest
import torch

from storybot.evaluation.one_step import cached_attention


@pytest.mark.parametrize(("t", "d"), [(1, 2), (5, 3), (12, 8)])
def test_step_by_step_is_the_whole_at_once(t, d):
    queries, keys, values = torch.randn(3, t, d, generator=torch.Generator().manual_seed(t))
    whole = torch.nn.functional.scaled_dot_product_attention(queries[None], keys[None], values[None], is_causal=True)[0]
    seen = torch.zeros(0, d), torch.zeros(0, d)
    for place in range(t):
        answer, *seen = cached_attention(queries[place], keys[place], values[place], *seen)
        torch.testing.assert_close(answer, whole[place], rtol=1e-4, atol=1e-5)
    assert torch.equal(seen[0], keys)
    assert torch.equal(seen[1], values)
