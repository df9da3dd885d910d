"""The course's own chapters as a corpus."""

from __future__ import annotations

import re
from pathlib import Path

CODE = re.compile(r"^(```|~~~).*?^\1$", re.MULTILINE | re.DOTALL)


def course_text(language: str) -> str:
    """The prose of the course's own chapters, without code: a second corpus in each language.

    It is read from the `chapters` folder of the repository, so it needs a clone, not only the package.
    """
    folder = Path(__file__).parents[3] / "chapters" / language
    chapters = sorted(folder.glob("0*.md"))
    if not chapters:
        raise FileNotFoundError(f"no chapters in {folder}: course_text needs the repository of the course")
    texts = []
    for path in chapters:
        text = path.read_text(encoding="utf-8").split("\n---\n", 1)[-1]
        text = re.sub(r"(?m)^(%.*|\([\w-]+\)=|\|.*)\n?", "", CODE.sub("", text))
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("**", "").replace("`", "")
        texts.append(re.sub(r"(?m)^#+ ", "", re.sub(r"\n{3,}", "\n\n", text)).strip())
    return "\n\n".join(texts) + "\n"
