"""The four texts of a chapter are one chapter; and each of these tests can fail."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.book.conftest import edit
from tests.conftest import ROOT
from tools.chapters import read_chapter
from tools.translations import parity, stubs, words
from tools.translations.status import sync

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
            ":tags: [check]\n\ncheck(encode_pretoken)",
            ":tags: [checked]\n\ncheck(encode_pretoken)",
            "code cells in section ex-encode-pretoken differ from English: run `python -m tools.translations sync`",
        ),
        (
            ":solution: storybot.bpe_basics:encode_pretoken",
            ":solution: storybot.bpe_basics:encode",
            "exercises in section ex-encode-pretoken differ from English",
        ),
        ("(bpe-ties)=", "(bpe-tie)=", "the anchors differ from English (missing ['bpe-ties'], extra ['bpe-tie']"),
        ("assets/figures/utf8-bytes.svg", "assets/figures/count-pairs.svg", "directives in section bpe-bytes differ"),
        (
            "(https://github.com/karpathy/minbpe)",
            "(https://github.com/karpathy/other)",
            "links in section bpe-read-on differ",
        ),
        (r"= \frac{\text{", r"= 2 \frac{\text{", "formulas in section bpe-measure differ"),
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


def test_a_contract_in_english_is_refused_in_a_translation(copy: Path) -> None:
    english = next(c for c in read_chapter(copy / "chapters/en" / CHAPTER).code if "def merge_pair" in c.source)
    path = copy / "chapters/ko" / CHAPTER
    korean = next(c for c in read_chapter(path).code if "def merge_pair" in c.source)
    edit(path, korean.source, english.source)
    assert stubs.problems(copy) == [
        f"chapters/ko/{CHAPTER}, storybot.bpe_basics:merge_pair: "
        "the docstring is in English: write the contract in the chapter's language"
    ]


def test_examples_of_a_translated_contract_are_the_packages(copy: Path) -> None:
    path = copy / "chapters/zh" / CHAPTER
    edit(path, "[9, 9, 3]", "[9, 9]")
    assert stubs.problems(copy) == [
        f"chapters/zh/{CHAPTER}, storybot.bpe_basics:merge_pair: "
        "the examples differ from the package's: run `python -m tools.translations sync`"
    ]
    sync(copy)
    assert stubs.problems(copy) == []


def test_the_first_cell_names_the_language(copy: Path) -> None:
    edit(copy / "chapters/ja" / CHAPTER, 'LANGUAGE = "ja"', 'LANGUAGE = "en"')
    assert parity.problems(copy) == [
        f'chapters/ja/{CHAPTER}: the first code cell must be `LANGUAGE = "ja"` with a comment: edit the text'
    ]


def test_words_of_notebooks_are_translated() -> None:
    assert words.problems(ROOT) == []


def test_a_word_without_translation_and_one_too_many_are_named(copy: Path) -> None:
    used = next(text for text in words.used_words(copy) if "{" not in text)
    path = copy / words.FOLDER / "ko.yml"
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    del entries[used]
    entries["left over"] = "남음"
    path.write_text(yaml.safe_dump(entries, allow_unicode=True), encoding="utf-8")
    name = words.FOLDER / "ko.yml"
    assert words.problems(copy) == [f"{name}: {used!r} is missing", f"{name}: 'left over' is used by no chapter"]


def test_a_chapter_without_its_first_anchor_is_named(copy: Path) -> None:
    edit(copy / "chapters/en" / CHAPTER, "(bpe-basics)=\n", "")
    with pytest.raises(ValueError, match="must begin with an anchor"):
        parity.problems(copy)
