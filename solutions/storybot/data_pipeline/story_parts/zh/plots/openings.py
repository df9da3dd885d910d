"""Sentences that several of the Chinese plots share."""

CHILD_OPENINGS = [
    "%(home)s是%(home.一)s，%(hero)s就住在这里。",
    "有%(home.一)s，名叫%(home)s，那里住着一个叫%(hero)s的孩子。",
    "%(hero)s家住在%(home)s，那是%(home.一)s。",
    "从前，%(home)s住着一个孩子，名叫%(hero)s。",
    "你听说过%(home)s吗？那是%(home.一)s，%(hero)s就在那里长大。",
    "%(home)s的人都认识%(hero)s。",
]

CHILD_TRAITS = [
    "大家都说%(hero.ta)s%(trait)s，%(trait.habit)s。",
    "%(hero.ta)s从小就%(trait)s，%(trait.habit)s。",
    "要说%(hero.ta)s有什么特别，那就是%(trait)s：%(trait.habit)s。",
    "说起%(hero.ta)s，谁都知道%(hero.ta)s%(trait)s，%(trait.habit)s。",
    "邻居们常说：“这孩子真%(trait)s，%(trait.habit)s。”",
]

WILD_OPENINGS = [
    "在%(wood)s，住着%(hero.一)s，名字叫%(name)s。",
    "%(hero)s%(name)s住在%(wood)s，门前有一条弯弯的小路。",
    "%(wood)s有一座小木屋，屋里住着%(hero)s%(name)s。",
    "从前，%(wood)s住着%(hero.一)s，大家都叫它%(name)s。",
    "来到%(wood)s，第一个跟你打招呼的准是%(hero)s%(name)s。",
]
