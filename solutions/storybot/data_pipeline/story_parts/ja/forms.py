"""How the Japanese words of a story get the forms that grammar needs."""

def _rows(text, *names):
    """One entry a line; the forms of an entry are separated by a vertical bar."""
    return [dict(zip(names, line.split("|"))) for line in text.strip().split("\n")]


def _plain(text):
    return [{"": word} for word in text.split()]


def _children(girls, boys):
    return [{"": n, "kid": "女の子", "call": n + "ちゃん", "I": "わたし"} for n in girls.split()] + [
        {"": n, "kid": "男の子", "call": n + "くん", "I": "ぼく"} for n in boys.split()]


def _things(groups):
    made = []
    for words, love, want, joy in groups:
        for i, word in enumerate(words.split()):
            made.append({"": word, "love": love[i % len(love)], "want": want[i % len(want)], "joy": joy[i % len(joy)]})
    return made
