"""Chapter 4, measured: tokenizing to shards, the loader, best-fit packing, random batches, memory.

    python benchmarks/bench_data_pipeline.py            # some minutes

Each against a named peer in the same run, interleaved, medians. The text is English Wikipedia where the
reference data is at hand (STORYBOT_DATA), else stories from the course's own generator.
"""

from __future__ import annotations

import lzma
import os
import random
import tempfile
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pyarrow.parquet
import tiktoken
import torch
from timing import interleaved

from storybot.data_pipeline import pack_rows, write_shards
from storybot.data_pipeline.loader import TokenLoader
from storybot.data_pipeline.machine_config import auto_config
from storybot.data_pipeline.row_groups import rows_per_group
from storybot.data_pipeline.token_shards import iter_batches, open_tokens, random_batch, tokenize_shards
from storybot.optimized_merges import FastTokenizer, train_bpe
from storybot.special_tokens import END
from storybot.stories import make_stories

WIKI = Path(os.environ.get("STORYBOT_DATA", Path(__file__).parents[2] / "shared" / "data")) / "en_wiki.txt.xz"
ROUNDS = 3


def report(title: str, seconds: dict[str, float], amount: float, unit: str) -> None:
    ours = next(iter(seconds.values()))
    print(f"\n{title}")
    for name, value in seconds.items():
        print(f"  {name:44} {value:8.3f} s  {amount / value:14,.0f} {unit}/s   ratio {value / ours:7.2f}", flush=True)


def documents() -> list[str]:
    if WIKI.exists():
        with lzma.open(WIKI) as file:
            return [d.strip("\n") for d in file.read(30_000_000).decode("utf-8", "ignore").split(END)]
    return list(make_stories("en", 30_000))


def bench_tokenize(paths: list[Path], tokenizer: FastTokenizer, folder: Path) -> None:
    import datasets
    import tokenizers

    datasets.disable_progress_bars()
    tokenizer.to_huggingface(folder / "tokenizer.json")
    fast = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    names = [str(path) for path in paths]
    os.environ["TOKENIZERS_PARALLELISM"] = "true"

    def theirs() -> None:
        source = datasets.Dataset.from_parquet(names, cache_dir=str(folder / "hf"), keep_in_memory=True)
        done = source.map(
            lambda rows: {"ids": [one.ids for one in fast.encode_batch_fast(rows["text"])]},
            batched=True,
            batch_size=1000,
            remove_columns=["text"],
            load_from_cache_file=False,
            keep_in_memory=True,
        )
        np.concatenate([np.array(row, np.uint16) for row in done["ids"]]).tofile(folder / "theirs.bin")

    def ours() -> None:
        for old in folder.glob("tokens_*"):
            old.unlink()
        tokenize_shards(paths, folder, tokenizer, progress=False)

    rows = sum(sum(rows_per_group(path)) for path in paths)
    tokenizer.encode_batch(["warm up"])
    seconds = interleaved({"storybot": ours, "datasets.map + fast tokenizer": theirs}, 2)
    texts = [text for path in paths for batch in iter_batches(path, 4096) for text in batch]
    encode = interleaved({"encoder alone": lambda: tokenizer.encode_batch(texts)}, ROUNDS)
    report("tokenize Parquet to token shards", seconds | encode, rows, "documents")
    share = 1 - encode["encoder alone"] / seconds["storybot"]
    print(f"  share of storybot's time outside the encoder: {share:.0%}")


def common_loader(paths: list[Path], encoding: tiktoken.Encoding, bos: int, b: int, t: int) -> Iterator[Any]:
    """The common design: tiktoken in threads, a deque of numbers, popleft for each token."""
    buffer: deque[int] = deque()
    while True:
        for path in paths:
            file = pyarrow.parquet.ParquetFile(path)
            for group in range(file.num_row_groups):
                texts = file.read_row_group(group).column("text").to_pylist()
                for start in range(0, len(texts), 128):
                    for ids in encoding.encode_ordinary_batch(texts[start : start + 128], num_threads=4):
                        buffer.append(bos)
                        buffer.extend(ids)
                    while len(buffer) >= b * t + 1:
                        tokens = [buffer.popleft() for _ in range(b * t + 1)]
                        scratch = torch.tensor(tokens, dtype=torch.int64)
                        yield scratch[:-1].view(b, t), scratch[1:].view(b, t)


