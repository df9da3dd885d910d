"""JupyterLab as a learner sees it: run all, the check fails; type the answer, it passes; all in their language."""

from __future__ import annotations

import contextlib
import re
import secrets
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

from storybot.languages.ui_strings import load_ui_strings
from storybot.notebook.progress import read_record
from tests.conftest import ROOT
from tools.book import build
from tools.learn import lab_settings
from tools.learn.book_server import BookServer
from tools.learn.command import LAB_LOG, free_port, prepare_lab, start_lab, stop, wait_for_lab

pytestmark = pytest.mark.xdist_group("lab")  # one JupyterLab for all of them
WORDS = load_ui_strings("en")["learn"]
MENUS = {  # the first menus of JupyterLab
    "ja": ("ja-JP", ["ファイル", "編集", "表示", "実行", "カーネル"]),
    "ko": ("ko-KR", ["파일", "편집", "보기", "실행", "커널"]),
    "zh": ("zh-CN", ["文件", "编辑", "查看", "运行", "内核"]),
    "en": ("en", ["File", "Edit", "View", "Run", "Kernel"]),
}
SETTINGS_MENU, RUN_MENU = 6, 3
ANSWER = "def count_pairs(sequences):\n    return Counter(p for ids in sequences for p in zip(ids, ids[1:]))"


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fresh copies of the exercise notebooks."""
    folder = tmp_path_factory.mktemp("lab") / "work"
    shutil.copytree(ROOT / "notebooks", folder)
    return folder


@pytest.fixture(scope="module")
def server(work: Path) -> Iterator[tuple[int, str]]:
    """A JupyterLab on the learner's copies, started as `make learn` does, in English; its port and its token."""
    tracker = lab_settings.settings_folder(work) / "@jupyterlab/notebook-extension/tracker.jupyterlab-settings"
    tracker.parent.mkdir(parents=True)
    tracker.write_text('{"windowingMode": "none"}')  # all cells are drawn, not only those in view
    prepare_lab(work, "en", WORDS)
    port, token = free_port(8990, "the test", WORDS), secrets.token_hex(8)
    process = start_lab(work, port, token, "en")
    try:
        wait_for_lab(process, work / LAB_LOG, port, token, WORDS)
        yield port, token
    finally:
        stop(process)


@pytest.fixture
def lab(server: tuple[int, str], work: Path) -> Iterator[str]:
    """The address of JupyterLab with a place for a path. The language of its menus is the next test's to set."""
    port, token = server
    yield f"http://127.0.0.1:{port}/lab/tree/{{}}?token={token}&reset"
    lab_settings.language_file(work).unlink(missing_ok=True)


@pytest.fixture
def learn(lab: str, server: tuple[int, str], work: Path, book: str) -> Iterator[str]:
    """The built book as `make learn` serves it, which leads to that JupyterLab; its address."""
    with BookServer(0, build.HTML, server[0], server[1], work) as learn:
        threading.Thread(target=learn.serve_forever, daemon=True).start()
        yield f"http://localhost:{learn.server_port}"
        learn.shutdown()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1400, "height": 1000}) as context:
        yield context.new_page()


def wait_for_kernel(page: Page) -> None:
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=60_000)


def run_all(page: Page) -> None:
    page.locator("#jp-MainMenu .lm-MenuBar-item").nth(RUN_MENU).click()
    page.locator(".lm-Menu [data-command='runmenu:run-all']").click()


def code_cell(page: Page, start: str):  # type: ignore[no-untyped-def]
    """The code cell whose text begins so; scrolled into view, since JupyterLab draws only what is seen."""
    cell = page.locator(".jp-CodeCell").filter(has=page.locator(f".cm-line:text-matches('^{re.escape(start)}')")).first
    cell.scroll_into_view_if_needed()
    return cell


