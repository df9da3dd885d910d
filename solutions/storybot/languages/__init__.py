"""The languages of the course: one record each, in the order in which they are shown."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LANGUAGES", "Language"]


@dataclass(frozen=True)
class Language:
    """Everything that differs by language and is not text. Its text is in `ui_strings/<code>.yml`."""

    code: str  # names folders and files, `--lang` and STORYBOT_LANG
    name: str  # as its readers call it
    bcp47: str  # HTML's `lang` and `hreflang`
    sphinx: str  # Sphinx's name for it
    spaced: bool  # spaces between words and between sentences
    pause: str  # where a sentence can be cut into a beginning and an end
    cjk: bool  # no letters but characters: set with wider lines
    jupyterlab: str = "en"  # the locale of JupyterLab's language pack; without a pack its menus are English
    fonts: str = ""  # CSS: for text; the same Han character has another glyph in each language
    mono_fonts: str = ""  # CSS: for code

    @property
    def readme(self) -> str:
        """The name of its README: GitHub shows English, whose name has no code."""
        return "README.md" if self.code == "en" else f"README.{self.code}.md"


LANGUAGES = {
    language.code: language
    for language in (
        Language("en", "English", "en", "en", spaced=True, pause=" ", cjk=False),
        Language(
            "ja",
            "日本語",
            "ja",
            "ja",
            spaced=False,
            pause="、",
            cjk=True,
            jupyterlab="ja_JP",
            fonts='"Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Yu Gothic", "Meiryo"',
            mono_fonts='"Hiragino Sans", "Yu Gothic", "Noto Sans Mono CJK JP", "Noto Sans CJK JP"',
        ),
        Language(
            "ko",
            "한국어",
            "ko",
            "ko",
            spaced=True,
            pause=" ",
            cjk=True,
            jupyterlab="ko_KR",
            fonts='"Noto Sans CJK KR", "Noto Sans KR", "Apple SD Gothic Neo", "Malgun Gothic"',
            mono_fonts='"Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans Mono CJK KR", "Noto Sans CJK KR"',
        ),
        Language(
            "zh",
            "简体中文",
            "zh-Hans",
            "zh_CN",
            spaced=False,
            pause="，",
            cjk=True,
            jupyterlab="zh_CN",
            fonts='"Noto Sans CJK SC", "Noto Sans SC", "PingFang SC", "Microsoft YaHei"',
            mono_fonts='"PingFang SC", "Microsoft YaHei", "Noto Sans Mono CJK SC", "Noto Sans CJK SC"',
        ),
    )
}
