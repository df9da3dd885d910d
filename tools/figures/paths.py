"""Where the drawing of a language is.

The chapters of all languages name a figure alike, `../../assets/figures/gpt-block.svg`, so that their texts can be
compared. There is no such file: the drawing is `assets/figures/<language>/gpt-block.svg`.
"""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = "assets/figures"
ARGUMENT = re.compile(rf"(?:^|/){FOLDER}/([\w-]+)\.svg$")


def figure_name(argument: str) -> str | None:
    """The name of the drawn figure that the argument of a `{figure}` directive stands for; None for other images.

    >>> figure_name("../../assets/figures/gpt-block.svg")
    'gpt-block'
    >>> figure_name("photo.png")
    """
    match = ARGUMENT.search(argument)
    return match[1] if match else None


def figure_path(root: Path, argument: str, language: str) -> Path:
    """The file of a figure in a language, from the argument of a `{figure}` directive.

    >>> figure_path(Path(), "../../assets/figures/gpt-block.svg", "ja").as_posix()
    'assets/figures/ja/gpt-block.svg'
    """
    name = figure_name(argument)
    if name is None:
        raise ValueError(f"{argument!r} is not a drawn figure: expected ../../{FOLDER}/<name>.svg")
    return root / FOLDER / language / f"{name}.svg"
