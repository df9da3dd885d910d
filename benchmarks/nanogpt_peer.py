"""A peer for the benchmarks: the architecture of nanoGPT, rebuilt in its plain form.

Learned positions, LayerNorm, one matrix for query, key and value, PyTorch's attention, GELU, no biases, and a head
that shares its matrix with the embedding.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit
from torch import nn


class PeerBlock(nn.Module):
    """Attention and MLP, each behind a LayerNorm."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm_1, self.norm_2 = nn.LayerNorm(width, bias=False), nn.LayerNorm(width, bias=False)
        self.qkv, self.output = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)
        self.up, self.down = nn.Linear(width, 4 * width, bias=False), nn.Linear(4 * width, width, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(B, T, C) to (B, T, C)."""
        b, t, c = x.shape
        q, k, v = (part.view(b, t, self.heads, -1).transpose(1, 2) for part in self.qkv(self.norm_1(x)).split(c, 2))
        attended = F.scaled_dot_product_attention(q, k, v, is_causal=True)  # (B, H, T, D)
        x = x + self.output(attended.transpose(1, 2).reshape(b, t, c))
        out: torch.Tensor = x + self.down(F.gelu(self.up(self.norm_2(x))))
        return out


class NanoGPTPeer(nn.Module):
    """`model(inputs, targets)` gives the mean loss."""

    def __init__(self, vocab_size: int, seq_len: int, depth: int, width: int) -> None:
        super().__init__()
        self.embedding, self.positions = nn.Embedding(vocab_size, width), nn.Embedding(seq_len, width)
        self.blocks = nn.ModuleList([PeerBlock(width, width // 64) for _ in range(depth)])
        self.norm = nn.LayerNorm(width, bias=False)
        self.head = nn.Linear(width, vocab_size, bias=False)
        for name, weight in self.named_parameters():
            if "norm" not in name:
                nn.init.normal_(weight, std=0.02)
        self.embedding.weight = self.head.weight

    def forward(self, inputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Of tokens (B, T) the loss against targets (B, T)."""
        x = self.embedding(inputs) + self.positions(torch.arange(inputs.shape[1]))  # (B, T, C)
        for block in self.blocks:
            x = block(x)
        logits = self.head(self.norm(x))  # (B, T, V)
        return F.cross_entropy(logits.view(-1, logits.shape[-1]), targets.view(-1))
