"""How slow is the clear version? Training and encoding against Hugging Face tokenizers and tiktoken.

Interleaved, five rounds, median. Chapter 1 claims no speed; these ratios are what chapter 3 starts from.
The text is the course's own stories, so the benchmark runs anywhere.
"""

from __future__ import annotations

import tiktoken
import tokenizers
from timing import interleaved
from tokenizers import models, pre_tokenizers, trainers

from storybot.bpe_basics import GPT4_PATTERN, Tokenizer, train_bpe
from storybot.languages import LANGUAGES
from storybot.stories import read_stories

ROUNDS, VOCAB_SIZE = 5, 400


def huggingface_train(texts: list[str]) -> tokenizers.Tokenizer:
    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(tokenizers.Regex(GPT4_PATTERN), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=VOCAB_SIZE, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def report(title: str, seconds: dict[str, float]) -> None:
    ours = seconds["storybot.bpe_basics"]
    print(title)
    for name, value in seconds.items():
        print(f"  {name:24} {value * 1000:9.2f} ms   storybot is {ours / value:8.2f} times this")


def main() -> None:
    texts = [story for language in LANGUAGES for story in read_stories(language)]
    n_bytes = sum(len(text.encode("utf-8")) for text in texts)
    report(
        f"train to {VOCAB_SIZE} tokens on {n_bytes:,} bytes",
        interleaved(
            {
                "storybot.bpe_basics": lambda: train_bpe(texts, VOCAB_SIZE),
                "tokenizers (Rust)": lambda: huggingface_train(texts),
            },
            ROUNDS,
        ),
    )
    ours = train_bpe(texts, VOCAB_SIZE)
    encoding = tiktoken.Encoding("bench", pat_str=GPT4_PATTERN, mergeable_ranks=ours.ranks, special_tokens={})
    huggingface = export(ours)
    whole = "\n".join(texts)
    assert ours.encode(whole) == encoding.encode(whole) == huggingface.encode(whole).ids
    report(
        f"encode {n_bytes:,} bytes",
        interleaved(
            {
                "storybot.bpe_basics": lambda: ours.encode(whole),
                "tiktoken (Rust)": lambda: encoding.encode(whole),
                "tokenizers (Rust)": lambda: huggingface.encode(whole),
            },
            ROUNDS,
        ),
    )


def export(tokenizer: Tokenizer) -> tokenizers.Tokenizer:
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tokenizer.json"
        tokenizer.to_huggingface(path)
        return tokenizers.Tokenizer.from_file(str(path))


if __name__ == "__main__":
    main()
