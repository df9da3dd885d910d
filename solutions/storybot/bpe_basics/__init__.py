"""Chapter 1, BPE basics: from bytes to a trained tokenizer. Readable rather than fast.

`pair_merge` (count pairs, merge one), `pretokenize` with `patterns`, `train`, `encode`, `basic_tokenizer`, `tokenizer`,
in this order; `self_check` is a test that a reader writes; `formats` are the files a tokenizer is stored in.
"""

from storybot.bpe_basics.basic_tokenizer import BasicTokenizer
from storybot.bpe_basics.encode import encode_pretoken
from storybot.bpe_basics.formats.storybot_json import escape_bytes, unescape_bytes
from storybot.bpe_basics.formats.tiktoken import recover_merges
from storybot.bpe_basics.pair_merge import count_pairs, merge_pair
from storybot.bpe_basics.patterns import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN
from storybot.bpe_basics.pretokenize import pretokenize, split_special_tokens
from storybot.bpe_basics.self_check import check_merge_pair
from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.bpe_basics.train import train_bpe

__all__ = [
    "GPT2_PATTERN",
    "GPT4_PATTERN",
    "O200K_PATTERN",
    "BasicTokenizer",
    "Tokenizer",
    "check_merge_pair",
    "count_pairs",
    "encode_pretoken",
    "escape_bytes",
    "merge_pair",
    "pretokenize",
    "recover_merges",
    "split_special_tokens",
    "train_bpe",
    "unescape_bytes",
]
