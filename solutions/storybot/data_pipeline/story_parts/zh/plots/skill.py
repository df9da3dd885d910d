"""Learning something."""

from storybot.data_pipeline.story_parts.zh.plots.openings import CHILD_OPENINGS, CHILD_TRAITS

PLOT = {
    "cast": {"hero": "child", "helper": "job", "skill": "skill", "home": "home", "trait": "trait", "time": "time",
             "friend": "child", "food": "food", "joy": "joy", "sad": "sad"},
    "paragraphs": [
        [
            CHILD_OPENINGS,
            CHILD_TRAITS,
            [
                "%(time)s，%(hero.ta)s看见%(friend)s在%(skill)s，羡慕极了。",
                "%(time)s，%(time.sky)s，%(hero)s下定决心要学会%(skill)s。",
                "%(time)s，%(friend)s问%(hero.ta)s：“你会%(skill)s吗？”%(hero.ta)s红着脸摇了摇头。",
                "%(time)s，%(time.sky)s。%(hero)s对%(friend)s说：“我也想学%(skill)s。”",
            ],
            [
                "“看起来一点儿也不难嘛。”%(hero.ta)s想。",
                "%(hero.ta)s马上找来要用的东西，说干就干。",
                "%(hero.ta)s以为，只要试上一两次就能学会。",
                "“等我学会了，一定让大家大吃一惊。”%(hero.ta)s说。",
            ],
        ],
        [
            ["@skill.try"],
            [
                "%(hero.ta)s不服气，又试了一次，结果还是一样。",
                "试了三次，三次都没有成功。",
                "旁边有人笑出了声，%(hero.ta)s的耳朵都红了。",
                "%(hero.ta)s擦擦汗，再来一遍，还是不行。",
            ],
            ["%(hero)s%(sad)s。", "%(hero.ta)s%(sad)s。", "“我太笨了。”%(hero)s%(sad)s。", "练了半天没有用，%(hero)s%(sad)s。"],
            [
                "这一切，都被%(helper)s看在了眼里。",
                "%(helper)s本来正在%(helper.work)s，这时走了过来。",
                "没想到，%(helper)s小时候最拿手的就是%(skill)s。",
                "“我来教你吧。”说话的是%(helper)s。",
            ],
            [
                "%(helper.call)s笑眯眯地示范了一遍，又慢慢讲给%(hero.ta)s听。",
                "“谁都是从不会到会的。”%(helper.call)s说。",
                "“我当年学了整整一个月呢。”%(helper.call)s说。",
                "%(helper.call)s让%(hero.ta)s先歇一歇，喝口水。",
                "“不要急，记住我的话。”%(helper.call)s说。",
            ],
            ["@skill.tip"],
        ],
        [
            [
                "%(hero)s把这句话记在心里，天天练习。",
                "%(hero)s点点头，又练了起来。",
                "从这天起，%(hero)s每天都要练上一会儿。",
                "一天，两天，三天，%(hero)s一点儿也不偷懒。",
                "%(friend)s也来陪%(hero.ta)s，一边看一边给%(hero.ta)s打气。",
            ],
            [
                "到了第七天，奇妙的事情发生了。",
                "终于有一天，%(hero.ta)s觉得自己找到了窍门。",
                "过了些日子，%(hero.ta)s又在大家面前试了一次。",
                "这天下午，%(hero.ta)s深吸一口气，又开始了。",
            ],
            ["@skill.solve"],
            [
                "“我会了！我会了！”%(hero)s高声喊着，%(joy)s。",
                "%(friend)s在一旁使劲鼓掌，%(hero)s%(joy)s。",
                "“看，功夫不会骗人吧！”%(helper.call)s说。",
                "连%(helper.call)s也忍不住叫了一声好。",
            ],
            [
                "%(hero)s给%(helper.call)s送去%(food.一)s，谢谢%(helper.ta)s教会了自己。",
                "%(helper.call)s请%(hero)s和%(friend)s吃%(food)s，三个人有说有笑。",
                "%(hero)s拉着%(helper.call)s的手，说了好几声谢谢。",
                "那天，%(hero)s和%(friend)s一起吃了%(food.一)s，庆祝了一番。",
            ],
            ["@skill.after"],
            [
                "%(hero)s常对别人说：“不会不要紧，慢慢练就会了。”",
                "%(hero.ta)s知道，世上没有学不会的事，只有没练够的功夫。",
                "再遇到难学的东西，%(hero.ta)s也不害怕了。",
                "每当有人夸%(hero.ta)s，%(hero.ta)s就会想起%(helper.call)s说的那句话。",
            ],
        ],
    ],
}
