"""`python -m tools.figures [name ...]`: draw all figures, or those that are named, into assets/figures."""

from __future__ import annotations

import argparse
import sys

from storybot.atomic import write_atomically
from tools import ROOT
from tools.figures import FIGURES


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.figures", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help="such as gpt-block (default: all)")
    names = parser.parse_args().names or list(FIGURES)
    if unknown := [name for name in names if name not in FIGURES]:
        parser.error(f"no figure is called {', '.join(unknown)}; the figures are {', '.join(FIGURES)}")
    for name in names:
        write_atomically(ROOT / "assets" / "figures" / f"{name}.svg", FIGURES[name]().svg())
    print(f"{len(names)} figures in assets/figures")
    return 0


if __name__ == "__main__":
    sys.exit(main())
