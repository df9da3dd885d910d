"""A story told by the Python model with the page's weights: what stands on the page before it has loaded anything.

Every token has the probability that the model gave it, the one that it was sampled with, and the likeliest five. The
tokens are those of the reference generator; the page, given the same seed, must tell the same story.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from storybot.bpe_basics import Tokenizer, escape_bytes
from storybot.bpe_basics.token_healing import agreeing_tokens, split_prompt
from storybot.model import GPT, Sampling
from storybot.model.generate_reference import generate_reference
from storybot.special_tokens import bos_id
from tools.storyteller.asset import fingerprint

Tensor = torch.Tensor
LIKELIEST = 5
DIGITS = 5  # of a probability on file


@dataclass(frozen=True)
class Request:
    """What a reader asks for."""

    opening: str
    sampling: Sampling
    max_tokens: int


def tell_ids(model: GPT, tokenizer: Tokenizer, request: Request) -> tuple[list[int], list[int]]:
    """The tokens of the opening that are kept, and those of the story, with its end if it came to one.

    The first tokens of the story complete the opening (`token_healing`).
    """
    kept, rest = split_prompt(tokenizer, request.opening)
    prompt, end = [bos_id(tokenizer), *kept], bos_id(tokenizer)
    taken_back = len(tokenizer.encode(request.opening, "none")) - len(kept)
    limit = min(request.max_tokens + taken_back, model.config.seq_len - len(prompt))
    ids = generate_reference(
        model, prompt, limit, request.sampling, stop=[end], begin_with=rest, ranks=tokenizer.ranks
    )  # fmt: skip
    return prompt, [*ids[0], *([end] if len(ids[0]) < limit else [])]


def tell(model: GPT, tokenizer: Tokenizer, request: Request) -> list[dict[str, Any]]:
    """Every token of the story with its probabilities, those of the opening first.

    `model` is the probability before temperature, filters and healing, `sampled` the one after, which tokens of the
    opening do not have.
    """
    prompt, story = tell_ids(model, tokenizer, request)
    with torch.no_grad():
        logits = model(torch.tensor([[*prompt, *story]]))[0, :-1]  # (T, V)
    wanted, told = split_prompt(tokenizer, request.opening)[1], []
    for at, (row, token) in enumerate(zip(logits, [*prompt, *story][1:], strict=True)):
        plain = torch.softmax(row.double(), 0)  # (V,)
        sampled = None
        if at + 1 >= len(prompt):
            sampled = sampled_probabilities(row, request.sampling, tokenizer, wanted)
            wanted = wanted[len(tokenizer.vocab[token]) :]
        told.append(describe_token(token, plain, sampled, tokenizer))
    return told


def sampled_probabilities(logits: Tensor, sampling: Sampling, tokenizer: Tokenizer, wanted: bytes) -> Tensor:
    """What a token is sampled from, (V,): healing, temperature, top-k, top-p."""
    allowed = torch.full_like(logits, -torch.inf)
    healing = agreeing_tokens(tokenizer.ranks, wanted) if wanted else slice(None)
    allowed[healing] = logits[healing]
    if sampling.temperature == 0:
        return torch.nn.functional.one_hot(allowed.argmax(), len(logits)).double()
    return sampling.probabilities(allowed[None])[0]


def describe_token(token: int, plain: Tensor, sampled: Tensor | None, tokenizer: Tokenizer) -> dict[str, Any]:
    """One token as the page shows it: its bytes, its two probabilities, and the likeliest tokens with theirs."""

    def one(i: int) -> dict[str, Any]:
        probabilities = {"model": round(float(plain[i]), DIGITS)}
        if sampled is not None:
            probabilities["sampled"] = round(float(sampled[i]), DIGITS)
        text = b"" if i == bos_id(tokenizer) else tokenizer.vocab[i]
        return {"id": i, "bytes": escape_bytes(text), **probabilities}

    order = torch.sort(plain, descending=True, stable=True).indices[:LIKELIEST]
    return {**one(token), "likeliest": [one(int(i)) for i in order]}


def record(model: GPT, tokenizer: Tokenizer, request: Request, content: dict[str, Any]) -> dict[str, Any]:
    """The content of the recording of a language."""
    sampling = request.sampling
    return {
        "made_by": "python -m tools.storyteller",
        "weights": fingerprint(content),
        "opening": request.opening,
        "temperature": sampling.temperature,
        "top_k": sampling.top_k,
        "top_p": sampling.top_p,
        "seed": sampling.seed,
        "max_tokens": request.max_tokens,
        "end": bos_id(tokenizer),
        "tokens": tell(model, tokenizer, request),
    }


def request_of(recording: dict[str, Any]) -> Request:
    """What was asked for when the recording was made."""
    names = ("temperature", "top_k", "top_p", "seed")
    return Request(recording["opening"], Sampling(**{name: recording[name] for name in names}), recording["max_tokens"])
