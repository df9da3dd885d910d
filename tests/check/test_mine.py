"""What the learner has solved is recorded and kept: progress, `mine`, and the command that shows it."""

from __future__ import annotations

import json
import linecache
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from storybot.bpe_basics import GPT4_PATTERN
from storybot.bpe_basics import BasicTokenizer as RightTokenizer
from storybot.bpe_basics import count_pairs as right_count_pairs
from storybot.bpe_basics import merge_pair as right_merge_pair
from storybot.check.cards import section_title
from storybot.check.checker import check
from storybot.check.registry import COURSE, exercise_names
from storybot.check.report import CheckFailed
from storybot.cli import main
from storybot.languages import LANGUAGES
from storybot.notebook.own_functions import mine
from storybot.notebook.progress import Record, read_record, work_folder
from tools.learn.book_server import progress_summary

RIGHT = '''
def helper(pair):
    return tuple(pair)

def merge_pair(ids, pair, new_id):
    """My own."""
    merged = []
    for one in ids:
        if merged and (merged[-1], one) == helper(pair) and merged[-1] is not BARRIER:
            merged[-1] = new_id
        else:
            merged.append(one)
    return merged
'''


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "work" / "en"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("STORYBOT_LANG", raising=False)
    return folder


cells = 0


def cell(source: str, **names: Any) -> dict[str, Any]:
    """Run a source as a notebook does: with a name of its own, under which `inspect` finds it."""
    global cells
    cells += 1
    name = f"<cell {cells}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    namespace: dict[str, Any] = {"__name__": "__main__", **names}
    exec(compile(source, name, "exec"), namespace)
    return namespace


def wrong(ids: list[int], pair: tuple[int, int], new_id: int) -> list[int]:
    return list(ids)


