"""Right answers written in other ways than the reference: `check` must accept every one of them."""

# mypy: ignore-errors
from __future__ import annotations

import mmap
import os
import queue
import re
import threading
import time
from collections import Counter, defaultdict
from concurrent.futures import FIRST_COMPLETED, as_completed, wait
from functools import partial
from itertools import islice, pairwise
from pathlib import Path

import numpy as np

from storybot.bpe_basics import GPT4_PATTERN, pretokenize
from storybot.check.sample_file import SampleFile
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


@right("check_find_chunk_boundaries")
def against_a_simple_version(find_chunk_boundaries):
    def expect(content, n_chunks, token):
        tokens = [m.start() for m in re.finditer(b"(?=" + re.escape(token.encode()) + b")", content)]
        guesses = [len(content) * i // n_chunks for i in range(1, n_chunks)]
        right = {next((offset for offset in tokens if offset >= guess), len(content)) for guess in guesses}
        assert find_chunk_boundaries(SampleFile(content), n_chunks, token) == sorted(right | {0, len(content)})

    for text in ("", "abc", "ab<|e|>cd<|e|>", "日本<|e|>語<|e|>日", "a\r\nb<|e|>\r\n<|e|>", "x" * 30 + "<|e|>x<|e|>"):
        for n_chunks in range(1, 9):
            expect(text.encode(), n_chunks, "<|e|>")
    for window in (10_000, 65_536, 1_000_000):
        for inside in (1, 8):
            before = b"a" * (2 * window - inside)
            expect(before + "【終】".encode() + b"a" * (inside - 9), 2, "【終】")
            half = b"a" * (3 * window - inside) + "【終】".encode()
            expect(half.ljust(4 * window, b"a"), 2, "【終】")
    for arguments in ((SampleFile(b"a<|e|>b"), 0, "<|e|>"), (SampleFile(b"a<|e|>b"), 2, "")):
        try:
            find_chunk_boundaries(*arguments)
        except ValueError:
            pass
        else:
            raise AssertionError("no ValueError")


@right("check_find_chunk_boundaries")
def many_tokens_in_one_file(find_chunk_boundaries):
    cases = [
        (b"", 3, "<|e|>", [0]),
        (b"a<|e|>b<|e|>c<|e|>d", 4, "<|e|>", [0, 7, 13, 19]),
        (b"ab<|e|>", 3, "<|e|>", [0, 2, 7]),
        (b"a" * 37 + b"<|e|>aa<|e|>", 10, "<|e|>", [0, 37, 44, 49]),
        ("é\r\né<|e|>\r\né<|e|>".encode(), 2, "<|e|>", [0, 15, 20]),
    ]
    for window in (10_000, 65_536, 1_000_000):
        for inside in (1, 4, 8):
            size = 4 * window
            content = bytearray(b"." * size)
            offset = 3 * window - inside
            content[offset : offset + 9] = "【終】".encode()
            cases.append((bytes(content), 2, "【終】", [0, offset, size]))
    wrong = [case for case in cases if find_chunk_boundaries(SampleFile(case[0]), *case[1:3]) != case[3]]
    assert not wrong, len(wrong)
    for n_chunks, token in ((0, "<|e|>"), (-1, "<|e|>"), (1, "")):
        refused = False
        try:
            find_chunk_boundaries(SampleFile(b"abc"), n_chunks, token)
        except ValueError:
            refused = True
        assert refused


@right("check_find_chunk_boundaries")
def by_properties(find_chunk_boundaries):
    token = "【終】".encode()
    contents = [b"", b"abc", token, b"ab" + token, "日々【終】日【終】".encode(), "\r\n\r\n【終】\r\na【終】".encode()]
    contents += [b"a" * 41 + token + b"a" + token, (b"a" * 20 + token).ljust(40, b"a")]
    contents += [b"a" * 37 + token + b"a" * n + token for n in range(9)] + [token * 20]
    for window in (10_000, 65_536, 1_000_000):
        for inside in (1, 5, 8):
            contents.append((b"a" * (3 * window - inside) + token).ljust(4 * window, b"a"))
    for content in contents:
        for n_chunks in (1, 2, 3, 7):
            found = find_chunk_boundaries(SampleFile(content), n_chunks, "【終】")
            assert found[0] == 0
            assert found[-1] == len(content)
            assert all(a < b for a, b in pairwise(found))
            expected = set()
            for i in range(1, n_chunks):
                guess = len(content) * i // n_chunks
                before, sep, _ = content[guess:].partition(token)
                expected.add(guess + len(before) if sep else len(content))
            assert set(found) == expected | {0, len(content)}
    for arguments in ((0, "【終】"), (2, "")):
        try:
            find_chunk_boundaries(SampleFile(b"abc"), *arguments)
            error = None
        except ValueError as problem:
            error = problem
        assert error is not None


@right("add_results")
def mended(futures):
    futures = list(futures)
    total = Counter()
    try:
        for future in as_completed(futures):
            total += future.result()
    except BaseException:
        for future in futures:
            future.cancel()
        raise
    return total


@right("add_results")
def with_wait(futures):
    total, left = Counter(), set(futures)
    while left:
        done, left = wait(left, return_when=FIRST_COMPLETED)
        for future in done:
            if future.exception() is not None:
                for other in left:
                    other.cancel()
                raise future.exception()
            for pretoken, n in future.result().items():
                total[pretoken] += n
    return total


@right("add_results")
def with_a_queue(futures):
    futures, done, total = tuple(futures), queue.Queue(), defaultdict(int)
    for future in futures:
        future.add_done_callback(done.put)
    try:
        for _ in futures:
            for pretoken, n in done.get().result().items():
                total[pretoken] += n
    finally:
        for future in futures:
            future.cancel()
    return Counter(total)


def refuse_below_one(batch, in_flight):
    if batch < 1:
        raise ValueError("batch")
    if in_flight < 1:
        raise ValueError("in_flight")


@right("count_in_parallel")
def one_by_one(executor, count_batch, chunks, *, batch=1, in_flight=4):
    refuse_below_one(batch, in_flight)
    total, running, chunks = Counter(), [], iter(chunks)
    try:
        while True:
            while len(running) < in_flight:
                task = []
                for chunk in chunks:
                    task.append(chunk)
                    if len(task) == batch:
                        break
                if not task:
                    break
                running.append(executor.submit(count_batch, task))
            if len(running) == 0:
                return total
            wait(running, return_when=FIRST_COMPLETED)
            for future in [one for one in running if one.done()]:
                total += future.result()
                running.remove(future)
    except BaseException:
        for future in running:
            future.cancel()
        raise


@right("count_in_parallel")
def full_first(executor, count_batch, chunks, *, batch=1, in_flight=4):
    refuse_below_one(batch, in_flight)
    total, running, task = Counter(), set(), []

    def add(futures):
        for future in futures:
            total.update(future.result())

    try:
        for chunk in chunks:
            task.append(chunk)
            if len(task) < batch:
                continue
            if len(running) == in_flight:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                add(done)
            running.add(executor.submit(count_batch, task))
            task = []
        if task:
            if len(running) == in_flight:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                add(done)
            running.add(executor.submit(count_batch, task))
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            add(done)
    finally:
        for future in running:
            future.cancel()
    return total


@right("count_in_parallel")
def with_as_completed(executor, count_batch, chunks, *, batch=1, in_flight=4):
    refuse_below_one(batch, in_flight)
    rest, running, total = iter(chunks), set(), Counter()

    def submit():
        if task := list(islice(rest, batch)):
            running.add(executor.submit(count_batch, task))

    try:
        for _ in range(in_flight):
            submit()
        while running:
            future = next(as_completed(running))
            running.discard(future)
            for pretoken, n in future.result().items():
                total[pretoken] += n
            submit()
    finally:
        for future in running:
            future.cancel()
    return total


@right("count_in_parallel")
def with_done_queue(executor, count_batch, chunks, *, batch=1, in_flight=4):
    refuse_below_one(batch, in_flight)
    done, rest, total, running = queue.Queue(), iter(chunks), Counter(), set()
    while True:
        while len(running) < in_flight and (task := list(islice(rest, batch))):
            future = executor.submit(count_batch, task)
            running.add(future)
            future.add_done_callback(done.put)
        if not running:
            return total
        future = done.get()
        running.remove(future)
        if future.exception():
            for other in running:
                other.cancel()
        total.update(future.result())


@right("count_in_parallel")
def with_a_semaphore(executor, count_batch, chunks, *, batch=1, in_flight=4):
    refuse_below_one(batch, in_flight)
    room, lock, total, errors, running = threading.Semaphore(in_flight), threading.Lock(), Counter(), [], set()

    def add(future):
        with lock:
            if not future.cancelled() and future.exception():
                errors.append(future.exception())
            elif not future.cancelled():
                total.update(future.result())
            running.discard(future)
        room.release()

    rest = iter(chunks)
    while True:
        room.acquire()
        if errors or not (task := list(islice(rest, batch))):
            break
        future = executor.submit(count_batch, task)
        with lock:
            if not future.done():
                running.add(future)
        future.add_done_callback(add)
    while running and not errors:
        wait(set(running), return_when=FIRST_COMPLETED)
    if errors:
        for future in list(running):
            future.cancel()
        raise errors[0]
    return total


@right("count_in_parallel")
def asking_again_and_again(executor, count_batch, chunks, *, batch=1, in_flight=4):
    refuse_below_one(batch, in_flight)
    rest, running, total = iter(chunks), [], Counter()
    try:
        while True:
            while len(running) < in_flight:
                task = list(islice(rest, batch))
                if not task:
                    break
                running += [executor.submit(count_batch, task)]
            if not running:
                return total
            done = [future for future in running if future.done()]
            for future in done:
                total.update(future.result())
                running.remove(future)
            if not done:
                time.sleep(0.0002)
    finally:
        for future in running:
            future.cancel()


@right("fit_amdahl")
def by_numpy(seconds):
    if len(seconds) < 2:
        raise ValueError("two or more")
    x, y = 1 / np.array(list(seconds), dtype=float), np.array(list(seconds.values()))
    (s, p), *_ = np.linalg.lstsq(np.stack([np.ones_like(x), x], axis=1), y, rcond=None)
    if s < 0:
        return 0.0, float(x @ y / (x @ x))
    if p < 0:
        return float(y.mean()), 0.0
    return float(s), float(p)


@right("fit_amdahl")
def by_normal_equations(seconds):
    n = len(seconds)
    if n in (0, 1):
        raise ValueError("nothing to fit")
    sx = sum(1 / w for w in seconds)
    sxx = sum(1 / w**2 for w in seconds)
    sy = sum(seconds.values())
    sxy = sum(t / w for w, t in seconds.items())
    p = (n * sxy - sx * sy) / (n * sxx - sx * sx)
    s = (sy - p * sx) / n
    return (0.0, sxy / sxx) if s < 0 else (sy / n, 0.0) if p < 0 else (s, p)


@right("fit_amdahl")
def the_best_of_three(seconds):
    if not len(seconds) > 1:
        raise ValueError
    x, y = [1 / w for w in seconds], list(seconds.values())
    slope, start = np.polyfit(x, y, 1)
    candidates = [(float(start), float(slope))] if start >= -1e-12 and slope >= -1e-12 else []
    candidates.append((0.0, sum(a * b for a, b in zip(x, y, strict=True)) / sum(a * a for a in x)))
    candidates.append((sum(y) / len(y), 0.0))
    return min(candidates, key=lambda sp: sum((sp[0] + sp[1] * a - b) ** 2 for a, b in zip(x, y, strict=True)))
