"""Is a prompt one that the model can go on from? A small model knows its training text, and little else."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from storybot.bpe_basics.tokenizer import Tokenizer

SPECIAL_LOOKING = regex.compile(r"<\|[^\s<>|]+\|>")
CJK = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}"
WORD = regex.compile(rf"(?P<cjk>[{CJK}]+)|(?:(?![{CJK}])[\p{{L}}\p{{M}}])+")


def unknown_special_tokens(prompt: str, tokenizer: Tokenizer) -> list[str]:
    """Parts of the prompt that look like special tokens, `<|name|>`, and that the tokenizer does not have.

    >>> unknown_special_tokens("<|user|> Hello<|end|>", Tokenizer([], ["<|end|>"]))
    ['<|user|>']
    """
    found = dict.fromkeys(SPECIAL_LOOKING.findall(prompt))
    return [token for token in found if token not in tokenizer.special_tokens]


def unseen_words(prompt: str, texts: Iterable[str]) -> list[str]:
    """The words of a prompt that none of the training `texts` holds, in the prompt's order.

    In Chinese, Japanese and Korean, where a new word or ending need not be strange, two neighbouring characters stand
    for a word. Single tokens would be the wrong measure: of bytes, every small text has seen all that matter.

    >>> unseen_words("One day a dragon", ["One day Mina found a cat.", "A dog sat."])
    ['dragon']
    >>> unseen_words("어느 날", ["날이 좋은 날 어제"])
    ['어느']
    """
    missing: dict[str, None] = {}
    for match in WORD.finditer(prompt):
        word = match[0]
        whole = match["cjk"] is None or len(word) == 1
        missing.update(dict.fromkeys([word] if whole else [word[i : i + 2] for i in range(len(word) - 1)]))
    for text in texts:
        if not missing:
            break
        missing = {word: None for word in missing if word not in text}
    return list(missing)
