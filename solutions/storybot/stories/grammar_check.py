"""The story grammar of a language, put together from its files and checked: every name in it must lead somewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from storybot.stories.forms import Rules
from storybot.stories.grammar_file import (
    Entry,
    Line,
    Section,
    read_entries,
    read_paragraphs,
    read_sections,
    read_settings,
    read_wordings,
)

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Role:
    """A role of a plot, and who can play it."""

    name: str
    kind: str
    entries: list[Entry]
    every: bool  # a small cast does not make them fewer


@dataclass(frozen=True)
class PlotGrammar:
    """A plot: its roles, and its paragraphs of sentences of wordings."""

    roles: dict[str, Role]
    paragraphs: list[list[list[Line]]]


@dataclass(frozen=True)
class _Files:
    """What the files of a language have in them, not yet connected."""

    kinds: dict[str, list[Entry]]
    shared: dict[str, list[Line]]
    stories: list[tuple[Section, Section]]  # the sections [cast] and [story] of each plot


def read_grammar(folder: Path, rules: Rules) -> list[PlotGrammar]:
    """The plots of all files in `folder`, in the order of the files' names.

    Raises `ValueError` with the file and the line if something is missing, doubled, empty or unknown.
    """
    files = _read_files(folder, rules)
    for entries in files.kinds.values():
        _check_kind(entries)
    plots = [_make_plot(cast, story, files) for cast, story in files.stories]
    played = {role.kind for plot in plots for role in plot.roles.values()}
    for kind, entries in files.kinds.items():
        if kind not in played:
            raise entries[0].line.error(f"no plot has a role for the kind {kind!r}; correct its name or remove it")
    return plots


def _read_files(folder: Path, rules: Rules) -> _Files:
    files = _Files({}, {}, [])
    for path in sorted(folder.rglob("*.txt")):
        plot: dict[str, Section] = {}
        for section in read_sections(path):
            if section.name in ("cast", "story"):
                if section.name in plot:
                    raise section.heading.error(f"the file has [{section.name}] twice; one file is one plot")
                plot[section.name] = section
            elif section.name.startswith("shared "):
                name = section.name.removeprefix("shared ")
                if name in files.shared:
                    raise section.heading.error(f"[shared {name}] is there twice")
                files.shared[name] = read_wordings([line for line in section.lines if line.text])
            else:
                for entry in read_entries(section, rules):
                    for kind in (section.name, *entry.also):
                        files.kinds.setdefault(kind, []).append(entry)
        if len(plot) == 1:
            [only] = plot.values()
            raise only.heading.error("a plot needs both sections, [cast] and [story]")
        if plot:
            files.stories.append((plot["cast"], plot["story"]))
    if not files.stories:
        raise ValueError(f"{folder}: no plots; expected a file with the sections [cast] and [story]")
    return files


def _check_kind(entries: list[Entry]) -> None:
    seen: dict[str, Entry] = {}
    for entry in entries:
        if entry.name in seen:
            first = seen[entry.name].line
            raise entry.line.error(f"{entry.name!r} is there twice; first at {first.path}:{first.number}")
        if missing := entries[0].forms.keys() - entry.forms.keys():
            raise entry.line.error(f"{entry.name!r} has no {', '.join(sorted(missing))}, unlike {entries[0].name!r}")
        seen[entry.name] = entry


def _make_plot(cast: Section, story: Section, files: _Files) -> PlotGrammar:
    roles: dict[str, Role] = {}
    for name, text, line in read_settings(cast.lines):
        kind = text.removeprefix("every ")
        if name in roles:
            raise line.error(f"the role {name!r} is there twice")
        if kind not in files.kinds:
            raise line.error(f"the kind {kind!r} is unknown; the kinds are {', '.join(files.kinds)}")
        roles[name] = Role(name, kind, files.kinds[kind], text != kind)
    paragraphs = read_paragraphs(story)
    for paragraph in paragraphs:
        for number, wordings in enumerate(paragraph):
            paragraph[number] = _insert_shared(wordings, files.shared)
    checked: set[str] = set()  # forms with placeholders are checked once a plot
    for paragraph in paragraphs:
        for wordings in paragraph:
            for wording in wordings:
                _check_wording(wording, roles, checked)
    return PlotGrammar(roles, paragraphs)


def _insert_shared(wordings: list[Line], shared: dict[str, list[Line]]) -> list[Line]:
    inserted: list[Line] = []
    for wording in wordings:
        if wording.text.startswith("<"):
            name = wording.text[1:-1]
            if wording.text != f"<{name}>" or name not in shared:
                known = ", ".join(f"<{name}>" for name in shared) or "none"
                raise wording.error(f"{wording.text!r} is not the name of a shared section; there are: {known}")
            inserted += shared[name]
        else:
            inserted.append(wording)
    return inserted


def _check_wording(wording: Line, roles: dict[str, Role], checked: set[str]) -> None:
    if wording.text.startswith("@"):
        raise wording.error(f"a sentence cannot begin with @; for a sentence of a role write {{{wording.text[1:]}}}")
    alone = PLACEHOLDER.fullmatch(wording.text)
    for name in find_placeholders(wording):
        role, form = _resolve(name, wording, roles)
        with_placeholders = [entry for entry in role.entries if "{" in entry.forms[form]]
        if with_placeholders and not alone:
            raise wording.error(f"{{{name}}} has placeholders itself, so it must be a sentence of its own")
        if name not in checked:
            checked.add(name)
            for entry in with_placeholders:
                _check_sentence(entry, form, roles)


def _check_sentence(entry: Entry, form: str, roles: dict[str, Role]) -> None:
    line = entry.lines[form]._replace(text=entry.forms[form])
    for name in find_placeholders(line):
        role, inner = _resolve(name, line, roles)
        if any("{" in other.forms[inner] for other in role.entries):
            raise line.error(f"{{{name}}} has placeholders itself, so it can only be a sentence of a story")


def _resolve(name: str, line: Line, roles: dict[str, Role]) -> tuple[Role, str]:
    role, _, form = name.partition(".")
    if role not in roles:
        raise line.error(f"{{{name}}}: the role {role!r} is unknown; this plot has {', '.join(roles)}")
    forms = roles[role].entries[0].forms  # all entries of a kind have them
    if form not in forms:
        known = ", ".join(f"{{{role}.{form}}}" if form else f"{{{role}}}" for form in forms)
        raise line.error(f"{{{name}}}: {role!r} has no form {form!r}; it has {known}")
    return roles[role], form


def find_placeholders(line: Line) -> list[str]:
    """The names in curly brackets.

    >>> find_placeholders(Line(Path("story.txt"), 1, "{hero} washed {hero.their} hands."))
    ['hero', 'hero.their']
    """
    if set(PLACEHOLDER.sub("", line.text)) & {"{", "}"}:
        raise line.error("a curly bracket is not closed or not opened; a placeholder is {role} or {role.form}")
    return PLACEHOLDER.findall(line.text)
