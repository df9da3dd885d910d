"""The shapes of the Japanese stories: one file a plot, named after its trouble; beats, each with several wordings."""

from storybot.data_pipeline.story_parts.ja.plots import (
    chore,
    contest,
    fear,
    gift,
    lost,
    mystery,
    promise,
    quarrel,
    rescue,
    way,
)

PLOTS = [module.PLOT for module in (
    lost, gift, quarrel, fear, promise, rescue, contest, mystery, chore, way,
)]
