"""Something blocks the way to somebody who is waiting."""

from storybot.data_pipeline.story_parts.en.forms import _plot

PLOT = _plot("hero:child elder:elder trouble:barrier town:town time:time place:place food:food glad:glad", """
{time.One}, {elder}, who lived near {place}, was ill in bed, and {hero} wanted to help.
{elder} lived all alone near {place}, and {time} {hero} wanted to pay a visit.
{time.One}, {hero} got a letter from {elder}, who lived near {place} and had hurt a foot.
{hero} lived {town.at}, but {elder} lived far off, near {place}, and {time} {hero} was planning a visit.

@time.scene
@time.scene
@time.scene
-

"I will bring you {food} before the sun goes down," {hero} had promised.
"Before the evening bell, I will be there with {food}," {hero} had promised.
{hero} had given a promise: before dark, {elder} would have {food}.
"You can count on me," {hero} had said. "You will have {food} this very day."

So {hero} packed everything into a basket and set out.
{hero} covered the basket with a checkered cloth and marched off.
With the basket on one arm, {hero} hurried down the road.
The basket was packed quickly, and {hero} started out, whistling.
---
@trouble.problem

"What now?" thought {hero}.
"I cannot turn back," {hero} said aloud.
{hero} stopped and bit {hero.their} lip.
For a moment {hero} did not know what to do.

@trouble.try

The sun was already sinking toward the hills.
{hero.They} looked back, and home would have been so near.
"Nobody would be angry if I went home," {hero.they} thought. "But a promise is a promise."
{hero.They} felt like crying, but crying would not help.
Far away, a clock struck five.

{hero} thought of {elder}, who was waiting at the window.
"{elder} believes in me," {hero} thought.
"Think," {hero} said to {hero.self}. "There is always a way."
{hero} sat down for a moment and thought hard.

@trouble.solve
---
Just as the sun touched the treetops, {hero} knocked at {elder}'s door.
When {hero} reached the house near {place}, the sun was just about to set.
At the very last moment, with red cheeks and dirty shoes, {hero} arrived.
The evening bell was just beginning to ring when {hero} stood in front of {elder}.

"You really came!" cried {elder}.
"I never doubted it," said {elder}, smiling.
"And I was just saying that you would not leave me alone," said {elder}.
"What happened to you?" asked {elder} in surprise, and {hero} told the whole story.

They set the table and enjoyed every bite, and {hero} felt {glad}.
They ate together by the warm stove, and both of them felt {glad}.
Nothing had ever tasted so good, and {elder} felt {glad} and much better already.
{hero} felt {glad}, and even the crumbs were eaten up.

"You are a {hero.child} of your word," said {elder}.
"A kept promise is the best medicine," said {elder}.
"I will not forget this," said {elder}, and squeezed {hero}'s hand.
"Someone who keeps a promise is worth more than gold," {elder} said.

@trouble.after
""")
