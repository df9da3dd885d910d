"""How the Korean words of a story get the forms that grammar needs."""

def noun(word):
    """All particle forms of a noun, chosen by its final consonant."""
    last = (ord(word[-1]) - 0xAC00) % 28
    pick = lambda closed, opened: word + (closed if last else opened)  # noqa: E731
    return {
        "": word, "은": pick("은", "는"), "이": pick("이", "가"), "을": pick("을", "를"), "와": pick("과", "와"),
        "으로": word + ("으로" if last not in (0, 8) else "로"), "야": pick("아", "야"),
        "라는": pick("이라는", "라는"), "였": pick("이었어요", "였어요"), "이야": pick("이야", "야"),
    }


def name(word):
    """A child's name: 민준 becomes 민준이 in the story and 민준아 when called."""
    closed = (ord(word[-1]) - 0xAC00) % 28
    return noun(word + "이" if closed else word) | {"야": word + ("아" if closed else "야")}


def nouns(text, make=noun):
    return [make(word.strip()) for word in text.replace("\n", ",").split(",") if word.strip()]


def linked(keys, rows):
    """Entries whose forms belong together: the first column is the short name."""
    return [noun(row[0]) | dict(zip(keys.split(), row[1:], strict=True)) for row in rows]
