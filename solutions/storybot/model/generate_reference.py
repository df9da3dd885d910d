"""Generation written plainly: the whole window through the model for every token, no cache.

It is the oracle of `storybot.evaluation.generation`, and what chapter 5 samples with before there is a cache. It shares
neither the window nor the choice of a token with the fast generator, so that a mistake in one of them shows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

import torch

from storybot.bpe_basics.token_healing import agreeing_tokens
from storybot.model.gpt import GPT
from storybot.model.sampling import Sampling, top_k_filter, top_p_filter


@torch.no_grad()
def generate_reference(
    model: GPT,
    prompt: Sequence[int],
    max_tokens: int,
    sampling: Sampling,
    *,
    stop: Collection[int] = (),
    rows: Sequence[int] = (0,),
    begin_with: bytes = b"",
    ranks: Mapping[bytes, int] | None = None,
) -> list[list[int]]:
    """What follows the prompt, once for each of `rows`, up to a stop token, which is left out.

    `rows` are indices in a batch: each has its own random numbers. When the window holds more than `seq_len` tokens,
    the model goes on with the last half of that many, and forgets what was before. With `begin_with`, only tokens that
    agree with these bytes are sampled until all of them are there (`token_healing`); `ranks` are the tokenizer's.

    >>> from storybot.model.config import config_for_depth
    >>> from storybot.model.gpt import init_model
    >>> model = init_model(config_for_depth(1, vocab_size=300, seq_len=16))  # all logits are equal
    >>> generate_reference(model, [1, 2], 3, Sampling(temperature=0), rows=range(2))
    [[0, 0, 0], [0, 0, 0]]
    """
    if not prompt:
        raise ValueError("the prompt is empty; begin with the token that begins a document")
    seq_len, rngs = model.config.seq_len, [sampling.row_rng(row) for row in rows]
    found: list[list[int]] = [[] for _ in rows]
    ended, wanted = [False] * len(found), [begin_with] * len(found)
    tokens_of = {i: token for token, i in (ranks or {}).items()}
    window = torch.tensor([list(prompt)] * len(found), device=model.head.weight.device)  # (B, T)
    for _ in range(max_tokens):
        if window.shape[1] > seq_len:
            window = window[:, -max(1, seq_len // 2) :]  # (B, seq_len // 2)
        logits = model.head(model.forward_hidden(window)[:, -1])  # (B, V)
        for row, missing in enumerate(wanted):
            if missing and ranks is not None:
                others = torch.ones(logits.shape[1], dtype=torch.bool)
                others[agreeing_tokens(ranks, missing)] = False
                logits[row, others] = -torch.inf
        tokens = [sample_reference(row, sampling, rng) for row, rng in zip(logits, rngs, strict=True)]
        for row, token in enumerate(tokens):
            wanted[row] = wanted[row][len(tokens_of.get(token, b"")) :]
            ended[row] = ended[row] or token in stop
            if not ended[row]:
                found[row].append(token)
        if all(ended):
            break
        window = torch.cat((window, torch.tensor(tokens, device=window.device)[:, None]), 1)  # (B, T + 1)
    return found


def sample_reference(logits: torch.Tensor, sampling: Sampling, rng: Random) -> int:
    """One token from the logits (V,) of a row: `Sampling.sample`, step by step.

    >>> sample_reference(torch.tensor([0.0, 2.0, 1.0]), Sampling(temperature=0), Random(0))
    1
    """
    if sampling.temperature == 0:
        return int(logits.argmax())
    logits = logits.double() / sampling.temperature
    if sampling.top_k is not None:
        logits = top_k_filter(logits, sampling.top_k)
    if sampling.top_p is not None:
        logits = top_p_filter(logits, sampling.top_p)
    return inverse_cdf(torch.softmax(logits, 0).tolist(), rng.random())


def inverse_cdf(probabilities: list[float], number: float) -> int:
    """The index whose interval holds a number, when the probabilities lie one behind another from 0 to 1.

    >>> [inverse_cdf([0.25, 0.0, 0.75], number) for number in (0.0, 0.24, 0.25, 0.99)]
    [0, 0, 2, 2]
    """
    end = 0.0
    for token, probability in enumerate(probabilities):
        end += probability
        if number < end:
            return token
    return max(range(len(probabilities)), key=probabilities.__getitem__)  # rounding left the sum below the number
