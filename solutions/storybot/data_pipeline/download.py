"""Downloading that survives a bad network: retried, resumed, checked, and never half a file under the right name.

A file is fetched into `.name.part`. What is there already is kept and the rest asked for by range, if
the server still has the same version (`.name.part.json` remembers which). Only a file whose size, and
hash where it is known, are right gets its name. The public data sets are the rows of the table `DATASETS`.
"""

from __future__ import annotations

import contextlib
import errno
import http.client
import json
import os
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from storybot.atomic import write_atomically
from storybot.fingerprints import file_hash


@dataclass(frozen=True)
class Dataset:
    """A public data set of numbered Parquet files. The last file is for validation."""

    base_url: str
    file_pattern: str  # a format string for the number of the file
    n_files: int


DATASETS = {
    "fineweb-edu": Dataset(
        base_url="https://huggingface.co/datasets/karpathy/fineweb-edu-100b-shuffle/resolve/main",
        file_pattern="shard_{:05d}.parquet",
        n_files=1823,
    ),
    "tinystories": Dataset(
        base_url="https://huggingface.co/datasets/roneneldan/TinyStories/resolve/main/data",
        file_pattern="train-{:05d}-of-00004-2d5a1467fff1081b.parquet",
        n_files=4,
    ),
}

BLOCK = 1 << 18  # bytes read at a time
PERMANENT_ERRORS = {400, 401, 403, 404, 405, 410, 451}  # HTTP statuses that trying again will not change
TRIES = 5
TIMEOUT = 30.0  # seconds without a byte
FIRST_DELAY = 1.0  # seconds
DISK_FULL = {errno.ENOSPC, errno.EDQUOT}


def backoff_delays(
    tries: int,
    first: float = 1.0,
    factor: float = 2.0,
    most: float = 60.0,
) -> list[float]:
    """The pauses in seconds between `tries` attempts.

    There is one pause fewer than there are attempts. The first is
    `first`, each one after it is `factor` times as long as the one
    before, but none is longer than `most`, not even the first. `tries`
    may be in the thousands; `first` and `most` are not negative.
    ValueError if `tries` or `factor` is less than 1.

    >>> backoff_delays(5)
    [1.0, 2.0, 4.0, 8.0]
    >>> backoff_delays(4, first=10, factor=3, most=60)
    [10, 30, 60]
    >>> backoff_delays(1)
    []
    """
    if tries < 1 or factor < 1:
        raise ValueError(f"tries and factor must be at least 1, not {tries} and {factor}")
    delays: list[float] = []
    delay = min(first, most)
    for _ in range(tries - 1):
        delays.append(delay)
        delay = min(delay * factor, most)  # first * factor**i would overflow after a thousand attempts
    return delays


class DownloadError(OSError):
    """A file could not be fetched; what was fetched of it is kept for the next time."""


@dataclass(frozen=True)
class RemoteFile:
    """A file to fetch: its address, and what is known of its content."""

    url: str
    name: str
    sha256: str | None = None
    size: int | None = None


class RemoteChanged(Exception):  # noqa: N818 - not an error: start over
    """The file on the server is no longer the one that was begun."""


def download(
    remote: RemoteFile,
    folder: Path,
    *,
    tries: int = TRIES,
    timeout: float = TIMEOUT,
    first_delay: float = FIRST_DELAY,
    on_bytes: Callable[[int], object] = lambda n: None,
) -> Path:
    """Fetch one file into `folder`, unless it is there already. Gives its path.

    `timeout` is in seconds without a byte, `first_delay` the pause in seconds before the second attempt, and
    `on_bytes` is called with the number of bytes that have arrived (for a progress bar).
    """
    target = folder / remote.name
    if is_complete(target, remote):
        on_bytes(target.stat().st_size)
        return target
    delays = [*backoff_delays(tries, first_delay), 0.0]
    problem: Exception | None = None
    for delay in delays:
        try:
            return _attempt(remote, target, timeout, on_bytes)
        except RemoteChanged as changed:
            problem, delay = changed, 0.0
        except urllib.error.HTTPError as error:
            error.close()
            if error.code in PERMANENT_ERRORS:
                raise DownloadError(f"{remote.url}: the server says {error.code} {error.reason}") from None
            problem, delay = error, max(delay, retry_after(error))
        except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError) as error:
            if isinstance(error, OSError) and error.errno in DISK_FULL:  # trying again will not help
                raise DownloadError(f"cannot write {target}: {error.strerror}") from None
            problem = error
        time.sleep(delay * random.uniform(0.8, 1.2))  # so that many clients do not come back at the same moment
    raise DownloadError(f"{remote.url}: gave up after {tries} attempts; the last problem: {problem}") from None


