"""The pictures of the chapters, drawn as SVG once for each language: one module a chapter.

`words.yml` has what is written in them, `palette` their colours, `drawings` the list of all. Nothing is imported
here, because the book and the notebooks need `paths` only.
"""
