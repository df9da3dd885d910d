"""The language of the course's JupyterLab: set by the course, left alone when the learner has chosen one."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tests.conftest import ROOT
from tools.learn import command as learn
from tools.learn import lab_settings

WORDS = load_ui_strings("en")["learn"]


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of the learner's other JupyterLabs: a theme, and a language."""
    folder = tmp_path / "own"
    for name, text in (
        ("apputils-extension/themes", '{"theme": "Dark"}'),
        ("translation-extension/plugin", '{"a": 1}'),
    ):
        path = folder / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("JUPYTERLAB_SETTINGS_DIR", str(folder))
    return folder


@pytest.fixture
def work(tmp_path: Path) -> Path:
    work = tmp_path / "work"
    work.mkdir()
    return work


def write_language(work: Path, text: str) -> None:
    path = lab_settings.language_file(work)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def locale(work: Path) -> str:
    found = re.search(r'"locale": "(\w+)"', lab_settings.language_file(work).read_text(encoding="utf-8"))
    assert found
    return found[1]


def test_every_page_sets_its_language_and_english_is_one_of_them(work: Path) -> None:
    for language in (*LANGUAGES, "en"):
        lab_settings.set_language(work, language)
        assert locale(work) == LANGUAGES[language].jupyterlab
        assert lab_settings.own_choice(work) is None


@pytest.mark.parametrize(
    "text", ["", "{}", '{"locale": "default"}', '{"stringsPrefix": "!"}', "not JSON", "[]", "\ud7ff"]
)
def test_a_restored_default_or_a_broken_file_follows_the_book_again(work: Path, text: str) -> None:
    write_language(work, text)
    lab_settings.set_language(work, "zh")
    assert locale(work) == "zh_CN"


@pytest.mark.parametrize("chosen", ["ja_JP", "en", "fr_FR"])
def test_a_language_that_the_learner_has_chosen_stays(
    work: Path, chosen: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f'{{\n    // Language locale\n    "locale": "{chosen}",\n}}'  # as JupyterLab writes it, more or less
    write_language(work, text)
    learn.prepare_lab(work, "ko", WORDS)
    assert lab_settings.language_file(work).read_text(encoding="utf-8") == text
    said = capsys.readouterr().out
    assert f"stays in {chosen}" in said
    assert str(lab_settings.language_file(work)) in said, "how to undo it"


def test_the_learners_other_settings_are_copied_once_but_for_the_language(work: Path, own_settings: Path) -> None:
    lab_settings.make_settings(work)
    folder = lab_settings.settings_folder(work)
    theme = folder / "@jupyterlab/apputils-extension/themes.jupyterlab-settings"
    assert theme.read_text(encoding="utf-8") == '{"theme": "Dark"}'
    assert not lab_settings.language_file(work).exists()
    assert json.loads((folder / lab_settings.NEWS_FILE).read_text(encoding="utf-8")) == {
        "fetchNews": "false",
        "checkForUpdates": False,
    }
    theme.write_text('{"theme": "Light"}', encoding="utf-8")
    (folder / lab_settings.NEWS_FILE).write_text('{"fetchNews": "true"}', encoding="utf-8")
    lab_settings.make_settings(work)
    assert "Light" in theme.read_text(encoding="utf-8")
    assert "true" in (folder / lab_settings.NEWS_FILE).read_text(encoding="utf-8"), "a choice of their own"
    assert sorted(path.name for path in own_settings.rglob("*.*")) == [
        "plugin.jupyterlab-settings",
        "themes.jupyterlab-settings",
    ], "their own folder is as it was"


def test_settings_that_cannot_be_written_stop_nothing(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lab_settings.settings_folder(work).touch()  # a file where the folder should be: also root cannot write below it
    learn.prepare_lab(work, "ja", load_ui_strings("ja")["learn"])
    assert capsys.readouterr().out.startswith("JupyterLab の設定を書き込めない")
    with pytest.raises(OSError, match="jupyterlab-settings"):
        lab_settings.set_language(work, "ja")


def test_a_language_has_its_pack_installed_and_required() -> None:
    installed = {entry.name for entry in entry_points(group="jupyterlab.languagepack")}
    course = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    packs = {language.jupyterlab for language in LANGUAGES.values()} - {"en"}
    assert {"ja_JP", "ko_KR", "zh_CN"} <= packs <= installed
    assert {f"jupyterlab-language-pack-{locale.replace('_', '-')}" for locale in packs} <= set(course["course"])