def write_into(page: Page, start: str, text: str) -> None:
    """Replace a cell's text, and see that it is there: after "run all" JupyterLab still moves the focus for a while."""
    cell = code_cell(page, start)
    for _ in range(10):
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+A")
        page.keyboard.insert_text(text)
        with contextlib.suppress(AssertionError):
            expect(cell.locator(".cm-content")).to_have_text(text, use_inner_text=True, timeout=1_000)
            return
    raise AssertionError(f"the cell shows {cell.locator('.cm-content').inner_text()!r}")


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_check_fails_then_passes(lab: str, work: Path, page: Page, language: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    lab_settings.set_language(work, language)
    page.goto(lab.format(f"{language}/01-bpe-basics.ipynb"))
    wait_for_kernel(page)

    figure = page.locator(".jp-MarkdownCell img").first
    expect(figure).to_be_visible(timeout=30_000)
    assert figure.evaluate("image => image.naturalWidth") > 0, "the picture lives inside the notebook"

    run_all(page)
    message = load_ui_strings(language)["check"]["unwritten"].format(name="count_pairs")
    refused = page.locator(".jp-OutputArea-output").filter(has_text=message)
    expect(refused).to_be_visible(timeout=60_000)
    wait_for_kernel(page)
    assert "Traceback" not in refused.inner_text(), "the learner sees the message alone"

    write_into(page, "def count_pairs", ANSWER)
    page.keyboard.press("Shift+Enter")
    wait_for_kernel(page)
    page.locator(".jp-CodeCell").filter(has_text="check(count_pairs)").first.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    passed = page.locator(".jp-OutputArea-output").filter(has_text="✓ count_pairs")
    expect(passed).to_be_visible(timeout=30_000)
    expect(page.locator(".jp-OutputArea-output").filter(has_text=message)).to_have_count(0)
    assert (work / language / "mine/count_pairs.py").read_text(encoding="utf-8").endswith(ANSWER + "\n")
    assert read_record(work / language, "count_pairs").state == "solved"
    assert page.locator(".Toastify__toast").count() == 0, "JupyterLab has asked for nothing"
    assert not [address for address in asked if "/lab/api/news" in address or "/lab/api/update" in address]


def test_no_markup_is_left_raw(lab: str, page: Page) -> None:
    page.goto(lab.format("ja/01-bpe-basics.ipynb"))
    wait_for_kernel(page)
    expect(page.locator(".jp-MarkdownCell h1")).to_contain_text("BPE")
    notebook = nbformat.read(ROOT / "notebooks/ja/01-bpe-basics.ipynb", as_version=4)
    prose = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    expect(page.locator(".jp-MarkdownCell .jp-RenderedMarkdown")).to_have_count(len(prose))
    text = page.locator(".jp-Notebook").inner_text()
    for raw in ("{figure}", "{code-cell}", ")=", "% en", ":alt:"):
        assert raw not in text


def work_on_chapter(page: Page, learn: str, language: str) -> Page:
    """Press the button on the first chapter's page; the tab of JupyterLab that it opens."""
    page.goto(f"{learn}/{language}/01-bpe-basics.html")
    with page.expect_popup() as opened:
        page.locator(".work-button").click()
    opened.value.wait_for_url(f"**/tree/{language}/01-bpe-basics.ipynb**")
    return opened.value


def expect_menus(lab: Page, language: str) -> None:
    lang, menus = MENUS[language]
    shown = lab.locator("#jp-MainMenu .lm-MenuBar-item")
    expect(shown.nth(len(menus))).to_be_visible(timeout=60_000)
    assert shown.all_inner_texts()[: len(menus)] == menus
    assert lab.evaluate("document.documentElement.lang") == lang


def test_jupyterlab_speaks_the_language_of_the_page_that_led_to_it(
    learn: str, server: tuple[int, str], page: Page
) -> None:
    page.goto(f"{learn}/en/index.html?token={server[1]}")
    japanese = work_on_chapter(page, learn, "ja")
    expect_menus(japanese, "ja")
    for language in ("ko", "en"):
        lab = work_on_chapter(page, learn, language)
        expect_menus(lab, language)
        lab.close()
    expect_menus(japanese, "ja")  # a tab that is open keeps its language


def test_a_language_chosen_in_jupyterlab_stays(learn: str, server: tuple[int, str], work: Path, page: Page) -> None:
    page.goto(f"{learn}/en/index.html?token={server[1]}")
    lab = work_on_chapter(page, learn, "zh")
    expect_menus(lab, "zh")
    lab.locator("#jp-MainMenu .lm-MenuBar-item").nth(SETTINGS_MENU).click()
    lab.locator(".lm-Menu-item[data-type=submenu]:has-text('语言')").first.hover()
    lab.locator("[data-command='jupyterlab-translation:ko_KR']").click()
    with lab.expect_navigation():
        lab.locator(".jp-Dialog .jp-mod-accept").click()
    expect_menus(lab, "ko")
    lab.close()
    assert lab_settings.own_choice(work) == "ko_KR"
    expect_menus(work_on_chapter(page, learn, "ja"), "ko")
