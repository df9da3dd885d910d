"""Serves the book, and sends "Work on this chapter" to JupyterLab.

The token of JupyterLab gives power over the learner's account. So the way there is told only
to programs of the same user: on Linux the kernel says whose the connection is. Elsewhere the
listening address, this machine only, has to do.
"""

from __future__ import annotations

import os
import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

WORK_PAGE = re.compile(r"^/work/([a-z]{2})/([\w-]+)\.html$")
CONNECTIONS = Path("/proc/net/tcp")


class BookServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int, folder: Path, lab_port: int, token: str) -> None:
        self.lab_port, self.token = lab_port, token
        super().__init__(("127.0.0.1", port), partial(BookHandler, directory=str(folder)))


class BookHandler(SimpleHTTPRequestHandler):
    server: BookServer

    def do_GET(self) -> None:
        match = WORK_PAGE.match(self.path.partition("?")[0])
        if not match:
            super().do_GET()
        elif not same_user(self.client_address[1], self.server.server_port):
            self.send_error(403, "This JupyterLab belongs to another user of this machine")
        else:
            self.send_response(302)
            address = f"http://localhost:{self.server.lab_port}/lab/tree/{match[1]}/{match[2]}.ipynb"
            self.send_header("Location", f"{address}?token={self.server.token}")
            self.send_header("Referrer-Policy", "no-referrer")
            self.end_headers()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # a rebuilt book is seen at once
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Quiet: the terminal is for the two addresses."""


def same_user(client_port: int, server_port: int) -> bool:
    """Whether the program at the other end of a local connection runs under our user id."""
    if not CONNECTIONS.exists():
        return True
    for line in CONNECTIONS.read_text(encoding="ascii").splitlines()[1:]:
        fields = line.split()
        local, remote = (int(address.rpartition(":")[2], 16) for address in fields[1:3])
        if (local, remote) == (client_port, server_port):
            return int(fields[7]) in (os.getuid(), 0)
    return False
