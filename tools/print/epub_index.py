"""What an e-reader reads first: the list of files, the order of the pages, and the contents."""

from __future__ import annotations

from datetime import datetime
from html import escape
from pathlib import PurePosixPath

from tools.print.edition import author, identifier
from tools.print.reading import Book, Page, heading_text

CONTAINER = """<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
MEDIA = {
    ".xhtml": "application/xhtml+xml",
    ".css": "text/css",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".svg": "image/svg+xml",
}
FEATURES = ["alternativeText", "MathML", "structuralNavigation", "tableOfContents", "displayTransformability"]


def package(book: Book, order: list[str], files: dict[str, bytes], date: datetime) -> str:
    """The package document. `order` names the pages as they are read."""
    manifest = "\n".join(item(name, content) for name, content in sorted(files.items()))
    spine = "\n".join(
        f'<itemref idref="{escape(identify(f"{name}.xhtml"))}"/>' for name in [*order[:2], "nav", *order[2:]]
    )
    features = "\n".join(f'<meta property="schema:accessibilityFeature">{name}</meta>' for name in FEATURES)
    return f"""<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="{book.language.bcp47}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">{identifier(book.language.code)}</dc:identifier>
<dc:title>{escape(book.title)}</dc:title>
<dc:language>{book.language.bcp47}</dc:language>
<dc:creator>{escape(author())}</dc:creator>
<dc:date>{date:%Y-%m-%d}</dc:date>
<dc:description>{escape(book.words["subtitle"])}</dc:description>
<meta property="dcterms:modified">{date:%Y-%m-%dT%H:%M:%SZ}</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
{features}
<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">{escape(book.words["figures"])}</meta>
<meta name="cover" content="{identify("images/cover.png")}"/>
</metadata>
<manifest>
{manifest}
</manifest>
<spine>
{spine}
</spine>
</package>
"""


def item(name: str, content: bytes) -> str:
    properties = {"nav.xhtml": ' properties="nav"', "images/cover.png": ' properties="cover-image"'}.get(name, "")
    if name.endswith(".xhtml") and b"<math" in content:
        properties = ' properties="mathml"'
    media = MEDIA[PurePosixPath(name).suffix]
    return f'<item id="{identify(name)}" href="{escape(name)}" media-type="{media}"{properties}/>'


def identify(name: str) -> str:
    return "f-" + name.replace("/", "-").replace(".", "-")


def nav(book: Book) -> str:
    """The contents: pages and their sections."""
    entries = "\n".join(entry(page) for page in book.pages)
    landmarks = "".join(
        f'<li><a epub:type="{kind}" href="{name}.xhtml">{escape(title)}</a></li>'
        for kind, name, title in (
            ("cover", "cover", book.words["cover_title"]),
            ("toc", "nav", book.words["contents"]),
            ("bodymatter", book.pages[0].name, book.pages[0].title),
        )
    )
    return (
        f'<nav epub:type="toc" id="toc"><h1>{escape(book.words["contents"])}</h1>\n<ol>\n{entries}\n</ol></nav>\n'
        f'<nav epub:type="landmarks" hidden="hidden"><ol>{landmarks}</ol></nav>'
    )


def entry(page: Page) -> str:
    sections = "\n".join(
        f'<li><a href="{page.name}.xhtml#{escape(anchor)}">{escape(title)}</a></li>'
        for anchor, title in sections_of(page)
    )
    inner = f"\n<ol>\n{sections}\n</ol>\n" if sections else ""
    return f'<li><a href="{page.name}.xhtml">{escape(page.title)}</a>{inner}</li>'


def sections_of(page: Page) -> list[tuple[str, str]]:
    """The sections of a page below its title: anchor and heading."""
    return [(str(section.get("id")), heading_text(section)) for section in page.body.xpath(".//section[@id][h2]")]
