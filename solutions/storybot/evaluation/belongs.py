"""Do a model and a tokenizer belong together?"""

from __future__ import annotations

from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.model.config import ModelConfig


def check_vocab_size(config: ModelConfig, tokenizer: Tokenizer) -> None:
    """Raise a ValueError if the tokenizer has ids that the model has no vector for."""
    needed = max(tokenizer.vocab) + 1
    if needed > config.vocab_size:
        raise ValueError(
            f"the tokenizer has {needed:,} tokens, but the model knows {config.vocab_size:,}: "
            "they do not belong together"
        )
