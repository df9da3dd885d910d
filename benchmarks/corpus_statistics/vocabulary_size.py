"""Chapter 1, measured: what a larger vocabulary gains and what it costs, on real text in four languages.

    PYTHONPATH=benchmarks python benchmarks/corpus_statistics/vocabulary_size.py     # about two minutes on two cores

For each language one tokenizer with 65,536 tokens is trained on the first 95% of a real corpus in STORYBOT_DATA, with
GPT-4's split pattern. Its first merges are the smaller tokenizers. Each of them encodes the last 5%, which it has not
seen: that gives bytes per token. Each also encodes the training text, to count how many of its tokens occur there fewer
than 100 times, which is little to learn a token from. Writes `results/vocabulary_size.json`, which chapter 1 draws.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from corpora import CORPORA, read_documents
from record import copy_to_package, write_result

from storybot.optimized_merges import FastTokenizer, train_bpe
from storybot.special_tokens import END

MOST_BYTES = 24_000_000  # of a corpus: the English one is larger than the others
SIZES = [2**n for n in range(9, 17)]
RARE = 100  # occurrences


def measure(documents: list[str]) -> dict[str, list[float]]:
    cut = round(len(documents) * 0.95)
    seen, unseen = documents[:cut], documents[cut:]
    n_bytes = sum(len(text.encode("utf-8")) for text in unseen)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.txt"
        path.write_text(END.join(seen), encoding="utf-8")
        merges = train_bpe(path, max(SIZES), special_tokens=[END]).merges
    bytes_per_token, rare_share = [], []
    for size in SIZES:
        tokenizer = FastTokenizer(merges[: size - 256])
        bytes_per_token.append(round(n_bytes / sum(len(tokenizer.encode(text)) for text in unseen), 3))
        counts = Counter(i for text in seen for i in tokenizer.encode(text))
        rare = sum(counts[i] < RARE for i in range(256, size))
        rare_share.append(round(rare / (size - 256), 3))
    return {"bytes_per_token": bytes_per_token, "rare_share": rare_share}


def main() -> None:
    results: dict[str, object] = {"sizes": SIZES, "languages": {}}
    for language, name in CORPORA.items():
        results["languages"][language] = measure(read_documents(name, MOST_BYTES))  # type: ignore[index]
        print(language, results["languages"][language])  # type: ignore[index]
    settings = {"corpora": CORPORA, "bytes": MOST_BYTES, "unseen": 0.05, "pattern": "gpt4", "rare": RARE}
    copy_to_package(write_result("vocabulary_size", settings, [], results), "bpe_basics")


if __name__ == "__main__":
    main()
