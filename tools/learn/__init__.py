"""`make learn`: the book, its server, and JupyterLab on the learner's copies, in the reader's language."""
