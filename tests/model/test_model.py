"""The model against its parts written out with loops, and the promises it makes."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch

from storybot.model.config import ModelConfig, config_for_depth
from storybot.model.gpt import GPT, init_model, meta_model
from storybot.model.linear import linear, linear_operation, linear_reference, use_convolution
from storybot.model.losses import chunked_cross_entropy, chunked_cross_entropy_reference, loss_operation
from storybot.model.mlp import ReluSquared, relu_squared_reference
from storybot.model.norm import Norm, norm, norm_reference
from storybot.model.rope import Rotate, rotate, rotate_reference
from storybot.training_loop.budget import compute_optimal
from tests.model.reference_model import attention_by_loops, linear_by_loops, norm_by_loops, rotate_by_loops


def random_weights(config: ModelConfig) -> GPT:
    """A model in which nothing is zero."""
    model = init_model(config)
    torch.manual_seed(1)
    with torch.no_grad():
        for weight in model.parameters():
            weight.normal_(std=0.3)
    return model


def test_norm_and_rotation_are_the_written_out_ones() -> None:
    model = init_model(ModelConfig(10, 6, 1, 8, 1, 1))
    x = torch.randn(6, 8, generator=torch.Generator().manual_seed(0))
    rotated = rotate(x[None, :, None], model.cos, model.sin)[0, :, 0]
    for position in range(6):
        assert norm(x[position]).tolist() == pytest.approx(norm_by_loops(x[position].tolist()), abs=1e-5)
        assert rotated[position].tolist() == pytest.approx(rotate_by_loops(x[position].tolist(), position), abs=1e-5)


@pytest.mark.parametrize(("heads", "kv_heads"), [(1, 1), (4, 4), (4, 2), (4, 1)])
def test_the_whole_model_is_the_written_out_one(heads: int, kv_heads: int) -> None:
    config = ModelConfig(vocab_size=11, seq_len=5, depth=2, width=16, heads=heads, kv_heads=kv_heads)
    model = random_weights(config)
    ids = [3, 1, 4, 1, 5]
    matrix: Any = {name: weight.tolist() for name, weight in model.named_parameters()}
    d = config.head_width
    x = [norm_by_loops(matrix["embedding.weight"][i]) for i in ids]
    for layer in range(config.depth):
        at = f"blocks.{layer}."
        normed = [norm_by_loops(v) for v in x]
        projected = {
            k: [linear_by_loops(matrix[f"{at}attention.{k}.weight"], v) for v in normed]
            for k in ("query", "key", "value")
        }
        concatenated: list[list[float]] = [[] for _ in ids]
        for head in range(heads):
            own, shared = slice(head * d, head * d + d), (head * kv_heads // heads) * d
            other = slice(shared, shared + d)
            queries = [norm_by_loops(rotate_by_loops(v[own], t)) for t, v in enumerate(projected["query"])]
            keys = [norm_by_loops(rotate_by_loops(v[other], t)) for t, v in enumerate(projected["key"])]
            answers = attention_by_loops(queries, keys, [v[other] for v in projected["value"]])
            for t, answer in enumerate(answers):
                concatenated[t] += answer
        for t, v in enumerate(concatenated):
            x[t] = [
                a + b for a, b in zip(x[t], linear_by_loops(matrix[f"{at}attention.output.weight"], v), strict=True)
            ]
            wide = [max(0.0, a) ** 2 for a in linear_by_loops(matrix[f"{at}mlp.up.weight"], norm_by_loops(x[t]))]
            x[t] = [a + b for a, b in zip(x[t], linear_by_loops(matrix[f"{at}mlp.down.weight"], wide), strict=True)]
    for t, scores in enumerate(model(torch.tensor([ids]))[0].tolist()):
        assert scores == pytest.approx(linear_by_loops(matrix["head.weight"], norm_by_loops(x[t])), rel=1e-3, abs=1e-3)


def test_a_position_does_not_see_what_comes_after_it() -> None:
    model = random_weights(config_for_depth(1, 50, 12))
    ids = torch.arange(12)[None]
    changed = ids.clone()
    changed[0, 8:] = 49
    before, after = model(ids), model(changed)
    assert torch.equal(before[0, :8], after[0, :8])
    assert not torch.equal(before[0, 8:], after[0, 8:])


def test_the_first_loss_is_ln_v() -> None:
    model = init_model(config_for_depth(2, 777, 16))
    ids = torch.randint(777, (2, 16))
    assert model(ids, ids).item() == pytest.approx(math.log(777), abs=1e-5)


def test_the_same_seed_gives_the_same_model() -> None:
    config = config_for_depth(1, 300, 16)
    models = [init_model(config, seed=seed) for seed in (5, 5, 6)]
    first, second, other = (model.blocks[0].mlp.up.weight for model in models)  # type: ignore[union-attr]
    assert torch.equal(first, second)
    assert not torch.equal(first, other)


def test_the_meta_device_takes_no_memory_and_the_numbers_are_counted() -> None:
    big = meta_model(config_for_depth(20, 65536, 2048))
    assert all(weight.is_meta for weight in big.parameters())
    assert big.num_parameters() == compute_optimal(4e19, 65536, 2048)[1] == 560_988_160
    matrices = 560_988_160 - 65536 * 1280
    assert big.flops_per_token() == 6 * matrices + 12 * 20 * 1280 * 2048


def test_grouped_heads_have_fewer_parameters() -> None:
    full, grouped = (meta_model(config_for_depth(4, 300, 16, kv_heads=n)) for n in (4, 1))
    assert full.num_parameters() - grouped.num_parameters() == 4 * 2 * 256 * (256 - 64)


@pytest.mark.parametrize("rows", [1, 7, 64, 300])
def test_the_chunked_loss_is_the_reference(rows: int) -> None:
    torch.manual_seed(rows)
    x, head = torch.randn(rows, 8, requires_grad=True), torch.randn(5000, 8, requires_grad=True)
    targets = torch.randint(5000, (rows,))
    mine = chunked_cross_entropy(x, head, targets)
    (mine * 3).backward()
    gradients = x.grad, head.grad
    x.grad = head.grad = None
    clear = chunked_cross_entropy_reference(x, head, targets)
    (clear * 3).backward()
    assert mine.grad_fn is not None
    assert "storybot_chunked_cross_entropy" in mine.grad_fn.name(), "the fast path was taken"
    assert mine.item() == pytest.approx(clear.item(), rel=1e-5)
    for got, wanted in zip(gradients, (x.grad, head.grad), strict=True):
        assert got is not None
        assert wanted is not None
        assert torch.allclose(got, wanted, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(("rows", "inputs", "outputs"), [(4, 64, 256), (1, 256, 64), (3, 100, 300)])
def test_the_convolution_is_the_matrix_product(rows: int, inputs: int, outputs: int) -> None:
    torch.manual_seed(rows)
    x, weight = torch.randn(rows, 256, inputs, requires_grad=True), torch.randn(outputs, inputs, requires_grad=True)
    above = torch.randn(rows, 256, outputs)
    assert use_convolution(x, weight), "the fast path was taken"
    results = []
    for function in (linear, linear_reference):
        value = function(x, weight)
        results.append((value, *torch.autograd.grad(value, (x, weight), above)))
    for got, wanted in zip(*results, strict=True):
        assert got.shape == wanted.shape
        assert got.is_contiguous()
        assert torch.allclose(got, wanted, rtol=1e-4, atol=1e-3)


def test_small_products_and_those_without_gradients_are_torchs_own() -> None:
    x, weight = torch.randn(4, 256, 64), torch.randn(256, 64)
    assert use_convolution(x, weight)
    assert not use_convolution(x[:, :1], weight)
    assert not use_convolution(x.double(), weight.double())
    with torch.no_grad():
        assert not use_convolution(x, weight)


def test_a_traced_model_computes_the_same_by_the_same_operations() -> None:
    """torch.compile without its slow last stage: what is traced, and what the gradients are."""
    from torch._dynamo.testing import EagerAndRecordGraphs

    model = init_model(config_for_depth(2, 1024, 64))
    with torch.no_grad():
        model.head.weight.normal_(generator=torch.Generator().manual_seed(0))
    inputs, targets = torch.randint(1024, (2, 4, 64), generator=torch.Generator().manual_seed(1))
    results, recorder = [], EagerAndRecordGraphs()
    for forward in (model, torch.compile(model, backend=recorder)):
        loss = forward(inputs, targets)
        loss.backward()
        results.append([loss.detach(), *(weight.grad for weight in model.parameters())])
        model.zero_grad(set_to_none=True)
    for mine, traced in zip(*results, strict=True):
        torch.testing.assert_close(traced, mine, rtol=1e-4, atol=1e-5)
    (graph,) = recorder.graphs
    calls = [str(node.target) for node in graph.graph.nodes if "storybot" in str(node.target)]
    assert calls.count("storybot.linear.default") == 2 * 6
    assert calls.count("storybot.chunked_cross_entropy.default") == 1


def test_our_operations_are_registered_as_torch_wants() -> None:
    x, weight = torch.randn(2, 8, 4, requires_grad=True), torch.randn(6, 4, requires_grad=True)
    tests = ("test_schema", "test_autograd_registration", "test_faketensor")
    torch.library.opcheck(linear_operation, (x, weight), test_utils=tests)
    flat, targets = torch.randn(16, 4, requires_grad=True), torch.randint(6, (16,))
    torch.library.opcheck(loss_operation, (flat, weight, targets), test_utils=tests)


def test_huge_scores_do_not_overflow() -> None:
    x, head = torch.full((2, 4), 1e4, requires_grad=True), torch.randn(9, 4, requires_grad=True)
    assert math.isfinite(chunked_cross_entropy(x, head, torch.tensor([0, 1])).item())


def test_gradients_by_hand_are_those_of_autograd() -> None:
    rng = torch.Generator().manual_seed(3)
    x, above = torch.randn(2, 2, 5, 3, 8, dtype=torch.float64, generator=rng)
    angles = torch.randn(5, 1, 4, dtype=torch.float64, generator=rng)
    tables = angles.cos(), angles.sin()
    for by_hand, plain in (
        (Norm.apply, norm_reference),
        (ReluSquared.apply, relu_squared_reference),
        (lambda x: Rotate.apply(x, *tables), lambda x: rotate_reference(x, *tables)),
    ):
        results = []
        for function in (by_hand, plain):
            given = x.clone().requires_grad_()
            value = function(given)  # type: ignore[operator]
            results.append((value, *torch.autograd.grad(value, given, above)))
        for got, wanted in zip(*results, strict=True):
            assert torch.allclose(got, wanted, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ((0, 8, 1, 64, 2, 2), "vocab_size must be at least 1"),
        ((9, 8, 1, 64, 3, 3), "3 heads do not divide a width of 64"),
        ((9, 8, 1, 6, 2, 2), "even width"),
        ((9, 8, 1, 64, 4, 3), "3 key and value heads cannot be shared by 4"),
    ],
)
def test_shapes_that_do_not_fit_are_named(values: tuple[int, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ModelConfig(*values)


def test_too_long_a_row_is_refused() -> None:
    model = init_model(config_for_depth(1, 300, 16))
    with pytest.raises(ValueError, match="17 tokens in a row, but the model sees 16 at most"):
        model(torch.zeros(1, 17, dtype=torch.int64))
