"""A contest."""

from storybot.data_pipeline.story_parts.zh.plots.openings import CHILD_OPENINGS, CHILD_TRAITS

PLOT = {
    "cast": {"hero": "child", "friend": "child", "match": "contest", "home": "home", "trait": "trait", "time": "time",
             "thing": "thing", "helper": "job", "joy": "joy", "sad": "sad", "food": "food"},
    "paragraphs": [
        [
            CHILD_OPENINGS,
            CHILD_TRAITS,
            [
                "%(time)s，街口贴出了一张大红纸：“%(match)s开始报名啦！”",
                "%(time)s，%(time.sky)s，%(hero)s听说要举行%(match)s。",
                "%(time)s，%(friend)s跑来告诉%(hero)s，%(home)s要办一场%(match)s。",
                "%(time)s，%(time.sky)s。%(helper)s告诉大家，一场%(match)s就要开始报名了。",
            ],
            [
                "头等奖的奖品是%(thing.一)s，%(hero)s做梦都想要。",
                "“听说奖品是%(thing.一)s呢！”%(friend)s说，%(hero)s的眼睛一下子亮了。",
                "奖品里有%(thing.一)s，%(hero)s一眼就看中了。",
                "%(hero)s最想得到的，是那份头等奖：%(thing.一)s。",
            ],
        ],
        [
            ["@match.trouble"],
            ["%(hero)s%(sad)s。", "%(hero.ta)s%(sad)s。", "想到比赛，%(hero)s%(sad)s。", "“我一定会输的。”%(hero)s%(sad)s。"],
            [
                "“还有半个月呢，练一练就好了。”%(friend)s鼓励%(hero.ta)s。",
                "%(helper)s对%(hero.ta)s说：“一天进步一点点，半个月就是一大步。”",
                "“输赢不要紧，别输给昨天的自己就行。”%(helper)s说。",
                "“我陪你练。”%(friend)s拉着%(hero.ta)s的手说。",
            ],
            ["@match.practice"],
            [
                "有时候累得直喘气，%(hero.ta)s就坐下来歇一会儿再练。",
                "%(friend)s常常带着%(food)s来看%(hero.ta)s。",
                "刮风也好，下雨也好，%(hero.ta)s一天也没有停过。",
                "渐渐地，%(hero.ta)s觉得自己真的有了进步。",
                "“你比上个星期好多了！”%(friend)s拍着手说。",
            ],
        ],
        [
            [
                "比赛那天，看热闹的人里三层外三层。",
                "终于到了比赛的日子，%(hero)s的心跳得像打鼓。",
                "比赛开始了，%(friend)s在人群里使劲挥手。",
                "比赛那天一早，%(helper)s也赶来给%(hero)s加油。",
            ],
            ["@match.turn"],
            [
                "有人小声说：“这孩子真好。”",
                "%(friend)s看见了，悄悄竖起了大拇指。",
                "“谢谢你！”那个孩子感激地说。",
                "%(hero.ta)s没有多想，只觉得应该这样做。",
            ],
            ["@match.result"],
            [
                "%(helper)s说：“你今天做的事，比头等奖还要了不起。”",
                "“你在我心里是第一名！”%(friend)s大声说。",
                "得头等奖的孩子走过来，请%(hero)s一起看那份奖品。",
                "%(friend)s和%(helper)s把手都拍红了。",
            ],
        ],
        [
            [
                "回家的路上，%(hero)s和%(friend)s分着吃%(food)s，%(joy)s。",
                "没有得到%(thing)s也不要紧，%(hero)s%(joy)s。",
                "那天晚上，%(hero)s看着天上的星星，%(joy)s。",
                "第二天，%(hero)s收到了%(food.一)s，是那个被帮助的孩子送来的，%(hero.ta)s%(joy)s。",
            ],
            [
                "%(hero)s明白了，努力过，又帮过别人，这就是最好的奖品。",
                "从那以后，%(hero)s又多了一个新朋友。",
                "“明年我们还来！”%(hero)s和%(friend)s约好了。",
                "%(hero.ta)s知道，只要肯练，没有学不会的事。",
            ],
        ],
    ],
}
