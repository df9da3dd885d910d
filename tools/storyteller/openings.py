"""Openings for a reader to choose from: how stories of the default run begin, cut where something is still open."""

from __future__ import annotations

OPENINGS = {
    "en": [
        "There was nothing Mina loved more than",
        "Grandma lived all alone",
        "Once there lived in a village",
        '"You are coming with me',
    ],
    "ja": [
        "むかし、小さな港町に",
        "小さな港町に住むミナは",
        "これは、絵のすきな女の子",
        "ミナとハナは",
    ],
    "ko": [
        "바닷가 작은 마을에",
        "옛날 옛적 도토리 숲에",
        "호기심 많은 민준이는",
        "호기심 많은 꼬마 다람쥐",
    ],
    "zh": [
        "从前，桃花村住着",
        "你听说过桃花村吗",
        "朵朵和小雨",
        "在桃花村，只要看",
    ],
}
