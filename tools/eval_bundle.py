"""The course's own bundle of evaluation tasks, in `assets/eval_bundle`: three kinds of task in four languages.

    python -m tools.eval_bundle

A story of the course is about a trouble, and several of its sentences belong to that trouble alone: how it came,
what was tried, how it ended. Who has read the beginning of a story can tell which of these sentences follows.

- `next_sentence` (multiple choice): a story up to such a sentence, and four to choose from.
- `which_story` (schema): two beginnings with different troubles, and a sentence that belongs to one of them.
- `last_words` (language modelling): the first words of such a sentence, of which the rest is to be written.

The last shows two examples before each item, so that its beginnings have to be short: of a story only the
sentences of its trouble. The first two show none: a small model knows whole stories, and nothing but stories.

The stories have the small world of the `laptop` preset and a seed of their own, on which nothing is trained.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import yaml

from storybot.atomic import write_atomically
from storybot.languages import LANGUAGES
from storybot.stories import load_plots
from storybot.stories.forms import Forms
from storybot.stories.generator import Plot
from storybot.training_loop.runs.presets import PRESETS
from tools import ROOT

TARGET = ROOT / "assets" / "eval_bundle"
SEED = 7007
ITEMS = 64  # of a task
CHOICES = 4
WORLD = PRESETS["laptop"]
QUOTES = '“”「」『』‘’"'


@dataclass(frozen=True)
class Kind:
    """A task: its name, its kind, the examples before an item, what guessing gets in per cent, and what it asks."""

    name: str
    kind: str
    shots: int
    baseline: int
    about: str


TASKS = [
    Kind("next_sentence", "multiple_choice", 0, 25, "Which of four sentences goes on with the story?"),
    Kind("which_story", "schema", 0, 50, "After which of two beginnings does the sentence stand?"),
    Kind("last_words", "language_modeling", 2, 0, "The last words of a sentence that follows from the story."),
]


@dataclass(frozen=True)
class Telling:
    """A plot whose wordings are drawn, and in it a sentence that belongs to the trouble."""

    lines: list[list[str]]  # the wordings of each paragraph; `@role.form` is a sentence of the trouble
    forms: Forms  # of all roles but the trouble
    troubles: list[Forms]  # who may play the trouble, with all forms
    place: tuple[int, int]  # the paragraph of the asked sentence, and where in it
    space: str

    def asked(self, trouble: int) -> str:
        """The sentence that is asked about, as it is with this trouble."""
        line, number = self.place
        return self.filled(self.lines[line][number], trouble)

    def before(self, trouble: int) -> str:
        """The story up to it."""
        line, number = self.place
        whole = [*self.lines[:line], self.lines[line][:number]]
        return "\n".join(self.space.join(self.filled(s, trouble) for s in sentences) for sentences in whole)

    def short_before(self, trouble: int) -> str:
        """Of the story up to it the last two sentences of the trouble."""
        line, number = self.place
        whole = [s for sentences in [*self.lines[:line], self.lines[line][:number]] for s in sentences]
        return self.space.join([self.filled(s, trouble) for s in whole if s[1:] in self.troubles[0]][-2:])

    def filled(self, wording: str, trouble: int) -> str:
        forms = self.forms | self.troubles[trouble]
        return (forms[wording[1:]] if wording[0] == "@" else wording) % forms


def trouble_of(plot: Plot) -> str:
    """The role whose sentences a plot always tells, and which several may play."""
    always = {beat[0][1:].split(".")[0] for beats in plot.paragraphs for beat in beats if len(beat) == 1}
    return next(role for role, players in plot.cast.items() if role in always and len(players) > 1)


def tellings(language: str, rng: Random) -> Iterator[tuple[Telling, int]]:
    """A telling for every trouble and every sentence of it that has another of its sentences before it."""
    space = " " if LANGUAGES[language].spaced else ""
    for plot in load_plots(language, WORLD.cast)[: WORLD.plots]:
        role = trouble_of(plot)
        troubles = [forms for _name, forms in plot.cast[role]]
        spots = [
            (line, number, beat[0])
            for line, beats in enumerate(plot.paragraphs)
            for number, beat in enumerate(beats)
            if len(beat) == 1 and beat[0].startswith(f"@{role}.")
        ]
        for line, _number, wording in spots[1:]:
            for trouble in range(len(troubles)):
                lines = [[w for beat in beats if (w := rng.choice(beat))] for beats in plot.paragraphs]
                place = (line, lines[line].index(wording))
                forms: Forms = {}
                for other, players in plot.cast.items():
                    forms |= {} if other == role else rng.choice(players)[1]
                if place[1]:  # not the first of a paragraph: it follows on the same line
                    yield Telling(lines, forms, troubles, place, space), trouble


def similar(options: list[str], like: str, n: int, rng: Random) -> list[str]:
    """`n` different sentences that are about as long."""
    others = sorted(set(options) - {like}, key=lambda text: (abs(len(text) - len(like)), text))
    return rng.sample(others[: n + 3], n)


def next_sentence(told_stories: list[tuple[Telling, int]], rng: Random) -> list[dict[str, Any]]:
    items = []
    for number, (telling, trouble) in enumerate(told_stories[:ITEMS]):
        right = telling.asked(trouble)
        same_plot = [telling.asked(other) for other in range(len(telling.troubles))]
        elsewhere = [other.asked(which) for other, which in told_stories if other.troubles is not telling.troubles]
        choices = similar(same_plot, right, CHOICES // 2, rng)
        choices += similar(elsewhere, right, CHOICES - 1 - len(choices), rng)
        gold = number % CHOICES
        choices.insert(gold, right)
        items.append({"query": telling.before(trouble), "choices": choices, "gold": gold})
    return items


def which_story(told_stories: list[tuple[Telling, int]], rng: Random) -> list[dict[str, Any]]:
    items = []
    for number, (telling, trouble) in enumerate(told_stories[:ITEMS]):
        other = rng.choice([n for n in range(len(telling.troubles)) if n != trouble])
        contexts = [telling.before(other)]
        gold = number % 2
        contexts.insert(gold, telling.before(trouble))
        items.append({"context_options": contexts, "continuation": telling.asked(trouble), "gold": gold})
    return items


def last_words(told_stories: list[tuple[Telling, int]], pause: str) -> list[dict[str, Any]]:
    items = []
    for telling, trouble in told_stories:
        start, end = cut(telling.asked(trouble), pause)
        if end and not any(mark in end for mark in QUOTES + "!?！？"):
            items.append({"context": telling.space.join((telling.short_before(trouble), start)), "continuation": end})
    return items[:ITEMS]


def cut(text: str, pause: str) -> tuple[str, str]:
    """The text in two after the pause that is nearest to a third of its last sentence; no end if there is none.

    >>> cut("It was late. She lit a small lamp and read.", " ")
    ('It was late. She lit a', 'small lamp and read')
    """
    body = text.rstrip(".。")
    begin = max(body.rfind(stop) + len(stop) if stop in body else 0 for stop in (". ", "。"))
    pauses = [place for place in range(begin + 1, len(body) - 1) if body[place] == pause]
    if not pauses:
        return body, ""
    nearest = min(pauses, key=lambda place: abs(place - begin - (len(body) - begin) / 3))
    return body[: nearest + 1].strip(), body[nearest + 1 :]


def make_items(language: str) -> dict[str, list[dict[str, Any]]]:
    """The items of the three tasks of a language, each about other sentences."""
    made = {}
    for task in TASKS:
        rng = Random(f"{SEED} {language} {task.name}")
        told_stories = list(tellings(language, rng))
        rng.shuffle(told_stories)
        if task.kind == "multiple_choice":
            made[task.name] = next_sentence(told_stories, rng)
        elif task.kind == "schema":
            made[task.name] = which_story(told_stories, rng)
        else:
            made[task.name] = last_words(told_stories, LANGUAGES[language].pause)
    return made


def make_files() -> dict[str, str]:
    """All files of the bundle: their paths in it and what is in them."""
    files, entries = {}, []
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(("Eval Task", "Task Category", "Task Type", "#shots", "#datapoints", "Random baseline",
                   "Centered Metric?", "Description"))  # fmt: skip
    for language in LANGUAGES:
        made = make_items(language)
        of_language = []
        for task in TASKS:
            label, path = f"{task.name}_{language}", f"{language}/{task.name}.jsonl"
            of_language.append({
                "label": label, "dataset_uri": path, "num_fewshot": [task.shots], "icl_task_type": task.kind,
                "continuation_delimiter": " " if LANGUAGES[language].spaced else "",
            })  # fmt: skip
            rows.writerow((label, f"stories {language}", task.kind.replace("_", " "), task.shots,
                           len(made[task.name]), task.baseline, "", task.about))  # fmt: skip
            lines = [json.dumps(item, ensure_ascii=False) for item in made[task.name]]
            files[f"eval_data/{path}"] = "\n".join(lines) + "\n"
        files[f"core_{language}.yaml"] = yaml.safe_dump({"icl_tasks": of_language}, sort_keys=False)
        entries += of_language
    files["core.yaml"] = yaml.safe_dump({"icl_tasks": entries}, sort_keys=False)
    files["eval_meta_data.csv"] = table.getvalue()
    return files


def main() -> None:
    for path, text in make_files().items():
        (TARGET / path).parent.mkdir(parents=True, exist_ok=True)
        write_atomically(TARGET / path, text)
    print(f"wrote {TARGET}")


if __name__ == "__main__":
    main()
