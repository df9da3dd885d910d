"""The first page and the READMEs say what is so: facts of the map, numbers of the ladder, badges, the lit picture."""

from __future__ import annotations

import base64
import json
import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from storybot.check.cards import section_title
from storybot.check.registry import COURSE, ChapterEntry, exercise_names, load_exercise
from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tests.book.conftest import edit
from tests.conftest import ROOT
from tools import badges
from tools.book.course_map import ranges, span
from tools.chapters import read_chapter
from tools.figures.drawings import draw
from tools.figures.front_page import RESULT
from tools.figures.palette import FIRST, PLAIN
from tools.figures.pipeline import alt_text
from tools.numbering import as_shown, headings
from tools.translations.parity import CODE_BLOCK

SVG = "{http://www.w3.org/2000/svg}"
EACH = [pytest.param(entry, language, id=f"{entry.slug}-{language}") for entry in COURSE for language in LANGUAGES]
NUMBERS = {
    "en": {"three": 3, "four": 4, "five": 5},
    "ja": {},
    "ko": {"세": 3, "서너": (3, 4), "네다섯": (4, 5), "다섯": 5},
    "zh": {"三": 3, "四": 4, "五": 5},
}


def hours_in(text: str, language: str) -> tuple[int, int]:
    """The hours that a chapter names at its beginning."""
    pattern = {
        "en": r"^Time: (\w+)(?: to (\w+))? hours with the exercises\.$",
        "ja": r"^所要時間は、演習も入れて(\d+)(?:[〜～](\d+))?時間です。$",
        "ko": r"^(?:걸리는 시간은 연습 문제까지|연습 문제까지 풀면) (\S+) 시간(?:쯤 걸립니다|입니다)\.$",
        "zh": r"^时间：连同练习，(.)(?:到(.))?个小时。$",
    }[language]
    match = re.search(pattern, text, re.M)
    assert match, f"no line like {pattern}"
    found = [NUMBERS[language].get(word) or int(word) for word in match.groups() if word]
    low, high = found[0] if isinstance(found[0], tuple) else (found[0], found[-1])
    assert isinstance(high, int)
    return low, high


def needs_in(text: str) -> set[str]:
    """The labels of the chapters that the English text asks for."""
    line = re.search(r"^You need (.*)$", text, re.M)
    assert line
    asked = line[1].split(", and for two remarks")[0]
    labels = set(re.findall(r"\b\d\b", asked))
    for low, high in re.findall(r"(\d) to (\d)", asked):
        labels |= {str(number) for number in range(int(low), int(high))}
    return labels | ({"I"} if "the interlude" in asked else set())


def svg_texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize(("entry", "language"), EACH)
def test_hours_are_those_of_the_chapter(entry: ChapterEntry, language: str) -> None:
    text = (ROOT / "chapters" / language / f"{entry.slug}.md").read_text(encoding="utf-8")
    assert hours_in(text, language) == entry.hours


