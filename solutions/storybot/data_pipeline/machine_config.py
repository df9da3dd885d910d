"""Settings that fit this machine: how many workers, how large batches and buffers, from cores and free memory.

Every one can be given by hand, or by an environment variable: STORYBOT_WORKERS, STORYBOT_BATCH_DOCS,
STORYBOT_WRITE_BUFFER.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

GIGABYTE = 1 << 30
Mode = Literal["in memory", "balanced", "on disk"]


@dataclass(frozen=True)
class TokenizeConfig:
    """How `tokenize_shards` works."""

    workers: int  # threads that encode
    batch_docs: int  # documents encoded at a time
    write_buffer: int  # bytes gathered before they are written
    mode: Mode


def auto_config(
    cores: int | None = None,
    free_memory: int | None = None,
    *,
    workers: int | None = None,
    batch_docs: int | None = None,
    write_buffer: int | None = None,
) -> TokenizeConfig:
    """Settings for this many cores and this much free memory; both are looked up unless given.

    >>> auto_config(8, 4 * GIGABYTE)
    TokenizeConfig(workers=8, batch_docs=2048, write_buffer=8388608, mode='balanced')
    """
    cores = cores or usable_cores()
    if free_memory is None:
        import psutil  # not at the top: `doctor` must be able to say that it is missing

        free_memory = psutil.virtual_memory().available
    per_core = free_memory / cores
    mode: Mode
    if per_core > 2 * GIGABYTE:
        mode, docs, buffer = "in memory", 4096, 32 << 20
    elif per_core > GIGABYTE // 4:
        mode, docs, buffer = "balanced", 2048, 8 << 20
    else:
        mode, docs, buffer = "on disk", 256, 1 << 20
    return TokenizeConfig(
        workers or _from_environment("STORYBOT_WORKERS") or cores,
        batch_docs or _from_environment("STORYBOT_BATCH_DOCS") or docs,
        write_buffer or _from_environment("STORYBOT_WRITE_BUFFER") or buffer,
        mode,
    )


def usable_cores() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        return os.cpu_count() or 1


def _from_environment(name: str) -> int | None:
    text = os.environ.get(name)
    if text is None or not text.strip():
        return None
    if not text.strip().isdecimal() or int(text) < 1:
        raise ValueError(f"{name} must be a whole number of at least 1, not {text!r}")
    return int(text)
