"""The error of a run that goes wrong by itself."""


class TrainingStoppedError(RuntimeError):
    """The loss is no number any more, or far above what it was."""
