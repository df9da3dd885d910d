"""A fifth language, invented: CONTRIBUTING's list of places is complete, and each place is needed.

A copy of the course gets Esperanto, whose texts are the English ones, place by place in the order of
CONTRIBUTING's "Add a language". With all of them every check passes and the book builds. Without any
one of them a check fails and names the language or the file.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.book.conftest import edit
from tests.conftest import ROOT
from tools import notebooks
from tools.chapters import chapter_paths
from tools.translations.words import used_words

pytestmark = pytest.mark.xdist_group("fifth language")
CODE, NAME = "eo", "Esperanto"
RECORD = f'        Language("{CODE}", "{NAME}", "{CODE}", "{CODE}", spaced=True, pause=" ", cjk=False),\n'


def run(course: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Python in the copy, with the copy's package and tools."""
    environment = {"PYTHONPATH": f"{course / 'solutions'}:{course}", "PATH": "/usr/bin:/bin", "HOME": str(course)}
    return subprocess.run([sys.executable, *args], cwd=course, env=environment, capture_output=True, text=True)


def make(course: Path, *args: str) -> None:
    done = run(course, *args)
    assert done.returncode == 0, done.stdout + done.stderr


def add_record(course: Path) -> None:
    edit(course / "solutions/storybot/languages/__init__.py", "    )\n}\n", f"{RECORD}    )\n}}\n")


def copy_english(path: str) -> Callable[[Path], None]:
    """Make the file or folder of the new language from the English one."""

    def write(course: Path) -> None:
        source, target = course / path.replace("<code>", "en"), course / path.replace("<code>", CODE)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)

    return write


def add_rules(course: Path) -> None:
    with (course / "solutions/storybot/stories/forms.py").open("a", encoding="utf-8") as file:
        file.write(f'RULES["{CODE}"] = RULES["en"]\n')


def add_digest(course: Path) -> None:
    code = (
        "import hashlib; from storybot.stories import make_stories; "
        f"print(hashlib.sha256(b''.join(s.encode() + b'\\0' for s in make_stories('{CODE}', 10_000))).hexdigest())"
    )
    digest = run(course, "-c", code).stdout.strip()
    edit(course / "tests/stories/test_generator.py", "DIGESTS = {", f'DIGESTS = {{"{CODE}": "{digest}",')


def add_chapters(course: Path) -> None:
    copy_english("chapters/<code>/")(course)
    for path in chapter_paths(course, CODE):
        edit(path, 'LANGUAGE = "en"', f'LANGUAGE = "{CODE}"')
    accept = f"""
from tools import ROOT
from tools.translations.status import accept, translated_pages
for path in translated_pages(ROOT):
    accept(ROOT, "{CODE}", path.name, [])
"""
    make(course, "-c", accept)


def add_terms(course: Path) -> None:
    """In each term the English word and meaning once more, under the new code."""
    path = course / "chapters/glossary.yml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"^( +)en: (.+)$", rf"\1en: \2\n\1{CODE}: \2", text, flags=re.M), encoding="utf-8")


def add_figure_words(course: Path) -> None:
    path = course / "tools/figures/words.yml"
    table = yaml.safe_load(path.read_text(encoding="utf-8"))
    for english, entry in table["labels"].items():
        entry[CODE] = english
    for entry in table["examples"].values():
        entry[CODE] = entry["en"]
    path.write_text(yaml.safe_dump(table, allow_unicode=True), encoding="utf-8")


def add_readme(course: Path) -> None:
    text = (course / "README.md").read_text(encoding="utf-8").replace("**English**", "[English](README.md)")
    (course / f"README.{CODE}.md").write_text(text.replace("\n", f" · **{NAME}**\n", 1), encoding="utf-8")


def add_links(course: Path) -> None:
    for path in course.glob("README*.md"):
        if path.name != f"README.{CODE}.md":
            edit(path, "\n", f" · [{NAME}](README.{CODE}.md)\n")


