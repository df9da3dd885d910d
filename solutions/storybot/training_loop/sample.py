"""Stories while there is no cache yet: the readable generator of `storybot.model`, from text to text."""

from __future__ import annotations

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
    """
    end = bos_id(tokenizer)  # the same token begins and ends a document
    ids = [end, *(int(i) for i in tokenizer.encode(prompt, "none"))]
    sampling = Sampling(temperature, top_k, seed=seed)
    rows = generate_reference(model, ids, max_tokens, sampling, stop={end}, rows=range(n))
    return [prompt + tokenizer.decode(row) for row in rows]
