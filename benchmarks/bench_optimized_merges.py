"""Chapter 3, measured against the Rust and C++ libraries: training, encoding, memory.

    python benchmarks/bench_optimized_merges.py            # about ten minutes
    python benchmarks/bench_optimized_merges.py --memory   # only memory, with 1 GB

Interleaved on the same two threads: every round runs every library once; medians. Training uses
GPT-2's split pattern, the only one that gigatoken trains with. A ratio is the library's time divided
by ours: above 1, ours is faster. The text is the reference data (STORYBOT_DATA); without it there
is nothing to compare on, and the benchmark says so.
"""

from __future__ import annotations

import argparse
import lzma
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ.setdefault("RAYON_NUM_THREADS", "2")

import gigatoken
import quicktok
import rustbpe
import tiktoken
import tokenizers
from timing import interleaved
from tokenizers import pre_tokenizers, trainers

from storybot.bpe_basics import GPT2_PATTERN, GPT4_PATTERN
from storybot.optimized_merges import FastTokenizer, count_pretokens_fast, train_bpe, train_lazy_heap, train_sorted_list
from storybot.optimized_merges.kernels import load_kernels
from storybot.special_tokens import END

DATA = Path(os.environ.get("STORYBOT_DATA", Path(__file__).parents[2] / "shared" / "data"))
THREADS = 2
TRAINING = [
    ("en_simple_stories_llama31", 10_000, 5),
    ("en_wiki", 32_000, 5),
    ("ja_aozora", 16_000, 3),
    ("ko_wiki", 16_000, 3),
    ("zh_wiki", 16_000, 3),
]


@contextmanager
def quiet() -> Iterator[None]:
    """Some libraries print what they do."""
    with open(os.devnull, "w") as nowhere:
        saved = [os.dup(1), os.dup(2)]
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            for number, copy in enumerate(saved, 1):
                os.dup2(copy, number)
                os.close(copy)


def report(title: str, seconds: dict[str, float], ours: str, n_bytes: int) -> None:
    print(f"\n{title}")
    for name, value in seconds.items():
        print(f"  {name:34} {value:8.3f} s {n_bytes / value / 1e6:8.1f} MB/s   ratio {value / seconds[ours]:7.2f}")
    sys.stdout.flush()


def rustbpe_train(documents: list[str], vocab_size: int) -> None:
    rustbpe.Tokenizer().train_from_iterator(iter(documents), vocab_size, pattern=GPT2_PATTERN)


def huggingface_train(documents: list[str], vocab_size: int) -> None:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=vocab_size, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(documents, trainer)


def bench_training(folder: Path) -> None:
    for name, vocab_size, rounds in TRAINING:
        path = unpack(name, folder)
        documents = path.read_text(encoding="utf-8").split(END)
        tasks: dict[str, Callable[[], Any]] = {
            "storybot": lambda path=path, v=vocab_size: train_bpe(
                path, v, pattern="gpt2", threads=THREADS, progress=False
            ),
            "gigatoken": lambda path=path, v=vocab_size: gigatoken.train_bpe(path, v, [END]),
            "rustbpe": lambda d=documents, v=vocab_size: rustbpe_train(d, v - 1),
        }
        slow = {"Hugging Face tokenizers": lambda d=documents, v=vocab_size: huggingface_train(d, v - 1)}
        if name == "en_simple_stories_llama31":
            counts = count_pretokens_fast(path, pattern=GPT2_PATTERN, progress=False)
            slow["this chapter's heap (Python)"] = lambda c=counts, v=vocab_size: train_lazy_heap(c, v - 257)
            slow["this chapter's sorted list (Python)"] = lambda c=counts, v=vocab_size: train_sorted_list(c, v - 257)
        seconds = interleaved(tasks, rounds, around=quiet)
        seconds |= interleaved({"storybot, again": tasks["storybot"], **slow}, 1, around=quiet)
        size = path.stat().st_size
        report(f"train {name}, {size:,} bytes, vocabulary {vocab_size:,}", seconds, "storybot", size)


