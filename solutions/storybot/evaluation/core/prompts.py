"""From the texts of an item to tokens: rows, and in each row where the part that is scored begins.

Whole prompts are encoded, and the scored part is found by comparing tokens, because a tokenizer may join the end
of a context with the beginning of an ending. Rows of a multiple choice begin alike: what differs is scored. Rows
of a schema end alike: what is common at the end is scored. In language modelling the prompt with the ending is
compared with the prompt without it.

Rows longer than the context of the model lose their beginning. At least one token of every row is scored, and
never the first, before which there is nothing to predict it from.
"""

from __future__ import annotations

from dataclasses import dataclass

from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.evaluation.core.tasks import Item, Task
from storybot.special_tokens import END

Row = list[int]


@dataclass(frozen=True)
class EncodedItem:
    """The rows of an item; row i is scored from `starts[i]` to its end."""

    rows: list[Row]
    starts: list[int]
    truncated: bool = False


def common_length(rows: list[Row]) -> int:
    """How many tokens all rows have in common at their beginning.

    >>> common_length([[1, 2, 3], [1, 2, 4, 5]])
    2
    """
    shortest = min(map(len, rows))
    first = rows[0][:shortest]
    for other in rows[1:]:
        if other[: len(first)] != first:
            first = first[: next(i for i, token in enumerate(first) if other[i] != token)]
    return len(first)


class PromptEncoder:
    """Encodes a task's items, for a tokenizer and a model that sees `seq_len` tokens."""

    def __init__(self, tokenizer: Tokenizer, task: Task, items: list[Item], seq_len: int) -> None:
        if END not in tokenizer.special_tokens:
            raise ValueError(f"the tokenizer has no special token {END}, with which every prompt begins")
        self.tokenizer, self.task, self.items, self.seq_len = tokenizer, task, items, seq_len
        self.begin: int = tokenizer.special_tokens[END]

    def encode_item(self, number: int) -> EncodedItem:
        """The rows of item `number`, and where the scored part of each begins."""
        rows = [self.encode(prompt) for prompt in self.task.prompts(self.items, number)]
        if self.task.kind == "multiple_choice":
            starts = [common_length(rows)] * len(rows)
        elif self.task.kind == "schema":
            ending = common_length([row[::-1] for row in rows])
            starts = [len(row) - ending for row in rows]
        else:
            without = self.encode(self.task.prompt_without_ending(self.items, number))
            starts = [common_length([without, rows[0]])]
        starts = [min(start, len(row) - 1) for start, row in zip(starts, rows, strict=True)]
        return self._truncate(rows, starts)

    def encode(self, text: str) -> Row:
        """The tokens of a text, after the one that begins a document. Nothing in it is a special token."""
        return [self.begin, *map(int, self.tokenizer.encode(text, "none"))]

    def _truncate(self, rows: list[Row], starts: list[int]) -> EncodedItem:
        """Cut from the left what does not fit, and move the starts."""
        cut = [max(0, len(row) - self.seq_len) for row in rows]
        rows = [row[n:] for row, n in zip(rows, cut, strict=True)]
        starts = [max(1, start - n) for start, n in zip(starts, cut, strict=True)]
        return EncodedItem(rows, starts, any(cut))
