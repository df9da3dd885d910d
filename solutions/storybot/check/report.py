"""The messages of a check: what happened, the rows that show it, the known mistake, and how to go on."""

from __future__ import annotations

from typing import Any

from storybot.check.cards import load_card, section_title
from storybot.check.exercise import Arguments, Exercise
from storybot.check.formatting import format_value, indent_lines
from storybot.check.messages import load_messages, notebook_language
from storybot.check.registry import entry_of


class CheckFailed(AssertionError):  # noqa: N818 - the learner reads this name
    """Shown in a notebook as its message alone, without a traceback through our code."""

    def __init__(self, message: str, mistake: str | None = None) -> None:
        super().__init__(message)
        self.mistake = mistake  # the known mistake that was recognised

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class Report:
    """Writes the messages about one exercise in the language of the notebook."""

    def __init__(self, name: str, chapter: str, exercise: Exercise) -> None:
        self.name, self.chapter, self.exercise = name, chapter, exercise
        self.language, self.words = notebook_language(), load_messages()

    def body(self, key: str, rows: dict[str, str] | None = None, **values: Any) -> str:
        """What happened, and the rows that show it."""
        head = self.words[key].format(name=self.name, **values)
        lines = [indent_lines(self.words[row].format(text=""), text) for row, text in (rows or {}).items()]
        return "\n".join([head, *lines])

    def message(self, key: str, rows: dict[str, str] | None = None, **values: Any) -> str:
        """A whole message where there is nothing to explain yet."""
        return "\n".join([self.body(key, rows, **values), *self.how_to_go_on()])

    def with_mistake(self, body: str, mistake: str | None) -> str:
        """The body, the known mistake it looks like, which section to read again, and how to go on."""
        lines = [body]
        card = load_card(self.chapter, self.name, self.language)
        if mistake:
            lines.append(self.words["looks_like"].format(text=card.mistakes[mistake]))
        section = card.section_for(mistake) if mistake else card.section
        lines.append(self.words["read_again"].format(section=section_title(section, self.language)))
        return "\n".join([*lines, *self.how_to_go_on()])

    def how_to_go_on(self) -> list[str]:
        """How to get a hint, and how to leave the exercise for now."""
        module = entry_of(self.chapter).module
        return [
            self.words["ask_hint"].format(name=self.name),
            self.words["go_on"].format(module=module, name=self.name),
        ]

    def format_call(self, arguments: Arguments) -> str:
        """The call, as the learner would write it."""
        if self.exercise.describe_call is not None:
            return self.exercise.describe_call(self.name, arguments)
        return f"{self.name}({', '.join(map(self.format_value, arguments))})"

    def format_value(self, value: Any) -> str:
        """A value as Python writes it, short, the exercise's constants by their names."""
        return format_value(value, self.exercise.constants)
