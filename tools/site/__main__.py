"""`make site`: the book as a folder for any static host, in _build/site, with every link in it checked."""

from __future__ import annotations

import argparse
import sys

from tools import ROOT
from tools.address import read_address
from tools.book import build
from tools.site.assemble import assemble
from tools.site.links import broken_links

SITE, PRINT = ROOT / "_build" / "site", ROOT / "_build" / "print"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.parse_args()
    try:
        address = read_address(ROOT)
        build.build_if_changed()
        notes = assemble(build.HTML, SITE, address, PRINT)
    except (RuntimeError, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 1
    problems = broken_links(SITE)
    for line in [*notes, *problems]:
        print(f"site: {line}")
    if problems:
        return 1
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print(f"site: {SITE.relative_to(ROOT)} ({size / 1e6:.0f} MB), every link within it leads somewhere")
    return 0


if __name__ == "__main__":
    sys.exit(main())
