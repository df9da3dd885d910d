"""What `make learn` says before anything is installed: `python tools/learn/announce.py installing ja`.

It runs in the Python that makes `.venv`, where no package is: so it takes its line from the UI strings without PyYAML.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

SOLUTIONS = Path(__file__).resolve().parents[2] / "solutions"
sys.path.insert(0, str(SOLUTIONS))

from storybot.languages import LANGUAGES  # noqa: E402
from storybot.languages.terminal import output_encoding, say, terminal_language, writable_language  # noqa: E402


def announcement(key: str, language: str) -> str:
    """The line `key` of the section `learn`; a string in double quotes means the same in YAML and in JSON."""
    text = (SOLUTIONS / f"storybot/languages/ui_strings/{language}.yml").read_text(encoding="utf-8")
    section = text.partition("\nlearn:\n")[2]
    found = re.search(rf'^  {key}: (".*")$', section, re.MULTILINE)
    return str(json.loads(found[1])) if found else key


def main() -> None:
    key, *given = sys.argv[1:]
    language = given[0] if given and given[0] in LANGUAGES else terminal_language(os.environ)
    say("== " + announcement(key, writable_language(language, output_encoding())))


if __name__ == "__main__":
    main()
