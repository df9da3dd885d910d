"""Of many processes, one does the talking."""

from __future__ import annotations

import os
from typing import Any


def print0(*values: Any, **options: Any) -> None:
    """`print`, in the process of rank 0 only (and where there is only one process).

    >>> print0("hello")
    hello
    """
    if os.environ.get("RANK", "0") == "0":
        print(*values, **{"flush": True, **options})
