"""The search finds what readers type (search_queries.yml), tells what it found, and works with the keyboard alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page, expect

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tests.browser.conftest import Watched
from tools.book import build

QUERIES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "search_queries.yml").read_text(encoding="utf-8")
)
FIRST = 5


def type_query(page: Page, query: str) -> list[str]:
    """The addresses of the results, best first."""
    page.locator(".course-search input").fill(query)
    expect(page.locator(".course-search")).to_have_attribute("data-query", query)
    links = page.locator(".course-search .results a")
    addresses: list[str] = links.evaluate_all("links => links.map(link => link.getAttribute('href'))")
    return addresses


def test_every_language_has_ten_queries() -> None:
    assert {language: len(queries) for language, queries in QUERIES.items()} == dict.fromkeys(LANGUAGES, 10)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_reader_types_is_found(watched: Watched, language: str) -> None:
    page = watched.goto(f"{language}/search.html")
    missed = []
    for entry in QUERIES[language]:
        wanted = [place.replace("#", ".html#") for place in entry["finds"]]
        first = type_query(page, entry["query"])[:FIRST]
        if not any(place in (address, address.partition(".html")[0]) for address in first for place in wanted):
            missed.append((entry["query"], first))
    assert missed == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_results_lead_to_what_there_is(watched: Watched, language: str) -> None:
    """Every address in the index is a page with that anchor."""
    page = watched.goto(f"{language}/search.html")
    addresses: list[str] = page.evaluate("COURSE_SEARCH.map(entry => entry.at)")
    assert len(addresses) > 300
    places = [address.split("#") for address in addresses]
    pages = {name: (build.HTML / language / name).read_text(encoding="utf-8") for name, _ in places}
    assert [place for place in places if f'id="{place[1]}"' not in pages[place[0]]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_it_found(watched: Watched, language: str) -> None:
    words = load_ui_strings(language)["search_page"]
    page = watched.goto(f"{language}/search.html?q=merge_pair")
    results = page.locator(".course-search .results li")
    expect(results.first).to_be_visible()
    expect(page.locator(".found")).to_have_text(words["many"].format(n=results.count()))
    expect(results.first.locator("mark").first).to_have_text("merge_pair")
    expect(page.locator(".advice")).to_be_hidden()
    assert type_query(page, "鿿鿿zzz") == [], "what is not there is not found"
    expect(page.locator(".found")).to_have_text(words["none"].format(query="鿿鿿zzz"))
    expect(page.locator(".advice")).to_contain_text(words["advice"])
    page.locator(".advice a").click()
    page.wait_for_url(f"**/{language}/glossary.html")


def test_the_search_works_with_the_keyboard(watched: Watched) -> None:
    page = watched.goto("en/search.html")
    expect(page.locator(".course-search input")).to_be_focused()
    page.keyboard.type("checkpoints")
    links = page.locator(".course-search .results a")
    expect(links.first).to_be_visible()
    for key, focused in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0)):
        page.keyboard.press(key)
        expect(links.nth(focused)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".course-search input")).to_be_focused()
    assert page.url.endswith("?q=checkpoints"), "the address can be sent to a friend"
    page.keyboard.press("Enter")
    address = links.first.get_attribute("href") or ""
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/en/{address}")


def test_the_search_works_from_a_file(watched: Watched) -> None:
    page = watched.page
    watched.home = "file://"
    page.goto((build.HTML / "ja/search.html").as_uri() + "?q=トークン")
    expect(page.locator(".course-search .results a").first).to_be_visible()
