"""Right answers written in other ways than the reference: `check` must accept every one of them."""

# mypy: ignore-errors
from __future__ import annotations

import math
from functools import partial

import torch

from storybot.training_loop.optim.muon import A, B, C
from tests.check.right import Answers, collect

RIGHT: Answers = {}
right = partial(collect, RIGHT)


@right("adamw_step")
def formula_in_one_line(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    if step <= 0:
        raise ValueError(step)
    m = mean * beta1 + gradient * (1 - beta1)
    s = square * beta2 + gradient * gradient * (1 - beta2)
    change = m / (1 - beta1**step) / (torch.sqrt(s / (1 - beta2**step)) + eps)
    return weight * (1 - lr * decay) - lr * change, m, s


@right("adamw_step")
def with_lerp_and_clones(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    if step < 1:
        raise ValueError("step")
    weight, mean, square = weight.clone(), mean.clone(), square.clone()
    mean.lerp_(gradient, 1 - beta1)
    square.mul_(beta2).addcmul_(gradient, gradient, value=1 - beta2)
    weight.mul_(1 - lr * decay)
    root = square.sqrt() / math.sqrt(1 - beta2**step) + eps
    weight.addcdiv_(mean, root, value=-lr / (1 - beta1**step))
    return weight, mean, square


@right("adamw_step")
def by_torch_optim(weight, gradient, mean, square, step, lr, beta1=0.8, beta2=0.95, eps=1e-10, decay=0.0):
    if step < 1:
        raise ValueError("step")
    p = torch.nn.Parameter(weight.clone())
    p.grad = gradient.clone()
    optimizer = torch.optim.AdamW([p], lr, (beta1, beta2), eps, decay)
    optimizer.state[p] = {
        "step": torch.tensor(float(step - 1)),
        "exp_avg": mean.clone(),
        "exp_avg_sq": square.clone(),
    }
    optimizer.step()
    state = optimizer.state[p]
    return p.detach(), state["exp_avg"], state["exp_avg_sq"]


@right("lr_multiplier")
def with_ifs(step, steps, warmup, warmdown):
    if step < 0 or step >= steps:
        raise ValueError("no such step")
    multiplier = 1
    if step < warmup:
        multiplier = (step + 1) / warmup
    if step > steps - warmdown:
        multiplier = min(multiplier, (steps - step) / warmdown)
    return multiplier


@right("lr_multiplier")
def smallest_of_all(step, steps, warmup, warmdown):
    if step not in range(steps):
        raise ValueError(f"{step} of {steps}")
    candidates = [1.0]
    if warmup:
        candidates.append((step + 1) / warmup)
    if warmdown:
        candidates.append((steps - step) / warmdown)
    return min(candidates)


@right("lr_multiplier")
def with_max_of_one(step, steps, warmup, warmdown):
    if not 0 <= step <= steps - 1:
        raise ValueError
    return min(1.0, (step + 1) / max(1, warmup), (steps - step) / max(1, warmdown))


@right("accumulation_steps")
def with_divmod(total_batch, device_batch, seq_len, world_size=1):
    if min(total_batch, device_batch, seq_len, world_size) <= 0:
        raise ValueError("at least 1")
    n, rest = divmod(total_batch, device_batch * seq_len * world_size)
    if rest:
        raise ValueError(f"{rest} tokens are left over")
    return n


@right("accumulation_steps")
def by_counting(total_batch, device_batch, seq_len, world_size=1):
    micro = device_batch * seq_len * world_size
    if total_batch < 1 or device_batch < 1 or seq_len < 1 or world_size < 1:
        raise ValueError("too small")
    n = taken = 0
    while taken < total_batch:
        n, taken = n + 1, taken + micro
    if taken > total_batch:
        raise ValueError("uneven")
    return n


@right("accumulation_steps")
def by_exact_division(total_batch, device_batch, seq_len, world_size=1):
    if any(size < 1 for size in (total_batch, device_batch, seq_len, world_size)):
        raise ValueError("too small")
    n = total_batch / (device_batch * seq_len * world_size)
    if not n.is_integer():
        raise ValueError("uneven")
    return n


@right("newton_schulz")
def inner_product_last(matrix, steps=5):
    x = matrix / (torch.sqrt((matrix**2).sum()) + 1e-7)
    for _ in range(steps):
        small = x.T @ x if len(x) > x.shape[1] else None
        if small is None:
            cube = (x @ x.T) @ x
            fifth = (x @ x.T) @ cube
        else:
            cube = x @ small
            fifth = cube @ small
        x = A * x + B * cube + C * fifth
    return x


@right("newton_schulz")
def by_the_singular_values(matrix, steps=5):
    left, strengths, right_ = torch.linalg.svd(matrix / (matrix.norm() + 1e-7), full_matrices=False)
    for _ in range(steps):
        strengths = A * strengths + B * strengths**3 + C * strengths**5
    return left @ torch.diag(strengths) @ right_


@right("newton_schulz")
def by_recursion(matrix, steps=5):
    def go(x, left):
        if left == 0:
            return x
        s = x @ x.mT
        return go(A * x + B * s @ x + C * s @ (s @ x), left - 1)

    unit = matrix / (torch.linalg.matrix_norm(matrix) + 1e-7)
    if matrix.shape[0] <= matrix.shape[1]:
        return go(unit, steps)
    return go(unit.mT, steps).mT


@right("newton_schulz")
def norm_clamped(matrix, steps=5):
    x = matrix / matrix.norm().clamp(min=1e-7)
    tall = x.size(0) > x.size(1)
    if tall:
        x = x.T
    for _ in range(steps):
        s = x.matmul(x.T)
        x = x * A + (s * B + s.matmul(s) * C).matmul(x)
    return x.T if tall else x


@right("training_budget")
def matrix_by_matrix(vocab_size, depth, total_batch, ratio=20):
    width = depth * 64
    shapes = [(vocab_size, width)] * 2
    for _ in range(depth):
        shapes += [(width, width)] * 4 + [(4 * width, width), (width, 4 * width)]
    parameters = sum(rows * columns for rows, columns in shapes)
    tokens = parameters * ratio
    steps = tokens // total_batch
    if steps == 0:
        raise ValueError("too few tokens")
    return parameters, tokens, steps


@right("training_budget")
def with_the_width_as_unit(vocab_size, depth, total_batch, ratio=20):
    n = 64 * depth * (2 * vocab_size + 12 * 64 * depth**2)
    if n * ratio < total_batch:
        raise ValueError
    return n, n * ratio, int(n * ratio // total_batch)


@right("training_budget")
def from_the_model(vocab_size, depth, total_batch, ratio=20):
    width = 64 * depth
    attention, mlp = 4 * width**2, 2 * (width * 4 * width)
    total = vocab_size * width + depth * (attention + mlp) + width * vocab_size
    steps, _ = divmod(total * ratio, total_batch)
    if steps < 1:
        raise ValueError("not one step")
    return (total, total * ratio, steps)
