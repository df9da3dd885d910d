"""Stories while there is no cache yet: the readable generator of `storybot.model`, from text to text."""

from __future__ import annotations

from storybot.bpe_basics.token_healing import split_prompt
from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.model.generate_reference import generate_reference
from storybot.model.gpt import GPT
from storybot.model.sampling import Sampling
from storybot.special_tokens import bos_id


def sample_text(
    model: GPT,
    tokenizer: Tokenizer,
    prompt: str = "",
    n: int = 1,
    *,
    max_tokens: int = 400,
    temperature: float = 0.5,
    top_k: int | None = 50,
    seed: int = 0,
) -> list[str]:
    """`n` stories that begin with `prompt`, each up to the end of its document or to `max_tokens`.

    A temperature of 0 takes the likeliest token every time; otherwise a token is drawn from the `top_k` likeliest.
    The prompt may end within a token (`token_healing`); tokens that it is completed with count as new ones.
    """
    end = bos_id(tokenizer)  # the same token begins and ends a document
    ids, rest = split_prompt(tokenizer, prompt)
    rows = generate_reference(
        model, [end, *ids], max_tokens, Sampling(temperature, top_k, seed=seed),
        stop={end}, rows=range(n), begin_with=rest, ranks=tokenizer.ranks,
    )  # fmt: skip
    return [prompt + tokenizer.decode_bytes(row)[len(rest) :].decode("utf-8", "replace") for row in rows]
