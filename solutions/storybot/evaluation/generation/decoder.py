"""One token more, fast: the second implementation of the model, for one new position of every row.

With so little to compute, what costs is the number of operations, and reading the weights. So the weights are packed:
query, key and value in one matrix; all matrices as (inputs, outputs), which the product of a few rows reads fastest;
the root of the width, by which norm multiplies, inside them; and the two numbers of a head that rotate together side
by side, so that a rotation is one product of complex numbers, whose table also holds the scale of the scores.

`GPT.forward_hidden` with a cache, and so `Attention.forward`, is the readable version. Both give the same logits to
float tolerance: `test_the_decoder_gives_the_models_logits` holds them equal. A change of the attention scores
there must be made in `Decoder.step` here.

Shapes: B rows, C the width, H heads of D = C / H, G key and value heads, S positions in the cache, V the vocabulary.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch

from storybot.model.attention import ATTENTION_SCALE, Attention
from storybot.model.gpt import GPT, Block
from storybot.model.kv_cache import KVCache
from storybot.model.norm import EPS, norm

Tensor = torch.Tensor


class Layer(NamedTuple):
    """The matrices of a block, each (inputs, outputs)."""

    qkv: Tensor  # (C, (H + 2 G) D)
    output: Tensor  # (C, C)
    up: Tensor  # (C, 4 C)
    down: Tensor  # (4 C, C)


class PackedWeights:
    """A copy of a model's weights, laid out for `Decoder`."""

    @torch.no_grad()
    def __init__(self, model: GPT) -> None:
        self.config = model.config
        width, d = self.config.width, self.config.head_width
        self.version = weights_version(model)
        self.embedding = norm(model.embedding.weight)  # (V, C)
        self.head = (model.head.weight * math.sqrt(width)).T.contiguous()  # (C, V)
        self.layers = [pack_layer(block, width) for block in model.blocks]  # type: ignore[arg-type]
        rotation = torch.complex(model.cos[:, 0], model.sin[:, 0])  # (seq_len, D / 2)
        scales = [ATTENTION_SCALE / math.sqrt(d)] * self.config.heads + [math.sqrt(d)] * self.config.kv_heads
        self.rope_factors = (
            rotation[:, None] * torch.tensor(scales, device=rotation.device)[:, None]
        )  # (seq_len, H + G, D / 2)


def weights_version(model: GPT) -> tuple[tuple[int, int], ...]:
    """Changes when a weight is changed or replaced."""
    return tuple((weight.data_ptr(), weight._version) for weight in model.parameters())


def pack_layer(block: Block, width: int) -> Layer:
    """A block's matrices, transposed, with norm's factor inside those that follow a norm."""
    attention, mlp, root = block.attention, block.mlp, math.sqrt(width)
    query, key = (interleave_rotary(linear.weight, attention) for linear in (attention.query, attention.key))
    qkv = torch.cat([query, key, attention.value.weight])  # ((H + 2 G) D, C)
    return Layer(
        qkv=(qkv * root).T.contiguous(),
        output=attention.output.weight.T.contiguous(),
        up=(mlp.up.weight * root).T.contiguous(),
        down=mlp.down.weight.T.contiguous(),
    )


def interleave_rotary(weight: Tensor, attention: Attention) -> Tensor:
    """The rows i and i + D / 2 of every head, which rotate together, side by side: (H D, C) to (H D, C)."""
    return weight.view(-1, 2, attention.head_width // 2, weight.shape[1]).transpose(1, 2).reshape(weight.shape)


class Decoder:
    """Goes on where a filled cache ends: `step(tokens)` gives the logits of the next position of every row.

    `lengths` are the rows' own lengths, where the cache holds rows that were padded at the right. New positions come
    after the padding, which is masked; a row's rotations follow its own position, so other rows do not matter to it.
    The cache now belongs to the decoder: its keys are reordered.
    """

    def __init__(self, weights: PackedWeights, cache: KVCache, lengths: list[int]) -> None:
        self.weights, self.cache, d = weights, cache, weights.config.head_width
        device = weights.embedding.device
        for keys in cache.keys:
            old = keys[:, :, : cache.length_used]  # (B, G, S, D)
            old.copy_(old.reshape(*old.shape[:-1], 2, d // 2).transpose(-1, -2).flatten(-2))
        self.keys, self.values = ([layer.flatten(0, 1) for layer in layers] for layers in (cache.keys, cache.values))
        self.offset = self.mask = None
        if min(lengths) < cache.length_used:
            own = torch.tensor(lengths, device=device)  # (B,)
            positions = torch.arange(cache.capacity, device=device)
            self.offset = own - cache.length_used  # (B,): a row's own position less that in the cache
            padding = (positions >= own[:, None]) & (positions < cache.length_used)  # (B, capacity)
            mask = torch.zeros(padding.shape, device=device).masked_fill_(padding, -math.inf)
            self.mask = mask.repeat_interleave(weights.config.kv_heads, 0)[:, None]  # (B G, 1, capacity)
        self.tiny_width, self.tiny_head = (
            torch.tensor(math.sqrt(EPS * n), device=device) for n in (weights.config.width, d)
        )

    @torch.inference_mode()
    def step(self, tokens: Tensor) -> Tensor:
        """Take in one token for every row, (B,); the logits of what comes after them, (B, V)."""
        config, pos, b = self.weights.config, self.cache.length_used, len(tokens)
        h, g, d = config.heads, config.kv_heads, config.head_width
        factors = self.weights.rope_factors[pos if self.offset is None else self.offset + pos]  # ([B,] H + G, D / 2)
        x = self.weights.embedding[tokens]  # (B, C)
        for layer, keys, values in zip(self.weights.layers, self.keys, self.values, strict=True):
            qkv = torch.mm(l2_normalize(x, self.tiny_width), layer.qkv).view(b, h + 2 * g, d)  # (B, H + 2 G, D)
            qk = l2_normalize(qkv[:, : h + g], self.tiny_head).view(b, h + g, d // 2, 2)
            rotated = torch.view_as_complex(qk).mul_(factors)  # (B, H + G, D / 2), complex
            qk = torch.view_as_real(rotated).view(b, h + g, d)  # (B, H + G, D)
            keys[:, pos] = qk[:, h:].reshape(b * g, d)  # (B G, D)
            values[:, pos] = qkv[:, h + g :].reshape(b * g, d)  # (B G, D)
            q = qk[:, :h].reshape(b * g, h // g, d)  # (B G, H / G, D)
            scores = torch.bmm(q, keys[:, : pos + 1].mT)  # (B G, H / G, S)
            if self.mask is not None:
                scores += self.mask[..., : pos + 1]
            y = torch.bmm(torch.softmax(scores, -1), values[:, : pos + 1])  # (B G, H / G, D)
            x = torch.addmm(x, y.view(b, h * d), layer.output)  # (B, C)
            wide = torch.mm(l2_normalize(x, self.tiny_width), layer.up).relu_()  # (B, 4 C)
            x = torch.addmm(x, wide.mul_(wide), layer.down)  # (B, C)
        self.cache.advance(1)
        return torch.mm(l2_normalize(x, self.tiny_width), self.weights.head)  # (B, V)


def l2_normalize(x: Tensor, tiny: Tensor) -> Tensor:
    """Vectors of length 1: `norm` without its factor, the root of the width; `tiny` is its epsilon at this scale."""
    return x / torch.hypot(torch.linalg.vector_norm(x, dim=-1, keepdim=True), tiny)
