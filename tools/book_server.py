"""Serves the book on this machine only, and sends "Work on this chapter" to JupyterLab.

JupyterLab's token gives power over the learner's account, and every user of this machine can reach
a local port. So the book asks for the token as JupyterLab does: it stands in the address that
`make learn` opens, and a cookie keeps it. Who comes without it reads the book, and gets JupyterLab's
own login page.
"""

from __future__ import annotations

import re
import secrets
from functools import partial
from http.cookies import SimpleCookie
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

WORK_PAGE = re.compile(r"^/work/([a-z]{2})/([\w-]+)\.html$")
COOKIE = "storybot-token"


class BookServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int, folder: Path, lab_port: int, token: str) -> None:
        self.lab_port, self.token = lab_port, token
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
        else:
            super().do_GET()

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
