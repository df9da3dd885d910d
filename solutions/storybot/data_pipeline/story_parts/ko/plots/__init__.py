"""The shapes of the Korean stories: one file a plot, named after its trouble; beats, each with several wordings."""

from storybot.data_pipeline.story_parts.ko.plots import (
    contest,
    craft,
    delay,
    fear,
    hide,
    kitchen,
    mystery,
    plight,
    quarrel,
)

PLOTS = [module.PLOT for module in (
    hide, craft, quarrel, fear, delay, plight, contest, mystery, kitchen,
)]
