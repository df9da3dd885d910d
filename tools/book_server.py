"""Serves the book on this machine only, shows what the learner has solved, and leads to JupyterLab.

JupyterLab's token gives power over the learner's account, and every user of this machine can reach
a local port. So the book asks for the token as JupyterLab does: it stands in the address that
`make learn` opens, and a cookie keeps it. Who comes without it reads the book, and gets JupyterLab's
own login page.
"""

from __future__ import annotations

import json
import re
import secrets
from functools import partial
from http.cookies import SimpleCookie
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from storybot.check.registry import entry_of, exercise_names
from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from storybot.notebook.progress import read_record

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
            lab = f"http://localhost:{self.server.lab_port}/lab/tree/{match[1]}/{match[2]}.ipynb"
            self.redirect(f"{lab}?token={self.server.token}" if self.has_cookie() else lab)
        elif (match := PROGRESS.match(address.path)) and match[1] in LANGUAGES:
            self.send_progress(match[1])
        else:
            super().do_GET()

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

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # a rebuilt book is seen at once
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Quiet: the terminal is for the two addresses."""


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
