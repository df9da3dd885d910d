"""Texts that break careless tokenizers."""

from storybot.special_tokens import END

HARD = [
    "",
    "\x00\x01\x7f",
    "a\r\nb\r\n\r\n  c\n \n",
    "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇰🇷",
    "שלום عليكم \u202eabc\u202c",
    "e\u0301 ê 한국어 日本語 中文",
    "\ufeff\ufffd\U0010ffff",
    "the end of story" + 3 * END,
]
