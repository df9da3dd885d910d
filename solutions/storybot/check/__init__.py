"""What a check cell calls: `check(f)` compares a learner's function with the reference, `hint(f)` helps."""

from storybot.check.checker import check
from storybot.check.hints import hint
from storybot.check.report import CheckFailed

__all__ = ["CheckFailed", "check", "hint"]
