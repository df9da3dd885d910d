"""`GPT.forward_hidden` with a cache, in chunks, and at some positions only: the vectors of the whole text at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import torch

from storybot.model.gpt import GPT
from storybot.model.kv_cache import KVCache

Make = Callable[..., GPT]


@pytest.fixture(autouse=True)
def no_gradients() -> Iterator[None]:
    with torch.no_grad():
        yield


@pytest.mark.parametrize("kv_heads", [1, 2, 4])
@pytest.mark.parametrize("chunks", [[24], [1] * 24, [5, 1, 1, 10, 7], [23, 1]])
def test_chunks_give_the_whole(random_model: Make, kv_heads: int, chunks: list[int]) -> None:
    model = random_model(seed=kv_heads, kv_heads=kv_heads)
    ids = torch.randint(0, 260, (3, 24), generator=torch.Generator().manual_seed(1))
    cache = KVCache(model.config, rows=3, capacity=30)
    found = torch.cat([model.forward_hidden(chunk, cache) for chunk in ids.split(chunks, 1)], 1)
    assert cache.length_used == 24
    torch.testing.assert_close(found, model.forward_hidden(ids), rtol=1e-4, atol=1e-5)


def test_rows_share_a_prefix(random_model: Make) -> None:
    model = random_model()
    prefix, rest = torch.arange(10)[None], torch.randint(0, 260, (4, 7), generator=torch.Generator().manual_seed(2))
    one = KVCache(model.config, 1, 12)
    model.forward_hidden(prefix, one)
    found = model.forward_hidden(rest, one.expand(4, 20))
    whole = model.forward_hidden(torch.cat([prefix.expand(4, -1), rest], 1))
    torch.testing.assert_close(found, whole[:, 10:], rtol=1e-4, atol=1e-5)
    assert one.length_used == 10
    again = model.forward_hidden(rest[:, :2], one.expand(4))  # the first expansion has left the prefix alone
    torch.testing.assert_close(again, whole[:, 10:12], rtol=1e-4, atol=1e-5)


def test_padding_at_the_right_changes_nothing_before_it(random_model: Make) -> None:
    model = random_model()
    long, short = torch.arange(10), torch.arange(50, 56)
    one = KVCache(model.config, 1, 32)
    model.forward_hidden(torch.tensor([[7, 8, 9]]), one)
    both = torch.stack([long, torch.cat([short, torch.zeros(4, dtype=torch.int64)])])
    found = model.forward_hidden(both, one.expand(2))
    alone = model.forward_hidden(short[None], one.expand(1))
    torch.testing.assert_close(found[1, :6], alone[0], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("kv_heads", [4, 2])
@pytest.mark.parametrize("past", [0, 10])
def test_positions_give_the_vectors_at_those_positions(random_model: Make, kv_heads: int, past: int) -> None:
    model = random_model(kv_heads=kv_heads)
    ids = torch.randint(260, (3, 20), generator=torch.Generator().manual_seed(1))
    positions = torch.tensor([[0, 4], [9, 9], [3, 8]])
    cache = KVCache(model.config, 3, 20)
    if past:
        none = model.forward_hidden(ids[:, :past], cache, positions[:, :0])
        assert none.shape == (3, 0, model.config.width)
    found = model.forward_hidden(ids[:, past:], cache, positions)
    whole = model.forward_hidden(ids)[:, past:]
    torch.testing.assert_close(found, whole[torch.arange(3)[:, None], positions])
    again = KVCache(model.config, 3, 20)
    model.forward_hidden(ids, again)
    torch.testing.assert_close(torch.stack(cache.keys), torch.stack(again.keys))
    torch.testing.assert_close(torch.stack(cache.values), torch.stack(again.values))


def test_positions_need_no_cache(random_model: Make) -> None:
    model, positions = random_model(), torch.tensor([[5, 0], [7, 7]])
    ids = torch.randint(260, (2, 8), generator=torch.Generator().manual_seed(3))
    found = model.forward_hidden(ids, positions=positions)
    torch.testing.assert_close(found, model.forward_hidden(ids)[torch.arange(2)[:, None], positions])


def test_what_does_not_fit(random_model: Make) -> None:
    model = random_model(seq_len=8)
    cache = KVCache(model.config, 2, 6)
    with pytest.raises(ValueError, match="1 rows for a cache of 2"):
        model.forward_hidden(torch.zeros(1, 3, dtype=torch.int64), cache)
    with pytest.raises(ValueError, match="9 tokens in a row, but the model sees 8"):
        model.forward_hidden(torch.zeros(2, 9, dtype=torch.int64), cache)
    with pytest.raises(ValueError, match="7 tokens in a row, but the cache has room for 6"):
        model.forward_hidden(torch.zeros(2, 7, dtype=torch.int64), cache)
    assert cache.length_used == 0
    with pytest.raises(ValueError, match="only a cache of one row"):
        cache.expand(3)
    with pytest.raises(ValueError, match="at least 1 row"):
        KVCache(model.config, 0, 6)
    model.forward_hidden(torch.zeros(2, 6, dtype=torch.int64), cache)
    with pytest.raises(ValueError, match="7 tokens in a row, but the cache has room for 6"):
        model.forward_hidden(torch.zeros(2, 1, dtype=torch.int64), cache)


def test_a_cache_with_gradients_on_is_refused(random_model: Make) -> None:
    model = random_model()
    with torch.enable_grad(), pytest.raises(ValueError, match=r"torch\.no_grad"):
        model.forward_hidden(torch.zeros(1, 3, dtype=torch.int64), KVCache(model.config, 1, 6))
