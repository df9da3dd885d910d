"""Downloads from a server that drops, stalls, truncates, lies, and from a process that is killed in mid-file."""

from __future__ import annotations

import hashlib
import io
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from storybot.cli import main
from storybot.data_pipeline.download import DownloadError, RemoteFile, dataset_files, download, download_all
from storybot.data_pipeline.shards import MANIFEST, index_shards, read_manifest, verify_shards
from storybot.stories import make_stories
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


def parquet(seed: int, rows: int, row_group: int = 500) -> bytes:
    """A Parquet file of random documents, which cannot be compressed much."""
    rng, buffer = random.Random(seed), io.BytesIO()
    table = pa.table({"text": [f"story {i}: {rng.randbytes(300).hex()}" for i in range(rows)]})
    pq.write_table(table, buffer, row_group_size=row_group)
    return buffer.getvalue()


FIRST, LAST = (f"train-0000{i}-of-00004-2d5a1467fff1081b.parquet" for i in (0, 3))


def test_sigkill_in_mid_file_and_again(server: BadServer, tmp_path: Path) -> None:
    server.files[FIRST], server.files[LAST] = parquet(0, 4000), parquet(1, 100)
    assert len(server.files[FIRST]) > 1_500_000
    server.troubles[FIRST] = [stalls_after(1_000_000, 30)]
    command = [sys.executable, "-m", "storybot", "data", "download", "tinystories", "-n", "1", "--out", str(tmp_path)]
    environment = {**os.environ, "STORYBOT_BASE_URL": server.url}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    part = tmp_path / f".{FIRST}.part"
    wait_until(lambda: part.exists() and part.stat().st_size > 500_000)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (tmp_path / FIRST).exists()
    assert not (tmp_path / MANIFEST).exists(), "a folder with a manifest is complete"
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / FIRST).read_bytes() == server.files[FIRST]
    assert sorted(p.name for p in tmp_path.iterdir()) == [MANIFEST, FIRST, LAST]
    assert len([r for r in server.requests if r[0] == LAST]) == 1, "what was complete is not fetched twice"
    assert verify_shards(tmp_path) == 2


def test_what_was_downloaded_can_be_trained_on(server: BadServer, tmp_path: Path) -> None:
    """The commands of chapter 5, on a very small data set and for two steps."""
    stories = list(make_stories("en", 300, 1))
    for name, part in ((FIRST, stories[:250]), (LAST, stories[250:])):
        buffer = io.BytesIO()
        pq.write_table(pa.table({"text": part}), buffer, row_group_size=50)
        server.files[name] = buffer.getvalue()
    data, tokenizer, run = tmp_path / "tinystories", tmp_path / "tokenizer.json", tmp_path / "hour"
    download_it = ["data", "download", "tinystories", "-n", "1", "--base-url", server.url, "--out", str(data)]
    assert main(download_it) == 0
    assert main(["tokenizer", "train", str(data / FIRST), "--vocab-size", "400", "--out", str(tokenizer)]) == 0
    small = ["--steps", "2", "--depth", "1", "--seq-len", "32", "--device-batch", "2", "--total-batch", "64"]
    chosen = ["--preset", "hour", "--data", str(data), "--tokenizer", str(tokenizer), "--out", str(run)]
    assert main(["train", *chosen, *small]) == 0
    manifest = read_manifest(data)
    assert [shard.rows for shard in manifest.shards] == [250, 50]
    assert sum(shard.text_bytes for shard in manifest.shards) == sum(len(story.encode()) for story in stories)
    server.requests.clear()
    assert main(download_it) == 0
    assert read_manifest(data) == manifest, "again: nothing changes"


def test_a_file_that_is_not_parquet_gets_no_manifest(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(BODY[:1000])
    with pytest.raises(ValueError, match=r"a.parquet is not a Parquet file with a column 'text'"):
        index_shards(tmp_path, ["a.parquet"])
    pq.write_table(pa.table({"story": ["x"]}), tmp_path / "a.parquet")
    with pytest.raises(ValueError, match=r"a.parquet is not a Parquet file with a column 'text'"):
        index_shards(tmp_path, ["a.parquet"])
    assert not (tmp_path / MANIFEST).exists()


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
