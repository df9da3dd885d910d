"""`python -m tools.translations status | sync | accept`: what is translated, and from which English."""

from __future__ import annotations

import argparse
import sys

from storybot.languages import LANGUAGES
from tools import ROOT
from tools.translations.status import accept, status, sync


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.translations", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    show = commands.add_parser("status", help="list every section as current, stale or missing")
    show.add_argument("--all", action="store_true", help="list the current ones too")
    commands.add_parser("sync", help="copy the code cells from English")
    take = commands.add_parser("accept", help="record sections as current")
    take.add_argument("language", choices=[code for code in LANGUAGES if code != "en"])
    take.add_argument("file", help="such as 01-bpe-basics.md")
    take.add_argument("anchors", nargs="*", help="sections; none: all of them")
    args = parser.parse_args()
    try:
        if args.command == "status":
            return _print_status(args.all)
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


if __name__ == "__main__":
    sys.exit(main())
