"""train_bpe: train a tokenizer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from storybot.bpe_basics import pretokenize
from storybot.bpe_basics import count_pairs as right_count_pairs
from storybot.bpe_basics import merge_pair as right_merge_pair
from storybot.bpe_basics.patterns import GPT4_PATTERN
from storybot.bpe_basics.tokenizer import Tokenizer
from storybot.bpe_basics.train import train_bpe
from storybot.check.exercise import Exercise

WORDS = st.text("aab \nb字", max_size=20)


@dataclass(frozen=True)
class Learned:
    """What a tokenizer has learned, written as the learner would build it."""

    merges: list[tuple[bytes, bytes]]
    special_tokens: list[str]
    pattern: str

    def __repr__(self) -> str:
        return f"Tokenizer({self.merges}, {self.special_tokens}, {self.pattern!r})"


def learned(tokenizer: Any) -> Any:
    if not isinstance(tokenizer, Tokenizer):
        return tokenizer
    return Learned(tokenizer.merges, list(tokenizer.special_tokens), tokenizer.pattern)


EXERCISE = Exercise(
    train_bpe,
    [
        ("aaab aaab", 258),
        ("mn ab yz", 257, (), r"\w+"),
        ("zé yz", 258),
        (["ab", "ab cd", "cd cd"], 259),
        ("ab<|x|>ab<|x|>cd", 260, ("<|x|>",)),
        ("a", 300),
    ],
    st.tuples(
        WORDS | st.lists(WORDS, max_size=3),
        st.integers(257, 264),
        st.sampled_from([(), ("<|x|>",), ("ab",)]),
        st.sampled_from([GPT4_PATTERN, r"\w+|\W+"]),
    ),
    normalize=learned,
    constants={"GPT4_PATTERN": GPT4_PATTERN},
)


def train(text, vocab_size, special_tokens, pattern, choose, *, cut=pretokenize, size=lambda n, s: n - 256 - len(s)):
    """A trainer with parts to break."""
    documents = [text] if isinstance(text, str) else text
    sequences = [list(p.encode()) for document in documents for p in cut(document, pattern, special_tokens)]
    vocab, merges = {i: bytes([i]) for i in range(256)}, []
    for new_id in range(256, 256 + size(vocab_size, special_tokens)):
        counts = right_count_pairs(sequences)
        if not counts:
            break
        pair = choose(counts, vocab)
        sequences = [right_merge_pair(ids, pair, new_id) for ids in sequences]
        merges.append((vocab[pair[0]], vocab[pair[1]]))
        vocab[new_id] = vocab[pair[0]] + vocab[pair[1]]
    return Tokenizer(merges, special_tokens, pattern)


def greatest(counts, vocab):
    return max(counts, key=lambda p: (counts[p], vocab[p[0]], vocab[p[1]]))


@EXERCISE.mistake
def first_seen(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """minbpe's tie rule."""
    return train(text, vocab_size, special_tokens, pattern, lambda counts, vocab: max(counts, key=counts.get))


@EXERCISE.mistake
def smallest_pair(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """The other end of the tie."""

    def choose(counts, vocab):
        most = max(counts.values())
        return min((p for p in counts if counts[p] == most), key=lambda p: (vocab[p[0]], vocab[p[1]]))

    return train(text, vocab_size, special_tokens, pattern, choose)


@EXERCISE.mistake
def greatest_ids(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Compares ids, not byte strings: differs once merged tokens tie with bytes."""
    return train(
        text, vocab_size, special_tokens, pattern, lambda counts, vocab: max(counts, key=lambda p: (counts[p], p))
    )


@EXERCISE.mistake
def no_pretokens(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Merges across words."""
    return train(text, vocab_size, special_tokens, pattern, greatest, cut=lambda document, *_: [document])


@EXERCISE.mistake
def special_tokens_not_cut(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Learns from the special tokens' text."""
    return train(text, vocab_size, special_tokens, pattern, greatest, cut=lambda d, p, _: pretokenize(d, p))


@EXERCISE.mistake
def special_tokens_not_counted(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """One merge too many for each special token."""
    return train(text, vocab_size, special_tokens, pattern, greatest, size=lambda n, _: n - 256)


@EXERCISE.mistake
def documents_forgotten(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Takes only the first of several documents."""
    first = text if isinstance(text, str) else next(iter(text), "")
    return train(first, vocab_size, special_tokens, pattern, greatest)


@EXERCISE.mistake
def only_merges(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Gives the merges, not a tokenizer."""
    return train(text, vocab_size, special_tokens, pattern, greatest).merges


@EXERCISE.mistake
def parts_not_tokenizer(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """All the parts, not put together."""
    trained = train(text, vocab_size, special_tokens, pattern, greatest)
    return {"merges": trained.merges, "special_tokens": trained.special_tokens, "pattern": trained.pattern}