def _attempt(remote: RemoteFile, target: Path, timeout: float, on_bytes: Callable[[int], object]) -> Path:
    """Continue where the last attempt stopped; raise what goes wrong."""
    part, metadata = target.with_name(f".{target.name}.part"), target.with_name(f".{target.name}.part.json")
    have = part.stat().st_size if part.exists() else 0
    version = _read_version(metadata) if have else None
    request = urllib.request.Request(remote.url, headers={"User-Agent": "storybot", "Accept-Encoding": "identity"})
    if have and version:
        request.add_header("Range", f"bytes={have}-")
        request.add_header("If-Range", version)
    with urllib.request.urlopen(request, timeout=timeout) as answer:
        resumed = answer.status == 206
        total = expected_size(answer, have if resumed else 0)
        now = answer.headers.get("ETag") or answer.headers.get("Last-Modified")
        if resumed and version != now:
            _discard_partial(part, metadata)
            raise RemoteChanged(f"{remote.url} has changed since it was begun")
        if now:
            write_atomically(metadata, json.dumps({"version": now, "url": remote.url}))
        with part.open("r+b" if resumed else "wb") as file:
            file.seek(have if resumed else 0)
            done = have if resumed else 0
            on_bytes(done)
            while block := answer.read(BLOCK):
                file.write(block)
                done += len(block)
                on_bytes(len(block))
            file.flush()
            os.fsync(file.fileno())
    if total is not None and done != total:
        raise ValueError(f"the connection ended after {done:,} of {total:,} bytes")
    _verify(part, metadata, remote, answer.headers)
    part.replace(target)
    metadata.unlink(missing_ok=True)
    return target


def expected_size(answer: Any, have: int) -> int | None:
    """How large the whole file is, by what the server says."""
    content_range = answer.headers.get("Content-Range")  # such as: bytes 100-199/200
    if content_range and "/" in content_range:
        start, total = content_range.removeprefix("bytes ").partition("-")[0], content_range.rpartition("/")[2]
        if start.strip() != str(have):
            raise ValueError(f"asked for bytes from {have} on, the server sends {content_range}")
        return int(total) if total.isdecimal() else None
    length = answer.headers.get("Content-Length")
    return int(length) + have if length else None


def _verify(part: Path, metadata: Path, remote: RemoteFile, headers: Any) -> None:
    """Size and hash must be right, where they are known; a file that is wrong is thrown away."""
    size = part.stat().st_size
    linked = (headers.get("X-Linked-ETag") or "").strip('"')  # Hugging Face: the hash of a large file
    sha256 = remote.sha256 or (linked if len(linked) == 64 else None)
    if remote.size is not None and size != remote.size:
        _discard_partial(part, metadata)
        raise ValueError(f"{size:,} bytes came, {remote.size:,} were promised")
    if sha256 and file_hash(part) != sha256:
        _discard_partial(part, metadata)
        raise ValueError("the hash is wrong: the file was damaged on the way")


def is_complete(target: Path, remote: RemoteFile) -> bool:
    """Whether the file is there. A file under its right name is whole; size and hash are compared where known."""
    if not target.exists():
        return False
    if remote.size is not None and target.stat().st_size != remote.size:
        return False
    return remote.sha256 is None or file_hash(target) == remote.sha256


def retry_after(error: urllib.error.HTTPError) -> float:
    """The seconds that a server asks us to wait, at most five minutes."""
    value = error.headers.get("Retry-After", "") if error.headers else ""
    return min(float(value), 300.0) if value.strip().isdecimal() else 0.0


def _read_version(path: Path) -> str | None:
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads(path.read_text(encoding="utf-8"))["version"])
    return None


def _discard_partial(part: Path, metadata: Path) -> None:
    part.unlink(missing_ok=True)
    metadata.unlink(missing_ok=True)


def download_all(
    remotes: Iterable[RemoteFile],
    folder: Path,
    *,
    workers: int = 4,
    progress: bool = True,
    tries: int = TRIES,
    timeout: float = TIMEOUT,
    first_delay: float = FIRST_DELAY,
) -> list[Path]:
    """Fetch many files, `workers` at a time. All that can be fetched is fetched; then the first problem is raised."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = list(remotes)
    problems: list[Exception] = []
    with tqdm(unit="B", unit_scale=True, disable=not progress) as bar, ThreadPoolExecutor(workers) as pool:
        fetch = partial(
            download, folder=folder, tries=tries, timeout=timeout, first_delay=first_delay, on_bytes=bar.update
        )
        futures = [pool.submit(fetch, remote) for remote in wanted]
        try:
            for number, future in enumerate(as_completed(futures), 1):
                error = future.exception()
                if isinstance(error, Exception):
                    problems.append(error)
                bar.set_description(f"{number}/{len(wanted)} files")
        except BaseException:
            for future in futures:
                future.cancel()
            raise
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise DownloadError(f"{problems[0]}{more}; what is complete stays, run the same command again for the rest")
    return [folder / remote.name for remote in wanted]


def dataset_files(name: str, n: int | None = None, base_url: str | None = None) -> list[RemoteFile]:
    """The first `n` shards of a public data set, and its last one, which is for validation.

    `base_url` (or the environment variable STORYBOT_BASE_URL) is another server with the same files.

    >>> [file.name for file in dataset_files("fineweb-edu", 2)]
    ['shard_00000.parquet', 'shard_00001.parquet', 'shard_01822.parquet']
    """
    if name not in DATASETS:
        raise ValueError(f"no data set {name!r}; there are {', '.join(DATASETS)}")
    dataset = DATASETS[name]
    address = (base_url or os.environ.get("STORYBOT_BASE_URL") or dataset.base_url).rstrip("/")
    count = dataset.n_files if n is None else n
    if not 1 <= count <= dataset.n_files:
        raise ValueError(f"{name} has {dataset.n_files} shards, so n goes from 1 to {dataset.n_files}, not {count}")
    names = [dataset.file_pattern.format(i) for i in sorted({*range(count), dataset.n_files - 1})]
    return [RemoteFile(f"{address}/{file}", file) for file in names]
