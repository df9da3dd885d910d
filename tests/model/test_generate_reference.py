"""The readable generator against its definition: the likeliest next token of the text so far, again and again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from storybot.bpe_basics import Tokenizer
from storybot.model.config import config_for_depth
from storybot.model.generate_reference import generate_reference
from storybot.model.gpt import GPT, init_model
from storybot.model.sampling import Sampling
from storybot.special_tokens import END
from storybot.training_loop.sample import sample_text

Make = Callable[..., GPT]
BYTES = Tokenizer([], [END])  # 257 tokens


def likeliest(model: GPT, ids: list[int]) -> int:
    with torch.no_grad():
        return int(model(torch.tensor([ids]))[0, -1].argmax())


def test_greedy_takes_the_likeliest_token_every_time(random_model: Make) -> None:
    model, ids = random_model(1, vocab=257), [3, 1, 4]
    [found] = generate_reference(model, ids, 20, Sampling(0))
    for token in found:
        assert token == likeliest(model, ids)
        ids.append(token)
    assert len(found) == 20


def test_the_window_keeps_its_last_half(random_model: Make) -> None:
    """Eight tokens fit. With the ninth, the last four go on alone, until they have become more than eight again."""
    model, ids = random_model(2, vocab=257, seq_len=8), [3, 1, 4, 1, 5, 9]
    windows = {9: 5, 10: 5, 11: 5, 12: 5, 13: 5, 14: 10}  # length of the text -> where the window begins, else 0
    [found] = generate_reference(model, ids, 9, Sampling(0))
    for token in found:
        assert token == likeliest(model, ids[windows.get(len(ids), 0) :])
        ids.append(token)
    long = list(range(30))
    assert generate_reference(model, long, 1, Sampling(0)) == [[likeliest(model, long[-4:])]]


def test_rows_have_random_numbers_of_their_own(random_model: Make) -> None:
    model, sampling = random_model(3, vocab=257), Sampling(1.0, seed=5)
    three = generate_reference(model, [1, 2], 12, sampling, rows=range(3))
    assert generate_reference(model, [1, 2], 12, sampling, rows=[1]) == [three[1]]
    assert len({tuple(row) for row in three}) == 3
    assert generate_reference(model, [1, 2], 12, Sampling(1.0, seed=6), rows=[1]) != [three[1]]


def test_a_row_ends_before_its_stop_token(random_model: Make) -> None:
    model, sampling = random_model(4, vocab=257), Sampling(1.0)
    free = generate_reference(model, [1, 2], 12, sampling, rows=range(3))
    stop = free[0][4]
    found = generate_reference(model, [1, 2], 12, sampling, stop={stop}, rows=range(3))
    assert found == [row[: row.index(stop)] if stop in row else row for row in free]
    assert len(found[0]) <= 4


def test_an_empty_prompt_is_refused(random_model: Make) -> None:
    with pytest.raises(ValueError, match="the prompt is empty"):
        generate_reference(random_model(vocab=257), [], 5, Sampling())


def test_sample_text_is_the_reference_from_text_to_text(random_model: Make) -> None:
    model, sampling = random_model(5, vocab=257), Sampling(0.9, 20, seed=3)
    found = sample_text(model, BYTES, "a b", n=2, max_tokens=12, temperature=0.9, top_k=20, seed=3)
    healed = {"begin_with": b" b", "ranks": BYTES.ranks}
    rows = generate_reference(model, [256, 97], 12, sampling, stop={256}, rows=range(2), **healed)  # type: ignore[arg-type]
    assert [row[:2] for row in rows] == [[32, 98]] * 2
    assert found == ["a b" + BYTES.decode(row[2:]) for row in rows]
    assert sample_text(model, BYTES, "a b", max_tokens=12, temperature=0.9, top_k=20, seed=3) == found[:1]


def test_a_prompt_that_ends_within_a_token_is_completed() -> None:
    """A model that knows one text, in which the full stop and the line break are one token."""
    tokenizer = Tokenizer([(b".", b"\n")], ["<|endoftext|>"])
    ids = [257, *tokenizer.encode("a.\nb", "none"), 257]
    assert ids == [257, 97, 256, 98, 257]
    model = init_model(config_for_depth(1, vocab_size=258, seq_len=16))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    for _ in range(60):
        optimizer.zero_grad()
        model(torch.tensor([ids[:-1]]), torch.tensor([ids[1:]])).backward()
        optimizer.step()
    assert sample_text(model, tokenizer, "a.", temperature=0) == ["a.\nb"]
    [unhealed] = generate_reference(model, [257, 97, 46], 2, Sampling(0), stop={257})
    assert tokenizer.decode(unhealed) != "\nb", "after the bare full stop the model has never seen anything"
