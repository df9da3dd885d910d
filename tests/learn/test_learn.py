"""`make learn`, for real: both servers start, busy ports are left alone, Ctrl-C ends everything, in the reader's words.

It runs in a copy of the course with pages of its own, so that neither the learner's work/ nor the built
book of this checkout is touched.
"""

from __future__ import annotations

import contextlib
import json
import os
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
from unicodedata import east_asian_width

import psutil
import pytest

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tests.conftest import ROOT
from tools.learn import command as learn
from tools.learn import lab_settings

pytestmark = pytest.mark.xdist_group("learn")
ENGLISH, KOREAN = (load_ui_strings(language)["learn"] for language in ("en", "ko"))
KOREAN_TERMINAL = {"LC_ALL": "", "LC_MESSAGES": "ko_KR.UTF-8", "LANG": "C", "PYTHONIOENCODING": "utf-8"}
LANGUAGE_FILE = f"{lab_settings.FOLDER}/{lab_settings.LANGUAGE_FILE}"
ASCII_TERMINAL = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the course whose book is up to date: a page a language."""
    course = tmp_path_factory.mktemp("learn") / "course"
    for folder in ("tools", "chapters", "notebooks"):
        shutil.copytree(ROOT / folder, course / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (course / "assets").mkdir()
    shutil.copy(ROOT / "assets/missing.html", course / "assets")
    for language in LANGUAGES:
        page = course / "_build/html" / language / "01-bpe-basics.html"
        page.parent.mkdir(parents=True)
        page.write_text(f"the page in {LANGUAGES[language].name}", encoding="utf-8")
    code = "from tools.book import build; build.STAMP.write_text(build.digest(), encoding='utf-8')"
    subprocess.run([sys.executable, "-c", code], cwd=course, check=True)
    return course


class Learn:
    """A running `python -m tools.learn`, and what it has said."""

    def __init__(self, course: Path, book_port: int, lab_port: int, terminal: dict[str, str], *args: str) -> None:
        self.book_port, self.lab_port = book_port, lab_port
        ports = ["--port", str(book_port), "--lab-port", str(lab_port)]
        command = [sys.executable, "-u", "-m", "tools.learn", "--no-browser", *ports, *args]
        self.process = subprocess.Popen(
            command,
            cwd=course,
            env={**os.environ, **terminal},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
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
    """One run in a Korean terminal, whose wanted ports are both taken by somebody else."""
    with socket.create_server(("127.0.0.1", 0)) as book, socket.create_server(("127.0.0.1", 0)) as lab:
        it = Learn(course, book.getsockname()[1], lab.getsockname()[1], KOREAN_TERMINAL)
        try:
            it.wait_for(re.escape(KOREAN["stop_both"]))
            yield it
        finally:
            if it.process.poll() is None:
                it.stop()


def book_address(it: Learn) -> str:
    return it.wait_for(r"책 +(http://localhost:\d+)/ko/index\.html")[1]


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
    assert KOREAN["port_taken"] != ENGLISH["port_taken"]
    for port, what in ((running.book_port, KOREAN["the_book"]), (running.lab_port, "JupyterLab")):
        line = KOREAN["port_taken"].format(wanted=port, what=what, port="PORT")
        taken = re.search(re.escape(line).replace("PORT", r"(\d+)"), running.said)
        assert taken
        assert int(taken[1]) > port
        assert f"http://localhost:{taken[1]}/" in running.said


def test_the_first_start_says_what_it_does_in_the_terminals_language(running: Learn) -> None:
    copies = len(list((ROOT / "notebooks").rglob("*.ipynb")))
    assert running.said.startswith(KOREAN["copied"].format(n=copies, folder="work"))
    assert KOREAN["starting"] in running.said


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


def test_the_work_link_sets_jupyterlabs_language(running: Learn) -> None:
    """What JupyterLab itself says that its next page will speak; the browser tests see the menus."""
    cookie = f"storybot-token={token(running)}"
    lab = running.wait_for(r"JupyterLab +(http://localhost:\d+)/")[1]
    setting = f"{lab}/lab/api/settings/@jupyterlab/translation-extension:plugin?token={token(running)}"
    for language in (*LANGUAGES, "ko"):
        redirection(f"{book_address(running)}/work/{language}/01-bpe-basics.html", cookie)
        with urllib.request.urlopen(setting) as answer:
            assert json.load(answer)["settings"] == {"locale": LANGUAGES[language].jupyterlab}


@pytest.mark.parametrize(
    ("address", "accepted", "language"),
    [
        ("ja/no<b>.html", "ko", "ja"),
        ("zh/_static/", "ko", "zh"),
        ("nowhere", "de-DE, ko-KR;q=0.9", "ko"),
        ("x", "", "en"),
    ],
)
def test_a_missing_page_is_said_in_the_readers_language(
    running: Learn, address: str, accepted: str, language: str
) -> None:
    request = urllib.request.Request(f"{book_address(running)}/{address}", headers={"Accept-Language": accepted})
    with pytest.raises(urllib.error.HTTPError) as missing:
        urllib.request.urlopen(request)
    with missing.value as answer:
        assert answer.code == 404
        page = answer.read().decode("utf-8")
    words = load_ui_strings(language)["missing_page"]
    assert f"<h1>{words['title']}</h1>" in page
    assert f'href="/{language}/index.html">{words["back"]}' in page
    assert "<b>" not in page, "nothing of the address is markup"


@pytest.mark.parametrize("cookie", ["", "storybot-token=guessed"])
def test_a_stranger_is_not_told_the_token_and_sets_no_language(running: Learn, course: Path, cookie: str) -> None:
    location = redirection(f"{book_address(running)}/work/zh/01-bpe-basics.html", cookie)["Location"]
    assert token(running) not in location
    assert (course / "work" / LANGUAGE_FILE).read_text(encoding="utf-8") == lab_settings.language_text("ko_KR")
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
    assert KOREAN["stopped"].format(folder="work") in running.said
    assert "Traceback" not in running.said
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
    again = Learn(course, running.book_port, running.lab_port, ASCII_TERMINAL, "--language", "ja")
    try:
        again.wait_for(ENGLISH["stop_both"])  # a terminal without Japanese letters
    finally:
        code = again.stop(signal.SIGTERM)
    assert code == 0
    assert again.said.isascii()
    assert re.search(r"book +http://localhost:\d+/ja/index\.html", again.said)
    assert (course / "work" / LANGUAGE_FILE).read_text(encoding="utf-8") == lab_settings.language_text("ja_JP")
    assert ENGLISH["building"] not in again.said
    assert "copied" not in again.said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_two_addresses_stand_below_each_other(language: str) -> None:
    words = load_ui_strings(language)["learn"]
    lines = [words[key].format(address="http://") for key in ("book_address", "lab_address")]
    assert len({sum(2 if east_asian_width(letter) in "WF" else 1 for letter in line) for line in lines}) == 1


@pytest.mark.parametrize(
    ("given", "wanted"), [([], "tools.learn"), (["LANG_="], "tools.learn"), (["LANG_=ko"], "tools.learn --language ko")]
)
def test_make_passes_the_language_on_if_one_is_given(given: list[str], wanted: str) -> None:
    above = {"LANG_", "MAKEFLAGS", "MAKELEVEL"}  # of the make that runs the tests
    environment = {name: value for name, value in os.environ.items() if name not in above}
    done = subprocess.run(
        ["make", "-n", "learn", *given], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.rstrip().endswith(f" -m {wanted}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_anything_is_installed_make_speaks_the_readers_language(language: str) -> None:
    """With nothing but the standard library, `-I -S`; the Makefile names only lines that exist."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    keys = re.findall(r"\$\(PYTHON\) tools/learn/announce\.py (\w+) \$\(LANG_\)", makefile)
    assert keys == ["making", "installing"]
    for key in keys:
        command = [sys.executable, "-I", "-S", "-X", "utf8", ROOT / "tools/learn/announce.py", key, language]
        said = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
        assert said == f"== {load_ui_strings(language)['learn'][key]}\n"


