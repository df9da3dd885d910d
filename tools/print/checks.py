"""What must hold before an edition leaves the house. Each function lists problems; an empty list is good news."""

from __future__ import annotations

import posixpath
import re
import zipfile
from pathlib import Path
from urllib.parse import unquote

import pikepdf
from lxml import etree

from tools.print.links import OUTSIDE, link_problems
from tools.print.reading import Book

SIZES = {".epub": 4, ".pdf": 8, ".zip": 24}  # megabytes that a file may have
NEEDS_SCRIPT = ".//*[@data-labels] | .//button | .//input | .//select | .//textarea | .//canvas | .//iframe"
RAW_TEX = re.compile(r"\\[(\[]|\\(?:frac|sum|sqrt|beta|alpha|text|cdot|ln|log|approx|begin)\b|\$\$")
H = {"h": "http://www.w3.org/1999/xhtml"}
PROSE = "//h:body//text()[not(ancestor::h:pre or ancestor::h:code)]"
OLD_RADICALS = re.compile(r"<(?:2[eE][89a-fA-F]|2[fF][0-9a-dA-D])[0-9a-fA-F]>\s*$", re.M)  # U+2E80 to U+2FDF


def book_problems(book: Book) -> list[str]:
    """Links that lead nowhere, and parts that need a script but are not in the table of `widgets`."""
    problems = link_problems(book)
    for page in book.pages:
        for element in page.body.xpath(NEEDS_SCRIPT):
            problems.append(
                f"{page.name}: an interactive part that print does not know, <{element.tag}> of the class "
                f"{element.get('class')!r}: add it to WIDGETS in tools/print/widgets.py"
            )
    return problems


def size_problems(path: Path) -> list[str]:
    size, limit = path.stat().st_size / 1e6, SIZES[path.suffix]
    return [f"{path.name} has {size:.1f} MB, more than {limit}"] if size > limit else []


def epub_problems(path: Path) -> list[str]:
    """What `epubcheck` does not know of us, and the commonest of what it does, without Java."""
    problems = []
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        texts = {name: etree.fromstring(archive.read(name)) for name in sorted(names) if name.endswith(".xhtml")}
        for name in names:
            if name.endswith((".svg", ".css")) and b"var(--" in archive.read(name):
                problems.append(f"{name}: a colour that only the style sheet of the page has")
    ids = {name: set(text.xpath("//@id")) for name, text in texts.items()}
    for name, text in texts.items():
        for found in RAW_TEX.finditer("".join(text.xpath(PROSE, namespaces=H))):
            problems.append(f"{name}: raw TeX, {found.string[found.start() : found.start() + 30]!r}")
        if text.xpath("//h:script | //@onclick", namespaces=H):
            problems.append(f"{name}: a script")
        problems += [
            f"{name}: an image without words, {src}"
            for src in text.xpath("//h:img[not(@alt) or @alt = '']/@src", namespaces=H)
        ]
        for href in text.xpath("//h:a/@href | //h:img/@src", namespaces=H):
            if not href.startswith(OUTSIDE):
                target, _, anchor = href.partition("#")
                file = posixpath.normpath(posixpath.join(posixpath.dirname(name), target)) if target else name
                if file not in names or (anchor and unquote(anchor) not in ids[file]):
                    problems.append(f"{name}: nothing at {href}")
    return problems


def pdf_problems(path: Path, book: Book) -> list[str]:
    """Outline, links, fonts, tags: what a reader meets without seeing it."""
    problems = []
    with pikepdf.open(path) as pdf:
        outline = set(outline_titles(pdf))
        problems += [f"{page.title!r} is not in the outline" for page in book.pages if page.title not in outline]
        places = set(pdf.Root.get("/Dests", pikepdf.Dictionary()).keys())
        for number, page in enumerate(pdf.pages, start=1):
            for link in page.get("/Annots", []):
                place = link.get("/Dest")
                if isinstance(place, pikepdf.Name) and str(place) not in places:
                    problems.append(f"page {number}: a link to {place}, which does not exist")
        if "/StructTreeRoot" not in pdf.Root:
            problems.append("the file has no tags")
        for item in pdf.objects:
            if not isinstance(item, pikepdf.Dictionary):
                continue
            if item.get("/S") == pikepdf.Name.Figure and not str(item.get("/Alt", "")):
                problems.append("a figure without words")
            if item.get("/Type") == pikepdf.Name.Font:
                problems += font_problems(item)
    return problems


def font_problems(font: pikepdf.Object) -> list[str]:
    """A font that is not in the file is boxes elsewhere; without a table of characters its text cannot be searched."""
    problems = []
    name = str(font.get("/BaseFont", font.get("/Name", "without a name")))
    descriptor = font.get("/FontDescriptor")
    drawn = font.get("/Subtype") == pikepdf.Name.Type3  # its glyphs are in the font itself
    files = ("/FontFile", "/FontFile2", "/FontFile3")
    if descriptor is not None and not drawn and not any(key in descriptor for key in files):
        problems.append(f"the font {name} is not embedded")
    if "/ToUnicode" in font:
        if OLD_RADICALS.search(font.ToUnicode.read_bytes().decode("latin-1")):
            problems.append(f"the font {name} gives old radicals for Han characters, which no search finds")
    elif font.get("/Subtype") == pikepdf.Name.Type0:
        problems.append(f"the text in the font {name} cannot be searched")
    return problems


def outline_titles(pdf: pikepdf.Pdf) -> list[str]:
    titles = []

    def visit(items: list[pikepdf.OutlineItem]) -> None:
        for item in items:
            titles.append(" ".join(item.title.split()))
            visit(list(item.children))

    with pdf.open_outline() as outline:
        visit(list(outline.root))
    return titles
