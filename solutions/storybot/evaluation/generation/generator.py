"""The Generator: stories with a KV cache, one or many at a time, whole or piece by piece.

Token for token it gives what `generate_reference` gives. Rows of a batch know nothing of each other: each has
its own places and its own random numbers, so a row is what it would be with other rows beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import torch

from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.data_pipeline.loader import bos_id
from storybot.evaluation.belongs import check_vocab_size
from storybot.evaluation.generation.batch import Rows
from storybot.evaluation.generation.decoder import PackedWeights, weights_version
from storybot.evaluation.generation.streaming import decode_utf8_stream
from storybot.model.gpt import GPT
from storybot.model.sampling import Sampling
from storybot.training_loop.data import END

Stop = Iterable[int | str]


class Generator:
    """Lets a model go on from prompts.

    All methods take the same wishes: `temperature`, `top_k`, `top_p`, `seed` (see `Sampling`); `max_tokens`, as many
    as the context has room for if not given; `stop`, tokens (ids or special tokens by name) at which a row ends and
    which are left out, the end of a document if not given; `sliding`.

    Prompt and `max_tokens` must fit the context. With `sliding=True` they need not: a window that is full begins anew
    with its last half (`window_start`), and what is before it is forgotten.
    """

    def __init__(self, model: GPT, tokenizer: Tokenizer) -> None:
        check_vocab_size(model.config, tokenizer)
        self.model, self.tokenizer = model, tokenizer
        self._flat = PackedWeights(model)
        self._unknown = [i for i in range(model.config.vocab_size) if i not in tokenizer.vocab]

    def generate(self, prompts: str | Sequence[str], **wishes: Any) -> list[str]:
        """What follows each prompt, as text. A prompt begins a document."""
        prompts = [prompts] if isinstance(prompts, str) else prompts
        rows = self.generate_ids([self.prompt_ids(prompt) for prompt in prompts], **wishes)
        return [self.tokenizer.decode(row) for row in rows]

    def stream(self, prompt: str, **wishes: Any) -> Iterator[str]:
        """What follows the prompt, in pieces as they come, and never half a character."""
        steps = self._steps([self.prompt_ids(prompt)], **wishes)
        yield from decode_utf8_stream(self.tokenizer.vocab[token] for [token] in steps if token is not None)

    def generate_ids(self, prompts: Sequence[Sequence[int]], **wishes: Any) -> list[list[int]]:
        """What follows each prompt, as ids."""
        columns = list(self._steps(prompts, **wishes))
        return [[column[row] for column in columns if column[row] is not None] for row in range(len(prompts))]  # type: ignore[misc]

    def prompt_ids(self, prompt: str) -> list[int]:
        """The token that begins a document, and the prompt."""
        return [bos_id(self.tokenizer, END), *self.tokenizer.encode(prompt, "none")]

    def _steps(
        self,
        prompts: Sequence[Sequence[int]],
        *,
        max_tokens: int | None = None,
        stop: Stop | None = None,
        sliding: bool = False,
        **sampling: Any,
    ) -> Iterator[list[int | None]]:
        """One token for every row at a time; None for a row that has ended."""
        how, ends = Sampling(**sampling), self._stop_ids(stop)
        limits = [self._limit(prompt, max_tokens, sliding) for prompt in prompts]
        if not prompts:
            return
        rows = Rows(self.model, self._weights(), prompts, max(map(sum, zip(map(len, prompts), limits, strict=True))))
        draws, live = [how.draws(row) for row in range(len(prompts))], [True] * len(prompts)
        n, logits = 0, rows.begin()
        while True:
            tokens = how.choose(self._known(logits), draws)
            chosen = tokens.tolist()
            live = [on and token not in ends for on, token in zip(live, chosen, strict=True)]
            if not any(live):
                return
            yield [token if on else None for on, token in zip(live, chosen, strict=True)]
            n += 1
            live = [on and n < limit for on, limit in zip(live, limits, strict=True)]
            if not any(live):
                return
            logits = rows.add(tokens)

    def _known(self, logits: torch.Tensor) -> torch.Tensor:
        """A model may have room for more tokens than its tokenizer knows; those are never chosen."""
        if not self._unknown:
            return logits
        return logits.index_fill(1, torch.tensor(self._unknown, device=logits.device), -math.inf)

    def _weights(self) -> PackedWeights:
        """The model's weights laid out for decoding; again, if training has gone on since."""
        if self._flat.mark != weights_version(self.model):
            self._flat = PackedWeights(self.model)
        return self._flat

    def _limit(self, prompt: Sequence[int], max_tokens: int | None, sliding: bool) -> int:
        """How many tokens may follow a prompt."""
        seq_len, vocab = self.model.config.seq_len, self.model.config.vocab_size
        if not prompt:
            raise ValueError("the prompt is empty; begin with the token that begins a document")
        if min(prompt) < 0 or max(prompt) >= vocab:
            raise ValueError(f"a token of the prompt is not among the model's {vocab:,}")
        if max_tokens is not None and max_tokens < 1:
            raise ValueError(f"max_tokens must be at least 1, not {max_tokens}")
        room = seq_len - len(prompt)
        if sliding:
            return max_tokens or seq_len
        if room < (max_tokens or 1):
            raise ValueError(
                f"a prompt of {len(prompt):,} tokens and {max_tokens or 1:,} more, but the model sees {seq_len:,} at "
                "most; ask for fewer, or let the window slide (sliding=True)"
            )
        return max_tokens or room

    def _stop_ids(self, stop: Stop | None) -> set[int]:
        if stop is None:
            return {self.tokenizer.special_tokens[END]} if END in self.tokenizer.special_tokens else set()
        return {bos_id(self.tokenizer, token) for token in stop}
