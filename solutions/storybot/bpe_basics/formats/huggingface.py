"""Hugging Face's `tokenizer.json`: the same tokenizer, in the words of the `tokenizers` library."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache

from storybot.atomic import write_atomically


def save(
    path: str | os.PathLike[str],
    pattern: str,
    special_tokens: Mapping[str, int],
    ranks: Mapping[bytes, int],
    merges: list[tuple[bytes, bytes]],
) -> None:
    """Write the file. `tokenizers.Tokenizer.from_file(path)` opens it and gives the same ids."""
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [_added_token(name, i) for name, i in special_tokens.items()],
        "normalizer": None,
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [
                {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False},
                {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False},
            ],
        },
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": {to_unicode(token): rank for token, rank in ranks.items()} | dict(special_tokens),
            "merges": [[to_unicode(a), to_unicode(b)] for a, b in merges],
        },
    }
    write_atomically(path, json.dumps(content, ensure_ascii=False, indent=1) + "\n")


def to_unicode(token: bytes) -> str:
    """The bytes of a token in GPT-2's letters.

    >>> to_unicode(" é".encode())
    'ĠÃ©'
    """
    table = bytes_to_unicode()
    return "".join(table[byte] for byte in token)


@lru_cache(maxsize=1)
def bytes_to_unicode() -> list[str]:
    """One visible letter for each byte: GPT-2's table. Bytes with no visible letter borrow one from U+0100 on.

    >>> table = bytes_to_unicode()
    >>> table[ord("a")], table[ord(" ")], len(set(table))
    ('a', 'Ġ', 256)
    """
    visible = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    borrowed = iter(range(0x100, 0x200))
    return [chr(byte) if byte in visible else chr(next(borrowed)) for byte in range(256)]


def _added_token(name: str, token_id: int) -> dict[str, object]:
    return {
        "id": token_id,
        "content": name,
        "single_word": False,
        "lstrip": False,
        "rstrip": False,
        "normalized": False,
        "special": True,
    }
