"""With a cache and in pieces: the numbers of `model.hidden` on the whole text."""

from __future__ import annotations

import pytest
import torch

from storybot.model.kv_cache import KVCache, hidden_with_cache


@pytest.mark.parametrize("kv_heads", [1, 2, 4])
@pytest.mark.parametrize("pieces", [[24], [1] * 24, [5, 1, 1, 10, 7], [23, 1]])
def test_pieces_give_the_whole(random_model, kv_heads, pieces):
    model = random_model(seed=kv_heads, kv_heads=kv_heads)
    ids = torch.randint(0, 260, (3, 24), generator=torch.Generator().manual_seed(1))
    cache = KVCache(model.config, rows=3, length=30)
    found = torch.cat([hidden_with_cache(model, piece, cache) for piece in ids.split(pieces, 1)], 1)
    assert cache.filled == 24
    torch.testing.assert_close(found, model.hidden(ids).detach(), rtol=1e-4, atol=1e-5)


def test_rows_share_a_prefix(random_model):
    model = random_model(kv_heads=2)
    prefix, rest = torch.arange(10)[None], torch.randint(0, 260, (4, 7), generator=torch.Generator().manual_seed(2))
    one = KVCache(model.config, 1, 12)
    hidden_with_cache(model, prefix, one)
    found = hidden_with_cache(model, rest, one.expand(4, 20))
    whole = model.hidden(torch.cat([prefix.expand(4, -1), rest], 1)).detach()
    torch.testing.assert_close(found, whole[:, 10:], rtol=1e-4, atol=1e-5)
    assert one.filled == 10
    again = hidden_with_cache(model, rest[:, :2], one.expand(4))  # the first expansion has left the prefix alone
    torch.testing.assert_close(again, whole[:, 10:12], rtol=1e-4, atol=1e-5)


def test_padding_at_the_right_changes_nothing_before_it(random_model):
    model = random_model()
    long, short = torch.arange(10), torch.arange(50, 56)
    one = KVCache(model.config, 1, 32)
    hidden_with_cache(model, torch.tensor([[7, 8, 9]]), one)
    both = torch.stack([long, torch.cat([short, torch.zeros(4, dtype=torch.int64)])])
    found = hidden_with_cache(model, both, one.expand(2))
    alone = hidden_with_cache(model, short[None], one.expand(1))
    torch.testing.assert_close(found[1, :6], alone[0], rtol=1e-4, atol=1e-5)


def test_what_does_not_fit(random_model):
    model = random_model(seq_len=8)
    cache = KVCache(model.config, 2, 6)
    with pytest.raises(ValueError, match="1 rows for a cache of 2"):
        hidden_with_cache(model, torch.zeros(1, 3, dtype=torch.int64), cache)
    with pytest.raises(ValueError, match="9 tokens in a row, but the model sees 8"):
        hidden_with_cache(model, torch.zeros(2, 9, dtype=torch.int64), cache)
    with pytest.raises(ValueError, match="7 tokens in a row, but the cache has room for 6"):
        hidden_with_cache(model, torch.zeros(2, 7, dtype=torch.int64), cache)
    assert cache.filled == 0
    with pytest.raises(ValueError, match="only a cache of one row"):
        cache.expand(3)
    with pytest.raises(ValueError, match="at least 1 row"):
        KVCache(model.config, 0, 6)
