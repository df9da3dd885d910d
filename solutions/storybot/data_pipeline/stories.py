"""The embedded corpus: as many stories as you like, offline, the same for the same seed everywhere.

A story is a plot with a cast. Each sentence of the plot is drawn from several wordings, each role
of the cast from many people and things (`story_parts`), and an obstacle brings the sentences that
solve it. Only `Random.random` is used, whose numbers Python keeps the same on every platform.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from storybot.languages import LANGUAGES

Forms = dict[str, str]
Kind = tuple[str, list[tuple[str, Forms]]]  # a role, and for each who may play it: plain form, all forms


def make_stories(
    language: str, n: int, seed: int = 0, cast: int | None = None, plots: int | None = None
) -> Iterator[str]:
    """`n` stories. The same language and seed give the same stories, byte for byte.

    With `cast`, each role has only so many people or things to play it, and no two roles share one: a smaller
    world, learned sooner. With a cast of 1, a hero has the same name in every story of a plot. With `plots`, only
    the first so many plots are told.

    >>> [len(list(make_stories(language, 3))) for language in ("en", "ja", "ko", "zh")]
    [3, 3, 3, 3]
    """
    if n < 0:
        raise ValueError(f"n must not be negative, as {n} is")
    for name, value in (("cast", cast), ("plots", plots)):
        if value is not None and value < 1:
            raise ValueError(f"{name} must be at least 1, not {value}")
    known, space = _prepared(language, cast)
    rng = Random(f"storybot {language} {seed}")
    for _ in range(n):
        yield _story(known[:plots], space, rng.random)


def _story(plots: list[tuple[list[Kind], list[list[list[str]]]]], space: str, draw: Any) -> str:
    cast, paragraphs = plots[int(draw() * len(plots))]
    forms: Forms = {}
    taken = set()
    for _role, players in cast:
        name, player = players[int(draw() * len(players))]
        while name in taken:  # two roles are never the same person or thing
            name, player = players[int(draw() * len(players))]
        taken.add(name)
        forms.update(player)
    lines = []
    for paragraph in paragraphs:
        sentences = [wordings[int(draw() * len(wordings))] for wordings in paragraph]
        lines.append(space.join([forms[s[1:]] if s[0] == "@" else s for s in sentences if s]))
    return "\n".join(lines) % forms


@lru_cache(maxsize=2 * len(LANGUAGES))
def _prepared(language: str, limit: int | None = None) -> tuple[list[tuple[list[Kind], list[list[list[str]]]]], str]:
    """The plots of a language, with the forms of every player under the role's name."""
    if language not in LANGUAGES:
        raise ValueError(f"there are no stories in {language!r}; the languages are {', '.join(LANGUAGES)}")
    parts = importlib.import_module(f"storybot.data_pipeline.story_parts.{language}")
    plots = []
    for plot in parts.PLOTS:
        cast, used = [], set[str]()
        for role, kind in plot["cast"].items():
            players = []
            for entry in _chosen(parts.ENTITIES[kind], limit, used):
                forms = {f"{role}.{form}" if form else role: text for form, text in entry.items()}
                players.append((entry[""], forms))
            cast.append((role, players))
            used |= {name for name, _forms in players} if limit is not None else set()
        plots.append((cast, plot["paragraphs"]))
    return plots, parts.SPACE


def _chosen(entries: list[Forms], limit: int | None, used: set[str]) -> list[Forms]:
    """The players of a role: `limit` of those that no other role uses. Times and troubles, few and with whole
    sentences of their own, are not limited: they come once in a story, so that no one has to remember them.
    """
    sentences = any(text.endswith((".", "。", "”", "」", '"')) for text in entries[0].values())
    if limit is None or (sentences and len(entries) < 100):
        return entries
    return [entry for entry in entries if entry[""] not in used][:limit]


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
