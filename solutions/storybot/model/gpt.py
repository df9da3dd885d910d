"""The model: a GPT in one file.

Tokens become vectors, a stack of blocks works on them, and a last matrix turns each vector into a
logit for every token of the vocabulary. A block is attention (each place looks back at the places
before it) and a small network at each place; both add to what is there. Positions enter as
rotations (RoPE), all vectors are brought to length by RMSNorm without parameters, queries and keys
as well (QK-norm), the network's bend is ReLU², and the head shares nothing with the embedding.

Shapes: B rows, T places, C the width, H heads of D = C / H, V the vocabulary.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F  # noqa: N812 - torch's own habit
from torch import nn

from storybot.model.config import ModelConfig
from storybot.model.fused_ops import norm, relu_squared, rotate
from storybot.model.losses import chunked_cross_entropy

ROPE_BASE = 10_000.0
ATTENTION_SCALE = (
    15.0  # the score of a query and a key that agree wholly: normed vectors of D numbers have D as their product
)


def rope_table(seq_len: int, head_width: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Cosine and sine of place × frequency: two tables of shape (T, D / 2)."""
    frequencies = ROPE_BASE ** -(torch.arange(0, head_width, 2, dtype=torch.float32) / head_width)
    angles = torch.outer(torch.arange(seq_len, dtype=torch.float32), frequencies)
    return angles.cos(), angles.sin()


class Attention(nn.Module):
    """Each place asks (query), is asked (key) and answers (value). It sees itself and what is before it."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.heads, self.kv_heads, self.head_width = config.heads, config.kv_heads, config.head_width
        kv_width = self.kv_heads * self.head_width
        self.query = nn.Linear(config.width, config.width, bias=False)
        self.key = nn.Linear(config.width, kv_width, bias=False)
        self.value = nn.Linear(config.width, kv_width, bias=False)
        self.output = nn.Linear(config.width, config.width, bias=False)

    def forward(self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
        b, t, c = x.shape
        q = self.query(x).view(b, t, self.heads, self.head_width)
        k = self.key(x).view(b, t, self.kv_heads, self.head_width)
        v = self.value(x).view(b, t, self.kv_heads, self.head_width)
        q, k = norm(rotate(q, cos, sin)), norm(rotate(k, cos, sin))
        q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)  # (B, H, T, D)
        grouped = self.heads != self.kv_heads
        y = F.scaled_dot_product_attention(
            q, k, v, is_causal=True, scale=ATTENTION_SCALE / self.head_width, enable_gqa=grouped
        )
        answer: torch.Tensor = self.output(y.transpose(1, 2).reshape(b, t, c))
        return answer


class MLP(nn.Module):
    """At each place by itself: four times as wide, ReLU², and back."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.up = nn.Linear(config.width, 4 * config.width, bias=False)
        self.down = nn.Linear(4 * config.width, config.width, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        answer: torch.Tensor = self.down(relu_squared(self.up(x)))
        return answer


class Block(nn.Module):
    """Attention and network, each on normed vectors, each added to what is there."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.attention = Attention(config)
        self.network = MLP(config)

    def forward(self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
        x = x + self.attention(norm(x), cos, sin)
        return x + self.network(norm(x))  # type: ignore[no-any-return]


class GPT(nn.Module):
    """`model(inputs)` gives logits (B, T, V); `model(inputs, targets)` gives the mean loss in nats.

    >>> from storybot.model.config import config_for_depth
    >>> model = init_model(config_for_depth(1, vocab_size=300, seq_len=16))
    >>> model(torch.zeros(2, 16, dtype=torch.int64)).shape
    torch.Size([2, 16, 300])
    """

    cos: torch.Tensor
    sin: torch.Tensor

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.width)
        self.blocks = nn.ModuleList([Block(config) for _ in range(config.depth)])
        self.head = nn.Linear(config.width, config.vocab_size, bias=False)
        table = torch.empty(config.seq_len, 1, config.head_width // 2)
        self.register_buffer("cos", table, persistent=False)
        self.register_buffer("sin", table.clone(), persistent=False)

    def init_weights(self, seed: int = 0) -> None:
        """Fill every parameter and table. The head and what ends a branch start at zero.

        So the first logits are all equal, the first loss is ln V, and every block begins as doing nothing.
        """
        rng = torch.Generator(device=self.head.weight.device).manual_seed(seed)
        cos, sin = rope_table(self.config.seq_len, self.config.head_width)
        with torch.no_grad():
            self.cos.copy_(cos[:, None])
            self.sin.copy_(sin[:, None])
            for name, weight in self.named_parameters():
                if name == "embedding.weight":
                    weight.normal_(std=1.0, generator=rng)
                elif name == "head.weight" or name.endswith(("output.weight", "down.weight")):
                    weight.zero_()
                else:
                    bound = math.sqrt(3 / self.config.width)  # a standard deviation of 1 / sqrt(C)
                    weight.uniform_(-bound, bound, generator=rng)

    def hidden(self, inputs: torch.Tensor) -> torch.Tensor:
        """The vectors before the head, (B, T, C)."""
        t = inputs.shape[1]
        if t > self.config.seq_len:
            raise ValueError(f"{t} tokens in a row, but the model sees {self.config.seq_len} at most")
        cos, sin = self.cos[:t], self.sin[:t]
        x = norm(self.embedding(inputs))
        for block in self.blocks:
            x = block(x, cos, sin)
        return norm(x)

    def forward(self, inputs: torch.Tensor, targets: torch.Tensor | None = None) -> torch.Tensor:
        x = self.hidden(inputs)
        if targets is None:
            logits: torch.Tensor = self.head(x)
            return logits
        return chunked_cross_entropy(x, self.head.weight, targets)

    def num_parameters(self) -> int:
        return sum(weight.numel() for weight in self.parameters())

    def flops_per_token(self) -> int:
        """Multiplications and additions for a token, forward and backward.

        Six for each parameter that is multiplied (not the embedding, which is looked up), and 12 C T a layer
        for attention at its full length, as usually counted.
        """
        matrices = self.num_parameters() - self.embedding.weight.numel()
        return 6 * matrices + 12 * self.config.depth * self.config.width * self.config.seq_len


def meta_model(config: ModelConfig) -> GPT:
    """A model on the meta device: it has shapes and takes no memory."""
    with torch.device("meta"):
        return GPT(config)


def init_model(config: ModelConfig, device: str | torch.device = "cpu", seed: int = 0) -> GPT:
    """Build on the meta device, then get memory on the real one, then fill it."""
    model = meta_model(config).to_empty(device=device)
    model.init_weights(seed)
    return model
