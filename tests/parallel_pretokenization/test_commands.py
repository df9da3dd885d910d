"""`storybot tokenizer count`, as a process: the table is exact, bad input is one clear line."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from storybot.bpe_basics import pretokenize, read_bytes
from storybot.cli import main

TEXT = "low low\tlower\n\n日本\u3000本 \\x41 é<|endoftext|>low\r\n"


def test_the_table_is_exact(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT.encode("utf-8"))
    command = [sys.executable, "-m", "storybot", "tokenizer", "count", "a.txt", "--out", "c.tsv", "--workers", "2"]
    done = subprocess.run([*command, "--chunk-bytes", "10"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "different" in done.stdout
    rows = [line.split("\t") for line in (tmp_path / "c.tsv").read_text(encoding="utf-8").split("\n")[:-1]]
    expected = Counter(p.encode("utf-8") for p in pretokenize(TEXT, special_tokens=["<|endoftext|>"]))
    assert {read_bytes(shown): int(n) for n, shown in rows} == expected
    assert [int(n) for n, _ in rows] == sorted(expected.values(), reverse=True)


@pytest.mark.xdist_group("dask")
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_dask_cluster_gives_the_same_table(tmp_path: Path, cluster: str) -> None:
    text = tmp_path / "a.txt"
    text.write_bytes(TEXT.encode("utf-8") * 20)
    for name, options in (("pool", ["--workers", "2"]), ("dask", ["--dask", cluster])):
        arguments = ["tokenizer", "count", str(text), "--out", str(tmp_path / name), "--chunk-bytes", "100", *options]
        assert main(arguments) == 0
    assert (tmp_path / "dask").read_bytes() == (tmp_path / "pool").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["absent.txt"], "there is no file absent.txt"),
        (["."], "is a folder"),
        (["a.txt", "--min-count", "0"], "min_count (0)"),
        (["a.txt", "--pattern", "("], "does not compile"),
        (["bad.txt", "--workers", "1"], "bad.txt is no valid UTF-8"),
    ],
)
def test_bad_input_is_one_clear_line(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("text")
    Path("bad.txt").write_bytes(b"caf\xe9")
    assert main(["tokenizer", "count", *arguments, "--out", "c.tsv"]) == 2
    assert words in capsys.readouterr().err.splitlines()[-1]
    assert not Path("c.tsv").exists()
    assert main(["tokenizer", "count", "a.txt", "--out", "nowhere/c.tsv"]) == 2
