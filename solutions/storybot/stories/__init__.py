"""The corpora that come with the course, in four languages, all of them our own.

`read_stories` are two dozen stories, `write_corpus` makes a file of any size from them, `make_stories` invents as many
new ones as you like, and `course_text` is the prose of the chapters.
"""

from storybot.stories.chapters import course_text
from storybot.stories.embedded import read_stories, write_corpus
from storybot.stories.generator import load_plots, make_stories

__all__ = ["course_text", "load_plots", "make_stories", "read_stories", "write_corpus"]
