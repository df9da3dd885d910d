"""The book to take along: an EPUB and a PDF in every language, and a zip that opens from disk.

All three are made from the built pages, so what is printed is what was tested. `python -m tools.print` is the command.
A book is read once (`reading`), made fit for paper (`widgets`, `folds`, `code`), and written twice (`epub`, `pdf`).
"""
