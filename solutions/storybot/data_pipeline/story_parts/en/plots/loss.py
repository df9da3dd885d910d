"""A thing is lost, and found with help."""

from storybot.data_pipeline.story_parts.en.forms import _plot

PLOT = _plot("hero:child helper:helper thing:thing place:place trouble:loss time:time sad:sad glad:glad food:food", """
{time.One}, {hero} went to {place} and took along {thing.a}.
{hero} owned {thing.a}, and {time} {hero.they} took it along to {place}.
There was nothing {hero} loved more than {hero.their} {thing}, so {time} it came along to {place}.
{time.One}, {hero} was playing {place.at}, and of course the {thing} was there, too.
"You are coming with me," said {hero} {time} to {hero.their} {thing}, and off they went to {place}.

@time.scene
@time.scene
@time.scene
-

It had been a birthday present, and {hero} had never gone anywhere without it.
A good friend had given it to {hero} before moving away.
{hero} had saved up for it for a whole year.
It was not worth much money, but to {hero} it was worth more than gold.
It had once belonged to {hero}'s grandmother, and so it was very precious.
---
But when {hero} came home, the {thing.short} was gone.
But by suppertime {hero} noticed that the {thing.short} was missing.
But a few hours later {hero} cried, "Where is my {thing.short}?"
Later, at home, {hero} stopped short, because the {thing.short} was nowhere to be seen.

@trouble.try

{hero.They} felt very {sad}.
{hero.They} sat down on the doorstep and felt {sad}.
"I will never see it again," {hero.they} said, and felt quite {sad}.
{hero.They} swallowed hard, for {hero.they} had never felt so {sad}.

At last {hero} went to {helper}, who was {helper.doing}.
Next door, {helper} was {helper.doing}, and looked up when {hero} came along.
Just around the corner, {helper} was {helper.doing}, so {hero} asked for help.
Then {hero} thought of {helper}, who was {helper.doing} and always had a good idea.

"Let us think before we search," {helper.they} said.
"Don't cry," {helper.they} said. "Things do not walk away by themselves."
"Four eyes see more than two," {helper.they} said, and put the work aside.
"Tell me everything from the beginning," {helper.they} said, and listened carefully.

@trouble.clue
---
@trouble.found

"There you are!" cried {hero}, feeling {glad}.
{hero} pressed it to {hero.their} heart and felt {glad}.
"Thank you! Thank you!" said {hero}, feeling {glad}.
{hero} jumped up and down, felt {glad}, and began to sing.

@trouble.lesson

To celebrate, {hero} and {helper} shared {food}.
The next day {hero} brought {helper} a present: {food}.
Afterward they sat down together and enjoyed {food}.
"Now I am hungry," said {helper}, and they both enjoyed {food}.

And that night, the {thing.short} lay right beside {hero}'s pillow.
And whenever somebody lost something after that, {hero} was the first to help search.
From then on, {hero} and {helper} were the best of friends.
"Lost and found in one day," murmured {hero}, and fell asleep with a smile.
"Next time," said {hero}, "I will think first and search second."
""")
