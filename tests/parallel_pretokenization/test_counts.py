"""Equal to the serial count: any chunk size, worker count, order of completion, language, file kind."""

from __future__ import annotations

import gzip
import lzma
import random
import threading
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import fsspec
import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storybot.bpe_basics import GPT4_PATTERN, pretokenize
from storybot.bpe_basics.patterns import PATTERNS
from storybot.parallel_pretokenization import (
    count_chunk,
    count_pretokens,
    drop_rare,
    find_chunk_boundaries,
    merge_counts,
)
from storybot.parallel_pretokenization.chunk_boundaries import find_token, safe_separator
from storybot.special_tokens import END
from storybot.stories import read_stories

EXPRESSIONS = [*PATTERNS.values(), r"\w+|\W", "a.b"]
PIECES = [
    "a",
    "é",
    "字",
    "한",
    "👩‍👧",
    " ",
    "  ",
    "\n",
    "\r\n",
    "。",
    "'re",
    "12345",
    ".",
    END,
    "<|",
    "endoftext|>",
    "aa",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
IN_A_FILE = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def serial(text: str, pattern: str = GPT4_PATTERN, special: tuple[str, ...] = (END,)) -> Counter[bytes]:
    return Counter(p.encode("utf-8") for p in pretokenize(text, pattern, special))


class Unordered(Executor):
    """Runs every task, and finishes them in a random order."""

    def __init__(self, seed: int) -> None:
        self.dice, self.held, self.lock = random.Random(seed), list[tuple[Future, object]](), threading.Lock()
        self.most, self.over = 0, threading.Event()
        threading.Thread(target=self._release, daemon=True).start()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.over.set()

    def submit(self, function, /, *args, **kwargs):  # type: ignore[no-untyped-def, override]
        future: Future = Future()
        with self.lock:
            self.held.append((future, function(*args, **kwargs)))
            self.most = max(self.most, len(self.held))
        return future

    def _release(self) -> None:
        while not self.over.wait(0.0005):
            with self.lock:
                if self.held:
                    future, result = self.held.pop(self.dice.randrange(len(self.held)))
                    future.set_running_or_notify_cancel()
                    future.set_result(result)


@given(
    text=TEXTS,
    size=st.integers(1, 30),
    pattern=st.sampled_from(EXPRESSIONS),
    seed=st.integers(0, 999),
    batch=st.integers(1, 3),
)
@IN_A_FILE
@pytest.mark.filterwarnings("ignore:.*one worker counts it alone")
def test_tiny_chunks_in_any_order(tmp_path: Path, text: str, size: int, pattern: str, seed: int, batch: int) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(text.encode("utf-8"))
    special = (END, "aa") if seed % 2 else (END,)
    options = {"pattern": pattern, "special_tokens": special, "chunk_bytes": size, "batch": batch, "workers": 3}
    with Unordered(seed) as executor:
        counted = count_pretokens(path, executor=executor, progress=False, **options)  # type: ignore[arg-type]
    assert counted == serial(text, pattern, special)


@given(text=TEXTS, size=st.integers(1, 30), pattern=st.sampled_from(EXPRESSIONS[:3]))
@IN_A_FILE
def test_line_breaks_are_safe_places(tmp_path: Path, text: str, size: int, pattern: str) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(text.encode("utf-8"))
    options = {"pattern": pattern, "special_tokens": (), "chunk_bytes": size, "split_lines": True}
    with Unordered(0) as executor:
        counted = count_pretokens(path, executor=executor, progress=False, **options)  # type: ignore[arg-type]
    assert counted == serial(text, pattern, ())


@given(content=st.text("ab<|e>日", max_size=60).map(str.encode), n=st.integers(1, 9))
@IN_A_FILE
def test_boundaries_begin_special_tokens(tmp_path: Path, content: bytes, n: int) -> None:
    path = tmp_path / "b.txt"
    path.write_bytes(content)
    found = find_chunk_boundaries(path, n, "<|e|>")
    assert found == sorted(set(found))
    assert found[0] == 0
    assert found[-1] == len(content)
    assert len(found) <= n + 1
    assert all(content[offset:].startswith(b"<|e|>") for offset in found[1:-1])
    for i in range(1, n):
        guess = len(content) * i // n
        offset = content.find(b"<|e|>", guess)
        assert (len(content) if offset < 0 else offset) in found


def test_a_token_across_two_windows_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import storybot.parallel_pretokenization.chunk_boundaries as module

    path = tmp_path / "w.txt"
    for before in range(20):
        path.write_bytes(b"x" * before + b"<|e|>" + b"y" * 20)
        for window in (1, 2, 3, 5, 8):
            monkeypatch.setattr(module, "BYTES_PER_WINDOW", window)
            with path.open("rb") as file:
                assert find_token(file, 0, before + 25, b"<|e|>") == before


def test_separators_that_overlap_are_not_used() -> None:
    assert safe_separator(()) is None
    assert safe_separator(("<|a|>", "<|a|><|a|>")) is None
    assert safe_separator(("aa", "<|x|>")) == "<|x|>"
    assert safe_separator(("abc", "cde")) is None


@pytest.fixture(scope="module")
def stories(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    text = "".join(story + END for code in ("en", "ja", "ko", "zh") for story in read_stories(code))
    path = tmp_path_factory.mktemp("stories") / "stories.txt"
    path.write_text(text, encoding="utf-8")
    return path, text


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_our_own_pool(stories: tuple[Path, str], workers: int) -> None:
    path, text = stories
    assert count_pretokens(path, workers=workers, chunk_bytes=7000, progress=False) == serial(text)


@pytest.mark.parametrize("kind", ["processes", "threads"])
def test_any_executor(stories: tuple[Path, str], kind: str) -> None:
    path, text = stories
    pool = ProcessPoolExecutor(2, mp_context=get_context("spawn")) if kind == "processes" else ThreadPoolExecutor(3)
    with pool:
        for size in (3000, 50_000):
            assert count_pretokens(path, executor=pool, chunk_bytes=size, progress=False) == serial(text)
        assert pool.submit(len, "open").result() == 4, "an executor that was given stays open"


@pytest.mark.xdist_group("dask")
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_dask_cluster(stories: tuple[Path, str], cluster: str) -> None:
    from distributed import Client

    path, text = stories
    with Client(cluster) as client:
        assert len(client.scheduler_info()["workers"]) == 2
        with client.get_executor() as executor:
            assert count_pretokens(path, executor=executor, workers=2, chunk_bytes=9000, progress=False) == serial(text)


def test_many_files_of_many_kinds(stories: tuple[Path, str], tmp_path: Path) -> None:
    path, text = stories
    data = text.encode("utf-8")
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(data))
    (tmp_path / "a.txt.xz").write_bytes(lzma.compress(data))
    (tmp_path / "a.txt.zst").write_bytes(pyarrow.compress(data, codec="zstd", asbytes=True))
    rows = text.split(END)
    pyarrow.parquet.write_table(pyarrow.table({"text": rows}), tmp_path / "a.parquet", row_group_size=10)
    with fsspec.open("memory://a.txt", "wb") as file:
        file.write(data)
    (tmp_path / "empty.txt").write_bytes(b"")
    paths = [path, *sorted(map(str, tmp_path.iterdir())), "memory://a.txt"]
    with ThreadPoolExecutor(2) as pool:
        counted = count_pretokens(paths, executor=pool, chunk_bytes=20_000, progress=False)
    assert counted == merge_counts([serial(text)] * 6)


def test_results_do_not_pile_up(stories: tuple[Path, str]) -> None:
    path, _ = stories
    with Unordered(1) as executor:
        count_pretokens(path, executor=executor, workers=2, chunk_bytes=500, batch=1, progress=False)
    assert 2 <= executor.most <= 4, "two tasks a worker, no more"


def test_rare_pretokens_are_dropped_from_the_sum_not_from_its_parts(tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    path.write_text(f"one{END}one{END}two")
    with Unordered(3) as executor:
        counted = count_pretokens(path, chunk_bytes=4, min_count=2, executor=executor, progress=False)
    assert counted == {b"one": 2}
    assert drop_rare(Counter({b"a": 1}), 1) == {b"a": 1}


def test_count_chunk_reads_its_bytes_only(tmp_path: Path) -> None:
    path = tmp_path / "c.txt"
    path.write_text("日本 low low<|e|>end", encoding="utf-8")
    assert count_chunk(path, 0, 14, special_tokens=["<|e|>"]) == {"日本".encode(): 1, b" low": 2}


def test_progress_shows_bytes(stories: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    with ThreadPoolExecutor(1) as pool:
        count_pretokens(stories[0], executor=pool)
    assert "100%" in capsys.readouterr().err
