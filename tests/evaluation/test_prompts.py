"""Prompts outside the training text, and texts of whole characters."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from storybot.bpe_basics import Tokenizer
from storybot.evaluation.generation import GenerationConfig, Generator
from storybot.evaluation.generation.prompts import unknown_special_tokens, unseen_words
from storybot.evaluation.generation.streaming import CharacterMask, missing_bytes, pending_bytes
from storybot.model.gpt import GPT
from storybot.special_tokens import END
from storybot.stories import make_stories

Make = Callable[..., GPT]
# Every byte, parts of characters, whole characters, and tokens that end one character and begin the next.
TOKENIZER = Tokenizer([(b"\xea", b"\xb0"), (b"\xea\xb0", b"\x80"), (b"\x80", b"\xea"), (b"a", b"b")], [END])


@pytest.mark.parametrize("seed", range(4))
def test_a_prompt_of_unseen_words_gave_half_characters(random_model: Make, seed: int) -> None:
    generator = Generator(random_model(seed, vocab=300, seq_len=64), TOKENIZER)
    config = GenerationConfig(temperature=1.5, max_tokens=40, seed=seed, complete_characters=True)
    for text in generator.generate(["어느 날"] * 5, config):
        assert "\ufffd" not in text
    assert "".join(generator.stream("어느 날", config)) == generator.generate("어느 날", config)[0]
    free = GenerationConfig(temperature=1.5, max_tokens=40, seed=seed)
    assert any("\ufffd" in text for text in generator.generate(["어느 날"] * 5, free)), "it can fail"


@pytest.mark.parametrize("max_tokens", [1, 2, 3])
def test_a_character_that_cannot_be_finished_in_time_is_not_begun(random_model: Make, max_tokens: int) -> None:
    generator = Generator(random_model(9, vocab=300), TOKENIZER)
    config = GenerationConfig(temperature=2.0, max_tokens=max_tokens, complete_characters=True, stop=[])
    for text in generator.generate(["a"] * 60, config):
        assert "\ufffd" not in text


def test_a_prompt_that_ends_inside_a_character_is_finished(random_model: Make) -> None:
    generator = Generator(random_model(10, vocab=300), TOKENIZER)
    config = GenerationConfig(temperature=2.0, max_tokens=1, complete_characters=True)
    for ids in generator.generate_ids([[0xEA]] * 40, config):  # one token is too short, unless it holds two bytes
        pending_bytes(b"\xea" + TOKENIZER.decode_bytes(ids), errors="strict")


@given(st.binary(max_size=3), st.integers(0, 259))
@example(b"", 0xED)
@example(b"\xed", 0xBE)  # half of a surrogate, which Python's decoder waits for in vain
@settings(max_examples=300, deadline=None, derandomize=True)
def test_a_token_is_allowed_if_some_text_goes_on_from_it(data: bytes, token: int) -> None:
    pending = pending_bytes(data)
    allowed = CharacterMask(TOKENIZER.vocab, 300).allowed(pending, left=4)
    endings = [b"", *(bytes(rest) for n in (1, 2, 3) for rest in product((0x80, 0x90, 0xA0, 0xBF), repeat=n))]
    assert bool(allowed[token]) == any(is_utf8(pending + TOKENIZER.vocab[token] + ending) for ending in endings)
    assert not allowed[270], "not a token"


def is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


@given(st.characters(exclude_categories=["Cs"]), st.integers(0, 3))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_what_is_missing_makes_the_character_whole(character: str, n: int) -> None:
    data = character.encode()
    n = min(n, len(data) - 1)
    assert pending_bytes(b"x" + data[:n]) == data[:n]
    assert missing_bytes(data[:n]) == (len(data) - n if n else 0)


@pytest.mark.parametrize(
    ("language", "prompt", "unseen"),
    [
        ("ko", "어느 날", ["어느"]),
        ("en", "One day a quantum", ["quantum"]),
        ("zh", "量子力学", ["量子", "子力", "力学"]),
        ("ja", "量子力学", ["量子", "子力", "力学"]),
    ],
)
def test_a_prompt_outside_the_corpus_is_told(language: str, prompt: str, unseen: list[str]) -> None:
    stories = list(make_stories(language, 300, 1, 1, 3))
    assert unseen_words(prompt, stories) == unseen
    assert unseen_words(stories[7][:40], stories) == []
    assert unseen_words("", stories) == []
    assert unseen_words("!? 12", stories) == []


def test_an_unknown_special_token_in_a_prompt_was_taken_silently() -> None:
    assert unknown_special_tokens(f"<|foo|> once {END} <|bar|><|foo|>", TOKENIZER) == ["<|foo|>", "<|bar|>"]
    for text in ("", END, "a <| b |> c", "<||>", "<foo>", "x <|a b|> y"):
        assert unknown_special_tokens(text, TOKENIZER) == []
