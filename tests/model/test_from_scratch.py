"""The interlude's functions against the package's modules, on the same weights."""

import pytest
import torch

from storybot.model import GPT, ModelConfig, init_model
from storybot.model.attention import ATTENTION_SCALE
from storybot.model.from_scratch import (
    apply_rope,
    causal_attention,
    cross_entropy_gradient,
    gpt_logits,
    mlp,
    multi_head_attention,
    rms_norm,
    rms_norm_gradient,
    select_weights,
    transformer_block,
)
from storybot.model.losses import cross_entropy
from storybot.model.norm import norm
from storybot.model.rope import rotate


@pytest.fixture
def model() -> GPT:
    model = init_model(ModelConfig(97, 32, 3, 48, 4, 4))
    rng = torch.Generator().manual_seed(1)
    for weight in model.parameters():  # no zeros: a new model's blocks do nothing
        torch.nn.init.normal_(weight, std=0.3, generator=rng)
    return model


def test_the_whole_model_is_the_packages(model: GPT) -> None:
    tokens = torch.randint(97, (2, 32))
    ours = gpt_logits(tokens, model.state_dict(), 4)
    assert torch.allclose(ours, model(tokens), atol=1e-4)
    exact = gpt_logits(tokens, {name: weight.double() for name, weight in model.state_dict().items()}, 4)
    model = model.double()
    frequencies = 10_000.0 ** -(torch.arange(0, 12, 2, dtype=torch.float64) / 12)
    angles = torch.outer(torch.arange(32, dtype=torch.float64), frequencies)[:, None]
    assert torch.allclose(model.cos[:32], angles.cos(), atol=1e-5)  # the model's tables are rounded to float32
    model.cos[:32], model.sin[:32] = angles.cos(), angles.sin()
    assert (exact - model(tokens)).abs().max() < 1e-10


def test_the_parts_are_the_packages(model: GPT) -> None:
    x = torch.randn(2, 32, 48)
    assert torch.allclose(rms_norm(x), norm(x), atol=1e-5)
    block, weights = model.blocks[1], select_weights(model.state_dict(), "blocks.1")
    cos, sin = model.cos[:32], model.sin[:32]
    assert torch.allclose(mlp(x, select_weights(weights, "mlp")), block.mlp(x), atol=1e-4)
    ours = multi_head_attention(x, select_weights(weights, "attention"), 4)
    assert torch.allclose(ours, block.attention(x, cos, sin), atol=1e-5)
    assert torch.allclose(transformer_block(x, weights, 4), block(x, cos, sin), atol=1e-4)
    q = torch.randn(2, 32, 4, 12)
    rotated = apply_rope(q.transpose(1, 2), torch.arange(32)).transpose(1, 2)
    assert torch.allclose(rotated, rotate(q, cos, sin), atol=1e-5)
    assert ATTENTION_SCALE == 15  # the number in the contract of multi_head_attention


def test_attention_is_torchs() -> None:
    q, k, v = torch.randn(3, 2, 4, 9, 8, dtype=torch.float64)
    theirs = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.7)
    assert torch.allclose(causal_attention(q, k, v, 0.7), theirs)


def test_the_gradients_by_hand_are_autograds() -> None:
    logits = torch.randn(5, 7, dtype=torch.float64, requires_grad=True)
    targets = torch.randint(7, (5,))
    cross_entropy(logits, targets).backward()
    assert torch.allclose(cross_entropy_gradient(logits.detach(), targets), logits.grad)
    x = torch.randn(3, 4, 6, dtype=torch.float64, requires_grad=True)
    upstream = torch.randn_like(x)
    rms_norm(x).backward(upstream)
    assert torch.allclose(rms_norm_gradient(x.detach(), upstream), x.grad)
