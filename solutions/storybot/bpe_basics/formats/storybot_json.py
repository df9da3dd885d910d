"""Our tokenizer file: JSON that a person can read, versioned, written whole or not at all.

Nothing in it runs. A pickle file would be shorter to write, and could run any code when read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from storybot.atomic import write_atomically
from storybot.bpe_basics.byte_escapes import escape_bytes, unescape_bytes
from storybot.json_file import explain_damage, read_json_file

FORMAT, VERSION = "storybot tokenizer", 1


def save(
    path: str | os.PathLike[str],
    pattern: str,
    special_tokens: Mapping[str, int],
    byte_order: bytes,
    merges: list[tuple[bytes, bytes]],
) -> None:
    """Write the file, one merge a line."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "pattern": pattern,
        "special_tokens": dict(special_tokens),
        "byte_order": byte_order.hex(),
    }
    lines = [f"{_json(key)}: {_json(value)}" for key, value in head.items()]
    rows = ",\n".join(_json([escape_bytes(a), escape_bytes(b)]) for a, b in merges)
    write_atomically(path, "{\n" + ",\n".join(lines) + ',\n"merges": [\n' + rows + "\n]\n}\n")


def load(path: str | os.PathLike[str]) -> tuple[str, dict[str, int], bytes, list[tuple[bytes, bytes]]]:
    """Read pattern, special tokens, byte order and merges; a file that is not ours is an error."""
    content = read_json_file(path, FORMAT, VERSION, ("pattern", "special_tokens", "byte_order", "merges"))
    with explain_damage(path, FORMAT):
        merges = [(unescape_bytes(a), unescape_bytes(b)) for a, b in content["merges"]]
        special_tokens = {str(name): i for name, i in content["special_tokens"].items()}
        return content["pattern"], special_tokens, bytes.fromhex(content["byte_order"]), merges


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
