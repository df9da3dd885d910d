"""The PDF: one HTML file, printed by Chromium, with fonts of its own, contents, outline, tags and links."""

from __future__ import annotations

import re
from copy import deepcopy
from datetime import datetime
from html import escape
from pathlib import Path
from string import Template

import pikepdf
from lxml import html
from playwright.sync_api import Browser

from tools import ROOT
from tools.print.contents import contents, fill_in, read_pages, target
from tools.print.edition import author, title_page
from tools.print.figures import for_paper
from tools.print.fonts import MATH, MONO, SANS, font_face, write_fonts
from tools.print.links import point_links
from tools.print.reading import Book, Page

FAMILY = re.compile(r'font-family="([^"]*)"')
ATTEMPTS = 4  # numbers that grow by a digit may move a line, and the line a page
DOCUMENT = Template("""<!doctype html>
<html lang="$lang">
<head><meta charset="utf-8"><title>$title</title>
<style>
$fonts
$styles
</style></head>
<body>
<div class="cover">$cover</div>
$front
$contents
$chapters
</body>
</html>
""")


def write_pdf(path: Path, book: Book, cover: str, date: datetime, browser: Browser, site: Path, work: Path) -> None:
    """`site` is the built book; `work` is a folder for what the browser reads, to be thrown away afterwards."""
    work = work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    document = assemble(book, cover, date)
    math = site / book.language.code / "_static/math.woff"  # the signs of this book's formulas
    fonts = [write_fonts(work, book.language, set(document)), font_face(MATH, math)]
    document = document.replace("/* fonts */", "\n".join(fonts), 1)
    pages: dict[str, int] = {}
    printed = work / "printed.pdf"
    for _ in range(ATTEMPTS):
        source = work / "book.html"
        source.write_text(fill_in(document, pages), encoding="utf-8")
        print_html(browser, source, printed)
        before, pages = pages, read_pages(printed)
        if pages == before:
            break
    else:
        raise RuntimeError(f"{path.name}: the page numbers of the contents do not settle")
    finish(printed, path, book, date)


def assemble(book: Book, cover: str, date: datetime) -> str:
    """The whole book as one document; fonts and page numbers are still missing."""
    chapters = []
    for original in book.pages:
        page = Page(original.name, deepcopy(original.body), original.svgs)
        chapters.append(chapter(page))
    return DOCUMENT.substitute(
        lang=book.language.bcp47,
        title=escape(book.title),
        fonts="/* fonts */",
        styles=(ROOT / "assets/print/pdf.css").read_text(encoding="utf-8") + running_titles(book),
        cover=with_course_fonts(cover),
        front=title_page(book, date),
        contents=contents(book),
        chapters="\n".join(chapters),
    )


def chapter(page: Page) -> str:
    """A page of the book as a part of the one document: its ids and links get its name in front."""
    for element in page.body.xpath(".//*[@id]"):
        element.set("id", target(page.name, element.get("id")))
    point_links(page, lambda name, anchor: f"#{target(name, anchor)}")
    for element in page.body.xpath(".//figure | .//figcaption"):  # tagged as a picture without words, else
        element.set("class", f"{element.tag} {element.get('class') or ''}".strip())
        element.tag = "div"
    page.body.tag = "div"
    page.body.set("class", f"chapter at-{page.name}")
    page.body.set("id", target(page.name, ""))
    text: str = html.tostring(page.body, encoding="unicode")
    for number, svg in enumerate(page.svgs):
        start = text.find(f'<img data-svg="{number}"')
        end = text.find(">", start) + 1
        if start >= 0:
            text = text[:start] + with_course_fonts(for_paper(svg)) + text[end:]
    return text


def with_course_fonts(svg: str) -> str:
    """
    >>> with_course_fonts('<svg font-family="Menlo, monospace"></svg>')
    '<svg font-family="Course Mono"></svg>'
    """
    return FAMILY.sub(lambda it: f'font-family="{MONO if "mono" in it[1].lower() else SANS}"', svg)


def running_titles(book: Book) -> str:
    """Each chapter has a kind of page of its own, because Chromium cannot take a running title from the text."""
    rules = []
    for page in book.pages:
        name = f"at-{page.name}"
        title = page.title.replace("\\", "").replace('"', "'")
        rules.append(f'.{name} {{ page: {name}; }} @page {name} {{ @top-left {{ content: "{title}"; }} }}')
    return f'\n@page {{ @top-right {{ content: "{book.title}"; }} }}\n' + "\n".join(rules)


def print_html(browser: Browser, source: Path, path: Path) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(source.as_uri(), wait_until="load")
        page.pdf(path=path, prefer_css_page_size=True, print_background=True, tagged=True, outline=True)


def finish(printed: Path, path: Path, book: Book, date: datetime) -> None:
    """Metadata, and a smaller file: objects in compressed streams. The same print gives the same bytes."""
    with pikepdf.open(printed) as pdf:
        info = {
            "/Title": book.title,
            "/Author": author(),
            "/Subject": book.words["subtitle"],
            "/Creator": "tools.print",
            "/CreationDate": f"D:{date:%Y%m%d%H%M%S}Z",
            "/ModDate": f"D:{date:%Y%m%d%H%M%S}Z",
        }
        for key, value in info.items():
            pdf.docinfo[key] = pikepdf.String(value)
        pdf.Root.Lang = pikepdf.String(book.language.bcp47)
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        pdf.Root.PageMode = pikepdf.Name.UseOutlines
        pikepdf.settings.set_flate_compression_level(9)
        pdf.save(
            path, recompress_flate=True, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True
        )
