"""Plausible wrong answers to the exercises of chapter 1. `check` must refuse every one of them.

Each is a mistake that a learner makes: the docstring says which.
"""

# mypy: ignore-errors
from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import pairwise

from storybot.bpe_basics import GPT4_PATTERN, Tokenizer, pretokenize
from storybot.bpe_basics import count_pairs as right_count_pairs
from storybot.bpe_basics import merge_pair as right_merge_pair
from tests.check.wrong import Answers, collect

WRONG: Answers = {}
wrong = partial(collect, WRONG)


@wrong("utf8_bytes")
def code_points(text):
    """Numbers of characters, not of bytes."""
    return [ord(character) for character in text]


@wrong("utf8_bytes")
def utf_16(text):
    """Another encoding."""
    return list(text.encode("utf-16-le"))


@wrong("utf8_bytes")
def drops_what_is_not_ascii(text):
    """errors="ignore" hides the damage."""
    return list(text.encode("ascii", errors="ignore"))


@wrong("utf8_bytes")
def bytes_not_list(text):
    """The right bytes, not as a list."""
    return text.encode("utf-8")


@wrong("utf8_bytes")
def strips(text):
    """White space is text, too."""
    return list(text.strip().encode("utf-8"))


@wrong("count_pairs")
def across_sequences(sequences):
    """Joins the sequences first, so pairs cross."""
    ids = [i for sequence in sequences for i in sequence]
    return Counter(pairwise(ids))


@wrong("count_pairs")
def without_overlap(sequences):
    """Steps over both, as merging does."""
    counts = Counter()
    for ids in sequences:
        i = 0
        while i + 1 < len(ids):
            counts[ids[i], ids[i + 1]] += 1
            i += 2 if ids[i] == ids[i + 1] else 1
    return counts


@wrong("count_pairs")
def last_pair_forgotten(sequences):
    """Off by one."""
    counts = Counter()
    for ids in sequences:
        for i in range(len(ids) - 2):
            counts[ids[i], ids[i + 1]] += 1
    return counts


@wrong("count_pairs")
def once_per_sequence(sequences):
    """Counts sequences that hold the pair, not places."""
    counts = Counter()
    for ids in sequences:
        counts.update(set(pairwise(ids)))
    return counts


@wrong("count_pairs")
def unordered(sequences):
    """Takes (a, b) and (b, a) for the same."""
    return Counter(tuple(sorted(pair)) for ids in sequences for pair in pairwise(ids))


@wrong("count_pairs")
def plain_dict(sequences):
    """The right counts in a dict: the chapter goes on to call `most_common`."""
    return dict(right_count_pairs(sequences))


@wrong("merge_pair")
def steps_over_one(ids, pair, new_id):
    """Writes the new id and then the right half again."""
    return [new_id if tuple(ids[i : i + 2]) == pair else ids[i] for i in range(len(ids))]


@wrong("merge_pair")
def last_one_lost(ids, pair, new_id):
    """Stops one too early."""
    merged, i = [], 0
    while i < len(ids) - 1:
        if (ids[i], ids[i + 1]) == pair:
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged


@wrong("merge_pair")
def first_place_only(ids, pair, new_id):
    """Merges one place and stops."""
    for i in range(len(ids) - 1):
        if (ids[i], ids[i + 1]) == pair:
            return [*ids[:i], new_id, *ids[i + 2 :]]
    return list(ids)


@wrong("merge_pair")
def from_the_right(ids, pair, new_id):
    """Right to left: aaa becomes [a, aa]."""
    return right_merge_pair(ids[::-1], pair[::-1], new_id)[::-1]


@wrong("merge_pair")
def in_place(ids, pair, new_id):
    """The right result, but in the list that was given."""
    ids[:] = right_merge_pair(ids, pair, new_id)
    return ids


@wrong("merge_pair")
def returns_nothing(ids, pair, new_id):
    """No return."""
    right_merge_pair(ids, pair, new_id)


@wrong("merge_pair")
def endless(ids, pair, new_id):
    """Forgets to step."""
    i = 0
    while i < len(ids):
        pass


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


