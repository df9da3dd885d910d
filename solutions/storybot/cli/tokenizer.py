"""`storybot tokenizer count | train | encode | decode | export | compare`: chapters 1 to 3."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from storybot.special_tokens import END

CHARACTERS_PER_READ = 1 << 20
PATTERN_HELP = "gpt2, gpt4, o200k or a regular expression (default gpt4)"
SPECIAL_HELP = f"a special token, may be repeated (default {END})"


def add_commands(commands: Any) -> None:
    """Add the group `tokenizer`."""
    group = commands.add_parser("tokenizer", help="count, train, encode, decode, export, compare (chapters 1 to 3)")
    actions = group.add_subparsers(dest="action", required=True, metavar="action")
    add_count(actions)
    add_train(actions)
    add_use(actions)


def add_count(actions: Any) -> None:
    count = actions.add_parser("count", help="count the pretokens of files with all cores or a cluster")
    count.add_argument("files", nargs="+", help="text, .gz, .xz, .zst or .parquet; local or an fsspec address")
    count.add_argument("--out", type=Path, required=True, help="a table: count, tab, pretoken; the most frequent first")
    count.add_argument("--workers", type=int, help="processes (default: all cores)")
    count.add_argument("--dask", metavar="ADDRESS", help="run on this Dask cluster instead")
    count.add_argument("--special", action="append", help=SPECIAL_HELP)
    count.add_argument("--pattern", default="gpt4", help=PATTERN_HELP)
    count.add_argument("--min-count", type=int, default=1, help="leave out what is rarer")
    count.add_argument("--chunk-bytes", type=int, help="bytes in a chunk (default: chosen from the file sizes)")
    count.add_argument("--errors", choices=["strict", "replace"], default="strict", help="what to do with bad UTF-8")
    count.add_argument("--split-lines", action="store_true", help="cut files without special tokens at line breaks")
    count.add_argument("--text-column", default="text", help="the column of Parquet files (default text)")
    count.set_defaults(run=run_count)


def add_train(actions: Any) -> None:
    train = actions.add_parser("train", help="learn merges from text files")
    train.add_argument("files", nargs="+", type=Path, help="text files, UTF-8; also .gz, .xz, .zst and .parquet")
    train.add_argument("--vocab-size", type=int, required=True, help="bytes, special tokens and merges together")
    train.add_argument("--special", action="append", help=SPECIAL_HELP)
    train.add_argument("--pattern", default="gpt4", help=PATTERN_HELP)
    train.add_argument("--out", type=Path, help="the file to write (default: tokenizer.json, if there is none yet)")
    train.add_argument("--min-count", type=int, default=1, help="leave out pretokens that are rarer")
    train.add_argument("--threads", type=int, help="default: all cores")
    train.add_argument("--errors", choices=["strict", "replace"], default="strict", help="what to do with bad UTF-8")
    train.add_argument("--text-column", default="text", help="the column of Parquet files (default text)")
    train.add_argument("--reference", action="store_true", help="use chapter 1's trainer: the same result, slowly")
    train.set_defaults(run=run_train)


def add_use(actions: Any) -> None:
    encode = actions.add_parser("encode", help="text to ids, one line of numbers")
    encode.add_argument("tokenizer", type=Path)
    encode.add_argument("file", nargs="?", type=Path, help="a text file (default: standard input)")
    encode.add_argument("--out", type=Path, help="write plain uint16 or uint32 numbers to this file instead")
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

    compare = actions.add_parser("compare", help="bytes per token of several tokenizers on several texts")
    compare.add_argument("tokenizers", nargs="+", type=Path, help="tokenizer files; .tiktoken by its usual name")
    compare.add_argument("--text", nargs="+", type=Path, required=True, help="text files")
    compare.add_argument("--plot", type=Path, help="draw the table into this file (.png, .svg)")
    compare.set_defaults(run=run_compare)


def run_count(args: argparse.Namespace) -> None:
    from storybot.atomic import write_atomically
    from storybot.parallel_pretokenization.count_config import CHUNK_BYTES
    from storybot.parallel_pretokenization.parallel_count import count_pretokens

    check_output_path(args.out)
    start = time.monotonic()
    with ExitStack() as stack:
        counts = count_pretokens(
            args.files,
            pattern=args.pattern,
            special_tokens=args.special or [END],
            executor=dask_executor(args.dask, stack) if args.dask else None,
            workers=args.workers,
            chunk_bytes=args.chunk_bytes or CHUNK_BYTES,
            min_count=args.min_count,
            errors=args.errors,
            split_lines=args.split_lines,
            text_column=args.text_column,
        )
    write_atomically(args.out, format_counts(counts))
    seconds = time.monotonic() - start
    print(f"{args.out}: {sum(counts.values()):,} pretokens, {len(counts):,} different, {seconds:.1f} s")


def dask_executor(address: str, stack: ExitStack) -> Executor:
    """The executor of a Dask cluster; needs the extra `cluster`."""
    try:
        from dask.distributed import Client
    except ImportError:
        raise ValueError("Dask is not installed: pip install 'dask[distributed]'") from None
    executor: Executor = stack.enter_context(stack.enter_context(Client(address)).get_executor())
    return executor


def format_counts(counts: Counter[bytes]) -> str:
    r"""One line a pretoken, readable and exact; line breaks and tabs in a pretoken are written as bytes.

    >>> format_counts(Counter({b"a": 2, b"\tb": 3})).splitlines()
    ['3\t\\x09b', '2\ta']
    """
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return "".join(f"{n}\t{one_line(pretoken)}\n" for pretoken, n in rows)


def one_line(pretoken: bytes) -> str:
    """The pretoken with everything escaped that is not printable."""
    from storybot.bpe_basics.formats.storybot_json import escape_bytes

    return "".join(
        char if char.isprintable() else "".join(f"\\x{byte:02x}" for byte in char.encode("utf-8"))
        for char in escape_bytes(pretoken)
    )


def run_train(args: argparse.Namespace) -> None:
    out = check_output_path(args.out)
    special_tokens = args.special or [END]
    start = time.monotonic()
    if args.reference:
        from storybot.bpe_basics import train_bpe as train_bpe_reference

        documents = [read_text(path) for path in args.files]
        tokenizer = train_bpe_reference(documents, args.vocab_size, special_tokens, args.pattern, progress=True)
    else:
        from storybot.optimized_merges import train_bpe

        tokenizer = train_bpe(
            args.files,
            args.vocab_size,
            special_tokens=special_tokens,
            pattern=args.pattern,
            min_count=args.min_count,
            threads=args.threads,
            errors=args.errors,
            text_column=args.text_column,
        )
    tokenizer.save(out)
    print(f"{out}: {tokenizer}, {time.monotonic() - start:.1f} s")


def run_encode(args: argparse.Namespace) -> None:
    from storybot.optimized_merges import FastTokenizer

    tokenizer = FastTokenizer.load(args.tokenizer)
    if args.out is None:
        separator = ""
        for token_id in tokenizer.encode_iterable(read_chunks(args.file)):
            sys.stdout.write(f"{separator}{token_id}")
            separator = " "
        sys.stdout.write("\n")
        return
    if args.file is None:
        raise ValueError("--out needs the name of a text file, not standard input")
    check_output_path(args.out)
    start = time.monotonic()
    n_ids = tokenizer.encode_to(args.out, args.file, progress=True)
    print(f"{args.out}: {n_ids:,} tokens as {tokenizer.id_dtype.name}, {time.monotonic() - start:.1f} s")


def run_decode(args: argparse.Namespace) -> None:
    from storybot.bpe_basics import Tokenizer

    tokenizer = Tokenizer.load(args.tokenizer)
    words = " ".join(read_chunks(args.file)).split()
    bad = next((word for word in words if not word.isdecimal()), None)
    if bad is not None:
        raise ValueError(f"decode takes numbers, not {bad!r}")
    sys.stdout.flush()
    sys.stdout.buffer.write(tokenizer.decode_bytes(int(word) for word in words))
    sys.stdout.buffer.flush()


def run_export(args: argparse.Namespace) -> None:
    from storybot.bpe_basics import Tokenizer

    tokenizer = Tokenizer.load(args.tokenizer)
    write = {"huggingface": tokenizer.to_huggingface, "tiktoken": tokenizer.to_tiktoken}[args.to]
    write(args.out)
    print(f"{args.out}: {tokenizer} for {args.to}")


def run_compare(args: argparse.Namespace) -> None:
    from storybot.optimized_merges.compression import bytes_per_token, format_table, load_tokenizer, plot_table

    tokenizers = {path.name.split(".")[0]: load_tokenizer(path) for path in args.tokenizers}
    if len(tokenizers) < len(args.tokenizers):
        raise ValueError("two of the tokenizer files have the same name: the table could not tell them apart")
    if args.plot is not None:
        check_output_path(args.plot)
    table = bytes_per_token(tokenizers, {path.name: path for path in args.text})
    print(format_table(table))
    if args.plot is not None:
        plot_table(table, args.plot)


def check_output_path(path: Path | None) -> Path:
    """The file to write. Whether it can be written is asked before the long work, not after it."""
    if path is None:
        path = Path("tokenizer.json")
        if path.exists():
            raise FileExistsError(f"{path} exists already; --out {path} replaces it")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"cannot write {path}: the folder {path.parent} does not exist")
    return path


def read_text(path: Path) -> str:
    """The whole file, its line ends as they are; bytes that are not UTF-8 are an error with their position."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as problem:
        raise ValueError(
            f"{path} is not valid UTF-8: byte {problem.object[problem.start]:#04x} at {problem.start}"
        ) from None


def read_chunks(path: Path | None) -> Iterator[str]:
    """The text of a file or of standard input, a chunk at a time, its line ends as they are."""
    source = sys.stdin.fileno() if path is None else path
    try:
        with open(source, encoding="utf-8", newline="", closefd=path is not None) as file:
            while chunk := file.read(CHARACTERS_PER_READ):
                yield chunk
    except UnicodeDecodeError as problem:
        raise ValueError(f"{path or 'standard input'} is not valid UTF-8: {problem.reason}") from None
