"""The command line, as processes: train, encode, decode, export; bad input is one clear line."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from storybot.bpe_basics import GPT2_PATTERN, Tokenizer, train_bpe
from tests.helpers import refusal, run_storybot

TEXT = "low lower lowest\r\n日本語の本<|end|>새 이야기 " * 5


def storybot(*arguments: object, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return run_storybot("tokenizer", *arguments, data=data)


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_bytes(TEXT.encode("utf-8"))
    return path


@pytest.fixture
def trained(text: Path, tmp_path: Path) -> Path:
    out = tmp_path / "tokenizer.json"
    done = storybot("train", text, "--vocab-size", 280, "--special", "<|end|>", "--pattern", "gpt2", "--out", out)
    assert done.returncode == 0, done.stderr
    assert b"280 tokens" in done.stdout
    assert b"merges" in done.stderr, "a bar shows how far it is"
    return out


def test_train_gives_what_the_function_gives(trained: Path) -> None:
    assert Tokenizer.load(trained) == train_bpe(TEXT, 280, ["<|end|>"], GPT2_PATTERN)


def test_the_reference_trainer_gives_the_same_file(trained: Path, text: Path, tmp_path: Path) -> None:
    options = ["--vocab-size", 280, "--special", "<|end|>", "--pattern", "gpt2", "--out", tmp_path / "reference.json"]
    assert storybot("train", text, *options, "--reference").returncode == 0
    assert (tmp_path / "reference.json").read_bytes() == trained.read_bytes()


def test_encode_and_decode_are_a_round_trip(trained: Path, text: Path) -> None:
    ids = storybot("encode", trained, text)
    assert [int(i) for i in ids.stdout.split()] == Tokenizer.load(trained).encode(TEXT)
    assert storybot("encode", trained, data=TEXT.encode("utf-8")).stdout == ids.stdout
    assert storybot("decode", trained, data=ids.stdout).stdout == TEXT.encode("utf-8"), "line ends too"


def test_export(trained: Path, tmp_path: Path) -> None:
    for kind in ("huggingface", "tiktoken"):
        assert storybot("export", trained, "--to", kind, "--out", tmp_path / kind).returncode == 0
    again = Tokenizer.from_tiktoken(tmp_path / "tiktoken", GPT2_PATTERN, ["<|end|>"])
    assert again == Tokenizer.load(trained)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["train", "absent.txt", "--vocab-size", "300", "--out", "t.json"], "absent.txt"),
        (["train", ".", "--vocab-size", "300", "--out", "t.json"], "."),
        (["train", "text.txt", "--vocab-size", "3", "--out", "t.json"], "at least 257"),
        (["train", "text.txt", "--vocab-size", "300", "--pattern", "(", "--out", "t.json"], "does not compile"),
        (["train", "text.txt", "--vocab-size", "300", "--special", "", "--out", "t.json"], "non-empty string"),
        (["train", "latin.txt", "--vocab-size", "300", "--out", "t.json"], "not valid UTF-8: byte 0xe9 at offset 3"),
        (["train", "text.txt", "--vocab-size", "300", "--out", "nowhere/t.json"], "nowhere does not exist"),
        (
            ["train", "latin.txt", "--vocab-size", "300", "--reference", "--out", "t.json"],
            "valid UTF-8: byte 0xe9 at 3",
        ),
        (
            ["train", "text.txt", "--vocab-size", "300"],
            "exists already; --out tokenizer.json replaces it",
        ),
        (["encode", "text.txt", "text.txt"], "not a complete JSON file"),
        (["encode", "ok.json", "latin.txt"], "latin.txt is not valid UTF-8"),
        (["decode", "ok.json", "text.txt"], "decode takes numbers, not 'low'"),
        (["decode", "ok.json", "numbers.txt"], "no token has the id 99999"),
    ],
)
def test_bad_input_is_one_clear_line(
    text: Path,
    arguments: list[str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(text.parent)
    Path("latin.txt").write_bytes(b"caf\xe9")
    Path("numbers.txt").write_text("65 99999")
    Tokenizer([]).save("ok.json")
    Tokenizer([]).save("tokenizer.json")
    assert words in refusal(["tokenizer", *arguments], capsys)
    assert not Path("t.json").exists()


def test_ctrl_c_leaves_the_old_file(trained: Path, tmp_path: Path) -> None:
    before = trained.read_bytes()
    big = tmp_path / "big.txt"
    big.write_text("once upon a time there was a little robot " * 20_000)
    command = [sys.executable, "-m", "storybot", "tokenizer", "train", str(big), "--vocab-size", "5000", "--reference"]
    process = subprocess.Popen([*command, "--out", str(trained)], stderr=subprocess.PIPE)
    assert process.stderr is not None
    with process.stderr:
        shown = b""
        while not re.search(rb"merges: .*\| [1-9]\d*/", shown):  # the bar: at least one merge is done
            assert process.poll() is None, shown
            shown += process.stderr.read(20)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert b"interrupted; no file was changed" in process.stderr.read()
    assert trained.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["big.txt", "text.txt", "tokenizer.json"]
