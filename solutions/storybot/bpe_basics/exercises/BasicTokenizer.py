"""BasicTokenizer: the tokenizer of one's own, whole."""

from __future__ import annotations

import json
import pickle
import re
import tempfile
import unicodedata
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from storybot.bpe_basics.basic_tokenizer import BasicTokenizer
from storybot.bpe_basics.encode import encode_pretoken
from storybot.bpe_basics.patterns import GPT2_PATTERN, GPT4_PATTERN
from storybot.bpe_basics.pretokenize import pretokenize
from storybot.bpe_basics.train import train_bpe
from storybot.check.exercise import Exercise, OneShot

AB = [(b"a", b"b")]
HI = "日".encode()
LETTERS = "ab 日.2"
SPECIAL = ["<|x|>", "<|x|><|x|>"]
LATE_MERGE, LATE_SPECIAL = (b"a", b"b"), "<|late|>"


def invoke(cls: Any, merges: Any, special_tokens: Any, pattern: str, method: str, value: Any) -> Any:
    """Make a tokenizer and ask one thing of it. A second one is made in between: they share nothing."""
    if method == "apart":  # the caller's lists change afterwards
        merges, special_tokens = list(merges), list(special_tokens)
    tokenizer = cls(merges, special_tokens, pattern)
    cls([(b"b", b"a"), (b"b", b"b")], ["<|other|>"])
    if method == "apart":
        merges.append(LATE_MERGE)
        special_tokens.append(LATE_SPECIAL)
        return tokenizer.merges, tokenizer.encode(value)
    if method == "merges":
        return tokenizer.merges
    if method == "vocab":
        return tokenizer.vocab[value]
    if method == "save":
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tokenizer.json"
            tokenizer.save(path)
            tokenizer.save(str(path))  # as text, and a second time
            json.loads(path.read_bytes())
            loaded = cls.load(str(path))
            return loaded.encode(value), loaded.merges
    if method == "again":
        return tokenizer.encode(value), tokenizer.encode(value)
    return getattr(tokenizer, method)(value)


def describe_call(name: str, arguments: tuple[Any, ...]) -> str:
    """How a message writes what `invoke` does."""
    merges, special_tokens, pattern, method, value = arguments
    expression = {GPT4_PATTERN: "GPT4_PATTERN", GPT2_PATTERN: "GPT2_PATTERN"}.get(pattern, repr(pattern))
    made = f"{name}({merges!r}, {special_tokens!r}, {expression})"
    if method == "apart":
        given = f"merges, special = {merges!r}, {special_tokens!r}\ntokenizer = {name}(merges, special, {expression})"
        changed = f"merges.append({LATE_MERGE!r})\nspecial.append({LATE_SPECIAL!r})"
        return f"{given}\n{changed}\ntokenizer.merges, tokenizer.encode({value!r})"
    if method == "merges":
        return f"{made}.merges"
    if method == "vocab":
        return f"{made}.vocab[{value!r}]"
    if method == "save":
        saved = f"tokenizer = {made}\ntokenizer.save(path)\ntokenizer.save(str(path))"
        return f"{saved}\nloaded = {name}.load(str(path))\nloaded.encode({value!r}), loaded.merges"
    if method == "again":
        return f"tokenizer = {made}\ntokenizer.encode({value!r}), tokenizer.encode({value!r})"
    return f"{made}.{method}({value!r})"


@st.composite
def questions(draw: st.DrawFn) -> tuple[Any, ...]:
    """A tokenizer that was trained on a few letters, and a question to it."""
    pattern = draw(st.sampled_from([GPT4_PATTERN, GPT2_PATTERN, r"\w+|\W+"]))
    merges = train_bpe(draw(st.text(LETTERS, max_size=16)), 256 + draw(st.integers(0, 5)), (), pattern).merges
    special_tokens = draw(st.sampled_from([[], SPECIAL[:1], SPECIAL]))
    n = 256 + len(merges) + len(special_tokens)
    method = draw(st.sampled_from(["encode", "encode", "save", "decode", "decode_bytes"]))
    if method in ("encode", "save"):
        pieces = draw(st.lists(st.text(LETTERS, max_size=8) | st.sampled_from(SPECIAL), max_size=4))
        return merges, special_tokens, pattern, method, "".join(pieces)
    known = st.sampled_from([*b"ab .", *HI, *range(256, n)])
    return merges, special_tokens, pattern, method, draw(st.lists(known, max_size=5))


