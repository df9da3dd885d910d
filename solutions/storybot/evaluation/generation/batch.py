"""A batch of rows while they grow: their tokens, their windows, their cache."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from storybot.evaluation.generation.decoder import Decoder, PackedWeights
from storybot.model.gpt import GPT
from storybot.model.kv_cache import KVCache

Tensor = torch.Tensor


def window_start(length: int, start: int, seq_len: int) -> int:
    """Where the window begins that sees the last of `length` tokens, if it began at `start` before.

    It stays until it would hold more than `seq_len` tokens; then the last half of that many go on alone.

    >>> [window_start(length, 0, 8) for length in (7, 8, 9)]
    [0, 0, 5]
    """
    return start if length - start <= seq_len else length - max(1, seq_len // 2)


class DecodingBatch:
    """`prefill` gives the logits after the prompts, `step` those after one more token in every row."""

    def __init__(self, model: GPT, weights: PackedWeights, prompts: Sequence[Sequence[int]], length: int) -> None:
        """`length`: how long the longest row will become. The cache holds that, or the context if it is shorter."""
        self.model, self.weights = model, weights
        self.capacity = min(length, model.config.seq_len)
        self.ids, self.starts = [list(prompt) for prompt in prompts], [0] * len(prompts)

    @torch.inference_mode()
    def prefill(self) -> Tensor:
        """Put every row's window into a new cache; logits (B, V). Shorter windows are padded at the right."""
        seq_len, device = self.model.config.seq_len, self.weights.embedding.device
        self.starts = [window_start(len(ids), start, seq_len) for ids, start in zip(self.ids, self.starts, strict=True)]
        windows = [ids[start:] for ids, start in zip(self.ids, self.starts, strict=True)]
        lengths = [len(window) for window in windows]
        padded = torch.zeros(len(windows), max(lengths), dtype=torch.int64)  # (B, T)
        for row, window in zip(padded, windows, strict=True):
            row[: len(window)] = torch.tensor(window)
        cache = KVCache(self.model.config, len(windows), self.capacity, device)
        hidden = self.model.forward_hidden(padded.to(device), cache)  # (B, T, C)
        self.decoder = Decoder(self.weights, cache, lengths)
        last = hidden[range(len(windows)), [length - 1 for length in lengths]]  # (B, C)
        logits: Tensor = self.model.head(last)  # (B, V)
        return logits

    def step(self, tokens: Tensor) -> Tensor:
        """Append one token (B,) to every row; logits (B, V). Where the cache is full, prefill a new one."""
        for ids, token in zip(self.ids, tokens.tolist(), strict=True):
            ids.append(token)
        full = self.decoder.cache.length_used == self.decoder.cache.capacity
        return self.prefill() if full else self.decoder.step(tokens)
