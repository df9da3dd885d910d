"""The terminal's language decides what is printed there; a terminal without UTF-8 gets something it can show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from storybot.languages.terminal import printable, terminal_language, writable_language
from storybot.languages.ui_strings import load_ui_strings


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.eucJP"}, "ja"),
        ({"LANG": "ko"}, "ko"),
        ({"LANG": "ko.UTF-8"}, "ko"),
        ({"LANG": "zh_CN.GB18030"}, "zh"),
        ({"LANG": "zh-Hans"}, "zh"),
        ({"LANG": "zh_TW.UTF-8"}, "zh"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "ko_KR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "", "LC_ALL": ""}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_CTYPE": "ko_KR.UTF-8"}, "ja"),
    ],
)
def test_the_locale_names_the_language(environment: dict[str, str], language: str) -> None:
    assert terminal_language(environment) == language


@pytest.mark.parametrize(
    ("language", "encoding", "written"),
    [
        ("ja", "cp932", "ja"), ("ja", "euc_jp", "ja"), ("ja", "latin-1", "en"), ("ko", "cp949", "ko"),
        ("zh", "gb18030", "zh"), ("zh", "cp932", "en"), ("zh", "utf-8", "zh"), ("en", "ascii", "en"),
    ],
)  # fmt: skip
def test_words_that_the_terminal_cannot_show_are_english(language: str, encoding: str, written: str) -> None:
    assert writable_language(language, encoding) == written


def test_only_what_is_missing_is_replaced() -> None:
    assert printable("✓ 物語 · 이야기", "cp932") == "+ 物語 . ???"
    assert printable("✓ 物語 · 이야기", "utf-8") == "✓ 物語 · 이야기"


def progress(work: Path, terminal: dict[str, str], *options: str) -> str:
    """What `storybot progress` prints in such a terminal."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    command = [sys.executable, "-m", "storybot", "progress", "--work", str(work), *options]
    done = subprocess.run(command, env={**inherited, **terminal}, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_progress_begins_with_the_terminals_language(tmp_path: Path) -> None:
    korean = {"LANG": "ko_KR.UTF-8", "PYTHONUTF8": "1"}
    ko, ja = (load_ui_strings(language)["progress"] for language in ("ko", "ja"))
    assert progress(tmp_path, korean).strip() == ko["none"].format(folder=tmp_path / "ko")
    for language in ("en", "ja", "ko"):  # `make learn` makes all of them
        (tmp_path / language).mkdir()
    nothing_begun = progress(tmp_path, korean)
    assert ko["open"] in nothing_begun
    assert "1. BPE 기초" in nothing_begun
    (tmp_path / "ja/.progress").mkdir()
    begun = progress(tmp_path, korean)
    assert ja["open"] in begun, "the language that was begun"
    assert ko["open"] not in begun


def test_progress_in_a_terminal_without_utf8(tmp_path: Path) -> None:
    (tmp_path / "ko/.progress").mkdir(parents=True)
    (tmp_path / "ko/.progress/merge_pair.json").write_text('{"state": "solved", "tries": 2}', encoding="utf-8")
    for terminal in (
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LANG": "C", "PYTHONIOENCODING": "ascii"},
    ):
        said = progress(tmp_path, terminal)
        assert said.isascii()
        assert "1. BPE basics\n" in said
        assert any(line.split() == ["+", "merge_pair", "*--", "solved"] for line in said.splitlines())
    assert "✓ merge_pair" in progress(tmp_path, {"LANG": "C"}), "Python writes UTF-8 there"
