"""`python -m tools.print`: EPUB and PDF of every language, and the zip of all, in _build/print.

The book is built first if it is not up to date. A problem in an edition, or a file that is too large, is an error.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from storybot.languages import LANGUAGES
from tools import ROOT
from tools.book import build
from tools.print import checks
from tools.print.browser import open_browser
from tools.print.code import simplify_code
from tools.print.cover import cover_png, cover_svg
from tools.print.edition import edition_date
from tools.print.epub import write_epub
from tools.print.folds import move_folds
from tools.print.offline import write_offline
from tools.print.pdf import write_pdf
from tools.print.reading import Book, read_book
from tools.print.widgets import replace_widgets

PRINT = ROOT / "_build" / "print"


def prepare(site: Path, language: str) -> Book:
    """A book that is fit for paper; ValueError if something in it is not."""
    book = read_book(site / language, language)
    replace_widgets(book)
    move_folds(book)
    simplify_code(book)
    refuse(f"the book in {language}", checks.book_problems(book))
    return book


def make(
    languages: list[str], browser: Browser, target: Path = PRINT, kinds: tuple[str, ...] = ("epub", "pdf")
) -> Iterator[Path]:
    """Write the editions of some languages; each path as soon as its file is written and checked."""
    target.mkdir(parents=True, exist_ok=True)
    books, date = [prepare(build.HTML, language) for language in languages], edition_date()
    for book in books:
        path, cover = target / f"bytes-to-stories-{book.language.code}", cover_svg(book)
        if "epub" in kinds:
            file = path.with_suffix(".epub")
            write_epub(file, book, cover_png(browser, cover), date)
            refuse(file.name, checks.epub_problems(file) + checks.size_problems(file))
            yield file
        if "pdf" in kinds:
            file = path.with_suffix(".pdf")
            write_pdf(file, book, cover, date, browser, build.HTML, target / "work" / book.language.code)
            refuse(file.name, checks.pdf_problems(file, book) + checks.size_problems(file))
            yield file


def make_offline(target: Path = PRINT) -> Path:
    target.mkdir(parents=True, exist_ok=True)
    file = target / "bytes-to-stories.zip"
    write_offline(file, build.HTML, edition_date())
    refuse(file.name, checks.size_problems(file))
    return file


def refuse(what: str, problems: list[str]) -> None:
    if problems:
        raise ValueError("\n  ".join([f"{what} has problems:", *problems]))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.print", description=__doc__)
    parser.add_argument("--language", choices=LANGUAGES, help="EPUB and PDF of this one only, no zip")
    chosen = parser.parse_args().language
    start = time.monotonic()
    try:
        build.build_if_changed()
        with open_browser() as browser:
            for file in make([chosen] if chosen else list(LANGUAGES), browser):
                report(file, start)
        if not chosen:
            report(make_offline(), start)
    except (RuntimeError, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def report(file: Path, start: float) -> None:
    size = file.stat().st_size / 1e6
    print(f"{file.relative_to(ROOT)}: {size:.1f} MB ({time.monotonic() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    sys.exit(main())
