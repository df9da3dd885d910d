"""The shapes of the Chinese stories: one file a plot, named after its trouble; beats, each with several wordings."""

from storybot.data_pipeline.story_parts.zh.plots import (
    barrier,
    contest,
    discovery,
    fear,
    lost,
    present,
    promise,
    quarrel,
    rescue,
    skill,
)

PLOTS = [module.PLOT for module in (
    lost, present, quarrel, fear, promise, rescue, contest, discovery, barrier, skill,
)]
