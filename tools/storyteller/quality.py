"""How good a storyteller is: what stories that it has not read cost it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import islice

import torch

from storybot.bpe_basics import Tokenizer
from storybot.evaluation.bpb import token_bytes, token_losses
from storybot.model import GPT
from storybot.special_tokens import bos_id
from storybot.stories import make_stories
from tools.storyteller.training import PRESET

HELD_OUT = 64  # stories
HELD_OUT_SEED = 2  # the stories of the default run have seed 1


@dataclass(frozen=True)
class Quality:
    """What the held-out stories cost: the text in bits per byte, and a whole story, its end included, in nats."""

    bits_per_byte: float
    nats_a_story: float


def held_out_stories(language: str) -> list[str]:
    """Stories of the same kind as those of the default run, which has none of them."""
    known = set(make_stories(language, PRESET.stories, 1, PRESET.cast, PRESET.plots))
    others = make_stories(language, 2 * HELD_OUT, HELD_OUT_SEED, PRESET.cast, PRESET.plots)
    return list(islice((story for story in dict.fromkeys(others) if story not in known), HELD_OUT))


def measure_quality(model: GPT, tokenizer: Tokenizer, stories: list[str]) -> Quality:
    """The mean over stories, each in a window of its own; what does not fit the context is left out."""
    end, sizes = bos_id(tokenizer), token_bytes(tokenizer)
    total = text = 0.0
    n_bytes = 0
    for story in stories:
        ids = torch.tensor([[end, *tokenizer.encode(story, "none"), end]])[:, : model.config.seq_len + 1]  # (1, T + 1)
        counts = sizes[ids[0, 1:]]  # (T,)
        losses = token_losses(model, ids[:, :-1], ids[:, 1:]).double()  # (T,)
        total += float(losses.sum())
        text += float(losses[counts > 0].sum())
        n_bytes += int(counts.sum())
    return Quality(text / (math.log(2) * n_bytes), total / len(stories))
