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


@right("train_step")
def gradients_divided_at_the_end(model, batches, optimizer, max_norm):
    if len(batches) == 0:
        raise ValueError("no batch")
    for weight in model.parameters():
        weight.grad = None
    losses = []
    for inputs, targets in batches:
        loss = model(inputs, targets)
        loss.backward()
        losses.append(loss.item())
    for weight in model.parameters():
        weight.grad /= len(batches)
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return sum(losses) / len(losses)


@right("train_step")
def one_backward_of_the_mean(model, batches, optimizer, max_norm):
    if not batches:
        raise ValueError("no batch")
    optimizer.zero_grad(set_to_none=False)
    mean = torch.stack([model(inputs, targets) for inputs, targets in batches]).mean()
    mean.backward()
    torch.nn.utils.clip_grad_norm_(list(model.parameters()), max_norm)
    optimizer.step()
    return mean.item()


@right("train_step")
def clipped_by_hand(model, batches, optimizer, max_norm):
    if not batches:
        raise ValueError("no batch")
    weights, total = list(model.parameters()), 0.0
    optimizer.zero_grad()
    for inputs, targets in batches:
        loss = model(inputs, targets)
        (loss / len(batches)).backward()
        total += loss.detach().item() / len(batches)
    norm = math.sqrt(sum((weight.grad**2).sum().item() for weight in weights))
    if norm > max_norm:
        for weight in weights:
            weight.grad.mul_(max_norm / norm)
    optimizer.step()
    return total


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


@right("longest_copied_span")
def doubling_and_halving(sample, corpus):
    def copied(n):
        ours = {tuple(sample[at : at + n]) for at in range(len(sample) - n + 1)}
        return any(tuple(corpus[at : at + n]) in ours for at in range(len(corpus) - n + 1))

    longest = min(len(sample), len(corpus))
    low, high = 0, 1
    while high <= longest and copied(high):
        low, high = high, 2 * high
    high = min(high, longest + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if copied(middle) else (low, middle)
    return low


@right("longest_copied_span")
def positions_of_each_token(sample, corpus):
    where = {}
    for at, token in enumerate(corpus):
        where.setdefault(token, []).append(at)
    best, runs = 0, {}  # runs: position in the corpus -> length of the run that ends there
    for token in sample:
        runs = {at: runs.get(at - 1, 0) + 1 for at in where.get(token, ())}
        best = max([best, *runs.values()])
    return best


@right("longest_copied_span")
def through_a_string(sample, corpus):
    """Tokens as characters of a string: Python's own search for a part of a string is fast."""
    tokens = {token: chr(0x20000 + number) for number, token in enumerate({*sample, *corpus})}
    ours, theirs = ("".join(tokens[token] for token in one) for one in (sample, corpus))
    best = start = 0
    while start + best < len(ours):
        if ours[start : start + best + 1] in theirs:
            best += 1
        else:
            start += 1
    return best


@right("diagnose")
def as_pairs():
    return dict(zip("ABCDEFGH", (2, 8, 5, 4, 1, 6, 3, 7), strict=True))


@right("diagnose")
def in_another_order():
    return {"H": 7, "A": 2, "C": 5, "B": 8, "E": 1, "D": 4, "G": 3, "F": 6}


@right("diagnose")
def by_number():
    letters = {1: "E", 2: "A", 3: "G", 4: "D", 5: "C", 6: "F", 7: "H", 8: "B"}
    return {letter: float(number) for number, letter in letters.items()}


@right("compute_optimal")
def matrix_by_matrix(flops, vocab_size, seq_len, ratio=20):
    def describe(depth):
        width = depth * 64
        shapes = [(vocab_size, width)]
        for _ in range(depth):
            shapes += [(width, width)] * 4 + [(4 * width, width), (width, 4 * width)]
        multiplied = sum(rows * columns for rows, columns in shapes)
        parameters = multiplied + vocab_size * width
        tokens = parameters * ratio
        return parameters, tokens, tokens * (6 * multiplied + 12 * width * seq_len * depth)

    depth = 1
    while describe(depth)[2] <= flops:
        depth += 1
    if depth == 1:
        raise ValueError("too little compute")
    parameters, tokens, _ = describe(depth - 1)
    return depth - 1, parameters, tokens


@right("compute_optimal")
def layer_after_layer(flops, vocab_size, seq_len, ratio=20, depth=1, best=None):
    c = 64 * depth
    n = 2 * vocab_size * c + 12 * depth * c * c
    if n * ratio * (6 * (n - vocab_size * c) + 12 * depth * c * seq_len) > flops:
        if best is None:
            raise ValueError
        return best
    return layer_after_layer(flops, vocab_size, seq_len, ratio, depth + 1, (depth, n, n * ratio))


@right("compute_optimal")
def by_bisection(flops, vocab_size, seq_len, ratio=20):
    def size(depth):
        return 64 * depth * (2 * vocab_size + 12 * 64 * depth * depth)

    def price(depth):
        matrices = size(depth) - 64 * depth * vocab_size
        return ratio * size(depth) * (6 * matrices + 12 * 64 * depth * depth * seq_len)

    low, high = 0, 1
    while price(high) <= flops:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if price(middle) <= flops else (low, middle)
    if low == 0:
        raise ValueError("not even one layer")
    return low, size(low), ratio * size(low)
