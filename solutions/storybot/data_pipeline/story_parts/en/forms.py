"""How the English words of a story get the forms that grammar needs."""

# Texts below are written with {role.form}; _t turns this into the %-template %(role.form)s.


def _t(text):
    return text.strip().replace("%", "%%").replace("{", "%(").replace("}", ")s")


def _lines(text):
    return [line.strip() for line in text.strip().split("\n")]


def _items(text):
    return [item.strip() for item in text.replace("\n", " ").split(",") if item.strip()]


def _up(text):
    return text[0].upper() + text[1:]


def _an(noun):
    return ("an " if noun[0] in "aeiou" or noun.startswith(("hour", "honest")) else "a ") + noun


def _pronouns(they):
    them, their, own = {"she": ("her", "her", "herself"), "he": ("him", "his", "himself")}[they]
    return {"they": they, "They": _up(they), "them": them, "their": their, "Their": _up(their), "self": own}


def _people(text, they):
    return [{"": name, "The": name, "child": {"she": "girl", "he": "boy"}[they],
             **_pronouns(they)} for name in _items(text)]


def _animals(text, they):
    entries = []
    for item in _items(text):
        name, moved, home = item.split("|")
        entries.append({"": "the " + name, "The": "The " + name, "a": _an(name), "A": _up(_an(name)), "kind": name,
                        "moved": moved, "home": home, **_pronouns(they)})
    return entries


def _jobs(text, they):
    entries = []
    for line in _lines(text):
        name, doing = line.split("|")
        entries.append({"": "the " + name, "The": "The " + name, "a": _an(name), "doing": doing, **_pronouns(they)})
    return entries


def _things(text):
    # "silver pocket=mirror": the part after the last space is the short name, "=" stands for a space inside it
    return [{"": item.replace("=", " "), "a": _an(item.replace("=", " ")),
             "short": item.split(" ")[-1].replace("=", " ")} for item in _items(text)]


def _places(text):
    entries = []
    for item in _items(text):
        where, name = item.split(":")
        entries.append({"": name, "at": where + " " + name})
    return entries


def _times(text):
    entries = []
    for line in _lines(text):
        when, scene = line.split("|")
        entries.append({"": when, "One": _up(when), "scene": scene})
    return entries


def _foods(text):
    return [{"": item, "Some": _up(item)} for item in _items(text)]


def _words(text):
    return [{"": item, "a": _an(item)} for item in _items(text)]


def _linked(forms, text):
    # blocks between blank lines: the first line is the plain form, the others are the forms in their order
    entries = []
    for block in text.strip().split("\n\n"):
        lines = _lines(block)
        assert len(lines) == 1 + len(forms.split()), block
        entries.append({"": lines[0], **{form: _t(line) for form, line in zip(forms.split(), lines[1:])}})
    return entries


def _plot(cast, text):
    # paragraphs are divided by ---, beats by a blank line, alternatives by line; a line with only - is no sentence
    paragraphs = [[[_t(line) if line != "-" else "" for line in _lines(beat)] for beat in part.strip().split("\n\n")]
                  for part in text.strip().split("---")]
    return {"cast": dict(pair.split(":") for pair in cast.split()), "paragraphs": paragraphs}
