"""The one reader of our JSON files: whatever is wrong with a file is one sentence that begins with its path."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from storybot.json_file import (
    DamagedFileError,
    WrongFormatError,
    build_record,
    explain_damage,
    read_json_file,
    write_json_file,
)

FORMAT = "storybot toy"


def test_what_is_written_is_read(tmp_path: Path) -> None:
    for compact in (False, True):
        write_json_file(tmp_path / "a.json", FORMAT, 3, {"n": 1, "name": "日"}, compact=compact)
        assert read_json_file(tmp_path / "a.json", FORMAT, 3, ["n"]) == {"n": 1, "name": "日"}


@pytest.mark.parametrize(
    ("content", "error", "words"),
    [
        (b"", DamagedFileError, "is not a complete JSON file"),
        (b'{"format": "storybot toy", "ver', DamagedFileError, "is not a complete JSON file"),
        (b"\x80\x04\x95 pickle", DamagedFileError, "is not a complete JSON file"),
        (b"[" * 100_000, DamagedFileError, "is not a complete JSON file"),
        (b"[]", WrongFormatError, 'is not a storybot toy file: it lacks "format": "storybot toy"'),
        (b'{"n": 1}', WrongFormatError, "is not a storybot toy file"),
        (b'{"format": "storybot shards"}', WrongFormatError, "its format is 'storybot shards'"),
        (b'{"format": "storybot toy"}', WrongFormatError, "has version None; this storybot reads version 2: make"),
        (b'{"format": "storybot toy", "version": 1}', WrongFormatError, "version 2: make the file again"),
        (b'{"format": "storybot toy", "version": 3}', WrongFormatError, "version 2: update storybot"),
        (b'{"format": "storybot toy", "version": 2}', DamagedFileError, "is damaged: .* lacks 'n'"),
    ],
)
def test_every_damage_is_named(tmp_path: Path, content: bytes, error: type[ValueError], words: str) -> None:
    (tmp_path / "a.json").write_bytes(content)
    with pytest.raises(error, match=r"a\.json .*" + words):
        read_json_file(tmp_path / "a.json", FORMAT, 2, ["n"])


def test_every_truncation_is_refused(tmp_path: Path) -> None:
    write_json_file(tmp_path / "a.json", FORMAT, 1, {"n": [1, 2, 3]})
    whole = (tmp_path / "a.json").read_bytes()
    for length in range(len(whole) - 2):
        (tmp_path / "a.json").write_bytes(whole[:length])
        with pytest.raises(ValueError, match=r"a\.json"):
            read_json_file(tmp_path / "a.json", FORMAT, 1, ["n"])


@dataclass(frozen=True)
class Toy:
    name: str
    size: float
    new: bool = False


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"name": "a", "size": "1"}, "size must be float, found '1'"),
        ({"name": None, "size": 1}, "name must be str, found None"),
        ({"name": "a", "size": True}, "size must be float, found True"),
        ({"name": "a", "size": 1, "new": 1}, "new must be bool, found 1"),
        ({"name": "a"}, "missing 1 required positional argument: 'size'"),
        ([], "expected an object with the fields of Toy, found list"),
    ],
)
def test_a_record_says_which_field_is_wrong(values: Any, words: str) -> None:
    with pytest.raises(DamagedFileError, match=f"a.json is damaged: .*{words}"), explain_damage("a.json", FORMAT):
        build_record(Toy, values)


def test_a_record_takes_what_json_gives() -> None:
    assert build_record(Toy, json.loads('{"name": "a", "size": 1, "unknown": []}')) == Toy("a", 1)