def test_a_work_folder_that_cannot_be_written_is_named(course: Path, tmp_path: Path) -> None:
    (tmp_path / "work").touch()
    for language in LANGUAGES:
        words = load_ui_strings(language)["learn"]
        with pytest.raises(SystemExit, match=re.escape(words["not_writable"].split("{")[0] + str(tmp_path))):
            learn.run_servers(tmp_path / "work", language, None, 8888, True, words)


def test_a_changed_text_is_built_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(learn.build, "up_to_date", lambda: False)
    monkeypatch.setattr(learn.build, "build", lambda: iter([("en", 1.2), ("ko", 34.5)]))
    learn.build_book(KOREAN)
    said = capsys.readouterr().out.splitlines()
    assert said == [KOREAN["building"], "  English: 1초 만에 완료", "  한국어: 34초 만에 완료"]
    monkeypatch.setattr(learn.build, "up_to_date", lambda: True)
    learn.build_book(KOREAN)
    assert capsys.readouterr().out == ""


def test_copies_are_made_once_and_never_overwritten(tmp_path: Path) -> None:
    assert learn.copy_notebooks(tmp_path) >= len(LANGUAGES)
    mine = tmp_path / "ja/01-bpe-basics.ipynb"
    mine.write_text("my work", encoding="utf-8")
    (tmp_path / "zh/01-bpe-basics.ipynb").unlink()
    assert learn.copy_notebooks(tmp_path) == 1
    assert mine.read_text(encoding="utf-8") == "my work"
