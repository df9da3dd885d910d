"""Compiled code where it runs, the readable version where it does not.

This is the only folder that imports numba. numba may be missing, or may not work on this machine.
Then `load_kernels()` gives None, everything still works, slowly, and one warning says so.

From the bottom up: `jit` and `intrinsics`; `utf8`, `scanners`, `ascii_scanner` and `special_tokens`
cut text; `hash_tables`; `blocks`, `count` and `word_counts` count files; `merge`, `merge_kernel`,
`merge_state` and `merge_heap` train; `encode`, `encode_kernel`, `encode_word` and `merge_ranks`
encode; `api` is what the rest of the package sees.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from storybot.bpe_basics.tokenizer import Merge
from storybot.files import FilePath

if TYPE_CHECKING:
    from storybot.optimized_merges.kernels.encode import EncoderPool
    from storybot.optimized_merges.kernels.word_counts import WordCounts
    from storybot.parallel_pretokenization.count_config import CountConfig


class Kernels(Protocol):
    """What compiled code does for the rest of the package (`api.CompiledKernels`)."""

    def supports(self, pattern: str) -> bool:
        """Whether there is a compiled scanner for this split pattern."""

    def count_files(self, paths: list[FilePath], config: CountConfig) -> WordCounts:
        """The different pretokens of the files and how often each occurs."""

    def train_compiled(
        self,
        counts: Mapping[bytes, int] | WordCounts,
        n_merges: int,
        report: Callable[[int], object] | None = None,
    ) -> list[Merge]:
        """The merges that chapter 1 finds, from how often each pretoken occurs."""

    def make_encoders(self, ranks: Mapping[bytes, int], pattern: str) -> EncoderPool:
        """Compiled encoding with one vocabulary and split pattern."""


@lru_cache(maxsize=1)
def load_kernels() -> Kernels | None:
    """The compiled kernels, warmed up; or None, with one warning that says why."""
    try:
        from storybot.optimized_merges.kernels.api import CompiledKernels, warm_up

        warm_up()
        return CompiledKernels()
    except Exception as problem:  # whatever it is, the readable version can do the work
        reason = f"{type(problem).__name__}: {str(problem).strip().splitlines()[0] if str(problem).strip() else ''}"
        warnings.warn(
            f"storybot works without compiled code, which is exact but slow ({reason}); pip install numba",
            RuntimeWarning,
            stacklevel=3,
        )
        return None
