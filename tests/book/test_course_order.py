"""The order of the course and the labels of its chapters: `COURSE` says them once, and everything follows it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from storybot.check.registry import CHAPTERS, COURSE, entry_named, entry_of
from storybot.languages import LANGUAGES
from storybot.notebook.plots import figure_name
from tests.conftest import ROOT
from tools.chapters import Cell, Chapter, chapter_paths, is_chosen, read_chapter
from tools.numbering import headings, numbered, plot_problems

TEXT = """(interlude-model)=
# Interlude

```{figure} ../../assets/figures/gpt-block.svg
:alt: A block.

One block.
```

(interlude-a)=
## Attention

## The whole model"""


def interlude(language: str, plot: str = "I.2") -> Chapter:
    """A small chapter under the interlude's name: a figure, two sections, a plot."""
    path = ROOT / "chapters" / language / "interlude-model.md"
    prose = Cell("prose", TEXT, "interlude-model")
    return Chapter(path, [prose, Cell("code", f'show(fig, "{plot}", t("loss"))', "interlude-a")])


def test_the_interlude_is_between_chapters_4_and_5() -> None:
    assert CHAPTERS[3:6] == ["data_pipeline", "model", "training_loop"]
    assert [entry.label for entry in COURSE] == ["1", "2", "3", "4", "I", "5", "6", "7"]
    assert entry_of("model").module == "storybot.model.from_scratch", "storybot.model.mlp is a module"
    assert entry_named("glossary") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_its_place(language: str) -> None:
    """A text that `COURSE` does not name would be left out silently; one that is not written would too."""
    folder = ROOT / "chapters" / language
    slugs = [entry.slug for entry in COURSE]
    assert [path.stem for path in chapter_paths(ROOT, language)] == slugs
    assert {path.stem for path in folder.glob("*.md")} == {*slugs, "index", "glossary"}
    contents = yaml.safe_load((folder / "_toc.yml").read_text(encoding="utf-8"))
    assert [row["file"] for row in contents["chapters"]] == [*slugs, "glossary"]
    for entry in COURSE:
        assert read_chapter(folder / f"{entry.slug}.md").anchors[0] == entry.anchor


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_readme_lists_the_chapters_by_their_titles(language: str) -> None:
    """The first page has its list from `COURSE` (`{course-map}`); the README has one that was written."""
    text = (ROOT / LANGUAGES[language].readme).read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w) \| (.+?) \| `storybot\.(\w+)` \|", text, re.M)
    assert [(label, package) for label, _, package in rows] == [(entry.label, entry.package) for entry in COURSE]
    for entry, (_, name, _) in zip(COURSE, rows, strict=True):
        title = headings(read_chapter(ROOT / "chapters" / language / f"{entry.slug}.md"))[entry.anchor]
        assert title == (f"{entry.label}. {name}" if entry.numbered else name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sections_and_figures_of_the_interlude_begin_with_its_letter(language: str) -> None:
    chapter = interlude(language)
    text = numbered(chapter).cells[0].source
    assert re.findall(r"^#.*$", text, re.M) == ["# Interlude", "## I.1 Attention", "## I.2 The whole model"]
    assert f"**{figure_name('I.1', language)}** One block." in text
    assert plot_problems(chapter) == [], "the drawn figure is I.1, so the plot is I.2"


def test_a_plot_of_the_interlude_with_another_number_is_named() -> None:
    expected = "section interlude-a: the plot 5.2 is number I.2 of its chapter"
    assert plot_problems(interlude("en", "5.2")) == [expected]


def test_a_page_that_is_not_a_chapter_gets_no_numbers() -> None:
    page = read_chapter(ROOT / "chapters/en/index.md")
    assert numbered(page) is page


def test_a_chapter_is_chosen_by_its_number_or_its_name() -> None:
    def chosen(*names: str) -> list[str]:
        return [entry.slug for entry in COURSE if is_chosen(entry.slug, list(names))]

    assert chosen("05") == ["05-training-loop"]
    assert chosen("interlude") == chosen("interlude-model") == ["interlude-model"]
    assert chosen("07-evaluation", "interlude") == ["interlude-model", "07-evaluation"]
    assert chosen("0") == chosen("model") == chosen("") == []


def test_an_unknown_chapter_is_refused() -> None:
    command = [sys.executable, "-m", "tools.notebooks", "08"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert "no chapter is called 08: 01-bpe-basics, " in done.stderr
    assert "04-data-pipeline, interlude-model, 05-training-loop" in done.stderr


def test_a_missing_text_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "chapters/en").mkdir(parents=True)
    for name in ("06-ddp", "interlude-model", "05-training-loop", "notes"):
        (tmp_path / f"chapters/en/{name}.md").touch()
    names = [path.stem for path in chapter_paths(tmp_path, "en")]
    assert names == ["interlude-model", "05-training-loop", "06-ddp"]
