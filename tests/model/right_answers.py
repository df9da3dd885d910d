"""Right answers written in other ways than the reference: `check` must accept every one of them."""

# mypy: ignore-errors
from __future__ import annotations

from functools import partial

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit

from storybot.model.from_scratch import (
    apply_rope,
    causal_attention,
    mlp,
    multi_head_attention,
    rms_norm,
    select_weights,
    transformer_block,
)
from tests.check.right import Answers, collect

RIGHT: Answers = {}
right = partial(collect, RIGHT)


@right("mlp")
def by_linear(x, weights):
    return F.linear(F.relu(F.linear(x, weights["up.weight"])) ** 2, weights["down.weight"])


@right("mlp")
def by_product(x, weights):
    wide = x @ weights["up.weight"].transpose(0, 1)
    return (wide * torch.relu(wide)) @ weights["down.weight"].transpose(0, 1)


@right("mlp")
def by_einsum(x, weights):
    wide = torch.einsum("...c,hc->...h", x, weights["up.weight"])
    return torch.einsum("...h,ch->...c", torch.where(wide > 0, wide * wide, 0.0), weights["down.weight"])


@right("cross_entropy")
def by_the_library(logits, targets):
    return F.cross_entropy(logits, targets)


@right("cross_entropy")
def by_log_softmax(logits, targets):
    if logits.shape[:1] != targets.shape:
        raise ValueError("as many targets as rows, please")
    return -torch.log_softmax(logits, dim=-1).gather(1, targets[:, None]).mean()


@right("cross_entropy")
def by_logsumexp(logits, targets):
    n = logits.shape[0]
    if targets.numel() != n:
        raise ValueError
    return (logits.logsumexp(1) - logits[range(n), targets]).sum() / n


@right("cross_entropy")
def row_by_row(logits, targets):
    if len(logits) != len(targets):
        raise ValueError("lengths")
    losses = []
    for row, target in zip(logits, targets, strict=True):
        row = row - row.max().detach()
        losses.append(torch.log(torch.exp(row).sum()) - row[target])
    return torch.stack(losses).mean()


@right("cross_entropy")
def with_one_hot(logits, targets):
    if len(logits) != len(targets):
        raise ValueError("lengths")
    shifted = logits - logits.max(dim=1, keepdim=True).values
    log_p = shifted - shifted.exp().sum(1, keepdim=True).log()
    return -(log_p * F.one_hot(targets, logits.shape[1])).sum(1).mean()


@right("bigram_logits")
def by_linear_and_embedding(tokens, embedding, head):
    if ((tokens < 0) | (tokens >= embedding.shape[0])).any():
        raise ValueError("no such token")
    return F.linear(F.embedding(tokens, embedding), head)


@right("bigram_logits")
def by_one_table(tokens, embedding, head):
    vocab = set(range(len(embedding)))
    if not set(tokens.flatten().tolist()) <= vocab:
        raise ValueError(tokens)
    return (embedding @ head.T)[tokens]  # a row of logits for each token


@right("bigram_logits")
def by_one_hot(tokens, embedding, head):
    if int(tokens.min()) < 0 or int(tokens.max()) > len(head) - 1:
        raise ValueError("token")
    hot = F.one_hot(tokens, len(embedding)).to(embedding.dtype)
    return torch.einsum("btv,vc,wc->btw", hot, embedding, head)


@right("bigram_logits")
def position_by_position(tokens, embedding, head):
    rows = []
    for row in tokens.tolist():
        for token in row:
            if token not in range(len(embedding)):
                raise ValueError(f"{token} is not a token")
        rows.append(torch.stack([(head * embedding[token]).sum(dim=1) for token in row]))
    return torch.stack(rows)


@right("cross_entropy_gradient")
def softmax_minus_one_hot(logits, targets):
    if len(logits) != len(targets):
        raise ValueError("lengths")
    return (logits.softmax(-1) - F.one_hot(targets, logits.shape[-1])) / len(logits)


@right("cross_entropy_gradient")
def by_scatter(logits, targets):
    n = logits.size(0)
    if targets.size(0) != n:
        raise ValueError("lengths")
    gradient = torch.log_softmax(logits, dim=1).exp()
    gradient.scatter_add_(1, targets[:, None], torch.full((n, 1), -1.0, dtype=logits.dtype))
    return gradient.div_(n)


@right("cross_entropy_gradient")
def row_after_row(logits, targets):
    if logits.shape[0] != targets.shape[0]:
        raise ValueError("lengths")
    result = torch.zeros_like(logits)
    for n, (row, target) in enumerate(zip(logits, targets.tolist(), strict=True)):
        powers = torch.exp(row - row.max())
        result[n] = powers / powers.sum()
        result[n, target] -= 1
    return result / len(targets)


