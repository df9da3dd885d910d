"""The six exercises of chapter 5: what a right answer must agree on."""

from __future__ import annotations

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.model.losses import cross_entropy
from storybot.training_loop.budget import accumulation_steps, training_budget
from storybot.training_loop.optim.adamw import adamw_step
from storybot.training_loop.optim.muon import newton_schulz
from storybot.training_loop.optim.optimizers import lr_multiplier

SMALL = st.integers(-8, 8).map(lambda n: n / 2)


@st.composite
def schedules(draw: st.DrawFn) -> Arguments:
    warmup, flat, warmdown = draw(st.integers(0, 5)), draw(st.integers(0, 5)), draw(st.integers(0, 5))
    steps = max(1, warmup + flat + warmdown)
    return draw(st.integers(0, steps - 1)), steps, warmup, warmdown


@st.composite
def batches(draw: st.DrawFn) -> Arguments:
    micro = draw(st.integers(1, 8)), draw(st.integers(1, 64)), draw(st.integers(1, 8))
    return draw(st.integers(1, 9)) * micro[0] * micro[1] * micro[2], *micro


@st.composite
def scored_targets(draw: st.DrawFn) -> Arguments:
    n, vocab = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    scores = draw(st.lists(st.lists(SMALL, min_size=vocab, max_size=vocab), min_size=n, max_size=n))
    targets = draw(st.lists(st.integers(0, vocab - 1), min_size=n, max_size=n))
    return torch.tensor(scores), torch.tensor(targets)


@st.composite
def adamw_states(draw: st.DrawFn) -> Arguments:
    n = draw(st.integers(1, 2))
    vectors = [torch.tensor(draw(st.lists(SMALL, min_size=n, max_size=n))) for _ in range(3)]
    square = torch.tensor(draw(st.lists(st.sampled_from([0.25, 1.0, 4.0]), min_size=n, max_size=n)))
    step, lr, decay = draw(st.integers(1, 4)), draw(st.sampled_from([0.1, 0.5])), draw(st.sampled_from([0.0, 0.1]))
    return (
        *vectors,
        square,
        step,
        lr,
        0.8,
        draw(st.sampled_from([0.9, 0.95])),
        draw(st.sampled_from([1e-8, 0.1])),
        decay,
    )


@st.composite
def matrices(draw: st.DrawFn) -> Arguments:
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    entries = st.lists(SMALL, min_size=columns, max_size=columns)
    return torch.tensor(draw(st.lists(entries, min_size=rows, max_size=rows))), draw(st.integers(1, 5))


EXERCISES = {
    "cross_entropy": Exercise(
        cross_entropy,
        [
            (torch.zeros(2, 4), torch.tensor([0, 3])),
            (torch.tensor([[2.0, 0.0]]), torch.tensor([0])),
            (torch.tensor([[1000.0, 0.0], [0.0, -1000.0]]), torch.tensor([0, 0])),
            (torch.tensor([[1000.0, 0.0]]), torch.tensor([1])),
        ],
        scored_targets(),
        tolerance=1e-4,
    ),
    "lr_multiplier": Exercise(
        lr_multiplier,
        [(0, 10, 2, 4), (1, 10, 2, 4), (5, 10, 2, 4), (7, 10, 2, 4), (9, 10, 2, 4), (0, 5, 0, 0), (4, 5, 0, 5)],
        schedules(),
        tolerance=1e-9,
    ),
    "accumulation_steps": Exercise(
        accumulation_steps,
        [(524288, 32, 2048, 8), (524288, 32, 2048, 1), (4096, 4, 256, 2), (6144, 4, 256, 1)],
        batches(),
    ),
    "adamw_step": Exercise(
        adamw_step,
        [
            (*torch.tensor([1.0, 4.0, 0.0, 0.0]), 1, 0.5),
            (*torch.tensor([1.0, 4.0, 0.5, 2.0]), 3, 0.5, 0.8, 0.95, 1e-10, 0.1),
            (*torch.tensor([[1.0], [0.0], [0.0], [0.0]]), 1, 0.5),
            (*torch.tensor([1.0, 4.0, 0.5, 2.0]), 2, 0.5, 0.8, 0.95, 0.1),
        ],
        adamw_states(),
        tolerance=1e-4,
    ),
    "newton_schulz": Exercise(
        newton_schulz,
        [
            (torch.tensor([[3.0, 0.0], [0.0, -1.0]]),),
            (torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]]),),
            (torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]]),),
            (torch.zeros(2, 2),),
        ],
        matrices(),
        tolerance=1e-3,
    ),
    "training_budget": Exercise(
        training_budget,
        [(65536, 20, 524288), (1024, 2, 2048), (2048, 4, 4096, 10), (300, 1, 1000)],
        st.tuples(st.integers(256, 5000), st.integers(1, 12), st.integers(100, 9999), st.integers(1, 40)),
    ),
}
