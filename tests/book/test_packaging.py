"""What the files around the code say is true: requirements, READMEs, nothing of this machine."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from storybot.languages import LANGUAGES
from tests.conftest import ROOT, SLOW

CONDA_NAMES = {"pytorch": "torch"}
CONDA_ONLY = {"python>=3.11", "pip"}


def project() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def conda_requirements(environment: dict[str, object]) -> set[str]:
    requirements = set()
    for entry in environment["dependencies"]:  # type: ignore[attr-defined]
        for name in entry["pip"] if isinstance(entry, dict) else [entry]:
            if name not in CONDA_ONLY and name != "-e .":
                head = re.match(r"[\w-]+", name)[0]  # type: ignore[index]
                requirements.add(CONDA_NAMES.get(head, head) + name[len(head) :])
    return requirements


def test_conda_and_pip_say_the_same() -> None:
    wanted = {*project()["dependencies"], *project()["optional-dependencies"]["course"]}  # type: ignore[misc, index, call-overload]
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    assert conda_requirements(environment) == wanted
    assert f"python{project()['requires-python']}" in environment["dependencies"]


def test_a_difference_between_conda_and_pip_would_be_seen() -> None:
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    environment["dependencies"].remove("regex")
    wanted = {*project()["dependencies"], *project()["optional-dependencies"]["course"]}  # type: ignore[misc, index, call-overload]
    assert wanted - conda_requirements(environment) == {"regex"}


def test_every_requirement_has_its_constraint() -> None:
    pinned = {
        re.sub(r"[-_.]+", "-", line.split("==")[0]).lower()
        for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if "==" in line and not line.startswith("#")
    }
    extras = project()["optional-dependencies"]
    wanted = [*project()["dependencies"], *(r for extra in extras.values() for r in extra)]  # type: ignore[misc, attr-defined]
    names = {re.match(r"[\w.-]+", requirement)[0].lower() for requirement in wanted}  # type: ignore[index]
    assert names <= pinned
    assert "torch==2.13.0" in (ROOT / "constraints.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_readme_names_the_commands(language: str) -> None:
    text = (ROOT / LANGUAGES[language].readme).read_text(encoding="utf-8")
    for command in (
        "make learn",
        "make test",
        f"LANG_={'ja' if language == 'en' else language} make learn",
        "pytest --nbval",
    ):
        assert command in text


def tracked() -> list[Path]:
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split(
        "\n"
    )
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def test_nothing_names_this_machine() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: no list of the project's files")
    allowed = {"tests/conftest.py", "CONTRIBUTING.md", "tests/book/test_packaging.py"}
    forbidden = [str(ROOT) + "/", "shared/" + "data", "/root/"]
    for path in tracked():
        if path.suffix in {".py", ".md", ".yml", ".toml", ".txt", ".ipynb", ".js", ".css", ".html", ""}:
            text = path.read_text(encoding="utf-8", errors="replace")
            hits = [word for word in forbidden if word in text]
            assert not hits or str(path.relative_to(ROOT)) in allowed, (path, hits)


def test_every_slow_test_exists() -> None:
    assert [path for path in SLOW if not (ROOT / path).exists()] == []
