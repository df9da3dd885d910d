"""An animal is rescued, and helps in return."""

from storybot.data_pipeline.story_parts.en.forms import _plot

PLOT = _plot("hero:child animal:beast trouble:rescue town:town time:time place:place glad:glad quality:quality food:food", """
{time.One}, {hero} was walking to {place} and heard a soft cry.
{hero} lived {town.at}, and {time}, near {place}, {hero.they} heard a small voice.
{hero}, {quality.a} {hero.child}, was strolling {place.at} {time} when something rustled.
{time.One}, on the way to {place}, {hero} stopped and listened, because somebody was sobbing.

@time.scene
@time.scene
@time.scene
-

Not far from the path was {animal.a}.
It was {animal.a}, and {animal.they} looked very frightened.
{animal.A} looked up with big eyes.
"Who is there?" asked {hero}, and then saw {animal.a}.
"Help me, please," said a voice, and it belonged to {animal.a}.

@trouble.problem
---
"Wait, I will help you," said {hero}.
"Do not be afraid," {hero} said softly.
{hero} did not think twice and knelt down.
"Poor thing!" said {hero}. "I will not leave you alone."

@trouble.try

But {hero} was not someone who gave up quickly.
"Not like that, then," said {hero}.
"Please do not go away," begged {animal}.
{hero} thought for a while.

@trouble.solve

"I will never forget this," said {animal}.
"One day I will help you, too," {animal} promised.
"Thank you, kind {hero.child}," said {animal}, and {animal.moved} off toward {animal.home}.
{animal.The} bowed {animal.their} head, {animal.moved} away, and was soon out of sight.

{hero} smiled, for how could such a small friend ever help {hero.them}?
{hero} walked home, feeling {glad}.
At home nobody believed the story, but {hero} felt {glad}.
"I was happy to do it," {hero} called.
---
@trouble.need

"If only somebody would help me!" sighed {hero}.
"What shall I do now?" said {hero} aloud.
{hero} was close to tears.
{hero} looked around, but there was nobody in sight.

Then something rustled, and {animal} was there.
"Now it is my turn," said a voice that {hero} knew well, and there was {animal}.
But who was that? It was {animal}!
At that very moment {animal} {animal.moved} up and said, "You helped me, so I will help you."

@trouble.repay

"You kept your word!" cried {hero}.
"Now we are even," said {animal}, "but we can still be friends."
"Nobody is too small to help," said {animal} proudly.
"Thank you," said {hero}. "I would never have managed it without you."

They shared {food} and felt {glad}.
The next day {hero} brought a treat to share: {food}.
That evening they sat side by side, felt {glad}, and watched the stars come out.
From then on, {hero} visited {animal} every week.

And so one good deed had found its way back.
And {hero} never again asked how big or small a friend should be.
"Kindness is like a ball," thought {hero}. "Throw it, and it comes back."
And the two of them remained friends all their lives.
""")
