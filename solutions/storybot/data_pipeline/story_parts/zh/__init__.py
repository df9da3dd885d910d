"""The building blocks of the Chinese stories: cast and troubles (ENTITIES), and plots (PLOTS)."""

from storybot.data_pipeline.story_parts.zh.cast import CAST
from storybot.data_pipeline.story_parts.zh.plots import PLOTS
from storybot.data_pipeline.story_parts.zh.troubles import TROUBLES

__all__ = ["ENTITIES", "PLOTS", "SPACE"]

SPACE = ""  # between two sentences
ENTITIES = CAST | TROUBLES
