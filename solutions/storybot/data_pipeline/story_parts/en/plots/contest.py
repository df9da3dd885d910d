"""Two rivals take part in a contest."""

from storybot.data_pipeline.story_parts.en.forms import _plot

PLOT = _plot("hero:child friend:child trouble:contest town:town time:time place:place food:food thing:thing glad:glad sad:sad", """
{time.One}, on the way to {place}, {hero} saw a poster: everyone was invited to {trouble.event}!
{time.One}, {hero} and {friend} heard that {trouble.event} would soon be held {trouble.where}.
Every year, {trouble.event} was held {trouble.where}, and {time} {hero} decided to take part.
{hero} lived {town.at}, where {time} everybody was talking about {trouble.event}.

The first prize was {thing.a}, and {hero} had always wanted one.
Whoever won would get {thing.a}.
"The winner gets {thing.a}!" {hero} told everyone.
The prize was already lying in a shop window: {thing.a}.

"I am going to win," said {friend}, who had won the year before.
"I will take part, too," said {friend}. "May the best one win!"
{friend} wanted to win as well, and so they were rivals.
"You have no chance against me," laughed {friend}, and that stung a little.
---
@trouble.problem

{hero.They} felt {sad}.
"I might as well stay at home," {hero.they} said, feeling {sad}.
The others seemed to have no trouble at all, and {hero} felt {sad}.
"How does {friend} do it?" wondered {hero}, feeling rather {sad}.

@trouble.try

"I must think of something else," {hero.they} said.
{hero.They} slept on it for a night.
"Every mistake shows me what does not work," {hero.they} told {hero.self}.
{hero.They} started again from the beginning.

@trouble.solve

On the way home, {hero} met {friend}, who was having trouble, too.
In the evening {friend} came by with a long face, for {friend.they} had run into the same trouble.
But then {hero} saw that {friend} was sitting on the steps, close to tears.
The next morning {friend} whispered, "I cannot get it right at all."

{hero} hesitated for a moment and then explained the trick.
"Come, I will show you how I did it," said {hero}.
{hero} could have kept quiet, but told {friend} everything.
"A win is only fun if everyone has a fair chance," said {hero}, and shared the secret.
---
Then came the great day, and a big crowd had gathered {trouble.where}.
On the day of the contest, music was playing and paper flags were hanging everywhere {trouble.where}.
At last it began, and {hero}'s hands were damp with excitement.
"Let us begin!" called the judge, and everybody held their breath.

@trouble.end

{hero} won by a whisker, and {friend} clapped the loudest.
{friend} did just as well, and so the judges gave the first prize to both of them.
The judges whispered for a long time and then gave the first prize to both {hero} and {friend}.
{hero} won the {thing.short}, and the first one to cheer was {friend}.
"First prize for {hero}!" called the judge, and {friend} threw a cap into the air.

"Without you I would have had no chance," said {friend}.
"You are the best rival in the world," said {friend}, and they shook hands.
"Next year we will enter as a team," {friend} suggested.
"Thank you for helping me," said {friend}, feeling {glad}.

Afterward they sat in the sun and shared {food}.
They celebrated with {food} and felt {glad}.
"Let us celebrate," said {hero}, and they had {food}.
All the children got a treat at the end: {food}.

And a good friend, they agreed, was worth more than any prize.
And {hero} was prouder of such a friend than of any prize.
From that day on, they practiced together.
"Prizes gather dust," thought {hero}, "but friends do not."
""")
