"""What gets in the way in the English stories, with the sentences that belong to it up to its end: one file a kind."""

from storybot.data_pipeline.story_parts.en.troubles import (
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

TROUBLES = {
    "loss": loss.ENTRIES,
    "barrier": barrier.ENTRIES,
    "fear": fear.ENTRIES,
    "quarrel": quarrel.ENTRIES,
    "rescue": rescue.ENTRIES,
    "contest": contest.ENTRIES,
    "mystery": mystery.ENTRIES,
    "craft": craft.ENTRIES,
    "chore": chore.ENTRIES,
    "want": want.ENTRIES,
}
