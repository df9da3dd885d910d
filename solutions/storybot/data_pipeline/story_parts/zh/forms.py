"""How the Chinese words of a story get the forms that grammar needs."""

def children(pronoun: str, names: str) -> list[dict[str, str]]:
    return [{"": name, "ta": pronoun} for name in names.split()]


def counted(lines: str) -> list[dict[str, str]]:
    """Entries from "measure: noun noun ..." lines: the noun, 一 + measure + noun and 那 + measure + noun."""
    entries = []
    for line in lines.strip().splitlines():
        measure, nouns = line.strip().split(": ")
        for noun in nouns.split():
            entries.append({"": noun, "一": "一" + measure + noun, "那": "那" + measure + noun})
    return entries


def table(forms: tuple[str, ...], lines: str) -> list[dict[str, str]]:
    """Entries from lines with the forms separated by |."""
    return [dict(zip(forms, line.strip().split("|"), strict=True)) for line in lines.strip().splitlines()]


def homes(lines: str) -> list[dict[str, str]]:
    """Entries from "name|description" lines; the form 一 has the measure word that the description's noun asks for."""
    entries = []
    for line in lines.strip().splitlines():
        name, land = line.strip().split("|")
        measure = "个"
        if land.endswith(("巷子", "小巷", "老街", "小街", "街道", "小路", "山沟")):
            measure = "条"
        elif land.endswith(("山岭", "小岛", "小镇")):
            measure = "座"
        entries.append({"": name, "一": "一" + measure + land})
    return entries