@right("cross_entropy_gradient")
def by_comparing_ids(logits, targets):
    if len(logits) != len(targets):
        raise ValueError("lengths")
    p = (logits - logits.logsumexp(dim=1, keepdim=True)).exp()
    return torch.where(torch.arange(logits.shape[1]) == targets[:, None], p - 1, p).mul(1 / len(targets))


@right("rms_norm")
def by_torch(x):
    return F.rms_norm(x, (x.size(-1),), eps=2**-23)


@right("rms_norm")
def by_division(x):
    return x / torch.sqrt(torch.mean(x**2, dim=-1, keepdim=True) + 2**-23)


@right("rms_norm")
def by_the_finfo(x):
    eps = torch.finfo(torch.float32).eps
    return x / (x.pow(2).sum(-1) / x.shape[-1] + eps).pow(0.5).unsqueeze(-1)


@right("rms_norm")
def by_the_norm(x):
    width = x.shape[-1]
    return x * (torch.linalg.vector_norm(x, dim=-1, keepdim=True) ** 2 / width + 2**-23) ** -0.5


@right("rms_norm")
def vector_by_vector(x):
    if x.dim() > 1:
        return torch.stack([vector_by_vector(row) for row in x])
    return x / ((x * x).mean() + 2**-23).sqrt()


@right("rms_norm_gradient")
def with_the_cube(x, upstream):
    if x.shape != upstream.shape:
        raise ValueError("shapes")
    scale = 1 / (x.pow(2).mean(-1, keepdim=True) + 2**-23).sqrt()
    return scale * upstream - scale**3 * x * (upstream * x).sum(-1, keepdim=True) / x.size(-1)


@right("rms_norm_gradient")
def with_the_jacobian(x, upstream):
    if x.shape != upstream.shape:
        raise ValueError("shapes")
    width = x.shape[-1]
    r = ((x * x).mean(dim=-1) + 2**-23).rsqrt()[..., None, None]
    jacobian = r * torch.eye(width, dtype=x.dtype) - r**3 * x[..., :, None] * x[..., None, :] / width
    return (jacobian @ upstream[..., None]).squeeze(-1)


@right("rms_norm_gradient")
def step_by_step_back(x, upstream):
    if tuple(x.shape) != tuple(upstream.shape):
        raise ValueError("shapes")
    width = x.shape[-1]
    m = (x**2).mean(dim=-1, keepdim=True) + 2**-23
    root = m.sqrt()
    d_root = (-upstream * x / root**2).sum(dim=-1, keepdim=True)
    d_mean = d_root / (2 * root)
    return upstream / root + d_mean * 2 * x / width


@right("rms_norm_gradient")
def flat_rows(x, upstream):
    if x.shape != upstream.shape:
        raise ValueError("shapes")
    rows, above = x.reshape(-1, x.shape[-1]), upstream.reshape(-1, x.shape[-1])
    out = []
    for row, up in zip(rows, above, strict=True):
        r = 1 / (row.dot(row) / len(row) + 2**-23).sqrt()
        y = row * r
        out.append((up - y * up.dot(y) / len(row)) * r)
    return torch.stack(out).view(x.shape)


@right("mlp")
def number_by_number(x, weights):
    up, down = weights["up.weight"], weights["down.weight"]
    hidden = torch.stack([(x * row).sum(-1) for row in up], dim=-1)
    hidden = torch.where(hidden < 0, torch.zeros_like(hidden), hidden**2)
    return torch.stack([(hidden * row).sum(-1) for row in down], dim=-1)


@right("causal_attention")
def by_torch_itself(queries, keys, values, scale):
    if not queries.shape == keys.shape == values.shape:
        raise ValueError("shapes")
    return F.scaled_dot_product_attention(queries, keys, values, is_causal=True, scale=scale)


@right("causal_attention")
def with_a_large_negative_number(queries, keys, values, scale):
    if queries.shape != keys.shape or keys.shape != values.shape:
        raise ValueError("shapes")
    length = queries.size(-2)
    mask = torch.tril(torch.ones(length, length, dtype=torch.bool))
    scores = torch.where(mask, torch.einsum("...td,...sd->...ts", queries * scale, keys), -1e9)
    return torch.einsum("...ts,...sd->...td", torch.softmax(scores, dim=-1), values)


@right("causal_attention")
def position_after_position(queries, keys, values, scale):
    if len({queries.shape, keys.shape, values.shape}) > 1:
        raise ValueError("shapes")
    rows = []
    for t in range(queries.shape[-2]):
        scores = scale * (keys[..., : t + 1, :] * queries[..., t : t + 1, :]).sum(-1, keepdim=True)
        rows.append((scores.softmax(dim=-2) * values[..., : t + 1, :]).sum(-2))
    return torch.stack(rows, dim=-2)


