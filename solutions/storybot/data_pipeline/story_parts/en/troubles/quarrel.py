"""Quarrels (roles: hero, friend - both children)."""

from storybot.data_pipeline.story_parts.en.forms import _linked

ENTRIES = _linked("cause try mend after", """
the sandcastle
They were building a castle in the sandbox, but {hero} wanted a round tower and {friend} wanted a square one.
{hero} built alone, but without a second pair of hands the walls kept crumbling.
Together they built one round tower and one square one, with a bridge in between.
The castle with two different towers was the finest that the sandbox had ever seen.

the broken pencil
{hero} had borrowed {friend}'s best pencil, and now it was broken.
{hero} tried to stick it together with glue, but it only became a sticky mess.
{hero} gave {friend} a new pencil, and {friend} sharpened both halves of the old one, so that each of them had a short one.
They wrote each other secret letters with the two short pencils.

the race
They had raced to the big tree, and both of them shouted, "I won!"
{hero} ran the race again alone, but there was no fun in beating nobody.
They ran once more, holding hands, and reached the big tree at exactly the same moment.
From then on, they called it the race with two winners.

the secret
{hero} had told {friend}'s secret by mistake, and now the whole class knew it.
{hero} said, "It was only a small secret," but that made things worse.
"It was wrong of me," {hero} said honestly, "and tomorrow I will tell the others so."
From that day on, a secret was as safe with {hero} as a coin in a bank.

the tree house
They were building a tree house, and each of them wanted to be the boss.
{hero} hammered alone, but the long boards fell down at the other end.
They agreed that {hero} would be boss in the morning and {friend} in the afternoon.
Soon they forgot whose turn it was, and the tree house was finished in a week.

the kite
Each of them wanted to hold the string of the kite, and as they pulled, it tore.
{hero} patched the paper alone, but a kite would not fly unless someone ran with it.
{friend} held the kite up high, {hero} ran with the string, and then they changed places.
The patched kite flew higher than it ever had before.

the play
Both of them wanted to be the queen's brave dragon in the school play.
{hero} practiced roaring alone, but a play needed more than one actor.
They made a dragon with two heads, and each of them roared with one.
The people clapped so long that the dragon had to bow four times, with both heads.

the spilled paint
{hero} had knocked a jar of blue paint over {friend}'s picture.
{hero} wiped at it with a rag, but the blue spot grew bigger and bigger.
Together they turned the blue spot into a lake, and {friend} painted ducks while {hero} painted boats.
The picture with the lake hung in the hallway for a whole year.

the forgotten birthday
{hero} had forgotten {friend}'s birthday, and {friend} had waited all day long.
{hero} made up an excuse, but the excuse sounded hollow even to {hero.self}.
{hero} told the truth, and the two of them held a second birthday with one candle and a lot of giggling.
{hero} wrote the date on the wall above the bed in big red numbers.

the joke
{hero} had made a joke about {friend}'s new haircut, and everyone had laughed except {friend}.
{hero} made another joke to cheer {friend} up, but that one fell flat.
{hero} said, "A joke is only good if you can laugh, too," and {friend} slowly nodded.
After that, they invented jokes together, and the best ones were about elephants.

the last cookie
One cookie was left on the plate, and {hero} had eaten it without asking.
{hero} said that crumbs were left over, but that did not help.
{hero} fetched flour and butter, and together they baked a whole new tray.
They agreed that the last cookie would always be broken in two.

the new girl
{hero} had played with the new girl all week and had not once called {friend}.
{hero} waved from across the street, but {friend} looked the other way.
"Tomorrow the three of us will play together," {hero} promised, "and you may choose the game."
So there were three of them, and every game was better with three.
""")
