"""The words in the figures are the reader's: all are translated, none is left in English, none is unused."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from storybot.languages import LANGUAGES
from tools import ROOT
from tools.figures.drawings import FIGURES, draw
from tools.figures.words import FILE, Words, read_words
from tools.translations.glossary import read_glossary

TRANSLATED = [language for language in LANGUAGES if language != "en"]
# Names of code and files, hexadecimal bytes, and the words that the chapters of all languages take as their example
NAMES = {"BPE", "RoPE", "QK-norm", "ReLU", "MLP", "up", "down", "kv", "log"}
FILES = {"model", "optimizer", "state", "safetensors", "json", "step"}
EXAMPLES = {"low", "lower", "slow", "new", "blow", "ab", "bc", "ac", "abc", "lo", "ow", "we", "er", "es", "st"}
BYTES = re.compile(r"(?:[0-9a-f]{2} ?)+|U\+[0-9A-F]+")


def written(name: str, language: str) -> list[str]:
    svg = ElementTree.fromstring(draw(name, language))
    return [element.text or "" for element in svg.iter("{http://www.w3.org/2000/svg}text")]


def test_every_word_is_used() -> None:
    words = Words("en")
    for drawing in FIGURES.values():
        drawing(words)
    assert words.used == {name for table in read_words().values() for name in table}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_word_is_translated(language: str) -> None:
    for english in read_words()["labels"]:
        values = re.findall(r"{(\w+)}", english)
        text = Words(language)(english, **{name: f"<{name}>" for name in values})
        assert re.findall(r"<(\w+)>", text) == values, f"{FILE.name}: {english!r} loses a value in {language}"
    for name, entry in read_words()["examples"].items():
        assert entry.get(language), f"{FILE.name}: the example {name!r} has no {language}"


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", FIGURES)
def test_no_english_is_left(name: str, language: str) -> None:
    translate, blank = Words(language), {"n": "", "a": "", "b": "", "name": ""}
    own = {word for term in read_glossary(ROOT) for word in term[language].split()}
    for text in written(name, language):
        for english in read_words()["labels"]:
            word = english.format(**blank).strip(" ,")
            if re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w.(])", text):
                assert word in translate(english, **blank), f"{text!r} has the English {word!r}"
        for word in re.findall(r"[A-Za-z][A-Za-z-]+", text):
            known = BYTES.fullmatch(text) or word in NAMES | FILES | EXAMPLES | own
            assert known, f"{text!r} has {word!r}: is it a name, or English that {FILE.name} should have?"


def test_a_missing_word_is_named() -> None:
    with pytest.raises(KeyError, match="'nosuch' is not among the labels"):
        Words("ja")("nosuch")
    with pytest.raises(KeyError, match="'file' has no eo: add it"):
        Words("eo")("file")
