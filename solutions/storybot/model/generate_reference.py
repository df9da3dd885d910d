"""Generation written plainly: the whole window through the model for every token. The oracle of `Generator`."""

from __future__ import annotations

from collections.abc import Collection

import torch

from storybot.evaluation.filters import top_k_filter, top_p_filter
from storybot.model.gpt import GPT
from storybot.model.sampling import Sampling


@torch.no_grad()
def generate_reference(
    model: GPT,
    prompt: list[int],
    max_tokens: int,
    sampling: Sampling,
    *,
    stop: Collection[int] = (),
    row: int = 0,
) -> list[int]:
    """What follows the prompt, up to a stop token, which is left out; `row` is its place in the batch.

    A window that has grown beyond the context begins anew with its last half: see `window_start`.
    """
    ids, start, draw = list(prompt), 0, sampling.draws(row)
    while len(ids) < len(prompt) + max_tokens:
        start = window_start(len(ids), start, model.config.seq_len)
        logits = model(torch.tensor([ids[start:]]))[0, -1]
        if sampling.temperature == 0:
            token = int(logits.argmax())
        else:
            logits = logits.double() / sampling.temperature
            if sampling.top_k is not None:
                logits = top_k_filter(logits, sampling.top_k)
            if sampling.top_p is not None:
                logits = top_p_filter(logits, sampling.top_p)
            token = inverse_cdf(torch.softmax(logits, 0).tolist(), draw.random())
        if token in stop:
            break
        ids.append(token)
    return ids[len(prompt) :]


def window_start(length: int, start: int, seq_len: int) -> int:
    """Where the window begins that sees the last of `length` tokens, if it began at `start` before.

    It stays until it would hold more than `seq_len` tokens; then the last half of that many go on alone.

    >>> [window_start(length, 0, 8) for length in (7, 8, 9)]
    [0, 0, 5]
    """
    return start if length - start <= seq_len else length - max(1, seq_len // 2)


def inverse_cdf(probabilities: list[float], number: float) -> int:
    """Which of the probabilities, one behind another from 0 to 1, lies at a number.

    >>> [inverse_cdf([0.25, 0.0, 0.75], number) for number in (0.0, 0.24, 0.25, 0.99)]
    [0, 0, 2, 2]
    """
    end = 0.0
    for token, probability in enumerate(probabilities):
        end += probability
        if number < end:
            return token
    return max(range(len(probabilities)), key=probabilities.__getitem__)
