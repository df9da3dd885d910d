"""A promise."""

from storybot.data_pipeline.story_parts.zh.plots.openings import CHILD_OPENINGS, CHILD_TRAITS

PLOT = {
    "cast": {"hero": "child", "helper": "job", "word": "promise", "home": "home", "trait": "trait", "time": "time",
             "thing": "thing", "food": "food", "joy": "joy", "elder": "family"},
    "paragraphs": [
        [
            CHILD_OPENINGS,
            CHILD_TRAITS,
            [
                "%(time)s，%(time.sky)s，%(hero)s遇见了%(helper)s。",
                "%(time)s，%(hero)s出门玩，看见%(helper)s正在%(helper.work)s。",
                "%(time)s，%(time.sky)s。%(helper)s正在%(helper.work)s，看见%(hero)s，就招了招手。",
                "%(time)s，%(helper)s来敲%(hero)s家的门。",
            ],
            [
                "%(helper.call)s有一件事想请%(hero.ta)s帮忙。",
                "%(helper.call)s把%(hero.ta)s叫到身边，认真地说起一件事。",
                "“%(hero)s，你过来一下。”%(helper.call)s说。",
                "%(helper.call)s蹲下来，看着%(hero.ta)s的眼睛说话。",
            ],
            ["@word.ask"],
            [
                "“没问题，我保证做到！”%(hero)s挺起胸膛说。",
                "%(hero)s用力点点头：“您放心吧！”",
                "“说话算数！”%(hero)s伸出小拇指，跟%(helper.call)s拉了钩。",
                "%(hero)s一口答应下来，心里有点儿得意。",
            ],
        ],
        [
            [
                "起初一切都很顺利。",
                "答应的时候容易，做起来可不简单。",
                "%(hero)s把这件事写在纸上，贴在了床头。",
                "%(elder)s听说了，对%(hero)s说：“答应别人的事，就要做到底。”",
                "%(hero)s时时刻刻把这件事记在心上。",
            ],
            ["@word.tempt"],
            [
                "“就这一回，应该没关系吧？”%(hero.ta)s心里有个小小的声音说。",
                "%(hero.ta)s心里好像有两个小人儿在吵架。",
                "%(hero.ta)s想起了%(helper.call)s信任的眼神。",
                "%(hero.ta)s耳边响起了自己说过的话。",
                "怎么办呢？%(hero.ta)s站在那里，左右为难。",
            ],
            ["@word.do"],
            [
                "做完以后，%(hero.ta)s长长地松了一口气。",
                "虽然累，%(hero.ta)s心里却很踏实。",
                "“答应了，就要做到。”%(hero.ta)s对自己说。",
                "%(elder)s看在眼里，悄悄地笑了。",
            ],
        ],
        [
            ["@word.after"],
            [
                "%(helper.call)s高兴地说：“把事情交给你，我一百个放心。”",
                "“你是个说话算数的好孩子！”%(helper.call)s夸道。",
                "%(helper.call)s知道了前前后后的事，感动得直点头。",
                "%(helper.call)s拉着%(hero)s的手，连声道谢。",
            ],
            [
                "%(helper.call)s把%(thing.一)s放到%(hero)s手里，说：“这是给你的。”",
                "%(helper.call)s端出%(food.一)s，请%(hero)s吃了个饱。",
                "过了几天，%(helper.call)s送来了%(food.一)s，%(hero)s和%(elder)s一起吃了。",
                "作为谢礼，%(helper.call)s送给%(hero)s%(thing.一)s。",
            ],
            [
                "从那以后，大家有要紧的事，都愿意请%(hero)s帮忙。",
                "“%(hero)s答应的事，准没错。”%(home)s的人都这么说。",
                "%(hero)s明白了，守住一句话，就守住了别人的信任。",
                "那天晚上，%(hero)s把这件事讲给%(elder)s听，%(joy)s。",
            ],
        ],
    ],
}
