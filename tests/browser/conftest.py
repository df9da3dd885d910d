"""A real browser on the built book, and a real JupyterLab on the learner's copies.

Debian's Chromium; these tests skip, with the reason, where there is none.
"""

from __future__ import annotations

import fcntl
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright

from tools.book import build

CHROMIUM = Path("/usr/bin/chromium")
QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in Path(str(item.path)).parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"no Chromium at {CHROMIUM} (Debian: apt-get install chromium fonts-noto-cjk)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=QUIET)
        yield browser
        browser.close()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class QuietServer(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that leaves a page drops what it had asked for: no news."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@pytest.fixture(scope="session")
def book() -> Iterator[str]:
    """The address of the built book; it is built first if it is not up to date, by one worker of several."""
    build.STAMP.parent.mkdir(exist_ok=True)
    with (build.STAMP.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build.build_if_changed()
    with QuietServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(build.HTML))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Watched:
    """A page that notes what must not happen: errors, and requests to other hosts."""

    def __init__(self, page: Page, home: str) -> None:
        self.page, self.home, self.problems = page, home, list[str]()
        page.on(
            "console", lambda m: self.problems.append(f"console: {m.text}") if m.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("request", lambda r: self._request(r.url))
        page.on("response", lambda r: self.problems.append(f"{r.status}: {r.url}") if r.status >= 400 else None)
        page.on("requestfailed", self._failed)

    def _failed(self, request: Request) -> None:
        """Note it, unless the page was left while it was still loading."""
        if "ABORTED" not in (request.failure or ""):
            self.problems.append(f"failed: {request.url}")

    def _request(self, url: str) -> None:
        if not url.startswith((self.home, "data:", "blob:")):
            self.problems.append(f"outside: {url}")

    def goto(self, path: str) -> Page:
        self.page.goto(f"{self.home}/{path}")
        self.page.wait_for_load_state("networkidle")
        return self.page


@pytest.fixture
def watched(browser: Browser, book: str) -> Iterator[Watched]:
    with browser.new_context(viewport={"width": 1300, "height": 900}) as context:
        watched = Watched(context.new_page(), book)
        yield watched
        assert watched.problems == []
