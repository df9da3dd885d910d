"""Chapter 1, measured: how three public vocabularies cut the course's parallel stories, and some odd words.

    PYTHONPATH=benchmarks python benchmarks/corpus_statistics/public_tokenizers.py     # seconds

Reads the rank files of GPT-2 (r50k_base), GPT-4 (cl100k_base) and GPT-4o (o200k_base) from STORYBOT_DATA. For each of
the 24 stories in each language it counts the tokens; the stories are the same in all languages, so the numbers can be
compared. For the words in `WORDS` it notes the tokens. Writes `results/public_tokenizers.json`, which chapter 1 reads.
"""

from __future__ import annotations

import os
from pathlib import Path

from record import copy_to_package, write_result

from storybot.bpe_basics import escape_bytes
from storybot.languages import LANGUAGES
from storybot.optimized_merges import FastTokenizer
from storybot.special_tokens import END
from storybot.stories import read_stories

DATA = Path(os.environ.get("STORYBOT_DATA", Path(__file__).parents[3] / "shared" / "data")) / "tokenizers"
VOCABULARIES = {
    "GPT-2": ("r50k_base", "gpt2", {END: 50256}),
    "GPT-4": ("cl100k_base", "gpt4", {END: 100257}),
    "GPT-4o": ("o200k_base", "o200k", {END: 199999}),
}
WORDS = [
    " strawberry", "strawberry", "STRAWBERRY", " stawberry",
    "1234567", "127+677=804", "12:30",
    " SolidGoldMagikarp",
    "ありがとうございます", "物語", "吾輩は猫である",
    "안녕하세요", "이야기", "옛날 옛적에",
    "故事", "很久很久以前", "草莓",
]  # fmt: skip


def main() -> None:
    tokens: dict[str, dict[str, list[int]]] = {}
    pieces: dict[str, dict[str, list[str]]] = {}
    for name, (file, pattern, special) in VOCABULARIES.items():
        tokenizer = FastTokenizer.from_tiktoken(DATA / f"{file}.tiktoken", pattern, special)
        tokens[name] = {code: [len(tokenizer.encode(story)) for story in read_stories(code)] for code in LANGUAGES}
        pieces[name] = {
            word: [escape_bytes(tokenizer.token_bytes(i)) for i in tokenizer.encode(word)] for word in WORDS
        }
        print(name, {code: sum(counts) for code, counts in tokens[name].items()})
        for word in WORDS:
            print("  ", " | ".join(pieces[name][word]))
    settings = {"vocabularies": {name: file for name, (file, _, _) in VOCABULARIES.items()}}
    results = {"tokens": tokens, "pieces": pieces}
    copy_to_package(write_result("public_tokenizers", settings, [], results), "bpe_basics")


if __name__ == "__main__":
    main()
