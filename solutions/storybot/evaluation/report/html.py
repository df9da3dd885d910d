"""A report as one HTML page that needs nothing else: styles and pictures are in it, light and dark."""

from __future__ import annotations

from html import escape

from storybot.evaluation.report.document import Command, Figure, Paragraph, Part, Report, Section, Stats, Story, Table

STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1c1e21; --pale: #f4f5f7; --line: #dcdfe4; --accent: #1f77b4; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 46rem; line-height: 1.55;
  font-family: system-ui, "Noto Sans", "Noto Sans CJK JP", sans-serif;
  background: var(--ground); color: var(--ink); }
h1 { font-size: 1.7rem; line-height: 1.25; border-bottom: 3px solid var(--accent); padding-bottom: .5rem; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .8rem; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .7rem; margin: 1rem 0; }
dl div { display: flex; flex-direction: column-reverse; justify-content: flex-end; background: var(--pale);
  border-radius: .5rem; padding: .7rem .9rem; }
dt { font-size: .85rem; opacity: .75; } dd { margin: 0; font-size: 1.5rem; font-weight: 600; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem 0 .25rem 1.4rem; text-align: right; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th { font-size: .85rem; opacity: .75; } th:first-child, td:first-child { text-align: left; padding-left: 0; }
blockquote, pre { margin: 1rem 0; padding: .8rem 1rem; background: var(--pale); border-radius: .4rem;
  overflow-wrap: anywhere; }
blockquote { white-space: pre-line; border-left: 4px solid var(--accent); }
pre { white-space: pre-wrap; font-size: .85rem; }
figure { margin: 1.2rem 0; } svg { width: 100%; max-width: 36rem; height: auto; }
@media (max-width: 30rem) { table { font-size: .9rem; } th, td { padding-left: .7rem; } th { white-space: normal; } }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181e; --ink: #d8dee6; --pale: #1e242d; --line: #333b46; --accent: #4a9bd9; } }
"""


def page(report: Report) -> str:
    """The report as a whole page."""
    title = escape(report.title)
    body = "\n".join(html_section(section) for section in report.sections)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
    )


def html_section(section: Section) -> str:
    parts = "\n".join(html_part(part) for part in section.parts)
    return f"<section>\n<h2>{escape(section.title)}</h2>\n{parts}\n</section>"


def html_part(part: Part) -> str:
    """
    >>> html_part(Paragraph("a < b"))
    '<p>a &lt; b</p>'
    """
    if isinstance(part, Paragraph):
        return f"<p>{escape(part.text)}</p>"
    if isinstance(part, Story):
        return f"<blockquote>{escape(part.text)}</blockquote>"
    if isinstance(part, Command):
        return f"<pre>{escape(part.text)}</pre>"
    if isinstance(part, Stats):
        tiles = (f"<div><dt>{escape(what)}</dt><dd>{escape(number)}</dd></div>" for number, what in part.numbers)
        return "<dl>\n" + "\n".join(tiles) + "\n</dl>"
    if isinstance(part, Figure):
        return f'<figure role="img" aria-label="{escape(part.about)}">\n{part.svg}\n</figure>'
    return html_table(part)


def html_table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
