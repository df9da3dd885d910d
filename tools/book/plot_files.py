"""A plot's picture as a small file beside the page: 256 colours are enough for lines and words, and need a third.

In the notebook it stands inside the output, in text that is a third longer than the picture.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
from pathlib import Path
from typing import Any

from PIL import Image
from sphinx.application import Sphinx

PICTURE = re.compile(r'src="data:image/png;base64,([A-Za-z0-9+/=]+)"')


def small_png(png: bytes) -> bytes:
    """The same picture with 256 colours; they keep their transparency."""
    with Image.open(io.BytesIO(png)) as picture:
        few = picture.convert("RGBA").quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    few.save(buffer, "PNG", optimize=True)
    return min(buffer.getvalue(), png, key=len)


def plots_to_files(body: str, folder: Path, address: str) -> str:
    """Write each plot of a page into `folder`, named by what it shows, and let the page point there."""

    def move(match: re.Match[str]) -> str:
        png = small_png(base64.b64decode(match[1]))
        name = f"plot-{hashlib.sha256(png).hexdigest()[:16]}.png"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(png)
        return f'src="{address}/{name}"'

    return PICTURE.sub(move, body)


def page_context(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Sphinx's `html-page-context`."""
    if app.builder.name == "html" and "body" in context:
        address = "../" * pagename.count("/") + "_images"
        context["body"] = plots_to_files(context["body"], Path(app.outdir) / "_images", address)


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", page_context)
