r"""Bytes as readable text and back, without loss: for files, pictures and messages.

What is valid UTF-8 stays as it is (日本); a byte that is not becomes `\xHH`; a backslash is
doubled. Hugging Face and GPT-2 write æĹ¥æľ¬ for the same token.
"""

from __future__ import annotations

import re

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
