"""The model: a GPT.

Tokens become vectors, a stack of blocks works on them, and a last matrix, the head, turns each vector into a logit for
every token of the vocabulary. A block is attention (each position looks back at the positions before it) and an MLP at
each position by itself; both are residual, that is, added to what is there. Positions enter as rotations (RoPE), all
vectors are brought to length by RMSNorm without parameters, queries and keys as well (QK-norm), the MLP's nonlinearity
is ReLU², and the head shares nothing with the embedding.

Shapes: B rows, T positions, C the width, H heads of D = C / H, V the vocabulary.
"""

from __future__ import annotations

import math

import torch
from torch import nn

from storybot.model.attention import Attention, causal_mask, select_positions
from storybot.model.config import ModelConfig
from storybot.model.kv_cache import KVCache
from storybot.model.losses import chunked_cross_entropy
from storybot.model.mlp import MLP
from storybot.model.norm import norm
from storybot.model.rope import rope_table

Tensor = torch.Tensor


class Block(nn.Module):
    """Attention and MLP, each on normed vectors, each added to the residual stream."""

    def __init__(self, config: ModelConfig, layer: int) -> None:
        super().__init__()
        self.attention = Attention(config, layer)
        self.mlp = MLP(config)

    def forward(
        self,
        x: Tensor,
        cos: Tensor,
        sin: Tensor,
        cache: KVCache | None = None,
        mask: Tensor | None = None,
        positions: Tensor | None = None,
    ) -> Tensor:
        """(B, T, C) to (B, T, C), or to (B, W, C) at `positions` (B, W). See `Attention.forward`."""
        attended = self.attention(norm(x), cos, sin, cache, mask, positions)  # (B, W, C)
        x = (x if positions is None else select_positions(x, positions)) + attended
        return x + self.mlp(norm(x))  # type: ignore[no-any-return]


class GPT(nn.Module):
    """`model(inputs)` gives logits (B, T, V); `model(inputs, targets)` gives the mean loss in nats.

    >>> from storybot.model.config import config_for_depth
    >>> model = init_model(config_for_depth(1, vocab_size=300, seq_len=16))
    >>> model(torch.zeros(2, 16, dtype=torch.int64)).shape
    torch.Size([2, 16, 300])
    """

    cos: Tensor  # (seq_len, 1, D / 2)
    sin: Tensor

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.width)
        self.blocks = nn.ModuleList([Block(config, layer) for layer in range(config.depth)])
        self.head = nn.Linear(config.width, config.vocab_size, bias=False)
        table = torch.empty(config.seq_len, 1, config.head_width // 2)  # (T, 1, D / 2)
        self.register_buffer("cos", table, persistent=False)
        self.register_buffer("sin", table.clone(), persistent=False)

    def init_weights(self, seed: int = 0) -> None:
        """Fill every parameter and table. The head and the last matrix of each residual branch start at zero.

        So the first logits are all equal, the first loss is ln V, and every block begins as the identity.
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

    def forward_hidden(self, inputs: Tensor, cache: KVCache | None = None, positions: Tensor | None = None) -> Tensor:
        """The vectors before the head: of tokens (B, T) the vectors (B, T, C).

        With a `cache`, `inputs` are new tokens that go on where it ends, and it takes them in; gradients must be off.
        With `positions` (B, W), counted in `inputs`, only the vectors at these, (B, W, C). Every position needs the
        layers below the last, but in the last layer the others need keys and values only: in a model of four layers
        a fifth of the work is saved. With no positions at all (W = 0) the cache takes the tokens in, and that is all.
        """
        b, t = inputs.shape
        past = 0 if cache is None else cache.length_used
        if past + t > self.config.seq_len:
            raise ValueError(f"{past + t} tokens in a row, but the model sees {self.config.seq_len} at most")
        if cache is not None:
            if torch.is_grad_enabled():
                raise ValueError("a cache keeps no gradients: call the model inside `with torch.no_grad():`")
            cache.check_room(b, t)
        cos, sin = self.cos[past : past + t], self.sin[past : past + t]  # (T, 1, D / 2)
        mask = last_mask = None  # attention is causal by itself unless there is a past
        if past and t > 1:
            mask = last_mask = causal_mask(torch.arange(past, past + t, device=inputs.device), past + t)  # (T, S)
        if positions is not None:
            last_mask = causal_mask(past + positions, past + t)[:, None]  # (B, 1, W, S)
        *blocks, last = self.blocks
        x = norm(self.embedding(inputs))  # (B, T, C)
        for block in blocks:
            x = block(x, cos, sin, cache, mask)  # (B, T, C)
        x = last(x, cos, sin, cache, last_mask, positions)  # (B, T, C) or (B, W, C)
        if cache is not None:
            cache.advance(t)
        return norm(x)

    def forward(self, inputs: Tensor, targets: Tensor | None = None) -> Tensor:
        """Logits (B, T, V) of `inputs` (B, T), or the mean loss against `targets` (B, T)."""
        x = self.forward_hidden(inputs)  # (B, T, C)
        if targets is None:
            logits: Tensor = self.head(x)  # (B, T, V)
            return logits
        return chunked_cross_entropy(x, self.head.weight, targets)

    def num_parameters(self) -> int:
        """How many numbers the model learns."""
        return sum(weight.numel() for weight in self.parameters())

    def flops_per_token(self) -> int:
        """Multiplications and additions for a token, forward and backward.

        Six for each parameter that is multiplied (not the embedding, which is looked up), and 12 C T a layer
        for attention at its full length, as usually counted.
        """
        matrices = self.num_parameters() - self.embedding.weight.numel()
        return 6 * matrices + 12 * self.config.depth * self.config.width * self.config.seq_len


def meta_model(config: ModelConfig) -> GPT:
    """A model on the meta device: it has shapes and takes no memory.

    >>> from storybot.model.config import config_for_depth
    >>> f"{meta_model(config_for_depth(20, 65536, 2048)).num_parameters():,}"
    '560,988,160'
    """
    with torch.device("meta"):
        return GPT(config)


def init_model(config: ModelConfig, device: str | torch.device = "cpu", seed: int = 0) -> GPT:
    """A new model: built on the meta device, given memory on the real one, then filled."""
    model = meta_model(config).to_empty(device=device)
    model.init_weights(seed)
    return model
