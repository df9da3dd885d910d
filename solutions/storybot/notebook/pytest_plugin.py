"""pytest's plugin for `pytest --nbval work/en/01-bpe-basics.ipynb`: a table of exercises by name.

In a learner's notebook only what its cells do counts, not what an earlier run has printed into the
file; cells that fail because an exercise before them is not solved are counted, not shown. In every
notebook a plot is compared by its alt text, since its pixels differ between machines.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

CHECK = re.compile(r"^check\((\w+)\)", re.M)
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
MARKS = {"solved": "✓", "reference": "◇", "wrong": "✗", "unwritten": "·"}


@dataclass
class Notebook:
    """What became of one learner's notebook."""

    language: str
    results: dict[str, tuple[str, str]] = field(default_factory=dict)  # exercise -> (state, message)
    waiting: int = 0  # cells that failed after an unsolved exercise
    broken: list[str] = field(default_factory=list)  # what cells said that failed although all was solved

    @property
    def unsolved(self) -> bool:
        return any(state in ("wrong", "unwritten") for state, _ in self.results.values())


NOTEBOOKS = pytest.StashKey[dict[Path, Notebook]]()


def is_learners(path: Path) -> bool:
    """Whether this is a notebook of the folder work/<language>."""
    from storybot.notebook.progress import work_folder

    return path.suffix == ".ipynb" and work_folder(path.parent) is not None


def pytest_configure(config: pytest.Config) -> None:
    config.stash[NOTEBOOKS] = {}


def pytest_collection_modifyitems(config: pytest.Config, items: list[Any]) -> None:
    """Compare plots by their text; compare nothing in a learner's notebook. If there is nothing else, say little."""
    cells = [item for item in items if hasattr(item, "cell_num")]
    for item in cells:
        if "text/html" not in item.parent.skip_compare:
            item.parent.skip_compare = (*item.parent.skip_compare, "text/html")
        if is_learners(item.path):
            item.options["check"] = False
            item.cell.outputs = []
            config.stash[NOTEBOOKS].setdefault(item.path, Notebook(item.path.parent.name))
    if items and all(hasattr(item, "cell_num") and is_learners(item.path) for item in items):
        config.option.tbstyle = "no"
        reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.reportchars = ""  # no "FAILED … Cell 5": the table below names the exercises


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: Any, call: Any) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note what a cell of a learner's notebook did; a cell that waits for an exercise counts as skipped."""
    report = yield
    notebook = item.config.stash[NOTEBOOKS].get(item.path)
    if notebook is None or report.when != "call":
        return report
    match = CHECK.search(item.cell.source)
    text = _message(call)
    if match:
        notebook.results[match[1]] = _state(item, match[1], report, text), text
    elif (report.failed and notebook.unsolved) or (report.failed and "NotImplementedError" in text):
        notebook.waiting += 1
        report.outcome = "skipped"
        report.longrepr = (str(item.path), 0, "Skipped: it needs an exercise that is not solved")
    elif report.failed:
        notebook.broken.append(text)
    return report


def _message(call: Any) -> str:
    """What the cell's error says, without colours."""
    if call.excinfo is None:
        return ""
    return ESCAPES.sub("", getattr(call.excinfo.value, "inner_traceback", None) or str(call.excinfo.value)).strip()


def _state(item: Any, name: str, report: pytest.TestReport, text: str) -> str:
    """solved, reference, unwritten or wrong: what a check cell has shown."""
    if report.passed:
        outputs = "".join(str(output.get("text", "")) for output in item.test_outputs or [])
        return "reference" if outputs.startswith("◇") else "solved"
    from storybot.languages.ui_strings import load_ui_strings

    unwritten = load_ui_strings(item.path.parent.name)["check"]["unwritten"].format(name=name)
    return "unwritten" if unwritten in text or "NameError" in text else "wrong"


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """The table of exercises of each learner's notebook; in English where the terminal lacks its language's letters."""
    from storybot.languages.terminal import printable, writable_language

    encoding = getattr(sys.__stdout__, "encoding", None) or "utf-8"  # sys.stdout may be one that pytest reads
    for path, notebook in sorted(config.stash[NOTEBOOKS].items(), key=lambda item: _place(item[0])):
        terminalreporter.write_line("")
        notebook.language = writable_language(notebook.language, encoding)
        for line in table(path, notebook):
            terminalreporter.write_line(printable(line, encoding))


def _place(path: Path) -> tuple[Path, int]:
    """The place of a notebook's table: by folder, then in the order of the course; other notebooks are the last."""
    from storybot.check.registry import COURSE

    slugs = [entry.slug for entry in COURSE]
    return path.parent, slugs.index(path.stem) if path.stem in slugs else len(slugs)


def table(path: Path, notebook: Notebook) -> list[str]:
    """The chapter, one line an exercise, and below the wrong ones what their check says."""
    from storybot.check.cards import load_card, section_title
    from storybot.check.registry import chapter_of, entry_named
    from storybot.languages.ui_strings import load_ui_strings

    words = load_ui_strings(notebook.language)["progress"]
    entry = entry_named(path.stem)
    lines = [str(path), *([section_title(entry.anchor, notebook.language)] if entry else [])]
    width = max(map(len, notebook.results), default=0)
    for name, (state, text) in notebook.results.items():
        chapter = chapter_of(name)
        stars = load_card(chapter, name, notebook.language).stars if chapter else ""
        lines.append(f"  {MARKS[state]} {name:{width}}  {stars}  {words[state]}")
        if state == "wrong":
            lines += [f"      {line}" for line in text.split("\n")]
    if notebook.waiting:
        lines.append("  " + words["waits"].format(n=notebook.waiting))
    if notebook.broken:
        lines.append("  " + words["broken"].format(n=len(notebook.broken)))
        lines += [f"      {line}" for line in notebook.broken[0].split("\n")[-12:]]
    return lines
