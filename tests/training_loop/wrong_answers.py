"""Plausible wrong answers to the exercises of chapter 5. `check` must refuse every one of them."""

# mypy: ignore-errors
from __future__ import annotations

from functools import partial

import torch

from storybot.training_loop.optim.adamw import adamw_step as right_adamw
from storybot.training_loop.optim.muon import A, B, C
from tests.check.wrong import Answers, collect

WRONG: Answers = {}
wrong = partial(collect, WRONG)


@wrong("cross_entropy")
def overflows(logits, targets):
    probabilities = logits.exp() / logits.exp().sum(dim=1, keepdim=True)
    return -probabilities[torch.arange(len(targets)), targets].log().mean()


@wrong("cross_entropy")
def log_of_softmax(logits, targets):
    return -torch.softmax(logits, 1)[torch.arange(len(targets)), targets].log().mean()


@wrong("cross_entropy")
def clamped(logits, targets):
    return torch.nn.functional.cross_entropy(logits.clamp(-80, 80), targets)


@wrong("cross_entropy")
def the_sum(logits, targets):
    return torch.nn.functional.cross_entropy(logits, targets, reduction="sum")


@wrong("cross_entropy")
def in_bits(logits, targets):
    return torch.nn.functional.cross_entropy(logits, targets) / torch.log(torch.tensor(2.0))


@wrong("cross_entropy")
def over_the_whole_table(logits, targets):
    logits = logits - logits.max()
    return (logits.exp().sum().log() - logits[torch.arange(len(targets)), targets]).mean()


@wrong("lr_multiplier")
def begins_at_zero(step, steps, warmup, warmdown):
    if step < warmup:
        return step / warmup
    return (steps - step) / warmdown if step >= steps - warmdown else 1.0


@wrong("lr_multiplier")
def ends_at_zero(step, steps, warmup, warmdown):
    if step < warmup:
        return (step + 1) / warmup
    return (steps - 1 - step) / warmdown if step >= steps - warmdown else 1.0


@wrong("lr_multiplier")
def no_warm_down(step, steps, warmup, warmdown):
    return (step + 1) / warmup if step < warmup else 1.0


@wrong("lr_multiplier")
def falls_from_the_start(step, steps, warmup, warmdown):
    return (step + 1) / warmup if step < warmup else (steps - step) / steps


@wrong("accumulation_steps")
def forgets_the_devices(total_batch, device_batch, seq_len, world_size=1):
    return total_batch // (device_batch * seq_len)


@wrong("accumulation_steps")
def counts_rows(total_batch, device_batch, seq_len, world_size=1):
    return total_batch // (device_batch * world_size)


@wrong("accumulation_steps")
def a_float(total_batch, device_batch, seq_len, world_size=1):
    return total_batch / (device_batch * seq_len * world_size)


@wrong("accumulation_steps")
def one_too_many(total_batch, device_batch, seq_len, world_size=1):
    return total_batch // (device_batch * seq_len * world_size) + 1


@wrong("adamw_step")
def no_correction(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    mean = beta1 * mean + (1 - beta1) * gradient
    square = beta2 * square + (1 - beta2) * gradient**2
    return weight - lr * decay * weight - lr * mean / (square.sqrt() + eps), mean, square


@wrong("adamw_step")
def gives_the_corrected_means(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    weight, mean, square = right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps, decay)
    return weight, mean / (1 - beta1**step), square / (1 - beta2**step)


@wrong("adamw_step")
def with_the_gradient(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    new, mean, square = right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps, decay)
    return 2 * weight - new, mean, square


@wrong("adamw_step")
def no_decay(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    return right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps)


@wrong("adamw_step")
def forgets_the_root(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    _, mean, square = right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps, decay)
    weight = weight - lr * decay * weight
    return weight - lr * (mean / (1 - beta1**step)) / (square / (1 - beta2**step) + eps), mean, square


@wrong("adamw_step")
def eps_under_the_root(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    _, mean, square = right_adamw(weight, gradient, mean, square, step, lr, beta1, beta2, eps, decay)
    weight = weight - lr * decay * weight
    return weight - lr * (mean / (1 - beta1**step)) / (square / (1 - beta2**step) + eps).sqrt(), mean, square


@wrong("newton_schulz")
def without_the_norm(matrix, steps=5):
    x = matrix.T if matrix.shape[0] > matrix.shape[1] else matrix
    for _ in range(steps):
        s = x @ x.T
        x = A * x + (B * s + C * s @ s) @ x
    return x.T if matrix.shape[0] > matrix.shape[1] else x


@wrong("newton_schulz")
def not_transposed_back(matrix, steps=5):
    x = matrix.T if matrix.shape[0] > matrix.shape[1] else matrix
    x = x / (x.norm() + 1e-7)
    for _ in range(steps):
        s = x @ x.T
        x = A * x + (B * s + C * s @ s) @ x
    return x


@wrong("newton_schulz")
def number_by_number(matrix, steps=5):
    x = matrix / (matrix.norm() + 1e-7)
    for _ in range(steps):
        x = A * x + B * x**3 + C * x**5
    return x


@wrong("newton_schulz")
def always_five(matrix, steps=5):
    x = matrix / (matrix.norm() + 1e-7)
    for _ in range(5):
        s = x @ x.T
        x = A * x + (B * s + C * s @ s) @ x
    return x


@wrong("newton_schulz")
def divides_by_zero(matrix, steps=5):
    x = matrix / matrix.norm()
    for _ in range(steps):
        s = x @ x.T
        x = A * x + (B * s + C * s @ s) @ x
    return x


@wrong("training_budget")
def one_table(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    parameters = vocab_size * width + depth * 12 * width * width
    return parameters, ratio * parameters, ratio * parameters // total_batch


@wrong("training_budget")
def narrow_network(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    parameters = 2 * vocab_size * width + depth * 6 * width * width
    return parameters, ratio * parameters, ratio * parameters // total_batch


@wrong("training_budget")
def rounds_up(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    parameters = 2 * vocab_size * width + depth * 12 * width * width
    return parameters, ratio * parameters, -(-ratio * parameters // total_batch)


@wrong("training_budget")
def always_twenty(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    parameters = 2 * vocab_size * width + depth * 12 * width * width
    return parameters, 20 * parameters, 20 * parameters // total_batch
