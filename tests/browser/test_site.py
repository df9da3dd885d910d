"""The whole site below a path of its own: links, first visit, the choice that is remembered, the 404 page."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from pathlib import Path

import pytest
from jinja2 import Environment
from playwright.sync_api import Browser, expect

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tests.browser.conftest import QuietHandler, QuietServer, Watched
from tools import ROOT
from tools.address import Address, launch_links
from tools.book import build
from tools.site.assemble import assemble
from tools.site.links import broken_links

PREFIX = "/some/prefix/"


class HostHandler(QuietHandler):
    """A static host: the site is served below PREFIX, and a missing file is answered with its 404 page."""

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(PREFIX) if path.startswith(PREFIX) else "/absent")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        body = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="module")
def folder(book: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "site"
    assemble(build.HTML, folder, Address())
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """The address of the site, with no slash at the end."""
    with QuietServer(("127.0.0.1", 0), partial(HostHandler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}".rstrip("/")
        server.shutdown()


def test_every_link_within_the_site_leads_somewhere(folder: Path) -> None:
    assert broken_links(folder) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_below_a_path_load_cleanly(browser: Browser, site: str, language: str) -> None:
    with browser.new_context(locale=LANGUAGES[language].bcp47) as context:
        watched = Watched(context.new_page(), site)
        page = watched.goto("index.html")
        page.wait_for_url(f"{site}/{language}/index.html")
        watched.goto(f"{language}/01-bpe-basics.html")
        expect(page.locator("math").first).to_be_visible()
        page.locator(".work-button").evaluate("link => link.removeAttribute('target')")
        page.locator(".work-button").click()
        page.wait_for_url(f"{site}/work/{language}/01-bpe-basics.html")
        expect(page.locator("pre")).to_contain_text(f"LANG_={language} make learn")
        assert watched.problems == []


def test_a_chosen_language_is_remembered(browser: Browser, site: str) -> None:
    with browser.new_context(locale="ja-JP") as context:
        page = context.new_page()
        page.goto(f"{site}/")
        page.wait_for_url(f"{site}/ja/index.html")
        page.locator(".lang-switcher summary").click()
        page.locator(".lang-switcher a[data-lang=ko]").click()
        page.wait_for_url(f"{site}/ko/index.html")
        page.goto(f"{site}/#index-how")
        page.wait_for_url(f"{site}/ko/index.html#index-how")
        page.evaluate("localStorage.clear()")
        page.goto(f"{site}/")
        page.wait_for_url(f"{site}/ja/index.html")


def test_a_reader_of_no_language_of_ours_gets_the_first_that_they_read(browser: Browser, site: str) -> None:
    for own, language in ((["fr-FR", "zh-TW", "ja"], "zh"), (["fr-FR"], "en")):
        with browser.new_context() as context:
            context.add_init_script(
                f"Object.defineProperty(navigator, 'languages', {{ get: () => {json.dumps(own)} }})"
            )
            page = context.new_page()
            page.goto(f"{site}/index.html")
            page.wait_for_url(f"{site}/{language}/index.html")


def test_without_storage_the_first_page_still_chooses(browser: Browser, site: str) -> None:
    with browser.new_context(locale="zh-CN") as context:
        context.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('off'); } })")
        page = context.new_page()
        page.goto(f"{site}/")
        page.wait_for_url(f"{site}/zh/index.html")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_launch_menu_has_room_on_a_phone_and_works_by_keyboard(
    browser: Browser, site: str, folder: Path, language: str
) -> None:
    """The page as it is with an address set, which is that of the built book and the menu of the template."""
    template = Environment(autoescape=False).from_string(
        (ROOT / "assets/templates/launch-menu.html").read_text("utf-8")
    )
    links = launch_links(Address("some-owner/some-name"), language, "01-bpe-basics", is_chapter=True)
    menu = template.render(launch_links=links, launch_words=load_ui_strings(language)["launch"])
    text = (folder / language / "01-bpe-basics.html").read_text(encoding="utf-8")
    work_button = re.search(r'<a class="btn btn-sm work-button".*?</a>\s*</div>', text, re.S)
    assert work_button
    with_menu = text.replace(work_button[0], f'{work_button[0]}<div class="header-article-item">{menu}</div>', 1)
    with browser.new_context(viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        page.route("**/01-bpe-basics.html", lambda route: route.fulfill(body=with_menu, content_type="text/html"))
        page.goto(f"{site}/{language}/01-bpe-basics.html")
        page.wait_for_load_state("networkidle")
        page.locator(".launch-menu summary").press("Enter")
        expect(page.locator(".launch-menu a")).to_have_count(len(links))
        expect(page.locator(".launch-menu ul")).to_be_in_viewport(ratio=1)
        expect(page.locator(".work-button")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.keyboard.press("Escape")
        expect(page.locator(".launch-menu ul")).to_be_hidden()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("missing", ["{}/absent.html", "{}/deep/er/still/absent"])
def test_the_404_page_speaks_the_language_of_the_address(
    browser: Browser, site: str, language: str, missing: str
) -> None:
    with browser.new_context(locale="en-US", color_scheme="dark") as context:
        page = context.new_page()
        answer = page.goto(f"{site}/{missing.format(language)}")
        assert answer is not None
        assert answer.status == HTTPStatus.NOT_FOUND
        words = load_ui_strings(language)["site"]
        expect(page.locator("h1:visible")).to_have_text([words["missing"]])
        expect(page).to_have_title(words["missing"])
        assert page.evaluate("document.documentElement.lang") == LANGUAGES[language].bcp47
        assert page.locator("main").evaluate("element => getComputedStyle(element).maxWidth") != "none", "styled"
        page.locator("a[data-page='index.html']:visible").click()
        page.wait_for_url(f"{site}/{language}/index.html")


def test_the_404_page_of_an_address_without_language_finds_the_book(browser: Browser, site: str) -> None:
    with browser.new_context(locale="ko-KR") as context:
        page = context.new_page()
        page.goto(f"{site}/absent/folder/page.html")
        link = page.locator("a[data-page='index.html']:visible")
        expect(link).to_have_attribute("href", f"{PREFIX}ko/index.html")
        link.click()
        page.wait_for_url(f"{site}/ko/index.html")
