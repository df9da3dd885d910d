"""The published folder from a small book, the checker of its links, cards, and what crawlers read.

tests/browser/test_site.py has the whole book and a browser.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tests.conftest import ROOT
from tools.address import Address
from tools.book.build import front_page
from tools.book.publishing import CARD_SIZE, alternates, social_tags
from tools.site import cards
from tools.site.assemble import assemble, missing_page, robots
from tools.site.links import broken_links, read_page

ADDRESS = Address("owner/name", "main", "https://owner.github.io/name")
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture
def small_book(tmp_path: Path) -> Path:
    """A book of three pages a language, with what Sphinx leaves beside them."""
    book = tmp_path / "book"
    for code in LANGUAGES:
        (book / code / "_static").mkdir(parents=True)
        (book / code / "_static/webpack-macros.html").write_text('<a href="nowhere.html">', encoding="utf-8")
        for name in ("index", "06-ddp", "search"):
            (book / code / f"{name}.html").write_text('<p id="here"><a href="../index.html">', encoding="utf-8")
    (book / "index.html").write_text('<a href="en/06-ddp.html#here">', encoding="utf-8")
    (book / "jupyter_execute").mkdir()
    return book


def remove_templates(book: Path) -> None:
    for path in book.rglob("webpack-macros.html"):
        path.unlink()


def test_the_site_has_what_a_host_and_a_crawler_look_for(small_book: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert assemble(small_book, site, ADDRESS) == []
    shown = {"index.html", "404.html", "robots.txt", "sitemap.xml", ".nojekyll", "social", *LANGUAGES}
    assert {path.name for path in site.iterdir()} == shown
    assert {path.name for path in (site / "social").iterdir()} == {f"{code}.png" for code in LANGUAGES}
    assert not list(site.rglob("webpack-macros.html"))
    assert "Sitemap: https://owner.github.io/name/sitemap.xml\n" in (site / "robots.txt").read_text(encoding="utf-8")
    assert broken_links(site) == []


def test_the_sitemap_lists_every_page_with_its_alternates(small_book: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assemble(small_book, site, ADDRESS)
    entries = ET.parse(site / "sitemap.xml").getroot().findall(f"{SITEMAP}url")
    assert len(entries) == 2 * len(LANGUAGES), "not the page that searches"
    for entry in entries:
        tags = {link.attrib["hreflang"]: link.attrib["href"] for link in entry.findall(f"{XHTML}link")}
        assert list(tags) == [*(language.bcp47 for language in LANGUAGES.values()), "x-default"]
        for address in (entry.findtext(f"{SITEMAP}loc") or "", *tags.values()):
            assert (site / address.removeprefix(f"{ADDRESS.site}/")).is_file(), address


def test_without_an_address_nothing_is_absolute(small_book: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    notes = assemble(small_book, site, Address())
    assert ["html.baseurl" in note or "repository.url" in note for note in notes] == [True, True]
    assert not (site / "sitemap.xml").exists()
    assert "Sitemap" not in robots(Address())
    assert all("://" not in href for _, href in alternates(Address(), "ja", "06-ddp"))
    assert "og:image" not in dict(social_tags(Address(), LANGUAGES["ja"], "06-ddp", "6. DDP", "text"))


def test_printed_editions_come_along(small_book: Path, tmp_path: Path) -> None:
    site, editions = tmp_path / "site", tmp_path / "print"
    assemble(small_book, site, ADDRESS, editions)
    assert not (site / "print").exists()
    (editions / "work").mkdir(parents=True)
    for name in ("a.pdf", "b.epub", "notes.txt"):
        (editions / name).write_text(name, encoding="utf-8")
    assert assemble(small_book, site, ADDRESS, editions) == ["printed editions: a.pdf, b.epub"]
    assert [path.name for path in sorted((site / "print").iterdir())] == ["a.pdf", "b.epub"]


def test_a_site_is_made_anew(small_book: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assemble(small_book, site, Address())
    (site / "ja/old.html").touch()
    assemble(small_book, site, Address())
    assert not (site / "ja/old.html").exists()


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("missing.html", "is no file of the site"),
        ("06-ddp.html#nowhere", "is no anchor of that page"),
        ("#nowhere", "is no anchor of that page"),
        ("../../other.html", "leaves the site"),
        ("/index.html", "begins at the top of the host"),
        ("../xx/", "is no file of the site"),
        ("%E3%81%82.html", "is no file of the site"),
    ],
)
def test_a_broken_link_is_named(small_book: Path, link: str, problem: str) -> None:
    page = small_book / "ja/index.html"
    page.write_text(f'<h1 id="top"></h1><p><a href="{link}">x</a> <a href="../">up</a>', encoding="utf-8")
    remove_templates(small_book)
    assert broken_links(small_book) == [f"ja/index.html: {link!r} {problem}"]


def test_pictures_scripts_and_styles_are_links_too(small_book: Path) -> None:
    for left in small_book.rglob("webpack-macros.html"):
        left.unlink()
    page = small_book / "ko/index.html"
    page.write_text(
        '<link href="a.css"><script src="b.js"></script><img srcset="c.png 1x, d.png 2x">', encoding="utf-8"
    )
    assert [line.split("'")[1] for line in broken_links(small_book)] == ["a.css", "b.js", "c.png", "d.png"]


def test_the_404_page_speaks_every_language_and_needs_no_other_file() -> None:
    for address in (Address(), ADDRESS):
        page = missing_page(address)
        for code, language in LANGUAGES.items():
            assert f'<section lang="{language.bcp47}" data-language="{code}">' in page
            assert load_ui_strings(code)["site"]["missing"] in page
        assert '<link rel="stylesheet"' not in page
        assert "src=" not in page
    assert 'href="/name/ja/index.html"' in missing_page(ADDRESS), "without scripts its links lead home"


def test_a_page_names_its_alternates_and_its_card() -> None:
    assert alternates(ADDRESS, "zh", "06-ddp")[-2:] == [
        ("zh-Hans", "https://owner.github.io/name/zh/06-ddp.html"),
        ("x-default", "https://owner.github.io/name/en/06-ddp.html"),
    ]
    assert alternates(ADDRESS, "zh", "index")[-1] == ("x-default", "https://owner.github.io/name/index.html")
    assert alternates(Address(), "zh", "06-ddp")[0] == ("en", "../en/06-ddp.html")
    tags = dict(social_tags(ADDRESS, LANGUAGES["zh"], "06-ddp", "6. DDP", "text"))
    card = ROOT / "assets" / tags["og:image"].removeprefix(f"{ADDRESS.site}/")
    assert card == cards.card_path("zh")
    assert tags["twitter:card"] == "summary_large_image"


def test_cards_are_fresh_light_and_of_the_right_size() -> None:
    assert cards.stale_cards() == []
    for code in LANGUAGES:
        path = cards.card_path(code)
        assert path.stat().st_size < 150_000
        with Image.open(path) as image:
            assert image.size == CARD_SIZE


def test_a_card_of_other_words_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "FOLDER", tmp_path)
    for code in LANGUAGES:
        cards.write_card(code, (ROOT / f"assets/social/{code}.png").read_bytes())
    assert cards.stale_cards() == []
    first, *_, last = LANGUAGES
    (tmp_path / f"{first}.png").unlink()
    with Image.open(tmp_path / f"{last}.png") as image:
        image.copy().save(tmp_path / f"{last}.png", pnginfo=PngInfo())
    assert cards.stale_cards() == [
        f"assets/social/{first}.png is missing: run `{cards.COMMAND}`",
        f"assets/social/{last}.png is stale: run `{cards.COMMAND}`",
    ]


def test_the_front_page_lists_every_language(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(front_page(), encoding="utf-8")
    links = read_page(tmp_path / "index.html").links
    assert {f"{code}/index.html" for code in LANGUAGES} <= set(links)
