"""Compare tokenizers: how many bytes of a text does one token stand for?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from storybot.files import FilePath
from storybot.optimized_merges.fast_tokenizer import FastTokenizer
from storybot.special_tokens import END

# the split pattern and the special tokens that fill free ranks, by the usual name of a rank file
TIKTOKEN_PATTERNS: dict[str, tuple[str, tuple[str, ...]]] = {
    "gpt2": ("gpt2", ()),
    "r50k_base": ("gpt2", ()),
    "p50k_base": ("gpt2", (END,)),
    "cl100k_base": ("gpt4", ()),
    "o200k_base": ("o200k", ()),
}
Table = dict[str, dict[str, float]]


def load_tokenizer(path: FilePath) -> FastTokenizer:
    """A tokenizer of ours, or one of OpenAI's rank files by its usual name."""
    name = Path(path).name.removesuffix(".tiktoken")
    if not str(path).endswith(".tiktoken"):
        return FastTokenizer.load(path)
    if name not in TIKTOKEN_PATTERNS:
        known = ", ".join(TIKTOKEN_PATTERNS)
        raise ValueError(f"{path}: a .tiktoken file has no split pattern; only {known} are known by name")
    pattern, special_tokens = TIKTOKEN_PATTERNS[name]
    return FastTokenizer.from_tiktoken(path, pattern, special_tokens)


def bytes_per_token(tokenizers: Mapping[str, FastTokenizer], texts: Mapping[str, FilePath]) -> Table:
    """For each text and each tokenizer: bytes of the file divided by tokens. The higher, the shorter the sequence."""
    table: Table = {}
    for text, path in texts.items():
        size = Path(path).stat().st_size
        table[text] = {name: size / max(len(tokenizer.encode_file(path)), 1) for name, tokenizer in tokenizers.items()}
    return table


def format_table(table: Table) -> str:
    """The table in columns.

    >>> print(format_table({"story.txt": {"ours": 4.2, "gpt2": 4.0}}))
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


def plot_table(table: Table, path: FilePath) -> None:
    """Draw the table as bars into an image file."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    names = list(next(iter(table.values()), {}))
    figure, axes = plt.subplots(figsize=(1.5 + 1.2 * len(table), 3.2), layout="constrained")
    width = 0.8 / max(len(names), 1)
    for number, name in enumerate(names):
        positions = [i + number * width for i in range(len(table))]
        axes.bar(positions, [row[name] for row in table.values()], width, label=name)
    axes.set_xticks([i + 0.4 - width / 2 for i in range(len(table))], list(table))
    axes.set_ylabel("bytes per token")
    axes.legend()
    figure.savefig(path, dpi=150)
    plt.close(figure)
