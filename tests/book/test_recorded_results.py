"""Numbers in the book come from scripts: a recorded result is what its script wrote, and the script is there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from storybot.languages import LANGUAGES
from tools import ROOT
from tools.chapters import chapter_paths

RECORDED = sorted((ROOT / "solutions/storybot").glob("*/recorded/*.json"))
KEYS = {"script", "date", "machine", "versions", "seeds", "settings", "results"}


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_result_is_what_its_script_wrote(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record.keys() == KEYS
    assert (ROOT / record["script"]).is_file(), record["script"]
    original = ROOT / "benchmarks/results" / path.name
    assert original.read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_and_files_that_a_chapter_names_are_there(language: str) -> None:
    for path in chapter_paths(ROOT, language):
        named = re.findall(r"`(benchmarks/[\w/.-]+\.(?:py|md|json))`", path.read_text(encoding="utf-8"))
        for name in named:
            assert (ROOT / name).is_file(), f"{path.name} names {name}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_recorded_result_is_read_in_a_chapter(language: str) -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in chapter_paths(ROOT, language))
    read = set(re.findall(r'recorded\(f?"([\w{}]+)"\)', texts)) | {"sick_curves"}  # the clinic reads that one
    names = {one.replace("{LANGUAGE}", code) for one in read for code in LANGUAGES}
    assert {path.stem for path in RECORDED} == names
