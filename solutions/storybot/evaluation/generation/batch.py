"""The rows of a batch while they grow: their tokens, their windows, their cache."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from storybot.evaluation.generation.decoder import Decoder, PackedWeights
from storybot.model.generate_reference import window_start
from storybot.model.gpt import GPT
from storybot.model.kv_cache import KVCache, hidden_with_cache


class Rows:
    """`begin` gives the logits after the prompts, `add` those after one more token in every row."""

    def __init__(self, model: GPT, flat: PackedWeights, prompts: Sequence[Sequence[int]], length: int) -> None:
        """`length`: how long the rows become, or the context if that is shorter."""
        self.model, self.flat = model, flat
        self.length = min(length, model.config.seq_len)
        self.ids, self.starts = [list(prompt) for prompt in prompts], [0] * len(prompts)

    @torch.inference_mode()
    def begin(self) -> torch.Tensor:
        """Take in every row's window. Shorter ones are padded at the right, which they never see."""
        seq_len, device = self.model.config.seq_len, self.flat.embedding.device
        self.starts = [window_start(len(ids), start, seq_len) for ids, start in self._rows()]
        windows = [ids[start:] for ids, start in self._rows()]
        lengths = [len(window) for window in windows]
        padded = torch.zeros(len(windows), max(lengths), dtype=torch.int64)
        for row, window in zip(padded, windows, strict=True):
            row[: len(window)] = torch.tensor(window)
        cache = KVCache(self.model.config, len(windows), self.length, device)
        hidden = hidden_with_cache(self.model, padded.to(device), cache)
        self.decoder = Decoder(self.flat, cache, lengths)
        last: torch.Tensor = self.model.head(hidden[range(len(windows)), [length - 1 for length in lengths]])
        return last

    def add(self, tokens: torch.Tensor) -> torch.Tensor:
        """One more token for every row; where the cache has no room for it, begin again."""
        for ids, token in zip(self.ids, tokens.tolist(), strict=True):
            ids.append(token)
        full = self.decoder.cache.filled == self.decoder.cache.length
        return self.begin() if full else self.decoder.step(tokens)

    def _rows(self) -> zip[tuple[list[int], int]]:
        return zip(self.ids, self.starts, strict=True)
