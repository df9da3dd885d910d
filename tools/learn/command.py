"""`make learn`: build the book, serve it, and run JupyterLab beside it on the learner's copies.

Both listen on 127.0.0.1 only and ask for the token in their address. Ctrl-C ends both. If a port is
in use, the next free one is taken. The learner's copies in work/<language>/ are made once, never overwritten.
What it prints is in the reader's language, and so is JupyterLab (tools/learn/lab_settings.py).
"""

from __future__ import annotations

import argparse
import contextlib
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

from storybot.cli.main import limit_spinning
from storybot.languages import LANGUAGES
from storybot.languages.terminal import output_encoding, say, terminal_language, writable_language
from storybot.languages.ui_strings import load_ui_strings
from tools import ROOT
from tools.book import build
from tools.chapters import chapter_paths
from tools.learn import lab_settings
from tools.learn.book_server import BookServer

BOOK_PORT, LAB_PORT = 8000, 8888
LAB_LOG = ".jupyterlab.log"
Words = dict[str, str]  # the section `learn` of a language's UI strings


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


def free_port(wanted: int, what: str, words: Words) -> int:
    """`wanted`, or the next one that is free; says so when it is taken."""
    last = wanted + 99
    for port in range(wanted, last + 1):
        with socket.socket() as probe:
            if os.name != "nt":  # a port whose last user has just gone is free
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port != wanted:
            say(words["port_taken"].format(wanted=wanted, what=what, port=port))
        return port
    raise SystemExit(words["no_port"].format(what=what, first=wanted, last=last))


def prepare_lab(work: Path, language: str, words: Words) -> None:
    """The settings of JupyterLab, and its language. A folder that cannot be written is no reason not to start."""
    try:
        lab_settings.make_settings(work)
        lab_settings.set_language(work, language)
        if chosen := lab_settings.own_choice(work):
            say(words["language_kept"].format(locale=chosen, file=lab_settings.language_file(work)))
    except OSError as problem:
        say(words["language_not_set"].format(problem=problem))


def start_lab(work: Path, port: int, token: str, language: str) -> subprocess.Popen[bytes]:
    """Start JupyterLab with the folder `work` as its root; its log goes to a hidden file there."""
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={port}"]
    command += [
        f"--ServerApp.root_dir={work}",
        "--ServerApp.port_retries=0",
        f"--LabApp.user_settings_dir={lab_settings.settings_folder(work)}",
        f"--LabApp.default_url=/lab/tree/{language}",
    ]
    environment = {**os.environ, "JUPYTER_TOKEN": token}  # not on the command line, where others can read it
    limit_spinning(environment)  # kernels share the machine with a browser
    if os.geteuid() == 0 if hasattr(os, "geteuid") else False:
        command.append("--allow-root")
    # a session of its own: Ctrl-C reaches us alone, and we end it in order
    with (work / LAB_LOG).open("wb") as log:
        return subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)


def wait_for_lab(
    lab: subprocess.Popen[bytes], log: Path, port: int, token: str, words: Words, seconds: float = 60
) -> None:
    """Return when JupyterLab answers; SystemExit, naming its log, if it ends or stays silent."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if lab.poll() is not None:
            raise SystemExit(words["not_started"].format(log=log))
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/status?token={token}", timeout=2).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise SystemExit(words["no_answer"].format(seconds=seconds, log=log))


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


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.learn", description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=terminal_language(os.environ),
        help="of the book that is opened, of JupyterLab and of the messages here; `make` takes it from LANG_ "
        "(default: that of the terminal, from LC_ALL, LC_MESSAGES or LANG, if the course has it, else en; now: "
        "%(default)s)",
    )
    parser.add_argument("--lab-only", action="store_true", help="JupyterLab without the book")
    parser.add_argument("--no-browser", action="store_true", help="print the addresses, open nothing")
    parser.add_argument("--port", type=int, default=BOOK_PORT, help=f"of the book (default: {BOOK_PORT})")
    parser.add_argument("--lab-port", type=int, default=LAB_PORT, help=f"of JupyterLab (default: {LAB_PORT})")
    args = parser.parse_args()
    words = load_ui_strings(writable_language(args.language, output_encoding()))["learn"]
    work = ROOT / "work"
    for number in (signal.SIGINT, signal.SIGTERM):  # SIGINT too: a shell's background job starts with it ignored
        signal.signal(number, _interrupt)
    try:
        if not args.lab_only:
            build_book(words)
        run_servers(work, args.language, None if args.lab_only else args.port, args.lab_port, args.no_browser, words)
    except KeyboardInterrupt:
        say("\n" + words["stopped"].format(folder=work.name))
    return 0


def build_book(words: Words) -> None:
    """Build the book unless it is up to date."""
    if build.up_to_date():
        return
    say(words["building"])
    try:
        for language, seconds in build.build():
            say(words["built"].format(name=LANGUAGES[language].name, seconds=seconds))
    except RuntimeError as problem:
        raise SystemExit(words["not_built"].format(problem=problem)) from None


def run_servers(
    work: Path, language: str, book_port: int | None, lab_port: int, no_browser: bool, words: Words
) -> None:
    """Serve until JupyterLab ends or Ctrl-C is pressed. Without `book_port` there is no book."""
    try:
        new = copy_notebooks(work)
        (work / LAB_LOG).touch()
    except OSError as problem:
        raise SystemExit(words["not_writable"].format(folder=work, problem=problem)) from None
    if new:
        say(words["copied"].format(n=new, folder=work.name))
    token = secrets.token_urlsafe(24)
    prepare_lab(work, language, words)
    lab_port = free_port(lab_port, "JupyterLab", words)
    say(words["starting"])
    lab = start_lab(work, lab_port, token, language)
    try:
        wait_for_lab(lab, work / LAB_LOG, lab_port, token, words)
        lab_address = f"http://localhost:{lab_port}/lab/tree/{language}?token={token}"
        first = lab_address
        if book_port is not None:
            book_port = free_port(book_port, words["the_book"], words)
            server = BookServer(book_port, build.HTML, lab_port, token, work)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            first = f"http://localhost:{book_port}/{language}/index.html?token={token}"
            say("\n" + words["book_address"].format(address=first))
        say(words["lab_address"].format(address=lab_address))
        say("\n" + (words["stop_lab"] if book_port is None else words["stop_both"]))
        if not no_browser:
            webbrowser.open(first)
        lab.wait()
        raise SystemExit(words["ended"].format(log=work / LAB_LOG))
    finally:
        stop(lab)
