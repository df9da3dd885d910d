"""Let the model tell: draw one token after another from what it finds likely."""

from __future__ import annotations

from typing import Any

import torch

from storybot.model.gpt import GPT


@torch.no_grad()
def sample_ids(
    model: GPT,
    prompt: list[int],
    n: int = 1,
    max_tokens: int = 400,
    *,
    temperature: float = 0.5,
    top_k: int = 50,
    end: int | None = None,
    seed: int = 0,
) -> list[list[int]]:
    """`n` continuations of the prompt, each up to the token `end`, which is left out.

    A temperature of 0 takes the likeliest token every time. Only the `top_k` likeliest can be drawn.
    """
    if not prompt:
        raise ValueError("the prompt is empty; begin with the token that begins a document")
    device = model.head.weight.device
    rng = torch.Generator(device=device).manual_seed(seed)
    ids = torch.tensor([prompt] * n, device=device)
    done = torch.zeros(n, dtype=torch.bool, device=device)
    for _ in range(max_tokens):
        logits = model.head(model.hidden(ids[:, -model.config.seq_len :])[:, -1]).float()
        if temperature == 0:
            chosen = logits.argmax(1, keepdim=True)
        else:
            best, places = logits.topk(min(top_k, logits.shape[1]))
            drawn = torch.multinomial(torch.softmax(best / temperature, 1), 1, generator=rng)
            chosen = places.gather(1, drawn)
        ids = torch.cat((ids, chosen), 1)
        if end is not None:
            done |= chosen[:, 0] == end
            if done.all():
                break
    rows = ids[:, len(prompt) :].tolist()
    return [row[: row.index(end)] if end in row else row for row in rows]


def sample_text(model: GPT, tokenizer: Any, prompt: str = "", n: int = 1, **options: Any) -> list[str]:
    """`n` stories that begin with `prompt`, as text."""
    end = tokenizer.special_tokens["<|endoftext|>"]
    ids = [end, *(int(i) for i in tokenizer.encode(prompt, "none"))]
    rows = sample_ids(model, ids, n, end=end, **options)
    return [prompt + tokenizer.decode(row) for row in rows]
