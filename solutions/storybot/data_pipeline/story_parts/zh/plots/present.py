"""A present made by hand."""

from storybot.data_pipeline.story_parts.zh.plots.openings import CHILD_OPENINGS, CHILD_TRAITS

PLOT = {
    "cast": {"hero": "child", "elder": "old", "gift": "present", "home": "home", "trait": "trait", "time": "time",
             "helper": "job", "food": "food", "joy": "joy", "sad": "sad"},
    "paragraphs": [
        [
            CHILD_OPENINGS,
            CHILD_TRAITS,
            [
                "%(time)s，%(hero)s翻着日历，发现%(elder)s的生日快到了。",
                "%(time)s，%(time.sky)s，%(hero)s忽然想起%(elder)s快过生日了。",
                "%(time)s，%(time.sky)s。再过几天，就是%(elder)s的生日了。",
                "%(time)s，%(hero)s听说%(elder)s下个星期要过生日。",
            ],
            [
                "%(elder)s每天忙里忙外，从来没有给自己要过什么礼物。",
                "%(hero.ta)s数了数零花钱，只有几个硬币，什么也买不起。",
                "“送什么好呢？”%(hero.ta)s托着下巴想了半天。",
                "%(hero.ta)s记得，每年自己过生日，%(elder)s总是忙上一整天。",
                "“这一回，该我给%(elder)s一个惊喜了。”%(hero.ta)s想。",
            ],
            ["@gift.plan"],
        ],
        [
            ["@gift.problem"],
            ["@gift.try"],
            ["%(hero)s%(sad)s。", "%(hero.ta)s%(sad)s。", "眼看日子越来越近，%(hero)s%(sad)s。", "试来试去都不行，%(hero)s%(sad)s。"],
            [
                "%(hero.ta)s走出家门，看见%(helper)s正在%(helper.work)s。",
                "出门散心的时候，%(hero.ta)s看见%(helper)s正在%(helper.work)s。",
                "这时，%(helper)s正忙着%(helper.work)s，一抬头看见了%(hero)s。",
                "%(hero.ta)s去找%(helper)s，%(helper.call)s正在%(helper.work)s。",
            ],
            [
                "“别灰心，礼物里最要紧的是心意。”%(helper.call)s说。",
                "“一个办法不行，就换一个办法。”%(helper.call)s笑着说。",
                "%(helper.call)s听%(hero.ta)s说完难处，说：“看看身边有什么，也许能派上用场。”",
                "“慢慢来，好东西都是花时间做出来的。”%(helper.call)s说。",
                "%(helper.call)s拍拍%(hero.ta)s的头，说：“难的时候，多想一步就好了。”",
            ],
            [
                "%(hero)s记住了这句话，回家又动起手来。",
                "这句话像一盏小灯，一下子照亮了%(hero)s的心。",
                "%(hero)s谢过%(helper.call)s，一路跑回了家。",
                "%(hero)s坐下来想了又想，终于有了主意。",
            ],
            ["@gift.solve"],
        ],
        [
            [
                "生日那天，%(hero)s把礼物捧到了%(elder)s面前。",
                "到了生日那天，%(hero)s红着脸说：“%(elder)s，这是我自己做的。”",
                "生日那天，桌上摆着%(food.一)s，%(hero)s悄悄拿出了准备好的礼物。",
                "生日那天早上，%(hero)s蒙住%(elder)s的眼睛，说：“猜猜我给你准备了什么？”",
            ],
            [
                "%(elder)s愣了一下，眼睛慢慢湿了。",
                "“这是我收到过的最好的礼物。”%(elder)s说。",
                "%(elder)s一把搂住%(hero)s，半天没有松开。",
                "%(elder)s又惊又喜，笑得眼角都皱了起来。",
            ],
            [
                "一家人围坐在桌边，吃着%(food)s，说说笑笑。",
                "%(elder)s把最好的一份%(food)s留给了%(hero)s。",
                "%(hero)s把这些天的辛苦讲了一遍，全家人都听得入了神。",
                "%(helper.call)s也来了，还带来了%(food.一)s。",
            ],
            ["@gift.after"],
            [
                "看着%(elder)s的笑脸，%(hero)s%(joy)s。",
                "%(hero)s明白了，用心做的礼物，比买来的还要贵重。",
                "那天夜里，%(hero)s躺在床上，心里还是美滋滋的。",
                "%(hero)s想，明年一定还要亲手做一份。",
            ],
        ],
    ],
}
