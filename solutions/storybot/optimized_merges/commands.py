"""Chapter 3 on the command line: `train` and `encode` with compiled code, and `compare`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from storybot.bpe_basics import commands as clear
from storybot.optimized_merges.compression import as_text, bytes_per_token, draw, load_tokenizer
from storybot.optimized_merges.fast_tokenizer import FastTokenizer
from storybot.optimized_merges.train import train_bpe


def add_to(actions: Any) -> None:
    """Put the fast versions behind chapter 1's commands, and add `compare`."""
    train = actions.choices["train"]
    train.add_argument("--min-count", type=int, default=1, help="leave out pretokens that are rarer")
    train.add_argument("--threads", type=int, help="default: all cores")
    train.add_argument("--errors", choices=["strict", "replace"], default="strict", help="what to do with bad UTF-8")
    train.add_argument("--text-column", default="text", help="the column of Parquet files (default text)")
    train.add_argument("--clear", action="store_true", help="train with chapter 1's code: the same result, slowly")
    train.set_defaults(run=run_train)

    encode = actions.choices["encode"]
    encode.add_argument("--out", type=Path, help="write plain uint16 or uint32 numbers to this file instead")
    encode.set_defaults(run=run_encode)

    compare = actions.add_parser("compare", help="bytes per token of several tokenizers on several texts")
    compare.add_argument("tokenizers", nargs="+", type=Path, help="tokenizer files; .tiktoken by its usual name")
    compare.add_argument("--text", nargs="+", type=Path, required=True, help="text files")
    compare.add_argument("--plot", type=Path, help="draw the table into this file (.png, .svg)")
    compare.set_defaults(run=run_compare)


def run_train(chosen: argparse.Namespace) -> None:
    if chosen.clear:
        clear.run_train(chosen)
        return
    out = clear.check_output_path(chosen.out)
    start = time.monotonic()
    tokenizer = train_bpe(
        chosen.files,
        chosen.vocab_size,
        special_tokens=chosen.special or clear.DEFAULT_SPECIAL,
        pattern=chosen.pattern,
        min_count=chosen.min_count,
        threads=chosen.threads,
        errors=chosen.errors,
        text_column=chosen.text_column,
    )
    tokenizer.save(out)
    print(f"{out}: {tokenizer}, {time.monotonic() - start:.1f} s")


def run_encode(chosen: argparse.Namespace) -> None:
    tokenizer = FastTokenizer.load(chosen.tokenizer)
    if chosen.out is None:
        separator = ""
        for token_id in tokenizer.encode_iterable(clear.read_chunks(chosen.file)):
            sys.stdout.write(f"{separator}{token_id}")
            separator = " "
        sys.stdout.write("\n")
        return
    if chosen.file is None:
        raise ValueError("--out needs the name of a text file, not standard input")
    clear.check_output_path(chosen.out)
    start = time.monotonic()
    n_ids = tokenizer.encode_to(chosen.out, chosen.file, progress=True)
    print(f"{chosen.out}: {n_ids:,} tokens as {tokenizer.id_dtype.name}, {time.monotonic() - start:.1f} s")


def run_compare(chosen: argparse.Namespace) -> None:
    tokenizers = {path.name.split(".")[0]: load_tokenizer(path) for path in chosen.tokenizers}
    if len(tokenizers) < len(chosen.tokenizers):
        raise ValueError("two of the tokenizer files have the same name: the table could not tell them apart")
    if chosen.plot is not None:
        clear.check_output_path(chosen.plot)
    table = bytes_per_token(tokenizers, {path.name: path for path in chosen.text})
    print(as_text(table))
    if chosen.plot is not None:
        draw(table, chosen.plot)
