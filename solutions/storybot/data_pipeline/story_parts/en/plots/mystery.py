"""Two friends find out what is behind a strange sign."""

from storybot.data_pipeline.story_parts.en.forms import _plot

PLOT = _plot("hero:child friend:child helper:helper trouble:mystery town:town time:time place:place food:food glad:glad quality:quality", """
{time.One}, {hero} and {friend} discovered something strange {place.at}.
{hero} lived {town.at}, and {time} {hero.they} went exploring with {friend} {place.at}.
{time.One}, {hero} called for {friend}, because there was something odd {place.at}.
{hero}, {quality.a} {hero.child}, and {friend}, who was never bored, were {place.at} {time}.

@time.scene
@time.scene
@time.scene
-

"Do you see that?" whispered {hero}.
"Stop!" said {hero}, and held {friend} by the arm.
At first they did not believe it.
They stood still and stared.

@trouble.sign

@trouble.guess
---
"We have to find out," said {hero}.
{hero} was a little bit scared, but even more curious.
"Nonsense," said {hero}, but {hero.their} voice shook a little.
"There must be a reason for it," said {hero}.

@trouble.try

They asked {helper}, who was {helper.doing}, but got only a shake of the head.
They ran to {helper}, who was {helper.doing}, and told the whole story.
On the way home they met {helper}, who wanted to hear all about it.
They told {helper} about it, and {helper.they} scratched {helper.their} chin.

"If you want to learn something, you must be very still," said {helper}.
"Watch first and guess later," advised {helper}.
"I do not know either," said {helper}, "but patient eyes find out everything."
"Be quiet and patient," said {helper}, "and the secret will come to you."

So they packed {food} and went back once more.
The next time they took along {food} and plenty of patience.
"We have time," said {hero}, and for a while they just sat there and had {food}.
They made a plan, packed {food}, and returned.
---
@trouble.truth

"So that was it!" cried {friend}.
The two looked at each other and burst out laughing.
"That is much better than what I thought," said {friend}.
"The truth is even more wonderful than a fairy tale," said {hero}.
They forgot to breathe, it was so wonderful.

They felt {glad} and ran to tell {helper} all about it.
{hero} felt {glad}, and {friend} turned a somersault.
"Well done, my young explorers," said {helper} that evening.
{helper.The} heard the whole story that evening and was amazed.

@trouble.after

And from then on, wherever something was strange, {hero} and {friend} took a closer look.
"What shall we discover tomorrow?" asked {friend}.
And in {hero}'s notebook it said: "Solved by being patient."
The world was full of secrets, and they were only at the beginning.
""")
