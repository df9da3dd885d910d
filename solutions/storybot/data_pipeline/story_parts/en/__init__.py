"""The building blocks of the English stories: cast and troubles (ENTITIES), and plots (PLOTS)."""

from storybot.data_pipeline.story_parts.en.cast import CAST
from storybot.data_pipeline.story_parts.en.plots import PLOTS
from storybot.data_pipeline.story_parts.en.troubles import TROUBLES

__all__ = ["ENTITIES", "PLOTS", "SPACE"]

SPACE = " "  # between two sentences
ENTITIES = CAST | TROUBLES
