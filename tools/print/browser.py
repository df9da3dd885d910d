"""Chromium, which draws the cover and prints."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserType, sync_playwright

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # on paper a letter stands where its font says
]


def launch(chromium: BrowserType) -> Browser:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise RuntimeError("printing needs Chromium (Debian: apt-get install chromium fonts-noto-cjk)")
    return chromium.launch(executable_path=program, args=ARGUMENTS)


@contextmanager
def open_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()
