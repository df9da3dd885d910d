"""Columns of the story grammar that make several forms of a word: articles, pronouns, particles, measure words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Forms = dict[str, str]  # the name of a form, "" for the plain one, and its text
Rules = Mapping[str, Callable[[str], Forms]]  # the name of a column, and the forms that its text makes


def _capitalize(text: str) -> str:
    return text[0].upper() + text[1:]


def _with_article(noun: str) -> str:
    return ("an " if noun[0] in "aeiou" or noun.startswith(("hour", "honest")) else "a ") + noun


def english_name(name: str) -> Forms:
    return {"": name, "The": name}


def english_noun(noun: str) -> Forms:
    """The forms of somebody without a name.

    >>> english_noun("owl")
    {'': 'the owl', 'The': 'The owl', 'a': 'an owl', 'A': 'An owl', 'kind': 'owl'}
    """
    a = _with_article(noun)
    return {"": f"the {noun}", "The": f"The {noun}", "a": a, "A": _capitalize(a), "kind": noun}


def english_pronouns(they: str) -> Forms:
    """The pronouns of "she" or "he", under the names of their plural forms, which are all different."""
    them, their, own, child = {"she": ("her", "her", "herself", "girl"), "he": ("him", "his", "himself", "boy")}[they]
    capitalized = {"They": _capitalize(they), "Their": _capitalize(their)}
    return {"they": they, "them": them, "their": their, "self": own, "child": child, **capitalized}


def english_place(at: str) -> Forms:
    """A place with its preposition, and without.

    >>> english_place("by the old mill")
    {'': 'the old mill', 'at': 'by the old mill'}
    """
    return {"": at.split(" ", 1)[1], "at": at}


def japanese_child(name: str, kid: str, honorific: str, pronoun: str) -> Forms:
    return {"": name, "kid": kid, "call": name + honorific, "I": pronoun}


def korean_noun(word: str) -> Forms:
    """A noun with each particle, whose shape depends on whether the noun ends in a consonant.

    >>> korean_noun("곰")["은"], korean_noun("토끼")["은"]
    ('곰은', '토끼는')
    """
    final = _final_consonant(word)

    def choose(after_consonant: str, after_vowel: str) -> str:
        return word + (after_consonant if final else after_vowel)

    return {
        "": word,
        "은": choose("은", "는"),
        "이": choose("이", "가"),
        "을": choose("을", "를"),
        "와": choose("과", "와"),
        "으로": word + ("로" if final in (0, 8) else "으로"),  # 8: after ㄹ as after a vowel
        "야": choose("아", "야"),
        "라는": choose("이라는", "라는"),
        "였": choose("이었어요", "였어요"),
        "이야": choose("이야", "야"),
    }


def korean_name(name: str) -> Forms:
    """A child's name: 민준 becomes 민준이 in the story and 민준아 when called."""
    final = _final_consonant(name)
    return korean_noun(name + "이" if final else name) | {"야": name + ("아" if final else "야")}


def _final_consonant(word: str) -> int:
    """The number of the consonant that ends the last syllable, 0 for none: Unicode orders Hangul by it."""
    return (ord(word[-1]) - ord("가")) % 28


def chinese_counted(text: str) -> Forms:
    """A noun with 一 and its measure word, which is one character.

    >>> chinese_counted("一只小鹿")
    {'': '小鹿', '一': '一只小鹿', '那': '那只小鹿'}
    """
    return {"": text[2:], "一": text, "那": "那" + text[1:]}


# By language. A column that is not here makes one form, which has the column's name.
RULES: dict[str, Rules] = {
    "en": {
        "name": english_name,
        "noun": english_noun,
        "they": english_pronouns,
        "at": english_place,
        "phrase": lambda phrase: {"": phrase, "a": _with_article(phrase)},
        "some": lambda some: {"": some, "Some": _capitalize(some)},
        "when": lambda when: {"": when, "One": _capitalize(when)},
    },
    "ja": {
        "girl": lambda name: japanese_child(name, "女の子", "ちゃん", "わたし"),
        "boy": lambda name: japanese_child(name, "男の子", "くん", "ぼく"),
    },
    "ko": {"noun": korean_noun, "name": korean_name},
    "zh": {"counted": chinese_counted},
}
