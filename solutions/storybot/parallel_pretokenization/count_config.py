"""How files are counted: one record for chapter 2's processes, chapter 3's threads and the workers of a cluster."""

from __future__ import annotations

from dataclasses import dataclass

from storybot.bpe_basics.patterns import GPT4_PATTERN, resolve_pattern
from storybot.bpe_basics.pretokenize import check_special_tokens
from storybot.files import DecodeErrors
from storybot.special_tokens import END

CHUNK_BYTES = 4 << 20  # the last task of a run is one chunk: small enough that nobody waits long for it


@dataclass(frozen=True)
class CountConfig:
    """The arguments of `count_pretokens`, checked. It is sent to every worker along with its task.

    >>> CountConfig(pattern="gpt2").pattern == CountConfig().pattern
    False
    """

    pattern: str = GPT4_PATTERN  # a name is replaced by its expression
    special_tokens: tuple[str, ...] = (END,)
    workers: int | None = None  # None is all cores
    chunk_bytes: int = CHUNK_BYTES
    batch: int | None = None  # chunks in a task; None is many at first, few at the end
    min_count: int = 1
    progress: bool = True
    errors: DecodeErrors = "strict"
    split_lines: bool = False
    text_column: str = "text"

    def __post_init__(self) -> None:
        """Check every value once; what comes later trusts them."""
        object.__setattr__(self, "pattern", resolve_pattern(self.pattern))
        object.__setattr__(self, "special_tokens", check_special_tokens(self.special_tokens))
        for name in ("workers", "chunk_bytes", "batch", "min_count"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        if self.errors not in ("strict", "replace"):
            raise ValueError(f'errors must be "strict" or "replace", not {self.errors!r}')
