"""Right answers written in other ways than the reference: `check` must accept every one of them."""

# mypy: ignore-errors
from __future__ import annotations

import base64
import json
import re
from collections import Counter
from functools import partial
from itertools import pairwise
from pathlib import Path

from storybot.bpe_basics import (
    GPT4_PATTERN,
    Tokenizer,
    count_pairs,
    encode_pretoken,
    merge_pair,
    pretokenize,
    split_special_tokens,
)
from tests.check.right import Answers, collect

RIGHT: Answers = {}
right = partial(collect, RIGHT)


@right("count_pairs")
def with_positions(sequences):
    counts = Counter()
    for ids in sequences:
        for i in range(1, len(ids)):
            counts[ids[i - 1], ids[i]] += 1
    return counts


@right("count_pairs")
def one_expression(sequences):
    return Counter(pair for ids in sequences for pair in zip(ids, ids[1:], strict=False))  # noqa: RUF007


@right("count_pairs")
def through_a_dict(sequences):
    counts = {}
    for ids in list(sequences):
        left = None
        for right_id in ids:
            if left is not None:
                counts[(left, right_id)] = counts.get((left, right_id), 0) + 1
            left = right_id
    return Counter(counts)


@right("count_pairs")
def in_place_addition(sequences):
    counts = Counter()
    for ids in sequences:
        for number, left in enumerate(ids[:-1], start=1):
            counts[left, ids[number]] += 1
    return counts


@right("merge_pair")
def with_a_for_loop(ids, pair, new_id):
    merged, skip = [], False
    for i, one in enumerate(ids):
        if skip:
            skip = False
        elif tuple(ids[i : i + 2]) == pair:
            merged.append(new_id)
            skip = True
        else:
            merged.append(one)
    return merged


@right("merge_pair")
def with_an_iterator(ids, pair, new_id):
    merged, rest = [], iter(ids)
    waiting = next(rest, None)
    while waiting is not None:
        following = next(rest, None)
        if (waiting, following) == pair:
            merged.append(new_id)
            following = next(rest, None)
        else:
            merged.append(waiting)
        waiting = following
    return merged


@right("merge_pair")
def in_a_copy(ids, pair, new_id):
    merged = ids.copy()
    i = 0
    while i < len(merged) - 1:
        if merged[i] == pair[0] and merged[i + 1] == pair[1]:
            merged[i : i + 2] = [new_id]
        i += 1
    return merged


@right("merge_pair")
def a_try_at_the_end(ids, pair, new_id):
    left, right_id = pair
    merged, i = [], 0
    while i < len(ids):
        try:
            found = ids[i] == left and ids[i + 1] == right_id
        except IndexError:
            found = False
        merged += [new_id] if found else [ids[i]]
        i += 2 if found else 1
    return merged


@right("check_merge_pair")
def against_its_own(merge_pair):
    def own(ids, pair, new_id):
        merged = []
        while ids:
            found = tuple(ids[:2]) == pair
            merged.append(new_id if found else ids[0])
            ids = ids[2:] if found else ids[1:]
        return merged

    for offset in (0, 300):
        for ids in ([], [1], [1, 2], [1, 1, 1], [2, 1, 2, 1, 2, 2], [11, 2], [3, 3, 3, 3, 3]):
            for pair in ((1, 2), (1, 1), (3, 3), (2, 2)):
                moved = [i + offset for i in ids]
                before = moved.copy()
                wanted = (pair[0] + offset, pair[1] + offset)
                result = merge_pair(moved, wanted, 1000)
                assert result == own(before, wanted, 1000)
                assert moved == before
                assert result is not moved


@right("check_merge_pair")
def raises_itself(merge_pair):
    big = [10**6 + int(digit) for digit in "121"]
    examples = [([7, 7, 7], (7, 7), [9, 7]), ([5, 1, 2, 1, 2], (1, 2), [5, 9, 9]), ([12, 3], (2, 3), [12, 3])]
    examples += [(big, (1_000_001, 1_000_002), [9, 1_000_001])]
    for ids, pair, expected in examples:
        given = ids[:]
        result = merge_pair(given, pair, 9)
        if result != expected or given != ids or result is given:
            raise AssertionError(ids)


