"""The four texts of a chapter are one chapter; and each of these tests can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.book.conftest import edit
from tests.conftest import ROOT
from tools.translations import parity, stubs

CHAPTER = "01-bpe-basics.md"


def test_translations_have_the_structure_of_english() -> None:
    assert parity.problems(ROOT) == []


def test_every_readme_begins_with_all_languages() -> None:
    assert parity.readme_problems(ROOT) == []


def test_a_readme_without_a_link_is_named(copy: Path) -> None:
    edit(copy / "README.ko.md", "[日本語](README.ja.md) · ", "")
    (copy / "README.zh.md").unlink()
    assert parity.readme_problems(copy) == [
        "README.ko.md: the first line must be "
        "[English](README.md) · [日本語](README.ja.md) · **한국어** · [简体中文](README.zh.md)",
        "README.zh.md is missing: translate README.md",
    ]


def test_a_folder_of_no_language_and_another_table_of_contents_are_named(copy: Path) -> None:
    (copy / "chapters/xx").mkdir()
    edit(copy / "chapters/ja/_toc.yml", "  - file: 06-ddp\n", "")
    assert parity.problems(copy) == [
        "chapters/xx: no language has this code: add its record to solutions/storybot/languages/__init__.py",
        "chapters/ja/_toc.yml must be the same as chapters/en/_toc.yml: copy it",
    ]


def test_stubs_promise_what_the_package_keeps() -> None:
    assert stubs.problems(ROOT) == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            'for character in "aé日😀":',
            'for character in "aé日":',
            "code cells in section bpe-bytes differ from English: run `python -m tools.translations sync`",
        ),
        (
            ":tags: [check]\n\ncheck(decode)",
            ":tags: [checked]\n\ncheck(decode)",
            "code cells in section ex-decode differ from English: run `python -m tools.translations sync`",
        ),
        (
            ":solution: storybot.bpe_basics:decode",
            ":solution: storybot.bpe_basics:encode",
            "exercises in section ex-decode differ from English",
        ),
        ("(bpe-ties)=", "(bpe-tie)=", "the anchors differ from English (missing ['bpe-ties'], extra ['bpe-tie']"),
        ("assets/figures/utf8-bytes.svg", "assets/figures/count-pairs.svg", "directives in section bpe-bytes differ"),
        (
            "https://github.com/karpathy/minbpe",
            "https://github.com/karpathy/other",
            "links in section bpe-read-on differ",
        ),
        (r"\frac{\text{UTF-8 bytes", r"\frac{\text{bytes", "formulas in section bpe-measure differ"),
        (":merges: 300", ":merges: 30", "options in section bpe-playground differ"),
        ("--vocab-size 1000", "--vocab-size 2000", "code blocks in section bpe-full-size differ"),
        ("\n### ", "\n#### ", "headings in section"),
        ("\n1. ", "\n1) ", "list items in section ex-train-bpe differ"),
    ],
)
def test_a_difference_is_named(copy: Path, old: str, new: str, words: str) -> None:
    edit(copy / "chapters/ko" / CHAPTER, old, new)
    found = parity.problems(copy)
    assert found
    assert all(problem.startswith(f"chapters/ko/{CHAPTER}: ") for problem in found)
    assert any(words in problem for problem in found), found


def test_a_missing_translation_is_named(copy: Path) -> None:
    (copy / "chapters/zh/index.md").unlink()
    assert parity.problems(copy) == ["chapters/zh/index.md is missing: translate chapters/en/index.md"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "def merge_pair(ids: list[int], pair: Pair",
            "def merge_pair(ids: list[int], pair: tuple",
            "the signature differs: write `def merge_pair(ids: list[int], pair: Pair, new_id: int) -> list[int]`",
        ),
        ("[9, 9, 3]", "[9, 9]", "the docstring differs: copy the package's into the stub"),
        ('raise NotImplementedError("merge_pair")', "return ids", "must end with `raise NotImplementedError`"),
        ("storybot.bpe_basics:merge_pair", "storybot.bpe_basics:merge_them", "the package has no such function"),
        ("check(merge_pair)", "merge_pair", "no cell tagged `check` checks it"),
        (":solution: storybot.bpe_basics:merge_pair\n", "", "tagged `exercise` but names no solution"),
    ],
)
def test_a_stub_that_differs_is_named(copy: Path, old: str, new: str, words: str) -> None:
    edit(copy / "chapters/en" / CHAPTER, old, new)
    found = stubs.problems(copy)
    assert any(words in problem for problem in found), found
    assert all(problem.startswith(f"chapters/en/{CHAPTER}") for problem in found)


def test_a_chapter_without_its_first_anchor_is_named(copy: Path) -> None:
    edit(copy / "chapters/en" / CHAPTER, "(bpe-basics)=\n", "")
    with pytest.raises(ValueError, match="must begin with an anchor"):
        parity.problems(copy)
