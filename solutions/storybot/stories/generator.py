"""As many stories as you like, offline, the same for the same seed everywhere.

A story is a plot with a cast. Each sentence of the plot is drawn from several wordings, each role from many people and
things, and an obstacle brings the sentences that solve it. All of them are text files in `grammar/<language>`. Only
`Random.random` is used, whose numbers Python keeps the same on every platform.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Literal

from storybot.languages import LANGUAGES
from storybot.stories.forms import RULES, Forms
from storybot.stories.grammar_check import PLACEHOLDER, PlotGrammar, Role, read_grammar
from storybot.stories.grammar_file import Entry

GRAMMAR = Path(__file__).parent / "grammar"
HeldOut = Literal["names", "plots"]


@dataclass(frozen=True)
class Plot:
    """A plot, ready to be told.

    A wording is a %-template, `%(hero)s lived %(town.at)s.`; or `@trouble.problem`, the form of a player that is a
    whole sentence and a template itself; or empty, for no sentence.
    """

    cast: dict[str, list[tuple[str, Forms]]]  # of each role who can play it: name, and forms as `role.form`
    paragraphs: list[list[list[str]]]  # sentences, each with its wordings


def make_stories(
    language: str,
    n: int,
    seed: int = 0,
    cast: int | None = None,
    plots: int | None = None,
    *,
    held_out: HeldOut | None = None,
) -> Iterator[str]:
    """Yield `n` stories. The same language and seed give the same stories, byte for byte.

    With `cast`, each role has only so many people or things to play it, and no two roles share one: a smaller
    world, learned sooner. With a cast of 1, a hero has the same name in every story of a plot. With `plots`, only
    the first so many plots are told.

    With `held_out`, the stories have what those of this `cast` and these `plots` never have, with any seed: "names"
    tells the same plots of heroes with other names, "plots" tells the other plots.

    >>> [len(list(make_stories(language, 3))) for language in ("en", "ja", "ko", "zh")]
    [3, 3, 3, 3]
    """
    if n < 0:
        raise ValueError(f"n must not be negative, as {n} is")
    for name, value in (("cast", cast), ("plots", plots)):
        if value is not None and value < 1:
            raise ValueError(f"{name} must be at least 1, not {value}")
    told = _hold_out(held_out, language, cast, plots) if held_out else load_plots(language, cast)[:plots]
    for role, players in (item for plot in told for item in plot.cast.items()):
        if not players:
            raise ValueError(f"cast={cast} is too many: others use everybody who can play {role!r}; ask for less")
    space = " " if LANGUAGES[language].spaced else ""
    rng = Random(f"storybot {language} {seed}")
    for _ in range(n):
        yield _tell(told, space, rng.random)


def _tell(plots: list[Plot], space: str, draw: Callable[[], float]) -> str:
    plot = plots[int(draw() * len(plots))]
    forms: Forms = {}
    taken = set()
    for players in plot.cast.values():
        name, player = players[int(draw() * len(players))]
        while name in taken:  # two roles are never the same person or thing
            name, player = players[int(draw() * len(players))]
        taken.add(name)
        forms.update(player)
    lines = []
    for paragraph in plot.paragraphs:
        sentences = [wordings[int(draw() * len(wordings))] for wordings in paragraph]
        lines.append(space.join([forms[s[1:]] if s[0] == "@" else s for s in sentences if s]))
    return "\n".join(lines) % forms


def _hold_out(what: HeldOut, language: str, cast: int | None, plots: int | None) -> list[Plot]:
    """The plots with heroes that `load_plots(language, cast)[:plots]` does not name, or the plots that follow those."""
    told = load_plots(language, cast)[:plots]
    others = load_plots(language, cast)[len(told) :]
    if what == "plots":
        if not others:
            raise ValueError(f"plots={plots} leaves no plot to hold out; ask for less than {len(told)}")
        return others
    if what != "names":
        raise ValueError(f'held_out is "names" or "plots", not {what!r}')
    told_text = "\n".join(text for plot in told for text in _texts(plot))  # Tom is also in Tomorrow: not held out
    everybody = [plot.cast["hero"] for plot in load_plots(language)]
    found = [
        replace(plot, cast=plot.cast | {"hero": [hero for hero in heroes if hero[0] not in told_text]})
        for plot, heroes in zip(told, everybody, strict=False)
    ]
    if not all(plot.cast["hero"] for plot in found):
        raise ValueError(f"cast={cast} leaves no name to hold out; ask for a smaller cast")
    return found


def _texts(plot: Plot) -> Iterator[str]:
    """Everything that is written in a plot: all wordings, and all forms of all players."""
    yield from (wording for paragraph in plot.paragraphs for wordings in paragraph for wording in wordings)
    yield from (text for players in plot.cast.values() for _name, forms in players for text in forms.values())


@lru_cache(maxsize=2 * len(LANGUAGES))
def load_plots(language: str, cast: int | None = None) -> list[Plot]:
    """The plots of a language, with at most `cast` players for each role.

    >>> [name for name, forms in load_plots("en", 2)[0].cast["hero"]]
    ['Mina', 'Lily']
    """
    return [_prepare(plot, cast) for plot in _load_grammar(language)]


@lru_cache(maxsize=len(LANGUAGES))
def _load_grammar(language: str) -> list[PlotGrammar]:
    if language not in LANGUAGES:
        raise ValueError(f"there are no stories in {language!r}; the languages are {', '.join(LANGUAGES)}")
    return read_grammar(GRAMMAR / language, RULES.get(language, {}))


def _prepare(grammar: PlotGrammar, limit: int | None) -> Plot:
    cast: dict[str, list[tuple[str, Forms]]] = {}
    used = set[str]()
    for role in grammar.roles.values():
        entries = _limit(role, limit, used)
        if limit is not None:
            used |= {entry.name for entry in entries}
        cast[role.name] = [(entry.name, _prefix(entry, role.name)) for entry in entries]
    paragraphs = [
        [[_compile(wording.text) for wording in wordings] for wordings in paragraph] for paragraph in grammar.paragraphs
    ]
    return Plot(cast, paragraphs)


def _limit(role: Role, limit: int | None, used: set[str]) -> list[Entry]:
    """The players of a role: `limit` of those that no other role uses. Times and troubles are not limited (`every` in
    the grammar): they come once in a story, with sentences of their own, so that no one has to remember them.
    """
    if limit is None or role.every:
        return role.entries
    return [entry for entry in role.entries if entry.name not in used][:limit]


def _prefix(entry: Entry, role: str) -> Forms:
    return {f"{role}.{form}" if form else role: _to_template(text) for form, text in entry.forms.items()}


def _compile(wording: str) -> str:
    alone = PLACEHOLDER.fullmatch(wording)
    return f"@{alone[1]}" if alone else _to_template(wording)


def _to_template(text: str) -> str:
    """The placeholders as `%` wants them, which fills a whole story at once.

    >>> _to_template("{hero} washed {hero.their} hands.")
    '%(hero)s washed %(hero.their)s hands.'
    """
    return text.replace("{", "%(").replace("}", ")s")
