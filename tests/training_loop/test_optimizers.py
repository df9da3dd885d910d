"""The optimizers against torch's own and against the written-out versions."""

from __future__ import annotations

import pytest
import torch

from storybot.model.config import config_for_depth
from storybot.model.gpt import init_model
from storybot.training_loop.optim.adamw import adamw_step
from storybot.training_loop.optim.muon import FIVE_STEPS, LARGE, THREE_STEPS, Muon, newton_schulz, orthogonalize
from storybot.training_loop.optim.optimizers import Optimizers
from storybot.training_loop.train_config import OptimizerConfig

SHAPES = [(8, 8), (8, 8), (32, 8), (8, 32), (8, 8), (4, 8)]


def parameters(seed: int = 0) -> list[torch.nn.Parameter]:
    rng = torch.Generator().manual_seed(seed)
    return [torch.nn.Parameter(torch.randn(shape, generator=rng)) for shape in SHAPES]


def set_gradients(weights: list[torch.nn.Parameter], step: int) -> None:
    rng = torch.Generator().manual_seed(1000 + step)
    for weight in weights:
        weight.grad = torch.randn(weight.shape, generator=rng)


def test_muon_is_torchs_muon_but_for_bfloat16() -> None:
    ours, theirs = parameters(), parameters()
    mine = Muon(ours, lr=0.1, momentum=0.9, weight_decay=0.2, coefficients=FIVE_STEPS)
    oracle = torch.optim.Muon(theirs, lr=0.1, momentum=0.9, weight_decay=0.2, nesterov=True)
    for step in range(5):
        set_gradients(ours, step)
        set_gradients(theirs, step)
        mine.step()
        oracle.step()
    for a, b, start in zip(ours, theirs, parameters(), strict=True):
        moved = (b - start).norm()
        assert (a - b).norm() < 0.02 * moved, "bfloat16 keeps eight bits"


@pytest.mark.parametrize(("rows", "columns"), [(6, 6), (11, 6), (24, 6), (LARGE, LARGE), (2 * LARGE, LARGE)])
def test_a_stack_is_made_orthogonal_as_each_matrix_alone(rows: int, columns: int) -> None:
    """The last two are large enough for oneDNN."""
    stack = torch.randn(2, rows, columns, generator=torch.Generator().manual_seed(0))
    together = orthogonalize(stack, FIVE_STEPS)
    for matrix, result in zip(stack, together, strict=True):
        assert torch.allclose(newton_schulz(matrix), result, atol=1e-4)
        assert torch.allclose(newton_schulz(matrix.T).T, result, atol=1e-4)


def test_a_momentum_of_low_rank_or_of_zeros_stays_finite_and_small() -> None:
    rng = torch.Generator().manual_seed(0)
    thin = torch.randn(2, 256, 3, generator=rng) @ torch.randn(2, 3, 64, generator=rng)
    for coefficients in (THREE_STEPS, FIVE_STEPS):
        values = torch.linalg.svdvals(orthogonalize(thin, coefficients))
        assert values[:, :3].min() > 0.6
        assert values[:, 3:].max() < 0.6, "directions that are not there are not made up"
        assert not orthogonalize(torch.zeros(2, 256, 64), coefficients).any()


@pytest.mark.parametrize(("coefficients", "low", "high"), [(FIVE_STEPS, 0.6, 1.25), (THREE_STEPS, 0.72, 1.28)])
def test_singular_values_end_near_one(
    coefficients: tuple[tuple[float, float, float], ...], low: float, high: float
) -> None:
    values = torch.logspace(-2, 0, 200)
    values = values / values.norm()
    values = values[values > 0.01]
    for a, b, c in coefficients:
        values = a * values + b * values**3 + c * values**5
    assert values.min() > low
    assert values.max() < high


def test_adamw_is_the_written_out_step() -> None:
    weight = torch.nn.Parameter(torch.randn(7, generator=torch.Generator().manual_seed(1)))
    theirs = torch.optim.AdamW([weight], lr=0.1, betas=(0.8, 0.95), eps=1e-8, weight_decay=0.3, fused=True)
    ours, mean, square = weight.detach().clone(), torch.zeros(7), torch.zeros(7)
    for step in range(1, 6):
        weight.grad = torch.randn(7, generator=torch.Generator().manual_seed(step))
        ours, mean, square = adamw_step(ours, weight.grad, mean, square, step, 0.1, 0.8, 0.95, 1e-8, 0.3)
        theirs.step()
    assert torch.allclose(ours, weight, atol=1e-5)


@pytest.mark.parametrize("kind", ["muon", "adamw"])
def test_every_parameter_has_one_optimizer_and_the_state_comes_back(kind: str) -> None:
    model = init_model(config_for_depth(2, 300, 16))
    optimizers = Optimizers(model, OptimizerConfig(kind), steps=10)
    owned = [
        weight for part in optimizers.optimizers.values() for group in part.param_groups for weight in group["params"]
    ]
    assert sorted(map(id, owned)) == sorted(map(id, model.parameters()))

    def steps(model: torch.nn.Module, optimizers: Optimizers, numbers: range) -> None:
        for step in numbers:
            optimizers.schedule(step)
            set_gradients(list(model.parameters()), step)
            optimizers.step()

    steps(model, optimizers, range(3))
    other = init_model(config_for_depth(2, 300, 16), seed=9)
    again = Optimizers(other, OptimizerConfig(kind), steps=10)
    other.load_state_dict(model.state_dict())
    again.load_state_dict({name: value.clone() for name, value in optimizers.state_dict().items()})
    steps(model, optimizers, range(3, 6))
    steps(other, again, range(3, 6))
    for a, b in zip(model.parameters(), other.parameters(), strict=True):
        assert torch.equal(a, b)


def test_muon_takes_only_matrices() -> None:
    with pytest.raises(ValueError, match=r"not a parameter of shape \(3,\)"):
        Muon([torch.nn.Parameter(torch.zeros(3))])


def test_unknown_optimizers_are_refused() -> None:
    with pytest.raises(ValueError, match='"muon" or "adamw", not \'sgd\''):
        OptimizerConfig("sgd")
    with pytest.raises(ValueError, match="between 0 and 1, not 20"):
        OptimizerConfig(warmdown=20)
