"""The story grammar: what a file means, and that a mistake in it is reported with its file and line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from storybot.languages import LANGUAGES
from storybot.stories.forms import RULES, english_noun, english_pronouns, korean_name
from storybot.stories.generator import GRAMMAR, load_plots
from storybot.stories.grammar_check import PlotGrammar, read_grammar

CAST = """\
# Who the stories are about.
[child: name]
they = she
Mina
Lily

[animal: noun | moved | also]
they = he
mole | shuffled | -
hare | bounded | runner
"""
PLOT = """\
[cast]
hero = child
friend = animal
pal = runner
trouble = every barrier

[story]
<opening>

3x {trouble.problem}
-
---
{friend.The} {friend.moved} after {pal}.

[barrier: plain / problem]
a gate
The gate was locked, and {hero} had no key.

thick fog
Fog hid {hero.their} path.
"""
SHARED = """\
[shared opening]
{hero} set out.
One day {hero} left.
"""


def read(folder: Path, cast: str = CAST, plot: str = PLOT, shared: str = SHARED) -> list[PlotGrammar]:
    (folder / "cast").mkdir(exist_ok=True)
    (folder / "cast" / "all.txt").write_text(cast, encoding="utf-8")
    (folder / "plot.txt").write_text(plot, encoding="utf-8")
    (folder / "shared.txt").write_text(shared, encoding="utf-8")
    return read_grammar(folder, RULES["en"])


def test_a_plot_is_read(tmp_path: Path) -> None:
    [plot] = read(tmp_path)
    assert {role.name: [entry.name for entry in role.entries] for role in plot.roles.values()} == {
        "hero": ["Mina", "Lily"],
        "friend": ["the mole", "the hare"],
        "pal": ["the hare"],
        "trouble": ["a gate", "thick fog"],
    }
    assert [role.name for role in plot.roles.values() if role.every] == ["trouble"]
    assert [[[line.text for line in wordings] for wordings in paragraph] for paragraph in plot.paragraphs] == [
        [["{hero} set out.", "One day {hero} left."], [*["{trouble.problem}"] * 3, ""]],
        [["{friend.The} {friend.moved} after {pal}."]],
    ]


def test_a_column_for_all_entries_is_taken_in_turn(tmp_path: Path) -> None:
    cast = CAST.replace("they = she", "they = she\nthey = he")
    [plot] = read(tmp_path, cast + "Nora | ran | -\n")
    assert [entry.forms["them"] for entry in plot.roles["hero"].entries] == ["her", "him"]


MISTAKES = [
    # part, replace, by, the file and line named, the message
    ("plot", "{hero.their} path", "{nobody} path", "plot.txt:20", "the role 'nobody' is unknown; this plot has hero,"),
    ("plot", "{hero.their} path", "{hero.shoes} path", "plot.txt:20", "'hero' has no form 'shoes'; it has {hero}"),
    ("plot", "{friend.moved} after", "{freind} after", "plot.txt:13", "the role 'freind' is unknown"),
    ("plot", "{friend.moved} after", "{friend.move} after", "plot.txt:13", "'friend' has no form 'move'"),
    ("shared", "{hero} left", "{her} left", "shared.txt:3", "the role 'her' is unknown"),
    ("plot", "after {pal}", "after {pal", "plot.txt:13", "a curly bracket is not closed"),
    ("plot", "after {pal}", "after {trouble.problem}", "plot.txt:13", "must be a sentence of its own"),
    ("plot", "Fog hid {hero.their}", "{trouble.problem} {hero}", "plot.txt:20", "has placeholders itself"),
    ("plot", "Fog hid {hero.their} path.\n", "", "plot.txt:19", "the entry has 1 of 2 lines: plain, problem"),
    ("cast", "mole | shuffled | -", "mole | shuffled", "all.txt:9", "has 2 of 3 cells divided by |: noun, moved, also"),
    ("cast", "mole | shuffled | -", "mole | | -", "all.txt:9", "the entry has 2 of 3 cells"),
    ("cast", "mole | shuffled", "mole / shuffled", "all.txt:9", "the entry has 2 of 3 cells"),
    ("cast", "[child: name]", "[child: age]", "all.txt:4", "the entry has no plain form"),
    ("cast", "[child: name]", "[child]", "all.txt:2", "[child] has no columns; expected [child: plain | column]"),
    ("cast", "they = he", "they = it", "all.txt:8", "'it' is not a valid text for the column 'they'"),
    ("cast", "they = he", "they = he\nmoved = ran", "all.txt:9", "'moved' is a column already"),
    ("cast", "Lily", "Lily\nMina", "all.txt:6", "'Mina' is there twice; first at"),
    ("cast", "| runner", "| runer", "plot.txt:4", "the kind 'runner' is unknown; the kinds are child, animal, runer"),
    ("cast", "| runner", "| runner big", "all.txt:10", "no plot has a role for the kind 'big'"),
    ("cast", "they = she\nMina\nLily", "", "all.txt:2", "the section [child] is empty"),
    ("cast", "Mina\nLily", "", "all.txt:2", "the section [child] has no entries"),
    ("cast", "[child: name]", "[child: name", "all.txt:2", "is not a valid heading"),
    ("cast", "# Who", "Who", "all.txt:1", "stands before the first heading"),
    ("cast", "shuffled", "did 100%", "all.txt:9", "% cannot be used in stories"),
    ("plot", "[barrier: plain / problem]", "[barrier: plain / problem | try]", "plot.txt:15", "| and / cannot both"),
    ("plot", "hero = child", "hero: child", "plot.txt:2", "is not a valid setting; expected name = text"),
    ("plot", "pal = runner", "hero = runner", "plot.txt:4", "the role 'hero' is there twice"),
    ("plot", "\n---\n", "\n--\n", "plot.txt:12", "'--' is not a valid separator; paragraphs are divided by ---"),
    ("plot", "\n---\n", "\n---\n---\n", "plot.txt:12", "a paragraph beside this --- is empty"),
    ("plot", "after {pal}.\n", "after {pal}.\n---\n", "plot.txt:14", "a paragraph beside this --- is empty"),
    ("plot", "-\n---", "{trouble.problem}\n---", "plot.txt:11", "is here twice; write 2x before a wording"),
    ("plot", "3x {trouble.problem}", "@trouble.problem", "plot.txt:10", "write {trouble.problem}"),
    ("plot", "<opening>", "<opnening>", "plot.txt:8", "'<opnening>' is not the name of a shared section"),
    ("plot", "<opening>", "<opening", "plot.txt:8", "there are: <opening>"),
    ("plot", "[story]", "[cast]", "plot.txt:7", "the file has [cast] twice"),
    ("plot", "[cast]", "[shared roles]", "plot.txt:7", "a plot needs both sections, [cast] and [story]"),
    ("shared", "{hero} set", "[shared opening]\n{hero} set", "shared.txt:1", "the section [shared opening] is empty"),
]


@pytest.mark.parametrize(("part", "old", "new", "place", "message"), MISTAKES)
def test_a_mistake_is_reported_with_file_and_line(
    tmp_path: Path, part: str, old: str, new: str, place: str, message: str
) -> None:
    texts = {"cast": CAST, "plot": PLOT, "shared": SHARED}
    assert texts[part].count(old) == 1
    texts[part] = texts[part].replace(old, new)
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        read(tmp_path, **texts)
    assert f"{place}: " in str(caught.value)


def test_a_folder_without_plots(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no plots; expected a file with the sections \[cast\] and \[story\]"):
        read_grammar(tmp_path, {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_file_of_a_language_is_used(language: str) -> None:
    """Kinds that no plot plays are refused; so are, here, shared wordings that no plot tells."""
    plots = read_grammar(GRAMMAR / language, RULES[language])
    assert len(plots) == len(list((GRAMMAR / language / "plots").iterdir())) == len(load_plots(language))
    told = {line.path for plot in plots for paragraph in plot.paragraphs for wordings in paragraph for line in wordings}
    assert {path for path in (GRAMMAR / language).glob("*.txt") if path not in told} == set()


def test_forms() -> None:
    assert english_noun("honest man")["A"] == "An honest man"
    assert english_noun("hen")["a"] == "a hen"
    assert english_pronouns("he")["Their"] == "His"
    assert (korean_name("민준")["은"], korean_name("민준")["야"]) == ("민준이는", "민준아")
    assert (korean_name("미나")["은"], korean_name("미나")["야"]) == ("미나는", "미나야")
    ko = RULES["ko"]["noun"]
    assert [ko(word)["으로"] for word in ("숲", "마을", "바다")] == ["숲으로", "마을로", "바다로"]
