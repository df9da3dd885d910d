"""Compare tokenizers: how many bytes of a text does one token stand for?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from storybot.bpe_basics.patterns import PATTERNS
from storybot.bpe_basics.tokenizer import FilePath
from storybot.optimized_merges.fast_tokenizer import FastTokenizer

KNOWN = {"gpt2": "gpt2", "r50k_base": "gpt2", "cl100k_base": "gpt4", "o200k_base": "o200k"}
Table = dict[str, dict[str, float]]


def load_tokenizer(path: FilePath) -> FastTokenizer:
    """A tokenizer of ours, or one of OpenAI's rank files by its usual name."""
    name = Path(path).name.removesuffix(".tiktoken")
    if not str(path).endswith(".tiktoken"):
        return FastTokenizer.load(path)
    if name not in KNOWN:
        raise ValueError(f"{path}: a .tiktoken file has no split pattern; only {', '.join(KNOWN)} are known by name")
    return FastTokenizer.from_tiktoken(path, PATTERNS[KNOWN[name]])


def bytes_per_token(tokenizers: Mapping[str, FastTokenizer], texts: Mapping[str, FilePath]) -> Table:
    """For each text, and each tokenizer: bytes of the file divided by tokens. The higher, the shorter the sequence."""
    table: Table = {}
    for text, path in texts.items():
        size = Path(path).stat().st_size
        table[text] = {name: size / max(len(tokenizer.encode_file(path)), 1) for name, tokenizer in tokenizers.items()}
    return table


def as_text(table: Table) -> str:
    """The table in columns.

    >>> print(as_text({"story.txt": {"ours": 4.2, "gpt2": 4.0}}))
    bytes per token    ours    gpt2
    story.txt          4.20    4.00
    """
    names = list(next(iter(table.values()), {}))
    first = max(len("bytes per token"), *(len(text) for text in table)) if table else 0
    widths = [max(len(name), 4) for name in names]
    head = "".join(f"    {name:>{width}}" for name, width in zip(names, widths, strict=True))
    rows = [
        f"{text:<{first}}" + "".join(f"    {row[name]:>{width}.2f}" for name, width in zip(names, widths, strict=True))
        for text, row in table.items()
    ]
    return "\n".join([f"{'bytes per token':<{first}}{head}", *rows])


def draw(table: Table, path: FilePath) -> None:
    """The table as bars."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    names = list(next(iter(table.values()), {}))
    figure, axes = plt.subplots(figsize=(1.5 + 1.2 * len(table), 3.2), layout="constrained")
    width = 0.8 / max(len(names), 1)
    for number, name in enumerate(names):
        places = [i + number * width for i in range(len(table))]
        axes.bar(places, [row[name] for row in table.values()], width, label=name)
    axes.set_xticks([i + 0.4 - width / 2 for i in range(len(table))], list(table))
    axes.set_ylabel("bytes per token")
    axes.legend()
    figure.savefig(path, dpi=150)
    plt.close(figure)
