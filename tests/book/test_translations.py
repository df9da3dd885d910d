"""The translation tool: status, sync, accept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tests.book.conftest import edit
from tests.conftest import ROOT
from tools.book.pages import mark_stale
from tools.chapters import read_chapter
from tools.translations import parity
from tools.translations.status import accept, status, sync

CHAPTER = "01-bpe-basics.md"


def states(root: Path, language: str) -> dict[str, str]:
    return {anchor: state for code, file, anchor, state in status(root) if (code, file) == (language, CHAPTER)}


def test_every_section_is_current() -> None:
    assert [row for row in status(ROOT) if row[3] != "current"] == []


def test_a_change_in_english_makes_one_section_stale_in_every_language(copy: Path) -> None:
    edit(copy / "chapters/en" / CHAPTER, "A computer stores text as **bytes**", "A computer keeps text as **bytes**")
    for language in [code for code in LANGUAGES if code != "en"]:
        assert [anchor for anchor, state in states(copy, language).items() if state == "stale"] == ["bpe-bytes"]


def test_a_change_of_code_or_of_blanks_makes_nothing_stale(copy: Path) -> None:
    edit(copy / "chapters/en" / CHAPTER, "Counter\n", "Counter  # counts\n")
    edit(
        copy / "chapters/en" / CHAPTER,
        "A computer stores text as **bytes**, which are numbers from 0 to 255.",
        "A computer stores text as **bytes**, which are numbers from 0 to 255.  ",
    )
    assert set(states(copy, "ja").values()) == {"current"}


def test_a_missing_section_is_missing(copy: Path) -> None:
    path = copy / "chapters/ko" / CHAPTER
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("(bpe-read-on)=")], encoding="utf-8")
    assert states(copy, "ko")["bpe-read-on"] == "missing"
    (copy / "chapters/zh" / CHAPTER).unlink()
    assert set(states(copy, "zh").values()) == {"missing"}


def test_accept_records_a_section(copy: Path) -> None:
    edit(copy / "chapters/en" / CHAPTER, "A computer stores text", "A computer keeps text")
    assert accept(copy, "ja", CHAPTER, ["bpe-bytes"]) == ["bpe-bytes"]
    assert states(copy, "ja")["bpe-bytes"] == "current"
    assert states(copy, "ko")["bpe-bytes"] == "stale"
    before = (copy / "chapters/ja" / CHAPTER).read_text(encoding="utf-8")
    accept(copy, "ja", CHAPTER, [])
    assert (copy / "chapters/ja" / CHAPTER).read_text(encoding="utf-8") == before, "accepting twice changes nothing"
    with pytest.raises(ValueError, match="has no section nowhere"):
        accept(copy, "ja", CHAPTER, ["nowhere"])


def test_sync_copies_code_and_leaves_prose(copy: Path) -> None:
    path = copy / "chapters/zh" / CHAPTER
    before = path.read_text(encoding="utf-8")
    edit(path, "check(encode_pretoken)", "check(encode_pretokens)")
    assert parity.problems(copy)
    assert sync(copy) == [path]
    assert path.read_text(encoding="utf-8") == before
    assert sync(copy) == []


def test_sync_refuses_to_guess(copy: Path) -> None:
    edit(copy / "chapters/en" / CHAPTER, "(bpe-bytes)=", "```{code-cell} ipython3\n1 + 1\n```\n\n(bpe-bytes)=")
    with pytest.raises(ValueError, match=r"chapters/ja/.* has not as many code cells as English"):
        sync(copy)


def test_the_command_line() -> None:
    run = [sys.executable, "-m", "tools.translations"]
    shown = subprocess.run([*run, "status", "--all"], cwd=ROOT, capture_output=True, text=True)
    assert shown.returncode == 0, shown.stdout
    assert "current  ja  01-bpe-basics.md  bpe-ties" in shown.stdout
    bad = subprocess.run([*run, "accept", "ja", "nothing.md"], cwd=ROOT, capture_output=True, text=True)
    assert bad.returncode == 1
    assert "nothing.md" in bad.stderr
    assert "Traceback" not in bad.stderr


def test_a_stale_section_is_marked_on_the_page(copy: Path) -> None:
    edit(copy / "chapters/en" / CHAPTER, "A computer stores text", "A computer keeps text")
    chapter, english = (read_chapter(copy / "chapters" / code / CHAPTER) for code in ("ja", "en"))
    mark_stale(chapter, english)
    marked = [cell.anchor for cell in chapter.cells if load_ui_strings("ja")["book"]["stale"] in cell.source]
    assert marked == ["bpe-bytes"]
