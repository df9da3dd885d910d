"""Downloads from a server that drops, stalls, truncates, lies, and from a process that is killed in mid-file."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from storybot.data_pipeline.download import DownloadError, RemoteFile, dataset_files, download, download_all
from tests.data_pipeline.bad_server import (
    BadServer,
    drops_after,
    ignores_ranges,
    stalls_after,
    status,
    truncates,
    wrong_range,
)
from tests.helpers import wait_until

BODY = random.Random(0).randbytes(1_500_000)
HASH = hashlib.sha256(BODY).hexdigest()
QUICK = {"first_delay": 0.01, "timeout": 1.0}


@pytest.fixture
def server() -> Iterator[BadServer]:
    bad = BadServer()
    bad.files["a.bin"] = BODY
    yield bad
    bad.close()


def fetch(server: BadServer, folder: Path, **known: object) -> Path:
    return download(RemoteFile(f"{server.url}/a.bin", "a.bin", **known), folder, **QUICK)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "troubles",
    [
        [],
        [drops_after(700_000)],
        [drops_after(0), drops_after(10), drops_after(900_000)],
        [stalls_after(400_000)],
        [status(500), status(503)],
        [status(429, Retry_After="0")],
        [drops_after(500_000), ignores_ranges],
        [drops_after(500_000), wrong_range],
        [drops_after(500_000), status(500), drops_after(600_000)],
    ],
    ids=lambda troubles: "-".join(getattr(t, "__qualname__", "?").split(".")[0] for t in troubles) or "none",
)
def test_the_file_arrives_whole(server: BadServer, tmp_path: Path, troubles: list[object]) -> None:
    server.troubles["a.bin"] = list(troubles)  # type: ignore[arg-type]
    assert fetch(server, tmp_path).read_bytes() == BODY
    assert [path.name for path in tmp_path.iterdir()] == ["a.bin"]


def test_what_came_is_not_fetched_again(server: BadServer, tmp_path: Path) -> None:
    server.troubles["a.bin"] = [drops_after(1_000_000)]
    fetch(server, tmp_path)
    assert server.sent == len(BODY) - 1_000_000
    assert server.requests[1] == ("a.bin", "bytes=1000000-")
    fetch(server, tmp_path)
    assert len(server.requests) == 2, "a complete file is left alone"


def test_a_file_that_changed_meanwhile_is_begun_anew(server: BadServer, tmp_path: Path) -> None:
    server.troubles["a.bin"] = [drops_after(800_000)]
    server.tags["a.bin"] = '"another"'
    assert fetch(server, tmp_path).read_bytes() == BODY
    assert server.sent == len(BODY)


def test_a_truncated_file_is_found_by_size_or_hash(server: BadServer, tmp_path: Path) -> None:
    for number, known in enumerate([{"size": len(BODY)}, {"sha256": HASH}]):
        server.troubles["a.bin"] = [truncates(1000)]
        folder = tmp_path / str(number)
        folder.mkdir()
        assert fetch(server, folder, **known).read_bytes() == BODY


def test_the_hash_that_hugging_face_sends_is_used(server: BadServer, tmp_path: Path) -> None:
    server.troubles["a.bin"] = [truncates(1000, X_Linked_ETag=f'"{HASH}"')]
    (tmp_path / "linked").mkdir()
    assert fetch(server, tmp_path / "linked").read_bytes() == BODY


def test_a_wrong_hash_never_gets_the_name(server: BadServer, tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match=r"gave up after 5 attempts.*the hash is wrong"):
        fetch(server, tmp_path, sha256="0" * 64)
    assert list(tmp_path.iterdir()) == []


def test_404_is_not_asked_twice(server: BadServer, tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match=r"/b.bin: the server says 404"):
        download(RemoteFile(f"{server.url}/b.bin", "b.bin"), tmp_path, **QUICK)  # type: ignore[arg-type]
    assert len(server.requests) == 1


def test_retry_after_is_obeyed(server: BadServer, tmp_path: Path) -> None:
    server.troubles["a.bin"] = [status(429, Retry_After="1")]
    start = time.monotonic()
    fetch(server, tmp_path)
    assert time.monotonic() - start > 0.7, "a second, give or take the random part; without the header it is 0.01 s"


def test_it_gives_up_and_keeps_the_part(server: BadServer, tmp_path: Path) -> None:
    server.troubles["a.bin"] = [drops_after(600_000), *[status(500)] * 4]
    with pytest.raises(DownloadError, match="gave up after 5 attempts"):
        fetch(server, tmp_path)
    assert not (tmp_path / "a.bin").exists()
    server.sent = 0
    assert fetch(server, tmp_path).read_bytes() == BODY
    assert server.sent == len(BODY) - 600_000


def test_many_files_and_one_that_is_missing(server: BadServer, tmp_path: Path) -> None:
    for i in range(6):
        server.files[f"shard_{i:05d}.parquet"] = BODY[: 1000 * (i + 1)]
        server.troubles[f"shard_{i:05d}.parquet"] = [drops_after(100)] if i % 2 else []
    names = [f"shard_{i:05d}.parquet" for i in (0, 1, 2, 3, 4, 9, 5)]
    with pytest.raises(DownloadError, match=r"404.*run the same command again"):
        download_all([RemoteFile(f"{server.url}/{n}", n) for n in names], tmp_path, progress=False, **QUICK)
    assert sorted(path.name for path in tmp_path.iterdir()) == [n for n in sorted(names) if "9" not in n]


def test_sigkill_in_mid_file_and_again(server: BadServer, tmp_path: Path) -> None:
    server.files["train-00000-of-00004-2d5a1467fff1081b.parquet"] = BODY
    last = "train-00003-of-00004-2d5a1467fff1081b.parquet"
    server.files[last] = BODY[:5000]
    server.troubles["train-00000-of-00004-2d5a1467fff1081b.parquet"] = [stalls_after(1_000_000, 30)]
    command = [sys.executable, "-m", "storybot", "data", "download", "tinystories", "-n", "1", "--out", str(tmp_path)]
    environment = {**os.environ, "STORYBOT_BASE_URL": server.url}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    part = tmp_path / ".train-00000-of-00004-2d5a1467fff1081b.parquet.part"
    wait_until(lambda: part.exists() and part.stat().st_size > 500_000)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "train-00000-of-00004-2d5a1467fff1081b.parquet").exists()
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "train-00000-of-00004-2d5a1467fff1081b.parquet").read_bytes() == BODY
    assert sorted(p.name for p in tmp_path.iterdir()) == ["train-00000-of-00004-2d5a1467fff1081b.parquet", last]
    assert len([r for r in server.requests if r[0] == last]) == 1, "what was complete is not fetched twice"


def test_the_data_sets() -> None:
    files = dataset_files("fineweb-edu", 8)
    assert [f.name for f in files] == [*(f"shard_{i:05d}.parquet" for i in range(8)), "shard_01822.parquet"]
    assert dataset_files("tinystories", base_url="http://127.0.0.1:1/x")[0].url.startswith(
        "http://127.0.0.1:1/x/train-00000"
    )
    with pytest.raises(ValueError, match="1823 shards"):
        dataset_files("fineweb-edu", 5000)
    with pytest.raises(ValueError, match="no data set"):
        dataset_files("nothing")
