"""What goes wrong: dead workers, Ctrl-C, bad files. Never a hang, never a silent loss, no child left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from storybot.parallel_pretokenization import count_pretokens
from storybot.special_tokens import END
from storybot.stories import read_stories
from tests.helpers import wait_until


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """About 60 MB: several seconds of work for two workers."""
    path = tmp_path_factory.mktemp("large") / "large.txt"
    block = "".join(story + END for story in read_stories("en"))
    path.write_text(block * 3200, encoding="utf-8")
    return path


class Counting:
    """A process that counts with two workers."""

    def __init__(self, path: Path) -> None:
        script = Path(__file__).with_name("killed_worker.py")
        self.process = subprocess.Popen(
            [sys.executable, str(script), str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.children = [int(pid) for pid in self.read_line("children").split()]

    def read_line(self, label: str) -> str:
        """Wait for the next line, which must begin with `label`; the rest of it."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline().rstrip("\n")
        assert line.startswith(label), line
        return line.removeprefix(label)

    def end(self, seconds: float) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=seconds)
        return self.process.returncode, out, err

    def left_behind(self) -> list[int]:
        with contextlib.suppress(AssertionError):
            wait_until(lambda: not any(map(psutil.pid_exists, self.children)), seconds=10)
        return [pid for pid in self.children if psutil.pid_exists(pid)]


@pytest.fixture
def counting(large: Path) -> Iterator[Counting]:
    """In the middle of its work: one result has come, and others are under way."""
    running = Counting(large)
    running.read_line("working")
    yield running
    if running.process.poll() is None:
        running.process.kill()
        running.process.communicate()


def test_a_killed_worker_is_an_error_that_names_what_was_lost(counting: Counting) -> None:
    os.kill(counting.children[0], signal.SIGKILL)
    code, out, err = counting.end(seconds=60)  # never a hang
    assert code == 1
    assert "finished" not in out
    assert "WorkerDiedError: a worker process died" in err
    assert "large.txt, bytes " in err
    assert counting.left_behind() == []


def test_ctrl_c_stops_everything(counting: Counting) -> None:
    counting.process.send_signal(signal.SIGINT)
    code, _, err = counting.end(seconds=60)
    assert code != 0
    assert "KeyboardInterrupt" in err
    assert err.count("Traceback") == 1, "the workers say nothing"
    assert counting.left_behind() == []


def test_workers_end_with_a_parent_that_was_killed(counting: Counting) -> None:
    counting.process.kill()
    counting.process.communicate()
    assert counting.left_behind() == []


def count(path: object, **options: object) -> object:
    with ThreadPoolExecutor(2) as pool:
        return count_pretokens(path, executor=pool, progress=False, **options)  # type: ignore[arg-type]


def test_bad_paths_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no file .*absent\.txt"):
        count(tmp_path / "absent.txt")
    with pytest.raises(IsADirectoryError, match="is a folder; give its files"):
        count(tmp_path)
    with pytest.raises(ValueError, match="no files to read"):
        count([])
    with pytest.raises(FileNotFoundError):
        count("memory://absent.txt")


def test_an_empty_file_has_no_pretokens(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    assert count(tmp_path / "empty.txt") == {}


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read every file")
def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "secret.txt"
    path.write_text("x")
    path.chmod(0)
    with pytest.raises(PermissionError, match=r"secret\.txt"):
        count(path)


@pytest.mark.parametrize("before", [0, 5, (1 << 20) - 1, (1 << 20) + 3])
def test_invalid_utf8_is_named_with_its_offset(tmp_path: Path, before: int) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(b"a" * before + b"\xff" + b" more")
    with pytest.raises(ValueError, match=rf"bad\.txt is not valid UTF-8: byte 0xff at offset {before:,} "):
        count(path)
    replaced = count(path, errors="replace")
    assert "\ufffd".encode() in b"".join(replaced)  # type: ignore[call-overload]


def test_a_character_cut_at_the_end_of_a_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cut.txt"
    path.write_bytes("ab日".encode()[:-1])
    with pytest.raises(ValueError, match="byte 0xe6 at offset 2"):
        count(path)


def test_a_file_without_special_token_is_one_chunk_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "plain.txt"
    path.write_text("one two\nthree four\n" * 50)
    with pytest.warns(
        UserWarning, match=r"plain\.txt \(950 bytes\) has no '<\|endoftext\|>', so one worker counts it alone"
    ):
        slow = count(path, chunk_bytes=100)
    assert count(path, chunk_bytes=100, split_lines=True) == slow
    with pytest.raises(ValueError, match="split_lines is exact only"):
        count(path, split_lines=True, pattern=r"\S+")


def test_bad_settings_are_named(tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    path.write_text("x")
    for option in ("min_count", "workers", "batch", "chunk_bytes"):
        with pytest.raises(ValueError, match=rf"{option} must be at least 1, not 0"):
            count(path, **{option: 0})
    with pytest.raises(ValueError, match='errors must be "strict" or "replace", not \'ignore\''):
        count(path, errors="ignore")
    with pytest.raises(ValueError, match="does not compile"):
        count(path, pattern="(")
    with pytest.raises(ValueError, match="non-empty string"):
        count(path, special_tokens=[""])


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.table({"body": ["x"]}), tmp_path / "p.parquet")
    with pytest.raises(ValueError, match=r"p\.parquet has no column 'text'; it has \['body'\]"):
        count(tmp_path / "p.parquet")
    assert count(tmp_path / "p.parquet", text_column="body") == {b"x": 1}
