"""`python -m tools.screenshots [ja …]`: the pictures in the READMEs, taken from the built book and a real JupyterLab.

Three for each language, in `assets/screenshots/<language>`: the first page, a chapter with a solved exercise, and a
notebook in which a check shows the smallest input on which a function is wrong. Needs Debian's Chromium; the book is
built first if it is not up to date.
"""

from __future__ import annotations

import argparse
import io
import json
import secrets
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from storybot.atomic import write_atomically
from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from storybot.notebook.progress import Record, State, write_record
from tools import ROOT
from tools.book import build
from tools.learn import lab_settings
from tools.learn.book_server import BookServer
from tools.learn.command import LAB_LOG, LAB_PORT, copy_notebooks, free_port, start_lab, stop, wait_for_lab

FOLDER = "assets/screenshots"
NAMES = ("first-page", "chapter", "check")
CHROMIUM = "/usr/bin/chromium"
WIDTH, HEIGHT = 1300, 850
MOST_BYTES = 150_000
CHAPTER = "01-bpe-basics"
SOLVED: dict[str, State] = {
    "count_pairs": "solved",
    "merge_pair": "solved",
    "check_merge_pair": "solved",
    "train_bpe": "tried",
}
ANSWERS = {  # a right one, and a known mistake that no example of the docstring shows: `is` works for small ids only
    "count_pairs": """def count_pairs(sequences):
    return Counter(pair for ids in sequences for pair in zip(ids, ids[1:]))""",
    "merge_pair": """def merge_pair(ids, pair, new_id):
    merged, i = [], 0
    while i < len(ids):
        if i + 1 < len(ids) and ids[i] is pair[0] and ids[i + 1] is pair[1]:
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged""",
}


def save(page: Page, language: str, name: str) -> str:
    """Take the picture that the page shows; ValueError if its file would be too large for a README."""
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    file = io.BytesIO()
    image.save(file, "WEBP", quality=78, method=6)
    data = file.getvalue()
    if len(data) > MOST_BYTES:
        raise ValueError(f"{language}/{name}.webp has {len(data):,} bytes, more than {MOST_BYTES:,}")
    path = ROOT / FOLDER / language / f"{name}.webp"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, data)
    return f"{path.relative_to(ROOT)}: {len(data):,} bytes"


@contextmanager
def new_page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light") as context:
        yield context.new_page()


def picture_book(browser: Browser, work: Path, languages: list[str]) -> Iterator[str]:
    """The first page and a chapter, served with the progress of a learner who has begun."""
    server = BookServer(0, build.HTML, LAB_PORT, secrets.token_hex(8), work)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{server.server_address[1]}"
    for language in languages:
        for exercise, state in SOLVED.items():
            write_record(work / language, exercise, Record(state, 1))
        with new_page(browser) as page:
            page.goto(f"{home}/{language}/index.html")
            page.locator(".course-ticks .solved").first.wait_for(state="attached")
            page.wait_for_load_state("networkidle")
            yield save(page, language, "first-page")
            page.goto(f"{home}/{language}/{CHAPTER}.html")
            tick = page.locator(".exercise-level[data-exercise=merge_pair] .exercise-state")
            tick.wait_for()
            page.wait_for_load_state("networkidle")
            tick.evaluate("tick => window.scrollTo({top: tick.getBoundingClientRect().top + scrollY - 260})")
            page.wait_for_timeout(500)  # the sidebar marks the section that is in view
            yield save(page, language, "chapter")
    server.shutdown()
    server.server_close()


def picture_lab(browser: Browser, work: Path, languages: list[str]) -> Iterator[str]:
    """A notebook after "run all", with a wrong answer in it."""
    lab_settings.make_settings(work)
    tracker = lab_settings.settings_folder(work) / "@jupyterlab/notebook-extension/tracker.jupyterlab-settings"
    tracker.parent.mkdir(parents=True, exist_ok=True)
    tracker.write_text(json.dumps({"windowingMode": "none"}))  # all cells are drawn, not only those in view
    words = load_ui_strings(languages[0])["learn"]
    port, token = free_port(LAB_PORT + 200, "JupyterLab", words), secrets.token_hex(8)
    lab = start_lab(work, port, token, languages[0])
    try:
        wait_for_lab(lab, work / LAB_LOG, port, token, words)
        for language in languages:
            write_answers(work / language / f"{CHAPTER}.ipynb")
            lab_settings.set_language(work, language)
            with new_page(browser) as page:
                page.goto(f"http://127.0.0.1:{port}/lab/tree/{language}/{CHAPTER}.ipynb?token={token}&reset")
                page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=120_000)
                page.locator(".lm-MenuBar-item").nth(3).click()  # Run, in the reader's language
                page.locator(".lm-Menu [data-command='runmenu:run-all']").click()
                message = load_ui_strings(language)["check"]["wrong"].format(name="merge_pair")
                refused = page.locator(".jp-OutputArea-output").filter(has_text=message)
                refused.wait_for(timeout=120_000)
                if page.locator(".jp-SideBar .lm-mod-current").count():
                    page.keyboard.press("Control+B")  # the list of files is of no interest here
                page.wait_for_timeout(1000)
                refused.evaluate("output => output.scrollIntoView({block: 'center'})")
                page.wait_for_timeout(500)
                yield save(page, language, "check")
    finally:
        stop(lab)


def write_answers(path: Path) -> None:
    """Put the answers where the learner's belong."""
    notebook = nbformat.read(path, as_version=4)
    for name, answer in ANSWERS.items():
        cell = next(cell for cell in notebook.cells if cell.source.startswith(f"def {name}("))
        cell.source = answer
    nbformat.write(notebook, path)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("languages", nargs="*", metavar="language", help="such as ja (default: all)")
    languages = parser.parse_args().languages or list(LANGUAGES)
    if unknown := set(languages) - set(LANGUAGES):
        parser.error(f"no language is called {', '.join(sorted(unknown))}; the languages are {', '.join(LANGUAGES)}")
    build.build_if_changed()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        work = Path(folder) / "work"
        copy_notebooks(work)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for picture in (picture_book, picture_lab):
            for line in picture(browser, work, languages):
                print(line, flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
