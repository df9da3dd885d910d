"""With an address set, every launch link leads to a file of the repository; without one there is none."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
import yaml
from IPython.core.inputtransformer2 import TransformerManager

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tests.conftest import ROOT
from tools import notebooks
from tools.address import Address, launch_links, read_address
from tools.book.build import work_page
from tools.chapters import chapter_paths, read_chapter

ADDRESS = Address("some-owner/some.name", "main", "https://some-owner.github.io/some.name")
TEXTS = [path.relative_to(ROOT) for code in LANGUAGES for path in sorted((ROOT / "chapters" / code).glob("*.md"))]
FORM = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/text-mistake.yml").read_text(encoding="utf-8"))


def file_of(kind: str, link: str) -> str:
    """The path in the repository that a link opens."""
    parts, query = urlsplit(link), parse_qs(urlsplit(link).query)
    before = {
        "colab": "/github/some-owner/some.name/blob/main/",
        "edit": "/some-owner/some.name/edit/main/",
        "issue": "/some-owner/some.name/issues/new",
        "binder": "/v2/gh/some-owner/some.name/main",
        "repository": "/some-owner/some.name",
    }[kind]
    assert parts.path.startswith(before), link
    if kind == "binder":
        return query["urlpath"][0].removeprefix("lab/tree/")
    if kind == "issue":
        return f".github/ISSUE_TEMPLATE/{query['template'][0]}"
    return unquote(parts.path.removeprefix(before)) or "README.md"


@pytest.mark.parametrize("text", TEXTS, ids=str)
def test_every_launch_link_leads_to_a_file_of_the_repository(text: Path) -> None:
    language, page = text.parts[1], text.stem
    is_chapter = text.name in {path.name for path in chapter_paths(ROOT, language)}
    links = launch_links(ADDRESS, language, page, is_chapter)
    assert ("colab" in links, "binder" in links) == (is_chapter, is_chapter)
    for kind, link in links.items():
        assert kind in load_ui_strings(language)["launch"], "it has a word"
        assert (ROOT / file_of(kind, link)).is_file(), (kind, link)
    if is_chapter:
        assert file_of("colab", links["colab"]) == file_of("binder", links["binder"])
        assert file_of("colab", links["colab"]) == f"notebooks/{language}/{page}.ipynb"
    assert file_of("edit", links["edit"]) == text.as_posix()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_issue_link_fills_in_fields_of_the_form(language: str) -> None:
    query = parse_qs(urlsplit(ADDRESS.issue(language, "06-ddp")).query)
    fields = {field["id"]: field["attributes"] for field in FORM["body"] if "id" in field}
    assert set(query) - {"template"} <= set(fields)
    assert query["language"][0] in fields["language"]["options"]


def test_the_issue_form_offers_all_languages() -> None:
    fields = {field["id"]: field["attributes"] for field in FORM["body"] if "id" in field}
    names = [language.name for language in LANGUAGES.values()]
    assert fields["language"]["options"] == names, f"text-mistake.yml must offer {names}"


def test_without_an_address_nothing_leads_there() -> None:
    assert launch_links(Address(), "en", "index", is_chapter=False) == {}
    page = work_page(Address(), "ko", "06-ddp")
    assert "://" not in page
    assert "LANG_=ko make learn" in page


def test_the_work_page_leads_online_and_says_how_to_get_the_course() -> None:
    page = work_page(ADDRESS, "ja", "06-ddp")
    links = launch_links(ADDRESS, "ja", "06-ddp", is_chapter=True)
    assert links["colab"] in page
    assert links["binder"] in page
    assert "git clone https://github.com/some-owner/some.name\ncd some.name" in page


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("repository: {url: ''}", Address()),
        ("repository: {url: 'https://github.com/a/b.git', branch: dev}", Address("a/b", "dev")),
        ("html: {baseurl: 'https://a.github.io/b/'}", Address(site="https://a.github.io/b")),
        ("repository: {url: 'github.com/a/b'}", "must look like https://github.com/owner/name"),
        ("repository: {url: 'https://github.com/a'}", "must look like https://github.com/owner/name"),
        ("html: {baseurl: 'a.github.io/b'}", "must look like https://owner.github.io/name"),
    ],
)
def test_the_address_is_read_from_the_settings(tmp_path: Path, settings: str, expected: Address | str) -> None:
    (tmp_path / "_config.yml").write_text(settings, encoding="utf-8")
    if isinstance(expected, Address):
        assert read_address(tmp_path) == expected
    else:
        with pytest.raises(ValueError, match=expected):
            read_address(tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_notebook_that_colab_opens_begins_with_an_installation(language: str) -> None:
    """And is otherwise the same; elsewhere that cell is valid and does nothing."""
    chapter = read_chapter(next(iter(chapter_paths(ROOT, language))))
    first, *others = notebooks.exercise_notebook(chapter, ADDRESS).cells
    assert others == notebooks.exercise_notebook(chapter, Address()).cells
    asked = first.source.split("%pip install --quiet ")[1].split("\n")[0].split()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert asked == [name for name in project["dependencies"] if name != "torch==2.13.0"]
    assert f'"{project["name"]} @ git+{ADDRESS.repository}@main"' in first.source
    assert ("fonts-noto-cjk" in first.source) == LANGUAGES[language].cjk
    code = TransformerManager().transform_cell(first.source)
    statements = ast.parse(code).body
    assert [type(statement) for statement in statements] == [ast.Import, ast.If]
    scope: dict[str, object] = {}
    exec(compile(code, "cell", "exec"), scope)  # no get_ipython here: a line that ran would raise
    assert "sys" in scope
