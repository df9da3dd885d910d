"""Work for a coin (roles: hero, helper)."""

from storybot.data_pipeline.story_parts.en.forms import _linked

ENTRIES = _linked("task problem try solve praise", """
sweeping the yard
"You may sweep the yard," said {helper}.
But the wind blew the leaves back again and again.
{hero} swept faster, and the leaves flew faster, too.
Then {hero.they} sprinkled the leaves with water, and they lay still until the last one was in the basket.
"You have made friends with the wind," said {helper}, and paid two coins instead of one.

sorting buttons
"You may sort my box of buttons and pins," said {helper}.
But there were a thousand buttons and pins, and they rolled about everywhere.
{hero} picked them out one by one, and by noon the box was still full.
Then {hero.they} shook everything through an old sieve, so that the small ones fell through and the big ones stayed.
"I would never have thought of that," said {helper}, and counted three coins into {hero}'s hand.

delivering parcels
"You may carry these parcels to the right houses," said {helper}.
But the ink was smudged, and nobody could read the names.
{hero} tried one door after another, but nobody wanted the wrong parcel.
Then {hero.they} gently shook and sniffed each parcel, and guessed that soap was for the laundry and tea for the old ladies next door.
"Not one mistake!" said {helper}, and gave {hero} a shiny coin for each parcel.

painting the fence
"You may paint my fence," said {helper}.
But the fence was long, and the paint was running out.
{hero} painted more thinly, and the wood showed through.
Then {hero.they} painted every second board white and left the others brown, and it looked like a row of piano keys.
"That is the prettiest fence in the street," said {helper}, and paid gladly.

carrying water
"You may fill the rain barrel from the well," said {helper}.
But the bucket leaked, and half the water was lost on the way.
{hero} ran, and even more water splashed out.
Then {hero.they} pressed a lump of clay into the crack, and after that not a drop was lost.
"Now my bucket is mended, too," said {helper}, and paid for both jobs.

washing windows
"You may wash all my windows," said {helper}.
But as soon as the windows were dry, they were full of streaks.
{hero} used more soap, and the streaks turned into clouds.
Then {hero.they} rubbed them with crumpled newspaper and a drop of vinegar, and the glass was suddenly invisible.
A sparrow looked in, surprised, and {helper} laughed and paid double.

minding the cat
"You may look after my cat for the day," said {helper}.
But the cat climbed on top of the tallest cupboard and would not come down.
{hero} called sweetly, and the cat closed her eyes.
Then {hero.they} began to play on the floor with a piece of yarn, all alone, until the cat grew curious and came down.
"She never comes down for me," said {helper}, and handed over a whole row of coins.

stacking wood
"You may stack my firewood," said {helper}.
But the round logs kept rolling apart.
{hero} leaned against the pile, and it rolled apart on the other side.
Then {hero.they} laid the logs crosswise, one layer this way and one layer that way, and the pile stood firm.
"It will stand all winter," said {helper}, and paid with a handful of coins.

weeding
"You may weed my strawberry patch," said {helper}.
But the weeds and the strawberries looked almost the same.
{hero} pulled out a plant, and it was a strawberry.
Then {hero.they} planted it again, asked to see one leaf of each kind, and compared every plant with it.
"Whoever asks makes few mistakes," said {helper}, and paid the full wage.

the street party
"You may tell people about our street party," said {helper}.
But the people hurried by without listening.
{hero} shouted loudly, and the people hurried by even faster.
Then {hero.they} drew a trail of chalk arrows and funny faces on the sidewalk, and everyone wanted to know where it led.
"Our party has never had so many guests," said {helper}, and filled {hero}'s pocket with coins.
""")