@right("check_merge_pair")
def at_random(merge_pair):
    import random

    def expected(ids, pair, new_id):
        text = "".join(f" {i} " for i in ids).replace(f" {pair[0]}  {pair[1]} ", f" {new_id} ")
        return [int(part) for part in text.split()]

    numbers = random.Random(1)
    for _ in range(300):
        offset = numbers.choice([0, 1000])
        ids = [numbers.choice([1, 2, 11]) + offset for _ in range(numbers.randrange(9))]
        pair = (numbers.choice([1, 2]) + offset, numbers.choice([1, 2]) + offset)
        copy = tuple(ids)
        result = merge_pair(ids, pair, 500)
        assert isinstance(result, list)
        assert (result, tuple(ids)) == (expected(copy, pair, 500), copy)
        assert result is not ids


@right("train_bpe")
def step_by_step(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN, *, progress=False):
    if isinstance(text, str):
        text = [text]
    special_tokens = tuple(special_tokens)
    room = vocab_size - 256 - len(special_tokens)
    if room < 0:
        raise ValueError("too small")
    sequences = []
    for document in text:
        for pretoken in pretokenize(document, pattern, special_tokens):
            sequences.append([bytes([byte]) for byte in pretoken.encode()])
    merges = []
    for _ in range(room):
        counts = Counter(pair for parts in sequences for pair in pairwise(parts))
        if not counts:
            break
        most = max(counts.values())
        best = max(pair for pair, count in counts.items() if count == most)
        merges.append(best)
        for parts in sequences:
            i = 0
            while i + 1 < len(parts):
                if (parts[i], parts[i + 1]) == best:
                    parts[i : i + 2] = [best[0] + best[1]]
                i += 1
    return Tokenizer(merges, special_tokens, pattern)


@right("train_bpe")
def distinct_pretokens(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN, *, progress=False):
    special = list(special_tokens)
    assert isinstance(vocab_size, int)
    if vocab_size < 256 + len(special):
        raise ValueError(f"{vocab_size} is too small")
    words = Counter()
    for document in [text] if isinstance(text, str) else text:
        words.update(pretokenize(document, pattern, special))
    weighted = [([bytes([b]) for b in word.encode()], n) for word, n in words.items()]
    merges = []
    while len(merges) < vocab_size - 256 - len(special):
        counts = Counter()
        for parts, n in weighted:
            for pair in pairwise(parts):
                counts[pair] += n
        if not counts:
            break
        _, left, right_part = max((n, *pair) for pair, n in counts.items())
        merges.append((left, right_part))
        merged = []
        for parts, n in weighted:
            out, i = [], 0
            while i < len(parts):
                found = parts[i : i + 2] == [left, right_part]
                out.append(left + right_part if found else parts[i])
                i += 2 if found else 1
            merged.append((out, n))
        weighted = merged
    return Tokenizer(merges, special, pattern)


@right("train_bpe")
def sorted_candidates(text, vocab_size, special_tokens=(), pattern=GPT4_PATTERN, *, progress=False):
    special = tuple(special_tokens)
    if vocab_size - len(special) < 256:
        raise ValueError("no room")
    documents = (text,) if isinstance(text, str) else text
    sequences = [list(p.encode()) for document in documents for p in pretokenize(document, pattern, special)]
    vocab = [bytes([i]) for i in range(256)]
    merges = []
    while len(vocab) + len(special) < vocab_size:
        counts = count_pairs(sequences)
        order = sorted(counts, key=lambda pair: (counts[pair], vocab[pair[0]], vocab[pair[1]]))
        if order == []:
            break
        best = order[-1]
        sequences = [merge_pair(ids, best, len(vocab)) for ids in sequences]
        merges.append((vocab[best[0]], vocab[best[1]]))
        vocab.append(vocab[best[0]] + vocab[best[1]])
    return Tokenizer(merges, special, pattern)


@right("encode_pretoken")
def one_pass_over_the_ranks(pretoken, ranks):
    parts = [pretoken[i : i + 1] for i in range(len(pretoken))]
    for token in sorted(ranks, key=ranks.get):
        merged, i = [], 0
        while i < len(parts):
            if i + 1 < len(parts) and parts[i] + parts[i + 1] == token:
                merged.append(token)
                i += 2
            else:
                merged.append(parts[i])
                i += 1
        parts = merged
    return [ranks[part] for part in parts]


