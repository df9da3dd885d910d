"""Chapter 3's commands as processes: train, encode to a file, compare."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from storybot.languages import LANGUAGES
from storybot.optimized_merges import FastTokenizer, train_bpe
from storybot.special_tokens import END
from storybot.stories import read_stories, write_corpus
from tests.helpers import refusal, run_storybot


@pytest.fixture
def stories(tmp_path: Path) -> dict[str, Path]:
    paths = {}
    for language in LANGUAGES:
        paths[language] = tmp_path / f"{language}.txt"
        paths[language].write_text(END.join(read_stories(language)), encoding="utf-8")
    return paths


def storybot(*arguments: object) -> subprocess.CompletedProcess[bytes]:
    return run_storybot("tokenizer", *arguments)


def test_train_encode_compare(stories: dict[str, Path], tmp_path: Path) -> None:
    for language in ("en", "ja"):
        done = storybot("train", stories[language], "--vocab-size", 400, "--out", tmp_path / f"{language}.json")
        assert done.returncode == 0, done.stderr
        assert b"count" in done.stderr
        assert b"merges" in done.stderr
    tokenizer = FastTokenizer.load(tmp_path / "en.json")
    assert tokenizer == train_bpe(stories["en"], 400, progress=False)

    done = storybot("encode", tmp_path / "en.json", stories["en"], "--out", tmp_path / "ids.bin")
    assert b"tokens as uint16" in done.stdout, done.stderr
    assert np.fromfile(tmp_path / "ids.bin", np.uint16).tolist() == tokenizer.encode_file(stories["en"]).tolist()

    files = [tmp_path / "en.json", tmp_path / "ja.json", "--text", stories["en"], stories["ja"]]
    done = storybot("compare", *files, "--plot", tmp_path / "plot.png")
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.decode().splitlines()]
    assert rows[0][-2:] == ["en", "ja"]
    assert float(rows[1][1]) > float(rows[1][2]), "the English tokenizer is better at English"
    assert float(rows[2][1]) < float(rows[2][2])
    size, n_ids = stories["en"].stat().st_size, len(tokenizer.encode_file(stories["en"]))
    assert rows[1] == ["en.txt", f"{size / n_ids:.2f}", rows[1][2]]
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["compare", "a.tiktoken", "--text", "t.txt"], "has no split pattern"),
        (["compare", "a.json", "b/a.json", "--text", "t.txt"], "same name"),
        (["compare", "a.json", "--text", "absent.txt"], "absent.txt"),
        (["encode", "a.json", "--out", "ids.bin"], "not standard input"),
        (["encode", "a.json", "latin.txt", "--out", "ids.bin"], "not valid UTF-8: byte 0xe9 at offset 3"),
        (["encode", "a.json", "t.txt", "--out", "nowhere/ids.bin"], "nowhere does not exist"),
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
    Path("b").mkdir()
    for name in ("a.json", "b/a.json"):
        FastTokenizer([]).save(name)
    Path("t.txt").write_text("text")
    Path("latin.txt").write_bytes(b"caf\xe9")
    assert words in refusal(["tokenizer", *arguments], capsys)
    assert not Path("ids.bin").exists()


@pytest.mark.parametrize("after", [b"count", b"merges"])
def test_ctrl_c_changes_nothing(tmp_path: Path, after: bytes) -> None:
    corpus, out = tmp_path / "corpus.txt", tmp_path / "t.json"
    write_corpus(corpus, 60_000_000, seed=1)
    pattern = "gpt4" if after == b"count" else r"[^.!?]+|."  # whole sentences: the merges take long
    options = ["--vocab-size", "60000", "--pattern", pattern, "--out", str(out)]
    command = [sys.executable, "-m", "storybot", "tokenizer", "train", str(corpus), *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    assert process.stderr is not None
    with process.stderr:
        shown = b""
        while after not in shown:  # its bar
            shown += process.stderr.read(10)
            assert process.poll() is None, shown
        process.send_signal(signal.SIGINT)
        code = process.wait(timeout=60)
        rest = process.stderr.read()
    assert (code, out.exists()) == (130, False), rest
    assert b"interrupted; no file was changed" in rest
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.txt"]
