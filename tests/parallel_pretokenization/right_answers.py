"""Right answers written in other ways than the reference: `check` must accept every one of them."""

# mypy: ignore-errors
from __future__ import annotations

import mmap
import os
import re
from collections import Counter, defaultdict
from functools import partial, reduce
from itertools import chain
from pathlib import Path

from storybot.bpe_basics import GPT4_PATTERN, pretokenize
from tests.check.right import Answers, collect

RIGHT: Answers = {}
right = partial(collect, RIGHT)


@right("find_chunk_boundaries")
def all_at_once(path, n_chunks, special_token):
    if n_chunks < 1:
        raise ValueError("n_chunks")
    if special_token == "":
        raise ValueError("special_token")
    data, token = Path(path).read_bytes(), special_token.encode()
    boundaries = [0]
    for i in range(1, n_chunks):
        offset = data.find(token, i * len(data) // n_chunks)
        offset = len(data) if offset == -1 else offset
        if offset != boundaries[-1]:
            boundaries.append(offset)
    if boundaries[-1] != len(data):
        boundaries.append(len(data))
    return boundaries


@right("find_chunk_boundaries")
def rest_of_the_file(path, n_chunks, special_token):
    if n_chunks < 1 or not special_token:
        raise ValueError("at least one chunk, and a token")
    found = set()
    with open(path, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        for i in range(1, n_chunks):
            guess = size * i // n_chunks
            file.seek(guess)
            before, token, _ = file.read().partition(special_token.encode("utf-8"))
            found.add(guess + len(before) if token else size)
    return sorted(found | {0, size})


@right("find_chunk_boundaries")
def windows_that_step_back(path, n_chunks, special_token):
    assert isinstance(special_token, str)
    token = special_token.encode("utf-8")
    if n_chunks < 1 or len(token) == 0:
        raise ValueError
    size = Path(path).stat().st_size
    boundaries = {0, size}
    with open(path, "rb") as file:
        for i in range(1, n_chunks):
            start = size * i // n_chunks
            while start < size:
                file.seek(start)
                window = file.read(4096)
                offset = window.find(token)
                if offset != -1:
                    boundaries.add(start + offset)
                    break
                if len(window) < 4096:
                    break
                start += 4096 - (len(token) - 1)
    return sorted(boundaries)


@right("find_chunk_boundaries")
def windows_with_a_tail(path, n_chunks, special_token):
    token = special_token.encode("utf-8")
    if n_chunks < 1 or not token:
        raise ValueError
    size = Path(path).stat().st_size
    boundaries = [0, size]
    with open(path, "rb") as file:
        for i in range(1, n_chunks):
            start = size * i // n_chunks
            file.seek(start)
            tail = b""
            while block := file.read(100_000):
                window = tail + block
                if token in window:
                    boundaries.append(start - len(tail) + window.index(token))
                    break
                tail = window[max(0, len(window) - len(token) + 1) :]
                start += len(block)
    return sorted(set(boundaries))


@right("find_chunk_boundaries")
def every_token_first(path, n_chunks, special_token):
    if n_chunks < 1 or not special_token:
        raise ValueError
    size = Path(path).stat().st_size
    if size == 0:
        return [0]
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        expression = re.compile(b"(?=" + re.escape(special_token.encode()) + b")")
        tokens = [match.start() for match in expression.finditer(data)] + [size]
    guesses = [size * i // n_chunks for i in range(1, n_chunks)]
    return sorted({0, size} | {next(offset for offset in tokens if offset >= guess) for guess in guesses})


@right("count_chunk")
def slice_of_all(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    text = str(Path(path).read_bytes()[start:end], "utf-8")
    return Counter(map(str.encode, pretokenize(text, pattern, special_tokens)))


@right("count_chunk")
def loop(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    with open(path, "rb") as file:
        file.seek(start)
        chunk = file.read(end - start)
    counts = Counter()
    for pretoken in pretokenize(chunk.decode(), pattern, special_tokens):
        counts[pretoken.encode()] += 1
    return counts


@right("count_chunk")
def count_then_encode(path, start, end, pattern=GPT4_PATTERN, special_tokens=()):
    with open(path, mode="rb") as file:
        file.read(start)
        text = file.read(end - start).decode(encoding="utf-8", errors="strict")
    counts = Counter(pretokenize(text, pattern=pattern, special_tokens=list(special_tokens)))
    return Counter({pretoken.encode("utf-8"): n for pretoken, n in counts.items()})


@right("merge_counts")
def key_by_key(counters):
    total = Counter()
    for counter in counters:
        for pretoken, n in counter.items():
            total[pretoken] += n
    return total


@right("merge_counts")
def sum_of_counters(counters):
    return sum((Counter(counter) for counter in counters), Counter())


@right("merge_counts")
def add_in_place(counters):
    total = Counter()
    for counter in counters:
        total += Counter(counter)
    return total


@right("merge_counts")
def fold(counters):
    return reduce(lambda total, counter: total + Counter(counter), counters, Counter())


@right("merge_counts")
def a_plain_dict_on_the_way(counters):
    total = defaultdict(int)
    for pretoken, n in chain.from_iterable(counter.items() for counter in counters):
        total[pretoken] = total[pretoken] + n
    return Counter(total)


@right("choose_batch_size")
def from_small_to_large(seconds, tolerance=0.05):
    if len(seconds) == 0:
        raise ValueError("nothing was measured")
    best = min(seconds.values())
    for size in sorted(seconds):
        if seconds[size] <= best + tolerance * best:
            return size
    return None


@right("choose_batch_size")
def by_share(seconds, tolerance=0.05):
    best = sorted(seconds.values())[0] if seconds else min([])
    return min(filter(lambda size: seconds[size] / best - 1 <= tolerance, seconds))


@right("choose_batch_size")
def by_difference(seconds, tolerance=0.05):
    fastest = min(seconds, key=seconds.get)
    good = [size for size in seconds if not seconds[size] - seconds[fastest] > tolerance * seconds[fastest]]
    return sorted(good)[0]


@right("amdahl_speedup")
def one_fraction(parallel_fraction, workers):
    if parallel_fraction < 0 or parallel_fraction > 1 or workers < 1:
        raise ValueError("a share from 0 to 1, and at least one worker")
    return workers / (workers - parallel_fraction * (workers - 1))


@right("amdahl_speedup")
def inverse_power(parallel_fraction, workers):
    if workers <= 0 or not 0 <= parallel_fraction <= 1:
        raise ValueError
    serial = 1 - parallel_fraction
    return pow(serial + parallel_fraction / workers, -1)


@right("amdahl_speedup")
def in_seconds(parallel_fraction, workers):
    if workers < 1:
        raise ValueError("workers")
    if not (parallel_fraction >= 0 and parallel_fraction <= 1):
        raise ValueError("parallel_fraction")
    before = 100.0
    after = before * (1 - parallel_fraction) + before * parallel_fraction / workers
    return before / after
