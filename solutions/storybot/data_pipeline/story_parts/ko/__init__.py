"""The building blocks of the Korean stories: cast and troubles (ENTITIES), and plots (PLOTS)."""

from storybot.data_pipeline.story_parts.ko.cast import CAST
from storybot.data_pipeline.story_parts.ko.plots import PLOTS
from storybot.data_pipeline.story_parts.ko.troubles import TROUBLES

__all__ = ["ENTITIES", "PLOTS", "SPACE"]

SPACE = " "  # between two sentences
ENTITIES = CAST | TROUBLES
