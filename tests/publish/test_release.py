"""Version, changelog and citation agree; Binder installs what the package asks for."""

from __future__ import annotations

import json
import os
import re
import tomllib
from datetime import date

import yaml
from packaging.version import Version

import storybot
from tests.conftest import ROOT
from tools.address import Address, read_address

RELEASE = re.compile(r"^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$", re.M)
CONDA = {"torch": "pytorch-cpu"}
BINDER_OWN = {"python=3.12", "pip", "jupyterlab~=4.0", "nbval", "pytest"}


def release_problems(version: str, changelog: str, citation: dict[str, object], address: Address) -> list[str]:
    """Where version, CHANGELOG.md and CITATION.cff contradict one another."""
    problems, entries = [], RELEASE.findall(changelog)
    dated = [(Version(name), date.fromisoformat(day)) for name, day in entries if name != "Unreleased"]
    if dated != sorted(dated, reverse=True):
        problems.append("CHANGELOG: the newest release stands first")
    if citation["version"] != version:
        problems.append(f"CITATION: the version is {version}")
    newest, day = dated[0]
    if Version(version).is_devrelease:
        unreleased = changelog.split("## [Unreleased]")[1].split("\n## ")[0] if entries[0][0] == "Unreleased" else ""
        if not newest < Version(version):
            problems.append("a version in development comes after the newest release")
        if not all(f"{word}" in unreleased for word in (Version(version).base_version, version)):
            problems.append("CHANGELOG: Unreleased names the version to come and the one until then")
        if "date-released" in citation:
            problems.append("CITATION: what is not released has no date")
    else:
        if newest != Version(version):
            problems.append("CHANGELOG: the newest release is the version of the package")
        if citation.get("date-released") != day:
            problems.append("CITATION: date-released is the day in CHANGELOG")
    if citation.get("repository-code", "") != address.repository or citation.get("url", "") != address.site:
        problems.append("CITATION: repository-code and url are the addresses in _config.yml, or absent")
    return problems


def citation() -> dict[str, object]:
    loaded: dict[str, object] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    return loaded


def changelog() -> str:
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_version_changelog_and_citation_agree() -> None:
    assert release_problems(storybot.__version__, changelog(), citation(), read_address(ROOT)) == []


def test_a_release_that_forgets_something_is_named() -> None:
    day = date(2030, 1, 2)
    released = changelog().replace("## [Unreleased]", "## [Unreleased]\n\n## [9.0.0] - 2030-01-02")
    done = {**citation(), "version": "9.0.0", "date-released": day}
    site = read_address(ROOT)
    assert release_problems("9.0.0", released, done, site) == []
    assert release_problems("9.0.0", changelog(), done, site) == [
        "CHANGELOG: the newest release is the version of the package",
        "CITATION: date-released is the day in CHANGELOG",
    ]
    assert release_problems("9.0.0", released, {**done, "version": "8.0.0"}, site) == ["CITATION: the version is 9.0.0"]
    assert len(release_problems("9.0.0.dev0", released, done, site)) == 4
    moved = Address("some/where", site="https://some.where")
    assert any("repository-code" in problem for problem in release_problems("9.0.0", released, done, moved))


def test_the_citation_has_what_its_format_asks_for() -> None:
    """The keys that version 1.2.0 of the Citation File Format requires, and none that it does not know."""
    known = {"abstract", "authors", "cff-version", "date-released", "keywords", "license", "message"}
    known |= {"repository-code", "title", "type", "url", "version"}
    found = citation()
    assert {"authors", "cff-version", "message", "title"} <= set(found) <= known
    assert found["cff-version"] == "1.2.0"
    assert all(set(author) == {"name"} for author in found["authors"])  # type: ignore[attr-defined]


def test_binder_installs_what_the_package_asks_for() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    renamed = {re.sub(r"^[\w-]+", lambda name: CONDA.get(name[0], name[0]), requirement) for requirement in wanted}
    environment = yaml.safe_load((ROOT / ".binder/environment.yml").read_text(encoding="utf-8"))
    assert set(environment["dependencies"]) == renamed | BINDER_OWN
    assert os.access(ROOT / ".binder/postBuild", os.X_OK)


def test_the_dev_container_names_what_exists() -> None:
    settings = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
    target = settings["postCreateCommand"].removeprefix("make ")
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    apt = re.findall(r"[\w-]+", (ROOT / ".ci/run").read_text(encoding="utf-8"))
    packages = settings["onCreateCommand"].split("--no-install-recommends ")[1].split()
    assert set(packages) <= set(apt), "what .ci/run installs too"
