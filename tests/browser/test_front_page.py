"""The first page makes its reader want to begin: what matters is in the first two screens, and links and ticks work."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from storybot.check.cards import section_title
from storybot.check.registry import COURSE, exercise_names
from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from storybot.notebook.progress import Record, write_record
from tests.browser.conftest import Watched
from tools.book import build
from tools.book.course_map import ranges, span
from tools.learn.book_server import BookServer

SCREEN = 900


def bottom(page: Page, selector: str) -> float:
    """Where an element ends, in pixels from the top of the page."""
    found = page.locator(selector).first
    expect(found).to_be_visible()
    return float(found.evaluate("element => element.getBoundingClientRect().bottom + scrollY"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screens_have_all_that_one_needs_to_begin(watched: Watched, language: str) -> None:
    page = watched.goto(f"{language}/index.html")
    assert bottom(page, ".course-pipeline .wide svg") < SCREEN
    story = page.locator(".storyteller .story").first
    top = story.evaluate("element => element.getBoundingClientRect().top + scrollY")
    assert top < SCREEN * 0.6, "the story begins on the first screen"
    for part, screens in (("#index-begin", 2), ("#fig-speed-ladder", 3), ("ol.course-map > li", 3)):
        assert bottom(page, part) < screens * SCREEN, part
    commands = [block.strip() for block in page.locator("#index-begin pre").all_inner_texts()]
    assert commands == ["make learn", "make test"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_says_what_the_course_says(watched: Watched, language: str) -> None:
    page = watched.goto(f"{language}/index.html")
    words, cards = load_ui_strings(language)["course_map"], page.locator("ol.course-map > li")
    expect(cards).to_have_count(len(COURSE))
    for number, entry in enumerate(COURSE):
        card, names = cards.nth(number), exercise_names()[entry.package]
        link = card.locator("a.reference.internal")
        expect(link).to_have_text(section_title(entry.anchor, language))
        expect(link).to_have_attribute("href", f"{entry.slug}.html")
        facts = card.locator(".course-facts")
        expect(facts).to_contain_text(words["hours"].format(hours=span(*entry.hours)))
        expect(facts).to_contain_text(words["exercises"].format(n=len(names)))
        if entry.needs:
            expect(facts).to_contain_text(words["needs"].format(chapters=ranges(entry.needs)))
        squares = card.locator(".course-ticks span")
        assert squares.evaluate_all("all => all.map(square => square.dataset.exercise)") == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_leads_to_the_chapters(watched: Watched, language: str) -> None:
    """On a chapter's page its own part is the current one; on a phone the parts stand in two rows."""
    page = watched.goto(f"{language}/interlude-model.html")
    parts = page.locator(".course-pipeline .wide a")
    assert parts.evaluate_all("all => all.map(part => part.getAttribute('href'))") == [
        f"{entry.slug}.html" if entry.package != "model" else "" for entry in COURSE
    ]
    expect(page.locator(".course-pipeline .wide a[aria-current=page]")).to_have_count(1)
    name = section_title("interlude-model", language)
    expect(page.locator(".course-pipeline .wide a[aria-current=page]")).to_have_attribute("aria-label", name)
    fills = page.locator(".course-pipeline .wide rect").evaluate_all(
        "all => all.map(box => getComputedStyle(box).fill)"
    )
    assert [fill for fill in fills if fill != fills[0]] == [fills[4]], "one part is lit"
    page.set_viewport_size({"width": 390, "height": 844})
    narrow = page.locator(".course-pipeline .narrow svg")
    expect(narrow).to_be_visible()
    expect(page.locator(".course-pipeline .wide svg")).to_be_hidden()
    size = narrow.locator("text").first.evaluate("text => text.getBoundingClientRect().height")
    assert size > 11, "large enough to read"
    narrow.locator("a").nth(1).click()
    page.wait_for_url(f"**/{language}/02-parallel-pretokenization.html")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_the_ladder_whole(browser: Browser, book: str, language: str) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"{book}/{language}/index.html")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        scrolls = "element => element.scrollWidth - element.clientWidth"
        assert page.locator("#fig-speed-ladder .course-figure").evaluate(scrolls) <= 0


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_map_shows_what_is_solved(browser: Browser, book: str, language: str, tmp_path: Path) -> None:
    folder = tmp_path / "work" / language
    folder.mkdir(parents=True)
    for name in exercise_names()["ddp"]:
        write_record(folder, name, Record("solved", 1))
    write_record(folder, "merge_pair", Record("solved", 2))
    write_record(folder, "train_bpe", Record("tried", 1))
    server = BookServer(0, build.HTML, 1, "token", tmp_path / "work")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with browser.new_context(viewport={"width": 1300, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/{language}/index.html")
        counts = page.locator("ol.course-map .chapter-progress")
        done, total = len(exercise_names()["ddp"]), len(exercise_names()["bpe_basics"])
        expect(counts).to_have_count(len(COURSE))
        expect(counts.first).to_have_text(f"1/{total}")
        expect(counts.nth(6)).to_have_text(f"✓ {done}/{done}")
        expect(page.locator(".course-ticks .solved")).to_have_count(done + 1)
        expect(page.locator(".course-ticks .tried")).to_have_attribute("data-exercise", "train_bpe")
    server.shutdown()
    server.server_close()
