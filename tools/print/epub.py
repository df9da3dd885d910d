"""The EPUB: one XHTML file a page, figures and plots beside them, and an index of it all.

The same book and date give the same bytes: files are in a fixed order and bear the date of the edition.
"""

from __future__ import annotations

import re
from copy import deepcopy
from datetime import datetime
from html import escape
from pathlib import Path
from string import Template

from lxml import etree
from lxml.html import HtmlElement

from tools import ROOT
from tools.print import epub_index
from tools.print.archive import write_archive
from tools.print.edition import title_page
from tools.print.figures import for_any_ground, plot_files
from tools.print.links import point_links
from tools.print.reading import Book, Page

FOLDER = "OEBPS"
ASSETS = ROOT / "assets/print"
XHTML = Template("""<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="$lang" xml:lang="$lang">
<head><title>$title</title><link rel="stylesheet" type="text/css" href="book.css"/></head>
<body$type>
$body
</body>
</html>
""")


def write_epub(path: Path, book: Book, cover: bytes, date: datetime) -> None:
    files: dict[str, bytes] = {"images/cover.png": cover, "book.css": (ASSETS / "epub.css").read_bytes()}
    texts = {"cover": (book.words["cover_title"], cover_body(book), "cover")}
    texts["title"] = (book.title, title_page(book, date), "titlepage")
    for original in book.pages:
        page = Page(original.name, deepcopy(original.body), original.svgs)
        files |= plot_files(page) | figure_files(page)
        texts[page.name] = (page.title, page_body(page), "")
    for name, (title, body, kind) in texts.items():
        attribute = f' epub:type="{kind}"' if kind else ""
        filled = XHTML.substitute(lang=book.language.bcp47, title=escape(title), body=body, type=attribute)
        files[f"{name}.xhtml"] = filled.encode()
    nav = XHTML.substitute(lang=book.language.bcp47, title=book.words["contents"], body=epub_index.nav(book), type="")
    files["nav.xhtml"] = nav.encode()
    files["package.opf"] = epub_index.package(book, list(texts), files, date).encode()
    contents = [("mimetype", b"application/epub+zip"), ("META-INF/container.xml", epub_index.CONTAINER.encode())]
    contents += [(f"{FOLDER}/{name}", files[name]) for name in sorted(files)]
    write_archive(path, contents, date, stored="mimetype")


def page_body(page: Page) -> str:
    """The text of a page as XHTML."""
    point_links(page, lambda name, anchor: f"{name}.xhtml" + (f"#{anchor}" if anchor else ""))
    for link in page.body.xpath(".//a[@data-at]"):
        del link.attrib["data-at"]
    for element in page.body.xpath(".//p[@data-exercise]"):
        del element.attrib["data-exercise"]
    return "".join(as_xml(child) for child in page.body)


def as_xml(element: HtmlElement) -> str:
    text: str = etree.tostring(element, encoding="unicode", method="xml")
    # characters that XML does not know; recorded outputs may hold them
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", text)


def figure_files(page: Page) -> dict[str, bytes]:
    """Write every drawn figure to a file of its own."""
    files = {}
    for image in page.body.xpath(".//img[@data-svg]"):
        number = image.attrib.pop("data-svg")
        name = f"images/{page.name}-{int(number) + 1}.svg"
        svg = for_any_ground(page.svgs[int(number)])
        files[name] = f'<?xml version="1.0" encoding="utf-8"?>\n{svg}\n'.encode()
        image.set("src", name)
        image.set("class", "figure")
    return files


def cover_body(book: Book) -> str:
    return f'<div class="cover"><img src="images/cover.png" alt="{escape(book.words["cover"])}"/></div>'
