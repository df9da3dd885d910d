"""The title page, in EPUB and PDF alike."""

from __future__ import annotations

import re
from datetime import datetime
from html import escape

from tools.print.edition import author
from tools.print.reading import Book


def title_page(book: Book, date: datetime) -> str:
    words = book.words
    about = re.sub("`([^`]+)`", r"<code>\1</code>", escape(words["about"]))
    return (
        f'<section class="titlepage"><h1>{escape(book.title)}</h1><p class="subtitle">{escape(words["subtitle"])}</p>'
        f'<p class="author">{escape(author())}</p>'
        f'<p class="date">{escape(words["edition"].format(date=f"{date:%Y-%m-%d}"))}</p>'
        f'<p class="about">{about}</p><p class="about">{escape(words["figures"])}</p></section>'
    )
