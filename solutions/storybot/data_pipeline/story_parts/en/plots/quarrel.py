"""Two friends quarrel, and make up."""

from storybot.data_pipeline.story_parts.en.forms import _plot

PLOT = _plot("hero:child friend:child trouble:quarrel town:town place:place time:time sad:sad glad:glad food:food", """
{hero} lived {town.at} and met {hero.their} best friend {friend} almost every day {place.at}.
{hero} and {friend} were best friends, and their favorite spot was {place}.
Nobody ever saw {hero} without {friend}, least of all {place.at}.
Ever since they were little, {hero} and {friend} had played together {place.at}.
"We will be friends forever," {hero} and {friend} had promised each other {place.at}.

But {time} they had a quarrel.
But {time} everything went wrong.
Then, {time}, something happened that neither of them had wanted.
But even good friends sometimes quarreled, and {time} it happened.

@trouble.cause

"I am not playing with you anymore!" cried {friend}, and ran home.
"That was mean!" shouted {friend}, and stormed off.
{friend} turned red, turned around, and walked away without a word.
"Then go!" cried {hero}, and {friend} really went.
One loud word followed another, until both of them went home angry.
---
The next day {hero} felt {sad}.
At first {hero} was angry, but by evening {hero.they} felt only {sad}.
{hero} pretended not to care, but felt {sad} all the same.
The house was quiet, much too quiet, and {hero} felt {sad}.

@trouble.try

"Without {friend}, nothing is any fun," thought {hero}.
Even {food} tasted like nothing at all.
Every game seemed to need a second player.
{hero} looked out of the window and saw {friend}'s house across the street.
"A day without {friend} is a very long day," thought {hero}.

In the end {hero} took a deep breath and went to see {friend}.
So {hero} put on {hero.their} shoes, walked to {friend}'s house, and knocked.
{hero} wrote a note with only five words on it: "I am sorry. Please come." And {friend} came.
Then {hero} went to {place}, and there sat {friend}, looking just as unhappy.
---
"I am sorry," said {hero}, and this time {hero.they} meant it.
"I miss you," said {hero} quietly.
"I did not want to hurt you," said {hero}, looking at the ground.
"Can we start all over again?" asked {hero}.

"I am sorry, too," said {friend}.
"I wanted to come to you," {friend} admitted, "but I did not dare."
{friend} was silent for a moment, and then came a very small smile.
"I have been waiting for you," said {friend}.

@trouble.mend

Then they shared {food} and both felt {glad}.
Both of them felt {glad}, and afterward they had {food}.
"Are you hungry?" asked {friend}, and soon they were enjoying {food} together.
They laughed until their bellies hurt, and then they had {food}.

@trouble.after

They still quarreled now and then, but never for longer than an afternoon.
And when they quarreled again one day, they knew how to make up.
A friendship that had been mended, they found, held even better than before.
And if anyone asked what the quarrel had been about, they only laughed.
"Saying sorry is hard," said {hero}, "but not half as hard as being without you."
""")
