"""The command line: `storybot`, or `python -m storybot`. One module a group of commands.

A module here parses its options and calls the package; nothing of the package imports it. Whatever is slow to import
(PyTorch, numba, pyarrow) is imported inside the command that needs it, so that `storybot --help` answers at once.
"""

from storybot.cli.main import main

__all__ = ["main"]