@right("encode_pretoken")
def all_places_at_once(pretoken, ranks):
    parts = [bytes([byte]) for byte in pretoken]
    while True:
        joined = [parts[i] + parts[i + 1] for i in range(len(parts) - 1)]
        known = [token for token in joined if token in ranks]
        if not known:
            return list(map(ranks.__getitem__, parts))
        best = min(known, key=ranks.get)
        merged, i = [], 0
        while i < len(parts):
            found = i + 1 < len(parts) and joined[i] == best
            merged.append(best if found else parts[i])
            i += 1 + found
        parts = merged


@right("encode_pretoken")
def with_a_plain_loop(pretoken, ranks):
    parts = []
    for number in pretoken:
        parts.append(bytes([number]))
    while len(parts) > 1:
        best, where = None, None
        for i in range(len(parts) - 1):
            rank = ranks.get(parts[i] + parts[i + 1])
            if rank is not None and (best is None or rank < best):
                best, where = rank, i
        if where is None:
            break
        parts = [*parts[:where], parts[where] + parts[where + 1], *parts[where + 2 :]]
    return [ranks[part] for part in parts]


@right("encode_pretoken")
def ids_instead_of_bytes(pretoken, ranks):
    vocab = {i: token for token, i in ranks.items()}
    ids = [ranks[bytes([byte])] for byte in pretoken]
    while len(ids) > 1:
        found = [ranks.get(vocab[a] + vocab[b], float("inf")) for a, b in pairwise(ids)]
        lowest = min(found)
        if lowest == float("inf"):
            break
        i = found.index(lowest)
        ids[i] = lowest
        del ids[i + 1]
    return ids


@right("split_special_tokens")
def escaped_and_sorted(text, special_tokens):
    special = sorted(special_tokens, key=len, reverse=True)
    if not special:
        return [text] if text else []
    pattern = "(" + "|".join(map(re.escape, special)) + ")"
    return [piece for piece in re.split(pattern, text) if piece]


@right("split_special_tokens")
def sorted_by_the_alphabet(text, special_tokens):
    special = sorted(special_tokens, reverse=True)  # a beginning comes after what it begins
    if not special:
        return [text] if text else []
    pieces, end = [], 0
    for match in re.finditer("|".join(re.escape(token) for token in special), text):
        pieces += [text[end : match.start()], match[0]]
        end = match.end()
    return [piece for piece in [*pieces, text[end:]] if piece]


@right("split_special_tokens")
def without_expressions(text, special_tokens):
    special = list(special_tokens)
    pieces, plain, i = [], "", 0
    while i < len(text):
        here = [token for token in special if text.startswith(token, i)]
        if here:
            if plain:
                pieces.append(plain)
            plain = ""
            pieces.append(max(here, key=len))
            i += len(pieces[-1])
        else:
            plain += text[i]
            i += 1
    return [*pieces, plain] if plain else pieces


@right("BasicTokenizer")
class LazyTables:
    """Makes its tables when they are asked for; saves base64."""

    def __init__(self, merges, special_tokens=(), pattern=GPT4_PATTERN):
        self.merges, self.special, self.pattern = list(merges), tuple(special_tokens), pattern

    @property
    def tokens(self):
        return [bytes([i]) for i in range(256)] + [a + b for a, b in self.merges]

    @property
    def vocab(self):
        return dict(enumerate(self.tokens + [text.encode() for text in self.special]))

    def encode(self, text):
        ranks = {token: i for i, token in enumerate(self.tokens)}
        ids = []
        for piece in split_special_tokens(text, self.special):
            if piece in self.special:
                ids.append(len(ranks) + self.special.index(piece))
                continue
            for pretoken in pretokenize(piece, self.pattern):
                ids.extend(encode_pretoken(pretoken.encode(), ranks))
        return ids

    def decode_bytes(self, ids):
        vocab = self.vocab
        return b"".join([vocab[i] for i in ids])

    def decode(self, ids):
        return str(self.decode_bytes(ids), "utf-8", "replace")

    def save(self, path):
        merges = [base64.b64encode(part).decode() for merge in self.merges for part in merge]
        Path(path).write_text(json.dumps([merges, self.special, self.pattern]))

    @classmethod
    def load(cls, path):
        merges, special, pattern = json.loads(Path(path).read_text())
        parts = [base64.b64decode(part) for part in merges]
        return cls(zip(parts[::2], parts[1::2], strict=True), special, pattern)


