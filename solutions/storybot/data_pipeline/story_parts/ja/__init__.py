"""The building blocks of the Japanese stories: cast and troubles (ENTITIES), and plots (PLOTS)."""

from storybot.data_pipeline.story_parts.ja.cast import CAST
from storybot.data_pipeline.story_parts.ja.plots import PLOTS
from storybot.data_pipeline.story_parts.ja.troubles import TROUBLES

__all__ = ["ENTITIES", "PLOTS", "SPACE"]

SPACE = ""  # between two sentences
ENTITIES = CAST | TROUBLES
