"""Errors whose message is written for the person at the keyboard."""


class ReadableError(RuntimeError):
    """Its message says what happened and what to do: the command line prints it as one line, without a traceback."""
