"""`python -m tools.book.build`: the book in every language, in _build/html.

One process a language, two at a time: Sphinx keeps its words in a module global, and a
second build in the same process would speak the first one's language. Warnings are errors.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from html import escape
from string import Template

from storybot.languages import LANGUAGES, Language
from storybot.languages.terminal import say
from storybot.languages.ui_strings import load_ui_strings
from tools import ROOT
from tools.address import Address, launch_links, read_address
from tools.book.fonts import cut_fonts
from tools.book.publishing import alternates, social_tags
from tools.book.unused_styles import lean_styles
from tools.chapters import chapter_paths

HTML = ROOT / "_build" / "html"
STAMP = ROOT / "_build" / "book.digest"
INPUTS = ["chapters", "assets", "tools", "solutions", "_config.yml"]
NOT_INPUTS = (ROOT / "assets/print", ROOT / "tools/print")  # what is made from the built book
RUN = ["colab", "binder"]  # the launch links that run a notebook


def build_language(language: str, quiet: bool) -> int:
    """Build one language in this process."""
    from jupyter_book.sphinx import build_sphinx  # slow to import, and only needed here

    static, words, site = str(ROOT / "assets/static"), load_ui_strings(language)["book"], read_address(ROOT).site
    status: int = (
        build_sphinx(
            ROOT / "chapters" / language,
            HTML / language,
            noconfig=True,
            path_config=ROOT / "_config.yml",
            doctreedir=ROOT / "_build/doctrees" / language,
            warningiserror=True,
            keep_going=True,
            quiet=quiet,
            freshenv=True,  # else a changed extension is not seen: Sphinx compares the texts only
            force_all=True,  # else an edited asset is not copied: Sphinx sees no changed page
            confoverrides={
                "latex_individualpages": False,
                "numfig": False,  # tools/numbering.py numbers figures and plots together, in page and notebook
                "external_toc_path": str(ROOT / "chapters" / language / "_toc.yml"),
                "language": LANGUAGES[language].sphinx,
                "course_language": language,
                "project": words["title"],
                "html_title": words["title"],
                "html_baseurl": f"{site}/{language}/" if site else "",  # Sphinx makes the canonical links of it
                "html_static_path": [static],
                "html_favicon": f"{static}/favicon.svg",
                "html_logo": f"{static}/logo.svg",
                "templates_path": [str(ROOT / "assets/templates")],
                "nb_code_prompt_show": words["show_code"],
                "nb_code_prompt_hide": words["hide_code"],
                "html_theme_options": {
                    "search_bar_text": words["search"],
                    "path_to_docs": f"chapters/{language}",
                    "logo": {"text": words["title"]},
                },
            },
        )
        or 0
    )
    if status == 0:
        lean_styles(HTML / language)
        cut_fonts(HTML / language)
    return status


def build(quiet: bool = True) -> Iterator[tuple[str, float]]:
    """Build all languages, two at a time; gives the code of each, and the seconds since the start.

    RuntimeError if one fails.
    """
    start = time.monotonic()
    command = [sys.executable, "-m", "tools.book.build", *(["--quiet"] if quiet else []), "--language"]
    with ThreadPoolExecutor(max_workers=2) as pool:
        runs = pool.map(lambda code: (code, _run([*command, code])), LANGUAGES)
        for language, run in runs:
            if run.returncode:
                raise RuntimeError(f"the book in {language} did not build:\n{run.stdout}{run.stderr}")
            yield language, time.monotonic() - start
    (HTML / "index.html").write_text(front_page(), encoding="utf-8")
    write_work_pages()
    write_empty_progress()
    STAMP.write_text(digest(), encoding="utf-8")


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8")


def front_page() -> str:
    """The page above the languages: it sends the reader to theirs, and lists all for browsers without scripts."""
    address, english = read_address(ROOT), LANGUAGES["en"]
    words = load_ui_strings(english.code)

    def each(line: Callable[[Language], str]) -> str:
        return "\n".join(map(line, LANGUAGES.values()))

    hreflang = alternates(address, ".", "index")
    social = social_tags(address, english, "index", words["book"]["title"], words["site"]["description"])
    template = Template((ROOT / "assets/index.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=words["book"]["title"],
        description=escape(words["site"]["description"]),
        codes=json.dumps(list(LANGUAGES)),
        canonical=f'<link rel="canonical" href="{address.site}/index.html">' if address.site else "",
        alternates="\n".join(f'<link rel="alternate" hreflang="{tag}" href="{href}">' for tag, href in hreflang),
        social="\n".join(meta(name, content) for name, content in social),
        links=each(lambda it: f'<li><a href="{it.code}/index.html" lang="{it.bcp47}">{it.name}</a></li>'),
    )


def meta(name: str, content: str) -> str:
    kind = "name" if name.startswith("twitter:") else "property"
    return f'<meta {kind}="{name}" content="{escape(content)}">'


def write_work_pages() -> None:
    """Where "Work on this chapter" leads when the book is served without `make learn`."""
    address = read_address(ROOT)
    for language in LANGUAGES:
        for path in chapter_paths(ROOT, language):
            page = HTML / "work" / language / f"{path.stem}.html"
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(work_page(address, language, path.stem), encoding="utf-8")


def work_page(address: Address, language: str, slug: str) -> str:
    """How to work on a chapter: online when the repository has an address, and on one's own machine."""
    words, launch = load_ui_strings(language)["work_page"], load_ui_strings(language)["launch"]
    links = launch_links(address, language, slug, is_chapter=True)
    runs = [f'<a class="run" href="{escape(links[kind])}">{launch[kind]}</a>' for kind in RUN if links]
    clone = f"git clone {address.repository}\ncd {address.name.split('/')[-1]}"
    template = (ROOT / "assets/work.html").read_text(encoding="utf-8")
    return template.format(
        tag=LANGUAGES[language].bcp47,
        language=language,
        slug=slug,
        online=f"<h2>{launch['online']}</h2>\n<p>{launch['online_text']}</p>\n<p>{' '.join(runs)}</p>" if runs else "",
        own=f"<h2>{launch['own']}</h2>\n<p>{launch['get']}</p>\n<pre>{clone}</pre>" if runs else "",
        **words,
    )


