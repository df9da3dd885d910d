"""What Japanese and Chinese text needs: no blank where the source breaks a line."""

from __future__ import annotations

import re

WIDE = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef“”‘’…—"
# A break next to a wide character goes, unless the next line opens a list item, quotation, table, heading or fence.
BREAK = re.compile(f"(?<=[{WIDE}])\n(?![->|#\n]|\\* |\\$\\$|\\d+\\.|```|!\\[)|(?<=\\S)\n(?=[{WIDE}])")


def join_lines(text: str) -> str:
    r"""Take out the line breaks that stand next to a wide character.

    >>> join_lines("一行目。\n二行目。\n`code` も")
    '一行目。二行目。`code` も'
    >>> join_lines("これが\n**対** です。\n$x$ は")
    'これが**対** です。$x$ は'
    >>> join_lines("一覧。\\n- 一つ\\n- 二つ")
    '一覧。\\n- 一つ\\n- 二つ'
    """
    return BREAK.sub("", text)
