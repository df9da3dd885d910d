"""The attention maps against the model's own attention, and the scores that name a head."""

from __future__ import annotations

import pytest
import torch

from storybot.model.attention import Attention
from storybot.model.attention_maps import attention_maps, attention_weights, induction_scores, previous_token_scores
from storybot.model.config import ModelConfig
from storybot.model.gpt import GPT, init_model


def random_model(heads: int, kv_heads: int) -> GPT:
    model = init_model(ModelConfig(vocab_size=40, seq_len=12, depth=3, width=32, heads=heads, kv_heads=kv_heads))
    rng = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for weight in model.parameters():
            weight.normal_(std=0.3, generator=rng)
    return model


@pytest.mark.parametrize(("heads", "kv_heads"), [(1, 1), (4, 4), (4, 2), (4, 1)])
def test_the_weights_reproduce_what_attention_gives(heads: int, kv_heads: int) -> None:
    """Values averaged with the weights, through the output projection, are the layer's own result."""
    model = random_model(heads, kv_heads)
    tokens = torch.randint(40, (2, 9), generator=torch.Generator().manual_seed(2))
    given: list[tuple[Attention, torch.Tensor, torch.Tensor]] = []
    for module in model.modules():
        if isinstance(module, Attention):
            module.register_forward_hook(lambda layer, args, out: given.append((layer, args[0], out)))
    maps = attention_maps(model, tokens)
    assert maps.shape == (3, 2, heads, 9, 9)
    assert len(given) == 3
    for weights, (layer, x, wanted) in zip(maps, given, strict=True):
        v = layer.value(x).view(2, 9, kv_heads, -1).transpose(1, 2)  # (B, G, T, D)
        y = weights @ v.repeat_interleave(heads // kv_heads, dim=1)  # (B, H, T, D)
        got = layer.output(y.transpose(1, 2).reshape(2, 9, 32))
        assert (got - wanted).abs().max() < 1e-5


def test_maps_are_causal_and_sum_to_one_and_leave_no_hook() -> None:
    model = random_model(2, 2)
    maps = attention_maps(model, torch.arange(10)[None])
    assert torch.allclose(maps.sum(-1), torch.ones(()))
    assert maps.triu(1).abs().max() == 0
    assert not any(module._forward_pre_hooks for module in model.modules())
    with pytest.raises(ValueError, match="at most"):
        attention_maps(model, torch.zeros(1, 13, dtype=torch.int64))
    assert not any(module._forward_pre_hooks for module in model.modules()), "not after an error either"
    with pytest.raises(ValueError, match=r"\(B, T\)"):
        attention_maps(model, torch.arange(10))


def test_a_later_token_does_not_change_the_weights_before_it() -> None:
    model = random_model(4, 2)
    tokens = torch.arange(10)[None]
    changed = tokens.clone()
    changed[0, 7:] = 39
    before, after = attention_maps(model, tokens), attention_maps(model, changed)
    assert torch.allclose(before[..., :7, :7], after[..., :7, :7], atol=1e-6)
    assert not torch.allclose(before[..., 7:, :], after[..., 7:, :], atol=1e-3)


def test_weights_of_one_layer_need_no_model() -> None:
    model = random_model(2, 2)
    attention = model.blocks[0].attention
    x = torch.randn(1, 5, 32, generator=torch.Generator().manual_seed(0))
    assert isinstance(attention, Attention)
    with torch.no_grad():
        weights = attention_weights(attention, x, model.cos[:5], model.sin[:5])
    assert weights.shape == (1, 2, 5, 5)


def scores_by_loops(maps: torch.Tensor, tokens: list[list[int]]) -> list[float]:
    """The mean of previous-token and of induction weights of layer 0, head 0."""
    previous, induction = [], []
    for b, row in enumerate(tokens):
        for t in range(1, len(row)):
            previous.append(maps[0, b, 0, t, t - 1].item())
            earlier = [s for s in range(t) if row[s] == row[t]]
            if earlier:
                induction.append(maps[0, b, 0, t, earlier[-1] + 1].item())
    return [sum(previous) / len(previous), sum(induction) / len(induction)]


def test_scores_are_the_written_out_ones() -> None:
    rows = [[3, 1, 3, 1, 5, 3], [2, 2, 4, 0, 4, 2]]
    tokens = torch.tensor(rows)
    maps = torch.rand(1, 2, 1, 6, 6, generator=torch.Generator().manual_seed(0)).tril()
    got = [previous_token_scores(maps).item(), induction_scores(maps, tokens).item()]
    assert got == pytest.approx(scores_by_loops(maps, rows), abs=1e-6)
    with pytest.raises(ValueError, match="occurs twice"):
        induction_scores(maps[:, :1], torch.arange(6)[None])