EXERCISE = Exercise(
    BasicTokenizer,
    [
        (AB, [], GPT4_PATTERN, "encode", "abc"),
        (AB, ["<|end|>"], GPT4_PATTERN, "encode", "abc<|end|>"),
        (AB, ["<|end|>"], GPT4_PATTERN, "decode", [256, 99, 257]),
        ([], [], GPT4_PATTERN, "decode", [*HI]),
        ([], [], GPT4_PATTERN, "decode", [*HI[:2]]),
        ([], [], GPT4_PATTERN, "decode_bytes", [*HI[:2], 33]),
        (AB, [], GPT4_PATTERN, "vocab", 256),
        (AB, ["<|end|>"], GPT4_PATTERN, "vocab", 257),
        (AB, [], GPT4_PATTERN, "decode", [99999]),
        ([(b"b", b"c"), (b"a", b"b")], [], GPT4_PATTERN, "encode", "abc"),
        ([(b"b", b" "), (b" ", b"a")], [], GPT4_PATTERN, "encode", "b a"),
        ([(b"1", b"2"), (b"12", b"3"), (b"123", b"4")], [], GPT2_PATTERN, "encode", "1234"),
        ([], SPECIAL, GPT4_PATTERN, "encode", "<|x|><|x|><|x|>"),
        ([], ["<|", "<|x|>"], GPT4_PATTERN, "encode", "<|x|>!"),
        (OneShot(AB), OneShot(["<|end|>"]), GPT4_PATTERN, "encode", "ab<|end|>"),
        (AB, ["<|b|>", "<|a|>"], GPT4_PATTERN, "encode", "<|b|><|a|>"),
        ([], ["<|b|>"], GPT4_PATTERN, "encode", "<|b|> <|b|>"),
        ([], [], GPT4_PATTERN, "encode", "e\u0301 Ａ\r\n\0 が"),
        (OneShot(AB), [], GPT4_PATTERN, "merges", ""),
        ([(b"b", b"c")], [], GPT4_PATTERN, "apart", "ab"),
        ([], ["<|x|>"], GPT4_PATTERN, "apart", "<|late|>"),
        (AB, [], GPT4_PATTERN, "again", "abc"),
        (AB, [], GPT4_PATTERN, "decode", OneShot([256, 99])),
        ([], [], GPT4_PATTERN, "encode", ""),
        ([(HI[:1], HI[1:2]), (HI[:2], HI[2:])], ["<|end|>"], GPT4_PATTERN, "save", "日<|end|>"),
        ([(b"1", b"2"), (b"12", b"3"), (b"123", b"4")], [], GPT2_PATTERN, "save", "1234"),
        (AB, ["<|the end|>", "<|a|>"], GPT4_PATTERN, "save", "ab<|the end|><|a|>"),
        (OneShot(AB), OneShot(["<|end|>"]), GPT4_PATTERN, "save", "ab<|end|>"),
    ],
    questions(),
    invoke=invoke,
    describe_call=describe_call,
    errors=(KeyError,),
)


@EXERCISE.mistake
class merges_across_pretokens(BasicTokenizer):
    """Never cuts the text into pretokens."""

    def encode(self, text):
        ids = []
        for piece in re.split("(" + "|".join(self._longest_first()) + ")", text) if self.special_tokens else [text]:
            special = self.special_tokens.get(piece)
            ids += [special] if special is not None else encode_pretoken(piece.encode(), self.ranks)
        return ids

    def _longest_first(self):
        return map(re.escape, sorted(self.special_tokens, key=len, reverse=True))


@EXERCISE.mistake
class always_gpt4(BasicTokenizer):
    """Ignores the pattern."""

    def __init__(self, merges, special_tokens=(), pattern=GPT4_PATTERN):
        super().__init__(merges, special_tokens)


@EXERCISE.mistake
class special_tokens_are_text(BasicTokenizer):
    """Encodes the mark letter by letter."""

    def encode(self, text):
        return [i for p in pretokenize(text, self.pattern) for i in encode_pretoken(p.encode(), self.ranks)]


@EXERCISE.mistake
class special_tokens_left_out(BasicTokenizer):
    """Gives `special_tokens` to `pretokenize`, which drops them."""

    def encode(self, text):
        pretokens = pretokenize(text, self.pattern, self.special_tokens)
        return [i for p in pretokens for i in encode_pretoken(p.encode(), self.ranks)]


@EXERCISE.mistake
class first_special_token_wins(BasicTokenizer):
    """Tries the special tokens in the order in which they came."""

    def encode(self, text):
        ids = []
        for piece in self._pieces(text):
            if piece in self.special_tokens:
                ids.append(self.special_tokens[piece])
            else:
                ids += [i for p in pretokenize(piece, self.pattern) for i in encode_pretoken(p.encode(), self.ranks)]
        return ids

    def _pieces(self, text):
        if not self.special_tokens:
            return [text]
        return re.split("(" + "|".join(map(re.escape, self.special_tokens)) + ")", text)


