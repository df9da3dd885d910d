"""From the built book to a folder for any static host: pages, cards, 404 page, and what crawlers read.

Every address within the book is relative, so that it works below any path. Only what must be absolute
waits for the address of the site in `_config.yml`: the sitemap, which `robots.txt` names, and with it
what the pages themselves say (tools/book/publishing.py).
"""

from __future__ import annotations

import json
import shutil
from html import escape
from pathlib import Path
from string import Template
from xml.sax.saxutils import escape as escape_xml
from xml.sax.saxutils import quoteattr

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tools import ROOT
from tools.address import Address
from tools.book.publishing import alternates

LEFT_OUT = (
    "jupyter_execute",
    ".buildinfo",
    ".doctrees",
    "objects.inv",
    "webpack-macros.html",
    "sbt-webpack-macros.html",
)
EDITIONS = {".epub", ".pdf", ".zip"}
UNLISTED = {"search", "genindex"}  # pages that nobody should find by a search engine


def assemble(book: Path, target: Path, address: Address, editions: Path | None = None) -> list[str]:
    """Make the folder `target` from the built book; a line for each thing that the reader of the log should know.

    `editions` is the folder in which `make print` leaves its files, if it has run.
    """
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(book, target, ignore=shutil.ignore_patterns(*LEFT_OUT))
    shutil.copytree(ROOT / "assets/social", target / "social")
    (target / ".nojekyll").touch()  # GitHub Pages: folders such as _static are ours, not Jekyll's
    (target / "404.html").write_text(missing_page(address), encoding="utf-8")
    (target / "robots.txt").write_text(robots(address), encoding="utf-8")
    notes = []
    printed = [path for path in sorted(editions.glob("*")) if path.suffix in EDITIONS] if editions else []
    for path in printed:
        (target / "print").mkdir(exist_ok=True)
        shutil.copy(path, target / "print")
    if printed:
        notes.append(f"printed editions: {', '.join(path.name for path in printed)}")
    if address.site:
        (target / "sitemap.xml").write_text(sitemap(target, address), encoding="utf-8")
    else:
        notes.append("no sitemap and no canonical links: html.baseurl in _config.yml is empty")
    if not address.name:
        notes.append("no links to a repository, Colab or Binder: repository.url in _config.yml is empty")
    return notes


def pages(site: Path, language: str) -> list[str]:
    """The names of the pages of a language that a search engine should know."""
    return sorted({path.stem for path in (site / language).glob("*.html")} - UNLISTED)


def sitemap(site: Path, address: Address) -> str:
    """Every page in every language, each with all its alternates, as sitemaps.org and Google ask for."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines += ['<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">']
    for language in LANGUAGES:
        for page in pages(site, language):
            lines.append(f"<url><loc>{escape_xml(f'{address.site}/{language}/{page}.html')}</loc>")
            for tag, href in alternates(address, language, page):
                lines.append(f'<xhtml:link rel="alternate" hreflang="{tag}" href={quoteattr(href)}/>')
            lines.append("</url>")
    return "\n".join([*lines, "</urlset>", ""])


def robots(address: Address) -> str:
    """Everything may be read. Crawlers look for this file at the top of a host only; elsewhere it does no harm."""
    sitemap_line = f"\nSitemap: {address.site}/sitemap.xml\n" if address.site else ""
    return f"User-agent: *\nAllow: /\n{sitemap_line}"


def missing_page(address: Address) -> str:
    """The page for an address that does not exist. It is shown at any depth, so that its styles are within it."""
    sections = []
    for code, language in LANGUAGES.items():
        words = {key: escape(text) for key, text in load_ui_strings(code)["site"].items()}
        home = f"{address.site_path or '/'}{code}"
        sections.append(
            f'<section lang="{language.bcp47}" data-language="{code}">\n<h1>{words["missing"]}</h1>\n'
            f"<p>{words['missing_text']}</p>\n"
            f'<p><a data-page="index.html" href="{home}/index.html">{words["missing_home"]}</a> · '
            f'<a data-page="search.html" href="{home}/search.html">{words["missing_search"]}</a></p>\n</section>'
        )
    template = Template((ROOT / "assets/404.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=load_ui_strings("en")["site"]["missing"],
        styles=(ROOT / "assets/static/work.css").read_text(encoding="utf-8"),
        codes=json.dumps(list(LANGUAGES)),
        path=json.dumps(address.site_path),
        sections="\n".join(sections),
    )
