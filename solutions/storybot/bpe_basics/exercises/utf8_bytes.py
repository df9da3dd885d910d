"""utf8_bytes: the bytes of a text."""

from __future__ import annotations

import unicodedata

from hypothesis import strategies as st

from storybot.bpe_basics.pair_merge import utf8_bytes
from storybot.check.exercise import Exercise

TEXT = st.text("aé日한😀 \r\n\0", max_size=8) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


EXERCISE = Exercise(
    utf8_bytes,
    [("a",), ("é!",), ("日本",), ("👍",), (" a\n",), ("a\r\nb",), ("e\u0301",), ("",)],
    st.tuples(TEXT),
)


@EXERCISE.mistake
def code_points(text):
    """Numbers of characters, not of bytes."""
    return [ord(character) for character in text]


@EXERCISE.mistake
def utf_16(text):
    """Another encoding."""
    return list(text.encode("utf-16-le"))


@EXERCISE.mistake
def byte_order_mark(text):
    """utf-8-sig puts three bytes before the text."""
    return list(text.encode("utf-8-sig"))


@EXERCISE.mistake
def drops_what_is_not_ascii(text):
    """errors="ignore" hides the damage."""
    return list(text.encode("ascii", errors="ignore"))


@EXERCISE.mistake
def bytes_not_list(text):
    """The right bytes, not as a list."""
    return text.encode("utf-8")


@EXERCISE.mistake
def hexadecimal(text):
    """Digits, not numbers."""
    return [f"{byte:02x}" for byte in text.encode("utf-8")]


@EXERCISE.mistake
def strips(text):
    """White space is text, too."""
    return list(text.strip().encode("utf-8"))


@EXERCISE.mistake
def unix_line_endings(text):
    """The two characters of a Windows line ending become one."""
    return list(text.replace("\r\n", "\n").encode("utf-8"))


@EXERCISE.mistake
def normalizes(text):
    """NFC: e and an accent become one character."""
    return list(unicodedata.normalize("NFC", text).encode("utf-8"))
