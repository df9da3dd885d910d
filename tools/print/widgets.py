"""What needs a screen and a script: in print one sentence says where to find it.

A new widget of the book is one line in `WIDGETS`, and its name in the section `print` of the UI strings.
"""

from __future__ import annotations

from lxml import html

from tools.print.reading import Book, to_html

# class of the element -> key of its name in the UI strings
WIDGETS = {
    "bpe-playground": "playground",
    "attention-viewer": "attention_viewer",
    "storyteller": "storyteller",
}


def replace_widgets(book: Book) -> None:
    for page in book.pages:
        for name, key in WIDGETS.items():
            for element in page.body.xpath(f".//*[contains(concat(' ', @class, ' '), ' {name} ')]"):
                text = book.words["interactive"].format(widget=book.words[key], page=page.title)
                note = html.fragment_fromstring(f'<p class="interactive">{to_html(text)}</p>')
                note.tail = element.tail
                element.getparent().replace(element, note)
