"""train_bpe: train a tokenizer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from storybot.bpe_basics import count_pairs as right_count_pairs
from storybot.bpe_basics import merge_pair as right_merge_pair
from storybot.bpe_basics import pretokenize
from storybot.bpe_basics.patterns import GPT4_PATTERN
from storybot.bpe_basics.tokenizer import Tokenizer, number_of_merges
from storybot.bpe_basics.train import train_bpe
from storybot.check.exercise import Exercise, OneShot

WORDS = st.text("aab \nb字", max_size=20)
DOCUMENTS = st.lists(WORDS, max_size=3)


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
        ("abc ab abd", 260),
        ("b ba aab aab", 260),
        (["ab", "ab cd", "cd cd"], 259),
        (["a", "b", "a", "b"], 257),
        ("ab<|x|>ab<|x|>cd", 260, ("<|x|>",)),
        ("a", 300),
        ("", 300),
        ("aa", 256),
        ("aa", 255),
        ("aa", 256, ["<|x|>"]),
        (OneShot(["ab", "ab cd"]), 258),
        ("ab ab<|x|>", 258, OneShot(["<|x|>"])),
        ("ab<|y|>ab<|x|>", 260, ("<|y|>", "<|x|>")),
        ("a<|x|><|x|>b", 258, ("<|x|>",)),
        ("<|a|><|a|>bb", 259, ["<|a|>", "<|a|>b"]),
        (["<|endoftext|>"], 258),
        (["zbc", "zbc", "xy", "xy"], 258),
        ("あ中", 257),
        ("éê", 257),
        ("AB Ａ e\u0301\r\n", 263),
    ],
    st.tuples(
        WORDS | DOCUMENTS | DOCUMENTS.map(OneShot),
        st.integers(255, 264),
        st.sampled_from([(), ("<|x|>",), ("ab",)]),
        st.sampled_from([GPT4_PATTERN, r"\w+|\W+"]),
    ),
    normalize=learned,
    constants={"GPT4_PATTERN": GPT4_PATTERN},
    errors=(ValueError,),
)


def greatest(counts, vocab):
    return max(counts, key=lambda p: (counts[p], vocab[p[0]], vocab[p[1]]))


def as_documents(text):
    return [text] if isinstance(text, str) else text


def train(text, vocab_size, special_tokens, pattern, **broken):
    """A trainer with parts to break: `choose`, `documents`, `cut`, `room`, `least`."""
    special = tuple(special_tokens)
    n_merges = broken.get("room", number_of_merges)(vocab_size, len(special))
    cut = broken.get("cut", pretokenize)
    documents = broken.get("documents", as_documents)(text)
    sequences = [list(p.encode()) for document in documents for p in cut(document, pattern, special)]
    vocab, merges = {i: bytes([i]) for i in range(256)}, []
    for new_id in range(256, 256 + n_merges):
        counts = right_count_pairs(sequences)
        if max(counts.values(), default=0) < broken.get("least", 1):
            break
        pair = broken.get("choose", greatest)(counts, vocab)
        sequences = [right_merge_pair(ids, pair, new_id) for ids in sequences]
        merges.append((vocab[pair[0]], vocab[pair[1]]))
        vocab[new_id] = vocab[pair[0]] + vocab[pair[1]]
    return Tokenizer(merges, special, pattern)


@EXERCISE.mistake
def first_seen(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """minbpe's tie rule."""
    return train(text, vocab_size, special_tokens, pattern, choose=lambda counts, vocab: max(counts, key=counts.get))


@EXERCISE.mistake
def smallest_pair(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """The other end of the tie."""

    def choose(counts, vocab):
        return min(counts, key=lambda p: (-counts[p], vocab[p[0]], vocab[p[1]]))

    return train(text, vocab_size, special_tokens, pattern, choose=choose)


@EXERCISE.mistake
def greatest_ids(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Compares ids, not byte strings: differs once merged tokens tie with bytes."""

    def choose(counts, vocab):
        return max(counts, key=lambda p: (counts[p], p))

    return train(text, vocab_size, special_tokens, pattern, choose=choose)


@EXERCISE.mistake
def greatest_joined(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Compares the joined bytes, not left and right."""

    def choose(counts, vocab):
        return max(counts, key=lambda p: (counts[p], vocab[p[0]] + vocab[p[1]]))

    return train(text, vocab_size, special_tokens, pattern, choose=choose)


@EXERCISE.mistake
def no_pretokens(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Merges across words."""
    return train(text, vocab_size, special_tokens, pattern, cut=lambda document, *_: [document])


@EXERCISE.mistake
def documents_joined(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """One text of all documents: the end of one meets the start of the next."""
    return train(text, vocab_size, special_tokens, pattern, documents=lambda text: ["".join(text)])


@EXERCISE.mistake
def string_as_documents(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Goes through the one string letter by letter."""
    return train(text, vocab_size, special_tokens, pattern, documents=list)


@EXERCISE.mistake
def only_lists(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """What is not a list is taken for one string."""

    def documents(text):
        return text if isinstance(text, list) else [text]

    return train(text, vocab_size, special_tokens, pattern, documents=documents)


@EXERCISE.mistake
def counts_a_generator(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """`len` of the special tokens as they came."""
    number_of_merges(vocab_size, len(special_tokens))
    return train(text, vocab_size, special_tokens, pattern)


@EXERCISE.mistake
def special_tokens_not_cut(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Learns from the special tokens' text."""
    return train(text, vocab_size, special_tokens, pattern, cut=lambda d, p, _: pretokenize(d, p))


@EXERCISE.mistake
def special_tokens_not_counted(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """One merge too many for each special token."""
    return train(text, vocab_size, special_tokens, pattern, room=lambda size, _: number_of_merges(size, 0))


@EXERCISE.mistake
def too_small_a_size(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """No error where there is no room for bytes and special tokens."""
    return train(text, vocab_size, special_tokens, pattern, room=lambda size, n: size - 256 - n)


@EXERCISE.mistake
def only_what_repeats(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Stops when no pair occurs twice."""
    return train(text, vocab_size, special_tokens, pattern, least=2)


@EXERCISE.mistake
def two_at_once(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Merges the two best pairs of a step."""
    return train_several(text, vocab_size, special_tokens, pattern, at_once=2)


@EXERCISE.mistake
def counted_once(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Takes the best pairs of the first count, one after another."""
    return train_several(text, vocab_size, special_tokens, pattern, at_once=10**9)


def train_several(text, vocab_size, special_tokens, pattern, at_once):
    """A trainer that counts only after so many merges."""
    special = tuple(special_tokens)
    n_merges = number_of_merges(vocab_size, len(special))
    documents = as_documents(text)
    sequences = [list(p.encode()) for document in documents for p in pretokenize(document, pattern, special)]
    vocab, merges = {i: bytes([i]) for i in range(256)}, []
    while len(merges) < n_merges:
        counts = right_count_pairs(sequences)
        if not counts:
            break
        order = sorted(counts, key=lambda p: (counts[p], vocab[p[0]], vocab[p[1]]), reverse=True)
        for pair in order[: min(at_once, n_merges - len(merges))]:
            new_id = 256 + len(merges)
            sequences = [right_merge_pair(ids, pair, new_id) for ids in sequences]
            merges.append((vocab[pair[0]], vocab[pair[1]]))
            vocab[new_id] = vocab[pair[0]] + vocab[pair[1]]
    return Tokenizer(merges, special, pattern)
