"""`make notebooks`: from each chapter an exercise notebook and a solved one with outputs.

Each language's solved notebook is executed in its own language. Nothing is executed when no code
cell has changed, unless `--force` says so. One notebook is executed at a time, because many of them
measure times: leave the machine alone while they run. `stale` tells, without executing, which files
are not what they should be.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from storybot.atomic import write_atomically
from storybot.check.cards import Card, load_card
from storybot.cli.main import limit_spinning
from storybot.languages import LANGUAGES, Language
from storybot.languages.ui_strings import load_ui_strings
from storybot.notebook.words import Translator
from tools import ROOT
from tools.address import Address, read_address
from tools.chapters import Cell, Chapter, all_chapters, chapter_paths, is_chosen, read_chapter
from tools.myst_to_markdown import to_markdown
from tools.numbering import as_shown, headings
from tools.translations.words import words_of

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
COMMAND = "make notebooks"
INDEX = Path("solutions/storybot/check/chapter_index.json")
INSTALL_CELL = "install-on-colab"
MINE = re.compile(r'\bmine\("(\w+)"\)')


def exercise_notebook(chapter: Chapter, address: Address | None = None) -> Any:
    """The chapter as the learner gets it: stubs, no outputs; with an address, first the cell that Colab needs."""
    notebook = _notebook(chapter, [(cell, cell.source) for cell in chapter.cells])
    address = address or read_address(ROOT)
    if address.name:
        source = install_source(address, LANGUAGES[chapter.language])
        notebook.cells.insert(0, new_code_cell(source, id=INSTALL_CELL, metadata={"tags": ["install"]}))
    return notebook


def install_source(address: Address, language: Language) -> str:
    """The cell that makes a notebook run on Colab, where the course is not installed.

    Colab's own PyTorch stays, because another one is a download of many minutes; so the package comes without
    its requirements, and these by name.
    """
    requirements = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    lines = [
        f"# {load_ui_strings(language.code)['launch']['install_cell']}",
        "import sys",
        "",
        'if "google.colab" in sys.modules:',
        f"    %pip install --quiet {' '.join(name for name in requirements if not name.startswith('torch'))}",
        f'    %pip install --quiet --no-deps "storybot @ git+{address.repository}@{address.branch}"',
    ]
    if language.cjk:  # for the words in plots
        lines.append("    !apt-get install -qq fonts-noto-cjk > /dev/null")
    return "\n".join(lines)


def solved_notebook(chapter: Chapter) -> Any:
    """The chapter with each stub replaced by the import of its reference; not yet executed."""
    return _notebook(chapter, [(cell, solved_source(cell)) for cell in chapter.cells])


def solved_source(cell: Cell) -> str:
    if not cell.solution:
        return cell.source
    module, name = cell.solution
    return f"from {module} import {name}"


def _notebook(chapter: Chapter, sources: list[tuple[Cell, str]]) -> Any:
    cells, numbers = [], dict.fromkeys(chapter.anchors, 0)
    with_numbers = as_shown(chapter)
    levels = level_lines(chapter)
    for i, ((cell, source), shown) in enumerate(zip(sources, with_numbers.cells, strict=True)):
        numbers[cell.anchor] += 1
        cell_id = f"{cell.anchor}-{numbers[cell.anchor]}"
        if cell.kind == "prose":
            text = "\n\n".join([to_markdown(shown.source, with_numbers), *levels.get(i, [])])
            cells.append(new_markdown_cell(text, id=cell_id))
        else:
            metadata = {key: value for key, value in cell.metadata.items() if key in ("tags", "solution")}
            cells.append(new_code_cell(source, id=cell_id, metadata=metadata))
    made = f"generated from chapters/{chapter.language}/{chapter.slug}.md by `{COMMAND}`; do not edit"
    language_info = {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"}
    return new_notebook(
        cells=cells, metadata={"kernelspec": KERNEL, "language_info": language_info, "storybot": {"made": made}}
    )


def level_lines(chapter: Chapter) -> dict[int, list[str]]:
    """Number of a prose cell -> level and how to get a hint, for the exercise that it is about."""
    found: dict[int, list[str]] = {}
    last = 0  # the prose before an exercise; there may be code between them
    for i, cell in enumerate(chapter.cells):
        if cell.kind == "prose":
            last = i
        elif cell.solution:
            card = card_of(cell, chapter.language)
            hint = load_ui_strings(chapter.language)["book"]["hint_command"].format(name=card.name)
            found.setdefault(last, []).append(f"{card.stars} {hint}")
    return found


def card_of(exercise: Cell, language: str) -> Card:
    """The card of an exercise; where a translation of it is missing, the English one."""
    module, name = exercise.solution or ("", "")
    chapter = module.split(".")[1]
    try:
        return load_card(chapter, name, language)
    except ValueError:
        return load_card(chapter, name, "en")


def notebook_path(root: Path, chapter: Chapter, solved: bool) -> Path:
    folder = root / "solutions" / "notebooks" if solved else root / "notebooks"
    return folder / chapter.language / f"{chapter.slug}.ipynb"


def code_digest(chapter: Chapter) -> str:
    """Names the code cells of the solved notebook, and the words they print: the same digest, the same outputs."""
    translate = Translator(chapter.language)
    words = [translate(text) for cell in chapter.code for text in words_of(cell.source)]
    code = json.dumps([[[solved_source(cell), cell.tags] for cell in chapter.code], words])
    return hashlib.sha256(code.encode("utf-8")).hexdigest()[:16]


def write(root: Path, path: Path, force: bool = False) -> Iterator[str]:
    """Write both notebooks of one chapter in one language; say what is done."""
    chapter = read_chapter(path)
    name, target = f"{chapter.language}/{chapter.slug}", notebook_path(root, chapter, solved=True)
    digest = code_digest(chapter)
    outputs = {} if force else recorded_outputs(target, digest)
    if not outputs:
        start = time.monotonic()
        outputs = execute(solved_notebook(chapter), target.parent)
        yield f"{name}: executed in {time.monotonic() - start:.0f} s"
    _save(exercise_notebook(chapter), notebook_path(root, chapter, solved=False))
    solved = solved_notebook(chapter)
    for cell in solved.cells:
        if cell.cell_type == "code" and cell.id in outputs:
            cell.execution_count, cell.outputs = outputs[cell.id]
    solved.metadata["storybot"]["code"] = digest
    _save(solved, target)


def write_index(root: Path) -> None:
    """What the package must know of the chapters: the headings of their sections, and what they ask of `mine`."""
    text = json.dumps(chapter_index(root), ensure_ascii=False, indent=1) + "\n"
    path = root / INDEX
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        write_atomically(path, text)


def chapter_index(root: Path) -> dict[str, Any]:
    sections: dict[str, dict[str, str]] = {}
    mine: dict[str, None] = {}
    for chapter in all_chapters(root):
        for anchor, heading in headings(chapter).items():
            sections.setdefault(anchor, {})[chapter.language] = heading
        for cell in chapter.code:
            mine |= dict.fromkeys(MINE.findall(cell.source))
    return {"sections": sections, "mine": list(mine)}


def recorded_outputs(path: Path, digest: str) -> dict[str, tuple[int, list[Any]]]:
    """The outputs by cell id, if the file was executed from the same code."""
    if not path.exists():
        return {}
    notebook = nbformat.read(path, as_version=4)
    if notebook.metadata.get("storybot", {}).get("code") != digest:
        return {}
    return {cell.id: (cell.execution_count, cell.outputs) for cell in notebook.cells if cell.cell_type == "code"}


def execute(notebook: Any, folder: Path) -> dict[str, tuple[int, list[Any]]]:
    """Run all cells in a fresh kernel whose folder is the notebook's own."""
    folder.mkdir(parents=True, exist_ok=True)
    where = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources=where, coalesce_streams=True).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times of day: they would change at every run
    return {cell.id: (cell.execution_count, cell.outputs) for cell in notebook.cells if cell.cell_type == "code"}


