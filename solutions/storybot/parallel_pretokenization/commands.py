"""Chapter 2 on the command line: `python -m storybot tokenizer count`."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from storybot.atomic import write_atomically
from storybot.bpe_basics.byte_escapes import escape_bytes
from storybot.bpe_basics.commands import DEFAULT_SPECIAL, check_output_path
from storybot.bpe_basics.patterns import PATTERNS
from storybot.parallel_pretokenization.parallel_count import CHUNK_BYTES, count_pretokens


def add_to(actions: Any) -> None:
    """Add `count` to `storybot tokenizer`."""
    count = actions.add_parser("count", help="count the pretokens of files with all cores or a cluster")
    count.add_argument("files", nargs="+", help="text, .gz, .xz, .zst or .parquet; local or an fsspec address")
    count.add_argument("--out", type=Path, required=True, help="a table: count, tab, pretoken; the most frequent first")
    count.add_argument("--workers", type=int, help="processes (default: all cores)")
    count.add_argument("--dask", metavar="ADDRESS", help="run on this Dask cluster instead")
    count.add_argument("--special", action="append", help="a special token (default <|endoftext|>)")
    count.add_argument("--pattern", default="gpt4", help="gpt2, gpt4, o200k or a regular expression (default gpt4)")
    count.add_argument("--min-count", type=int, default=1, help="leave out what is rarer")
    count.add_argument("--chunk-bytes", type=int, default=CHUNK_BYTES)
    count.add_argument("--errors", choices=["strict", "replace"], default="strict", help="what to do with bad UTF-8")
    count.add_argument("--split-lines", action="store_true", help="cut files without special tokens at line breaks")
    count.add_argument("--text-column", default="text", help="the column of Parquet files (default text)")
    count.set_defaults(run=run_count)


def run_count(chosen: argparse.Namespace) -> None:
    check_output_path(chosen.out)
    start = time.monotonic()
    with ExitStack() as stack:
        counts = count_pretokens(
            chosen.files,
            pattern=PATTERNS.get(chosen.pattern, chosen.pattern),
            special_tokens=chosen.special or DEFAULT_SPECIAL,
            executor=cluster(chosen.dask, stack) if chosen.dask else None,
            workers=chosen.workers,
            chunk_bytes=chosen.chunk_bytes,
            min_count=chosen.min_count,
            errors=chosen.errors,
            split_lines=chosen.split_lines,
            text_column=chosen.text_column,
        )
    write_atomically(chosen.out, table(counts))
    print(
        f"{chosen.out}: {sum(counts.values()):,} pretokens, {len(counts):,} different, {time.monotonic() - start:.1f} s"
    )


def cluster(address: str, stack: ExitStack) -> Executor:
    """The executor of a Dask cluster; needs the extra `cluster`."""
    try:
        from dask.distributed import Client
    except ImportError:
        raise ValueError("Dask is not installed: pip install 'dask[distributed]'") from None
    executor: Executor = stack.enter_context(stack.enter_context(Client(address)).get_executor())
    return executor


def table(counts: Counter[bytes]) -> str:
    """One line a pretoken, readable and exact; line breaks and tabs in a pretoken are written as bytes."""
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return "".join(f"{n}\t{_one_line(pretoken)}\n" for pretoken, n in rows)


def _one_line(pretoken: bytes) -> str:
    shown = escape_bytes(pretoken)
    return "".join(
        char if char.isprintable() else "".join(f"\\x{b:02x}" for b in char.encode("utf-8")) for char in shown
    )
