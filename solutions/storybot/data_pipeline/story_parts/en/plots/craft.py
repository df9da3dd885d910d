"""A present is made by hand."""

from storybot.data_pipeline.story_parts.en.forms import _plot

PLOT = _plot("hero:child elder:elder trouble:craft town:town quality:quality time:time glad:glad food:food place:place", """
{hero} was {quality.a} {hero.child} who lived {town.at}, not far from {place}.
There once was {quality.a} {hero.child} named {hero}, who lived with {hero.their} family {town.at}.
{hero}, {quality.a} {hero.child}, lived {town.at} and often walked to {place}.
{hero} lived {town.at}, and everyone said that {hero.they} was {quality.a} {hero.child}.

{time.One}, {hero} remembered that {elder}'s birthday was only a week away.
{time.One}, {elder} said with a sigh, "Next week I will be another year older."
{time.One}, {hero} looked at the calendar and saw a red circle around {elder}'s birthday.
{time.One}, a thought flew into {hero}'s head: soon it would be {elder}'s birthday!

{hero} had no money, not even a single coin.
There were only two pennies in {hero}'s money box.
"I do not want to buy something," thought {hero}. "I want to make it myself."
"What do you give to someone who has everything?" {hero} wondered.
{hero} wanted to give a present that could not be found in any shop.

@trouble.plan
---
@trouble.problem

@trouble.try

"It will never be ready in time," {hero.they} groaned.
{hero.They} almost gave up and stamped one foot.
{hero.They} went for a walk to {place} and thought it over.
"Perhaps I should just give a kiss and a flower," {hero.they} sighed.
That night {hero.they} lay awake and thought and thought.

But there was a little bit of time left.
But giving up would not make anyone happy.
"One more try," {hero.they} whispered.
In the morning, there was a new idea.
"There must be another way," {hero.they} said.

@trouble.solve

{hero} looked at the work and felt {glad}.
It was not perfect, but it was finished, and {hero} felt {glad}.
{hero.Their} fingers were tired, but {hero} felt {glad}.
"Done!" cried {hero}, feeling {glad}.
---
On the birthday, the whole family sat around the table and had {food}.
At last the big day came, and a treat was waiting on the table: {food}.
When all the guests had enjoyed {food}, it was time for {hero}'s present.
The birthday began with a song and went on with {food}.

"I made it myself," said {hero} very softly.
"It is not perfect," said {hero}, "but it comes from my heart."
{hero}'s heart was pounding like a drum.
All the guests leaned forward, full of curiosity.

@trouble.give

"You gave me your time," said {elder}, "and nothing is more precious."
"How did you manage that?" asked {elder}, and {hero} told the whole story.
"This is the best present I have ever had," {elder} said, and hugged {hero} tightly.
"I can feel every hour of work in it," said {elder} with shining eyes.

And {hero} had learned that making a present could be as lovely as getting one.
And {hero} knew that trying once more had been the right thing to do.
That evening {hero} was already thinking about the next birthday.
And {hero} was even happier than {elder}.
"Giving," thought {hero} in bed that night, "is almost better than getting."
""")
