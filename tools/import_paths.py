"""How much of the package one has to pass: two numbers that should stay small.

    python -m tools.import_paths

The first is the reach of the generator: the modules of ours that `storybot.evaluation.generation` needs, itself
included, read from the import statements without running them. Imports inside functions count, those for type checkers
do not. The `__init__` of a package counts where it is imported itself, not because something below it is.

The second is the path of a text: the modules whose functions run when a file is made into a tokenizer, shards, batches,
a trained model and a story. It is measured, by a profile function, on a small file in a temporary folder. The compiled
kernels are one library behind `load_kernels()`, so that all their files together count as one.
"""

from __future__ import annotations

import ast
import inspect
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1] / "solutions" / "storybot"
GENERATOR = "storybot.evaluation.generation"
KERNELS = "storybot.optimized_merges.kernels"
REACH_LIMIT, PATH_LIMIT = 35, 42


def module_name(path: Path, package: Path = PACKAGE) -> str:
    """The dotted name of a file of the package.

    >>> module_name(PACKAGE / "model" / "gpt.py"), module_name(PACKAGE / "model" / "__init__.py")
    ('storybot.model.gpt', 'storybot.model')
    """
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_graph(package: Path = PACKAGE) -> dict[str, set[str]]:
    """For each module of the package the modules of the package that it imports."""
    files = {module_name(path, package): path for path in package.rglob("*.py")}
    return {name: imported_modules(path.read_text(encoding="utf-8"), set(files)) for name, path in files.items()}


def imported_modules(source: str, known: set[str]) -> set[str]:
    """The known modules that a source imports; `from a import b` is the module a.b if there is one, else a.

    >>> sorted(imported_modules("from a import b, c\\nimport a.d", {"a", "a.b", "a.d", "e"}))
    ['a', 'a.b', 'a.d']
    """
    found: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found.update(name if name in known else str(node.module) for name in inner)
        waiting.extend(ast.iter_child_nodes(node))
    return found & known


def reach(start: set[str], graph: dict[str, set[str]]) -> set[str]:
    """The modules of `start`, and all that they import, directly or not.

    >>> sorted(reach({"a"}, {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}))
    ['a', 'b', 'c']
    """
    found, waiting = set(start), list(start)
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting.extend(new)
    return found


def generator_reach() -> set[str]:
    """The modules that the generator needs: all of its folder, and what they import."""
    graph = import_graph()
    return reach({name for name in graph if f"{name}.".startswith(f"{GENERATOR}.")}, graph)


def modules_on_path() -> set[str]:
    """The modules that a text passes on its way from a file to a story."""
    tell_story_from_file()  # once before: modules that are imported late call functions while they are imported
    with recorded_calls() as files:
        tell_story_from_file()
    called = {module_name(Path(file)) for file in files}
    return {KERNELS if name.startswith(f"{KERNELS}.") else name for name in called}


@contextmanager
def recorded_calls() -> Iterator[set[str]]:
    """The files of the package of which a function runs in the block, in any thread."""
    files: set[str] = set()
    inside = str(PACKAGE) + os.sep

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_flags & inspect.CO_OPTIMIZED and code.co_filename.startswith(inside):
            files.add(code.co_filename)  # the bodies of modules and classes, which run on import, are not optimized

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield files
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def tell_story_from_file() -> None:
    """A file becomes a tokenizer and shards, these become batches, a model learns from them and tells a story."""
    from storybot.data_pipeline import write_shards
    from storybot.evaluation.generation import GenerationConfig, Generator
    from storybot.model.config import config_for_depth
    from storybot.optimized_merges import FastTokenizer, train_bpe
    from storybot.special_tokens import END
    from storybot.training_loop.data import Corpus
    from storybot.training_loop.loop import train
    from storybot.training_loop.train_config import TrainConfig

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text, tokenizer = folder / "stories.txt", folder / "tokenizer.json"
        text.write_text(f"\n{END}\n".join(f"Story {i}: a cat sat on a mat." for i in range(200)), encoding="utf-8")
        train_bpe(text, 300, special_tokens=[END], progress=False).save(tokenizer)
        write_shards(text.read_text(encoding="utf-8").split(f"\n{END}\n"), folder / "shards", rows_per_shard=50)
        corpus = Corpus(folder / "shards", FastTokenizer.load(tokenizer))
        config = TrainConfig(config_for_depth(1, 300, 32), steps=2, device_batch=2, device="cpu", dtype="float32")
        result = train(config, corpus.loader(2, 32))
        Generator(result.model, corpus.tokenizer).generate("Story", GenerationConfig(max_tokens=4))


def main() -> int:
    """Print both numbers and the modules; 1 if a limit is exceeded."""
    over = False
    for title, modules, limit in (
        (f"reach of {GENERATOR}", generator_reach(), REACH_LIMIT),
        ("path from file to story", modules_on_path(), PATH_LIMIT),
    ):
        over |= len(modules) > limit
        print(f"{title}: {len(modules)} modules (at most {limit})")
        for name in sorted(modules):
            print(f"  {name}")
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
