"""`storybot tokenizer count`, as a process: the table is exact, bad input is one clear line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from storybot.bpe_basics import pretokenize, unescape_bytes
from storybot.cli import main
from storybot.special_tokens import END
from tests.helpers import refusal, run_storybot

TEXT = f"low low\tlower\n\n日本\u3000本 \\x41 é{END}low\r\n"


def test_the_table_is_exact(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT.encode("utf-8"))
    options = ["--out", "c.tsv", "--workers", 2, "--chunk-bytes", 10]
    done = run_storybot("tokenizer", "count", "a.txt", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"different" in done.stdout
    rows = [line.split("\t") for line in (tmp_path / "c.tsv").read_text(encoding="utf-8").split("\n")[:-1]]
    expected = Counter(p.encode("utf-8") for p in pretokenize(TEXT, special_tokens=[END]))
    assert {unescape_bytes(shown): int(n) for n, shown in rows} == expected
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
        (["a.txt", "--min-count", "0"], "min_count must be at least 1, not 0"),
        (["a.txt", "--pattern", "("], "does not compile"),
        (["bad.txt", "--workers", "1"], "bad.txt is not valid UTF-8"),
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
    assert words in refusal(["tokenizer", "count", *arguments, "--out", "c.tsv"], capsys)
    assert not Path("c.tsv").exists()


def test_a_folder_that_does_not_exist_is_named_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["tokenizer", "count", "absent.txt", "--out", str(tmp_path / "nowhere" / "c.tsv")]
    assert "nowhere does not exist" in refusal(arguments, capsys)