@EXERCISE.mistake
class special_tokens_numbered_first(BasicTokenizer):
    """256 goes to the first special token, and the merges move up."""

    def __init__(self, merges, special_tokens=(), pattern=GPT4_PATTERN):
        super().__init__(merges, special_tokens, pattern)
        n = len(self.special_tokens)
        self.special_tokens = {text: 256 + i for i, text in enumerate(self.special_tokens)}
        self.ranks = {token: i if i < 256 else i + n for token, i in self.ranks.items()}
        self.vocab = {i: token for token, i in self.ranks.items()}
        self.vocab |= {i: text.encode() for text, i in self.special_tokens.items()}


@EXERCISE.mistake
class special_tokens_not_in_vocab(BasicTokenizer):
    """Cannot decode what it encodes."""

    def __init__(self, merges, special_tokens=(), pattern=GPT4_PATTERN):
        super().__init__(merges, special_tokens, pattern)
        for i in self.special_tokens.values():
            del self.vocab[i]


@EXERCISE.mistake
class decodes_token_by_token(BasicTokenizer):
    """Breaks every character that is spread over several tokens."""

    def decode(self, ids):
        return "".join(self.vocab[i].decode("utf-8", errors="replace") for i in ids)


@EXERCISE.mistake
class decodes_strictly(BasicTokenizer):
    """Raises on a cut character."""

    def decode(self, ids):
        return self.decode_bytes(ids).decode("utf-8")


@EXERCISE.mistake
class drops_cut_characters(BasicTokenizer):
    """errors="ignore"."""

    def decode(self, ids):
        return self.decode_bytes(ids).decode("utf-8", errors="ignore")


@EXERCISE.mistake
class skips_unknown_ids(BasicTokenizer):
    """No error for an id that no token has."""

    def decode_bytes(self, ids):
        return b"".join(self.vocab.get(i, b"") for i in ids)


@EXERCISE.mistake
class one_vocab_for_all(BasicTokenizer):
    """A class attribute: all tokenizers share one dictionary."""

    shared_vocab: dict[int, bytes] = {}

    def __init__(self, merges, special_tokens=(), pattern=GPT4_PATTERN):
        super().__init__(merges, special_tokens, pattern)
        self.shared_vocab.update(self.vocab)
        self.vocab = self.shared_vocab


@EXERCISE.mistake
class saves_text(BasicTokenizer):
    """Half a character is no text, and is lost on the way."""

    def save(self, path):
        merges = [[left.decode(errors="replace"), right.decode(errors="replace")] for left, right in self.merges]
        content = {"merges": merges, "special_tokens": list(self.special_tokens), "pattern": self.pattern}
        Path(path).write_text(json.dumps(content), encoding="utf-8")

    @classmethod
    def load(cls, path):
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        merges = [(left.encode(), right.encode()) for left, right in content["merges"]]
        return cls(merges, content["special_tokens"], content["pattern"])


@EXERCISE.mistake
class pickles_itself(BasicTokenizer):
    """A file that is no JSON, and that runs code when it is read."""

    def save(self, path):
        Path(path).write_bytes(pickle.dumps((self.merges, list(self.special_tokens), self.pattern)))


@EXERCISE.mistake
class forgets_the_pattern(BasicTokenizer):
    """The file has the merges and the special tokens only."""

    @classmethod
    def load(cls, path):
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        return cls([(bytes.fromhex(a), bytes.fromhex(b)) for a, b in content["merges"]], content["special_tokens"])


@EXERCISE.mistake
class forgets_special_tokens(BasicTokenizer):
    """The file has the merges and the pattern only."""

    @classmethod
    def load(cls, path):
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        merges = [(bytes.fromhex(a), bytes.fromhex(b)) for a, b in content["merges"]]
        return cls(merges, [], content["pattern"])


@EXERCISE.mistake
class collects_ids_in_the_object(BasicTokenizer):
    """A list that is made in `__init__` is never emptied."""

    def __init__(self, merges, special_tokens=(), pattern=GPT4_PATTERN):
        super().__init__(merges, special_tokens, pattern)
        self.ids = []

    def encode(self, text):
        self.ids += super().encode(text)
        return list(self.ids)


@EXERCISE.mistake
class keeps_the_given_list(BasicTokenizer):
    """`merges` as it came: the caller's own list, or a generator that is used up."""

    def __init__(self, merges, special_tokens=(), pattern=GPT4_PATTERN):
        kept = list(merges)
        super().__init__(kept, special_tokens, pattern)
        self.merges = merges


@EXERCISE.mistake
class normalizes_the_text(BasicTokenizer):
    """Brings the text to NFC, so that the round trip gives another one."""

    def encode(self, text):
        return super().encode(unicodedata.normalize("NFC", text))


@EXERCISE.mistake
class sorts_special_tokens(BasicTokenizer):
    """Numbers the special tokens in the order of the alphabet."""

    def __init__(self, merges, special_tokens=(), pattern=GPT4_PATTERN):
        super().__init__(merges, sorted(special_tokens), pattern)
