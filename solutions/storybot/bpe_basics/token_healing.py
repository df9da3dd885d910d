"""Token healing: a prompt that ends in the middle of a token.

A prompt is cut where its writer stopped, which need not be where the tokenizer cuts. In training, a full stop at the
end of a paragraph and the line break after it were one token, and "ある日" was the beginning of longer ones. Given the
tokens of the bare prompt, the model is asked to go on from something it has never seen. So the last pretoken of the
prompt is taken back, and the model samples it again, from those tokens only that agree with the prompt's bytes. The
first token that reaches past the end of the prompt is where the new text begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from storybot.bpe_basics.pretokenize import split_pattern

if TYPE_CHECKING:
    from storybot.bpe_basics.tokenizer import Tokenizer


def split_prompt(tokenizer: Tokenizer, prompt: str) -> tuple[list[int], bytes]:
    """The tokens of a prompt but for its last pretoken, and the bytes of that one.

    >>> from storybot.bpe_basics import Tokenizer
    >>> split_prompt(Tokenizer([]), "So it is")
    ([83, 111, 32, 105, 116], b' is')
    """
    if not prompt:
        return [], b""
    last = split_pattern(prompt, tokenizer.pattern)[-1]
    return [int(i) for i in tokenizer.encode(prompt[: -len(last)], "none")], last.encode("utf-8")


def agreeing_tokens(ranks: Mapping[bytes, int], wanted: bytes) -> list[int]:
    """The ids of the tokens that agree with the bytes that are `wanted` next.

    A token agrees if one of the two begins with the other. `ranks` has all ordinary tokens; special ones never agree.

    >>> agreeing_tokens({b"a": 0, b"b": 1, b"ab": 2, b"abc": 3}, b"ab")
    [0, 2, 3]
    """
    return [i for token, i in ranks.items() if token.startswith(wanted) or wanted.startswith(token)]