@right("causal_attention")
def softmax_by_formula(queries, keys, values, scale):
    if not (queries.shape == keys.shape == values.shape):
        raise ValueError("shapes")
    scores = (queries @ keys.transpose(-1, -2)).mul(scale)
    position = torch.arange(queries.shape[-2])
    scores = scores.masked_fill(position > position[:, None], float("-inf"))
    exps = (scores - scores.amax(-1, keepdim=True)).exp()
    return (exps @ values) / exps.sum(-1, keepdim=True)


@right("causal_attention")
def masked_and_renormalised(queries, keys, values, scale):
    """Softmax over the positions up to t, each row on its own; a copy that is written into."""
    if not queries.shape == keys.shape == values.shape:
        raise ValueError("shapes")
    scores = queries @ keys.mT * scale
    weights = torch.zeros_like(scores)
    for t in range(scores.shape[-1]):
        weights[..., t, : t + 1] = F.softmax(scores[..., t, : t + 1], dim=-1)
    return weights @ values


@right("apply_rope")
def with_complex_numbers(x, positions, base=10000.0):
    if x.shape[-1] % 2 or x.shape[-2] != len(positions):
        raise ValueError("shapes")
    half = x.shape[-1] // 2
    angles = positions[:, None] * base ** (-torch.arange(half, dtype=torch.float64) / half)
    points = torch.complex(x[..., :half], x[..., half:]) * torch.polar(torch.ones_like(angles), angles)
    return torch.cat([points.real, points.imag], dim=-1).to(x.dtype)


