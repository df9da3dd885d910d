"""The book's own machinery: generator, translation tool, Sphinx extension, the `learn` command."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
