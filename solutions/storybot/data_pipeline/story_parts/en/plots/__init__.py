"""The shapes of the English stories: one file a plot, named after its trouble; beats, each with several wordings."""

from storybot.data_pipeline.story_parts.en.plots import (
    barrier,
    chore,
    contest,
    craft,
    fear,
    loss,
    mystery,
    quarrel,
    rescue,
    want,
)

PLOTS = [module.PLOT for module in (
    loss, craft, quarrel, fear, barrier, rescue, contest, mystery, chore, want,
)]
