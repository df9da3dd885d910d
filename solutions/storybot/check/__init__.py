"""What a check cell calls: `check(f)` compares a learner's function with the reference."""

from storybot.check.checker import CheckFailed, check

__all__ = ["CheckFailed", "check"]