def add_issue_option(course: Path) -> None:
    edit(course / ".github/ISSUE_TEMPLATE/text-mistake.yml", "简体中文]", f"简体中文, {NAME}]")


def add_notebook_words(course: Path) -> None:
    """Every word of the notebooks, translated by itself."""
    path = course / "solutions/storybot/languages/notebook_words" / f"{CODE}.yml"
    path.write_text(yaml.safe_dump({text: text for text in used_words(course)}), encoding="utf-8")


def add_cards(course: Path) -> None:
    """In each card the English block once more, under the new code."""
    for path in course.glob("solutions/storybot/*/exercises/*.yml"):
        card = yaml.safe_load(path.read_text(encoding="utf-8"))
        path.write_text(yaml.safe_dump({**card, CODE: card["en"]}, allow_unicode=True), encoding="utf-8")


def make_notebooks(course: Path) -> None:
    """With the outputs of English, whose chapters were copied: executing seven notebooks would take minutes."""
    assert notebooks.without_outputs(ROOT) == [], "first run `make notebooks` in this checkout"
    code = f"""
from tools import ROOT, notebooks
from tools.chapters import chapter_paths, read_chapter
notebooks.write_index(ROOT)
for path in chapter_paths(ROOT, "{CODE}"):
    english = read_chapter(ROOT / "chapters/en" / path.name)
    recorded = notebooks.notebook_path(ROOT, english, solved=True), notebooks.code_digest(english)
    notebooks.execute = lambda *_: notebooks.recorded_outputs(*recorded)
    list(notebooks.write(ROOT, path))
"""
    make(course, "-c", code)


BUNDLE = """
from tools import eval_bundle
for name, text in eval_bundle.make_files().items():
    path = eval_bundle.TARGET / name
    assert path.exists() and path.read_text(encoding="utf-8") == text, f"{path} is stale"
"""
RECORD_ATTENTION = f"""
from tools import attention_recording as a
(a.FOLDER / "attention-{CODE}.js").write_text(a.script("{CODE}", a.read_recording("en")[1]))
"""
RECORDING = f"from tools import attention_recording as a; assert a.digest('{CODE}') in a.read_recording('{CODE}')[0]"
RECORD_STORYTELLER = f"""
import json
from pathlib import Path
from storybot.training_loop import Corpus
from tools.storyteller import asset, files, training
english = asset.read_asset("en")
content = {{**english.content, "language": "{CODE}"}}
config = training.default_config(Corpus(Path(), english.tokenizer))
files.asset_path("{CODE}").write_text(asset.script(content, config), encoding="utf-8")
recording = {{**files.read_recording("en"), "weights": asset.fingerprint(content)}}
files.recording_path("{CODE}").write_text(json.dumps(recording), encoding="utf-8")
"""
STORYTELLER = f"""
from tools.storyteller import asset, files
one = asset.read_asset("{CODE}")
assert asset.fingerprint(one.content) in one.head and files.read_recording("{CODE}")["weights"] in one.head
"""
PLAYGROUND = "from tools import playground as p; assert p.digest() in p.TARGET.read_text(), 'playground-vocab.js'"
STRINGS = f"from storybot.languages.ui_strings import load_ui_strings; load_ui_strings('{CODE}')"
EMBEDDED = f"from storybot.stories import read_stories as r; assert len(r('{CODE}')) == len(r('en')), '{CODE}.txt'"
GENERATED = f"from storybot.stories import make_stories; assert len(list(make_stories('{CODE}', 9))) == 9"
DRAWN = """
import sys
from tools import ROOT
from tools.figures.drawings import stale
sys.exit("\\n".join(stale(ROOT)) or 0)
"""
PROBLEMS = """
import sys
from tools import ROOT, notebooks
from tools.translations import glossary, parity, words
sys.exit("\\n".join({}(ROOT)) or 0)
"""
TEXTS = ["-c", PROBLEMS.format("parity.problems")]
TERMS = ["-c", PROBLEMS.format("glossary.problems")]
READMES = ["-c", PROBLEMS.format("parity.readme_problems")]
NOTEBOOKS = ["-c", PROBLEMS.format("notebooks.stale")]
OUTPUTS = ["-c", PROBLEMS.format("notebooks.without_outputs")]
WORDS = ["-c", PROBLEMS.format("words.problems")]
BADGES = "import sys; from tools import ROOT, badges; sys.exit('; '.join(badges.stale(ROOT)) or 0)"
PICTURES = f"from pathlib import Path; assert len([*Path('assets/screenshots/{CODE}').glob('*.webp')]) == 3, '{CODE}'"
CARDS = f"""
from storybot.check.cards import load_card
from storybot.check.registry import exercise_names
for chapter, names in exercise_names().items():
    for name in names:
        load_card(chapter, name, "{CODE}")
"""
DRAW_CARDS = """
from storybot.languages import LANGUAGES
from tools.site import cards
for code in LANGUAGES:  # all, because each names all languages; the new one gets the English picture
    path = cards.card_path(code)
    cards.write_card(code, (path if path.exists() else cards.card_path("en")).read_bytes())
"""
SOCIAL = "import sys; from tools.site.cards import stale_cards; sys.exit('\\n'.join(stale_cards()) or 0)"
ISSUE_FORM = "tests/publish/test_address.py::test_the_issue_form_offers_all_languages"
DIGESTS = f"tests/stories/test_generator.py::test_stories_of_a_seed_never_change[{CODE}]"
BUILD = ["-m", "tools.book.build", "--quiet", "--language", CODE]

