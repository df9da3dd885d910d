"""The shape of a model, and one dial for it: the depth."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

WIDTH_PER_LAYER = 64  # the dial: a model of depth d is 64 d wide
HEAD_WIDTHS = ((768, 128), (0, 64))  # from this width on, heads of so many numbers


@dataclass(frozen=True)
class ModelConfig:
    """Everything that decides the shapes of the parameters, and how far back the model sees."""

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
        return self.width // self.heads

    def as_dict(self) -> dict[str, Any]:
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
