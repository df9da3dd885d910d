"""The copying task and the models with a part left out."""

from __future__ import annotations

import math

import pytest
import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit

from storybot.model.config import ModelConfig, config_for_depth
from storybot.model.experiments.ablations import PARTS, Part, ablated_model, fill_zeros
from storybot.model.experiments.copying import IGNORED, START, copy_accuracy, copying_batch
from storybot.model.gpt import GPT, init_model
from storybot.notebook import recorded

CONFIG = ModelConfig(vocab_size=50, seq_len=16, depth=2, width=32, heads=2, kv_heads=2)
TOKENS, TARGETS = torch.randint(50, (2, 3, 12), generator=torch.Generator().manual_seed(0))


def test_a_copying_row_repeats_itself_after_a_random_length() -> None:
    inputs, targets = copying_batch(200, 48, 64, torch.Generator().manual_seed(3))
    lengths = set()
    for row, answer in zip(inputs.tolist(), targets.tolist(), strict=True):
        length = answer.count(IGNORED)
        lengths.add(length)
        assert answer[:length] == [IGNORED] * length
        assert row[0] == START
        assert START not in row[1:]
        assert len(set(row[1 : length + 1])) == length, "a round has different tokens"
        assert answer[length:-1] == row[length + 1 :], "a target is the next input"
        assert answer[length:] == [row[1 + t % length] for t in range(length, 48)], "and the one of a round before"
    assert lengths == set(range(12, 25))


def test_copying_batches_follow_the_seed_and_refuse_nonsense() -> None:
    first, again, other = (copying_batch(4, 16, 64, torch.Generator().manual_seed(seed))[0] for seed in (0, 0, 1))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)
    with pytest.raises(ValueError, match="vocabulary"):
        copying_batch(1, 48, 24, torch.Generator())
    with pytest.raises(ValueError, match="at least"):
        copying_batch(1, 3, 24, torch.Generator())


def test_copy_accuracy_counts_the_second_round_only() -> None:
    inputs, targets = copying_batch(8, 16, 64, torch.Generator().manual_seed(0))

    def oracle(tokens: torch.Tensor) -> torch.Tensor:
        return F.one_hot(targets.clamp_min(0), 64).float()

    assert copy_accuracy(oracle, inputs, targets) == 1.0  # type: ignore[arg-type]
    model = init_model(ModelConfig(64, 16, 1, 32, 2, 2))  # all logits are equal: it says 0, which is never right
    assert copy_accuracy(model, inputs, targets) == 0.0


def test_the_whole_model_is_the_gpt_to_the_bit() -> None:
    model, gpt = ablated_model(CONFIG, seed=4), init_model(CONFIG, seed=4)
    for m in (model, gpt):
        fill_zeros(m)
    assert torch.equal(model(TOKENS), gpt(TOKENS))


@pytest.mark.parametrize("part", PARTS)
def test_every_part_makes_a_difference_and_every_parameter_learns(part: Part) -> None:
    model, whole = ablated_model(CONFIG, part), ablated_model(CONFIG)
    if part != "zero_init":
        for m in (model, whole):
            fill_zeros(m)
    assert not torch.allclose(model(TOKENS), whole(TOKENS), atol=1e-3)
    model(TOKENS, TARGETS).backward()
    assert all(weight.grad is not None and weight.grad.abs().max() > 0 for weight in model.parameters())


def logits_before_the_end(model: GPT) -> tuple[torch.Tensor, torch.Tensor]:
    """The logits of the last position for a row, and for the same row with two earlier tokens swapped."""
    swapped = TOKENS.clone()
    swapped[:, [2, 5]] = swapped[:, [5, 2]]
    with torch.no_grad():
        return model(TOKENS)[:, -1], model(swapped)[:, -1]


def test_without_rope_one_layer_does_not_see_the_order() -> None:
    shallow = ModelConfig(50, 16, 1, 32, 2, 2)
    for part, same in ((None, False), ("rope", True)):
        model = ablated_model(shallow, part)  # type: ignore[arg-type]
        fill_zeros(model)
        first, second = logits_before_the_end(model)
        assert torch.allclose(first, second, atol=1e-5) == same


def test_without_attention_a_position_sees_only_itself() -> None:
    model = ablated_model(CONFIG, "attention")
    fill_zeros(model)
    changed = TOKENS.clone()
    changed[:, :-1] = 7
    assert torch.allclose(model(TOKENS)[:, -1], model(changed)[:, -1], atol=1e-6)


def test_without_norm_logits_grow_with_the_embedding() -> None:
    for part, grows in ((None, False), ("norm", True)):
        model = ablated_model(CONFIG, part)  # type: ignore[arg-type]
        fill_zeros(model)
        before = model(TOKENS)
        model.embedding.weight.data *= 100
        assert (model(TOKENS).abs().max() > 10 * before.abs().max()).item() == grows


def test_with_zeros_a_model_without_residuals_never_learns() -> None:
    model = ablated_model(CONFIG, "residual")
    assert model.head.weight.abs().max() > 0, "so it begins without them"
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if name == "head.weight" or name.endswith(("output.weight", "down.weight")):
                weight.zero_()
    model(TOKENS, TARGETS).backward()
    assert all(weight.grad.abs().max() == 0 for weight in model.parameters() if weight.grad is not None)


def test_first_losses_by_initialisation() -> None:
    config = config_for_depth(2, vocab_size=1024, seq_len=64)
    tokens, targets = torch.randint(1024, (2, 4, 64), generator=torch.Generator().manual_seed(0))
    losses = []
    for head_std in (0.0, None, 1.0):
        model = init_model(config)
        fill_zeros(model, head_std=head_std)
        losses.append(model(tokens, targets).item())
    assert losses[0] == pytest.approx(math.log(1024), abs=1e-5)
    assert 7.1 < losses[1] < 7.8, "logits of variance 1 cost about half a nat"
    assert losses[2] > 25


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(ValueError, match="zero_init, not 'head'"):
        ablated_model(CONFIG, "head")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="for training only"):
        ablated_model(CONFIG).forward_hidden(TOKENS, positions=torch.zeros(3, 1, dtype=torch.int64))


def test_the_recorded_ablations_are_complete() -> None:
    record = recorded("model_ablations")
    assert record["seeds"] == [0, 1, 2]
    assert record["results"].keys() == {"whole", *(f"without_{part}" for part in PARTS)}
    for result in record["results"].values():
        assert [run["seed"] for run in result["runs"]] == [0, 1, 2]
        assert result["diverged"] == sum(run["diverged"] for run in result["runs"])
    with pytest.raises(ValueError, match="model_ablations"):
        recorded("nothing")
