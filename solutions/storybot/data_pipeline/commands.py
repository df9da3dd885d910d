"""Chapter 4 on the command line: `python -m storybot data stories | shard | download | tokenize`, and `doctor`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from storybot.languages import LANGUAGES

END = "<|endoftext|>"


def add_to(groups: Any) -> None:
    """Add the groups `data` and `doctor`."""
    data = groups.add_parser("data", help="stories, shards, downloads, token shards (chapter 4)")
    actions = data.add_subparsers(dest="action", required=True, metavar="action")

    stories = actions.add_parser("stories", help="make stories, as many as you like, offline")
    stories.add_argument("--lang", choices=LANGUAGES, default="en")
    stories.add_argument("--n", type=int, default=1000, help="how many (default 1000)")
    stories.add_argument("--seed", type=int, default=0)
    stories.add_argument("--out", type=Path, help="a text file (default: standard output)")
    stories.set_defaults(run=run_stories)

    shard = actions.add_parser("shard", help="write documents to Parquet shards")
    shard.add_argument("files", nargs="+", help="text with separators, or .jsonl; also .gz, .xz, .zst")
    shard.add_argument("--out", type=Path, required=True, help="a new folder")
    shard.add_argument("--rows", type=int, default=16 * 1024, help="documents a shard (default 16384)")
    shard.add_argument("--separator", default=END, help="what stands between two documents (default <|endoftext|>)")
    shard.add_argument("--field", default="text", help="the field of JSON lines (default text)")
    shard.set_defaults(run=run_shard)

    download = actions.add_parser("download", help="fetch a public data set; run it again to go on")
    download.add_argument("name", choices=["tinystories", "fineweb-edu"])
    download.add_argument("-n", type=int, help="how many shards, and the last one for validation (default: all)")
    download.add_argument("--workers", type=int, default=4, help="files at a time (default 4)")
    download.add_argument("--out", type=Path, help="the folder (default: data/<name>)")
    download.add_argument("--base-url", help="another server with the same files")
    download.set_defaults(run=run_download)

    tokenize = actions.add_parser("tokenize", help="Parquet shards to token shards; run it again to go on")
    tokenize.add_argument("shards", nargs="+", type=Path, help="a folder of shards, or Parquet files")
    tokenize.add_argument("--tokenizer", type=Path, required=True)
    tokenize.add_argument("--out", type=Path, required=True)
    tokenize.add_argument("--workers", type=int, help="threads (default: all cores; STORYBOT_WORKERS)")
    tokenize.add_argument("--batch-docs", type=int, help="documents at a time (STORYBOT_BATCH_DOCS)")
    tokenize.add_argument("--write-buffer", type=int, help="bytes (STORYBOT_WRITE_BUFFER)")
    tokenize.set_defaults(run=run_tokenize)

    doctor = groups.add_parser("doctor", help="will the course run here, and with which settings?")
    doctor.add_argument("--json", action="store_true")
    doctor.set_defaults(run=run_doctor)


def run_stories(chosen: argparse.Namespace) -> None:
    from storybot.atomic import open_atomically
    from storybot.data_pipeline.stories import make_stories

    stories = make_stories(chosen.lang, chosen.n, chosen.seed)
    if chosen.out is None:
        for story in stories:
            sys.stdout.buffer.write(f"{story}\n{END}\n".encode())
        sys.stdout.buffer.flush()
        return
    with open_atomically(chosen.out) as file:
        size = sum(file.write(f"{story}\n{END}\n".encode()) for story in stories)
    print(f"{chosen.out}: {chosen.n:,} stories, {size:,} bytes")


def run_shard(chosen: argparse.Namespace) -> None:
    from storybot.data_pipeline.shards import read_documents, write_shards

    documents = read_documents(chosen.files, chosen.separator, chosen.field)
    manifest = write_shards(documents, chosen.out, rows_per_shard=chosen.rows)
    rows = sum(shard["rows"] for shard in manifest["shards"])
    print(f"{chosen.out}: {rows:,} documents in {len(manifest['shards'])} shards, the last for validation")


def run_download(chosen: argparse.Namespace) -> None:
    from storybot.data_pipeline.download import dataset_files, download_all

    folder = chosen.out or Path("data") / chosen.name
    paths = download_all(dataset_files(chosen.name, chosen.n, chosen.base_url), folder, workers=chosen.workers)
    print(f"{folder}: {len(paths)} files complete")


def run_tokenize(chosen: argparse.Namespace) -> None:
    from storybot.data_pipeline.machine_config import auto_config
    from storybot.data_pipeline.shards import read_manifest
    from storybot.data_pipeline.token_shards import read_index, tokenize_shards
    from storybot.optimized_merges import FastTokenizer

    paths: list[Path] = []
    for path in chosen.shards:
        if path.is_dir():
            paths += [path / shard["name"] for shard in read_manifest(path)["shards"]]
        else:
            paths.append(path)
    settings = auto_config(workers=chosen.workers, batch_docs=chosen.batch_docs, write_buffer=chosen.write_buffer)
    start = time.monotonic()
    files = tokenize_shards(paths, chosen.out, FastTokenizer.load(chosen.tokenizer), settings=settings)
    tokens = sum(read_index(file)["tokens"] for file in files)
    print(f"{chosen.out}: {tokens:,} tokens in {len(files)} shards, {time.monotonic() - start:.1f} s")


def run_doctor(chosen: argparse.Namespace) -> None:
    from storybot.doctor import report

    text, status = report(chosen.json)
    print(text)
    if status:
        raise SystemExit(status)
