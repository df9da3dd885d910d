"""Code for paper and e-ink: keywords, strings and comments are told apart, nothing else.

Most of the weight of a page is the spans of the highlighter; nine in ten of them go.
"""

from __future__ import annotations

from tools.print.reading import Book

KEPT = {"k": "k", "s": "s", "c": "c"}  # first letter of the highlighter's class -> ours
SHORT = 12  # lines: code that is no longer than this stays on one page


def simplify_code(book: Book) -> None:
    for page in book.pages:
        for pre in page.body.iter("pre"):
            for span in pre.xpath(".//span"):
                kind = KEPT.get((span.get("class") or " ")[0])
                if kind and span.text_content():
                    span.set("class", kind)
                else:
                    span.drop_tag()
            lines = pre.text_content().strip("\n").count("\n") + 1
            pre.set("class", "short" if lines <= SHORT else "long")
