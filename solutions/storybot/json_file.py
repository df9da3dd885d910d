"""The one reader and writer of our JSON files: tokenizer, manifest, index, run, checkpoint, scores.

Every such file says what it is: `{"format": "storybot manifest", "version": 1, …}`. A file that is not
complete, is of another kind or version, or lacks a field gives one clear sentence that begins with its
path, never a traceback from somewhere inside `json`.

Use it in two steps. `read_json_file` checks what all formats have in common; building the typed record from
the fields happens inside `explain_damage`, which turns a wrong type or a missing field into the same kind of error:

    fields = read_json_file(path, FORMAT, VERSION, required=("shards",))
    with explain_damage(path, FORMAT):
        return Manifest(tuple(build_record(ShardInfo, shard) for shard in fields["shards"]))
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields as dataclass_fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from storybot.atomic import write_atomically
from storybot.files import FilePath

Record = TypeVar("Record")


class DamagedFileError(ValueError):
    """The file is not what was written: cut short, changed, or not JSON at all."""


class WrongFormatError(ValueError):
    """The file is whole, but of another kind or of another version."""


def read_json_file(path: FilePath, format_name: str, version: int, required: Iterable[str] = ()) -> dict[str, Any]:
    """The fields of a JSON file, without `format` and `version`, which must be the given ones.

    Raises FileNotFoundError (from `open`; callers that can say more check before), DamagedFileError if the file
    is not complete JSON or lacks a `required` field, and WrongFormatError if its format or version is another one.

    >>> from storybot.check.sample_file import SampleFile
    >>> read_json_file(SampleFile(b'{"format": "storybot toy", "version": 1, "n": 3}'), "storybot toy", 1, ["n"])
    {'n': 3}
    """
    try:
        fields = json.loads(Path(path).read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise DamagedFileError(
            f"{path} is not a complete JSON file (cut short, or of another kind?): {problem}"
        ) from None
    if not isinstance(fields, dict) or "format" not in fields:
        raise WrongFormatError(f'{path} is not a {format_name} file: it lacks "format": "{format_name}"')
    found_format, found_version = fields.pop("format"), fields.pop("version", None)
    if found_format != format_name:
        raise WrongFormatError(f"{path} is not a {format_name} file: its format is {found_format!r}")
    if found_version != version:
        newer = isinstance(found_version, int) and found_version > version
        remedy = "update storybot" if newer else "make the file again with this storybot"
        raise WrongFormatError(f"{path} has version {found_version!r}; this storybot reads version {version}: {remedy}")
    missing = [name for name in required if name not in fields]
    if missing:
        raise DamagedFileError(f"{path} is damaged: the {format_name} file lacks {', '.join(map(repr, missing))}")
    return fields


def write_json_file(
    path: FilePath, format_name: str, version: int, fields: Mapping[str, Any], *, compact: bool = False
) -> None:
    """Write the fields after `format` and `version`, whole or not at all; `compact` leaves out the white space."""
    content = {"format": format_name, "version": version, **fields}
    layout: dict[str, Any] = {"separators": (",", ":")} if compact else {"indent": 1}
    write_atomically(path, json.dumps(content, **layout) + "\n")


@contextmanager
def explain_damage(path: FilePath, format_name: str) -> Iterator[None]:
    """Turn the errors of building a record from a file's fields into one DamagedFileError that names the file.

    >>> with explain_damage("m.json", "storybot manifest"):
    ...     {"rows": 3}["name"]
    Traceback (most recent call last):
    storybot.json_file.DamagedFileError: m.json is damaged: the storybot manifest file lacks 'name'
    """
    try:
        yield
    except KeyError as problem:
        raise DamagedFileError(f"{path} is damaged: the {format_name} file lacks {problem}") from None
    except (TypeError, ValueError, AttributeError) as problem:
        if isinstance(problem, DamagedFileError | WrongFormatError):
            raise
        raise DamagedFileError(
            f"{path} is damaged: a field of the {format_name} file has an unexpected value: {problem}"
        ) from None


def build_record(kind: type[Record], values: Mapping[str, Any]) -> Record:
    """A dataclass from a JSON object of the same names; a field of type str, int, float or bool must have that type.

    Fields with a default may be missing, and names that the dataclass does not have are ignored, so that a newer
    storybot may add some. Inside `explain_damage` the errors name the file.

    >>> from storybot.fingerprints import FileDigest
    >>> build_record(FileDigest, {"bytes": 5, "sha256": "c478", "new": True})
    FileDigest(bytes=5, sha256='c478')
    """
    if not isinstance(values, Mapping):
        raise TypeError(f"expected an object with the fields of {kind.__name__}, found {type(values).__name__}")
    types = get_type_hints(kind)
    known = {field.name: values[field.name] for field in dataclass_fields(kind) if field.name in values}  # type: ignore[arg-type]
    for name, value in known.items():
        expected = types[name]
        allowed = (int, float) if expected is float else expected
        if expected in (str, int, float, bool) and (
            not isinstance(value, allowed) or isinstance(value, bool) != (expected is bool)
        ):
            raise TypeError(f"{name} must be {expected.__name__}, found {value!r}")
    return kind(**known)
