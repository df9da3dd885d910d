"""`python -m tools.figures [name ...]`: draw all figures, or those that are named, in every language."""

from __future__ import annotations

import argparse
import sys

from storybot.atomic import write_atomically
from storybot.languages import LANGUAGES
from tools import ROOT
from tools.figures.drawings import FIGURES, draw
from tools.figures.paths import FOLDER


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.figures", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help="such as gpt-block (default: all)")
    names = parser.parse_args().names or list(FIGURES)
    if unknown := [name for name in names if name not in FIGURES]:
        parser.error(f"no figure is called {', '.join(unknown)}; the figures are {', '.join(FIGURES)}")
    for language in LANGUAGES:
        folder = ROOT / FOLDER / language
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            write_atomically(folder / f"{name}.svg", draw(name, language))
    print(f"{len(names)} figures in {len(LANGUAGES)} languages in {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
