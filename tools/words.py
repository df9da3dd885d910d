"""The words that the machinery itself puts on a page or into a notebook, in four languages."""

from __future__ import annotations

TITLE = {"en": "Bytes to Stories", "ja": "バイトから物語へ", "ko": "바이트에서 이야기로", "zh": "从字节到故事"}

WORDS = {
    "en": {
        "solution": "Solution",
        "languages": "Languages",
        "work": "Work on this chapter",
        "search": "Search this book…",
        "show_code": "Show the code",
        "hide_code": "Hide the code",
        "stale": "The English original of this section has changed since it was translated.",
        "playground": "The playground is on the page of this chapter in the book: {url}",
        "note": "Note",
        "tip": "Tip",
        "warning": "Warning",
    },
    "ja": {
        "solution": "解答",
        "languages": "言語",
        "work": "この章に取り組む",
        "search": "この本を検索…",
        "show_code": "コードを表示",
        "hide_code": "コードを隠す",
        "stale": "この節の英語の原文は、翻訳のあとで更新されています。",
        "playground": "プレイグラウンドは、本のこの章のページにあります: {url}",
        "note": "メモ",
        "tip": "ヒント",
        "warning": "注意",
    },
    "ko": {
        "solution": "해답",
        "languages": "언어",
        "work": "이 장 실습하기",
        "search": "이 책에서 검색…",
        "show_code": "코드 보기",
        "hide_code": "코드 숨기기",
        "stale": "이 절의 영어 원문이 번역 이후에 바뀌었습니다.",
        "playground": "플레이그라운드는 책의 이 장 페이지에 있습니다: {url}",
        "note": "참고",
        "tip": "도움말",
        "warning": "주의",
    },
    "zh": {
        "solution": "解答",
        "languages": "语言",
        "work": "动手做本章",
        "search": "搜索本书…",
        "show_code": "显示代码",
        "hide_code": "隐藏代码",
        "stale": "本节的英文原文在翻译之后有改动。",
        "playground": "互动演示在书中本章的页面上：{url}",
        "note": "说明",
        "tip": "提示",
        "warning": "注意",
    },
}