@pytest.mark.parametrize("entry", COURSE, ids=lambda entry: entry.slug)
def test_needs_are_those_of_the_chapter(entry: ChapterEntry) -> None:
    text = (ROOT / "chapters/en" / f"{entry.slug}.md").read_text(encoding="utf-8")
    assert needs_in(text) == set(entry.needs)
    assert set(entry.needs) <= {other.label for other in COURSE[: COURSE.index(entry)]}, "nothing later is needed"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_has_its_parts_in_order(language: str) -> None:
    text = (ROOT / "chapters" / language / "index.md").read_text(encoding="utf-8")
    story = "```{storyteller}" if "```{storyteller}" in text else "% storyteller"
    parts = ["```{course-pipeline}", story, "```bash\nmake learn", "speed-ladder.svg", "```{course-map}"]
    places = [text.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_first_page_says_in_words_is_so(language: str) -> None:
    text = (ROOT / "chapters" / language / "index.md").read_text(encoding="utf-8")
    low, high = (sum(entry.hours[end] for entry in COURSE) for end in (0, 1))
    thirty = {"en": "about thirty hours", "ja": "およそ30時間", "ko": "서른 시간쯤", "zh": "三十个小时左右"}[language]
    assert thirty in text
    assert low <= 30 <= high
    mistakes = sum(len(load_exercise(c, name).mistakes) for c, names in exercise_names().items() for name in names)
    assert f"{mistakes // 100 * 100:,}" in text, f"there are {mistakes} known mistakes"
    result = json.loads((ROOT / RESULT).read_text(encoding="utf-8"))
    settings, processor = result["settings"], result["machine"].split(", ")[0]
    assert processor in text
    assert f"{round(settings['bytes'], -4) // 1000} kB" in text
    assert f"{settings['merges']:,}" in text
    assert settings["languages"] == list(LANGUAGES)
    assert f"`{result['script']}`" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ladder_shows_what_was_measured(language: str) -> None:
    result = json.loads((ROOT / RESULT).read_text(encoding="utf-8"))
    assert (ROOT / result["script"]).is_file()
    seconds = list(result["results"]["seconds"].values())
    svg = draw("speed-ladder", language)
    shown = [
        [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\.?\d*", text)]
        for text in svg_texts(svg)[1::2]
    ]
    assert len(shown) == len(seconds) == 5
    assert shown[0] == [pytest.approx(seconds[0], rel=0.05)]
    for numbers, value in zip(shown[1:], seconds[1:], strict=True):
        assert numbers == [pytest.approx(value, rel=0.05), pytest.approx(seconds[0] / value, rel=0.05)]
    lengths = [float(rect.attrib["width"]) for rect in ElementTree.fromstring(svg).iter(f"{SVG}rect")]
    by_time = sorted(range(5), key=lambda rung: seconds[rung])
    assert by_time == sorted(range(5), key=lambda rung: lengths[rung]), "a longer time has a longer bar"


@pytest.mark.parametrize(("entry", "language"), EACH)
def test_every_chapter_opens_with_the_picture(entry: ChapterEntry, language: str) -> None:
    """In its notebook an image under the title, in which its own part is lit and no other; for pages see browser/."""
    text = (ROOT / "chapters" / language / f"{entry.slug}.md").read_text(encoding="utf-8")
    assert "course-pipeline" not in text, "nobody writes it by hand"
    notebook = json.loads((ROOT / "notebooks" / language / f"{entry.slug}.ipynb").read_text(encoding="utf-8"))
    first = "".join(notebook["cells"][0]["source"])
    match = re.match(r"# .*\n\n!\[(.*)\]\(data:image/svg\+xml;base64,([\w+/=]+)\)\n", first)
    assert match
    assert match[1] == alt_text(language, entry.package)
    svg = ElementTree.fromstring(base64.b64decode(match[2]))
    boxes = [element.attrib["style"] for element in svg.iter(f"{SVG}rect")]
    expected = [FIRST.fill if other is entry else PLAIN.fill for other in COURSE]
    assert [style.split("fill:")[1].split(";")[0] for style in boxes] == expected


def test_the_picture_is_not_numbered() -> None:
    chapter = read_chapter(ROOT / "chapters/en/01-bpe-basics.md")
    assert "**Fig. 1.1** The whole chapter in one picture" in as_shown(chapter).cells[0].source
    assert re.search(r"^# 1\. .*\n\n```\{course-pipeline\}\n```$", as_shown(chapter).cells[0].source, re.M)
    assert headings(chapter)["bpe-basics"] == "1. BPE basics"


def test_a_page_that_is_no_chapter_does_not_open_with_the_picture() -> None:
    glossary = read_chapter(ROOT / "chapters/en/glossary.md")
    assert as_shown(glossary).cells == glossary.cells


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_of_the_first_page_are_in_the_makefile(language: str) -> None:
    text = (ROOT / "chapters" / language / "index.md").read_text(encoding="utf-8")
    targets = re.findall(r"^([\w ]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    known = {name for names in targets for name in names.split()}
    blocks = [block.split("\n")[1] for block in CODE_BLOCK.findall(text)]
    assert blocks == ["make learn", "make test"]
    assert {block.removeprefix("make ") for block in blocks} <= known


def test_badges_are_drawn_from_the_repository() -> None:
    assert badges.stale(ROOT) == []
    cells = [cell for entry in COURSE for cell in read_chapter(ROOT / "chapters/en" / f"{entry.slug}.md").code]
    facts = badges.facts(ROOT)
    assert facts["exercises"] == str(sum("exercise" in cell.tags for cell in cells))
    assert facts["languages"].split(" · ") == sorted(path.parent.name for path in ROOT.glob("chapters/*/index.md"))
    assert facts["python"] == "3.11+"
    assert facts["licence"] == "MIT · CC BY 4.0"


def test_a_badge_that_is_no_longer_true_is_named(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / badges.FOLDER, tmp_path / badges.FOLDER)
    assert badges.stale(tmp_path) == []
    edit(tmp_path / "pyproject.toml", '">=3.11"', '">=3.12"')
    (tmp_path / badges.FOLDER / "ko/stars.svg").touch()
    problems = badges.stale(tmp_path)
    assert "assets/badges/ko/stars.svg is stale: run `python -m tools.badges`" in problems
    assert len(problems) == len(LANGUAGES) + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_readme_shows_what_is_there(language: str) -> None:
    """Its images and links lead to files; its table of chapters says what the course says."""
    text = (ROOT / LANGUAGES[language].readme).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)\s]+)\)", text)
    assert [link for link in links if not (ROOT / link).exists()] == []
    own = [f"{badges.FOLDER}/{language}/{name}.svg" for name in badges.facts(ROOT)]
    pictures = [f"assets/screenshots/{language}/{name}.webp" for name in ("first-page", "chapter", "check")]
    assert [link for link in links if link.startswith("assets/")] == [*own, *pictures]
    for picture in pictures:
        assert 10_000 < (ROOT / picture).stat().st_size < 150_000, picture
    for name, fact in badges.facts(ROOT).items():
        label = load_ui_strings(language)["course_map"][f"badge_{name}"]
        assert f"![{label}: {fact}]({badges.FOLDER}/{language}/{name}.svg)" in text, "its alt text says the same"
    for entry in COURSE:
        title = section_title(entry.anchor, language).removeprefix(f"{entry.label}. ")
        count = len(exercise_names()[entry.package])
        row = f"| {entry.label} | {title} | `storybot.{entry.package}` | {span(*entry.hours)} | {count} |"
        assert row in text


def test_labels_are_joined() -> None:
    assert ranges(["1", "2", "3", "4", "I"]) == "1–4, I"
    assert ranges(["4", "5"]) == "4, 5"
