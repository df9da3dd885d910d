"""Serves the book on this machine only, shows what the learner has solved, and leads to JupyterLab.

JupyterLab's token gives power over the learner's account, and every user of this machine can reach
a local port. So the book asks for the token as JupyterLab does: it stands in the address that
`make learn` opens, and a cookie keeps it. Who comes without it reads the book, and gets JupyterLab's
own login page.

On the way to a notebook JupyterLab is set to the language of the page.
"""

from __future__ import annotations

import contextlib
import html
import json
import re
import secrets
from functools import partial
from http import HTTPStatus
from http.cookies import SimpleCookie
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from storybot.check.registry import entry_of, exercise_names
from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from storybot.notebook.progress import read_record
from tools import ROOT
from tools.learn import lab_settings

WORK_PAGE = re.compile(r"^/work/([a-z]{2})/([\w-]+)\.html$")
PROGRESS = re.compile(r"^/progress/([a-z]{2})\.json$")
COOKIE = "storybot-token"


class BookServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int, folder: Path, lab_port: int, token: str, work: Path) -> None:
        self.lab_port, self.token, self.work = lab_port, token, work
        super().__init__(("127.0.0.1", port), partial(BookHandler, directory=str(folder)))


class BookHandler(SimpleHTTPRequestHandler):
    server: BookServer

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if self.is_token(parse_qs(address.query).get("token", [""])[0]):
            cookie = f"{COOKIE}={self.server.token}; Path=/; HttpOnly; SameSite=Strict"
            self.redirect("/" + address.path.lstrip("/"), {"Set-Cookie": cookie})
        elif match := WORK_PAGE.match(address.path):
            self.lead_to_notebook(match[1], match[2])
        elif (match := PROGRESS.match(address.path)) and match[1] in LANGUAGES:
            self.send_progress(match[1])
        else:
            super().do_GET()

    def lead_to_notebook(self, language: str, name: str) -> None:
        """Redirect to a notebook. Only the reader has the cookie: nobody else sets the language or gets the token."""
        lab = f"http://localhost:{self.server.lab_port}/lab/tree/{language}/{name}.ipynb"
        if not self.has_cookie():
            self.redirect(lab)
            return
        if language in LANGUAGES:
            with contextlib.suppress(OSError):  # settings that cannot be written: it keeps the language that it has
                lab_settings.set_language(self.server.work, language)
        self.redirect(f"{lab}?token={self.server.token}")

    def send_progress(self, language: str) -> None:
        body = json.dumps(progress_summary(self.server.work / language), ensure_ascii=False).encode("utf-8")
        self.send_response(200)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self.server.token.encode())

    def has_cookie(self) -> bool:
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get(COOKIE)
        return cookie is not None and self.is_token(cookie.value)

    def redirect(self, address: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(302)
        for name, value in {"Location": address, "Referrer-Policy": "no-referrer", **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """A page that is not there is said to be missing in the reader's language."""
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        body = missing_page(urlsplit(self.path).path, self.headers.get("Accept-Language", "")).encode("utf-8")
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def list_directory(self, path: Any) -> None:
        """The book's folders are not shown."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # a rebuilt book is seen at once
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Quiet: the terminal is for the two addresses."""


def missing_page(address: str, accepted: str) -> str:
    """The page for an `address` that the book lacks, in the language of the address, or else one that is `accepted`."""
    wanted = [*address.split("/"), *(tag.split(";")[0].split("-")[0].strip().lower() for tag in accepted.split(","))]
    language = next((code for code in wanted if code in LANGUAGES), "en")
    words = {key: html.escape(text) for key, text in load_ui_strings(language)["missing_page"].items()}
    words["text"] = words["text"].format(address=f"<code>{html.escape(address)}</code>")
    template = (ROOT / "assets/missing.html").read_text(encoding="utf-8")
    return template.format(language=language, lang=LANGUAGES[language].bcp47, **words)


def progress_summary(folder: Path) -> dict[str, Any]:
    """What the pages show: the state of each exercise, and how many are solved in each chapter."""
    words = load_ui_strings(folder.name)["book"]
    exercises: dict[str, str] = {}
    chapters: dict[str, dict[str, int]] = {}
    for chapter, names in exercise_names().items():
        states = {name: read_record(folder, name).state for name in names}
        exercises |= states
        chapters[entry_of(chapter).slug] = {"solved": list(states.values()).count("solved"), "total": len(names)}
    return {"exercises": exercises, "chapters": chapters, "words": {key: words[key] for key in ("solved", "tried")}}
