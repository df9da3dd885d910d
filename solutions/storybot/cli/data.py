"""`storybot data stories | shard | download | tokenize`: chapter 4."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from storybot.languages import LANGUAGES
from storybot.special_tokens import END

RUN_AGAIN = "what is complete stays in {args.out}; run the same command again to continue"


def add_commands(commands: Any) -> None:
    """Add the group `data`."""
    group = commands.add_parser("data", help="stories, shards, downloads, token shards (chapter 4)")
    actions = group.add_subparsers(dest="action", required=True, metavar="action")

    stories = actions.add_parser("stories", help="make stories, as many as you like, offline")
    stories.add_argument("--lang", choices=LANGUAGES, default="en")
    stories.add_argument("--n", type=int, default=1000, help="how many (default 1000)")
    stories.add_argument("--seed", type=int, default=0)
    stories.add_argument("--out", type=Path, help="a text file (default: standard output)")
    stories.set_defaults(run=run_stories)

    shard = actions.add_parser("shard", help="write documents to Parquet shards")
    shard.add_argument("files", nargs="+", help="text with separators, or .jsonl; also .gz, .xz, .zst")
    shard.add_argument("--out", type=Path, required=True, help="a new folder")
    shard.add_argument("--rows", type=int, default=16 * 1024, help="documents per shard (default 16384)")
    shard.add_argument("--separator", default=END, help=f"what separates two documents (default {END})")
    shard.add_argument("--field", default="text", help="the field of JSON lines (default text)")
    shard.add_argument("--shuffle", type=int, metavar="SEED", help="mix the documents first; holds them all in memory")
    shard.set_defaults(
        run=run_shard,
        interrupted="shards without a manifest may stay in {args.out}; the same command replaces them",
    )

    download = actions.add_parser("download", help="fetch a public data set; run it again to resume")
    download.add_argument("name", metavar="data-set", help="such as tinystories; a wrong name lists all")
    download.add_argument("-n", type=int, help="how many shards, and the last one for validation (default: all)")
    download.add_argument("--workers", type=int, default=4, help="files at a time (default 4)")
    download.add_argument("--out", type=Path, help="the folder (default: data/<name>)")
    download.add_argument("--base-url", help="another server with the same files")
    download.set_defaults(
        run=run_download,
        interrupted="complete files and begun ones stay where they are; run the same command again to resume",
    )

    tokenize = actions.add_parser("tokenize", help="Parquet shards to token shards; run it again to resume")
    tokenize.add_argument("shards", nargs="+", type=Path, help="a folder of shards, or Parquet files")
    tokenize.add_argument("--tokenizer", type=Path, required=True)
    tokenize.add_argument("--out", type=Path, required=True)
    tokenize.add_argument("--workers", type=int, help="threads (default: all cores; STORYBOT_WORKERS)")
    tokenize.add_argument("--batch-docs", type=int, help="documents at a time (STORYBOT_BATCH_DOCS)")
    tokenize.add_argument("--write-buffer", type=int, help="bytes (STORYBOT_WRITE_BUFFER)")
    tokenize.set_defaults(run=run_tokenize, interrupted=RUN_AGAIN)


def run_stories(args: argparse.Namespace) -> None:
    from storybot.atomic import open_atomically
    from storybot.stories import make_stories

    stories = make_stories(args.lang, args.n, args.seed)
    if args.out is None:
        for story in stories:
            sys.stdout.buffer.write(f"{story}\n{END}\n".encode())
        sys.stdout.buffer.flush()
        return
    with open_atomically(args.out) as file:
        size = sum(file.write(f"{story}\n{END}\n".encode()) for story in stories)
    print(f"{args.out}: {args.n:,} stories, {size:,} bytes")


def run_shard(args: argparse.Namespace) -> None:
    from storybot.data_pipeline.shards import read_documents, write_shards

    documents = read_documents(args.files, args.separator, args.field)
    if args.shuffle is not None:
        mixed = list(documents)
        Random(args.shuffle).shuffle(mixed)
        documents = iter(mixed)
    manifest = write_shards(documents, args.out, rows_per_shard=args.rows)
    rows = sum(shard.rows for shard in manifest.shards)
    print(f"{args.out}: {rows:,} documents in {len(manifest.shards)} shards, the last for validation")


def run_download(args: argparse.Namespace) -> None:
    from storybot.data_pipeline.download import dataset_files, download_all
    from storybot.data_pipeline.shards import index_shards

    folder = args.out or Path("data") / args.name
    paths = download_all(dataset_files(args.name, args.n, args.base_url), folder, workers=args.workers)
    manifest = index_shards(folder, [path.name for path in paths])
    rows = sum(shard.rows for shard in manifest.shards)
    print(f"{folder}: {rows:,} documents in {len(paths)} files, the last for validation")


def run_tokenize(args: argparse.Namespace) -> None:
    from storybot.data_pipeline.machine_config import auto_config
    from storybot.data_pipeline.shards import read_manifest
    from storybot.data_pipeline.token_shards import read_index, tokenize_shards
    from storybot.optimized_merges import FastTokenizer

    paths: list[Path] = []
    for path in args.shards:
        if path.is_dir():
            paths += [path / shard.name for shard in read_manifest(path).shards]
        else:
            paths.append(path)
    config = auto_config(workers=args.workers, batch_docs=args.batch_docs, write_buffer=args.write_buffer)
    start = time.monotonic()
    files = tokenize_shards(paths, args.out, FastTokenizer.load(args.tokenizer), config=config)
    tokens = sum(read_index(file).tokens for file in files)
    print(f"{args.out}: {tokens:,} tokens in {len(files)} shards, {time.monotonic() - start:.1f} s")