def bench_encoding(folder: Path) -> None:
    path = unpack("en_wiki", folder)
    documents = path.read_text(encoding="utf-8").split(END)
    size, tenth = path.stat().st_size, documents[: len(documents) // 10]
    file = DATA / "tokenizers" / "cl100k_base.tiktoken"
    ours = FastTokenizer.from_tiktoken(file, GPT4_PATTERN, {END: 100257})
    ours.threads = THREADS
    theirs = tiktoken.Encoding("b", pat_str=TIKTOKEN_PATTERN, mergeable_ranks=ours.ranks, special_tokens={})
    giga = gigatoken.Tokenizer.from_tiktoken(file)
    source = gigatoken.TextFileSource([path], separator=END.encode())
    quick = quicktok.get_encoding("cl100k_base")
    ours.to_huggingface(folder / "tokenizer.json")
    hugging = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    some = documents[:300]
    expected = theirs.encode_ordinary_batch(some)
    assert [ids.tolist() for ids in ours.encode_batch(some)] == expected
    assert [list(row) for row in giga.encode_batch(some)] == expected
    tasks: dict[str, Callable[[], Any]] = {
        "storybot, from the file": lambda: ours.encode_file(path),
        "gigatoken, from the file": lambda: giga.encode_files(source),
        "storybot, from texts": lambda: ours.encode_batch(documents),
        "gigatoken, from texts": lambda: giga.encode_batch(documents),
        "quicktok, from texts": lambda: quick.encode_batch(documents, THREADS, False),
    }
    interleaved(tasks, 1, around=quiet)  # warm: caches are filled
    seconds = interleaved(tasks, 9, around=quiet)
    from_texts = {"tiktoken, from texts": lambda: theirs.encode_ordinary_batch(documents, num_threads=2)}
    seconds |= interleaved(from_texts, 2, around=quiet)
    tenth_only = {"tokenizers, a tenth, times 10": lambda: hugging.encode_batch_fast(tenth)}
    slow = interleaved(tenth_only, 1, around=quiet)
    seconds |= {name: 10 * value for name, value in slow.items()}
    report(f"encode {size:,} bytes with cl100k, warm, {THREADS} threads", seconds, "storybot, from texts", size)


# tiktoken's own spelling of GPT-4's pattern, which it is fastest with
TIKTOKEN_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)

MEMORY = {
    "storybot": (
        "from storybot.optimized_merges import train_bpe; "
        "train_bpe({path!r}, 32000, pattern='gpt2', threads=2, progress=False)"
    ),
    "gigatoken": "import gigatoken; gigatoken.train_bpe({path!r}, 32000, ['<|endoftext|>'])",
    "rustbpe": (
        "import rustbpe; rustbpe.Tokenizer().train_from_iterator("
        "(line for line in open({path!r}, encoding='utf-8')), 31999, pattern={pattern!r})"
    ),
}


def bench_memory(folder: Path) -> None:
    """Peak memory of a process that trains on 1 GB."""
    path = folder / "gigabyte.txt"
    text = unpack("en_wiki", folder).read_bytes()
    with path.open("wb") as file:
        for _ in range(10):
            file.write(text)
    size = path.stat().st_size
    print(f"\nmemory: train on {size:,} bytes, vocabulary 32,000")
    for name, code in MEMORY.items():
        program = code.format(path=str(path), pattern=GPT2_PATTERN)
        end = "; print('KB', open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
        start = time.perf_counter()
        done = subprocess.run([sys.executable, "-c", program + end], capture_output=True, text=True, check=True)
        peak = int(done.stdout.split("KB")[-1]) * 1024 / 1e9
        print(f"  {name:12} {time.perf_counter() - start:7.1f} s   at most {peak:6.2f} GB", flush=True)


def unpack(name: str, folder: Path) -> Path:
    path = folder / f"{name}.txt"
    if not path.exists():
        path.write_bytes(lzma.decompress((DATA / f"{name}.txt.xz").read_bytes()))
    return path


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--memory", action="store_true")
    chosen = parser.parse_args()
    if not DATA.exists():
        print(f"no reference data in {DATA} (set STORYBOT_DATA): nothing to compare on")
        return
    start = time.perf_counter()
    load_kernels()
    print(f"compiled kernels ready after {time.perf_counter() - start:.1f} s (not counted below)")
    with tempfile.TemporaryDirectory() as folder:
        if not chosen.memory:
            bench_training(Path(folder))
            bench_encoding(Path(folder))
        bench_memory(Path(folder))


if __name__ == "__main__":
    main()
