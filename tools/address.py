"""The one address: where the repository is, and where the book is published, as `_config.yml` says.

Both are empty until the course has a public home. Everything that leads there (launch links, "edit this
page", canonical links, the sitemap) is made from this record, and is left out while it is empty.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

import yaml

from storybot.languages import LANGUAGES
from tools import ROOT

GITHUB = re.compile(r"https://github\.com/([\w-]+/[\w.-]+?)(?:\.git)?/?")
COLAB, BINDER = "https://colab.research.google.com/github", "https://mybinder.org/v2/gh"
ISSUE_FORM = "text-mistake.yml"


@dataclass(frozen=True)
class Address:
    name: str = ""  # of the repository on GitHub: "owner/name"
    branch: str = "main"
    site: str = ""  # of the published book, without a slash at the end

    @property
    def repository(self) -> str:
        return f"https://github.com/{self.name}" if self.name else ""

    @property
    def site_path(self) -> str:
        """The path at which the book is served: "/" or "/some/folder/"; empty while the site is unknown."""
        return f"{urlsplit(self.site).path}/" if self.site else ""

    def colab(self, path: str) -> str:
        return f"{COLAB}/{self.name}/blob/{self.branch}/{quote(path)}"

    def binder(self, path: str) -> str:
        return f"{BINDER}/{self.name}/{quote(self.branch, safe='')}?{urlencode({'urlpath': f'lab/tree/{path}'})}"

    def edit(self, path: str) -> str:
        return f"{self.repository}/edit/{self.branch}/{quote(path)}"

    def issue(self, language: str, page: str) -> str:
        """The form for a mistake in the text, with language and page filled in."""
        fields = {"template": ISSUE_FORM, "language": LANGUAGES[language].name, "page": page}
        return f"{self.repository}/issues/new?{urlencode(fields)}"


def read_address(root: Path = ROOT) -> Address:
    """`repository.url`, `repository.branch` and `html.baseurl` in `_config.yml`; ValueError says what is wrong."""
    path = root / "_config.yml"
    config = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}
    repository, site = config.get("repository", {}), (config.get("html", {}).get("baseurl") or "").rstrip("/")
    url = repository.get("url") or ""
    match = GITHUB.fullmatch(url)
    if url and not match:
        raise ValueError(f"_config.yml: repository.url is {url!r}; it must look like https://github.com/owner/name")
    if site and not re.fullmatch(r"https?://[^/?#\s]+[^?#\s]*", site):
        raise ValueError(f"_config.yml: html.baseurl is {site!r}; it must look like https://owner.github.io/name")
    return Address(match[1] if match else "", repository.get("branch") or "main", site)


def launch_links(address: Address, language: str, page: str, is_chapter: bool) -> dict[str, str]:
    """Kind -> link, in the order of the menu; the kinds are keys of `launch` in the UI strings.

    >>> launch_links(Address("owner/name"), "ja", "01-bpe-basics", is_chapter=True)["edit"]
    'https://github.com/owner/name/edit/main/chapters/ja/01-bpe-basics.md'
    >>> launch_links(Address(), "ja", "01-bpe-basics", is_chapter=True)
    {}
    """
    if not address.name:
        return {}
    notebook = f"notebooks/{language}/{page}.ipynb"
    run = {"colab": address.colab(notebook), "binder": address.binder(notebook)} if is_chapter else {}
    return {
        **run,
        "edit": address.edit(f"chapters/{language}/{page}.md"),
        "issue": address.issue(language, page),
        "repository": address.repository,
    }
