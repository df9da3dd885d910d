"""Explain, then name: the rows of the glossary, and the terms in the texts; and each of these tests can fail."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from storybot.languages import LANGUAGES
from tests.book.conftest import edit
from tests.conftest import ROOT
from tools.translations import glossary, terms

CHAPTER = "01-bpe-basics.md"
TOKEN = {"id": "token", "section": "bpe-merge", "en": "token", "ja": "トークン", "ko": "토큰", "zh": "词元"}


def test_rows_are_complete_and_their_words_are_kept() -> None:
    assert glossary.problems(ROOT) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_are_named_where_they_are_explained_and_used(language: str) -> None:
    assert terms.problems(ROOT, language) == []


def test_reviewed_terms_are_there() -> None:
    names = {term["en"] for term in glossary.read_glossary(ROOT)}
    missed = (
        "softmax, AdamW, Muon, residual connection, MLP, causal mask, RMSNorm, norm, weight decay, overfitting, "
        "perplexity, greedy decoding, exponential backoff, ZeRO, standard error, epoch, NFC, atomic write, "
        "lazy deletion, inverted index, gradient accumulation, backpropagation, subword, unknown word, generalization, "
        "hyperparameter, sequence length, big O notation, resumable download, streaming output, hook"
    )
    assert set(missed.split(", ")) - names == set()


def test_a_forbidden_variant_is_named(copy: Path) -> None:
    for language, variant, word in [("zh", "编译内核", "内核函数"), ("ko", "프리토큰화", "사전 토큰")]:
        path = copy / "chapters" / language / "index.md"
        path.write_text(path.read_text(encoding="utf-8") + f"\n{variant}\n", encoding="utf-8")
        assert any(f"is not our word; write {word!r}" in problem for problem in glossary.problems(copy))


def test_an_incomplete_row_is_named(copy: Path) -> None:
    with (copy / glossary.FILE).open("a", encoding="utf-8") as file:
        file.write("\n- id: token\n  section: eval-read-on\n  en: token\n  ja: トークン\n  ko: 토큰\n")
    found = glossary.problems(copy)
    assert "chapters/glossary.yml: token is given twice" in found
    assert "chapters/glossary.yml: token lacks its zh word or meaning" in found


def test_an_unknown_section_and_a_wrong_order_are_named(copy: Path) -> None:
    edit(copy / glossary.FILE, "section: eval-report", "section: eval-nowhere")
    edit(copy / glossary.FILE, "section: bpe-merge", "section: ddp-death")
    found = glossary.problems(copy)
    assert "chapters/glossary.yml: report-card: no English chapter has a section (eval-nowhere)=" in found
    assert any(re.search(r"tie is explained before \w+: put its row before that one", problem) for problem in found)


def test_a_term_that_is_not_in_bold_is_named(copy: Path) -> None:
    edit(copy / "chapters/en" / CHAPTER, "is called a **token**", "is called a token")
    advice = "token is not in bold where it is explained: write `**token**`"
    assert terms.problems(copy, "en") == [f"chapters/en/{CHAPTER}, section bpe-merge: {advice}"]


def test_bold_in_another_section_does_not_count(copy: Path) -> None:
    edit(copy / glossary.FILE, "section: eval-report", "section: eval-loss")
    (found,) = terms.problems(copy, "en")
    assert found.startswith("chapters/en/07-evaluation.md, section eval-loss: report-card is not in bold")


def test_a_term_that_is_used_once_is_named(copy: Path) -> None:
    edit(copy / "chapters/en" / CHAPTER, "convert all of it to NFC with", "convert all of it with")
    edit(copy / "chapters/en" / CHAPTER, "Most text on the web is in NFC, so", "Most text on the web is composed, so")
    advice = "nfc is used once in the chapter: write 'NFC' at least twice"
    assert terms.problems(copy, "en") == [f"chapters/en/{CHAPTER}, section bpe-normalization: {advice}"]


def test_a_term_that_nobody_uses_is_named(copy: Path) -> None:
    with (copy / glossary.FILE).open("a", encoding="utf-8") as file:
        file.write("\n- {id: quux, en: quux, ja: クワックス, ko: 쿠욱스, zh: 夸克斯}\n")
    advice = "quux: no en page uses 'quux': use it or remove the row"
    assert f"chapters/glossary.yml: {advice}" in terms.problems(copy, "en")


@pytest.mark.parametrize(
    ("language", "text", "named"),
    [
        ("en", "Such a thing is a **token**.", True),
        ("en", "**The tokens.** They are many.", True),
        ("en", "**A merge never crosses a token**", False),
        ("ja", "これを**トークン**（token）といいます。", True),
        ("ja", "これを（**トークン**、token）といいます。", True),
        ("ja", "これが**トークン（token）**。", True),
        ("ja", "これを**トークン（token）**といいます。", False),  # Markdown shows the asterisks
        ("ja", "これを**トークン**といいます（token）。", False),
        ("ja", "これを**トークン**といいます。", False),
        ("ja", "これを**プリトークン**（token）といいます。", False),
        ("ko", "이것을 **토큰**(token)이라고 합니다.", True),
        ("ko", "이것을 토큰(token)이라고 합니다.", False),
        ("zh", "这叫**词元**（tokens）。", True),
        ("zh", "这叫**词元**（word）。", False),
    ],
)
def test_what_counts_as_named(language: str, text: str, named: bool) -> None:
    assert terms.is_named(text, TOKEN, language) is named


def test_a_word_that_is_english_anyway_needs_no_brackets() -> None:
    assert terms.is_named("**ZeRO** は", {"en": "ZeRO", "ja": "ZeRO"}, "ja")


def test_a_part_of_a_longer_term_is_not_a_use() -> None:
    longer = {"id": "pretoken", "en": "pretoken", "ja": "プリトークン", "ko": "사전 토큰", "zh": "预词元"}
    assert terms.count_uses("プリトークンとトークン、プリ トークン", TOKEN, "ja", [TOKEN, longer]) == 2
    assert terms.count_uses("사전 토큰, 사전토큰, 토큰", TOKEN, "ko", [TOKEN, longer]) == 1


def test_code_is_not_prose(copy: Path) -> None:
    prose = "## A token\n\n```bash\ntoken\n```\n\n```{figure} token.svg\n:alt: token\n\nTokens.\n```\n`token` $token$"
    path = copy / "chapters/en" / CHAPTER
    path.write_text(f"(bpe-merge)=\n{prose}\n", encoding="utf-8")
    read = terms.read_prose(terms.read_chapter(path).cells)
    assert terms.count_uses(read, TOKEN, "en", [TOKEN]) == 2


def test_the_command_lists_problems_of_a_language_and_a_chapter() -> None:
    def run(*args: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tools.translations", "glossary", *args]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)

    done = run("--lang", "en")
    assert (done.returncode, done.stdout) == (0, "no problems\n")
    done = run("--lang", "ja", "--chapter", "03")
    assert done.returncode == (0 if done.stdout == "no problems\n" else 1)
    assert all(line.startswith("chapters/ja/03") for line in done.stdout.splitlines() if line != "no problems")
