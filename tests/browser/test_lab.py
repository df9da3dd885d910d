"""JupyterLab as a learner sees it: run all, the check fails; type the answer, it passes."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

from storybot.languages.ui_strings import load_ui_strings
from storybot.notebook.progress import read_record
from tests.conftest import ROOT
from tools.learn import disable_lab_news, free_port, stop

pytestmark = pytest.mark.xdist_group("lab")  # one JupyterLab for all of them
ANSWER = "def count_pairs(sequences):\n    return Counter(p for ids in sequences for p in zip(ids, ids[1:]))"


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fresh copies of the exercise notebooks."""
    folder = tmp_path_factory.mktemp("lab") / "work"
    shutil.copytree(ROOT / "notebooks", folder)
    return folder


@pytest.fixture(scope="module")
def lab(work: Path) -> Iterator[str]:
    """A JupyterLab on the learner's copies; gives its address with a place for a path."""
    disable_lab_news()
    tracker = work.parent / "settings/@jupyterlab/notebook-extension/tracker.jupyterlab-settings"
    tracker.parent.mkdir(parents=True)
    tracker.write_text('{"windowingMode": "none"}')  # all cells are drawn, not only those in view
    port, token = free_port(8990, "the test"), secrets.token_hex(8)
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"]
    log = (work.parent / "lab.log").open("wb")
    process = subprocess.Popen(
        [*command, f"--ServerApp.root_dir={work}"],
        env={**os.environ, "JUPYTER_TOKEN": token, "JUPYTERLAB_SETTINGS_DIR": str(work.parent / "settings")},
        stdout=log,
        stderr=log,
    )
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api/status?token={token}", timeout=2).close()
                break
            except OSError:
                assert process.poll() is None, (work.parent / "lab.log").read_text()
                time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/lab/tree/{{}}?token={token}&reset"
    finally:
        stop(process)
        log.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1400, "height": 1000}) as context:
        yield context.new_page()


def wait_for_kernel(page: Page) -> None:
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=60_000)


def run_all(page: Page) -> None:
    page.locator(".lm-MenuBar-item:has-text('Run')").click()
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
