"""The build: warnings are errors, nothing is executed, Japanese and Chinese lines join."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from html import escape
from pathlib import Path

import pytest
import yaml

from storybot.check.registry import exercise_names
from tests.book.conftest import edit
from tests.conftest import ROOT
from tools.address import Address, launch_links
from tools.cjk_line_breaks import join_lines
from tools.myst_to_markdown import to_markdown
from tools.site.links import read_page

SITE = "https://some-owner.github.io/some-name"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course in a folder of its own, as a fresh clone has it, and with a public home."""
    target = tmp_path_factory.mktemp("checkout") / "course"
    ignore = shutil.ignore_patterns(".venv", "_build", "work", ".git", "__pycache__", "*.egg-info", ".*_cache")
    shutil.copytree(ROOT, target, ignore=ignore)
    edit(target / "_config.yml", 'url: ""', 'url: "https://github.com/some-owner/some-name"')
    edit(target / "_config.yml", 'baseurl: ""', f'baseurl: "{SITE}"')
    return target


def build(root: Path, language: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.book.build", "--quiet", "--language", language]
    environment = {"PYTHONPATH": f"{root}:{root / 'solutions'}", "PATH": "/usr/bin:/bin", "HOME": str(root)}
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)


@pytest.mark.xdist_group("build")
def test_a_clean_text_builds_without_executing(checkout: Path) -> None:
    done = build(checkout, "ja")
    assert done.returncode == 0, done.stdout + done.stderr
    page = (checkout / "_build/html/ja/01-bpe-basics.html").read_text(encoding="utf-8")
    assert "◇ merge_pair" in page, "the recorded outputs are shown"
    assert len(re.findall(r"<details class=\"[^\"]*solution", page)) == len(exercise_names()["bpe_basics"])
    assert 'id="bpe-ties"' in page
    drawn = re.findall(r'<figure[^>]*>\s*<div class="course-figure".*?</svg>', page, re.S)
    assert len(drawn) == 4, "figures stand in the page"
    assert 'role="img" aria-label="テキストを' in drawn[0]
    assert ">プリトークン</text>" in drawn[0], "in the page's language"
    assert "。\n" not in page.split("<article")[1].split("</article>")[0], "no break between Japanese sentences"
    words = (checkout / "_build/html/ja/glossary.html").read_text(encoding="utf-8")
    row = words.split('id="term-token"')[1].split("</tr>")[0]
    assert 'href="01-bpe-basics.html#bpe-merge"' in row, "a term leads to the section that explains it"
    assert "<td><p>token</p></td>" in row
    assert_leads_to_its_home(page, "ja", "01-bpe-basics")
    index = read_page(checkout / "_build/html/ja/index.html")
    assert any("/edit/main/chapters/ja/index.md" in link for link in index.outside)
    assert not any("colab" in link or "mybinder" in link for link in index.outside), "no notebook"


def assert_leads_to_its_home(page: str, language: str, name: str) -> None:
    """With the address set: launch links, canonical link, alternates, description and card."""
    head, body = page.split("</head>")
    for kind, link in launch_links(Address("some-owner/some-name"), language, name, is_chapter=True).items():
        assert f'href="{escape(link)}" data-launch="{kind}"' in body
    assert f'<link rel="canonical" href="{SITE}/{language}/{name}.html"' in head
    assert head.count('rel="canonical"') == 1
    assert f'hreflang="x-default" href="{SITE}/en/{name}.html"' in head
    assert re.search(r'<meta name="description" content="[^"]{30,120}"', head)
    assert f'<meta property="og:image" content="{SITE}/social/{language}.png"' in head
    assert '<meta name="twitter:card" content="summary_large_image"' in head


@pytest.mark.xdist_group("build")
def test_the_search_knows_sections_exercises_and_terms(checkout: Path) -> None:
    script = (checkout / "_build/html/ja/search-index.js").read_text(encoding="utf-8")
    entries = json.loads(script.removeprefix("window.COURSE_SEARCH = ").removesuffix(";\n"))
    at = {entry["at"]: entry for entry in entries}
    assert len(at) == len(entries), "no address twice"
    exercise = at["01-bpe-basics.html#ex-merge-pair"]
    assert "merge_pair" in exercise["names"], "an exercise is found by its function"
    assert exercise["in"].endswith("BPE の基本"), exercise["in"]
    assert {"マージ", "merge", "병합", "合并"} <= set(at["01-bpe-basics.html#bpe-merge"]["names"]), (
        "a term, by any language"
    )
    assert at["glossary.html#term-token"]["title"] == "トークン"
    assert "nucleus sampling" in at["07-evaluation.html#eval-sampling"]["names"], "and by the names that others use"
    assert "check" in at["01-bpe-basics.html#bpe-train"]["code"] + at["01-bpe-basics.html#ex-train-bpe"]["code"]
    hints = yaml.safe_load(
        (ROOT / "solutions/storybot/bpe_basics/exercises/merge_pair.yml").read_text(encoding="utf-8")
    )
    assert hints["ja"]["hints"][2][:20] not in script, "hints stay folded away"


@pytest.mark.xdist_group("build")
@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("[broken](#no-such-anchor)", "no-such-anchor"),
        ("```{nosuchdirective}\n```", "nosuchdirective"),
        ("```{figure} ../../assets/figures/absent.svg\n:alt: x\n\nx\n```", "absent.svg"),
    ],
)
def test_a_warning_is_an_error(checkout: Path, damage: str, words: str) -> None:
    path = checkout / "chapters/en/index.md"
    whole = path.read_text(encoding="utf-8")
    path.write_text(f"{whole}\n{damage}\n", encoding="utf-8")
    try:
        done = build(checkout, "en")
    finally:
        path.write_text(whole, encoding="utf-8")
    assert done.returncode != 0
    assert words in done.stdout + done.stderr


@pytest.mark.xdist_group("build")
def test_a_term_of_an_unknown_section_is_an_error(checkout: Path) -> None:
    path = checkout / "chapters/glossary.yml"
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace("section: bpe-merge", "section: bpe-nowhere", 1), encoding="utf-8")
    try:
        done = build(checkout, "ja")
    finally:
        path.write_text(whole, encoding="utf-8")
    assert done.returncode != 0
    assert "bpe-nowhere" in done.stdout + done.stderr


def test_unknown_directives_never_reach_a_notebook(copy: Path) -> None:
    from tools.chapters import Chapter

    chapter = Chapter(copy / "chapters/ko/01-bpe-basics.md", [])
    assert to_markdown("```{note}\nA note.\n```", chapter) == "> **참고**\n>\n> A note."
    assert to_markdown("(label)=\n# Title", chapter) == "# Title"
    with pytest.raises(ValueError, match="unknown-thing"):
        to_markdown("```{unknown-thing}\n```", chapter)
    with pytest.raises(ValueError, match="no plain form"):
        to_markdown("see {eq}`eq-one`", chapter)
    with pytest.raises(ValueError, match="is not closed"):
        to_markdown("```{note}\nA note.", chapter)


def test_lines_join_only_where_no_blank_belongs() -> None:
    assert join_lines("一。\n二。") == "一。二。"
    assert join_lines("数です。\n`encode` は") == "数です。`encode` は"
    assert join_lines("English.\nMore.") == "English.\nMore."
    assert join_lines("一。\n\n二。") == "一。\n\n二。"
    assert join_lines("項目。\n1. 一\n2. 二") == "項目。\n1. 一\n2. 二"
