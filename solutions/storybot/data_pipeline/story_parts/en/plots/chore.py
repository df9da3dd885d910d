"""A wish comes true by work done cleverly."""

from storybot.data_pipeline.story_parts.en.forms import _plot

PLOT = _plot("hero:child helper:helper trouble:chore thing:thing town:town time:time place:place glad:glad friend:child", """
{time.One}, {hero} saw {thing.a} in a shop window near {place}.
{hero} lived {town.at}, and {time} {hero.they} saw {thing.a} in a shop near {place}.
In the window of the little shop near {place} lay {thing.a}, and {time} {hero} stopped to look at it.
{time.One}, {hero} was dreaming of {thing.a} that was for sale near {place}.

@time.scene
@time.scene
@time.scene
-

{hero} wanted it so much that {hero.they} could think of nothing else.
"If only it were mine!" sighed {hero}.
But it cost two coins, and {hero}'s pockets were empty.
{hero} counted {hero.their} money, and it was not nearly enough.

"Then I will earn it," said {hero}, and went to {helper}, who was {helper.doing}.
So {hero} went to {helper}, who was {helper.doing}, and asked for work.
{helper.The} was {helper.doing} when {hero} came along and asked, "Do you have any work for me?"
At that time {helper} needed some help, so {hero} knocked at the door.
---
@trouble.task

"I will do it well," promised {hero}, and set to work at once.
"That is easy," thought {hero}.
{hero} rolled up {hero.their} sleeves and began.
{hero} could already see the {thing.short} in {hero.their} hands.

@trouble.problem

@trouble.try

{hero.They} wiped {hero.their} forehead and was ready to give up.
"This is harder than I thought," {hero.they} panted.
{hero.They} sat down, put {hero.their} chin in {hero.their} hands, and thought about it.
"Working hard is not enough," {hero.they} thought. "I have to work cleverly."

@trouble.solve

@trouble.praise
---
{hero} felt {glad} and ran straight to the shop.
With warm coins in {hero.their} hand and feeling {glad}, {hero} ran to the shop.
"Now it will be mine!" cried {hero}, and ran all the way to the shop.
{hero} thanked {helper.them} and felt {glad} all the way to the shop.

In front of the window stood {friend}, looking at the {thing.short} with longing eyes.
At the door {hero} met {friend}, who had been saving up for the same {thing.short}.
But {friend} was standing there, sadly counting a few small coins.
{friend} was there, too, and whispered, "How beautiful it is!"

{hero} thought for a moment and said, "Let us buy it together and share it."
{hero} bought the {thing.short}, came out, and said, "It can be yours every other day."
{hero} knew that feeling well, bought the {thing.short}, and said, "It will belong to both of us."
"I will lend it to you as often as you like," said {hero}, and went in to buy it.

{friend} beamed like the sun.
"Would you really do that for me?" asked {friend}.
{friend} was so surprised that not a word came out.
"You are a true friend," said {friend}.

So {hero} had earned the {thing.short} and won a friend as well.
The {thing.short} was a treasure, but it was twice as dear when it was shared.
And each time {hero} looked at the {thing.short}, {hero.they} remembered how good it felt to have earned it.
And {helper} always had work for {hero} after that, and always a kind word, too.
"I worked for one thing," thought {hero}, "and came home with two."
""")
