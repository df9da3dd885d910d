"""What may be asked of a Generator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storybot.model.sampling import Sampling


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
