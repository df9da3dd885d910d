"""What Japanese and Chinese text needs: no blank where the source breaks a line."""

from __future__ import annotations

import re

WIDE = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef“”‘’…—"
BREAK = re.compile(f"(?<=[{WIDE}])\n(?=\\S|$)|\n(?=[{WIDE}])")


def join_lines(text: str) -> str:
    r"""Take out the line breaks that stand next to a wide character.

    >>> join_lines("一行目。\n二行目。\n`code` も")
    '一行目。二行目。`code` も'
    """
    return BREAK.sub("", text)
