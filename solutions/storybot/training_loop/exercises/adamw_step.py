"""adamw_step: one step of AdamW."""

from __future__ import annotations

import torch
from hypothesis import strategies as st

from storybot.check.exercise import Arguments, Exercise
from storybot.training_loop.exercises.inputs import SMALL
from storybot.training_loop.optim.adamw import adamw_step
from storybot.training_loop.optim.adamw import adamw_step as right_adamw


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
        draw(st.sampled_from([0.8, 0.9])),
        draw(st.sampled_from([0.9, 0.95])),
        draw(st.sampled_from([1e-8, 0.1])),
        decay,
    )


EXERCISE = Exercise(
    adamw_step,
    [
        (*torch.tensor([1.0, 4.0, 0.0, 0.0]), 1, 0.5),
        (*torch.tensor([1.0, 4.0, 0.5, 2.0]), 3, 0.5, 0.8, 0.95, 1e-10, 0.1),
        (*torch.tensor([[1.0], [0.0], [0.0], [0.0]]), 1, 0.5),
        (*torch.tensor([1.0, 4.0, 0.5, 2.0]), 2, 0.5, 0.8, 0.95, 0.1),
        (*torch.tensor([[[1.0, -2.0], [0.0, 3.0]]] * 3, dtype=torch.float64), torch.ones(2, 2).double(), 2, 0.1),
        (*torch.tensor([1.0, 4.0, 0.0, 0.0]), 0, 0.5),
    ],
    adamw_states(),
    tolerance=1e-4,
    errors=(ValueError,),
)


@EXERCISE.mistake
def no_correction(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    _, mean, square = right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2)
    return weight - lr * decay * weight - lr * mean / (square.sqrt() + eps), mean, square


@EXERCISE.mistake
def gives_the_corrected_means(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    weight, mean, square = right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps, decay)
    return weight, mean / (1 - beta1**step), square / (1 - beta2**step)


@EXERCISE.mistake
def with_the_gradient(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    moved, mean, square = right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps)
    return weight - lr * decay * weight + (weight - moved), mean, square


@EXERCISE.mistake
def no_decay(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    return right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps)


@EXERCISE.mistake
def decay_in_the_gradient(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    return right_adamw(weight, gradient + decay * weight, mean, square, step, lr, beta1, beta2, eps)


@EXERCISE.mistake
def decays_last(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    weight, mean, square = right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps)
    return weight - lr * decay * weight, mean, square


@EXERCISE.mistake
def forgets_the_root(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    _, mean, square = right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps, decay)
    weight = weight - lr * decay * weight
    return weight - lr * (mean / (1 - beta1**step)) / (square / (1 - beta2**step) + eps), mean, square


@EXERCISE.mistake
def eps_under_the_root(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    _, mean, square = right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps, decay)
    weight = weight - lr * decay * weight
    return weight - lr * (mean / (1 - beta1**step)) / (square / (1 - beta2**step) + eps).sqrt(), mean, square


@EXERCISE.mistake
def eps_before_the_correction(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    _, mean, square = right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps, decay)
    root = (square.sqrt() + eps) / (1 - beta2**step) ** 0.5
    return weight - lr * decay * weight - lr * (mean / (1 - beta1**step)) / root, mean, square


@EXERCISE.mistake
def in_place(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    if step < 1:
        raise ValueError("steps are counted from 1")
    mean.mul_(beta1).add_((1 - beta1) * gradient)
    square.mul_(beta2).add_((1 - beta2) * gradient**2)
    weight.mul_(1 - lr * decay)
    weight.sub_(lr * (mean / (1 - beta1**step)) / ((square / (1 - beta2**step)).sqrt() + eps))
    return weight, mean, square


@EXERCISE.mistake
def step_zero_accepted(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    mean = beta1 * mean + (1 - beta1) * gradient
    square = beta2 * square + (1 - beta2) * gradient**2
    weight = weight - lr * decay * weight
    return weight - lr * (mean / (1 - beta1**step)) / ((square / (1 - beta2**step)).sqrt() + eps), mean, square


@EXERCISE.mistake
def decay_without_the_rate(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    moved, mean, square = right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps)
    return moved - decay * weight, mean, square