def named(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    function.__name__ = name
    return function


def test_a_failed_check_counts_as_a_try_and_a_passed_one_stays_solved(work: Path) -> None:
    for tries in (1, 2):
        with pytest.raises(CheckFailed):
            check(named(wrong, "merge_pair"))
        assert read_record(work, "merge_pair") == Record("tried", tries)
    check(cell(RIGHT, BARRIER=None)["merge_pair"])
    assert read_record(work, "merge_pair") == Record("solved", 2)
    with pytest.raises(CheckFailed):
        check(named(wrong, "merge_pair"))
    assert read_record(work, "merge_pair") == Record("solved", 3)


def test_a_passed_function_comes_back_with_what_it_needs(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(cell(RIGHT, BARRIER=None)["merge_pair"])
    own = mine("merge_pair")
    assert own.__doc__ == "My own."
    assert own([1, 2, 1, 2], (1, 2), 9) == [9, 9]
    assert capsys.readouterr().out == "✓ merge_pair\nmerge_pair: yours\n"
    assert "BARRIER = None" in (work / "mine/merge_pair.py").read_text(encoding="utf-8")


def test_without_one_the_reference_is_given_and_named(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert mine("merge_pair") is right_merge_pair
    assert capsys.readouterr().out == "merge_pair: the course's, until yours has passed its check\n"
    with pytest.raises(ValueError, match="no exercise called nothing"):
        mine("nothing")


def test_a_damaged_file_is_named_and_the_reference_serves(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (work / "mine").mkdir()
    (work / "mine/merge_pair.py").write_text("def merge_pair(", encoding="utf-8")
    assert mine("merge_pair") is right_merge_pair
    assert "merge_pair.py in the folder mine cannot be used (SyntaxError" in capsys.readouterr().out


def test_imports_come_along_under_their_notebook_names(work: Path) -> None:
    import collections

    source = "def count_pairs(sequences):\n    return c.Counter(p for s in sequences for p in zip(s, s[1:]))\n"
    check(cell(source, c=collections)["count_pairs"])
    assert "import collections as c" in (work / "mine/count_pairs.py").read_text(encoding="utf-8")
    assert mine("count_pairs")([[1, 2, 1]]) == right_count_pairs([[1, 2, 1]])


def test_parameters_and_locals_are_not_taken_for_globals_of_the_same_name(work: Path) -> None:
    source = "def merge_pair(ids, pair, new_id):\n    merged = [*ids]\n    return right(merged, pair, new_id)\n"
    check(cell(source, right=right_merge_pair, ids=object(), merged=object())["merge_pair"])
    assert mine("merge_pair")([1, 2], (1, 2), 9) == [9]


def test_what_cannot_stand_alone_is_said(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = "def merge_pair(ids, pair, new_id):\n    return right(ids, pair, new_id)\n"
    check(cell(source, right=lambda *arguments: right_merge_pair(*arguments))["merge_pair"])
    said = capsys.readouterr().out
    assert said.startswith("✓ merge_pair\nmerge_pair is right, but could not be kept for later chapters")
    assert not (work / "mine/merge_pair.py").exists()


CLASS = '''
SIZE = 256

def joined(merge):
    return merge[0] + merge[1]

class BasicTokenizer(Base):
    """My own."""

    def __init__(self, merges, special_tokens=(), pattern=GPT4_PATTERN):
        super().__init__(merges, special_tokens, pattern)
        self.vocab = {i: bytes([i]) for i in range(SIZE)}
        self.vocab |= {SIZE + i: joined(merge) for i, merge in enumerate(self.merges)}
        self.vocab |= {i: text.encode() for text, i in self.special_tokens.items()}
'''


def test_a_class_is_kept_with_what_it_uses(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = cell(CLASS, Base=RightTokenizer, GPT4_PATTERN=GPT4_PATTERN)
    check(names["BasicTokenizer"])
    assert capsys.readouterr().out == "✓ BasicTokenizer\n"
    text = (work / "mine/BasicTokenizer.py").read_text(encoding="utf-8")
    assert all(part in text for part in ("SIZE = 256", "def joined(merge)", "class BasicTokenizer(Base)"))
    own = mine("BasicTokenizer")
    assert own.__doc__ == "My own."
    assert own([(b"a", b"b")]).encode("abc") == [256, 99]


def test_a_class_of_stubs_is_not_written_yet() -> None:
    stub = "class BasicTokenizer:\n    def encode(self, text):\n        raise NotImplementedError('encode')\n"
    with pytest.raises(CheckFailed, match="BasicTokenizer is not written yet"):
        check(cell(stub)["BasicTokenizer"])


def test_the_reference_is_not_recorded(work: Path) -> None:
    check(right_merge_pair)
    assert list(work.iterdir()) == []


def test_outside_of_a_work_folder_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert work_folder() is None
    check(cell(RIGHT, BARRIER=None)["merge_pair"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", ["", "{", '{"state": "solved"}', '{"state": "won", "tries": 1}', "[]"])
def test_a_damaged_record_counts_as_open(work: Path, content: str) -> None:
    (work / ".progress").mkdir()
    (work / ".progress/merge_pair.json").write_text(content, encoding="utf-8")
    assert read_record(work, "merge_pair") == Record()


def test_the_command_prints_a_line_an_exercise(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(cell(RIGHT, BARRIER=None)["merge_pair"])
    with pytest.raises(CheckFailed):
        check(named(lambda sequences: None, "count_pairs"))
    capsys.readouterr()
    assert main(["progress", "--work", str(work.parent)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.split() == ["✓", "merge_pair", "★☆☆", "solved"] for line in lines)
    assert any(line.split() == ["✗", "count_pairs", "★☆☆", "tried", "1×"] for line in lines)
    assert any(line.split()[:2] == ["·", "encode_pretoken"] for line in lines)
    assert any(line.startswith("1 of ") for line in lines)


def test_the_command_speaks_the_folders_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "work/ja").mkdir(parents=True)
    assert main(["progress", "--work", str(tmp_path / "work")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1. BPE の基本"
    assert main(["progress", "--work", str(tmp_path / "nowhere")]) == 0
    assert "make learn" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_names_the_chapters_in_the_order_of_the_course(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    (tmp_path / "work" / language).mkdir(parents=True)
    assert main(["progress", "--work", str(tmp_path / "work")]) == 0
    lines = capsys.readouterr().out.splitlines()
    titles = [section_title(entry.anchor, language) for entry in COURSE]
    assert [line for line in lines if line in titles] == titles
    numbers = [re.match(r"\d(?=\. )", title) for title in titles]
    assert [found and found[0] for found in numbers] == ["1", "2", "3", "4", None, "5", "6", "7"]


def test_the_book_is_told_what_is_solved(work: Path) -> None:
    check(cell(RIGHT, BARRIER=None)["merge_pair"])
    summary = json.loads(json.dumps(progress_summary(work)))
    assert summary["exercises"]["merge_pair"] == "solved"
    assert summary["chapters"]["01-bpe-basics"]["solved"] == 1
    assert list(summary["chapters"]) == [entry.slug for entry in COURSE]
    assert summary["chapters"]["interlude-model"] == {"solved": 0, "total": len(exercise_names()["model"])}
    assert summary["words"] == {"solved": "solved", "tried": "tried"}
