"""Prompts as the public evaluator writes them, and where in their tokens the scored part lies."""

from __future__ import annotations

from random import Random

import pytest

from storybot.bpe_basics import Tokenizer
from storybot.evaluation.core.prompts import EncodedItem, PromptEncoder, common_length
from storybot.evaluation.core.tasks import Item, Task
from storybot.optimized_merges import FastTokenizer
from storybot.special_tokens import END

BYTES = Tokenizer([], [END])  # a token a byte, and 256 begins


def ask(
    kind: str, items: list[Item], number: int = 0, *, seq_len: int = 999, shots: int = 0, delimiter: str = " "
) -> EncodedItem:
    return PromptEncoder(BYTES, Task("t", kind, items, shots, delimiter), items, seq_len).encode_item(number)


def texts(question: EncodedItem) -> list[tuple[str, str]]:
    """Of each row what comes before the scored part, and that part."""
    halves = [(row[:start], row[start:]) for row, start in zip(question.rows, question.starts, strict=True)]
    return [(BYTES.decode(before), BYTES.decode(after)) for before, after in halves]


def test_shots_come_from_the_other_items_with_the_public_seed() -> None:
    items = [Item((f"Q{i}",), ("no", "yes"), i % 2) for i in range(20)]
    task = Task("t", "multiple_choice", items, 3, "\nAnswer: ")
    for number in (0, 7, 19):
        drawn = Random(1234 + number).sample([i for i in range(20) if i != number], 3)
        shown = "".join(f"Q{i}\nAnswer: {('no', 'yes')[i % 2]}\n\n" for i in drawn)
        assert task.prompts(items, number) == [f"{shown}Q{number}\nAnswer: no", f"{shown}Q{number}\nAnswer: yes"]


def test_items_are_shuffled_with_the_public_seed_then_cut() -> None:
    items = [Item((str(i),), ("a", "b")) for i in range(30)]
    order = list(range(30))
    Random(1337).shuffle(order)
    task = Task("t", "multiple_choice", items)
    assert [int(item.contexts[0]) for item in task.select_items()] == order
    assert [int(item.contexts[0]) for item in task.select_items(7)] == order[:7]
    assert [int(item.contexts[0]) for item in task.items] == list(range(30)), "the task is left as it was"


def test_shots_need_enough_items() -> None:
    task = Task("pets", "multiple_choice", [Item(("a",), ("b", "c"))] * 10, 10)
    with pytest.raises(ValueError, match="task pets: 10 items are too few to show 10 of the others"):
        task.select_items()
    with pytest.raises(ValueError, match="at least 1 item"):
        task.select_items(0)


def test_a_multiple_choice_is_scored_where_the_rows_differ() -> None:
    question = ask("multiple_choice", [Item(("A cat",), ("purrs.", "plays.", "flies."))])
    assert texts(question) == [(END + "A cat ", "purrs."), (END + "A cat ", "plays."), (END + "A cat ", "flies.")]
    question = ask("multiple_choice", [Item(("A cat",), ("purrs.", "plays."))])
    assert texts(question) == [(END + "A cat p", "urrs."), (END + "A cat p", "lays.")], "tokens in common do not count"


def test_an_option_that_another_begins_with_keeps_a_token() -> None:
    question = ask("multiple_choice", [Item(("A",), ("cat", "cats"))])
    assert texts(question) == [(END + "A ca", "t"), (END + "A cat", "s")]


def test_a_schema_is_scored_where_the_rows_are_alike() -> None:
    question = ask("schema", [Item(("The cat", "The old mug"), ("purred.",))])
    assert texts(question) == [(END + "The cat", " purred."), (END + "The old mug", " purred.")]


def test_language_modelling_is_scored_after_the_prompt_without_the_ending() -> None:
    assert texts(ask("language_modeling", [Item(("A cat",), ("purrs",))])) == [(END + "A cat", " purrs")]
    answer = ask("language_modeling", [Item(("Who?",), ("Mina",))], delimiter="\nAnswer: ")
    assert texts(answer) == [(END + "Who?\nAnswer:", " Mina")]
    assert texts(ask("language_modeling", [Item(("ミナは、",), ("ねた",))], delimiter="")) == [
        (END + "ミナは、", "ねた")
    ]


def test_tokens_that_join_context_and_ending_are_scored_whole() -> None:
    joined = FastTokenizer([(b"a", b"b")], [END])
    items = [Item(("xa",), ("b",))]
    question = PromptEncoder(joined, Task("t", "language_modeling", items, 0, ""), items, 99).encode_item(0)
    assert (question.rows, question.starts) == ([[257, ord("x"), 256]], [2])


def test_long_rows_lose_their_beginning() -> None:
    items = [Item(("0123456789",), ("abc", "defgh"))]
    whole, cut = ask("multiple_choice", items), ask("multiple_choice", items, seq_len=8)
    assert (whole.truncated, cut.truncated) == (False, True)
    assert texts(cut) == [("6789 "[-5:], "abc"), ("89 ", "defgh")]
    assert [len(row) for row in cut.rows] == [8, 8]
    assert ask("multiple_choice", items, seq_len=17).truncated is False, "what just fits is whole"
    short = ask("multiple_choice", items, seq_len=4)
    assert short.starts == [1, 1], "of an option longer than the context the first token cannot be predicted"


def test_special_tokens_in_a_text_are_text() -> None:
    question = ask("language_modeling", [Item((f"a{END}",), ("b",))])
    assert question.rows[0].count(256) == 1


def test_a_tokenizer_without_the_beginning_token_is_refused() -> None:
    items = [Item(("a",), ("b",))]
    with pytest.raises(ValueError, match="no special token"):
        PromptEncoder(Tokenizer([]), Task("t", "language_modeling", items), items, 9)


def test_common_length() -> None:
    assert common_length([[1, 2, 3], [1, 2, 3]]) == 3
    assert common_length([[1, 2, 3], [1, 2], [1, 9]]) == 1
    assert common_length([[4], [5]]) == 0
