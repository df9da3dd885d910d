"""`storybot progress`: how far the learner is, one line an exercise."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from storybot.languages import LANGUAGES
from storybot.languages.terminal import output_encoding, say, terminal_language, writable_language

MARKS = {"solved": "✓", "tried": "✗", "open": "·"}


def add_commands(commands: Any) -> None:
    """Add `progress`."""
    progress = commands.add_parser(
        "progress", help="which exercises you have solved", description="Which exercises you have solved."
    )
    progress.add_argument(
        "--work", type=Path, default=Path("work"), help="the folder of your notebooks (default: work)"
    )
    progress.add_argument("--lang", choices=LANGUAGES, help="this language only (default: those that you have begun)")
    progress.set_defaults(run=print_progress)


def print_progress(args: argparse.Namespace) -> None:
    """Print the report of each language that the learner has begun."""
    own = terminal_language(os.environ)
    folders = [args.work / code for code in ([args.lang] if args.lang else LANGUAGES)]
    begun = [folder for folder in folders if (folder / ".progress").is_dir()]
    if not begun:  # one of them, if possible that of the terminal's language
        existing = [folder for folder in folders if folder.is_dir()] or folders
        begun = [next((folder for folder in existing if folder.name == own), existing[0])]
    for folder in begun:
        say("\n".join(report(folder, writable_language(folder.name, output_encoding()))))


def report(folder: Path, language: str) -> list[str]:
    """The lines about one folder of notebooks, in `language`, which is its own unless the terminal cannot show it."""
    from storybot.check.cards import chapter_index, load_card, section_title
    from storybot.check.registry import entry_of, exercise_names
    from storybot.languages.ui_strings import load_ui_strings
    from storybot.notebook.progress import read_record

    words = load_ui_strings(language)["progress"]
    if not folder.is_dir():
        return [words["none"].format(folder=folder)]
    names = exercise_names()
    width = max(len(name) for chapter in names.values() for name in chapter)
    lines, solved = [], 0
    for chapter, exercises in names.items():
        lines.append(section_title(entry_of(chapter).anchor, language))
        for name in exercises:
            record, card = read_record(folder, name), load_card(chapter, name, language)
            solved += record.state == "solved"
            state = words[record.state].format(n=record.tries)
            lines.append(f"  {MARKS[record.state]} {name:{width}}  {card.stars}  {state}")
    mine = chapter_index()["mine"]
    own = sum((folder / "mine" / f"{name}.py").exists() for name in mine)
    lines.append(words["total"].format(solved=solved, total=sum(map(len, names.values()))))
    lines.append(words["mine"].format(n=own, total=len(mine)))
    return lines
