"""Downloading that survives a bad network: retried, resumed, checked, and never half a file under the right name.

A file is fetched into `.name.part`. What is there already is kept and the rest asked for by range, if
the server still has the same version (`.name.part.json` remembers which). Only a file whose size, and
hash where it is known, are right gets its name.
"""

from __future__ import annotations

import contextlib
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
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from storybot.atomic import write_atomically
from storybot.data_pipeline.backoff import backoff_delays
from storybot.fingerprints import file_hash

BLOCK = 1 << 18
FOR_GOOD = {400, 401, 403, 404, 405, 410, 451}  # asking again will not help
TRIES = 5


class DownloadError(OSError):
    """A file could not be fetched; what was fetched of it is kept for the next time."""


@dataclass(frozen=True)
class Remote:
    """A file to fetch: where it is, and what is known of it."""

    url: str
    name: str
    sha256: str | None = None
    size: int | None = None


class Changed(Exception):  # noqa: N818 - not an error: start over
    """The file on the server is no longer the one that was begun."""


def download(
    remote: Remote,
    folder: Path,
    *,
    tries: int = TRIES,
    timeout: float = 30.0,
    first_delay: float = 1.0,
    on_bytes: Callable[[int], object] = lambda n: None,
) -> Path:
    """Fetch one file into `folder`, or leave it if it is there. Gives its path."""
    target = folder / remote.name
    if is_complete(target, remote):
        on_bytes(target.stat().st_size)
        return target
    delays = [*backoff_delays(tries, first_delay), 0.0]
    problem: Exception | None = None
    for delay in delays:
        try:
            return _attempt(remote, target, timeout, on_bytes)
        except Changed as changed:
            problem, delay = changed, 0.0
        except urllib.error.HTTPError as error:
            error.close()
            if error.code in FOR_GOOD:
                raise DownloadError(f"{remote.url}: the server says {error.code} {error.reason}") from None
            problem, delay = error, max(delay, retry_after(error))
        except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError) as error:
            if isinstance(error, OSError) and error.errno in (28, 122):  # disk full, quota: trying again is no use
                raise DownloadError(f"cannot write {target}: {error.strerror}") from None
            problem = error
        time.sleep(delay * random.uniform(0.8, 1.2))  # not all at the same moment
    raise DownloadError(f"{remote.url}: given up after {tries} attempts; the last problem: {problem}") from None


def _attempt(remote: Remote, target: Path, timeout: float, on_bytes: Callable[[int], object]) -> Path:
    """Go on where the last attempt stopped; raise what goes wrong."""
    part, notes = target.with_name(f".{target.name}.part"), target.with_name(f".{target.name}.part.json")
    have = part.stat().st_size if part.exists() else 0
    version = _read_notes(notes) if have else None
    request = urllib.request.Request(remote.url, headers={"User-Agent": "storybot", "Accept-Encoding": "identity"})
    if have and version:
        request.add_header("Range", f"bytes={have}-")
        request.add_header("If-Range", version)
    with urllib.request.urlopen(request, timeout=timeout) as answer:
        resumed = answer.status == 206
        total = expected_size(answer, have if resumed else 0)
        now = answer.headers.get("ETag") or answer.headers.get("Last-Modified")
        if resumed and version != now:
            _forget(part, notes)
            raise Changed(f"{remote.url} has changed since it was begun")
        if now:
            write_atomically(notes, json.dumps({"version": now, "url": remote.url}))
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
    _check(part, notes, remote, answer.headers)
    part.replace(target)
    notes.unlink(missing_ok=True)
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


def _check(part: Path, notes: Path, remote: Remote, headers: Any) -> None:
    """Size and hash must be right, where they are known; a file that is wrong is thrown away."""
    size = part.stat().st_size
    linked = (headers.get("X-Linked-ETag") or "").strip('"')  # Hugging Face: the hash of a large file
    sha256 = remote.sha256 or (linked if len(linked) == 64 else None)
    if remote.size is not None and size != remote.size:
        _forget(part, notes)
        raise ValueError(f"{size:,} bytes came, {remote.size:,} were promised")
    if sha256 and file_hash(part) != sha256:
        _forget(part, notes)
        raise ValueError("the hash is wrong: the file was damaged on the way")


def is_complete(target: Path, remote: Remote) -> bool:
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


def _read_notes(path: Path) -> str | None:
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads(path.read_text(encoding="utf-8"))["version"])
    return None


def _forget(part: Path, notes: Path) -> None:
    part.unlink(missing_ok=True)
    notes.unlink(missing_ok=True)


def download_all(
    remotes: Iterable[Remote], folder: Path, *, workers: int = 4, progress: bool = True, **options: Any
) -> list[Path]:
    """Fetch many files, `workers` at a time. What can be fetched is; then the first problem is raised."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = list(remotes)
    problems: list[Exception] = []
    with tqdm(unit="B", unit_scale=True, disable=not progress) as bar, ThreadPoolExecutor(workers) as pool:
        futures = {pool.submit(download, r, folder, on_bytes=bar.update, **options): r for r in wanted}
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


DATASETS = {
    "fineweb-edu": (
        "https://huggingface.co/datasets/karpathy/fineweb-edu-100b-shuffle/resolve/main",
        "shard_{:05d}.parquet",
        1823,
    ),
    "tinystories": (
        "https://huggingface.co/datasets/roneneldan/TinyStories/resolve/main/data",
        "train-{:05d}-of-00004-2d5a1467fff1081b.parquet",
        4,
    ),
}


def dataset_files(name: str, n: int | None = None, base: str | None = None) -> list[Remote]:
    """The first `n` shards of a public data set, and its last one, which is for validation.

    `base` (or the environment variable STORYBOT_BASE_URL) is another server with the same files.
    """
    if name not in DATASETS:
        raise ValueError(f"no data set {name!r}; there are {', '.join(DATASETS)}")
    address, pattern, total = DATASETS[name]
    address = base or os.environ.get("STORYBOT_BASE_URL") or address
    count = total if n is None else n
    if not 1 <= count <= total:
        raise ValueError(f"{name} has {total} shards, so n goes from 1 to {total}, and {count} is not")
    numbers = sorted({*range(count), total - 1})
    return [Remote(f"{address.rstrip('/')}/{pattern.format(i)}", pattern.format(i)) for i in numbers]
