"""A task of a bundle: its items, which are of three kinds, and the examples shown before an item.

| kind                | what an item has               | what is right                                          |
|---------------------|--------------------------------|--------------------------------------------------------|
| `multiple_choice`   | one context, several endings   | the ending with the lowest mean loss is the right one  |
| `schema`            | several contexts, one ending   | the context after which the ending costs least is      |
| `language_modeling` | one context, one ending        | the model would write the ending, token by token       |

All random choices are the public ones (nanochat's), so that scores can be compared: items are shuffled with
seed 1337 and cut after it; the shots of item i are drawn with seed 1234 + i from all other items that are left.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Literal, get_args

Kind = Literal["multiple_choice", "schema", "language_modeling"]
KINDS: tuple[Kind, ...] = get_args(Kind)
NO_MATCH = -1  # the choice in language modelling when the model would write something else
ORDER_SEED, SHOT_SEED = 1337, 1234


@dataclass(frozen=True)
class Item:
    """A question: pairs of context and ending, of which the one at `gold` is right."""

    contexts: tuple[str, ...]
    endings: tuple[str, ...]
    gold: int = 0

    @property
    def options(self) -> list[tuple[str, str]]:
        """Every context with every ending; one of the two is always single."""
        return [(context, ending) for context in self.contexts for ending in self.endings]


@dataclass(frozen=True)
class Task:
    """The items of a task and how they are asked: after `shots` examples, `delimiter` between context and ending."""

    label: str
    kind: Kind
    items: list[Item]
    shots: int = 0
    delimiter: str = " "
    baseline: float = 0.0  # what guessing gets, in per cent

    def select_items(self, limit: int | None = None) -> list[Item]:
        """The items in the order in which they are asked, at most `limit`."""
        if limit is not None and limit < 1:
            raise ValueError(f"at least 1 item of a task must be asked, not {limit}")
        items = self.items.copy()
        Random(ORDER_SEED).shuffle(items)
        items = items[:limit]
        if len(items) <= self.shots:
            raise ValueError(f"task {self.label}: {len(items)} items are too few to show {self.shots} of the others")
        return items

    def prompts(self, items: list[Item], number: int) -> list[str]:
        """The texts of item `number`: its shots, then each of its options.

        >>> pets = [Item((f"A {name} says",), (sound,)) for name, sound in (("cat", "meow"), ("dog", "woof"))]
        >>> Task("pets", "language_modeling", pets, shots=1).prompts(pets, 0)
        ['A dog says woof\\n\\nA cat says meow']
        """
        before = self._few_shot_prefix(items, number)
        return [before + context + self.delimiter + ending for context, ending in items[number].options]

    def prompt_without_ending(self, items: list[Item], number: int) -> str:
        """For language modelling: the text before the ending, without blanks at its ends."""
        return (self._few_shot_prefix(items, number) + items[number].contexts[0] + self.delimiter).strip()

    def _few_shot_prefix(self, items: list[Item], number: int) -> str:
        others = [i for i in range(len(items)) if i != number]
        drawn = Random(SHOT_SEED + number).sample(others, self.shots) if self.shots else []
        right = [items[i].options[items[i].gold] for i in drawn]
        return "".join(f"{context}{self.delimiter}{ending}\n\n" for context, ending in right)


def read_item(kind: Kind, fields: dict[str, Any]) -> Item:
    """An item from a line of a task's file. The context of language modelling loses the blanks at its ends.

    >>> read_item("schema", {"context_options": ["The cat", "The cup"], "continuation": "purred.", "gold": 0})
    Item(contexts=('The cat', 'The cup'), endings=('purred.',), gold=0)
    """
    if kind == "multiple_choice":
        return _checked(Item((_text(fields, "query"),), _texts(fields, "choices"), _gold(fields)))
    if kind == "schema":
        return _checked(Item(_texts(fields, "context_options"), (_text(fields, "continuation"),), _gold(fields)))
    ending = _text(fields, "continuation")
    if not ending.strip():
        raise ValueError("'continuation' is empty: there is nothing to write")
    return Item((_text(fields, "context").strip(),), (ending,))


def _checked(item: Item) -> Item:
    count = len(item.options)
    if count < 2:
        raise ValueError(f"{count} option{'' if count == 1 else 's'}; there must be two at least")
    if not 0 <= item.gold < count:
        raise ValueError(f"gold is {item.gold}, but the {count} options are numbered from 0 to {count - 1}")
    return item


def _field(fields: dict[str, Any], name: str) -> Any:
    if name not in fields:
        raise ValueError(f"there is no {name!r}, only {', '.join(fields) or 'nothing'}")
    return fields[name]


def _text(fields: dict[str, Any], name: str) -> str:
    text = _field(fields, name)
    if not isinstance(text, str):
        raise ValueError(f"{name!r} must be text, not {text!r}")
    return text


def _texts(fields: dict[str, Any], name: str) -> tuple[str, ...]:
    texts = _field(fields, name)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{name!r} must be a list of texts, not {texts!r}")
    return tuple(texts)


def _gold(fields: dict[str, Any]) -> int:
    gold = _field(fields, "gold")
    if type(gold) is not int:
        raise ValueError(f"'gold' must be a whole number, not {gold!r}")
    return gold
