"""The building blocks of the stories, one folder a language. See `storybot.data_pipeline.stories`."""
