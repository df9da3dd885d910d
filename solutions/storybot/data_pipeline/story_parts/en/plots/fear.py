"""A fear is overcome, step by step."""

from storybot.data_pipeline.story_parts.en.forms import _plot

PLOT = _plot("hero:child elder:elder trouble:fear town:town quality:quality time:time place:place food:food glad:glad", """
{hero} was {quality.a} {hero.child} who lived {town.at}.
There was once {quality.a} {hero.child} called {hero}, who lived {town.at}.
Once there lived {town.at} {quality.a} {hero.child} whose name was {hero}.
{hero}, who lived {town.at}, was known as {quality.a} {hero.child}.

But there was one thing that {hero} feared more than anything else: {trouble}.
But {hero} had a secret, and the secret was a fear of {trouble}.
Only one thing made {hero}'s heart beat fast, and that was {trouble}.
There was just one trouble, and that was a great fear of {trouble}.

@trouble.problem

"I will never be brave," {hero.they} thought.
{hero} was ashamed and told nobody about it.
"What is wrong with me?" {hero.they} wondered.
{hero} wished to be as fearless as the others.
---
{time.One}, {elder} and {hero} walked to {place}.
{time.One}, {hero} sat with {elder} {place.at}.
{time.One}, {elder} came to visit, and they took a walk to {place}.
{time.One}, {hero} was helping {elder} carry a basket to {place}.

@time.scene
@time.scene
@time.scene
-

"You are so quiet today," said {elder}. "What is the matter?"
"Something is weighing on you," said {elder}. "You can tell me."
"A worry grows smaller when you share it," said {elder} gently.
"Shall I tell you what I was afraid of at your age?" asked {elder}.

Then {hero} told {elder} everything.
Little by little, {hero} let the whole story out.
{hero} took a deep breath and talked about the fear.
{hero} looked at {hero.their} shoes and whispered it into {elder}'s ear.

"Brave people are afraid, too," said {elder}. "They just take small steps."
"Fear is like a big dog," said {elder}. "When you run away, it runs after you."
"You need not do it all at once," said {elder}. "Start with a little piece."
"Look at your fear closely," said {elder}, "and it will shrink."
---
The first try went wrong.
But it was not easy.
That very week {hero} made a first attempt.
At first, though, things did not go well.

@trouble.try

"Never mind," said {elder}. "Tomorrow is another day."
{elder} did not laugh and only said, "Try it another way."
"That was a beginning," said {elder}.
But {hero} thought of {elder}'s words and did not give up.

@trouble.solve

Suddenly the fear was only as big as a pea.
{hero.Their} heart was still beating fast, but now it was beating with joy.
"I did it!" {hero.they} cried, feeling {glad}.
And {hero} noticed that the fear had quietly gone away.
{hero.They} felt {glad} and at least an inch taller.

To celebrate, {elder} served {food}.
"That calls for a party," said {elder}, and they had {food}.
{elder} had brought something to celebrate with: {food}.
That evening they had {food}, and {hero} told the story three times.

@trouble.after
""")
