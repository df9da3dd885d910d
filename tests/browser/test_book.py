"""What a reader does on the pages: switch the language, open folds, follow links, try the playground."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from storybot.bpe_basics import Tokenizer, unescape_bytes
from storybot.check.cards import section_title
from storybot.check.registry import COURSE, exercise_names
from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from storybot.notebook.progress import Record, write_record
from storybot.special_tokens import END
from storybot.stories import read_stories
from tests.book.test_playground import read_script
from tests.browser.conftest import Watched
from tools import ROOT
from tools.book import build
from tools.chapters import chapter_paths
from tools.learn.book_server import BookServer

CHAPTERS = [path.stem for path in chapter_paths(ROOT, "en")]
PAGES = ["index", *CHAPTERS, "glossary", "genindex", "search"]


def test_formulas_and_figures_are_drawn(watched: Watched) -> None:
    page = watched.goto("zh/01-bpe-basics.html")
    expect(page.locator("math").first).to_be_visible()
    broken = page.evaluate("[...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.src)")
    assert broken == []
    text = (ROOT / "chapters/zh/01-bpe-basics.md").read_text(encoding="utf-8")
    assert page.locator(".cell_output img").count() == text.count("\nshow(") > 0
    expect(page.get_by_role("img").and_(page.locator(".course-figure svg")).first).to_be_visible()
    assert page.locator(".course-figure svg").count() == text.count("assets/figures/") > 0


def test_the_first_page_picks_the_readers_language(browser: Browser, book: str) -> None:
    own = [(language.bcp47, code) for code, language in LANGUAGES.items()]
    for locale, language in [*own, ("ko-KR", "ko"), ("zh-CN", "zh"), ("fr-FR", "en")]:
        with browser.new_context(locale=locale) as context:
            page = context.new_page()
            page.goto(f"{book}/index.html")
            page.wait_for_url(f"**/{language}/index.html")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_switch_keeps_page_and_anchor(watched: Watched, language: str) -> None:
    codes = list(LANGUAGES)
    other = codes[(codes.index(language) + 1) % len(codes)]
    page = watched.goto(f"{language}/01-bpe-basics.html")
    page.locator(".page-toc a[href='#bpe-ties']").first.click()
    page.locator(".lang-switcher summary").click()
    page.locator(f".lang-switcher a[data-lang={other}]").click()
    page.wait_for_url(f"**/{other}/01-bpe-basics.html#bpe-ties")
    assert page.evaluate("document.querySelector('#bpe-ties').getBoundingClientRect().top") < 300


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_solution_is_folded_and_opens(watched: Watched, language: str) -> None:
    page = watched.goto(f"{language}/01-bpe-basics.html")
    solutions = page.locator("details.solution")
    assert solutions.count() == len(exercise_names()["bpe_basics"])
    hints = page.locator("details.hint")
    assert hints.count() == 3 * solutions.count()
    expect(hints.first.locator("p")).to_be_hidden()
    hints.first.locator("summary").click()
    expect(hints.first.locator("p")).to_be_visible()
    solution = solutions.nth(exercise_names()["bpe_basics"].index("merge_pair"))
    assert load_ui_strings(language)["book"]["solution"] in solution.locator("summary").inner_text()
    code = solution.locator("pre")
    expect(code).to_be_hidden()
    solution.locator("summary").click()
    expect(code).to_be_visible()
    assert "def merge_pair(" in code.inner_text()


def test_copy_buttons_previous_and_next(watched: Watched) -> None:
    page = watched.goto("ko/01-bpe-basics.html")
    assert page.locator("button.copybtn").count() > 30
    page.locator("a.right-next").click()
    page.wait_for_url("**/ko/02-parallel-pretokenization.html")
    page.locator("a.left-prev").click()
    page.wait_for_url("**/ko/01-bpe-basics.html")
    page = watched.goto("ko/04-data-pipeline.html")
    for name in ("interlude-model", "05-training-loop"):
        page.locator("a.right-next").click()
        page.wait_for_url(f"**/ko/{name}.html")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sidebar_follows_the_order_of_the_course(watched: Watched, language: str) -> None:
    page = watched.goto(f"{language}/interlude-model.html")
    links = page.locator(".bd-sidebar-primary li[class*=toctree-l1] > a.reference.internal")
    titles = [" ".join(text.split()) for text in links.all_text_contents()]
    pages = [ROOT / "chapters" / language / f"{name}.md" for name in ("index", "glossary")]
    home, glossary = (re.findall(r"^# (.+)$", path.read_text(encoding="utf-8"), re.M)[0] for path in pages)
    assert titles == [home, *(section_title(entry.anchor, language) for entry in COURSE), glossary]
    assert page.locator("section > h2").first.inner_text().startswith("I.1 ")
    work = page.locator(".work-button").get_attribute("href") or ""
    assert work.endswith(f"work/{language}/interlude-model.html")


def test_light_and_dark(watched: Watched) -> None:
    page = watched.goto("ja/01-bpe-basics.html")
    background = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    light = page.evaluate(background)
    ink = "getComputedStyle(document.querySelector('.course-figure text')).fill"
    dark_ink = page.evaluate(ink)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"{background} !== {light!r}")
    assert page.evaluate(ink) != dark_ink, "the figures follow"
    for element in ("figure.plot img", ".text_html:has(figure.plot)"):
        ground = f"getComputedStyle(document.querySelector({element!r})).backgroundColor"
        assert page.evaluate(ground) == "rgba(0, 0, 0, 0)", "a plot has no ground of its own"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_book_shows_what_is_solved(browser: Browser, book: str, language: str, tmp_path: Path) -> None:
    """As `make learn` serves it: ticks at the exercises, counts in the sidebar."""
    folder = tmp_path / "work" / language
    folder.mkdir(parents=True)
    write_record(folder, "merge_pair", Record("solved", 2))
    write_record(folder, "encode_pretoken", Record("tried", 1))
    server = BookServer(0, build.HTML, 1, "token", tmp_path / "work")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    words = load_ui_strings(language)["book"]
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/{language}/01-bpe-basics.html")
        solved = page.locator(".exercise-level[data-exercise=merge_pair] .exercise-state")
        expect(solved).to_have_text(f"✓ {words['solved']}")
        expect(page.locator(".exercise-level[data-exercise=encode_pretoken] .exercise-state")).to_have_text(
            f"✗ {words['tried']}"
        )
        expect(page.locator(".exercise-state")).to_have_count(2)
        total = len(exercise_names()["bpe_basics"])
        expect(page.locator(".chapter-progress").first).to_have_text(f"1/{total}")
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_work_button_explains_itself_without_make_learn(watched: Watched, language: str) -> None:
    page = watched.goto(f"{language}/01-bpe-basics.html")
    href = page.locator(".work-button").get_attribute("href") or ""
    assert page.locator(".work-button").inner_text().strip() == load_ui_strings(language)["book"]["work"]
    page.goto(f"{watched.home}/{language}/{href}")
    assert f"LANG_={language} make learn" in page.locator("pre").inner_text()
    page.locator("main a").click()
    page.wait_for_url(f"**/{language}/01-bpe-basics.html")


PLAYGROUND_TEXTS = [
    "",
    "Once upon a time, there weren't 12345 robots.  \n\n DON'T!",
    "昔々あるところに、おじいさんが。\nいました。",
    "옛날 옛적에 호랑이가 말했습니다!",
    "从前有座山，山里有座庙。",
    "👩‍👩‍👧‍👦 é e\u0301 \u3000x\u0085y \ufeffz ſ'ſ 'LL \\x41",
    f"The end.{END}{END}",
]


def test_the_playground_gives_our_ids(watched: Watched) -> None:
    """In the browser and in Python: the same tokens for any text and any number of merges."""
    content = read_script()[1]
    merges = [(unescape_bytes(a), unescape_bytes(b)) for a, b in content["merges"]]  # type: ignore[attr-defined]
    page = watched.goto("en/01-bpe-basics.html")
    play = page.locator(".bpe-playground")
    slider = play.locator("input[type=range]")
    texts = [*PLAYGROUND_TEXTS, *(read_stories(language)[5] for language in LANGUAGES)]
    for n in (0, 1, 300, len(merges)):
        tokenizer = Tokenizer(merges[:n], {END: len(merges) + 256})
        slider.evaluate("(e, n) => { e.value = n; e.dispatchEvent(new Event('input')); }", str(n))
        for text in texts:
            ids = tokenizer.encode(text)
            play.locator("textarea").fill(text)
            expect(play).to_have_attribute("data-token-count", str(len(ids)))
            assert play.evaluate("element => element.playground.ids()") == ids, (n, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_playground_answers_its_reader(watched: Watched, language: str) -> None:
    page = watched.goto(f"{language}/01-bpe-basics.html")
    play = page.locator(".bpe-playground")
    count = int(play.get_attribute("data-token-count") or 0)
    assert count > 5, "it starts with a sentence of the page's language"
    slider = play.locator("input[type=range]")
    slider.focus()
    slider.press("Home")
    expect(play).not_to_have_attribute("data-token-count", str(count))
    more = int(play.get_attribute("data-token-count") or 0)
    assert more == int(play.get_attribute("data-byte-count") or 0) > count, "without merges a token is a byte"
    slider.press("End")
    expect(play).not_to_have_attribute("data-token-count", str(more))
    assert int(play.get_attribute("data-token-count") or 0) < count
    play.locator(".tok").first.click()
    assert "id" in play.inner_text().lower()
    play.locator("textarea").fill("")
    expect(play).to_have_attribute("data-token-count", "0")