def stale(root: Path) -> list[str]:
    """Every notebook that is missing or not what its chapter makes now, with the command that mends it."""
    problems = []
    if not (root / INDEX).exists() or json.loads((root / INDEX).read_text(encoding="utf-8")) != chapter_index(root):
        problems.append(f"{INDEX} is stale: run `{COMMAND}`")
    for chapter in all_chapters(root):
        for solved in (False, True):
            path = notebook_path(root, chapter, solved)
            wanted = solved_notebook(chapter) if solved else exercise_notebook(chapter)
            name = path.relative_to(root)
            if not path.exists():
                problems.append(f"{name} is missing: run `{COMMAND}`")
            elif _comparable(nbformat.read(path, as_version=4), outputs=not solved) != _comparable(
                wanted, outputs=not solved
            ):
                problems.append(f"{name} is stale (its chapter has changed): run `{COMMAND}`")
    return problems


def without_outputs(root: Path) -> list[str]:
    """Solved notebooks that were never executed, or not since their code changed. nbval would pass them."""
    problems = []
    for chapter in all_chapters(root):
        path = notebook_path(root, chapter, solved=True)
        if not path.exists():
            continue
        notebook = nbformat.read(path, as_version=4)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        silent = [cell.id for cell in code if "check" in cell.metadata.get("tags", []) and not cell.outputs]
        if any(cell.execution_count is None for cell in code) or silent:
            problems.append(f"{path.relative_to(root)} has cells without outputs: run `{COMMAND} FORCE=1`")
        elif notebook.metadata.get("storybot", {}).get("code") != code_digest(chapter):
            problems.append(f"{path.relative_to(root)} shows outputs of other code: run `{COMMAND}`")
    return problems


def _comparable(notebook: Any, outputs: bool) -> Any:
    cells = []
    for cell in notebook.cells:
        kept = {"id": cell.id, "type": cell.cell_type, "source": cell.source, "metadata": dict(cell.metadata)}
        cells.append(kept | ({"outputs": cell.get("outputs", [])} if outputs else {}))
    return cells


def _save(notebook: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = nbformat.writes(notebook) + "\n"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        write_atomically(path, text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.notebooks", description=__doc__)
    parser.add_argument("chapters", nargs="*", help="such as 01, interlude, 07-evaluation (default: all)")
    parser.add_argument("--language", choices=LANGUAGES, help="this one only")
    parser.add_argument("--force", action="store_true", help="execute even if no code has changed")
    args = parser.parse_args()
    limit_spinning(os.environ)
    languages = [args.language] if args.language else list(LANGUAGES)
    paths = [path for language in languages for path in chapter_paths(ROOT, language)]
    unknown = [name for name in args.chapters if not any(is_chosen(path.stem, [name]) for path in paths)]
    if unknown:
        parser.error(f"no chapter is called {', '.join(unknown)}: {', '.join(dict.fromkeys(p.stem for p in paths))}")
    chosen = [path for path in paths if not args.chapters or is_chosen(path.stem, args.chapters)]
    write_index(ROOT)
    for path in chosen:
        for line in write(ROOT, path, args.force):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
