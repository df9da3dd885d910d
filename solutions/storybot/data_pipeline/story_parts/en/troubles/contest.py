"""Contests (roles: hero, friend - both children)."""

from storybot.data_pipeline.story_parts.en.forms import _linked

ENTRIES = _linked("event where problem try solve end", """
the kite contest
the great kite contest
on the windy hill
On the day before the contest, {hero}'s kite would not rise and kept diving into the grass.
{hero} made it bigger, but then it was too heavy.
In the end, {hero.they} made it smaller and gave it a long tail of paper bows, and up it went.
{hero}'s kite did not fly the highest, but it stayed up the longest.

the boat race
the paper boat race
on the brook behind the mill
{hero}'s first paper boat drank up the water and sank.
{hero} folded it from thicker paper, but that one sank even faster.
Then {hero.they} rubbed the paper with a candle stub, and the water rolled off like pearls.
Long after the other boats had gone soggy, {hero}'s boat was still sailing along.

the baking contest
the village baking contest
in the village hall
{hero}'s cake came out of the oven as flat as a plate.
{hero} put in more sugar, but then it was flat and sticky.
So {hero.they} asked the oldest baker for advice, and learned to beat the eggs until they looked like snow.
The new cake rose like a hill, and the judges asked for second helpings.

the sack race
the big sack race
on the village green
{hero} hopped as hard as possible and fell over at every third hop.
{hero} tried longer hops, but that meant longer falls.
Then {hero.they} watched the frogs by the ditch, bent both knees, and made many short hops.
{hero} hopped over the line without one single fall, and the crowd cheered.

the giant pumpkin
the contest for the biggest pumpkin
at the autumn market
{hero}'s pumpkin plant hung its leaves and did not want to grow.
{hero} watered it five times a day, and the leaves turned yellow.
Then {hero.they} dug in some compost, watered it only in the evening, and talked to it kindly.
{hero}'s pumpkin had grown so big that three children could sit on it.

the story contest
the storytelling contest
in the old library
{hero} knew many stories, but in front of the mirror all of them sounded dull.
{hero} told them faster, and then nobody could follow.
So {hero.they} told them to the little ones on the street and watched where they held their breath.
At the contest it grew so quiet that one could hear a mouse nibbling.

the snail race
the funny snail race
in the schoolyard
{hero}'s snail had pulled in its horns and did not stir.
{hero} begged and pleaded, but the snail did not care about begging.
Then {hero.they} sprinkled the track with water and laid a lettuce leaf at the end.
The snail came out, looked around, and crossed the line with great dignity.

the drawing contest
the town hall drawing contest
in the big meeting room
{hero} wanted to draw a horse, but it looked like a sofa with legs.
{hero} rubbed it out and drew it again, and now it looked like a table.
So {hero.they} sat by the paddock for three days and drew nothing but legs, ears, and tails.
The finished horse looked so alive that people almost offered it a carrot.

the spelling bee
the school spelling bee
in the school gym
{hero} mixed up the letters as soon as a word was longer than a finger.
{hero} read the whole dictionary in one evening and forgot it all overnight.
Then {hero.they} made a little song for each hard word and sang it while brushing {hero.their} teeth.
On the stage {hero} hummed softly and did not miss one single letter.

the tower contest
the contest for the tallest tower of blocks
in the town square
{hero}'s tower fell over at the twelfth block, every single time.
{hero} stacked the blocks more quickly, but the tower fell more quickly, too.
Then {hero.they} laid a wide ring of blocks at the bottom and built slowly upward.
Forty blocks stood on top of one another, and nobody dared to sneeze.
""")
