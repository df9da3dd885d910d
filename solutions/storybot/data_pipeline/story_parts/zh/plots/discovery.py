"""A discovery."""

from storybot.data_pipeline.story_parts.zh.plots.openings import CHILD_OPENINGS, CHILD_TRAITS

PLOT = {
    "cast": {"hero": "child", "friend": "child", "find": "discovery", "home": "home", "trait": "trait", "time": "time",
             "place": "spot", "thing": "thing", "food": "food", "joy": "joy", "helper": "job"},
    "paragraphs": [
        [
            CHILD_OPENINGS,
            CHILD_TRAITS,
            [
                "%(time)s，%(time.sky)s，%(hero.ta)s约了%(friend)s去%(place)s玩。",
                "%(time)s，%(hero.ta)s和%(friend)s带着%(thing.一)s，来到了%(place)s。",
                "%(time)s，%(time.sky)s。%(hero.ta)s和%(friend)s吃完%(food)s，就跑到%(place)s去玩。",
                "%(time)s，%(friend)s带来%(thing.一)s，两个人一起去%(place)s玩。",
            ],
            [
                "玩着玩着，%(hero)s忽然停住了。",
                "“嘘，别出声！”%(hero)s忽然说。",
                "没玩多久，两个人就碰到了一件怪事。",
                "忽然，%(friend)s拉了拉%(hero)s的袖子。",
            ],
            ["@find.sign"],
        ],
        [
            [
                "两个人你看看我，我看看你，谁也不明白是怎么回事。",
                "“真奇怪！”%(hero)s睁大了眼睛。",
                "%(hero)s的心怦怦地跳了起来。",
                "这样的事，两个人还是头一回遇到。",
            ],
            ["@find.guess"],
            [
                "“猜是猜不出来的，我们去看个明白。”%(hero)s说。",
                "%(hero)s摇摇头：“不亲眼看一看，谁也说不准。”",
                "%(hero)s也有点儿害怕，可是更想知道答案。",
                "“走，我们一起去弄清楚。”%(hero)s握住了%(friend)s的手。",
            ],
            ["@find.look"],
            [
                "“算了，我们回去吧。”%(friend)s有点儿泄气。",
                "“再等一等，别着急。”%(hero)s说。",
                "%(friend)s急了，%(hero)s却一点儿也不慌。",
                "%(hero)s想起%(helper)s说过，要想知道答案，先要有耐心。",
            ],
            ["@find.truth"],
        ],
        [
            [
                "“原来是这样！”两个人一起笑了。",
                "%(friend)s看得张大了嘴巴：“太有意思了！”",
                "“幸好我们没有跑掉。”%(friend)s说。",
                "%(hero)s%(joy)s，恨不得马上告诉所有的人。",
            ],
            [
                "两个人把这件事告诉了%(helper)s，%(helper.call)s放下手里的活儿，听得直点头。",
                "回去的路上，两个人遇见了%(helper)s，抢着把事情说了一遍。",
                "%(helper)s正在%(helper.work)s，听了这件事，也跟着去看了一回。",
                "“你们的眼睛真尖！”%(helper)s听了以后夸道。",
            ],
            [
                "“世界上的秘密，都留给肯多看一眼的人。”%(helper.call)s说。",
                "%(helper.call)s请两个孩子吃%(food)s，听了一遍还想再听一遍。",
                "%(helper.call)s送给两个孩子%(food.一)s，当作小小的奖励。",
                "%(helper.call)s笑着说：“会问为什么的孩子，将来了不起。”",
            ],
            ["@find.after"],
            [
                "%(hero)s觉得，身边的每个角落都藏着故事。",
                "从此，%(hero)s和%(friend)s更爱到处看、到处问了。",
                "那天晚上，%(hero)s睡得很甜，梦里还在跟%(friend)s一起探险。",
                "%(hero)s想，明天不知道又会发现什么呢。",
            ],
        ],
    ],
}