@right("BasicTokenizer")
class PlainLoops:
    """Step by step; bytes are saved as lists of numbers."""

    def __init__(self, merges, special_tokens=(), pattern=GPT4_PATTERN):
        self.pattern = pattern
        self.vocab = {}
        self.ranks = {}
        self.special_tokens = {}
        self.merges = []
        for byte in range(256):
            self._add(bytes([byte]))
        for left, right_part in merges:
            self.merges.append((left, right_part))
            self._add(left + right_part)
        for text in special_tokens:
            self.special_tokens[text] = len(self.vocab)
            self.vocab[len(self.vocab)] = text.encode("utf-8")

    def _add(self, token):
        self.ranks[token] = len(self.vocab)
        self.vocab[len(self.vocab)] = token

    def encode(self, text):
        longest_first = sorted(self.special_tokens, key=len, reverse=True)
        ids, start, i = [], 0, 0
        while i < len(text):
            found = next((one for one in longest_first if text.startswith(one, i)), None)
            if found is None:
                i += 1
                continue
            ids += [*self._ordinary(text[start:i]), self.special_tokens[found]]
            start = i = i + len(found)
        return ids + self._ordinary(text[start:])

    def _ordinary(self, text):
        pretokens = pretokenize(text, self.pattern)
        return [i for pretoken in pretokens for i in encode_pretoken(pretoken.encode("utf-8"), self.ranks)]

    def decode_bytes(self, ids):
        joined = bytearray()
        for i in ids:
            joined += self.vocab[i]
        return bytes(joined)

    def decode(self, ids):
        return self.decode_bytes(ids).decode(errors="replace")

    def save(self, path):
        merges = [[list(left), list(right_part)] for left, right_part in self.merges]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"m": merges, "s": list(self.special_tokens), "p": self.pattern}, file)

    @classmethod
    def load(cls, path):
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        return cls([(bytes(a), bytes(b)) for a, b in content["m"]], content["s"], content["p"])


@right("BasicTokenizer")
class OnThePackage:
    """Asks the package's tokenizer for everything."""

    def __init__(self, merges, special_tokens=(), pattern=GPT4_PATTERN):
        self.inner = Tokenizer(merges, special_tokens, pattern)
        self.merges, self.vocab = self.inner.merges, self.inner.vocab

    def encode(self, text):
        return self.inner.encode(text)

    def decode_bytes(self, ids):
        return b"".join(map(self.vocab.__getitem__, ids))

    def decode(self, ids):
        return self.decode_bytes(ids).decode("utf-8", "replace")

    def save(self, path):
        self.inner.save(path)

    @classmethod
    def load(cls, path):
        inner = Tokenizer.load(path)
        return cls(inner.merges, inner.special_tokens, inner.pattern)


@right("recover_merges")
def with_a_growing_dictionary(ranks):
    known, names, merges = {}, {}, []
    for token in sorted(ranks, key=ranks.get):
        if len(token) > 1:
            ids = encode_pretoken(token, known)
            if len(ids) != 2:
                raise ValueError(token)
            merges.append((names[ids[0]], names[ids[1]]))
        known[token] = ranks[token]
        names[ranks[token]] = token
    return merges


@right("recover_merges")
def with_a_limit(ranks):
    merges = []
    for own, token in sorted((rank, token) for token, rank in ranks.items()):
        parts = [token[i : i + 1] for i in range(len(token))]
        while True:
            joined = [(ranks[a + b], i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]
            joined = [one for one in joined if one[0] < own]
            if not joined:
                break
            i = min(joined)[1]
            parts[i : i + 2] = [parts[i] + parts[i + 1]]
        if len(parts) == 2:
            merges.append(tuple(parts))
        elif len(parts) > 2:
            raise ValueError(f"{token} has {len(parts)} parts")
    return merges


@right("recover_merges")
def by_replaying_its_splits(ranks):
    def parts_of(token, limit):
        borders = list(range(len(token) + 1))
        while len(borders) > 3:
            joined = [(ranks.get(token[borders[i] : borders[i + 2]], limit), i) for i in range(len(borders) - 2)]
            rank, i = min(joined)
            if rank >= limit:
                raise ValueError(f"nothing makes {token!r}")
            del borders[i + 1]
        return token[: borders[1]], token[borders[1] :]

    longer = {rank: token for token, rank in ranks.items() if len(token) > 1}
    return [parts_of(longer[rank], rank) for rank in sorted(longer)]