# the place in CONTRIBUTING: how the test writes it, and the arguments of Python that must fail without it
PLACES: dict[str, tuple[Callable[[Path], None], list[str]]] = {
    "solutions/storybot/languages/__init__.py": (add_record, TEXTS),
    "solutions/storybot/languages/ui_strings/<code>.yml": (
        copy_english("solutions/storybot/languages/ui_strings/<code>.yml"),
        ["-c", STRINGS],
    ),
    "solutions/storybot/languages/notebook_words/<code>.yml": (add_notebook_words, WORDS),
    "solutions/storybot/": (add_cards, ["-c", CARDS]),
    "solutions/storybot/stories/<code>.txt": (
        copy_english("solutions/storybot/stories/<code>.txt"),
        ["-c", EMBEDDED],
    ),
    "solutions/storybot/stories/grammar/<code>/": (
        copy_english("solutions/storybot/stories/grammar/<code>/"),
        ["-c", GENERATED],
    ),
    "solutions/storybot/stories/forms.py": (add_rules, ["-c", GENERATED]),
    "tests/stories/test_generator.py": (add_digest, ["-m", "pytest", "-q", "-p", "no:cacheprovider", DIGESTS]),
    "chapters/<code>/": (add_chapters, TEXTS),
    "chapters/glossary.yml": (add_terms, TERMS),
    "tools/figures/words.yml": (add_figure_words, ["-c", DRAWN]),
    "README.<code>.md": (add_readme, READMES),
    "README.md": (add_links, READMES),
    ".github/ISSUE_TEMPLATE/text-mistake.yml": (
        add_issue_option,
        ["-m", "pytest", "-q", "-p", "no:cacheprovider", ISSUE_FORM],
    ),
    "assets/eval_bundle/": (lambda course: make(course, "-m", "tools.eval_bundle"), ["-c", BUNDLE]),
    "assets/static/playground-vocab.js": (lambda course: make(course, "-m", "tools.playground"), ["-c", PLAYGROUND]),
    "assets/static/attention-<code>.js": (  # the English one under the new name: training would take minutes
        lambda course: make(course, "-c", RECORD_ATTENTION),
        ["-c", RECORDING],
    ),
    "assets/social/<code>.png": (lambda course: make(course, "-c", DRAW_CARDS), ["-c", SOCIAL]),
    "assets/static/storyteller/<code>.js": (  # likewise
        lambda course: make(course, "-c", RECORD_STORYTELLER),
        ["-c", STORYTELLER],
    ),
    "assets/figures/<code>/": (lambda course: make(course, "-m", "tools.figures"), ["-c", DRAWN]),
    "assets/badges/<code>/": (lambda course: make(course, "-m", "tools.badges"), ["-c", BADGES]),
    "assets/screenshots/<code>/": (  # the English ones: a browser and JupyterLab would take minutes
        copy_english("assets/screenshots/<code>/"),
        ["-c", PICTURES],
    ),
    "notebooks/<code>/": (make_notebooks, NOTEBOOKS),
    "solutions/notebooks/<code>/": (lambda _: None, NOTEBOOKS),  # made by the same command
}


