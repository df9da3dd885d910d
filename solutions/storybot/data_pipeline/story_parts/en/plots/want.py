"""An animal cannot do something alone, and asks for help."""

from storybot.data_pipeline.story_parts.en.forms import _plot

PLOT = _plot("hero:beast friend:animal trouble:want time:time place:place glad:glad sad:sad quality:quality food:food", """
Not far from {place}, in a snug little home, lived {quality.a} {hero.kind}.
Long ago, {quality.a} {hero.kind} lived near {place}.
{hero.A} lived near {place}, and everybody said that {hero.they} was {quality}.
Once upon a time, near {place}, there lived {hero.a} who was very {quality}.

{time.One}, {hero} jumped up, for {hero.they} had a great plan.
{time.One}, {hero} could not sit still, because there was something on {hero.their} mind.
{time.One}, while sitting in the grass, {hero} had an idea.
{time.One}, {hero} stretched, yawned, and made a decision.

@time.scene
@time.scene
@time.scene
-

@trouble.wish

"Today I will do it," {hero.they} said.
"It cannot be so hard," {hero.they} told {hero.self}.
{hero.They} had dreamed of it for a long time.
"I do not need anybody's help," {hero.they} said proudly.
---
@trouble.problem

@trouble.try

{hero.The} sat down and felt {sad}.
"It is no use," said {hero}, feeling {sad}.
{hero.The} was out of breath and felt {sad}.
A tear ran down {hero.their} cheek, and {hero.they} felt {sad}.

Just then {friend.a} {friend.moved} by.
Along the path came {friend.a}, who had just moved in nearby.
{friend.A} had been watching all along.
Then {friend.a} {friend.moved} up and asked, "What are you doing?"

"Two can do more than one," said {friend}.
"May I help you?" asked {friend} shyly.
"I have an idea," said {friend}.
"Let me have a look," said {friend}.

{hero.The} was too proud to say yes at first, but then {hero.they} nodded.
"I did not dare to ask," said {hero}.
"Would you really help me?" asked {hero}.
"Why not?" said {hero}, and moved aside.
---
@trouble.solve

"We did it!" cried {hero}.
Both of them felt {glad}.
{hero.The} felt {glad}, and {friend} laughed out loud.
"I could not have done it alone," said {hero}.
"You see?" said {friend}. "That was not so hard."

In the evening they shared {food}.
Afterward they sat in the last sunlight and had {food}.
"Come home with me," said {hero}, and served {food}.
"Working makes me hungry," said {friend}, and they feasted on {food}.

"What shall we do tomorrow?" asked {friend}.
"From today on, my door is always open to you," said {hero}.
"I am glad that you came by," said {hero}.
"Will you be my friend?" asked {friend}, and {hero} said yes at once.

@trouble.after

And from then on, {hero} never minded asking for help.
And whenever one of them had a plan, the other one came to help.
So it was that one small wish turned into a great friendship.
And that was how {hero} and {friend} became friends.
Asking for help, {hero} had learned, was not weak at all, but wise.
""")
