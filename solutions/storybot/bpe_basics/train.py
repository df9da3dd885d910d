"""Training: count every pair, merge the most frequent one, and again.

This is the readable version. Each step counts the whole text anew, so the time grows with
(size of the text) x (number of merges); chapter 3 gets the same merges without that.
"""

from __future__ import annotations

from collections.abc import Iterable

from tqdm.auto import tqdm

from storybot.bpe_basics.pair_merge import count_pairs, merge_pair
from storybot.bpe_basics.patterns import GPT4_PATTERN, resolve_pattern
from storybot.bpe_basics.pretokenize import check_special_tokens, pretokenize
from storybot.bpe_basics.tokenizer import Tokenizer, number_of_merges


def train_bpe(
    text: str | Iterable[str],
    vocab_size: int,
    special_tokens: Iterable[str] = (),
    pattern: str = GPT4_PATTERN,
    *,
    progress: bool = False,
) -> Tokenizer:
    """Learn merges from `text` until the vocabulary has `vocab_size`
    tokens.

    `text` is one string or several documents. They, and `special_tokens`,
    may come from a generator, which can be gone through only once. No
    pair crosses from one pretoken or document into the next, and nothing
    is learned from the text of the special tokens.

    `vocab_size` counts the 256 bytes, the special tokens and the merges;
    if it has no room for the bytes and the special tokens, ValueError.
    The pair with the highest count is merged, even if that is 1; on a
    tie, the greatest pair of byte strings. Stops early when no pair is
    left. `progress` shows a bar.

    >>> train_bpe("aaab aaab", 258).merges
    [(b'a', b'a'), (b'aa', b'a')]
    >>> train_bpe(["mn", "ab", "yz"], 257).merges
    [(b'y', b'z')]
    """
    pattern = resolve_pattern(pattern)
    special = check_special_tokens(special_tokens)
    n_merges = number_of_merges(vocab_size, len(special))
    documents = [text] if isinstance(text, str) else text
    pretokens = [pretoken for document in documents for pretoken in pretokenize(document, pattern, special)]
    sequences = [list(pretoken.encode("utf-8")) for pretoken in pretokens]
    vocab = {byte: bytes([byte]) for byte in range(256)}
    merges = []
    for new_id in tqdm(range(256, 256 + n_merges), desc="merges", disable=not progress):
        counts = count_pairs(sequences)
        if not counts:
            break
        pair = max(counts, key=lambda p: (counts[p], vocab[p[0]], vocab[p[1]]))
        sequences = [merge_pair(ids, pair, new_id) for ids in sequences]
        merges.append((vocab[pair[0]], vocab[pair[1]]))
        vocab[new_id] = vocab[pair[0]] + vocab[pair[1]]
    return Tokenizer(merges, special, pattern)