def listed_places() -> list[str]:
    """The places that CONTRIBUTING names, in its order."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split("## Add a language\n")[1].split("\n## ")[0]
    return re.findall(r"^- `([^`]+)`", section, re.M)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the course with a fifth language, added by the list in CONTRIBUTING."""
    course = tmp_path_factory.mktemp("fifth") / "course"
    ignore = shutil.ignore_patterns(
        ".venv", ".git", ".hypothesis", ".*_cache", "_build", "work", "data", "__pycache__", "*.egg-info"
    )
    shutil.copytree(ROOT, course, ignore=ignore)
    for place in listed_places():
        assert place in PLACES, f"CONTRIBUTING names {place}; this test does not know how to write it"
        PLACES[place][0](course)
    return course


def test_contributing_names_the_places_that_are_needed() -> None:
    assert listed_places() == list(PLACES)


def test_with_all_places_every_check_passes(course: Path) -> None:
    for check in {tuple(check): None for _, check in PLACES.values()}:  # several places share one
        make(course, *check)
    make(course, *OUTPUTS)


def test_with_all_places_no_section_is_stale_and_the_book_builds(course: Path) -> None:
    make(course, "-m", "tools.translations", "status")
    make(course, *BUILD)
    page = (course / f"_build/html/{CODE}/01-bpe-basics.html").read_text(encoding="utf-8")
    assert f'lang="{CODE}"' in page
    assert "◇ merge_pair" in page, "the recorded outputs are shown"
    assert 'hreflang="zh-Hans"' in page, "the other languages are linked"


def test_without_a_language_pack_jupyterlab_is_english_and_the_terminal_is_not(course: Path, tmp_path: Path) -> None:
    code = f"""
from pathlib import Path
from storybot.languages import LANGUAGES
from storybot.languages.terminal import terminal_language
from tools.learn import lab_settings
work = Path({str(tmp_path)!r})
lab_settings.set_language(work, "{CODE}")
assert lab_settings.language_file(work).read_text() == lab_settings.language_text("en")
assert terminal_language({{"LANG": "{CODE}.UTF-8"}}) == "{CODE}"
"""
    make(course, "-c", code)


@pytest.mark.parametrize("place", [place for place in PLACES if place != "solutions/storybot/"])
def test_without_a_place_a_check_fails(course: Path, place: str, tmp_path: Path) -> None:
    path, original = course / place.replace("<code>", CODE), ROOT / place
    shutil.move(path, tmp_path / "kept")
    try:
        if original.is_dir():
            shutil.copytree(original, path)
        elif original.exists():
            shutil.copy(original, path)
        done = run(course, *PLACES[place][1])
    finally:
        if path.is_dir():
            shutil.rmtree(path)
        shutil.move(tmp_path / "kept", path)
    assert done.returncode != 0, f"nobody misses {place}"
    said = done.stdout + done.stderr
    assert CODE in said or path.name in said, said


def test_without_a_card_a_check_fails(course: Path) -> None:
    """The one place that is many files: the block of the language in each exercise's card."""
    path = course / "solutions/storybot/bpe_basics/exercises/encode_pretoken.yml"
    kept = path.read_text(encoding="utf-8")
    shutil.copy(ROOT / path.relative_to(course), path)
    done = run(course, *PLACES["solutions/storybot/"][1])
    path.write_text(kept, encoding="utf-8")
    assert done.returncode != 0
    assert f"encode_pretoken.yml has no block `{CODE}:`" in done.stderr
