"""Something lost and found."""

from storybot.data_pipeline.story_parts.zh.plots.openings import CHILD_OPENINGS, CHILD_TRAITS

PLOT = {
    "cast": {"hero": "child", "friend": "child", "thing": "thing", "lost": "lost", "home": "home", "trait": "trait",
             "time": "time", "place": "place", "food": "food", "joy": "joy", "sad": "sad", "elder": "family"},
    "paragraphs": [
        [
            CHILD_OPENINGS,
            CHILD_TRAITS,
            [
                "%(hero.ta)s有%(thing.一)s，是%(elder)s送的，%(hero.ta)s走到哪儿带到哪儿。",
                "过生日那天，%(elder)s送给%(hero.ta)s%(thing.一)s，%(hero.ta)s喜欢得不得了。",
                "%(hero.ta)s最心爱的东西是%(elder)s送的%(thing)s。",
                "%(elder)s出远门回来，给%(hero.ta)s带了%(thing.一)s，%(hero.ta)s天天都要摸一摸。",
                "%(hero.ta)s最宝贝%(elder)s给的那件礼物，那是%(thing.一)s。",
            ],
        ],
        [
            [
                "%(time)s，%(time.sky)s，%(hero)s带着%(thing)s去%(place)s玩。",
                "%(time)s，%(time.sky)s。%(hero)s带着%(thing)s出了门，先去了%(place)s。",
                "%(time)s，%(hero)s带上%(thing)s，高高兴兴地去了%(place)s。",
                "%(time)s，%(time.sky)s，%(hero)s想让%(place)s的小伙伴们也看看%(thing)s。",
            ],
            ["@lost.how"],
            [
                "等%(hero.ta)s想起来的时候，%(thing)s已经不见了。",
                "等玩够了，%(hero.ta)s才发现手里空空的，%(thing)s不见了。",
                "“咦，我的%(thing)s呢？”%(hero)s一下子慌了。",
                "到了该回家的时候，%(hero)s才发现%(thing)s不见了。",
            ],
            ["@lost.search"],
            ["%(hero)s%(sad)s。", "%(hero.ta)s%(sad)s。", "这下，%(hero)s%(sad)s。", "找来找去找不到，%(hero)s%(sad)s。"],
        ],
        [
            [
                "好朋友%(friend)s听说了，连忙跑来帮忙。",
                "正在这时，%(friend)s走了过来，问是怎么回事。",
                "“别难过，我陪你一起找。”%(friend)s说。",
                "%(friend)s丢下手里的皮球，拍拍%(hero)s的肩膀，说要一起想办法。",
            ],
            ["@lost.clue"],
            [
                "%(hero)s眼睛一亮，拉起%(friend)s就跑。",
                "%(hero)s一拍脑门：“对呀，我怎么没想到！”",
                "%(hero)s想了又想，慢慢点了点头。",
                "听了这话，%(hero)s的心里又有了希望。",
            ],
            ["@lost.found"],
            [
                "“找到啦！”两个孩子一起喊了起来。",
                "%(hero)s把%(thing)s小心地捧在手里，连声说：“谢谢你，%(friend)s！”",
                "%(hero)s用袖子轻轻擦了擦%(thing)s，笑了。",
                "“要不是你，我就再也见不到它了。”%(hero)s对%(friend)s说。",
            ],
        ],
        [
            [
                "%(hero)s请%(friend)s到家里吃%(food)s，两个人吃得香极了。",
                "%(elder)s知道了，端出%(food.一)s，请两个孩子一起吃。",
                "回到家，%(hero)s和%(friend)s分着吃了%(food.一)s。",
                "为了感谢%(friend)s，%(hero)s第二天送去了%(food.一)s。",
            ],
            ["@lost.after"],
            [
                "%(hero)s知道，%(thing)s很珍贵，肯帮忙的朋友更珍贵。",
                "那天晚上，%(hero)s看着%(thing)s，%(joy)s。",
                "%(thing)s回来了，%(hero)s和%(friend)s也成了更好的朋友。",
                "想起%(friend)s，%(hero)s%(joy)s。",
            ],
        ],
    ],
}