@wrong("train_bpe")
def first_seen(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """minbpe's tie rule."""
    return train(text, vocab_size, special_tokens, pattern, lambda counts, vocab: max(counts, key=counts.get))


@wrong("train_bpe")
def smallest_pair(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """The other end of the tie."""

    def choose(counts, vocab):
        most = max(counts.values())
        return min((p for p in counts if counts[p] == most), key=lambda p: (vocab[p[0]], vocab[p[1]]))

    return train(text, vocab_size, special_tokens, pattern, choose)


@wrong("train_bpe")
def greatest_ids(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Compares ids, not byte strings: differs once merged tokens tie with bytes."""
    return train(
        text, vocab_size, special_tokens, pattern, lambda counts, vocab: max(counts, key=lambda p: (counts[p], p))
    )


@wrong("train_bpe")
def no_pretokens(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Merges across words."""
    return train(text, vocab_size, special_tokens, pattern, greatest, cut=lambda document, *_: [document])


@wrong("train_bpe")
def special_tokens_not_cut(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Learns from the special tokens' text."""
    return train(text, vocab_size, special_tokens, pattern, greatest, cut=lambda d, p, _: pretokenize(d, p))


@wrong("train_bpe")
def special_tokens_not_counted(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """One merge too many for each special token."""
    return train(text, vocab_size, special_tokens, pattern, greatest, size=lambda n, _: n - 256)


@wrong("train_bpe")
def documents_forgotten(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Takes only the first of several documents."""
    first = text if isinstance(text, str) else next(iter(text), "")
    return train(first, vocab_size, special_tokens, pattern, greatest)


@wrong("train_bpe")
def only_merges(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """Gives the merges, not a tokenizer."""
    return train(text, vocab_size, special_tokens, pattern, greatest).merges


@wrong("train_bpe")
def parts_not_tokenizer(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN):
    """All the parts, not put together."""
    trained = train(text, vocab_size, special_tokens, pattern, greatest)
    return {"merges": trained.merges, "special_tokens": trained.special_tokens, "pattern": trained.pattern}


@wrong("encode_pretoken")
def longest_token_first(pretoken, ranks):
    """Greedy: the longest token that fits."""
    ids = []
    while pretoken:
        length = max(n for n in range(1, len(pretoken) + 1) if pretoken[:n] in ranks)
        ids.append(ranks[pretoken[:length]])
        pretoken = pretoken[length:]
    return ids


@wrong("encode_pretoken")
def leftmost_pair_first(pretoken, ranks):
    """Any pair that can be merged, from the left, whatever its rank."""
    parts = [bytes([byte]) for byte in pretoken]
    i = 0
    while i + 1 < len(parts):
        if parts[i] + parts[i + 1] in ranks:
            parts[i : i + 2] = [parts[i] + parts[i + 1]]
            i = 0
        else:
            i += 1
    return [ranks[part] for part in parts]


@wrong("encode_pretoken")
def highest_rank_first(pretoken, ranks):
    """The order turned round."""
    parts = [bytes([byte]) for byte in pretoken]
    while True:
        found = [(ranks[a + b], -i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]
        if not found:
            return [ranks[part] for part in parts]
        i = -max(found)[1]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


@wrong("encode_pretoken")
def one_round(pretoken, ranks):
    """Merges once and stops."""
    parts = [bytes([byte]) for byte in pretoken]
    found = [(ranks[a + b], i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]
    if found:
        i = min(found)[1]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return [ranks[part] for part in parts]


@wrong("encode_pretoken")
def tokens_not_ids(pretoken, ranks):
    """Stops at the bytes of the tokens."""
    return [bytes([byte]) for byte in pretoken]


@wrong("decode")
def token_by_token(ids, vocab):
    """Breaks every character that is spread over two tokens."""
    return "".join(vocab[i].decode("utf-8", errors="replace") for i in ids)


@wrong("decode")
def strict(ids, vocab):
    """Raises on a cut character."""
    return b"".join(vocab[i] for i in ids).decode("utf-8")


@wrong("decode")
def ignores(ids, vocab):
    """Drops what it cannot read."""
    return b"".join(vocab[i] for i in ids).decode("utf-8", errors="ignore")


@wrong("decode")
def latin_1(ids, vocab):
    """Never raises, and is never right beyond ASCII."""
    return b"".join(vocab[i] for i in ids).decode("latin-1")


@wrong("decode")
def gives_bytes(ids, vocab):
    """Stops one step early."""
    return b"".join(vocab[i] for i in ids)
