"""`make learn`, for real: both servers start, busy ports are left alone, Ctrl-C ends everything.

It runs in a copy of the course with pages of its own, so that neither the learner's work/ nor the built
book of this checkout is touched.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPMessage
from pathlib import Path

import psutil
import pytest

from storybot.languages import LANGUAGES
from tests.conftest import ROOT
from tools import learn

pytestmark = pytest.mark.xdist_group("learn")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the course whose book is up to date: a page a language."""
    course = tmp_path_factory.mktemp("learn") / "course"
    for folder in ("tools", "chapters", "notebooks"):
        shutil.copytree(ROOT / folder, course / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for language in LANGUAGES:
        page = course / "_build/html" / language / "01-bpe-basics.html"
        page.parent.mkdir(parents=True)
        page.write_text(f"the page in {LANGUAGES[language].name}", encoding="utf-8")
    code = "from tools.book import build; build.STAMP.write_text(build.digest(), encoding='utf-8')"
    subprocess.run([sys.executable, "-c", code], cwd=course, check=True)
    return course


class Learn:
    """A running `python -m tools.learn`, and what it has said."""

    def __init__(self, course: Path, book_port: int, lab_port: int, *args: str) -> None:
        self.book_port, self.lab_port = book_port, lab_port
        ports = ["--port", str(book_port), "--lab-port", str(lab_port)]
        command = [sys.executable, "-u", "-m", "tools.learn", "--no-browser", *ports, *args]
        self.process = subprocess.Popen(
            command, cwd=course, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.said = ""

    def wait_for(self, pattern: str, seconds: float = 120) -> re.Match[str]:
        assert self.process.stdout is not None
        end = time.monotonic() + seconds
        while not (match := re.search(pattern, self.said)):
            line = self.process.stdout.readline()
            self.said += line
            assert line, f"it ended with {self.process.wait()}, having said:\n{self.said}"
            assert time.monotonic() < end, self.said
        return match

    def stop(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        code = self.process.wait(timeout=30)
        assert self.process.stdout is not None
        with self.process.stdout:
            self.said += self.process.stdout.read()
        return code


@pytest.fixture(scope="module")
def running(course: Path) -> Iterator[Learn]:
    """One run, whose wanted ports are both taken by somebody else."""
    with socket.create_server(("127.0.0.1", 0)) as book, socket.create_server(("127.0.0.1", 0)) as lab:
        it = Learn(course, book.getsockname()[1], lab.getsockname()[1], "--language", "ko")
        try:
            it.wait_for("Ctrl-C")
            yield it
        finally:
            if it.process.poll() is None:
                it.stop()


def book_address(it: Learn) -> str:
    return it.wait_for(r"book +(http://localhost:\d+)/ko/index\.html")[1]


def token(it: Learn) -> str:
    return it.wait_for(r"JupyterLab +\S+\?token=([\w-]+)")[1]


class Stay(urllib.request.HTTPRedirectHandler):
    """Shows a redirection instead of following it."""

    def redirect_request(self, *_: object) -> None:
        return None


def redirection(address: str, cookie: str = "") -> HTTPMessage:
    """The headers of the redirection that `address` answers with."""
    request = urllib.request.Request(address, headers={"Cookie": cookie})
    with pytest.raises(urllib.error.HTTPError) as redirect:
        urllib.request.build_opener(Stay).open(request)
    with redirect.value as answer:
        assert answer.code == 302
        return answer.headers


def test_a_busy_port_gets_a_message_and_the_next_free_one(running: Learn) -> None:
    for port, what in ((running.book_port, "the book"), (running.lab_port, "JupyterLab")):
        taken = re.search(rf"port {port} is in use by another program, so {what} takes (\d+)", running.said)
        assert taken
        assert int(taken[1]) > port
        assert f"http://localhost:{taken[1]}/" in running.said


def test_the_book_is_served_in_all_languages(running: Learn) -> None:
    for language in LANGUAGES:
        with urllib.request.urlopen(f"{book_address(running)}/{language}/01-bpe-basics.html") as page:
            assert page.read().decode("utf-8") == f"the page in {LANGUAGES[language].name}"


def test_the_work_link_opens_the_learners_copy(running: Learn, course: Path) -> None:
    opened = redirection(f"{book_address(running)}/ko/index.html?token={token(running)}")
    assert opened["Location"] == "/ko/index.html", "the token does not stay in the address"
    assert "HttpOnly; SameSite=Strict" in opened["Set-Cookie"]
    cookie = opened["Set-Cookie"].partition(";")[0]
    location = redirection(f"{book_address(running)}/work/ko/01-bpe-basics.html", cookie)["Location"]
    assert re.fullmatch(rf"http://localhost:\d+/lab/tree/ko/01-bpe-basics\.ipynb\?token={token(running)}", location)
    with urllib.request.urlopen(location) as page:
        assert page.status == 200
        assert "/login" not in page.url
    assert (course / "work/ko/01-bpe-basics.ipynb").exists()


@pytest.mark.parametrize("cookie", ["", "storybot-token=guessed"])
def test_a_stranger_is_not_told_the_token(running: Learn, cookie: str) -> None:
    location = redirection(f"{book_address(running)}/work/ko/01-bpe-basics.html", cookie)["Location"]
    assert token(running) not in location
    with urllib.request.urlopen(location) as page:
        assert "/login" in page.url, "JupyterLab asks for the token itself"
    with urllib.request.urlopen(f"{book_address(running)}/ko/01-bpe-basics.html?token=guessed") as page:
        assert page.headers["Set-Cookie"] is None


def test_both_listen_on_this_machine_only(running: Learn) -> None:
    processes = [psutil.Process(running.process.pid), *psutil.Process(running.process.pid).children(recursive=True)]
    listening = set()
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):  # a helper of JupyterLab that has ended since
            listening |= {c.laddr.ip for c in process.net_connections() if c.status == psutil.CONN_LISTEN}
    assert listening == {"127.0.0.1"}


def test_jupyterlab_wants_its_token(running: Learn) -> None:
    lab = running.wait_for(r"JupyterLab +(http://localhost:\d+)/")[1]
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{lab}/api/contents")
    with refused.value as answer:
        assert answer.code == 403


def test_ctrl_c_stops_both_and_a_second_start_builds_nothing(running: Learn, course: Path) -> None:
    children = psutil.Process(running.process.pid).children(recursive=True)
    assert children, "JupyterLab is a child"
    assert running.stop() == 0
    assert "stopped; your work is in work/" in running.said
    assert "Traceback" not in running.said
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
    again = Learn(course, running.book_port, running.lab_port)
    again.wait_for("Ctrl-C")
    assert "building the book" not in again.said
    assert "copied" not in again.said
    assert again.stop(signal.SIGTERM) == 0


def test_a_changed_text_is_built_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(learn.build, "up_to_date", lambda: False)
    monkeypatch.setattr(learn.build, "build", lambda: iter(["book: English (1 s)"]))
    learn.build_book()
    assert capsys.readouterr().out == "building the book\n  book: English (1 s)\n"
    monkeypatch.setattr(learn.build, "up_to_date", lambda: True)
    learn.build_book()
    assert capsys.readouterr().out == ""


def test_copies_are_made_once_and_never_overwritten(tmp_path: Path) -> None:
    assert learn.copy_notebooks(tmp_path) >= len(LANGUAGES)
    mine = tmp_path / "ja/01-bpe-basics.ipynb"
    mine.write_text("my work", encoding="utf-8")
    (tmp_path / "zh/01-bpe-basics.ipynb").unlink()
    assert learn.copy_notebooks(tmp_path) == 1
    assert mine.read_text(encoding="utf-8") == "my work"
