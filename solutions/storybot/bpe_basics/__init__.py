"""Chapter 1, BPE basics: from bytes to a trained tokenizer. Clear rather than fast.

Read in this order: `pairs` (bytes, pairs, one merge), `pretokens`, `train`, `encode`,
`tokenizer`. Files: `storybot_file`, `huggingface_file`, `tiktoken_file`.
"""

from storybot.bpe_basics.byte_escapes import escape_bytes, read_bytes
from storybot.bpe_basics.encode import decode, encode_pretoken
from storybot.bpe_basics.pair_merge import count_pairs, merge_pair, utf8_bytes
from storybot.bpe_basics.patterns import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN
from storybot.bpe_basics.pretokenize import pretokenize, split_special_tokens
from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.bpe_basics.train import train_bpe

__all__ = [
    "GPT2_PATTERN",
    "GPT4_PATTERN",
    "O200K_PATTERN",
    "Tokenizer",
    "count_pairs",
    "decode",
    "encode_pretoken",
    "merge_pair",
    "pretokenize",
    "read_bytes",
    "escape_bytes",
    "split_special_tokens",
    "train_bpe",
    "utf8_bytes",
]