def bench_loader(paths: list[Path], tokenizer: FastTokenizer) -> None:
    encoding = tiktoken.Encoding("b", pat_str=tokenizer.pattern, mergeable_ranks=tokenizer.ranks, special_tokens={})
    bos = tokenizer.special_tokens[END]
    for b, t, steps in ((4, 2048, 2000), (16, 256, 4000)):
        ours, theirs = TokenLoader(paths, tokenizer, b, t), common_loader(paths, encoding, bos, b, t)
        next(ours), next(theirs)

        def run(loader: Any, n: int) -> None:
            for _ in range(n):
                next(loader)

        few = steps // 10  # the slow one runs a tenth of it; both long enough to use up what was tokenized ahead
        seconds = interleaved(
            {
                "storybot, stream": lambda o=ours, s=steps: run(o, s),
                "tiktoken + deque + popleft": lambda o=theirs, s=few: run(o, s),
            },
            ROUNDS,
        )
        seconds["tiktoken + deque + popleft"] *= 10
        report(f"loader, B {b}, T {t}, {steps} batches", seconds, b * t * steps, "tokens")
        ours.close()


def scan(waiting: list[tuple[int, int]], space: int) -> tuple[int, bool]:
    """Look at every waiting document, as the common loader does."""
    best, best_length, shortest = -1, 0, 0
    for i, (_, length) in enumerate(waiting):
        if best_length < length <= space:
            best, best_length = i, length
        if length < waiting[shortest][1]:
            shortest = i
    return (best, False) if best >= 0 else (shortest, True)


def bench_best_fit() -> None:
    dice = random.Random(0)
    lengths = [max(2, int(dice.lognormvariate(6, 1))) for _ in range(6000)]

    def linear() -> list[list[tuple[int, int]]]:
        rows, waiting, following = [], list[tuple[int, int]](), 0
        while True:
            filled, space = [], 2049
            while space:
                while len(waiting) < 1000 and following < len(lengths):
                    waiting.append((following, lengths[following]))
                    following += 1
                if not waiting:
                    return rows
                at, crop = scan(waiting, space)
                number, length = waiting.pop(at)
                filled.append((number, space if crop else length))
                space -= filled[-1][1]
            rows.append(filled)

    assert linear() == pack_rows(lengths, 2049)
    seconds = interleaved({"sorted, bisection": lambda: pack_rows(lengths, 2049), "linear scan": linear}, ROUNDS)
    report("best-fit packing, 1,000 documents waiting", seconds, len(lengths), "documents")


def bench_random(files: list[Path]) -> None:
    tokens = open_tokens(files[0])
    rng = np.random.default_rng(0)
    for b, t in ((32, 256), (12, 1024)):

        def stacked(b: int = b, t: int = t) -> None:
            for _ in range(200):
                starts = torch.randint(len(tokens) - t, (b,))
                torch.stack([torch.from_numpy(tokens[i : i + t].astype(np.int64)) for i in starts])
                torch.stack([torch.from_numpy(tokens[i + 1 : i + 1 + t].astype(np.int64)) for i in starts])

        def ours(b: int = b, t: int = t) -> None:
            for _ in range(200):
                inputs, targets = random_batch(tokens, b, t, rng)
                torch.from_numpy(inputs), torch.from_numpy(targets)

        seconds = interleaved({"one gather": ours, "torch.stack of slices": stacked}, 5)
        report(f"random batches from a memory map, B {b}, T {t}", seconds, 200 * b * t, "tokens")


def bench_memory(paths: list[Path], tokenizer: FastTokenizer) -> None:
    loader = TokenLoader(paths, tokenizer, 8, 1024)
    process, used, seen = psutil.Process(), 0, list[float]()
    while loader.tokens_read < 250_000_000:
        next(loader)
        used += 1
        if used % 2000 == 0:
            seen.append(process.memory_info().rss / 1e6)
    loader.close()
    print(f"\nmemory while {loader.tokens_read:,} tokens went by: {min(seen):.0f} to {max(seen):.0f} MB", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(1):
        folder = Path(name)
        texts = documents()
        size = sum(len(text.encode()) for text in texts)
        (folder / "c.txt").write_text(END.join(texts), encoding="utf-8")
        tokenizer = train_bpe(folder / "c.txt", 16_000, progress=False)
        manifest = write_shards(texts, folder / "s", rows_per_shard=512, row_group=128)
        paths = [folder / "s" / shard.name for shard in manifest.shards]
        print(f"{len(texts):,} documents, {size:,} bytes, {len(paths)} shards; settings {auto_config()}")
        bench_loader(paths, tokenizer)
        bench_best_fit()
        files = tokenize_shards(paths, folder / "t", tokenizer, progress=False)
        bench_random(files)
        (folder / "u").mkdir()
        bench_tokenize(paths, tokenizer, folder / "u")
        bench_memory(paths, tokenizer)


if __name__ == "__main__":
    main()
