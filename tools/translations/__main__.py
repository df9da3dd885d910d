"""`python -m tools.translations status | sync | accept | words | stubs | glossary`: what is translated, and how."""

from __future__ import annotations

import argparse
import json
import sys

from storybot.languages import LANGUAGES
from tools import ROOT
from tools.translations import glossary, stubs, terms, words
from tools.translations.status import accept, status, sync


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.translations", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    show = commands.add_parser("status", help="list every section as current, stale or missing")
    show.add_argument("--all", action="store_true", help="list the current ones too")
    commands.add_parser("sync", help="copy the code cells from English")
    lacking = commands.add_parser("words", help="list what notebooks print and draw without a translation, as YAML")
    lacking.add_argument("language", choices=[code for code in LANGUAGES if code != "en"])
    commands.add_parser("stubs", help="list stubs that differ from the package, and contracts in English")
    named = commands.add_parser("glossary", help="list terms that a text does not name or use as the glossary says")
    named.add_argument("--lang", choices=LANGUAGES, help="this language only")
    named.add_argument("--chapter", default="", metavar="NN", help="this chapter only, such as 03 or interlude")
    take = commands.add_parser("accept", help="record sections as current")
    take.add_argument("language", choices=[code for code in LANGUAGES if code != "en"])
    take.add_argument("file", help="such as 01-bpe-basics.md")
    take.add_argument("anchors", nargs="*", help="sections; none: all of them")
    args = parser.parse_args()
    try:
        if args.command == "status":
            return _print_status(args.all)
        if args.command == "words":
            return _print_missing_words(args.language)
        if args.command == "stubs":
            return _print_problems(stubs.problems(ROOT))
        if args.command == "glossary":
            return _print_problems(_glossary_problems(args.lang, args.chapter))
        if args.command == "sync":
            for path in sync(ROOT):
                print(f"copied code cells into {path.relative_to(ROOT)}")
        else:
            done = accept(ROOT, args.language, args.file, args.anchors)
            print(f"{len(done)} sections of chapters/{args.language}/{args.file} recorded as current")
    except (ValueError, FileNotFoundError) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def _print_status(everything: bool) -> int:
    rows = status(ROOT)
    for language, file, anchor, state in rows:
        if everything or state != "current":
            print(f"{state:8} {language}  {file}  {anchor}")
    counts = {state: sum(row[3] == state for row in rows) for state in ("current", "stale", "missing")}
    print(", ".join(f"{n} {state}" for state, n in counts.items()))
    return 0 if counts["stale"] + counts["missing"] == 0 else 1


def _print_missing_words(language: str) -> int:
    missing = words.missing_words(ROOT, language)
    for text, chapter in missing.items():
        print(f"{json.dumps(text, ensure_ascii=False)}: ''  # {chapter}")
    return 1 if missing else 0


def _glossary_problems(language: str | None, chapter: str) -> list[str]:
    """The problems of the rows and of the texts; each begins with its file, by which the rest is left out."""
    languages = [language] if language else list(LANGUAGES)
    files = tuple(f"chapters/{code}/{chapter}" for code in languages)
    if not chapter:
        files += (glossary.FILE, *(LANGUAGES[code].readme for code in languages))
    found = glossary.problems(ROOT) + [problem for code in languages for problem in terms.problems(ROOT, code)]
    return [problem for problem in found if problem.startswith(files)]


def _print_problems(problems: list[str]) -> int:
    print("\n".join(problems) or "no problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