def write_empty_progress() -> None:
    """What a page asks for; `make learn` answers with what the learner has done, other servers with this."""
    for language in LANGUAGES:
        path = HTML / "progress" / f"{language}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"exercises": {}, "chapters": {}, "words": {}}), encoding="utf-8")


def digest() -> str:
    """Names everything the book is made from: if it is unchanged, the book is up to date."""
    names = hashlib.sha256()
    for entry in INPUTS:
        top = ROOT / entry
        for path in sorted([top] if top.is_file() else top.rglob("*")):
            ours = path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
            if ours and not any(path.is_relative_to(folder) for folder in NOT_INPUTS):
                names.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return names.hexdigest()


def up_to_date() -> bool:
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == digest()


def build_if_changed(quiet: bool = True) -> bool:
    """Build all languages unless the book is up to date, with a line for each; whether there was anything to do."""
    if up_to_date():
        return False
    for language, seconds in build(quiet):
        say(f"book: {LANGUAGES[language].name} ({seconds:.0f} s)")
    return True


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.book.build", description=__doc__)
    parser.add_argument("--language", choices=LANGUAGES, help="this one only, in this process")
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("--if-changed", action="store_true", help="do nothing if the book is up to date")
    arguments = parser.parse_args()
    if arguments.language:
        return 1 if build_language(arguments.language, arguments.quiet) else 0
    if not arguments.if_changed:
        STAMP.unlink(missing_ok=True)
    try:
        if not build_if_changed(arguments.quiet):
            print("book: up to date")
    except RuntimeError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
