"""MyST prose to the plain Markdown that JupyterLab shows well.

Labels and comments go, a figure becomes an image that lives inside the notebook, a note
becomes a quotation, an interactive element a link to the page that has it. A directive or role that
is not known here is an error: nothing raw may be left for the reader to see.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path

from storybot.check.registry import entry_named
from storybot.languages import LANGUAGES
from storybot.languages.ui_strings import load_ui_strings
from tools.chapters import ANCHOR, Chapter
from tools.cjk_line_breaks import join_lines
from tools.figures.paths import figure_path
from tools.figures.pipeline import alt_text, course_pipeline
from tools.figures.words import Words

FENCE = re.compile(r"^(`{3,}|:{3,})\{([\w-]+)\} *(.*)$")
ROLE = re.compile(r"\{[a-z:]+\}`")
MATH_LABEL = re.compile(r"^\$\$ \([\w-]+\)$", re.M)
LOCAL_LINK = re.compile(r"\]\(#([a-z0-9-]+)\)")
PAGE_LINK = re.compile(r"\]\((?!https?:|#|data:)([\w./-]+)\.md(#[\w-]+)?\)")
BOOK = "http://localhost:8000"


def to_markdown(prose: str, chapter: Chapter) -> str:
    """The prose of one cell of `chapter` as plain Markdown."""
    lines = [line for line in prose.split("\n") if not line.startswith("% ") and not ANCHOR.match(line)]
    out: list[str] = []
    while lines:
        line = lines.pop(0)
        if match := FENCE.match(line):
            fence, name, argument = match.groups()
            body = []
            while lines and lines[0] != fence:
                body.append(lines.pop(0))
            if not lines:
                raise ValueError(f"{chapter.path}: the directive {line!r} is not closed")
            lines.pop(0)
            out.append(_directive(name, argument, body, chapter))
        else:
            out.append(line)
    text = MATH_LABEL.sub("$$", "\n".join(out))
    text = LOCAL_LINK.sub(lambda m: f"](#{_heading(chapter, m[1]).replace(' ', '-')})", text)
    text = PAGE_LINK.sub(lambda m: f"]({BOOK}/{chapter.language}/{m[1]}.html{m[2] or ''})", text)
    if match := ROLE.search(text):
        raise ValueError(f"{chapter.path}: the role {match[0]!r} has no plain form; use a Markdown link")
    if not LANGUAGES[chapter.language].spaced:
        text = join_lines(text)
    return text.strip("\n")


def _directive(name: str, argument: str, body: list[str], chapter: Chapter) -> str:
    words = load_ui_strings(chapter.language)["book"]
    options = {}
    while body and (match := re.match(r"^:([\w-]+): ?(.*)$", body[0])):
        options[match[1]] = match[2]
        body = body[1:]
    text = "\n".join(body).strip("\n")
    if name == "figure":
        caption = text.replace("\n", " " if LANGUAGES[chapter.language].spaced else "")
        image = figure_path(chapter.path.parents[2], argument, chapter.language).read_bytes()
        return f"![{options['alt']}]({_inline(image, Path(argument).suffix)})\n\n> {caption}"
    if name in ("note", "tip", "warning"):
        return "\n".join(f"> {line}".rstrip() for line in [f"**{words[name]}**", "", *text.split("\n")])
    if name == "course-pipeline":
        entry = entry_named(chapter.slug)
        lit = entry.package if entry else None
        picture = course_pipeline(Words(chapter.language), lit=lit).svg(chapter.language)
        return f"![{alt_text(chapter.language, lit)}]({_inline(picture.encode('utf-8'), '.svg')})"
    if name == "bpe-playground":
        return words["playground"].format(url=f"<{BOOK}/{chapter.language}/{chapter.slug}.html#bpe-playground>")
    if name == "attention-viewer":
        return words["attention_viewer"].format(url=f"<{BOOK}/{chapter.language}/{chapter.slug}.html#attention-viewer>")
    if name == "storyteller":
        return words["storyteller"].format(url=f"<{BOOK}/{chapter.language}/{chapter.slug}.html>")
    raise ValueError(f"{chapter.path}: the directive {{{name}}} has no plain form; add one to {__name__}")


def _inline(image: bytes, suffix: str) -> str:
    kind = {".svg": "svg+xml", ".png": "png"}[suffix]
    return f"data:image/{kind};base64,{base64.b64encode(image).decode()}"


def _heading(chapter: Chapter, anchor: str) -> str:
    """The heading that an anchor names, for links inside the notebook."""
    for cell in chapter.section(anchor):
        if match := re.search(r"^#+ (.*)$", cell.source, re.M):
            return match[1]
    raise ValueError(f"{chapter.path}: a link points to #{anchor}, which is not a section of this chapter")
