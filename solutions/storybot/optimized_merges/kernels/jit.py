"""Compiling with numba: three decorators for the compiled code of this chapter.

`jit_kernel` is called from Python and stored on disk, `jit_helper` is called by kernels, and
`jit_inline` is copied into each function that calls it. numba looks only at the file in which a
kernel stands to tell whether a stored one is still good, not at the files of the functions it
calls. So ours are stored under a name made from all files of this folder: a change in any of them
compiles everything again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba


def cache_folder() -> Path:
    """Where compiled kernels are kept: `STORYBOT_CACHE`, else the user's own cache folder."""
    base = os.environ.get("STORYBOT_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    return Path(base) / "storybot" / f"kernels-{digest.hexdigest()[:16]}"


CACHE = cache_folder()
OPTIONS: dict[str, Any] = {
    "nogil": True,
    "boundscheck": False,
    "_nrt": False,  # arrays come from outside and outlive the call: no counting of references, which cost 40% here
}


def jit_kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` with numba at its first call: no Python inside, so no GIL, and stored on disk."""
    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE)
    try:
        return numba.njit(function, cache=True, **OPTIONS)
    finally:
        config.CACHE_DIR = before


def jit_helper(function: Callable[..., Any]) -> Any:
    """Compile `function` for kernels to call; it is too large to be copied into each of them."""
    return numba.njit(function, **OPTIONS)


def jit_inline(function: Callable[..., Any]) -> Any:
    """Compile `function` into every kernel that calls it."""
    return numba.njit(function, forceinline=True, **OPTIONS)
