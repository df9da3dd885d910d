"""A real HTTP server that misbehaves: each file has a list of troubles, one for each request in turn."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class BadServer:
    """Serves `files`; `troubles[name]` are functions that answer a request, used up one by one."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.tags: dict[str, str] = {}
        self.troubles: dict[str, list[Callable[[Any, bytes], None]]] = {}
        self.requests: list[tuple[str, str | None]] = []
        self.sent = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                name = self.path.lstrip("/")
                outer.requests.append((name, self.headers.get("Range")))
                body = outer.files.get(name)
                if body is None:
                    self.send_error(404)
                    return
                waiting = outer.troubles.get(name, [])
                if waiting:
                    waiting.pop(0)(self, body)
                else:
                    outer.answer(self, name, body)

            def log_message(self, *arguments: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, handler: Any, name: str, body: bytes) -> None:
        """As a good server does, with ranges."""
        tag = self.tags.get(name, f'"{len(body)}"')
        wanted, start = handler.headers.get("Range"), 0
        if wanted and handler.headers.get("If-Range") == tag:
            start = int(wanted.removeprefix("bytes=").rstrip("-"))
            handler.send_response(206)
            handler.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        else:
            handler.send_response(200)
        handler.send_header("Content-Length", str(len(body) - start))
        handler.send_header("ETag", tag)
        handler.end_headers()
        self.sent += len(body) - start
        handler.wfile.write(body[start:])

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def status(code: int, **headers: str) -> Callable[[Any, bytes], None]:
    """An error, with headers such as Retry_After."""

    def answer(handler: Any, body: bytes) -> None:
        handler.send_response(code)
        for key, value in headers.items():
            handler.send_header(key.replace("_", "-"), value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def drops_after(n: int) -> Callable[[Any, bytes], None]:
    """Promises everything, sends a part and hangs up."""

    def answer(handler: Any, body: bytes) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(body)))
        handler.send_header("ETag", f'"{len(body)}"')
        handler.end_headers()
        handler.wfile.write(body[:n])
        handler.wfile.flush()
        handler.close_connection = True
        handler.connection.shutdown(socket.SHUT_RDWR)

    return answer


def stalls_after(n: int, seconds: float = 3.0) -> Callable[[Any, bytes], None]:
    """Sends a part and then nothing for a long time."""

    def answer(handler: Any, body: bytes) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(body)))
        handler.send_header("ETag", f'"{len(body)}"')
        handler.end_headers()
        handler.wfile.write(body[:n])
        handler.wfile.flush()
        time.sleep(seconds)
        handler.close_connection = True

    return answer


def truncates(n: int, **headers: str) -> Callable[[Any, bytes], None]:
    """Says the shorter length and means it: only a known size or hash can tell."""

    def answer(handler: Any, body: bytes) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(n))
        for key, value in headers.items():
            handler.send_header(key.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body[:n])

    return answer


def ignores_ranges(handler: Any, body: bytes) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(body)))
    handler.send_header("ETag", f'"{len(body)}"')
    handler.end_headers()
    handler.wfile.write(body)


def wrong_range(handler: Any, body: bytes) -> None:
    """Answers a range with another one."""
    handler.send_response(206)
    handler.send_header("Content-Range", f"bytes 0-{len(body) - 1}/{len(body)}")
    handler.send_header("Content-Length", str(len(body)))
    handler.send_header("ETag", f'"{len(body)}"')
    handler.end_headers()
    handler.wfile.write(body)
