"""What gets in the way in the Korean stories, with the sentences that belong to it up to its end: one file a kind."""

from storybot.data_pipeline.story_parts.ko.troubles import (
    contest,
    craft,
    delay,
    fear,
    hide,
    kitchen,
    mystery,
    payback,
    plight,
    quarrel,
)

TROUBLES = {
    "hide": hide.ENTRIES,
    "craft": craft.ENTRIES,
    "quarrel": quarrel.ENTRIES,
    "fear": fear.ENTRIES,
    "delay": delay.ENTRIES,
    "plight": plight.ENTRIES,
    "payback": payback.ENTRIES,
    "contest": contest.ENTRIES,
    "mystery": mystery.ENTRIES,
    "kitchen": kitchen.ENTRIES,
}
