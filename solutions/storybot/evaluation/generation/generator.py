"""The Generator: texts with a KV cache, one or many at a time, whole or as a stream.

Token for token it gives what `generate_reference` gives. Rows of a batch are independent: each has its own positions
and its own random numbers, so a row is what it would be with other rows beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import torch

from storybot.bpe_basics.token_healing import agreeing_tokens, split_prompt
from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.evaluation.generation.batch import DecodingBatch
from storybot.evaluation.generation.decoder import PackedWeights, weights_version
from storybot.evaluation.generation.streaming import CharacterMask, decode_utf8_stream, pending_bytes, skip_bytes
from storybot.model.config import check_vocab_size
from storybot.model.gpt import GPT
from storybot.model.sampling import Sampling
from storybot.special_tokens import END, bos_id

Tensor = torch.Tensor


@dataclass(frozen=True)
class GenerationConfig(Sampling):
    """How tokens are sampled (`temperature`, `top_k`, `top_p`, `seed`: see `Sampling`), and where a text ends.

    >>> GenerationConfig(temperature=0.7, top_p=0.9, max_tokens=60).top_p
    0.9
    """

    max_tokens: int | None = None  # None: as many as the context has room for
    stop: Sequence[int | str] | None = None  # tokens, by id or name, that end a text; None: the end of a document
    sliding: bool = False  # a full window goes on with its last half, and forgets what is before it
    complete_characters: bool = False  # sample no token that would make invalid UTF-8: see `CharacterMask`

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.max_tokens is not None and self.max_tokens < 1:
            raise ValueError(f"max_tokens must be at least 1, not {self.max_tokens}")


class ContextOverflowError(ValueError):
    """Prompt and new tokens do not fit the context, and the window must not slide.

    `problem` says so without naming an option, for callers whose options have other names.
    """

    def __init__(self, prompt_tokens: int, new_tokens: int, seq_len: int) -> None:
        self.problem = (
            f"a prompt of {prompt_tokens:,} tokens and {new_tokens:,} more, but the model sees {seq_len:,} at most"
        )
        super().__init__(f"{self.problem}; ask for fewer (max_tokens), or let the window slide (sliding=True)")


def token_limit(config: GenerationConfig, prompt_tokens: int, seq_len: int) -> int:
    """How many tokens may follow a prompt of `prompt_tokens`.

    >>> token_limit(GenerationConfig(), 10, seq_len=64)
    54
    >>> token_limit(GenerationConfig(max_tokens=100, sliding=True), 10, seq_len=64)
    100
    """
    if config.sliding:
        return config.max_tokens or seq_len
    room = seq_len - prompt_tokens
    if room < (config.max_tokens or 1):
        raise ContextOverflowError(prompt_tokens, config.max_tokens or 1, seq_len)
    return config.max_tokens or room


DEFAULT = GenerationConfig()


@dataclass(frozen=True)
class HealedPrompt:
    """A prompt as tokens, and the bytes at its end that the model has to sample again."""

    ids: Sequence[int]
    rest: bytes = b""
    taken_back: int = 0  # how many tokens the tokenizer makes of `rest`


class Generator:
    """Lets a model go on from prompts, as a `GenerationConfig` says.

    Prompt and `max_tokens` must fit the context, or a `ContextOverflowError` is raised. With `sliding=True` they need
    not: a full window goes on with its last half (`window_start`), and what is before it is forgotten.
    """

    def __init__(self, model: GPT, tokenizer: Tokenizer) -> None:
        check_vocab_size(model.config, tokenizer)
        self.model, self.tokenizer = model, tokenizer
        self._weights = PackedWeights(model)
        self._unknown = [i for i in range(model.config.vocab_size) if i not in tokenizer.vocab]

    def generate(self, prompts: str | Sequence[str], config: GenerationConfig = DEFAULT) -> list[str]:
        """What follows each prompt, as text. A prompt begins a document, and may end within a token."""
        prompts = [prompts] if isinstance(prompts, str) else prompts
        healed = [self.heal_prompt(prompt) for prompt in prompts]
        rows = self.generate_ids(healed, config)
        texts = [self.tokenizer.decode_bytes(row)[len(p.rest) :] for p, row in zip(healed, rows, strict=True)]
        return [text.decode("utf-8", "replace") for text in texts]

    def stream(self, prompt: str, config: GenerationConfig = DEFAULT) -> Iterator[str]:
        """What follows the prompt, in chunks as they come, and never half a character."""
        healed = self.heal_prompt(prompt)
        steps = self._steps([healed], config)
        tokens = (self.tokenizer.vocab[token] for [token] in steps if token is not None)
        yield from decode_utf8_stream(skip_bytes(tokens, len(healed.rest)))

    def generate_ids(
        self, prompts: Sequence[Sequence[int] | HealedPrompt], config: GenerationConfig = DEFAULT
    ) -> list[list[int]]:
        """What follows each prompt, as ids. After a `HealedPrompt` they begin with those that complete it."""
        rows: list[list[int]] = [[] for _ in prompts]
        healed = [prompt if isinstance(prompt, HealedPrompt) else HealedPrompt(prompt) for prompt in prompts]
        for column in self._steps(healed, config):
            for row, token in zip(rows, column, strict=True):
                if token is not None:
                    row.append(token)
        return rows

    def prompt_ids(self, prompt: str) -> list[int]:
        """The token that begins a document, and the prompt. Special tokens in the prompt are ordinary text."""
        return [bos_id(self.tokenizer), *self.tokenizer.encode(prompt, "none")]

    def heal_prompt(self, prompt: str) -> HealedPrompt:
        """The prompt without its last pretoken, which the model completes (`token_healing`)."""
        ids, rest = split_prompt(self.tokenizer, prompt)
        kept = [bos_id(self.tokenizer), *ids]
        return HealedPrompt(kept, rest, taken_back=len(self.prompt_ids(prompt)) - len(kept))

    def _steps(self, healed: Sequence[HealedPrompt], config: GenerationConfig) -> Iterator[list[int | None]]:
        """One token for every row at a time; None for a row that has ended."""
        stop = self._stop_ids(config)
        prompts, seq_len = [prompt.ids for prompt in healed], self.model.config.seq_len
        for prompt in prompts:
            self._check_prompt(prompt)
        limits = [token_limit(config, len(p.ids) + p.taken_back, seq_len) + p.taken_back for p in healed]
        if not prompts:
            return
        wanted = [prompt.rest for prompt in healed]  # of each row the bytes that its next tokens must agree with
        longest = max(len(prompt) + limit for prompt, limit in zip(prompts, limits, strict=True))
        batch = DecodingBatch(self.model, self._packed_weights(), prompts, longest)
        rngs, live = [config.row_rng(row) for row in range(len(prompts))], [True] * len(prompts)
        pending: list[bytes] = []  # of each row the bytes of a character that is not finished
        if config.complete_characters:
            pending = [pending_bytes(self._bytes(prompt[-3:])[-3:]) for prompt in prompts]
        n, logits = 0, batch.prefill()  # (B, V)
        while True:
            logits = self._mask_unknown(logits)
            if config.complete_characters:
                logits = self._mask_incomplete(logits, pending, [limit - n for limit in limits], stop)
            if any(wanted):
                logits = self._mask_disagreeing(logits, wanted)
            tokens = config.sample(logits, rngs)  # (B,)
            chosen = tokens.tolist()
            wanted = [rest[len(self._bytes([token])) :] for rest, token in zip(wanted, chosen, strict=True)]
            live = [on and token not in stop for on, token in zip(live, chosen, strict=True)]
            if not any(live):
                return
            yield [token if on else None for on, token in zip(live, chosen, strict=True)]
            n += 1
            live = [on and n < limit for on, limit in zip(live, limits, strict=True)]
            if not any(live):
                return
            if config.complete_characters:
                pending = [
                    pending_bytes(old + self._bytes([token])) for old, token in zip(pending, chosen, strict=True)
                ]
            logits = batch.step(tokens)  # (B, V)

    @cached_property
    def _characters(self) -> CharacterMask:
        return CharacterMask(self.tokenizer.vocab, self.model.config.vocab_size)

    def _bytes(self, ids: Sequence[int]) -> bytes:
        """The bytes of tokens, of which the model may have more than the tokenizer knows."""
        return b"".join(self.tokenizer.vocab.get(i, b"") for i in ids)

    def _mask_unknown(self, logits: Tensor) -> Tensor:
        """-inf for tokens that the model has room for and its tokenizer does not know."""
        if not self._unknown:
            return logits
        return logits.index_fill(1, torch.tensor(self._unknown, device=logits.device), -math.inf)

    def _mask_incomplete(self, logits: Tensor, pending: list[bytes], left: list[int], stop: set[int]) -> Tensor:
        """-inf for tokens that would break a character, or begin one that `left` tokens cannot finish."""
        allowed = torch.stack([self._characters.allowed(*row) for row in zip(pending, left, strict=True)])  # (B, V)
        if stop:  # a stop token is left out of the text, so that nothing may be pending before it
            allowed[:, list(stop)] = torch.tensor([not row for row in pending])[:, None]
        return logits.masked_fill(~allowed.to(logits.device), -math.inf)

    def _mask_disagreeing(self, logits: Tensor, wanted: list[bytes]) -> Tensor:
        """-inf for tokens that do not agree with the bytes that are wanted next, where there are any."""
        allowed = torch.ones(logits.shape, dtype=torch.bool)
        for row, rest in zip(allowed, wanted, strict=True):
            if rest:
                row.fill_(False)[agreeing_tokens(self.tokenizer.ranks, rest)] = True
        return logits.masked_fill(~allowed.to(logits.device), -math.inf)

    def _packed_weights(self) -> PackedWeights:
        """The model's weights packed for decoding; packed again if training has gone on since."""
        if self._weights.version != weights_version(self.model):
            self._weights = PackedWeights(self.model)
        return self._weights

    def _check_prompt(self, prompt: Sequence[int]) -> None:
        vocab = self.model.config.vocab_size
        if not prompt:
            raise ValueError("the prompt is empty; begin with the token that begins a document")
        if min(prompt) < 0 or max(prompt) >= vocab:
            raise ValueError(f"a token of the prompt is not among the model's {vocab:,}")

    def _stop_ids(self, config: GenerationConfig) -> set[int]:
        if config.stop is None:
            return {self.tokenizer.special_tokens[END]} if END in self.tokenizer.special_tokens else set()
        return {bos_id(self.tokenizer, token) for token in config.stop}
