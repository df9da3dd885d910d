"""Compiled code where it runs, the clear version where it does not.

numba may be missing, or may not work on this machine. Then everything still works, slowly, and
one warning says so.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from types import ModuleType


@lru_cache(maxsize=1)
def load_kernels() -> ModuleType | None:
    """The compiled kernels, warmed up; or None, with one warning that says why."""
    try:
        from storybot.optimized_merges.kernels import api as compiled

        compiled.warm_up()
        return compiled
    except Exception as problem:  # whatever it is, the clear version can do the work
        reason = f"{type(problem).__name__}: {str(problem).strip().splitlines()[0] if str(problem).strip() else ''}"
        warnings.warn(
            f"storybot works without compiled code, which is exact but slow ({reason}); pip install numba",
            RuntimeWarning,
            stacklevel=3,
        )
        return None
