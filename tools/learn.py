"""`make learn`: build the book, serve it, and run JupyterLab beside it on the learner's copies.

Both listen on 127.0.0.1 only and ask for the token in their address. Ctrl-C ends both. If a port is
in use, the next free one is taken. The learner's copies in work/<language>/ are made once, never overwritten.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from pathlib import Path

import psutil

from storybot.atomic import write_atomically
from storybot.cli.main import limit_spinning
from storybot.languages import LANGUAGES
from tools import ROOT
from tools.book import build
from tools.book_server import BookServer
from tools.chapters import chapter_paths

BOOK_PORT, LAB_PORT = 8000, 8888
LAB_LOG = ".jupyterlab.log"


def copy_notebooks(work: Path) -> int:
    """Give the learner a copy of each exercise notebook that they do not have yet; how many were new."""
    new = 0
    for language in LANGUAGES:
        for chapter in chapter_paths(ROOT, language):
            source = ROOT / "notebooks" / language / f"{chapter.stem}.ipynb"
            copy = work / language / source.name
            if source.exists() and not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, copy)
                new += 1
    return new


def free_port(wanted: int, what: str) -> int:
    """`wanted`, or the next one that is free; says so when it is taken."""
    for port in range(wanted, wanted + 100):
        with socket.socket() as probe:
            if os.name != "nt":  # a port whose last user has just gone is free
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port != wanted:
            echo(f"port {wanted} is in use by another program, so {what} takes {port}")
        return port
    raise SystemExit(f"no free port for {what} between {wanted} and {wanted + 99}: close some programs and try again")


def disable_lab_news() -> None:
    """JupyterLab asks at first start whether it may fetch news and look for updates; in our environment: no."""
    overrides = Path(sys.prefix) / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
    if sys.prefix != sys.base_prefix and not overrides.exists():
        overrides.parent.mkdir(parents=True, exist_ok=True)
        quiet = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
        write_atomically(overrides, json.dumps(quiet, indent=1) + "\n")


def start_lab(work: Path, port: int, token: str, language: str) -> subprocess.Popen[bytes]:
    """Start JupyterLab with the folder `work` as its root; its log goes to a hidden file there."""
    disable_lab_news()
    log = (work / LAB_LOG).open("wb")
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={port}"]
    command += [
        f"--ServerApp.root_dir={work}",
        "--ServerApp.port_retries=0",
        f"--LabApp.default_url=/lab/tree/{language}",
    ]
    environment = {**os.environ, "JUPYTER_TOKEN": token}  # not on the command line, where others can read it
    limit_spinning(environment)  # kernels share the machine with a browser
    if os.geteuid() == 0 if hasattr(os, "geteuid") else False:
        command.append("--allow-root")
    # a session of its own: Ctrl-C reaches us alone, and we end it in order
    return subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)


def wait_for_lab(lab: subprocess.Popen[bytes], log: Path, port: int, token: str, seconds: float = 60) -> None:
    """Return when JupyterLab answers; SystemExit, naming its log, if it ends or stays silent."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if lab.poll() is not None:
            raise SystemExit(f"JupyterLab did not start: see {log}")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/status?token={token}", timeout=2).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise SystemExit(f"JupyterLab did not answer within {seconds:.0f} s: see {log}")


def stop(lab: subprocess.Popen[bytes]) -> None:
    """End JupyterLab and its kernels; by force if it does not go.

    It is asked twice: a request that comes while a kernel is starting is lost to an error of its own.
    """
    for _ in range(2):
        if lab.poll() is None:
            lab.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                lab.wait(timeout=8)
    if lab.poll() is None:
        for process in [*psutil.Process(lab.pid).children(recursive=True), psutil.Process(lab.pid)]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        lab.wait()


def echo(line: str) -> None:
    print(line, flush=True)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.learn", description=__doc__.split("\n\n")[0])
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="the language to open (default: en)")
    parser.add_argument("--lab-only", action="store_true", help="JupyterLab without the book")
    parser.add_argument("--no-browser", action="store_true", help="print the addresses, open nothing")
    parser.add_argument("--port", type=int, default=BOOK_PORT, help=f"of the book (default: {BOOK_PORT})")
    parser.add_argument("--lab-port", type=int, default=LAB_PORT, help=f"of JupyterLab (default: {LAB_PORT})")
    args = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):  # SIGINT too: a shell's background job starts with it ignored
        signal.signal(number, _interrupt)
    try:
        if not args.lab_only:
            build_book()
        run_servers(ROOT / "work", args.language, None if args.lab_only else args.port, args.lab_port, args.no_browser)
    except KeyboardInterrupt:
        echo("\nstopped; your work is in work/")
    return 0


def build_book() -> None:
    """Build the book unless it is up to date."""
    if build.up_to_date():
        return
    echo("building the book")
    try:
        for line in build.build():
            echo(f"  {line}")
    except RuntimeError as problem:
        raise SystemExit(str(problem)) from None


def run_servers(work: Path, language: str, book_port: int | None, lab_port: int, no_browser: bool) -> None:
    """Serve until JupyterLab ends or Ctrl-C is pressed. Without `book_port` there is no book."""
    new = copy_notebooks(work)
    if new:
        echo(f"copied {new} notebooks into {work.name}/")
    token = secrets.token_urlsafe(24)
    lab_port = free_port(lab_port, "JupyterLab")
    echo("starting JupyterLab")
    lab = start_lab(work, lab_port, token, language)
    try:
        wait_for_lab(lab, work / LAB_LOG, lab_port, token)
        lab_address = f"http://localhost:{lab_port}/lab/tree/{language}?token={token}"
        first = lab_address
        if book_port is not None:
            book_port = free_port(book_port, "the book")
            server = BookServer(book_port, build.HTML, lab_port, token, work)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            first = f"http://localhost:{book_port}/{language}/index.html?token={token}"
            echo(f"\n  book        {first}")
        echo(f"  JupyterLab  {lab_address}\n\nCtrl-C stops both.")
        if not no_browser:
            webbrowser.open(first)
        lab.wait()
        raise SystemExit(f"JupyterLab has ended: see {work / LAB_LOG}")
    finally:
        stop(lab)


if __name__ == "__main__":
    sys.exit(main())
