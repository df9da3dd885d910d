r"""Our tokenizer file: JSON that a person can read, versioned, written whole or not at all.

Nothing in it runs. A pickle file would be shorter to write, and could run any code when read.

Tokens are bytes, and the file is text: what is valid UTF-8 stays as it is (日本), a byte that is not becomes `\xHH`,
and a backslash is doubled. Hugging Face and GPT-2 write æĹ¥æľ¬ for the same token.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping

from storybot.atomic import write_atomically
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


ESCAPE = re.compile(r"\\(\\|x[0-9a-f]{2})")


def escape_bytes(token: bytes) -> str:
    r"""The token as readable text.

    >>> print(escape_bytes("日".encode()), escape_bytes("日".encode()[:2]), escape_bytes(b"\\"))
    日 \xe6\x97 \\
    """
    return token.replace(b"\\", b"\\\\").decode("utf-8", errors="backslashreplace")


def unescape_bytes(escaped: str) -> bytes:
    r"""The token that `escape_bytes` wrote.

    >>> unescape_bytes(escape_bytes(b"\xe6\x97\\x41"))
    b'\xe6\x97\\x41'
    """
    parts = ESCAPE.split(escaped)
    if any("\\" in part for part in parts[::2]):
        raise ValueError(f"{escaped!r} has a backslash that is neither \\\\ nor \\x and two digits")
    plain = [part.encode("utf-8") for part in parts[::2]]
    decoded = [b"\\" if part == "\\" else bytes([int(part[1:], 16)]) for part in parts[1::2]]
    return b"".join(a + b for a, b in zip(plain, [*decoded, b""], strict=True))
