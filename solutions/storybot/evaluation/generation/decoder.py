"""One token more, fast: the model as a flat row of operations on one new place of every row.

With so little to compute, what costs is the number of operations, and reading the weights. So the
weights are laid out anew: query, key and value in one matrix; all matrices as (inputs, outputs), which
the product of a few rows reads fastest; the root of the width, by which norm multiplies, inside them;
and the two numbers of a head that turn together side by side, so that a rotation is one product of
complex numbers, whose table also holds the sharpness of the scores. `hidden_with_cache` is the clear
version, and gives the same numbers to float tolerance.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch

from storybot.model.fused_ops import EPS, norm
from storybot.model.gpt import ATTENTION_SCALE, GPT, Attention, Block
from storybot.model.kv_cache import KVCache

Tensor = torch.Tensor


class Layer(NamedTuple):
    """The matrices of a block, each (inputs, outputs)."""

    qkv: Tensor
    output: Tensor
    up: Tensor
    down: Tensor


class PackedWeights:
    """A copy of a model's weights, laid out for `Decoder`."""

    @torch.no_grad()
    def __init__(self, model: GPT) -> None:
        self.config = model.config
        width, d = self.config.width, self.config.head_width
        self.mark = weights_version(model)
        self.embedding = norm(model.embedding.weight)
        self.head = (model.head.weight * math.sqrt(width)).T.contiguous()
        self.layers = [pack_layer(block, width) for block in model.blocks]  # type: ignore[arg-type]
        turn = torch.complex(model.cos[:, 0], model.sin[:, 0])  # (T, D / 2)
        heads = [ATTENTION_SCALE / math.sqrt(d)] * self.config.heads + [math.sqrt(d)] * self.config.kv_heads
        self.turns = turn[:, None] * torch.tensor(heads, device=turn.device)[:, None]  # (T, query and key heads, D / 2)


def weights_version(model: GPT) -> tuple[tuple[int, int], ...]:
    """Changes when a weight is changed or replaced."""
    return tuple((weight.data_ptr(), weight._version) for weight in model.parameters())


def pack_layer(block: Block, width: int) -> Layer:
    attention, network = block.attention, block.network
    parts = [paired(attention.query.weight, attention), paired(attention.key.weight, attention), attention.value.weight]
    root = math.sqrt(width)
    return Layer(
        (torch.cat(parts) * root).T.contiguous(), attention.output.weight.T.contiguous(),
        (network.up.weight * root).T.contiguous(), network.down.weight.T.contiguous(),
    )  # fmt: skip


def paired(weight: Tensor, attention: Attention) -> Tensor:
    """The rows i and i + D / 2 of every head, which turn together, side by side."""
    return weight.view(-1, 2, attention.head_width // 2, weight.shape[1]).transpose(1, 2).reshape(weight.shape)


class Decoder:
    """Goes on where a filled cache ends: `step(tokens)` gives the logits of the next place of every row.

    `lengths` are the rows' own lengths, where the cache holds rows that were padded at the right. New places come
    after the padding, and the padding is hidden; a row turns by its own place, so it does not know of the others.
    The cache now belongs to the decoder: its keys are reordered.
    """

    def __init__(self, flat: PackedWeights, cache: KVCache, lengths: list[int]) -> None:
        self.flat, self.cache, d = flat, cache, flat.config.head_width
        device = flat.embedding.device
        for keys in cache.keys:
            old = keys[:, :, : cache.filled]
            old.copy_(old.reshape(*old.shape[:-1], 2, d // 2).transpose(-1, -2).flatten(-2))
        self.keys, self.values = ([part.flatten(0, 1) for part in parts] for parts in (cache.keys, cache.values))
        self.offset = self.mask = None
        if min(lengths) < cache.filled:
            own, places = torch.tensor(lengths, device=device), torch.arange(cache.length, device=device)
            self.offset = own - cache.filled
            hidden = (places >= own[:, None]) & (places < cache.filled)
            mask = torch.zeros(hidden.shape, device=device).masked_fill_(hidden, -math.inf)
            self.mask = mask.repeat_interleave(flat.config.kv_heads, 0)[:, None]
        self.tiny_width, self.tiny_head = (
            torch.tensor(math.sqrt(EPS * n), device=device) for n in (flat.config.width, d)
        )

    @torch.inference_mode()
    def step(self, tokens: Tensor) -> Tensor:
        """Take in one token for every row, (B,); the logits of what comes after them, (B, V)."""
        config, place, b = self.flat.config, self.cache.filled, len(tokens)
        h, g, d = config.heads, config.kv_heads, config.head_width
        turns = self.flat.turns[place] if self.offset is None else self.flat.turns[self.offset + place]
        x = self.flat.embedding[tokens]
        for layer, keys, values in zip(self.flat.layers, self.keys, self.values, strict=True):
            y = torch.mm(unit(x, self.tiny_width), layer.qkv).view(b, h + 2 * g, d)
            qk = torch.view_as_complex(unit(y[:, : h + g], self.tiny_head).view(b, h + g, d // 2, 2))
            qk = torch.view_as_real(qk.mul_(turns)).view(b, h + g, d)
            keys[:, place] = qk[:, h:].reshape(b * g, d)
            values[:, place] = y[:, h + g :].reshape(b * g, d)
            scores = torch.bmm(qk[:, :h].reshape(b * g, h // g, d), keys[:, : place + 1].mT)
            if self.mask is not None:
                scores += self.mask[..., : place + 1]
            z = torch.bmm(torch.softmax(scores, -1), values[:, : place + 1])
            x = torch.addmm(x, z.view(b, h * d), layer.output)
            u = torch.mm(unit(x, self.tiny_width), layer.up).relu_()
            x = torch.addmm(x, u.mul_(u), layer.down)
        self.cache.filled = place + 1
        return torch.mm(unit(x, self.tiny_width), self.flat.head)


def unit(x: Tensor, tiny: Tensor) -> Tensor:
    """Vectors of length 1: `norm` without its factor, the root of the width, and with its small number inside."""
    return x / torch.hypot(torch.linalg.vector_norm(x, dim=-1, keepdim=True), tiny)
