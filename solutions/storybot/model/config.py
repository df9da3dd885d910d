"""The shape of a model, and one dial for it: the depth."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the model itself needs no tokenizer
    from storybot.bpe_basics.tokenizer import Tokenizer

WIDTH_PER_LAYER = 64  # the dial: a model of depth d is 64 d wide
HEAD_WIDTHS = ((768, 128), (0, 64))  # (smallest model width, head width)


@dataclass(frozen=True)
class ModelConfig:
    """Everything that decides the shapes of the parameters, and how many tokens the model sees at once."""

    vocab_size: int
    seq_len: int
    depth: int
    width: int
    heads: int
    kv_heads: int

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        if self.width % self.heads:
            raise ValueError(f"{self.heads} heads do not divide a width of {self.width}")
        if self.head_width % 2:
            raise ValueError(f"a head must have an even width for its rotations, not {self.head_width}")
        if self.heads % self.kv_heads:
            raise ValueError(f"{self.kv_heads} key and value heads cannot be shared by {self.heads} heads")

    @property
    def head_width(self) -> int:
        """The numbers in a query, a key or a value of one head."""
        return self.width // self.heads

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, for JSON."""
        return asdict(self)


def config_for_depth(depth: int, vocab_size: int, seq_len: int, *, kv_heads: int | None = None) -> ModelConfig:
    """The model of a depth: 64 wide for each layer, heads of 128 at full size, of 64 in small models.

    >>> config_for_depth(20, 65536, 2048)
    ModelConfig(vocab_size=65536, seq_len=2048, depth=20, width=1280, heads=10, kv_heads=10)
    >>> config_for_depth(2, 2048, 128).heads
    2
    """
    if depth < 1:
        raise ValueError(f"depth must be at least 1, not {depth}")
    width = depth * WIDTH_PER_LAYER
    head = next(head for least, head in HEAD_WIDTHS if width >= least and width % head == 0)
    heads = width // head
    return ModelConfig(vocab_size, seq_len, depth, width, heads, kv_heads or heads)


def check_vocab_size(config: ModelConfig, tokenizer: Tokenizer) -> None:
    """Raise a ValueError if the tokenizer has ids that the model has no embedding for.

    >>> from storybot.bpe_basics import Tokenizer
    >>> check_vocab_size(config_for_depth(1, vocab_size=256, seq_len=16), Tokenizer([]))
    """
    needed = max(tokenizer.vocab) + 1
    if needed > config.vocab_size:
        raise ValueError(
            f"the tokenizer has {needed:,} tokens, but the model knows {config.vocab_size:,}: they do not belong "
            "together; take the tokenizer that the model was trained with, or make a model with a larger vocab_size"
        )
