"""The bundle on disk: the course's own is what its tool makes, and a broken one is refused with file and line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from storybot.evaluation.core import bundle as bundle_module
from storybot.evaluation.core.bundle import OUR_BUNDLE, read_bundle
from storybot.languages import LANGUAGES
from tools.eval_bundle import make_files

MULTIPLE = {"query": "The cat", "choices": ["purrs.", "flies."], "gold": 0}
SCHEMA = {"context_options": ["The cat", "The cup"], "continuation": "purrs.", "gold": 1}
MODELING = {"context": " The cat ", "continuation": "purrs."}
KINDS = {"multiple_choice": MULTIPLE, "schema": SCHEMA, "language_modeling": MODELING}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A bundle with one task of each kind, of three items each."""
    (tmp_path / "eval_data" / "pets").mkdir(parents=True)
    entries = []
    for kind, item in KINDS.items():
        entries.append(
            f"-\n  label: {kind}\n  dataset_uri: pets/{kind}.jsonl\n  num_fewshot: [1]\n  icl_task_type: {kind}\n"
        )
        lines = [json.dumps(item)] * 3
        (tmp_path / "eval_data" / "pets" / f"{kind}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "core.yaml").write_text("icl_tasks:\n" + "".join(entries), encoding="utf-8")
    rows = "".join(f"{kind},50,x\n" for kind in KINDS)
    (tmp_path / "eval_meta_data.csv").write_text(f"Eval Task,Random baseline,Description\n{rows}", encoding="utf-8")
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_bundle_is_read(small: Path) -> None:
    tasks = read_bundle(small).tasks
    assert [task.label for task in tasks] == list(KINDS)
    assert [task.items[0].options for task in tasks] == [
        [("The cat", "purrs."), ("The cat", "flies.")],
        [("The cat", "purrs."), ("The cup", "purrs.")],
        [("The cat", "purrs.")],
    ]
    assert [(task.shots, task.delimiter, task.baseline, len(task.items)) for task in tasks] == [(1, " ", 50.0, 3)] * 3


def test_the_name_of_a_bundle_changes_with_its_items(small: Path) -> None:
    before = read_bundle(small).name
    assert before.startswith(f"{small.name}/core.yaml ")
    assert read_bundle(small).name == before
    change(small / "eval_data/pets/schema.jsonl", "The cup", "The mug")
    assert read_bundle(small).name != before


def item_with(**fields: Any) -> Callable[[Path], None]:
    """Put another item into line 2 of the first task."""

    def edit(folder: Path) -> None:
        path = folder / "eval_data/pets/multiple_choice.jsonl"
        lines = path.read_text(encoding="utf-8").splitlines()
        item = {name: value for name, value in (MULTIPLE | fields).items() if value is not None}
        path.write_text("\n".join([lines[0], json.dumps(item), lines[2]]), encoding="utf-8")

    return edit


def config_with(old: str, new: str) -> Callable[[Path], None]:
    return lambda folder: change(folder / "core.yaml", old, new)


def table_with(old: str, new: str) -> Callable[[Path], None]:
    return lambda folder: change(folder / "eval_meta_data.csv", old, new)


def cut_line(folder: Path) -> None:
    path = folder / "eval_data/pets/schema.jsonl"
    path.write_text(path.read_text(encoding="utf-8")[:-5], encoding="utf-8")


LINE_2 = r"multiple_choice\.jsonl, line 2: "
SCHEMA_FILE, MODELING_FILE = "eval_data/pets/schema.jsonl", "eval_data/pets/language_modeling.jsonl"
BROKEN: dict[str, tuple[Callable[[Path], None], type[Exception], str]] = {
    "no config": (lambda f: (f / "core.yaml").unlink(), FileNotFoundError, "no core.yaml in"),
    "no table": (lambda f: (f / "eval_meta_data.csv").unlink(), FileNotFoundError, "no eval_meta_data.csv in"),
    "no file": (lambda f: (f / SCHEMA_FILE).unlink(), FileNotFoundError, r"task schema: .*pets/schema\.jsonl"),
    "no items": (lambda f: (f / SCHEMA_FILE).write_text("\n"), ValueError, "schema.jsonl has no items"),
    "half a line": (cut_line, ValueError, r"schema\.jsonl, line 3: "),
    "a bare list": (lambda f: (f / SCHEMA_FILE).write_text("[]"), ValueError, "line 1: an item must"),
    "not UTF-8": (lambda f: (f / SCHEMA_FILE).write_bytes(b'{"a": "\xff"}'), ValueError, r"schema\.jsonl, line 1: "),
    "one option": (item_with(choices=["purrs."]), ValueError, LINE_2 + "1 option; there must be two"),
    "no option": (item_with(choices=[]), ValueError, LINE_2 + "0 options"),
    "gold too large": (item_with(gold=2), ValueError, LINE_2 + "gold is 2, but the 2 options"),
    "gold below 0": (item_with(gold=-1), ValueError, LINE_2 + "gold is -1"),
    "gold a text": (item_with(gold="0"), ValueError, LINE_2 + "'gold' must be a whole number"),
    "gold a truth": (item_with(gold=True), ValueError, LINE_2 + "'gold' must be a whole number"),
    "no query": (item_with(query=None), ValueError, LINE_2 + "there is no 'query', only choices, gold"),
    "options a text": (item_with(choices="ab"), ValueError, LINE_2 + "'choices' must be a list of texts"),
    "query a number": (item_with(query=3), ValueError, LINE_2 + "'query' must be text"),
    "nothing to write": (lambda f: change(f / MODELING_FILE, "purrs.", " "), ValueError, "'continuation' is empty"),
    "unknown kind": (config_with("icl_task_type: schema", "icl_task_type: essay"), ValueError, "unknown kind 'essay'"),
    "twice": (config_with("label: schema", "label: multiple_choice"), ValueError, "two tasks 'multiple_choice'"),
    "no kind": (config_with("  icl_task_type: schema\n", ""), ValueError, r"task 2 \(schema\) has no 'icl_task_type'"),
    "shots a number": (config_with("num_fewshot: [1]", "num_fewshot: 1"), ValueError, "'num_fewshot' must be a list"),
    "no list": (lambda f: (f / "core.yaml").write_text("tasks: []"), ValueError, "no list 'icl_tasks'"),
    "no YAML": (lambda f: (f / "core.yaml").write_text("a: [b"), ValueError, "no list 'icl_tasks'"),
    "an empty list": (lambda f: (f / "core.yaml").write_text("icl_tasks: []"), ValueError, "lists no tasks"),
    "no baseline": (table_with("schema,50,x\n", ""), ValueError, "no baseline for task schema"),
    "an empty baseline": (table_with("schema,50,x\n", "schema,,x\n"), ValueError, "baseline of task schema is ''"),
    "a baseline of 100": (table_with("schema,50,x\n", "schema,100,x\n"), ValueError, "not a percentage below 100"),
    "another table": (table_with("Random baseline", "Chance"), ValueError, "no column 'Random baseline'"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_bundle_is_refused(small: Path, name: str) -> None:
    damage, error, message = BROKEN[name]
    damage(small)
    with pytest.raises(error, match=message):
        read_bundle(small)


def test_without_the_repository_a_bundle_must_be_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bundle_module, "OUR_BUNDLE", tmp_path / "gone")
    with pytest.raises(FileNotFoundError, match="give the folder of a bundle"):
        read_bundle()


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return make_files()


def test_our_bundle_is_what_the_tool_makes(files: dict[str, str]) -> None:
    found = {str(path.relative_to(OUR_BUNDLE)): path.read_text(encoding="utf-8") for path in OUR_BUNDLE.rglob("*.*")}
    assert found.keys() == files.keys()
    stale = [name for name in files if found[name] != files[name]]
    assert not stale, f"{stale}: run `python -m tools.eval_bundle`"


def test_our_bundle_has_three_kinds_in_four_languages() -> None:
    tasks = read_bundle().tasks
    assert Counter(task.label[-2:] for task in tasks) == dict.fromkeys(LANGUAGES, 3)
    for language in LANGUAGES:
        assert {task.kind for task in read_bundle(config=f"core_{language}.yaml").tasks} == set(KINDS)
    for task in tasks:
        assert len(task.items) >= 40
        assert len(set(task.items)) == len(task.items)
        options = len(task.items[0].options)
        assert task.baseline == (0 if options == 1 else 100 / options)
        assert set(Counter(item.gold for item in task.items).values()) == {len(task.items) // options}, "balanced"
    assert {task.shots for task in tasks} > {0}


def test_options_are_different_and_whole_sentences() -> None:
    for task in read_bundle().tasks:
        for item in task.items:
            assert len(set(item.options)) == len(item.options)
            texts = [*item.contexts, *item.endings] if task.kind != "language_modeling" else item.contexts
            assert not any("%" in text or "@" in text or text != text.strip() or "  " in text for text in texts)
            if task.kind != "language_modeling":
                assert all(text.endswith((".", "。", '"', "」", "”", "!", "！", "？")) for text in texts)
