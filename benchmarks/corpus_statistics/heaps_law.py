"""Chapter 2, measured: how the number of distinct pretokens grows with the number of pretokens read (Heaps' law).

    PYTHONPATH=benchmarks python benchmarks/corpus_statistics/heaps_law.py     # about two minutes on one core

Reads four real corpora from STORYBOT_DATA, in the order of their documents, with GPT-4's split pattern. At twelve
sizes, evenly spaced on a logarithmic axis, it notes how many pretokens were read and how many of them were distinct.
Writes `results/heaps_law.json`, which chapter 2 draws next to the reader's own curve.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice

from corpora import CORPORA, read_documents
from record import copy_to_package, write_result

from storybot.bpe_basics.patterns import GPT4_PATTERN, compile_pattern

POINTS = 12
FIRST = 1000  # pretokens at the first point


def iter_pretokens(documents: list[str]) -> Iterator[str]:
    find_all = compile_pattern(GPT4_PATTERN).findall
    for document in documents:
        yield from find_all(document)


def measure(documents: list[str]) -> dict[str, list[int]]:
    """Pretokens read and distinct ones among them, at `POINTS` sizes up to the whole corpus."""
    total = sum(1 for _ in iter_pretokens(documents))
    sizes = [round(FIRST * (total / FIRST) ** (i / (POINTS - 1))) for i in range(POINTS)]
    pretokens, seen, read, distinct = iter_pretokens(documents), set[str](), 0, []
    for size in sizes:
        seen.update(islice(pretokens, size - read))
        read = size
        distinct.append(len(seen))
    return {"read": sizes, "distinct": distinct}


def main() -> None:
    results = {}
    for language, name in CORPORA.items():
        documents = read_documents(name)
        n_bytes = sum(len(document.encode("utf-8")) for document in documents)
        results[language] = {"corpus": name, "bytes": n_bytes, "documents": len(documents), **measure(documents)}
        print(language, results[language], file=sys.stderr)
    settings = {"pattern": "gpt4", "points": POINTS, "order": "as in the file"}
    path = write_result("heaps_law", settings, seeds=[], results=results, peers=["regex"])
    copy_to_package(path, "parallel_pretokenization")


if __name__ == "__main__":
    main()
