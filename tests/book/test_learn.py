"""`make learn`, for real: both servers start, busy ports are left alone, Ctrl-C ends everything."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.conftest import ROOT
from tools import learn, learn_server
from tools.learn_server import same_user

pytestmark = pytest.mark.xdist_group("learn")


class Learn:
    """A running `python -m tools.learn`, and what it has said."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-u", "-m", "tools.learn", "--no-browser", *arguments]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
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
def running() -> Iterator[Learn]:
    """One run, with the usual ports both taken by somebody else."""
    with socket.socket() as book, socket.socket() as lab:
        for taken, port in ((book, 8000), (lab, 8888)):
            try:
                taken.bind(("127.0.0.1", port))
                taken.listen()
            except OSError:
                pass  # taken already, which is what we want
        it = Learn("--language", "ko")
        try:
            it.wait_for("Ctrl-C")
            yield it
        finally:
            if it.process.poll() is None:
                it.stop()


def book_address(it: Learn) -> str:
    return it.wait_for(r"book +(http://localhost:\d+)/ko/index\.html")[1]


def test_a_busy_port_gets_a_message_and_the_next_free_one(running: Learn) -> None:
    assert re.search(r"port 8000 is in use by another program, so the book takes 80\d\d", running.said)
    assert re.search(r"port 8888 is in use by another program, so JupyterLab takes 88\d\d", running.said)


def test_the_book_is_served_in_all_languages(running: Learn) -> None:
    for language in ("en", "ja", "ko", "zh"):
        with urllib.request.urlopen(f"{book_address(running)}/{language}/01-bpe-basics.html") as page:
            assert page.status == 200
            assert b"bpe-playground" in page.read()


def test_the_work_link_opens_the_learners_copy(running: Learn) -> None:
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: object) -> None:
            return None

    with pytest.raises(urllib.error.HTTPError) as redirect:
        urllib.request.build_opener(Stay).open(f"{book_address(running)}/work/ko/01-bpe-basics.html")
    with redirect.value as answer:
        assert answer.code == 302
        location = answer.headers["Location"]
    assert re.fullmatch(r"http://localhost:\d+/lab/tree/ko/01-bpe-basics\.ipynb\?token=[\w-]+", location)
    with urllib.request.urlopen(location) as page:
        assert page.status == 200
    assert (ROOT / "work/ko/01-bpe-basics.ipynb").exists()


def test_jupyterlab_wants_its_token(running: Learn) -> None:
    lab = running.wait_for(r"JupyterLab +(http://localhost:\d+)/")[1]
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{lab}/api/contents")
    with refused.value as answer:
        assert answer.code == 403


def test_ctrl_c_stops_both_and_a_second_start_takes_seconds(running: Learn) -> None:
    children = psutil.Process(running.process.pid).children(recursive=True)
    assert children, "JupyterLab is a child"
    assert running.stop() == 0
    assert "stopped; your work is in work/" in running.said
    assert "Traceback" not in running.said
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
    again = Learn()
    again.wait_for("Ctrl-C", seconds=30)
    assert "building the book" not in again.said, "the second start builds nothing"
    assert again.stop(signal.SIGTERM) == 0


def test_copies_are_made_once_and_never_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "WORK", tmp_path)
    assert learn.copy_notebooks() >= 4
    mine = tmp_path / "ja/01-bpe-basics.ipynb"
    mine.write_text("my work", encoding="utf-8")
    (tmp_path / "zh/01-bpe-basics.ipynb").unlink()
    assert learn.copy_notebooks() == 1
    assert mine.read_text(encoding="utf-8") == "my work"


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells whose a connection is")
def test_the_token_is_told_to_the_same_user_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        ports = client.getsockname()[1], server.getsockname()[1]
        assert same_user(*ports)
        rows = learn_server.CONNECTIONS.read_text(encoding="ascii").splitlines()
    stranger = "  0: 0100007F:{:04X} 0100007F:{:04X} 01 00000000:00000000 00:00000000 00000000  4243 0 1".format(*ports)
    (tmp_path / "tcp").write_text("\n".join([rows[0], stranger]), encoding="ascii")
    monkeypatch.setattr(learn_server, "CONNECTIONS", tmp_path / "tcp")
    assert not same_user(*ports), "the same connection, had it been another user's"
    assert not same_user(1, 2), "a connection that is not there belongs to nobody"
