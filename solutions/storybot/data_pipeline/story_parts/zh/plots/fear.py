"""Fear overcome."""

from storybot.data_pipeline.story_parts.zh.plots.openings import CHILD_OPENINGS, CHILD_TRAITS

PLOT = {
    "cast": {"hero": "child", "elder": "family", "fear": "fear", "home": "home", "trait": "trait", "thing": "thing",
             "food": "food", "joy": "joy", "friend": "child"},
    "paragraphs": [
        [
            CHILD_OPENINGS,
            CHILD_TRAITS,
            [
                "可是%(hero.ta)s有一个小秘密：怕%(fear)s。",
                "%(hero.ta)s什么都好，就是怕%(fear)s。",
                "只有%(elder)s知道，%(hero)s最怕%(fear)s。",
                "不过，%(hero.ta)s从小就怕%(fear)s，怎么也改不了。",
            ],
            ["@fear.problem"],
            [
                "有一次，%(friend)s看见了，忍不住笑出了声，%(hero)s羞得满脸通红。",
                "“我要是胆子大一点儿就好了。”%(hero.ta)s常常这样想。",
                "%(hero.ta)s把心爱的%(thing)s带在身边壮胆，可是一点儿用也没有。",
                "%(hero.ta)s多么羡慕什么都不怕的%(friend)s啊。",
                "为了这件事，%(hero.ta)s不知道叹了多少口气。",
            ],
        ],
        [
            [
                "这一天，%(hero)s决定自己试一试。",
                "%(hero.ta)s想：“不能总是这样下去。”",
                "有一天，%(hero.ta)s咬咬牙，想靠自己变勇敢。",
                "%(hero)s不想让人笑话，就自己想了个办法。",
            ],
            ["@fear.try"],
            [
                "“我真没用。”%(hero)s快要哭了。",
                "%(hero.ta)s坐在小凳子上，难过极了。",
                "%(hero.ta)s低着头，把事情告诉了%(elder)s。",
                "“我是不是永远也不会勇敢了？”%(hero.ta)s问%(elder)s。",
            ],
            [
                "%(elder)s没有笑%(hero.ta)s，而是在%(hero.ta)s身边坐了下来。",
                "%(elder)s摸了摸%(hero.ta)s的头。",
                "%(elder)s给%(hero.ta)s端来%(food.一)s，等%(hero.ta)s慢慢平静下来。",
                "%(elder)s悄悄告诉%(hero.ta)s，自己小时候也怕过。",
                "%(elder)s告诉%(hero.ta)s，害怕不丢人，谁都有害怕的时候。",
            ],
            ["@fear.say"],
        ],
        [
            [
                "%(hero)s半信半疑，决定再试一次。",
                "%(hero)s深深地吸了一口气。",
                "%(hero)s握了握拳头，心还在怦怦地跳。",
                "“好，我再试一次！”%(hero)s说。",
            ],
            ["@fear.solve"],
            [
                "“我做到了！”%(hero)s叫了起来。",
                "%(elder)s竖起了大拇指。",
                "%(hero.ta)s简直不敢相信，原来事情没有那么可怕。",
                "“你看，勇气一直藏在你心里。”%(elder)s说。",
            ],
            [
                "%(elder)s拿出%(food.一)s，说要好好庆祝一下。",
                "%(elder)s送给%(hero.ta)s%(thing.一)s，说这是勇敢的奖品。",
                "%(friend)s听说了，跑来问%(hero.ta)s是怎么做到的。",
                "%(hero)s把这件事告诉了%(friend)s，%(friend)s佩服得不得了。",
            ],
            ["@fear.after"],
            [
                "%(hero)s明白了，勇敢不是不害怕，而是害怕的时候也肯往前走一步。",
                "想起从前的自己，%(hero.ta)s忍不住笑了。",
                "每次想起这件事，%(hero)s都觉得自己长高了一点儿。",
                "%(hero)s%(joy)s，因为%(hero.ta)s知道，自己又长大了一些。",
            ],
        ],
    ],
}
