"""`python -m tools.storyteller [language …]`: train the storyteller, and write what the page loads.

For each language the default run of chapter 5 (a minute or two), its weights in int8, and a story told with them.
With `--folder`, corpora and trained models are kept there, and found again.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from storybot.cli.main import limit_spinning
from storybot.languages import LANGUAGES

limit_spinning(os.environ)  # before PyTorch is imported


def main() -> int:
    """Write the files of the given languages."""
    from tools.storyteller.writing import write_language

    parser = argparse.ArgumentParser(prog="python -m tools.storyteller", description=__doc__)
    parser.add_argument("languages", nargs="*", metavar="language", help="such as ja (default: all)")
    parser.add_argument("--folder", type=Path, help="where corpora and models are kept (default: a temporary one)")
    args = parser.parse_args()
    languages = args.languages or list(LANGUAGES)
    if unknown := [language for language in languages if language not in LANGUAGES]:
        parser.error(f"the course has no language {', '.join(unknown)}; its languages are {', '.join(LANGUAGES)}")
    with tempfile.TemporaryDirectory() as temporary:
        for language in languages:
            print(f"training the storyteller: {LANGUAGES[language].name}", flush=True)
            for line in write_language(language, args.folder or Path(temporary)):
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
