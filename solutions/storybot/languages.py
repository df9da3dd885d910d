"""The languages of the course, by code, with the name each gives itself."""

LANGUAGES = {"en": "English", "ja": "日本語", "ko": "한국어", "zh": "简体中文"}
