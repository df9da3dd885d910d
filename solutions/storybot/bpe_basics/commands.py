"""Chapter 1 on the command line: `python -m storybot tokenizer train | encode | decode | export`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from storybot.bpe_basics.patterns import PATTERNS
from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.bpe_basics.train import train_bpe

DEFAULT_SPECIAL = ["<|endoftext|>"]
PIECE = 1 << 20  # characters read at a time


def add_to(actions: Any) -> None:
    """Add chapter 1's actions to `storybot tokenizer`."""
    train = actions.add_parser("train", help="learn merges from text files")
    train.add_argument("files", nargs="+", type=Path, help="text files, UTF-8; also .gz, .xz, .zst and .parquet")
    train.add_argument("--vocab-size", type=int, required=True, help="bytes, special tokens and merges together")
    train.add_argument("--special", action="append", help="a special token, may be repeated (default <|endoftext|>)")
    train.add_argument("--pattern", default="gpt4", help="gpt2, gpt4, o200k or a regular expression (default gpt4)")
    train.add_argument("--out", type=Path, help="the file to write (default: tokenizer.json, if there is none yet)")
    train.set_defaults(run=run_train)

    encode = actions.add_parser("encode", help="text to ids, one line of numbers")
    encode.add_argument("tokenizer", type=Path)
    encode.add_argument("file", nargs="?", type=Path, help="a text file (default: standard input)")
    encode.set_defaults(run=run_encode)

    decode = actions.add_parser("decode", help="ids to text")
    decode.add_argument("tokenizer", type=Path)
    decode.add_argument("file", nargs="?", type=Path, help="a file of numbers (default: standard input)")
    decode.set_defaults(run=run_decode)

    export = actions.add_parser("export", help="write the tokenizer for another library")
    export.add_argument("tokenizer", type=Path)
    export.add_argument("--to", choices=["huggingface", "tiktoken"], required=True)
    export.add_argument("--out", type=Path, required=True)
    export.set_defaults(run=run_export)


def run_train(chosen: argparse.Namespace) -> None:
    out = check_output_path(chosen.out)
    documents = [read_text(path) for path in chosen.files]
    start = time.monotonic()
    pattern = PATTERNS.get(chosen.pattern, chosen.pattern)
    tokenizer = train_bpe(documents, chosen.vocab_size, chosen.special or DEFAULT_SPECIAL, pattern, progress=True)
    tokenizer.save(out)
    print(f"{out}: {tokenizer}, {time.monotonic() - start:.1f} s")


def check_output_path(path: Path | None) -> Path:
    """The file to write. Can it be written? Asked before the long work, not after it."""
    if path is None:
        path = Path("tokenizer.json")
        if path.exists():
            raise FileExistsError(f"{path} exists already; --out {path} replaces it")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"cannot write {path}: the folder {path.parent} does not exist")
    return path


def run_encode(chosen: argparse.Namespace) -> None:
    tokenizer = Tokenizer.load(chosen.tokenizer)
    separator = ""
    for token_id in tokenizer.encode_iterable(read_chunks(chosen.file)):
        sys.stdout.write(f"{separator}{token_id}")
        separator = " "
    sys.stdout.write("\n")


def run_decode(chosen: argparse.Namespace) -> None:
    tokenizer = Tokenizer.load(chosen.tokenizer)
    words = " ".join(read_chunks(chosen.file)).split()
    bad = next((word for word in words if not word.isdecimal()), None)
    if bad is not None:
        raise ValueError(f"decode takes numbers, not {bad!r}")
    sys.stdout.flush()
    sys.stdout.buffer.write(tokenizer.decode_bytes(int(word) for word in words))
    sys.stdout.buffer.flush()


def run_export(chosen: argparse.Namespace) -> None:
    tokenizer = Tokenizer.load(chosen.tokenizer)
    write = {"huggingface": tokenizer.to_huggingface, "tiktoken": tokenizer.to_tiktoken}[chosen.to]
    write(chosen.out)
    print(f"{chosen.out}: {tokenizer} for {chosen.to}")


def read_text(path: Path) -> str:
    """The whole file, its line ends as they are; bytes that are no UTF-8 are an error with their place."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as problem:
        raise ValueError(f"{path} is no UTF-8: byte {problem.object[problem.start]:#04x} at {problem.start}") from None


def read_chunks(path: Path | None) -> Iterator[str]:
    """The text of a file or of standard input, a piece at a time, its line ends as they are."""
    number = sys.stdin.fileno() if path is None else path
    try:
        with open(number, encoding="utf-8", newline="", closefd=path is not None) as file:
            while piece := file.read(PIECE):
                yield piece
    except UnicodeDecodeError as problem:
        raise ValueError(f"{path or 'standard input'} is no UTF-8: {problem.reason}") from None
