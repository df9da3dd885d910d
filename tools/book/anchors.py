"""Sections are known by their own anchors, the same in every language.

A heading in Japanese has no ASCII slug, so Sphinx would call it `id3`; the language switch
and links from outside would break. The label above the heading becomes the only id.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform


class AnchorsFirst(SphinxTransform):
    default_priority = 300  # after labels were moved to their sections (260), before references are resolved

    def apply(self, **_: object) -> None:
        labels = {target["refid"] for target in self.document.findall(nodes.target) if "refid" in target}
        for section in self.document.findall(nodes.section):
            named = [name for name in section["ids"] if name in labels]
            section["ids"] = named + [name for name in section["ids"] if name not in labels and not named]


def setup(app: Sphinx) -> None:
    app.add_transform(AnchorsFirst)
