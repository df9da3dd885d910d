"""Sentences that several of the Korean plots share."""

LIVE = [
    "%(home)s에 %(quality)s 아이 %(hero.이)s 살았어요.",
    "%(quality)s %(hero.은)s %(home)s에 살았어요.",
    "%(home)s에는 %(quality)s %(hero.라는)s 아이가 있었어요.",
    "%(home)s 사람들은 누구나 %(quality)s 아이 %(hero.을)s 알고 있었어요.",
    "%(hero.은)s %(quality)s 아이로, %(home)s에서 식구들과 함께 살았어요.",
]

WILD = [
    "%(wood)s에 %(quality)s 꼬마 %(hero.이)s 살았어요.",
    "%(quality)s 꼬마 %(hero.은)s %(wood)s에 살았어요.",
    "%(wood)s에는 %(quality)s 꼬마 %(hero)s 한 마리가 살고 있었어요.",
    "옛날 옛적 %(wood)s에 %(quality)s 꼬마 %(hero.이)s 살고 있었어요.",
]

ADVICE = [
    "“서두르지 말고 처음부터 차근차근 생각해 보렴.” %(helper.이)s 말씀하셨어요.",
    "“한 번에 안 되면 다른 방법을 찾아보면 된단다.” %(helper.이)s 다정하게 말씀하셨어요.",
    "%(helper.은)s 빙그레 웃으며 말씀하셨어요. “급할수록 천천히 하는 거란다.”",
    "%(helper.은)s 어깨를 토닥이며 말씀하셨어요. “괜찮아. 작은 것부터 하나씩 해 보렴.”",
    "“숨을 크게 쉬고 다시 한번 잘 살펴보렴.” %(helper.이)s 일러 주셨어요.",
]
