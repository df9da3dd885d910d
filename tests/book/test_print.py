"""Print, without a browser: what is folded moves to the end, what is wrong is noticed."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lxml import html

from storybot.languages import LANGUAGES
from tools.print import checks, edition
from tools.print.archive import write_archive
from tools.print.checks import book_problems, epub_problems, size_problems
from tools.print.code import simplify_code
from tools.print.contents import fill_in
from tools.print.epub import write_epub
from tools.print.figures import for_any_ground
from tools.print.folds import move_folds
from tools.print.reading import Book, Page, read_page
from tools.print.widgets import WIDGETS, replace_widgets

DATE = datetime(2026, 1, 2, tzinfo=UTC)
EXERCISE = """
<section id="one"><h1>1. One</h1><section id="ex"><h3>Exercise 1: count</h3>
<p class="exercise-level" data-exercise="count"><span>★☆☆</span></p>
<div class="highlight-python"><pre><span class="k">def</span> <span class="n">count</span></pre></div>
<details class="sd-card hint"><summary>Hint 1</summary><div class="sd-summary-content"><p>Begin.</p></div></details>
<details class="sd-card hint"><summary>Hint 2</summary><div class="sd-summary-content"><p>Go on.</p></div></details>
<details class="sd-card solution"><summary>Solution</summary><div class="sd-summary-content">
<pre>return 7</pre></div></details>
<p>After <a href="#one">it</a>.</p></section></section>
"""


def book(*bodies: str, language: str = "en") -> Book:
    pages = [
        Page(f"page{i}", html.fragment_fromstring(body, create_parent="div")) for i, body in enumerate(bodies, start=1)
    ]
    return Book(LANGUAGES[language], pages)


def write(tmp_path: Path, made: Book) -> Path:
    path = tmp_path / "book.epub"
    write_epub(path, made, b"png", DATE)
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_and_solutions_move_to_the_end(language: str) -> None:
    made = book(EXERCISE, language=language)
    move_folds(made)
    chapter, hints, solutions = made.pages
    assert chapter.body.xpath(".//details") == []
    assert "Begin." not in chapter.body.text_content()
    assert [li.text_content().strip() for li in hints.body.xpath(".//li")] == ["Begin.", "Go on."]
    assert solutions.body.xpath("string(.//section/section//pre)") == "return 7"
    assert solutions.body.xpath("string(.//h3)") == "Exercise 1: count"
    assert chapter.body.xpath(".//p[@class = 'exercise-links']/a/@href") == [
        "hints.html#hints-count",
        "solutions.html#solutions-count",
    ]
    assert solutions.body.xpath(".//p[@class = 'exercise-links']/a/@href") == ["page1.html#exercise-count"]
    assert book_problems(made) == []


@pytest.mark.parametrize("name", WIDGETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_widget_becomes_a_sentence(language: str, name: str) -> None:
    made = book(
        f'<h1>One</h1><div class="{name} wide" data-labels="{{}}"><button>x</button></div>after', language=language
    )
    replace_widgets(made)
    body = made.pages[0].body
    assert made.words[WIDGETS[name]] in body.xpath("string(.//p[@class = 'interactive'])")
    assert "One" in body.xpath("string(.//p[@class = 'interactive'])")
    assert body.text_content().endswith("after")
    assert book_problems(made) == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<h1>x</h1><a href="#absent">x</a>', "page1.html#absent, which does not exist"),
        ('<h1>x</h1><a href="page9.html">x</a>', "page9.html, which is not in the book"),
        ('<h1>x</h1><div class="new-toy"><button>x</button></div>', "add it to WIDGETS"),
        ('<h1>x</h1><div class="new-toy" data-labels="{}"></div>', "'new-toy'"),
    ],
)
def test_a_book_with_a_fault_is_refused(body: str, words: str) -> None:
    problems = book_problems(book(body))
    assert len(problems) == 1
    assert words in problems[0]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (r"<h1>x</h1><p>\(x^2\)</p>", "raw TeX"),
        (r"<h1>x</h1><p>as \frac{1}{2}</p>", "raw TeX"),
        ('<h1>x</h1><p onclick="go()">x</p>', "a script"),
        ('<h1>x</h1><script src="x.js"></script>', "a script"),
        ('<h1>x</h1><img src="images/cover.png">', "an image without words"),
        ('<h1>x</h1><img src="absent.png" alt="x">', "nothing at absent.png"),
        ('<h1>x</h1><a href="page2.html">x</a>', "nothing at page2.xhtml"),
    ],
)
def test_an_epub_with_a_fault_is_refused(tmp_path: Path, body: str, words: str) -> None:
    problems = epub_problems(write(tmp_path, book(body)))
    assert any(words in problem for problem in problems), problems


def test_code_may_speak_of_tex(tmp_path: Path) -> None:
    assert epub_problems(write(tmp_path, book(r"<h1>x</h1><pre>re.compile('\\(')</pre><code>\frac</code>"))) == []


def test_a_colour_without_a_value_is_an_error() -> None:
    with pytest.raises(ValueError, match="--fig-new, which has no colour"):
        for_any_ground('<svg style="fill:var(--fig-new)"/>')


def test_figures_keep_their_capitals(tmp_path: Path) -> None:
    svg = '<svg role="img" aria-label="A &amp; B" viewBox="0 0 1 1"><a href="x"><rect/></a></svg>'
    path = tmp_path / "page.html"
    path.write_text(
        f'<article class="bd-article"><h1>x</h1>{svg}<p aria-hidden="true">y</p></article>', encoding="utf-8"
    )
    page = read_page(path)
    assert page.svgs == [svg]
    assert page.body.xpath(".//img/@alt") == ["A & B"]
    assert page.body.text_content() == "x"


def test_code_keeps_three_colours_and_all_its_text() -> None:
    made = book(
        '<h1>x</h1><pre><span class="kn">import</span> <span class="nn">os</span> <span class="c1"># why</span></pre>'
    )
    simplify_code(made)
    assert made.pages[0].body.xpath(".//span/@class") == ["k", "c"]
    assert made.pages[0].body.xpath("string(.//pre)") == "import os # why"


def test_page_numbers_are_put_into_sentences() -> None:
    link = '<a href="#a" data-at="Solution on page {page}">Solution</a>'
    assert fill_in(link, {"a": 12}) == '<a href="#a">Solution on page 12</a>'
    assert "000" in fill_in(link, {})


def test_a_file_that_is_too_large_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.epub"
    path.write_bytes(bytes(2_000_000))
    assert size_problems(path) == []
    monkeypatch.setitem(checks.SIZES, ".epub", 1)
    assert size_problems(path) == ["x.epub has 2.0 MB, more than 1"]


def test_an_archive_does_not_depend_on_the_clock(tmp_path: Path) -> None:
    for name in ("a.zip", "b.zip"):
        write_archive(tmp_path / name, [("mimetype", b"x"), ("y", b"z" * 100)], DATE, stored="mimetype")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        methods = [(info.filename, info.compress_type) for info in archive.infolist()]
    assert methods == [("mimetype", zipfile.ZIP_STORED), ("y", zipfile.ZIP_DEFLATED)]


def test_without_git_the_changelog_gives_the_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edition, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "none"))
    changelog: Callable[[str], int] = (tmp_path / "CHANGELOG.md").write_text
    changelog("## [Unreleased]\n\n## [2.0.0] - 2026-05-06\n\n## [1.0.0] - 2025-01-02\n")
    assert edition.edition_date() == datetime(2026, 5, 6, tzinfo=UTC)
    changelog("## [Unreleased]\n")
    with pytest.raises(RuntimeError, match="no date for the edition"):
        edition.edition_date()