@right("apply_rope")
def angles_in_float32(x, positions, base=10000.0):
    *_, length, width = x.shape
    if width % 2 == 1 or positions.shape != (length,):
        raise ValueError("shapes")
    inverse = 1.0 / (base ** (torch.arange(0, width, 2).float() / width))
    angles = torch.einsum("t,i->ti", positions.float(), inverse)
    angles = torch.cat((angles, angles), dim=-1)
    first, second = x[..., : width // 2], x[..., width // 2 :]
    return x * angles.cos().to(x.dtype) + torch.cat((-second, first), dim=-1) * angles.sin().to(x.dtype)


@right("apply_rope")
def with_rotation_matrices(x, positions, base=10000.0):
    d = x.size(-1)
    if d % 2 != 0:
        raise ValueError("odd")
    if positions.numel() != x.size(-2):
        raise ValueError("positions")
    matrices = torch.zeros(len(positions), d, d, dtype=x.dtype)
    for row, p in enumerate(positions.tolist()):
        for i in range(d // 2):
            angle = torch.tensor(p * base ** (-2 * i / d), dtype=torch.float64)
            j = i + d // 2
            matrices[row, i, i] = matrices[row, j, j] = angle.cos()
            matrices[row, j, i], matrices[row, i, j] = angle.sin(), -angle.sin()
    return torch.einsum("tij,...tj->...ti", matrices, x)


@right("apply_rope")
def into_an_empty_tensor(x, positions, base=10000.0):
    half, rest = divmod(x.shape[-1], 2)
    if rest or len(positions) != x.shape[-2]:
        raise ValueError("shapes")
    result = torch.empty_like(x)
    for i in range(half):
        angle = positions.to(x.dtype) * base ** (-2 * i / (2 * half))
        result[..., i] = x[..., i] * torch.cos(angle) - x[..., i + half] * torch.sin(angle)
        result[..., i + half] = x[..., i] * torch.sin(angle) + x[..., i + half] * torch.cos(angle)
    return result


@right("multi_head_attention")
def normed_before_the_rotation(x, weights, heads):
    b, t, c = x.shape
    if c % heads != 0:
        raise ValueError("heads")
    q, k, v = (F.linear(x, weights[n + ".weight"]).reshape(b, t, heads, -1) for n in ("query", "key", "value"))
    q, k, v = q.permute(0, 2, 1, 3), k.permute(0, 2, 1, 3), v.permute(0, 2, 1, 3)
    q, k = apply_rope(rms_norm(q), torch.arange(t)), apply_rope(rms_norm(k), torch.arange(t))
    y = F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=15 * heads / c)
    return F.linear(y.permute(0, 2, 1, 3).flatten(2), weights["output.weight"])


@right("multi_head_attention")
def head_by_head(x, weights, heads):
    width = x.shape[-1]
    if width // heads * heads != width:
        raise ValueError("heads")
    d, positions = width // heads, torch.arange(x.shape[1])
    results = []
    for h in range(heads):
        rows = slice(h * d, (h + 1) * d)
        q, k, v = (x @ weights[f"{name}.weight"][rows].T for name in ("query", "key", "value"))
        q, k = rms_norm(apply_rope(q, positions)), rms_norm(apply_rope(k, positions))
        results.append(causal_attention(q, k, v, 15 / d))
    return torch.cat(results, dim=-1) @ weights["output.weight"].T


@right("multi_head_attention")
def sum_over_the_heads(x, weights, heads):
    if x.size(2) % heads:
        raise ValueError("heads")
    d = x.size(2) // heads
    split = {name: weight.unflatten(0, (heads, d)) for name, weight in weights.items() if name != "output.weight"}
    q, k, v = (torch.einsum("btc,hdc->bhtd", x, split[f"{n}.weight"]) for n in ("query", "key", "value"))
    q, k = (F.rms_norm(apply_rope(one, torch.arange(x.size(1))), (d,)) for one in (q, k))  # another eps in float64
    y = causal_attention(q, k, v, 15 / d)
    return torch.einsum("bhtd,chd->btc", y, weights["output.weight"].unflatten(1, (heads, d)))


@right("multi_head_attention")
def heads_by_chunk(x, weights, heads):
    _, t, c = x.shape
    if c % heads:
        raise ValueError("heads")

    def split(name):
        return torch.stack((x @ weights[f"{name}.weight"].mT).chunk(heads, dim=-1))

    def prepare(y):
        return rms_norm(apply_rope(y, torch.arange(t)))

    y = causal_attention(prepare(split("query")), prepare(split("key")), split("value"), 15 / (c // heads))
    return torch.cat(list(y), dim=-1) @ weights["output.weight"].mT


@right("transformer_block")
def in_small_steps(x, weights, heads):
    normed = rms_norm(x)
    attended = x + multi_head_attention(normed, select_weights(weights, "attention"), heads)
    return attended + mlp(rms_norm(attended), select_weights(weights, "mlp"))


@right("transformer_block")
def mended_with_y(x, weights, heads):
    y = x + multi_head_attention(rms_norm(x), select_weights(weights, "attention"), heads)
    return mlp(rms_norm(y), select_weights(weights, "mlp")) + y


@right("transformer_block")
def on_a_copy(x, weights, heads):
    stream = x.clone()
    stream += multi_head_attention(rms_norm(stream), select_weights(weights, "attention"), heads)
    stream += mlp(rms_norm(stream), select_weights(weights, "mlp"))
    return stream


@right("transformer_block")
def names_cut_by_hand(x, weights, heads):
    attention = {name[len("attention.") :]: w for name, w in weights.items() if name.startswith("attention")}
    found = multi_head_attention(F.rms_norm(x, x.shape[-1:]), attention, heads)
    up, down = weights["mlp.up.weight"], weights["mlp.down.weight"]
    return x + found + F.relu(F.rms_norm(x + found, x.shape[-1:]) @ up.T) ** 2 @ down.T


@right("gpt_logits")
def while_there_is_a_block(tokens, weights, heads):
    if "blocks.0.mlp.up.weight" not in weights:
        raise ValueError("no block")
    x, layer = rms_norm(F.embedding(tokens, weights["embedding.weight"])), 0
    while f"blocks.{layer}.mlp.up.weight" in weights:
        x = transformer_block(x, select_weights(weights, f"blocks.{layer}"), heads)
        layer += 1
    return F.linear(rms_norm(x), weights["head.weight"])


@right("gpt_logits")
def numbers_sorted(tokens, weights, heads):
    numbers = sorted({int(name.split(".")[1]) for name in weights if name.startswith("blocks.")})
    if not numbers:
        raise ValueError("no block")
    x = rms_norm(weights["embedding.weight"])[tokens]  # every row normed, then looked up
    for number in numbers:
        x = transformer_block(x, select_weights(select_weights(weights, "blocks"), str(number)), heads)
    return torch.einsum("btc,vc->btv", rms_norm(x), weights["head.weight"])


@right("gpt_logits")
def count_by_one_matrix(tokens, weights, heads):
    depth = sum(name.endswith("attention.query.weight") for name in weights)
    if depth < 1:
        raise ValueError("no block")
    blocks = [select_weights(weights, f"blocks.{i}") for i in range(depth)]
    x = rms_norm(weights["embedding.weight"][tokens])
    for block in blocks:
        x = x + multi_head_attention(rms_norm(x), select_weights(block, "attention"), heads)
        x = x + mlp(rms_norm(x), select_weights(block, "mlp"))
    return rms_norm(x) @ weights["head.weight"].T


@right("gpt_logits")
def row_of_the_batch_by_row(tokens, weights, heads):
    layers = {int(name.split(".")[1]) for name in weights if name.startswith("blocks.")}
    if len(layers) == 0:
        raise ValueError("no block")
    rows = []
    for row in tokens:
        x = rms_norm(weights["embedding.weight"][row])[None]
        for layer in range(max(layers) + 1):
            x = transformer_block(x, select_weights(weights, f"blocks.{layer}"), heads)
        rows.append(rms_norm(x[0]) @ weights["head.weight"].T)
    return torch.stack(rows)
