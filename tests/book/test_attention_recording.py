"""The recording of the attention viewer: fresh, causal, rows that sum to 1, and the weights that the model uses."""

from __future__ import annotations

import base64

import numpy as np
import pytest
import torch

from storybot.languages import LANGUAGES
from storybot.model import ModelConfig, init_model
from storybot.model.norm import norm
from storybot.special_tokens import END
from tools.attention_recording import (
    FOLDER,
    SCALE,
    SUPERSCRIPTS,
    TOKENS,
    attention_weights,
    digest,
    head_scores,
    quantize_rows,
    read_recording,
    unseen_stories,
    visible_tokens,
)

LARGEST = 150_000  # bytes of a file: it is loaded with the page


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_fresh(language: str) -> None:
    head, _ = read_recording(language)
    message = f"attention-{language}.js is stale: run `python -m tools.attention_recording {language}`"
    assert digest(language) in head, message
    assert (FOLDER / f"attention-{language}.js").stat().st_size <= LARGEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_is_causal_and_sums_to_1(language: str) -> None:
    content = read_recording(language)[1]
    n, shape = len(content["tokens"]), (content["layers"], content["heads"])
    flat = np.frombuffer(base64.b64decode(content["weights"]), dtype=np.uint8)
    assert len(flat) == shape[0] * shape[1] * n * (n + 1) // 2, "the lower triangle and nothing else"
    for triangle in flat.reshape(-1, n * (n + 1) // 2):
        rows = np.split(triangle.astype(int), np.cumsum(np.arange(1, n)))
        assert [row.sum() for row in rows] == [SCALE] * n


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_tokens_are_the_beginning_of_a_story_that_was_not_trained_on(language: str) -> None:
    content = read_recording(language)[1]
    assert len(content["tokens"]) == TOKENS
    assert content["tokens"][0] == END
    text = "".join(content["tokens"][1:])
    for number in SUPERSCRIPTS[1:]:  # a later part of a character: the first one has shown it
        while number in text:
            at = text.index(number)
            text = text[: at - 1] + text[at + 1 :]
    text = text.replace(SUPERSCRIPTS[0], "").replace("⏎", "\n")
    assert any(story.startswith(text) for story in unseen_stories(language)), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_at_a_clear_example(language: str) -> None:
    """The token that is chosen first looks back at the token that comes next, with more than half of its weight."""
    content = read_recording(language)[1]
    start, tokens = content["start"], content["tokens"]
    n, triangle = len(tokens), len(tokens) * (len(tokens) + 1) // 2
    flat = np.frombuffer(base64.b64decode(content["weights"]), dtype=np.uint8).reshape(-1, triangle)
    rows = np.split(flat[start["layer"] * content["heads"] + start["head"]], np.cumsum(np.arange(1, n)))
    row = rows[start["token"]].astype(int)
    assert sum(w for token, w in zip(tokens, row, strict=False) if token == tokens[start["token"] + 1]) > SCALE / 2


@pytest.mark.parametrize("kv_heads", [4, 2])
def test_the_weights_are_those_of_the_model(kv_heads: int) -> None:
    """The values, averaged with the weights, give what `Attention` gives."""
    model = init_model(ModelConfig(50, 32, 2, 32, 4, kv_heads), seed=1)
    with torch.no_grad():
        for block in model.blocks:  # they start at zero
            block.attention.output.weight.normal_()
            block.mlp.down.weight.normal_()
        inputs = torch.arange(20) * 7 % 50  # (T,)
        weights = attention_weights(model, inputs)  # (L, H, T, T)
        assert torch.allclose(weights.sum(-1), torch.ones(2, 4, 20))
        assert (weights.triu(1) == 0).all()
        x = norm(model.embedding(inputs[None]))  # (1, T, C)
        for layer, block in enumerate(model.blocks):
            own, cos, sin = block.attention, model.cos[:20], model.sin[:20]
            values = own.value(norm(x)).view(20, kv_heads, 8).repeat_interleave(4 // kv_heads, dim=1)  # (T, H, D)
            attended = torch.einsum("hqk,khd->qhd", weights[layer], values).reshape(20, 32)  # (T, C)
            assert torch.allclose(own.output(attended), own(norm(x), cos, sin)[0], atol=1e-4)
            x = block(x, cos, sin)


def test_quantized_rows_lose_less_than_one_step() -> None:
    weights = np.random.default_rng(0).dirichlet(np.full(60, 0.2), size=500)
    whole = quantize_rows(weights)
    assert (whole.astype(int).sum(-1) == SCALE).all()
    assert np.abs(whole - weights * SCALE).max() < 1
    one = np.zeros((1, 9))
    one[0, 3] = 1
    assert quantize_rows(one)[0].tolist() == [0, 0, 0, SCALE, 0, 0, 0, 0, 0]


def test_a_cut_character_shows_its_parts() -> None:
    whole = "まe\u0301😀"
    pieces = [bytes([byte]) for byte in whole.encode("utf-8")]
    assert visible_tokens(pieces) == [
        *("ま¹", "ま²", "ま³"),
        "e",
        *("\u0301¹", "\u0301²"),
        *("😀¹", "😀²", "😀³", "😀⁴"),
    ]
    assert visible_tokens([whole.encode("utf-8"), b" the"]) == [whole, " the"]


def test_scores_name_what_a_head_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Heads made by hand: one looks at the token before, one at the token after an earlier place of the same one."""
    row = torch.tensor([9, 1, 2, 3, 1, 2, 4])  # (T,)
    weights = torch.zeros(1, 2, 7, 7)
    for query in range(7):
        weights[0, 0, query, max(0, query - 1)] = 1
        weights[0, 1, query, {4: 2, 5: 3}.get(query, 0)] = 1
    monkeypatch.setattr("tools.attention_recording.attention_weights", lambda *_: weights)
    model = init_model(ModelConfig(10, 8, 1, 8, 2, 2))
    others = [torch.tensor([8] * 7) for _ in range(3)]  # so that the tokens of `row` are in a quarter of the rows
    scores = head_scores(model, [row, *others])
    assert scores["previous"][0][0] == 1
    assert scores["induction"][0] == [0, 1]
    assert scores["same"][0] == [0, 0]
